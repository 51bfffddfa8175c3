//go:build !unix

package cli

import "os"

// lockFile takes a file that nobody else has. Such systems do not remove files that are open, which is lock enough.
func lockFile(path string) (*os.File, error) {
	_ = os.Remove(path)
	return os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
}

func newLock(path string) (*os.File, error) { return lockFile(path) }

func ownPrivate(string) error { return nil }
