package namespaces

import (
	"fmt"
	"io"
	"io/fs"

	"golang.org/x/sys/unix"
)

// A program shares the open files of its standard streams with the judge, which goes on using them: for the checker,
// or because they are the user's own. What belongs to the open file, not to the descriptor, would persist: status
// flags (with O_DIRECT left behind, the next program's small writes fail), locks, and the owner of asynchronous
// messages, in which a program could leave the next one a note. A program may also deny later readers access to files
// that it owns.

// reopen opens files of the judge anew for a program. The open file is then the program's own, and /proc/self/fd
// shows its place in a hidden mount instead of its path on the host.
func (w *worker) reopen(req *request, stdio *streams, files *[]int) error {
	paths := [...]string{1: req.StdoutPath, 2: req.StderrPath}
	for i, path := range paths {
		lent := stdio.fds[i]
		switch {
		case path == "" || lent < 0:
			continue
		case i == 2 && path == paths[1]: // both write to the same offset
			stdio.fds[i] = stdio.fds[1]
			continue
		}
		opened, err := w.root.openOutput(lent, path)
		if err != nil {
			return err
		}
		*files = append(*files, opened)
		stdio.fds[i] = opened // and still lent: the judge goes on using the file, with its mode
	}
	return nil
}

// openOutput opens a file of the judge's scratch directory with the flags that it is open with.
func (f runFiles) openOutput(file int, path string) (int, error) {
	flags, err := unix.FcntlInt(uintptr(file), unix.F_GETFL, 0)
	if err != nil {
		return -1, err
	}
	opened, err := openAt(f.outputs, path, flags&(unix.O_ACCMODE|unix.O_APPEND)|unix.O_NOFOLLOW|unix.O_NOCTTY)
	if err != nil {
		return -1, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	if !sameFile(opened, file) {
		unix.Close(opened)
		return -1, fmt.Errorf("output %s was replaced while it was opened", path)
	}
	offset, err := unix.Seek(file, 0, io.SeekCurrent)
	if err == nil && offset > 0 {
		_, err = unix.Seek(opened, offset, io.SeekStart)
	}
	if err != nil {
		unix.Close(opened)
		return -1, err
	}
	return opened, nil
}

// lentState is what restore resets on a stream that the judge has lent.
type lentState struct {
	flags int
	mode  uint32
}

// lentStates holds the states of the standard streams; nil for a stream that was not lent.
type lentStates [3]*lentState

func readStates(stdio streams) lentStates {
	var states lentStates
	for i, fd := range stdio.fds {
		if !stdio.lent[i] {
			continue
		}
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
		var stat unix.Stat_t
		if err == nil && unix.Fstat(fd, &stat) == nil {
			states[i] = &lentState{flags, stat.Mode}
		}
	}
	return states
}

// restore reverts what a program did to lent open files. If a reset fails, there was nothing to revert.
func (l lentStates) restore(stdio streams) {
	for i, fd := range stdio.fds {
		if !stdio.lent[i] || l[i] == nil {
			continue
		}
		_, _ = unix.FcntlInt(uintptr(fd), unix.F_SETFL, l[i].flags)
		_, _ = unix.FcntlInt(uintptr(fd), unix.F_SETOWN, 0)
		_ = unix.Flock(fd, unix.LOCK_UN)
		var stat unix.Stat_t
		if unix.Fstat(fd, &stat) == nil && stat.Mode != l[i].mode {
			_ = unix.Fchmod(fd, l[i].mode&^unix.S_IFMT)
		}
	}
}
