package fsutil

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// Draft is a temporary directory, such as one under construction. Its maker holds a lock on it; the system
// releases the lock when the process ends, however it ends.
type Draft struct {
	Dir  string
	lock *os.File
}

// errLost says that a sweep removed a new draft before it was locked.
var errLost = errors.New("the draft was swept")

// NewDraft makes a draft in an existing directory, under a name that begins with the prefix.
func NewDraft(parent, prefix string) (*Draft, error) {
	const tries = 100
	for try := 1; ; try++ {
		dir, err := os.MkdirTemp(parent, prefix)
		if err != nil {
			return nil, err
		}
		lock, err := lockDraft(dir)
		if err == nil {
			return &Draft{dir, lock}, nil
		}
		if !errors.Is(err, errLost) || try == tries {
			return nil, errors.Join(err, os.RemoveAll(dir))
		}
	}
}

// Remove removes what is left of the draft.
func (d *Draft) Remove() error { return errors.Join(os.RemoveAll(d.Dir), d.lock.Close()) }

// SweepDrafts removes drafts with a prefix whose makers are gone. Drafts that cannot be removed are left to the
// next sweep. If the file system cannot lock directories, all drafts are left.
func SweepDrafts(parent, prefix string) {
	entries, _ := os.ReadDir(parent)
	for _, entry := range entries {
		if !entry.IsDir() || !strings.HasPrefix(entry.Name(), prefix) {
			continue
		}
		dir := filepath.Join(parent, entry.Name())
		if lock, err := takeDraft(dir); err == nil {
			_ = os.RemoveAll(dir)
			lock.Close()
		}
	}
}
