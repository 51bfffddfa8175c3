package cache

import (
	"errors"
	"os"
	"path/filepath"
)

// draft is a folder in the making. While its maker lives it is locked; the system lets go of the lock when the process
// ends, however it ends.
type draft struct {
	dir  string
	lock *os.File
}

// errLost tells that a sweep took a new draft for an old one before it was locked.
var errLost = errors.New("the draft was swept")

// newDraft makes a draft in an existing folder.
func newDraft(parent, prefix string) (*draft, error) {
	const tries = 100
	for try := 1; ; try++ {
		dir, err := os.MkdirTemp(parent, prefix)
		if err != nil {
			return nil, err
		}
		lock, err := lockDraft(dir)
		if err == nil {
			return &draft{dir, lock}, nil
		}
		if !errors.Is(err, errLost) || try == tries {
			return nil, errors.Join(err, os.RemoveAll(dir))
		}
	}
}

// remove removes what is left of the draft.
func (d *draft) remove() error { return errors.Join(os.RemoveAll(d.dir), d.lock.Close()) }

// sweep removes drafts whose makers are no more. What cannot be removed now is left to the next time.
func sweep(parent, prefix string) {
	dirs, _ := filepath.Glob(filepath.Join(parent, prefix+"*"))
	for _, dir := range dirs {
		if lock, err := takeDraft(dir); err == nil {
			_ = os.RemoveAll(dir)
			lock.Close()
		}
	}
}
