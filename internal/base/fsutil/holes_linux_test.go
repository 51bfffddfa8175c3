package fsutil_test

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"pgregory.net/rapid"

	"grundy/internal/base/fsutil"
)

// A copy has the same content as the file, wherever its holes are, and takes no more space.
func TestHolesStayHoles(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
		file, err := os.Create(from)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		size := rapid.Int64Range(0, 4<<20).Draw(t, "size")
		if err := file.Truncate(size); err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 4).Draw(t, "pieces") {
			piece := bytes.Repeat([]byte{'x'}, rapid.IntRange(0, 100_000).Draw(t, "length"))
			at := rapid.Int64Range(0, size).Draw(t, "at")
			if _, err := file.WriteAt(piece, at); err != nil {
				t.Fatal(err)
			}
		}
		if err := file.Sync(); err != nil { // otherwise space may be allocated later
			t.Fatal(err)
		}
		if err := fsutil.Copy(from, to, os.O_TRUNC, 0o644); err != nil {
			t.Fatal(err)
		}
		before, errBefore := os.ReadFile(from)
		after, errAfter := os.ReadFile(to)
		if errBefore != nil || errAfter != nil || !bytes.Equal(before, after) {
			t.Fatalf("%d bytes became %d, %v, %v", len(before), len(after), errBefore, errAfter)
		}
		if was, is := space(t, from), space(t, to); is > was+128<<10 {
			t.Fatalf("%d bytes on disk became %d", was, is)
		}
	})
}

func space(t *rapid.T, path string) int64 {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := file.Sync(); err != nil {
		t.Fatal(err)
	}
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return info.Sys().(*syscall.Stat_t).Blocks * 512
}
