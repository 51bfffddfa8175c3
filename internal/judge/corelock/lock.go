package corelock

import (
	"os"
	"sync"

	"grundy/internal/base/fsutil"
)

// lock is a lock that one process holds at a time, or several processes that share it. The next process to get it holds
// the gate meanwhile, so that later ones cannot overtake it, however often a process enters and leaves.
type lock struct {
	gate, room *os.File
	// exclusiveFile is another open file of room's path. A lock on it conflicts with this process's own lock on room.
	exclusiveFile *os.File

	turn   sync.Mutex // held by the goroutine of this process that waits at the gate
	mu     sync.Mutex
	inside int // how often this process has entered
}

func openCoreLock(path string) (d *lock, err error) {
	d = &lock{}
	for file, suffix := range map[**os.File]string{&d.gate: "-gate", &d.room: "", &d.exclusiveFile: ""} {
		if *file, err = openLock(path + suffix); err != nil {
			d.close()
			return nil, err
		}
	}
	return d, nil
}

func openLock(path string) (*os.File, error) { return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) }

// enter waits until this process holds the lock, alone or with others that share it.
func (d *lock) enter(shared bool) (leave func()) {
	d.turn.Lock()
	defer d.turn.Unlock()
	fsutil.Await(d.gate, false)
	defer fsutil.Unlock(d.gate)
	d.mu.Lock()
	isIn := d.inside > 0
	if isIn {
		d.inside++
	}
	d.mu.Unlock()
	if !isIn {
		fsutil.Await(d.room, shared) // no other goroutine of this process can enter or leave meanwhile
		d.mu.Lock()
		d.inside++
		d.mu.Unlock()
	}
	return d.leave
}

// try is like enter but does not wait. isIn is false if it would have to.
func (d *lock) try(shared bool) (leave func(), isIn bool) {
	if !d.turn.TryLock() {
		return nil, false
	}
	defer d.turn.Unlock()
	if fsutil.Lock(d.gate) != nil {
		return nil, false
	}
	defer fsutil.Unlock(d.gate)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.inside == 0 && !fsutil.Try(d.room, shared) {
		return nil, false
	}
	d.inside++
	return d.leave, true
}

func (d *lock) leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.inside--; d.inside == 0 {
		fsutil.Unlock(d.room)
	}
}

// empty waits until no process holds the lock, and keeps all out until leave is called.
func (d *lock) empty() (leave func()) {
	d.turn.Lock()
	fsutil.Await(d.gate, false)
	fsutil.Await(d.exclusiveFile, false)
	return func() {
		fsutil.Unlock(d.exclusiveFile)
		fsutil.Unlock(d.gate)
		d.turn.Unlock()
	}
}

func (d *lock) close() {
	for _, file := range []*os.File{d.gate, d.room, d.exclusiveFile} {
		if file != nil {
			file.Close()
		}
	}
}
