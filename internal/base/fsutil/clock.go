package fsutil

import "time"

// ClockTick is longer than the times of files stand still: file systems take them from a clock that ticks every 1 to 10 ms, so
// that of two changes within a tick the second one leaves no trace there.
const ClockTick = 20 * time.Millisecond
