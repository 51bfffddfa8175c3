//go:build unix

package terminal

import (
	"os"
	"os/signal"

	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"
)

// EditsLines reports whether an Editor works on this system. Otherwise the system's own terminals edit lines.
const EditsLines = true

// keyboard is a terminal whose keys are read one by one without echo. Keys that make signals still do (termios(3)), and
// output works as usual.
type keyboard struct {
	file           *os.File
	before, single term.State
	// changed receives changes of the size, and the resumption of a stopped process.
	changed chan os.Signal
}

// openKeyboard makes a terminal deliver its keys one by one until it is closed.
func openKeyboard(file *os.File) (*keyboard, error) {
	state, err := term.GetState(file.Fd())
	if err != nil {
		return nil, err
	}
	k := &keyboard{file: file, before: *state, single: *state, changed: make(chan os.Signal, 1)}
	k.single.Lflag &^= unix.ICANON | unix.ECHO | unix.IEXTEN
	k.single.Cc[unix.VMIN], k.single.Cc[unix.VTIME] = 1, 0
	if err := term.SetState(file.Fd(), &k.single); err != nil {
		return nil, err
	}
	signal.Notify(k.changed, unix.SIGWINCH, unix.SIGCONT)
	return k, nil
}

// again takes the terminal back from a shell that had it in between.
func (k *keyboard) again() { _ = term.SetState(k.file.Fd(), &k.single) }

func (k *keyboard) close() {
	signal.Stop(k.changed)
	_ = term.SetState(k.file.Fd(), &k.before)
}
