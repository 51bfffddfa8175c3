package changeset

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
)

// Recovery is the result of recovering an interrupted change.
type Recovery int

// The outcomes.
const (
	Nothing  Recovery = iota // there is no change, or its process is alive
	Dropped                  // the change was not decided, so the package is unchanged
	Finished                 // the change was completed
	Undone                   // the change was undone, since it cannot be completed
	Torn                     // the change can be neither completed nor undone: the package is between two versions
)

// String is the end of a sentence about an interrupted change.
func (o Recovery) String() string {
	return map[Recovery]string{
		Dropped:  " before it took effect: the package is as it was",
		Finished: ", and is finished now",
		Undone:   ", and is taken back now",
		Torn:     ", and can neither be finished nor taken back here: the package is between two versions",
	}[o]
}

// Recover finishes or undoes a change of the package in a directory whose process has died. With Undone the error
// says why the change could not be completed, if that is known. With Torn it is an *Error.
func Recover(dir string) (Recovery, error) {
	if _, err := os.Lstat(filepath.Join(dir, folder)); err != nil {
		return Nothing, nil
	}
	c, err := acquire(dir)
	switch {
	case errors.Is(err, ErrBusy):
		return Nothing, nil
	case err != nil && isDecided(dir):
		return Torn, &Error{Err: err, Torn: dir}
	case err != nil:
		return Nothing, nil
	}
	outcome, err := c.recover()
	_ = c.Close() // the rest does not affect the package, and the next change may be able to remove it
	return outcome, err
}

func (c *Change) recover() (Recovery, error) {
	left, err := c.leftovers()
	switch {
	case err != nil, len(left) == 0, slices.Contains(left, doneFile):
		return Nothing, nil
	case slices.Contains(left, planFile):
		p, err := c.read(planFile)
		if err != nil {
			return Torn, &Error{Err: err, Torn: c.dir}
		}
		err = c.carryOut(p)
		var failed *Error
		switch {
		case errors.As(err, &failed) && failed.Torn == "":
			return Undone, failed.Err
		case err != nil:
			return Torn, err
		}
		return Finished, nil
	case slices.Contains(left, undoFile):
		p, err := c.read(undoFile)
		if err == nil {
			err = c.undo(p)
		}
		if err != nil {
			return Torn, &Error{Err: err, Torn: c.dir}
		}
		return Undone, nil
	}
	return Dropped, nil
}
