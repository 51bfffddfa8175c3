package namespaces

import (
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"
)

// While anything on the machine is being renamed, openat2 does not resolve ".." but asks to be called again.
func TestOpenWhileRenaming(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := errors.Join(
		os.Mkdir(filepath.Join(dir, "below"), 0o755),
		os.Symlink("../target", filepath.Join(dir, "below", "link")),
		os.WriteFile(filepath.Join(dir, "target"), nil, 0o600),
		os.WriteFile(filepath.Join(dir, "there"), nil, 0o600),
	); err != nil {
		t.Fatal(err)
	}
	folder, err := unix.Open(dir, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(folder)
	var done atomic.Bool
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for from, to := filepath.Join(dir, "there"), filepath.Join(dir, "back"); !done.Load(); from, to = to, from {
			if err := os.Rename(from, to); err != nil {
				t.Error(err)
				return
			}
		}
	}()
	for n := range 20_000 {
		fd, err := openResolved(folder, "below/link", unix.O_RDONLY, unix.RESOLVE_BENEATH)
		if err != nil {
			t.Errorf("after %d times: %v", n, err)
			break
		}
		unix.Close(fd)
	}
	done.Store(true)
	<-stopped
}

// The opened file is the requested one, and closed in programs. An error leaves nothing open, even a persistent one.
func TestOpenFlags(t *testing.T) {
	dir, err := openAt(unix.AT_FDCWD, t.TempDir(), unix.O_PATH|unix.O_DIRECTORY)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(dir)
	below, err := openBeneath(dir, ".", unix.O_PATH|unix.O_DIRECTORY)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(below)
	for _, fd := range []int{dir, below} {
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
		if err != nil || flags&unix.O_PATH == 0 || flags&unix.O_DIRECTORY == 0 {
			t.Errorf("flags %#x, %v", flags, err)
		}
		if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err != nil || flags&unix.FD_CLOEXEC == 0 {
			t.Errorf("a program inherits it: %#x, %v", flags, err)
		}
	}
	if fd, err := openBeneath(dir, "nothing", unix.O_RDONLY); fd != -1 || !errors.Is(err, unix.ENOENT) {
		t.Errorf("what is not there: %d, %v", fd, err)
	}
	// Creating a file takes more than the kernel's cache, so this fails in the same way each time.
	const resolveCached = 0x20 // RESOLVE_CACHED of linux/openat2.h
	if fd, err := openResolved(dir, "new", unix.O_RDWR|unix.O_CREAT, resolveCached); fd != -1 || !errors.Is(err, unix.EAGAIN) {
		t.Errorf("a file out of the cache: %d, %v", fd, err)
	}
}
