package namespaces

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
)

// TestPageCacheThatWasFound runs two programs that read a file which the first one finds on the disk. The second is
// not charged for the file and need not read it from the disk again.
func TestPageCacheThatWasFound(t *testing.T) {
	t.Parallel()
	onlyRoot(t)
	host := newHost(t, Options{})
	if host.cgroup.kind != cgroup1 {
		t.Skip("no control groups of version 1:", host.Reason())
	}
	const size = 24 * bytesize.MiB
	path := filepath.Join(t.TempDir(), "input")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.Write(make([]byte, size)); err != nil {
		t.Fatal(err)
	}
	if err := file.Sync(); err != nil {
		t.Fatal(err)
	}
	if err := unix.Fadvise(int(file.Fd()), 0, 0, unix.FADV_DONTNEED); err != nil {
		t.Fatal(err)
	}
	box := openBox(t, host, "reader")
	var charged [2]bytesize.Size
	for i := range charged {
		result, err := box.Run(context.Background(), sandbox.Spec{
			Args: []string{"cat"}, Env: []string{"PATH=/usr/bin:/bin"}, Stdin: sandbox.FromPath(path),
			Limits: sandbox.Limits{Wall: 2 * time.Minute, Memory: 512 * bytesize.MiB, Processes: 4},
		})
		if err != nil || result.Exit != 0 {
			t.Fatalf("%+v, %v", result, err)
		}
		charged[i] = result.Memory
	}
	if charged[0] < size {
		t.Skipf("the file was in memory: the first program was charged for %v", charged[0])
	}
	if charged[1] > size/2 {
		t.Errorf("the second program was charged for %v", charged[1])
	}
}
