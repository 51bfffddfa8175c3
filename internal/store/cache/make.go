package cache

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"grundy/internal/base/fsutil"
)

// lockSuffix ends the name of the file that a process locks while it makes an entry.
const lockSuffix = ".lock"

// pollTime is how often a waiting process checks whether the maker of an entry has ended.
const pollTime = 50 * time.Millisecond

// Make returns the directory of an entry. If the entry does not exist, it calls fill as Put does. When several
// processes want the same entry at once, one makes it and the others wait, until ctx ends. If that process dies, its
// lock ends with it and another process makes the entry.
func (c *Cache) Make(ctx context.Context, key Key, fill func(dir string) error) (string, error) {
	if dir, found := c.Get(key); found {
		return dir, nil
	}
	release, err := c.alone(ctx, key)
	if err != nil {
		return "", err
	}
	defer release()
	if dir, found := c.Get(key); found {
		return dir, nil
	}
	return c.Put(key, fill)
}

// alone waits until no other process makes the entry. If no lock can be made, it does not wait.
func (c *Cache) alone(ctx context.Context, key Key) (release func(), err error) {
	making := filepath.Join(c.dir, temporaryDir)
	if c.dir == "" || os.MkdirAll(making, 0o700) != nil {
		return func() {}, nil
	}
	path := filepath.Join(making, string(key)+lockSuffix)
	for {
		file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return func() {}, nil
		}
		locked := fsutil.Lock(file) == nil
		if locked && isAt(path, file) {
			return func() {
				_ = os.Remove(path) // while locked: waiting processes check whether the file still exists
				file.Close()
			}, nil
		}
		file.Close()
		if locked {
			continue // it was removed before we locked it
		}
		select {
		case <-time.After(pollTime):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// isAt reports whether a file still has its name.
func isAt(path string, file *os.File) bool {
	ours, err := file.Stat()
	if err != nil {
		return false
	}
	theirs, err := os.Stat(path)
	return err == nil && os.SameFile(ours, theirs)
}
