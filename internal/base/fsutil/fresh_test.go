package fsutil_test

import (
	"os"
	"path/filepath"
	"testing"

	"grundy/internal/base/fsutil"
)

func TestRenewGivesAnotherFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "output")
	file, err := fsutil.Fresh(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString("spoilt"); err != nil {
		t.Fatal(err)
	}
	if err := file.Chmod(0o200); err != nil {
		t.Fatal(err)
	}
	before, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	// The file is still open elsewhere, as by a program that was not killed yet.
	held, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if err := fsutil.Renew(&file); err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	after, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if os.SameFile(before, after) || after.Size() != 0 || after.Mode().Perm()&0o600 != 0o600 {
		t.Errorf("got a file of %d bytes, mode %v, the same: %t", after.Size(), after.Mode(), os.SameFile(before, after))
	}
	if named, err := os.Stat(name); err != nil || !os.SameFile(named, after) {
		t.Errorf("the name leads to another file: %v", err)
	}
}
