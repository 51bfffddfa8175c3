//go:build unix

package terminal

import (
	"errors"
	"os"
	"os/signal"
	"runtime"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// openPseudo opens a pseudo-terminal that passes everything on unchanged. Its input comes in lines, as on other
// terminals, so that it can have an end.
func openPseudo() (*ends, error) {
	master, both, err := pty.Open()
	if err != nil {
		return nil, err
	}
	defer both.Close()
	e := &ends{typed: master, heard: master, pseudo: true}
	if err = setLines(both); err == nil {
		e.stdin, err = os.OpenFile(both.Name(), os.O_RDONLY|unix.O_NOCTTY, 0)
	}
	if err == nil {
		if e.stdout, err = os.OpenFile(both.Name(), os.O_WRONLY|unix.O_NOCTTY, 0); err != nil {
			err = errors.Join(err, e.stdin.Close())
		}
	}
	if err != nil {
		return nil, errors.Join(err, master.Close())
	}
	return e, nil
}

// setLines switches off all processing of a terminal, except that its input comes in lines.
func setLines(file *os.File) error {
	if _, err := term.MakeRaw(file.Fd()); err != nil {
		return err
	}
	state, err := term.GetState(file.Fd())
	if err != nil {
		return err
	}
	var none uint8 // a disabled key (_POSIX_VDISABLE)
	if runtime.GOOS != "linux" {
		none = 0xff
	}
	state.Lflag |= unix.ICANON
	for _, key := range []int{unix.VERASE, unix.VKILL, unix.VEOL, unix.VEOL2} {
		state.Cc[key] = none
	}
	state.Cc[unix.VEOF] = endOfInput[0]
	return term.SetState(file.Fd(), state)
}

// followSize keeps the size of one terminal equal to that of another until stop is called.
func followSize(of, to *os.File) (stop func()) {
	changed := make(chan os.Signal, 1)
	signal.Notify(changed, unix.SIGWINCH)
	_ = pty.InheritSize(of, to) // some have no size
	go func() {
		for range changed {
			_ = pty.InheritSize(of, to)
		}
	}()
	return func() {
		signal.Stop(changed)
		close(changed)
	}
}
