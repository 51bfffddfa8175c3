package workspace

import (
	"os"

	"grundy/internal/base/hint"
)

// The rights that somebody else has to a file or folder.
const (
	othersWrite = 0o022
	others      = 0o077
)

// ownPrivate makes sure that nobody else put a folder of this name where everybody may, and that nobody else writes into it.
func ownPrivate(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() || !isOwn(info, othersWrite) {
		return hint.Errorf("remove it, or take the rights of others away: chmod go-w "+hint.Quote(dir), "%s is not this user's own folder", dir)
	}
	return nil
}
