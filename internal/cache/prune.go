package cache

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"grundy/internal/bytesize"
)

// What the cache prunes by itself, once a day.
const (
	DefaultSize = 4 * bytesize.GiB
	DefaultAge  = 30 * 24 * time.Hour
)

// grace protects entries that another process may be using, and drafts that it may be making where those have no locks.
const grace = 24 * time.Hour

// Prune removes the entries that were not used for longer than age, then those used least recently until the rest is
// no larger than size. Entries used within the last day stay in any case. It also sweeps what crashed processes left.
func (c *Cache) Prune(size bytesize.Size, age time.Duration) {
	for _, base := range c.bases() {
		prune(base, size, age, time.Now())
	}
}

// pruneDaily prunes when the last time was long ago.
func (c *Cache) pruneDaily(base string) {
	stamp := filepath.Join(base, prunedName)
	now := time.Now()
	if info, err := os.Stat(stamp); err == nil && now.Sub(info.ModTime()) < 24*time.Hour {
		return
	}
	if err := os.WriteFile(stamp, nil, 0o600); err != nil {
		return // without the stamp every Put would walk the cache
	}
	prune(base, DefaultSize, DefaultAge, now)
}

// entry is an entry as pruning sees it.
type entry struct {
	dir  string
	used time.Time
	size int64
}

func prune(base string, size bytesize.Size, age time.Duration, now time.Time) {
	entries := list(base)
	slices.SortFunc(entries, func(a, b entry) int { return a.used.Compare(b.used) })
	var sum int64
	for _, e := range entries {
		sum += e.size
	}
	for _, e := range entries {
		unused := now.Sub(e.used)
		if unused < grace || unused < age && sum <= int64(size) {
			continue
		}
		_ = os.RemoveAll(e.dir) // the manifest may go last: an entry without all its files is not seen any more
		sum -= e.size
	}

	drafts, _ := filepath.Glob(filepath.Join(base, temporaryDir, "*"))
	for _, draft := range drafts {
		if info, err := os.Stat(draft); err == nil && now.Sub(info.ModTime()) > grace {
			_ = os.RemoveAll(draft)
		}
	}
}

func list(base string) []entry {
	var entries []entry
	manifests, _ := filepath.Glob(filepath.Join(base, entriesDir, "*", "*", manifestName))
	for _, path := range manifests {
		info, err := os.Stat(path)
		if err != nil {
			continue
		}
		listed, _ := readManifest(path) // a damaged one counts as empty and goes when it is old
		entries = append(entries, entry{filepath.Dir(path), info.ModTime(), listed.size()})
	}
	return entries
}
