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

// Below the cache's folder:
//
//	entries/<2 digits>/<key>/files/     what Put's function made
//	entries/<2 digits>/<key>/manifest   its files and what they hold; its time stamp is the last use
//	temporary/                          entries in the making
//	users/<name>/keys                   the entries that a living process uses
//	pruned                              its time stamp is the last pruning
//	grown                               a byte for each MiB that came since then
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

// Degraded tells people of a temporary cache.
const Degraded = "the cache cannot be written, results are kept until the end of this run only"

// placeError tells that a folder cannot be made in the cache.
type placeError struct{ err error }

func (e *placeError) Error() string { return "make the cache's folder: " + e.err.Error() }
func (e *placeError) Unwrap() error { return e.err }

// Cache is a store of entries. It may be used by many goroutines and processes at once.
type Cache struct {
	dir       string
	temporary string
	log       *slog.Logger
	size      bytesize.Size // that the cache may have
	user      user

	// fallback is a temporary folder that is used for new entries once the cache's own cannot be written.
	fallback struct {
		sync.Mutex
		dir   string
		draft *fsutil.Draft // holds dir
	}
}

// Open returns the cache in dir, which need not exist yet and is made private to the person when it is made. An empty
// dir means a cache that lasts until Close. What processes that were killed left in the making is removed. Where dir cannot
// be written, entries go into a folder below temporary until Close.
func Open(dir, temporary string, log *slog.Logger) *Cache {
	if dir != "" {
		fsutil.SweepDrafts(filepath.Join(dir, temporaryDir), "")
		fsutil.SweepDrafts(filepath.Join(dir, usersDir), "")
	}
	return &Cache{dir: dir, temporary: temporary, log: log, size: DefaultSize}
}

// Close lets go of the entries that were used, and removes what was kept in a temporary folder because the cache could
// not be written.
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

// Get returns the folder of an entry. What lies there must not be changed. The folder stays until Close.
func (c *Cache) Get(key Key) (dir string, found bool) {
	defer c.use(key)()
	for _, base := range c.bases() {
		entry := entryDir(base, key)
		if dir, found := intact(entry); found {
			now := time.Now()
			_ = os.Chtimes(filepath.Join(entry, manifestName), now, now) // on a read-only cache the last use is not kept
			return dir, true
		}
	}
	return "", false
}

// Put makes an entry and returns its folder: fill writes regular files and folders into the empty folder it is given.
// An error of fill leaves nothing behind and is returned as it is. If the cache's folder cannot be written, or the disk
// is full, fill is called again with a folder elsewhere. An entry that has come into being meanwhile wins.
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

// Remove forgets an entry.
func (c *Cache) Remove(key Key) {
	for _, base := range c.bases() {
		c.discard(base, entryDir(base, key))
	}
}

// current is the folder that new entries go into, "" when there is none yet.
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

// degrade makes the temporary folder unless another call did.
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
		return "", &placeError{err}
	}
	draft, err := fsutil.NewDraft(making, string(key)+"-")
	if err != nil {
		return "", &placeError{err}
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
		c.grow(listed.size())
	}
	return dir, nil
}

// publish moves a complete draft to its place. Renaming onto a folder that is not empty fails: then the entry that is
// there wins, unless it is damaged.
func (c *Cache) publish(base, draft, entry string) (string, error) {
	if err := os.MkdirAll(filepath.Dir(entry), 0o700); err != nil {
		return "", &placeError{err}
	}
	const attempts = 3 // others may put a damaged entry's successor there first, but hardly twice
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

// discard removes an entry: first out of sight in one step, then its files.
func (c *Cache) discard(base, entry string) {
	grave, err := fsutil.NewDraft(filepath.Join(base, temporaryDir), "removed-")
	if err != nil {
		return
	}
	defer grave.Remove()
	_ = os.Rename(entry, filepath.Join(grave.Dir, "entry")) // someone else may have removed it
}

func entryDir(base string, key Key) string {
	return filepath.Join(base, entriesDir, string(key[:2]), string(key))
}

// intact returns the files of an entry that is there and complete.
func intact(entry string) (dir string, found bool) {
	listed, err := readManifest(filepath.Join(entry, manifestName))
	if err != nil {
		return "", false
	}
	dir = filepath.Join(entry, filesDir)
	whole, fresh := listed.holds(dir, time.Now())
	if fresh {
		_ = listed.write(filepath.Join(entry, manifestName)) // in a read-only cache the files are read again the next time
	}
	return dir, whole
}

// unwritable tells errors for which another folder is a remedy.
func unwritable(err error) bool {
	if place := (*placeError)(nil); errors.As(err, &place) {
		return true
	}
	for _, cause := range []error{fs.ErrPermission, syscall.EROFS, syscall.ENOSPC, syscall.EDQUOT, syscall.ENOTDIR} {
		if errors.Is(err, cause) {
			return true
		}
	}
	return false
}
