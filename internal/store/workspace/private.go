package workspace

import (
	"errors"
	"io/fs"
	"os"

	"grundy/internal/base/hint"
)

// The rights that other users have to a file or directory.
const (
	othersWrite = 0o022
	others      = 0o077
)

// ownPrivate makes sure that the directory belongs to this user, and that no other user can write into it.
func ownPrivate(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() || !isOwn(info, othersWrite) {
		return hint.Errorf("remove it, or take the rights of others away: chmod go-w "+hint.Quote(dir), "%s is not this user's own directory", dir)
	}
	return nil
}

// ownFile makes sure that a file belongs to this user, and that no other user can read or write it.
func ownFile(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || !isOwn(info, others) {
		return hint.Errorf("remove it, or take the rights of others away: chmod 600 "+hint.Quote(path), "other users could read or write %s", path)
	}
	return nil
}

// OpenPrivate opens a file of the user's own to read and write, and makes it if there is none. It rejects one that another
// user could have written.
func OpenPrivate(path string) (*os.File, error) {
	made, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if !errors.Is(err, fs.ErrExist) {
		return made, err
	}
	if err := ownFile(path); err != nil {
		return nil, hint.With("remove it", err)
	}
	return os.OpenFile(path, os.O_RDWR, 0)
}
