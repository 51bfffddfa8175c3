package terminal

import (
	"errors"
	"io"
	"os"
	"time"
)

// Relay stands between a person's terminal and a program, which has ends of its own. Whatever the program does to those, the terminal
// stays as it is: its settings, its size, and what is typed for others.
//
// The ends are a pseudo-terminal, so that the program prompts, flushes its lines and draws in colours as ever, or pipes where there is
// none. The person's terminal goes on editing lines and making signals of keys.
type Relay struct {
	// Stdin and Stdout are the program's ends. The one can only be read, the other only be written.
	Stdin, Stdout *os.File
	ends          *ends
	shown         chan struct{} // closed when everything is
}

// ends are what programs are connected by.
type ends struct {
	typed, heard *os.File // ours: written to, read from
	stdin        *os.File
	stdout       *os.File
	pseudo       bool // and ours are the same
}

// NewRelay makes the ends of a program. It must be ended.
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

// longestTyped is more than what a terminal gives at a time.
const longestTyped = 8 << 10

// Type passes on what is typed at a terminal, as long as the process lives.
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
			// A terminal goes on behind the end of an input, unless it has gone itself.
			if err != nil && !(r.ends.pseudo && errors.Is(err, io.EOF) && Is(at)) {
				if !r.ends.pseudo {
					_ = r.ends.typed.Close()
				}
				return
			}
		}
	}()
}

// Show shows on a terminal what the program prints.
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
		_, _ = io.Copy(io.Discard, r.ends.heard) // a terminal that has gone must not keep the program
	}()
}

// afterwards is how long the last words wait for processes that outlive their program, where the sandbox allows that.
const afterwards = time.Second

// End waits until everything is shown that the program has printed.
func (r *Relay) End() {
	// As a rule they were handed over.
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
