//go:build unix

package workspace

import (
	"io/fs"
	"os"
	"syscall"
)

// isOwn reports whether a file or directory belongs to this user and others have none of the rights.
func isOwn(info fs.FileInfo, rights fs.FileMode) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid() && info.Mode().Perm()&rights == 0
}
