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
	// lateLine is how long the beginning of a line waits for its end: nobody notices, and a traceback is written at once.
	lateLine = 50 * time.Millisecond
	// longestLine is how much of a line waits.
	longestLine = 64 << 10
	// afterwards is how long the last words wait for processes that outlive their program, where the sandbox allows that.
	afterwards = time.Second
)

// relay passes on what a program writes into a pipe, line by line.
type relay struct {
	read, write *os.File
	limit       bytesize.Size // what comes behind it is dropped; 0 for none
	passed      bytesize.Size
	done        chan struct{}
}

// newRelay passes text on to a writer, changed line by line. It must be ended.
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
			_, _ = io.WriteString(to, change(text)) // a reader that has gone must not keep the program
		}
	}
	begun := ""
	for {
		var late <-chan time.Time
		if begun != "" {
			late = time.After(lateLine)
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

// end waits for the last words, and tells whether there were more than the limit allows.
func (r *relay) end() (over bool, err error) {
	_ = r.write.Close() // as a rule it was handed over
	select {
	case <-r.done:
	case <-time.After(afterwards):
	}
	err = r.read.Close()
	<-r.done
	if errors.Is(err, os.ErrClosed) {
		err = nil
	}
	return r.over(), err
}
