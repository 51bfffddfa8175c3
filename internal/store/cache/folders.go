package cache

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/fsutil"
)

// Folders is a directory for directories that can be made again, such as unpacked packages. Unlike entries, these may
// contain links and have fixed names. Folders bounds their total size.
type Folders struct {
	dir   string
	size  bytesize.Size // maximum of all of them together
	had   int           // number of directories when it was opened
	share *os.File      // while any process holds it, nothing is removed; nil if there is no directory yet
}

// gravePrefix starts the names of directories that are being removed.
const gravePrefix = ".removed-"

// OpenFolders opens dir. No process removes anything from it until Close.
func OpenFolders(dir string) *Folders {
	f := &Folders{dir: dir, size: DefaultSize, had: len(folders(dir))}
	f.share, _ = lockFolder(dir, false)
	return f
}

// Dir returns the directory in which to make them.
func (f *Folders) Dir() string { return f.dir }

// Used records that the directory containing path was used.
func (f *Folders) Used(path string) {
	below, err := filepath.Rel(f.dir, path)
	if err != nil || !filepath.IsLocal(below) || below == "." {
		return
	}
	name, _, _ := strings.Cut(below, string(filepath.Separator))
	now := time.Now()
	_ = os.Chtimes(filepath.Join(f.dir, name), now, now) // a read-only cache does not record the last use
}

// Close removes directories that were not used for long. If directories were added and the total exceeds the size, it
// also removes the least recently used ones. It removes nothing while another process has them open.
func (f *Folders) Close() error {
	if f.share != nil {
		if err := f.share.Close(); err != nil {
			return err
		}
		f.share = nil
	}
	if entries := folders(f.dir); len(entries) > f.had {
		f.prune(entries, time.Now())
	}
	return nil
}

func (f *Folders) prune(entries []entry, now time.Time) {
	lock, err := fsutil.OpenLock(f.dir)
	if err != nil {
		return
	}
	defer lock.Close()
	if fsutil.Lock(lock) != nil {
		return // another process may be about to use an old one
	}
	fsutil.SweepDrafts(f.dir, gravePrefix)
	for i, e := range entries {
		entries[i].size = sizeOf(e.dir)
	}
	old := stale(entries, f.size, DefaultAge, now, func(entry) bool { return false })
	if len(old) == 0 {
		return
	}
	grave, err := fsutil.NewDraft(f.dir, gravePrefix)
	if err != nil {
		return
	}
	for _, e := range old {
		_ = os.Rename(e.dir, filepath.Join(grave.Dir, filepath.Base(e.dir)))
	}
	_ = grave.Remove()
}

// folders lists the visible entries of a directory, without their sizes.
func folders(dir string) []entry {
	var entries []entry
	found, _ := os.ReadDir(dir)
	for _, item := range found {
		info, err := item.Info()
		if err == nil && info.IsDir() && !strings.HasPrefix(item.Name(), ".") {
			entries = append(entries, entry{filepath.Join(dir, item.Name()), info.ModTime(), 0})
		}
	}
	return entries
}

// sizeOf returns the total size of the files below a directory.
func sizeOf(dir string) (sum int64) {
	_ = filepath.WalkDir(dir, func(_ string, item fs.DirEntry, err error) error {
		if err == nil && item.Type().IsRegular() {
			if info, err := item.Info(); err == nil {
				sum += info.Size()
			}
		}
		return nil
	})
	return sum
}
