package workspace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/judge/sandbox/backend"
)

// scratchPrefix starts the names of scratch directories.
const scratchPrefix = "grundy-"

// Suffixes of locks: a new lock has both.
const (
	lockSuffix     = ".lock"
	unlockedSuffix = ".new"
)

// lock is a file that a living judge holds.
type lock struct {
	path string
	file *os.File
}

// scratch is a directory for one run of the judge. Its lock, which the system releases when the process ends,
// distinguishes it from the leftovers of a crash.
type scratch struct {
	dir  string
	lock *lock
}

// makeScratch makes the directory and removes the leftovers of dead judges.
func makeScratch(parent string) (*scratch, error) {
	sweepScratch(parent)
	// The lock is beside the directory and exists before it, so a directory never looks abandoned.
	lock, err := newLock(parent, scratchPrefix)
	if err != nil {
		return nil, &directoryError{fmt.Errorf("lock scratch directory: %w", err)}
	}
	dir := strings.TrimSuffix(lock.path, lockSuffix)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, &directoryError{errors.Join(fmt.Errorf("make scratch directory: %w", err), lock.remove())}
	}
	return &scratch{dir, lock}, nil
}

// remove leaves the lock if the directory could not be removed, so that the next start finds it.
func (s *scratch) remove() error {
	if err := fsutil.RemoveAll(s.dir); err != nil {
		return errors.Join(err, s.lock.release())
	}
	return s.lock.remove()
}

// sweepScratch removes directories whose lock no process holds. What cannot be removed now is left to the next start.
func sweepScratch(parent string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, entry := range entries {
		// A judge that died right after its start may have left the lock under its first name.
		name, isLock := strings.CutSuffix(strings.TrimSuffix(entry.Name(), unlockedSuffix), lockSuffix)
		if !isLock || !strings.HasPrefix(name, scratchPrefix) {
			continue
		}
		lock, err := takeLock(filepath.Join(parent, entry.Name()))
		if err != nil {
			continue // its judge is alive
		}
		dir := filepath.Join(parent, name)
		backend.Sweep(dir)
		if fsutil.RemoveAll(dir) == nil {
			_ = lock.remove()
		} else {
			_ = lock.release()
		}
	}
}
