package cache

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/fsutil"
)

// The cache prunes itself once a day, and whenever it has grown by a fraction of its size.
const (
	DefaultSize = 4 * bytesize.GiB
	DefaultAge  = 30 * 24 * time.Hour

	growth = 1.0 / 16
)

// overhead is what an entry takes on the disk besides the content of its files: directories, the manifest, and the ends of
// blocks. Without it a cache of millions of small entries would have no bound.
const overhead = int64(16 * bytesize.KiB)

// draftAge protects drafts that another process may be making on file systems without locks.
const draftAge = 24 * time.Hour

// Prune removes the entries that were not used for longer than age, and then the least recently used ones until the
// rest is no larger than size. It keeps what a living process uses. It also removes what crashed processes left behind.
func (c *Cache) Prune(size bytesize.Size, age time.Duration) {
	if c.dir != "" {
		prune(c.dir, size, age, time.Now())
	}
}

// grow records that an entry of so many bytes was added. It prunes if much was added or if the last pruning was long
// ago.
func (c *Cache) grow(size int64) {
	now := time.Now()
	stamp := filepath.Join(c.dir, prunedName)
	info, err := os.Stat(stamp)
	daily := err != nil || now.Sub(info.ModTime()) >= 24*time.Hour
	if !daily && c.grown(size) < int64(growth*float64(c.size)) {
		return
	}
	if err := os.WriteFile(stamp, nil, 0o600); err != nil {
		return // without the stamp, every Put would walk the cache
	}
	_ = os.Chtimes(stamp, now, now) // an empty file that stays empty keeps its time
	_ = os.Remove(filepath.Join(c.dir, grownName))
	prune(c.dir, c.size, DefaultAge, now)
}

// grown adds to the bytes added since the last pruning and returns their sum. Many processes may add at once, so each appends,
// a byte for each overhead.
func (c *Cache) grown(size int64) int64 {
	file, err := os.OpenFile(filepath.Join(c.dir, grownName), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return 0
	}
	defer file.Close()
	if _, err := file.Write(make([]byte, (size+overhead-1)/overhead)); err != nil {
		return 0
	}
	info, err := file.Stat()
	if err != nil {
		return 0
	}
	return info.Size() * overhead
}

// entry is an entry as pruning sees it.
type entry struct {
	dir  string
	used time.Time
	size int64
}

func prune(base string, size bytesize.Size, age time.Duration, now time.Time) {
	grave, err := fsutil.NewDraft(filepath.Join(base, temporaryDir), "removed-")
	if err != nil {
		return
	}
	defer grave.Remove()
	moveAway(base, grave.Dir, size, age, now)

	drafts, _ := filepath.Glob(filepath.Join(base, temporaryDir, "*"))
	for _, draft := range drafts {
		if info, err := os.Stat(draft); err == nil && now.Sub(info.ModTime()) > draftAge {
			_ = os.RemoveAll(draft)
		}
	}
}

// moveAway moves entries away. No process starts to use one in the meantime.
func moveAway(base, grave string, size bytesize.Size, age time.Duration, now time.Time) {
	users := filepath.Join(base, usersDir)
	if os.MkdirAll(users, 0o700) != nil {
		return
	}
	lock, err := lockFolder(users, true)
	if err != nil {
		return
	}
	defer lock.Close()

	inUse := used(base)
	for _, e := range stale(list(base), size, age, now, func(e entry) bool { return inUse[Key(filepath.Base(e.dir))] }) {
		_ = os.Rename(e.dir, filepath.Join(grave, filepath.Base(e.dir)))
	}
}

// stale returns the entries that were not used for longer than age, and the least recently used ones until the rest is
// no larger than size. It skips entries in use.
func stale(entries []entry, size bytesize.Size, age time.Duration, now time.Time, inUse func(entry) bool) []entry {
	slices.SortFunc(entries, func(a, b entry) int { return a.used.Compare(b.used) })
	var sum int64
	for _, e := range entries {
		sum += e.size
	}
	var found []entry
	for _, e := range entries {
		if inUse(e) || now.Sub(e.used) < age && sum <= int64(size) {
			continue
		}
		found = append(found, e)
		sum -= e.size
	}
	return found
}

func list(base string) []entry {
	var entries []entry
	manifests, _ := filepath.Glob(filepath.Join(base, entriesDir, "*", "*", manifestName))
	for _, path := range manifests {
		info, err := os.Stat(path)
		if err != nil {
			continue
		}
		listed, _ := readManifest(path) // a damaged one counts as empty and is removed when it is old
		entries = append(entries, entry{filepath.Dir(path), info.ModTime(), listed.size() + overhead})
	}
	return entries
}
