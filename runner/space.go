package runner

import (
	"fmt"
	"sync/atomic"
)

// minimumSpace is what must be left on the disk, in bytes, for an output to count as complete.
const minimumSpace = 64 << 10

// space is where the slots of a judge keep outputs. It tells a program that wrote too little from a disk that took no
// more, also when another slot has made room since.
type space struct {
	dir string
	// shortages counts how often the disk was full when a slot was about to give space back.
	shortages atomic.Int64
}

// beforeRelease must be called before space is given back. It returns the number of shortages up to now.
func (d *space) beforeRelease() int64 {
	if free, err := freeSpace(d.dir); err == nil && free < minimumSpace {
		return d.shortages.Add(1)
	}
	return d.shortages.Load()
}

// check fails when the disk is full, or was since beforeRelease returned the number.
func (d *space) check(since int64) error {
	free, err := freeSpace(d.dir)
	if err != nil {
		return err
	}
	if free < minimumSpace || d.shortages.Load() != since {
		return fmt.Errorf("no space left in %s, where outputs are kept: free some, or set TMPDIR to a folder elsewhere", d.dir)
	}
	return nil
}
