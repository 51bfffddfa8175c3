package namespaces

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
)

// TestOutputIsCountedInBlocks allocates space beyond the end of a file, as a program might that found a way to.
func TestOutputIsCountedInBlocks(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "output"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	fd := int(file.Fd())
	stdio := streams{fds: [3]int{-1, fd, fd}}
	limits := sandbox.Limits{Output: bytesize.MiB}
	if outputHit(stdio, limits) {
		t.Error("an empty file is too large")
	}
	err = unix.Fallocate(fd, unix.FALLOC_FL_KEEP_SIZE, 0, 8<<20)
	if errors.Is(err, unix.EOPNOTSUPP) {
		t.Skip("this file system sets no space aside")
	}
	if err != nil {
		t.Fatal(err)
	}
	if !outputHit(stdio, limits) {
		t.Error("8 MiB behind the end of a file are not seen")
	}
}
