package namespaces

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// Where openat2 is missing, each path leads where openat2 leads, or fails as it does.
func TestOpenStepwise(t *testing.T) {
	outside := t.TempDir()
	dir := filepath.Join(outside, "tree")
	if err := errors.Join(
		os.WriteFile(filepath.Join(outside, "secret"), nil, 0o600),
		os.MkdirAll(filepath.Join(dir, "a", "b"), 0o755),
		os.WriteFile(filepath.Join(dir, "a", "file"), nil, 0o600),
		os.WriteFile(filepath.Join(dir, "secret"), nil, 0o600),
		os.Symlink("../file", filepath.Join(dir, "a", "b", "up")),
		os.Symlink("/a/file", filepath.Join(dir, "absolute")),
		os.Symlink("../secret", filepath.Join(dir, "out")),
		os.Symlink("a/b", filepath.Join(dir, "directory")),
		os.Symlink("around", filepath.Join(dir, "around")),
		os.Symlink("gone", filepath.Join(dir, "dangling")),
	); err != nil {
		t.Fatal(err)
	}
	tree, err := openAt(unix.AT_FDCWD, dir, unix.O_PATH|unix.O_DIRECTORY)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(tree)
	inode := func(fd int, err error) (uint64, error) {
		if err != nil {
			return 0, err
		}
		defer unix.Close(fd)
		var stat unix.Stat_t
		err = unix.Fstat(fd, &stat)
		return stat.Ino, err
	}
	for _, path := range []string{
		".", "", "/", "a", "a/", "/a/file", "a/file", "a/file/", "a/file/.", "a/file/..", "a/./b/../file", "a/b/up", "absolute", "out", "../secret", "../../a/file",
		"directory/up", "directory/..", "around", "dangling", "nothing", "a/file/below", "secret", "directory",
	} {
		for _, resolve := range []uint64{unix.RESOLVE_IN_ROOT, unix.RESOLVE_BENEATH, unix.RESOLVE_IN_ROOT | unix.RESOLVE_NO_SYMLINKS} {
			for _, flags := range []int{unix.O_RDONLY, unix.O_PATH | unix.O_DIRECTORY} {
				how := unix.OpenHow{Flags: uint64(flags | unix.O_CLOEXEC), Resolve: resolve}
				want, wantErr := inode(unix.Openat2(tree, path, &how))
				if errors.Is(wantErr, unix.ENOSYS) || errors.Is(wantErr, unix.EPERM) {
					t.Skip("openat2 is missing here")
				}
				got, err := inode(openStepwise(tree, path, flags, resolve))
				if got != want || !errors.Is(err, wantErr) {
					t.Errorf("%q, resolve %#x, flags %#x: got %d, %v, want %d, %v", path, resolve, flags, got, err, want, wantErr)
				}
			}
		}
	}
}
