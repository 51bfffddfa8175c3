package cache

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/fsutil"
)

// Layout of the cache directory:
//
//	entries/<2 digits>/<key>/files/     the files that Put's function wrote
//	entries/<2 digits>/<key>/manifest   those files and their digests; its modification time is the last use
//	temporary/                          entries under construction
//	users/<name>/keys                   the entries that a living process uses
//	pruned                              its modification time is the last pruning
//	grown                               one byte for each MiB added since then
const (
	entriesDir   = "entries"
	temporaryDir = "temporary"
	usersDir     = "users"
	filesDir     = "files"
	manifestName = "manifest"
	keysName     = "keys"
	prunedName   = "pruned"
	grownName    = "grown"
)

// fallbackPrefix starts the names of temporary caches.
const fallbackPrefix = "grundy-cache-"

// Degraded is the message that announces a temporary cache.
const Degraded = "the cache cannot be written, results are kept until the end of this run only"

// directoryError reports that a directory of the cache cannot be made.
type directoryError struct{ err error }

func (e *directoryError) Error() string { return "make the cache's directory: " + e.err.Error() }
func (e *directoryError) Unwrap() error { return e.err }

// Cache is a store of entries. Many goroutines and processes may use it at once.
type Cache struct {
	dir       string
	temporary string
	log       *slog.Logger
	size      bytesize.Size // maximum of the cache
	user      user

	// fallback is a temporary directory for new entries, used once the cache's own cannot be written.
	fallback struct {
		sync.Mutex
		dir   string
		draft *fsutil.Draft // holds dir
	}
}

// Open returns the cache in dir. dir need not exist; Open makes it, accessible to the user only. An empty dir means a
// cache that lasts until Close. Open removes entries that killed processes left unfinished. If dir cannot be written,
// new entries go into a directory below temporary until Close.
func Open(dir, temporary string, log *slog.Logger) *Cache {
	if dir != "" {
		fsutil.SweepDrafts(filepath.Join(dir, temporaryDir), "")
		fsutil.SweepDrafts(filepath.Join(dir, usersDir), "")
	}
	return &Cache{dir: dir, temporary: temporary, log: log, size: DefaultSize}
}

// Close releases the entries that were used. It removes the temporary directory that replaced an unwritable cache.
func (c *Cache) Close() error {
	c.fallback.Lock()
	defer c.fallback.Unlock()
	err := c.user.close()
	if c.fallback.dir == "" {
		return err
	}
	c.fallback.dir = ""
	return errors.Join(err, c.fallback.draft.Remove())
}

// Get returns the directory of an entry. Callers must not change its content. The directory stays until Close.
func (c *Cache) Get(key Key) (dir string, found bool) {
	defer c.use(key)()
	for _, base := range c.bases() {
		entry := entryDir(base, key)
		if dir, found := intact(entry); found {
			now := time.Now()
			_ = os.Chtimes(filepath.Join(entry, manifestName), now, now) // a read-only cache does not record the last use
			return dir, true
		}
	}
	return "", false
}

// Put makes an entry and returns its directory. fill writes regular files and directories into the empty directory that
// it is given. If fill fails, Put leaves nothing behind and returns the error unchanged. If the cache cannot be written
// or the disk is full, Put calls fill again with another directory. If another process made the entry in the meantime,
// that entry wins.
func (c *Cache) Put(key Key, fill func(dir string) error) (string, error) {
	if base := c.current(); base != "" {
		dir, err := c.put(base, key, fill)
		if err == nil || !unwritable(err) {
			return dir, err
		}
		c.log.Warn(Degraded, "error", err)
	}
	base, err := c.degrade()
	if err != nil {
		return "", err
	}
	return c.put(base, key, fill)
}

// Remove deletes an entry.
func (c *Cache) Remove(key Key) {
	for _, base := range c.bases() {
		c.discard(base, entryDir(base, key))
	}
}

// current returns the directory for new entries, or "" if there is none yet.
func (c *Cache) current() string {
	c.fallback.Lock()
	defer c.fallback.Unlock()
	return cmp.Or(c.fallback.dir, c.dir)
}

func (c *Cache) bases() []string {
	c.fallback.Lock()
	defer c.fallback.Unlock()
	var bases []string
	for _, base := range []string{c.dir, c.fallback.dir} {
		if base != "" {
			bases = append(bases, base)
		}
	}
	return bases
}

// degrade makes the temporary directory unless another call has made it.
func (c *Cache) degrade() (string, error) {
	c.fallback.Lock()
	defer c.fallback.Unlock()
	if c.fallback.dir != "" {
		return c.fallback.dir, nil
	}
	fsutil.SweepDrafts(c.temporary, fallbackPrefix)
	made, err := fsutil.NewDraft(c.temporary, fallbackPrefix)
	if err != nil {
		return "", fmt.Errorf("make a temporary cache: %w", err)
	}
	c.fallback.dir, c.fallback.draft = made.Dir, made
	return made.Dir, nil
}

func (c *Cache) put(base string, key Key, fill func(dir string) error) (string, error) {
	making := filepath.Join(base, temporaryDir)
	if err := os.MkdirAll(making, 0o700); err != nil {
		return "", &directoryError{err}
	}
	draft, err := fsutil.NewDraft(making, string(key)+"-")
	if err != nil {
		return "", &directoryError{err}
	}
	defer draft.Remove()

	files := filepath.Join(draft.Dir, filesDir)
	if err := os.Mkdir(files, 0o755); err != nil {
		return "", fmt.Errorf("make a cache entry: %w", err)
	}
	if err := fill(files); err != nil {
		return "", err
	}
	listed, err := seal(files)
	if err != nil {
		return "", fmt.Errorf("complete a cache entry: %w", err)
	}
	if err := listed.write(filepath.Join(draft.Dir, manifestName)); err != nil {
		return "", fmt.Errorf("complete a cache entry: %w", err)
	}
	c.use(key)()
	dir, err := c.publish(base, draft.Dir, entryDir(base, key))
	if err != nil {
		return "", err
	}
	if base == c.dir {
		c.grow(listed.size() + overhead)
	}
	return dir, nil
}

// publish moves a complete draft to its final path. Renaming onto a directory that is not empty fails; then the
// existing entry wins, unless it is damaged.
func (c *Cache) publish(base, draft, entry string) (string, error) {
	if err := os.MkdirAll(filepath.Dir(entry), 0o700); err != nil {
		return "", &directoryError{err}
	}
	const attempts = 3 // another process may put a replacement for a damaged entry there first, but hardly twice
	var err error
	for range attempts {
		if err = os.Rename(draft, entry); err == nil {
			return filepath.Join(entry, filesDir), nil
		}
		if dir, found := intact(entry); found {
			return dir, nil
		}
		c.discard(base, entry)
	}
	return "", fmt.Errorf("keep a cache entry: %w", err)
}

// discard removes an entry: first it moves it away in one step, then it removes the files.
func (c *Cache) discard(base, entry string) {
	grave, err := fsutil.NewDraft(filepath.Join(base, temporaryDir), "removed-")
	if err != nil {
		return
	}
	defer grave.Remove()
	_ = os.Rename(entry, filepath.Join(grave.Dir, "entry")) // another process may have removed it
}

func entryDir(base string, key Key) string {
	return filepath.Join(base, entriesDir, string(key[:2]), string(key))
}

// intact returns the files of an entry if it exists and is complete.
func intact(entry string) (dir string, found bool) {
	listed, err := readManifest(filepath.Join(entry, manifestName))
	if err != nil {
		return "", false
	}
	dir = filepath.Join(entry, filesDir)
	whole, fresh := listed.holds(dir, time.Now())
	if fresh {
		_ = listed.write(filepath.Join(entry, manifestName)) // in a read-only cache, the next call reads the files again
	}
	return dir, whole
}

// unwritable reports whether another directory would remedy the error.
func unwritable(err error) bool {
	if place := (*directoryError)(nil); errors.As(err, &place) {
		return true
	}
	for _, cause := range []error{fs.ErrPermission, syscall.EROFS, syscall.ENOSPC, syscall.EDQUOT, syscall.ENOTDIR} {
		if errors.Is(err, cause) {
			return true
		}
	}
	return false
}
