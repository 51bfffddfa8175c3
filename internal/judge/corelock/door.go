package corelock

import (
	"os"
	"sync"

	"grundy/internal/base/fsutil"
)

// door leads to what one process may be in at a time, or those that share it. Whoever waits has the gate, so that nobody who comes
// later gets in first, however many come and go within a process.
type door struct {
	gate, room *os.File
	// emptied is locked by who has the room empty: another file than room, for which this process is one of the others.
	emptied *os.File

	turn   sync.Mutex // of this process's, who waits at the gate
	mu     sync.Mutex
	inside int // of this process
}

func openDoor(path string) (d *door, err error) {
	d = &door{}
	for file, suffix := range map[**os.File]string{&d.gate: "-gate", &d.room: "", &d.emptied: ""} {
		if *file, err = openLock(path + suffix); err != nil {
			d.close()
			return nil, err
		}
	}
	return d, nil
}

func openLock(path string) (*os.File, error) { return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) }

// enter waits until the process is in, and no other one unless all who are in share it.
func (d *door) enter(shared bool) (leave func()) {
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
		fsutil.Await(d.room, shared) // nobody else of this process is at the door, nor does anybody leave
		d.mu.Lock()
		d.inside++
		d.mu.Unlock()
	}
	return d.leave
}

// try is enter that does not wait; false when it would have to.
func (d *door) try(shared bool) (leave func(), isIn bool) {
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

func (d *door) leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.inside--; d.inside == 0 {
		fsutil.Unlock(d.room)
	}
}

// empty waits until nobody is in, and lets nobody in until leave is called.
func (d *door) empty() (leave func()) {
	d.turn.Lock()
	fsutil.Await(d.gate, false)
	fsutil.Await(d.emptied, false)
	return func() {
		fsutil.Unlock(d.emptied)
		fsutil.Unlock(d.gate)
		d.turn.Unlock()
	}
}

func (d *door) close() {
	for _, file := range []*os.File{d.gate, d.room, d.emptied} {
		if file != nil {
			file.Close()
		}
	}
}
