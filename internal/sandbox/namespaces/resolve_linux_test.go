package namespaces

import (
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"
)

// While anything is renamed anywhere on the machine, openat2 does not say where ".." leads but asks to be called again.
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
