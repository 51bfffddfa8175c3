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

// Folders is a folder in which others make folders that can be made again, such as packages that are unpacked: they hold what
// entries may not, links and folders of a name. It bounds what these take.
type Folders struct {
	dir   string
	size  bytesize.Size // that all may have
	had   int           // when it was opened
	share *os.File      // as long as anybody has it nothing is removed; nil where there is no folder yet
}

// gravePrefix starts the names of folders that are being removed.
const gravePrefix = ".removed-"

// OpenFolders has nothing be removed until Close.
func OpenFolders(dir string) *Folders {
	f := &Folders{dir: dir, size: DefaultSize, had: len(folders(dir))}
	f.share, _ = lockFolder(dir, false)
	return f
}

// Dir is where to make them.
func (f *Folders) Dir() string { return f.dir }

// Used notes that the folder in which a path lies is used.
func (f *Folders) Used(path string) {
	below, err := filepath.Rel(f.dir, path)
	if err != nil || !filepath.IsLocal(below) || below == "." {
		return
	}
	name, _, _ := strings.Cut(below, string(filepath.Separator))
	now := time.Now()
	_ = os.Chtimes(filepath.Join(f.dir, name), now, now) // on a read-only cache the last use is not kept
}

// Close removes folders that were not used for long, and beyond the size those used least recently, if some have come and nobody
// else has them open.
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
	lock, err := os.Open(f.dir)
	if err != nil {
		return
	}
	defer lock.Close()
	if fsutil.Lock(lock) != nil {
		return // whoever has it open may be about to use what is old
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

// folders lists what lies in a folder, hidden things left out, without sizes.
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

// sizeOf adds up the files of a folder.
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
