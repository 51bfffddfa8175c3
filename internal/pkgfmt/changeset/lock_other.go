//go:build !unix

package changeset

import "os"

// remove releases and then removes the lock and its directory, unless another process has locked it in between:
// such systems do not remove open files.
func (l *lock) remove(root *os.Root) error {
	err := l.file.Close()
	_ = root.Remove(lockFile)
	_ = root.Remove(folder)
	return err
}
