package workspace

import (
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
