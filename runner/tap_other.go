//go:build !linux

package runner

import (
	"os"
	"time"
)

// lastWords bounds how long the judge delays the end of a side's output from the other while that side may be about
// to end; see dialogue.awaitEnd. Interpreters take as long to exit.
const lastWords = 50 * time.Millisecond

// tap is the judge's end of a pipe that a program writes to. The judge cannot see here what programs wait for, so no
// code asks whether everything was passed on.
type tap struct{ *os.File }

func newTap(pipe *os.File) *tap { return &tap{pipe} }

func (t *tap) read(buffer []byte) (int, error) { return t.Read(buffer) }

func (t *tap) release() {}

func (t *tap) finish() {}

func (t *tap) hold() bool { return false }

func (t *tap) isEmpty() bool { return false }
