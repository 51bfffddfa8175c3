package runner

import (
	"fmt"
	"sync/atomic"
)

// minimumSpace is how many bytes must be free on the disk for an output to count as complete.
const minimumSpace = 64 << 10

// space is the disk on which a judge's slots keep outputs. It distinguishes a program that wrote too little from a
// full disk, even if another slot has made room since.
type space struct {
	dir string
	// shortages counts how often the disk was full when a slot was about to free space.
	shortages atomic.Int64
}

// beforeRelease must be called before space is freed. It returns the number of shortages so far.
func (d *space) beforeRelease() int64 {
	if free, err := freeSpace(d.dir); err == nil && free < minimumSpace {
		return d.shortages.Add(1)
	}
	return d.shortages.Load()
}

// check fails if the disk is full, or has been full since beforeRelease returned since.
func (d *space) check(since int64) error {
	free, err := freeSpace(d.dir)
	if err != nil {
		return err
	}
	if free < minimumSpace || d.shortages.Load() != since {
		return fmt.Errorf("no space left in %s, where outputs are kept: free some, or set TMPDIR to a directory on another disk", d.dir)
	}
	return nil
}
