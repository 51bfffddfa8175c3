//go:build unix

package fsutil

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// unmapped is the user that a user namespace shows for those without a mapping. On most machines, the real root is
// one of them.
const unmapped = 65534

// Trusted returns an error if a user other than this one and root owns the file or directory, may write to it, or
// may replace it. If the path does not exist, its existing part counts.
func Trusted(path string) error {
	real, err := resolve(path)
	if err != nil {
		return err
	}
	info, err := os.Lstat(real)
	if err != nil {
		return err
	}
	owner := ownerOf(info)
	if !isTrusted(owner) {
		return fmt.Errorf("%s belongs to another user (%d)", real, owner.uid)
	}
	if info.Mode().Perm()&0o020 != 0 && owner.gid != 0 && owner.gid != os.Getegid() {
		return fmt.Errorf("the group %d may write to %s", owner.gid, real)
	}
	for dir := filepath.Dir(real); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		above, err := os.Lstat(dir)
		if err != nil {
			return err
		}
		if owner := ownerOf(above); !isTrusted(owner) && owner.uid != unmapped {
			return fmt.Errorf("%s belongs to another user (%d)", dir, owner.uid)
		}
	}
	return closedToAll(real)
}

// ClosedToAll returns an error if every user may write to the directory, or may replace it. Owners and groups do
// not count.
func ClosedToAll(dir string) error {
	real, err := resolve(dir)
	if err != nil {
		return err
	}
	return closedToAll(real)
}

// closedToAll checks a path without links. In a sticky directory users replace only what they own.
func closedToAll(real string) error {
	below := owner{uid: unmapped}
	for at := real; ; at = filepath.Dir(at) {
		info, err := os.Lstat(at)
		if err != nil {
			return err
		}
		if info.Mode().Perm()&0o002 != 0 && (info.Mode()&fs.ModeSticky == 0 || !isTrusted(below)) {
			return fmt.Errorf("every user may write to %s", at)
		}
		if at == filepath.Dir(at) {
			return nil
		}
		below = ownerOf(info)
	}
}

// resolve follows the links in the existing part of a path.
func resolve(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	for {
		real, err := filepath.EvalSymlinks(path)
		if err == nil || path == filepath.Dir(path) {
			return real, err
		}
		path = filepath.Dir(path)
	}
}

// owner is the user and the group of a file.
type owner struct{ uid, gid int }

func ownerOf(info fs.FileInfo) owner {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return owner{unmapped, unmapped}
	}
	return owner{int(stat.Uid), int(stat.Gid)}
}

func isTrusted(o owner) bool { return o.uid == 0 || o.uid == os.Geteuid() }
