//go:build !unix

package changeset

import "os"

// remove removes the lock and its folder, where nobody has come in between: such systems do not remove files that are open.
func (l *lock) remove(root *os.Root) error {
	err := l.file.Close()
	_ = root.Remove(lockFile)
	_ = root.Remove(folder)
	return err
}
