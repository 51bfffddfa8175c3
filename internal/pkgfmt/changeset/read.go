package changeset

import (
	"os"
	"path/filepath"
	"time"

	"grundy/internal/base/fsutil"
)

// Read reads the package in a folder, and reads it again if a change was put in place meanwhile, so that what is read last is
// of one version. Neither a change that takes seconds nor a folder that changes all the time is waited for.
func Read(dir string, read func()) {
	const tries = 4
	for range tries {
		before := wait(dir)
		read()
		if look(dir) == before {
			return
		}
	}
}

// wait lets another process prepare a change and put it in place, and gives the state then.
func wait(dir string) moment {
	const (
		pause   = 2 * time.Millisecond
		longest = time.Second
	)
	begun, now := time.Now(), look(dir)
	for (isDecided(dir) || now.isFresh()) && time.Since(begun) < longest {
		time.Sleep(pause)
		now = look(dir)
	}
	return now
}

// moment tells states of a package apart: whoever begins, decides or ends a change makes, renames or removes something in one
// of two folders.
type moment struct{ folder, changes time.Time }

// isFresh tells whether the next state may have the same times.
func (m moment) isFresh() bool {
	for _, changed := range []time.Time{m.folder, m.changes} {
		if age := time.Since(changed); age >= 0 && age < fsutil.ClockTick {
			return true
		}
	}
	return false
}

func look(dir string) moment {
	modified := func(name string) time.Time {
		info, err := os.Lstat(name)
		if err != nil {
			return time.Time{}
		}
		return info.ModTime()
	}
	return moment{modified(dir), modified(filepath.Join(dir, folder))}
}

// isDecided tells whether there is a change that is to be made or taken back.
func isDecided(dir string) bool {
	for _, name := range []string{planFile, undoFile} {
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name))); err == nil {
			return true
		}
	}
	return false
}
