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

// scratchPrefix starts the names of scratch folders.
const scratchPrefix = "grundy-"

// Endings of locks: at first a lock has both.
const (
	lockSuffix     = ".lock"
	unlockedSuffix = ".new"
)

// lock is a file that a living judge holds.
type lock struct {
	path string
	file *os.File
}

// scratch is a folder for one run of the judge. A lock that the system releases when the process ends tells live ones
// from those that a crash left behind.
type scratch struct {
	dir  string
	lock *lock
}

// makeScratch makes the folder and sweeps up after judges that are no more.
func makeScratch(parent string) (*scratch, error) {
	sweepScratch(parent)
	// The lock lies beside the folder and is there before it, so that there is never a folder that looks like nobody's.
	lock, err := newLock(parent, scratchPrefix)
	if err != nil {
		return nil, &placeError{fmt.Errorf("lock scratch folder: %w", err)}
	}
	dir := strings.TrimSuffix(lock.path, lockSuffix)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, &placeError{errors.Join(fmt.Errorf("make scratch folder: %w", err), lock.remove())}
	}
	return &scratch{dir, lock}, nil
}

// remove leaves the lock where the folder could not be removed, so that the next start finds it.
func (s *scratch) remove() error {
	if err := fsutil.RemoveAll(s.dir); err != nil {
		return errors.Join(err, s.lock.release())
	}
	return s.lock.remove()
}

// sweepScratch removes folders whose lock nobody holds. What cannot be removed now is left to the next start.
func sweepScratch(parent string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, entry := range entries {
		// A judge that died just after its start may have left the lock under its first name.
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
