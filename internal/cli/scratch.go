package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"grundy/internal/sandbox/backend"
)

// scratchPrefix starts the names of scratch folders.
const scratchPrefix = "grundy-"

// scratch is a folder for one run of the judge. A lock that the system releases when the process ends tells live ones
// from those that a crash left behind.
type scratch struct {
	dir  string
	lock *os.File
}

// makeScratch makes the folder and sweeps up after judges that are no more.
func makeScratch() (*scratch, error) {
	parent, err := temporaryDir()
	if err != nil {
		return nil, err
	}
	sweepScratch(parent)
	dir, err := os.MkdirTemp(parent, scratchPrefix)
	if err != nil {
		return nil, &placeError{fmt.Errorf("make scratch folder: %w", err)}
	}
	// The lock lies beside the folder, so that removing the folder and the lock is never a race.
	lock, err := newLock(dir + ".lock")
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock scratch folder: %w", err), os.RemoveAll(dir))
	}
	return &scratch{dir, lock}, nil
}

func (s *scratch) remove() error {
	return errors.Join(os.RemoveAll(s.dir), os.Remove(s.dir+".lock"), s.lock.Close())
}

// sweepScratch removes folders whose lock nobody holds. What cannot be removed now is left to the next start.
func sweepScratch(parent string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, entry := range entries {
		name, isLock := strings.CutSuffix(entry.Name(), ".lock")
		if !isLock || !strings.HasPrefix(name, scratchPrefix) {
			continue
		}
		path := filepath.Join(parent, entry.Name())
		lock, err := lockFile(path)
		if err != nil {
			continue // its judge is alive
		}
		dir := filepath.Join(parent, name)
		backend.Sweep(dir)
		if os.RemoveAll(dir) == nil {
			os.Remove(path)
		}
		lock.Close()
	}
}
