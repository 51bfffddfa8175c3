package local

import (
	"bytes"
	"io"
	"time"

	"grundy/internal/event"
	"grundy/internal/job"
)

// followInterval is how often we look whether a program has printed more. The program writes into a file, whose size
// the sandbox bounds.
const followInterval = 100 * time.Millisecond

// follow copies what is printed into a file, as it comes, until stop is called.
func follow(file *outputFile, to *reporter) (stop func()) {
	ended, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		ticks := time.NewTicker(followInterval)
		defer ticks.Stop()
		for to.offset < job.MaxPrinted {
			select {
			case <-ended:
				return
			case <-ticks.C:
				// An error will be found when the whole is read.
				_, _ = io.Copy(to, io.NewSectionReader(file, int64(to.offset), int64(job.MaxPrinted-to.offset)))
			}
		}
	}()
	return func() {
		close(ended)
		<-done
	}
}

// reporter reports what is written to it, up to job.MaxPrinted.
type reporter struct {
	emit     func(event.Event)
	toErrors bool
	offset   int
}

func (r *reporter) Write(text []byte) (int, error) {
	if reported := text[:max(0, min(len(text), job.MaxPrinted-r.offset))]; len(reported) > 0 {
		r.emit(event.Printed{ToErrors: r.toErrors, Offset: r.offset, Text: bytes.Clone(reported)})
	}
	r.offset += len(text)
	return len(text), nil
}
