package fsutil

import "time"

// ClockTick is longer than the resolution of file times. File systems take them from a clock that ticks every 1 to
// 10 ms, so the second of two changes within a tick does not change them.
const ClockTick = 20 * time.Millisecond
