//go:build unix

package changeset

import (
	"errors"
	"os"
)

// remove removes the lock and its folder while nobody else can have them. Whoever comes in between makes a lock of its own in
// the folder, which stays then.
func (l *lock) remove(root *os.Root) error {
	err := root.Remove(lockFile)
	_ = root.Remove(folder)
	return errors.Join(err, l.file.Close())
}
