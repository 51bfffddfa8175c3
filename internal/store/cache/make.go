package cache

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"grundy/internal/base/fsutil"
)

// lockSuffix ends the name of the file that is locked by whoever makes an entry.
const lockSuffix = ".lock"

// pollTime is how often whoever waits for an entry looks whether its maker has ended.
const pollTime = 50 * time.Millisecond

// Make returns the folder of an entry, which fill makes as Put has it unless it is there. When several processes want it at once one
// makes it and the others wait for that, until ctx ends. The lock ends with its process, however that ends, and another one makes
// the entry then.
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

// alone waits until nobody else makes an entry. Where no lock can be made nobody is waited for.
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
				_ = os.Remove(path) // while it is locked: whoever waits for it looks whether it is still there
				file.Close()
			}, nil
		}
		file.Close()
		if locked {
			continue // it was removed before it was locked
		}
		select {
		case <-time.After(pollTime):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// isAt tells that a file still has its name.
func isAt(path string, file *os.File) bool {
	ours, err := file.Stat()
	if err != nil {
		return false
	}
	theirs, err := os.Stat(path)
	return err == nil && os.SameFile(ours, theirs)
}
