package changeset

import (
	"os"
	"path/filepath"
	"time"

	"grundy/internal/base/fsutil"
)

// Read reads the package in a directory, and again if a change was put in place meanwhile, so that the last
// reading is of a single version. It waits neither for a change that takes seconds nor for a directory that
// changes all the time.
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

// wait lets another process prepare a change and put it in place, and returns the state then.
func wait(dir string) packageState {
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

// packageState distinguishes states of a package: beginning, deciding and ending a change all make, rename or remove
// something in one of two directories.
type packageState struct{ folder, changes time.Time }

// isFresh reports whether the next state may have the same times.
func (m packageState) isFresh() bool {
	for _, changed := range []time.Time{m.folder, m.changes} {
		if age := time.Since(changed); age >= 0 && age < fsutil.ClockTick {
			return true
		}
	}
	return false
}

func look(dir string) packageState {
	modified := func(name string) time.Time {
		info, err := os.Lstat(name)
		if err != nil {
			return time.Time{}
		}
		return info.ModTime()
	}
	return packageState{modified(dir), modified(filepath.Join(dir, folder))}
}

// isDecided reports whether there is a change to make or to undo.
func isDecided(dir string) bool {
	for _, name := range []string{planFile, undoFile} {
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name))); err == nil {
			return true
		}
	}
	return false
}
