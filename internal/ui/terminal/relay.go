package terminal

import (
	"errors"
	"io"
	"os"
	"time"
)

// Relay connects the user's terminal with a program that has ends of its own. Whatever the program does to those, the
// terminal keeps its settings, its size, and the input for other programs.
//
// The ends are a pseudo-terminal, so that the program prompts, flushes its lines and uses colours as usual, or pipes if
// there is none. The user's terminal still edits lines and turns keys into signals.
type Relay struct {
	// Stdin and Stdout are the program's ends. Stdin can only be read, Stdout only be written.
	Stdin, Stdout *os.File
	ends          *ends
	shown         chan struct{} // closed when everything is
}

// ends are the connections of a program.
type ends struct {
	typed, heard *os.File // ours: written to, read from
	stdin        *os.File
	stdout       *os.File
	pseudo       bool // so both of ours are the same file
}

// NewRelay makes the ends of a program. The caller must call End.
func NewRelay() (*Relay, error) {
	e, err := openPseudo()
	if err != nil {
		if e, err = openPipes(); err != nil {
			return nil, err
		}
	}
	return &Relay{Stdin: e.stdin, Stdout: e.stdout, ends: e}, nil
}

func openPipes() (*ends, error) {
	stdin, typed, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	heard, stdout, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, stdin.Close(), typed.Close())
	}
	return &ends{typed: typed, heard: heard, stdin: stdin, stdout: stdout}, nil
}

// longestTyped is more than a terminal delivers at a time.
const longestTyped = 8 << 10

// Type passes on the input of a terminal, as long as the process lives.
func (r *Relay) Type(at *os.File) {
	go func() {
		buffer := make([]byte, longestTyped)
		for {
			n, err := at.Read(buffer)
			text := buffer[:n]
			if r.ends.pseudo && (n == 0 || text[n-1] != '\n') {
				text = append(text, endOfInput...)
			}
			if _, unwanted := r.ends.typed.Write(text); unwanted != nil {
				return
			}
			// A terminal continues after the end of an input, unless it is gone.
			if err != nil && !(r.ends.pseudo && errors.Is(err, io.EOF) && Is(at)) {
				if !r.ends.pseudo {
					_ = r.ends.typed.Close()
				}
				return
			}
		}
	}()
}

// Show shows the output of the program on a terminal.
func (r *Relay) Show(on *os.File) {
	r.shown = make(chan struct{})
	still := func() {}
	if r.ends.pseudo {
		still = followSize(on, r.ends.heard)
	}
	go func() {
		defer close(r.shown)
		defer still()
		show := NewForeign(on)
		_, _ = io.Copy(show, r.ends.heard) // a pseudo-terminal ends with an error
		_ = show.Close()
		_, _ = io.Copy(io.Discard, r.ends.heard) // a terminal that is gone must not block the program
	}()
}

// afterwards is how long the last output waits for processes that outlive their program, if the sandbox allows that.
const afterwards = time.Second

// End waits until all output of the program is shown.
func (r *Relay) End() {
	// Usually they were handed over.
	_ = r.Stdin.Close()
	_ = r.Stdout.Close()
	if r.shown == nil {
		return
	}
	select {
	case <-r.shown:
	case <-time.After(afterwards):
	}
}
