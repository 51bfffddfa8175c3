//go:build unix

package changeset

import (
	"errors"
	"os"
)

// remove removes the lock and its directory while no other process can have them. A process that comes in between
// makes its own lock in the directory, which then stays.
func (l *lock) remove(root *os.Root) error {
	err := root.Remove(lockFile)
	_ = root.Remove(folder)
	return errors.Join(err, l.file.Close())
}
