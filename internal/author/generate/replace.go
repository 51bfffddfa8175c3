package generate

import (
	"errors"
	"fmt"
	"path/filepath"
)

// Replace has the package in dir take files out of the folder new in staging, which lies on the same disk, and removes
// others, all or nothing. Names are paths below the package. What was there before lies in the folder old in staging
// afterwards. The error is a *PlaceError, and everything is as it was.
func Replace(dir, staging string, write, remove []string) error {
	change := &exchange{dir: dir, staging: filepath.Clean(staging)}
	if err := change.swap(write, remove); err != nil {
		return &PlaceError{errors.Join(err, change.undo())}
	}
	change.removeEmptied(remove)
	return nil
}

func (e *exchange) swap(write, remove []string) error {
	for _, name := range remove {
		if err := e.remove(name); err != nil {
			return fmt.Errorf("remove %s: %w", name, err)
		}
	}
	for _, name := range write {
		if err := e.put(name); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	return nil
}
