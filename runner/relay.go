package runner

import (
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"grundy/internal/base/bytesize"
)

const (
	// lineTimeout is how long an incomplete line waits for its end. Users do not notice the delay, and a runtime writes
	// a traceback without pauses.
	lineTimeout = 50 * time.Millisecond
	// longestLine bounds the part of a line that waits.
	longestLine = 64 << 10
	// drainTimeout is how long end waits for output of processes that outlive their program, where the sandbox allows
	// that.
	drainTimeout = time.Second
)

// relay forwards what a program writes into a pipe, line by line.
type relay struct {
	read, write *os.File
	limit       bytesize.Size // output beyond it is dropped; 0 means no limit
	passed      bytesize.Size
	done        chan struct{}
}

// newRelay forwards text to a writer and applies change to each line. The caller must call end.
func newRelay(to io.Writer, limit bytesize.Size, change func(string) string) (*relay, error) {
	if to == nil {
		to = io.Discard
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	r := &relay{read: read, write: write, limit: limit, done: make(chan struct{})}
	go func() {
		defer close(r.done)
		r.pass(to, change)
	}()
	return r, nil
}

func (r *relay) pass(to io.Writer, change func(string) string) {
	pieces := make(chan string)
	go func() {
		defer close(pieces)
		buffer := make([]byte, longestLine)
		for {
			n, err := r.read.Read(buffer)
			if n > 0 {
				pieces <- string(buffer[:n])
			}
			if err != nil {
				return
			}
		}
	}()
	say := func(text string) {
		r.passed += bytesize.Size(len(text))
		if text != "" && !r.over() {
			_, _ = io.WriteString(to, change(text)) // a closed reader must not block the program
		}
	}
	begun := ""
	for {
		var late <-chan time.Time
		if begun != "" {
			late = time.After(lineTimeout)
		}
		select {
		case piece, more := <-pieces:
			if !more {
				say(begun)
				return
			}
			begun += piece
			whole := strings.LastIndexByte(begun, '\n') + 1
			if len(begun)-whole > longestLine {
				whole = len(begun)
			}
			say(begun[:whole])
			begun = begun[whole:]
		case <-late:
			say(begun)
			begun = ""
		}
	}
}

func (r *relay) over() bool { return r.limit > 0 && r.passed > r.limit }

// end waits for the remaining output and reports whether the output exceeded the limit.
func (r *relay) end() (over bool, err error) {
	_ = r.write.Close() // usually it has been handed over
	select {
	case <-r.done:
	case <-time.After(drainTimeout):
	}
	err = r.read.Close()
	<-r.done
	if errors.Is(err, os.ErrClosed) {
		err = nil
	}
	return r.over(), err
}
