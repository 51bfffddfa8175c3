package fsutil_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"grundy/internal/base/fsutil"
)

func TestCreateFolder(t *testing.T) {
	broken := errors.New("broken")
	put := func(err error) func(*os.Root) error {
		return func(root *os.Root) error { return errors.Join(root.WriteFile("file", []byte("new"), 0o644), err) }
	}
	for _, tt := range []struct {
		name   string
		there  bool // whether the name exists before
		fill   func(*os.Root) error
		want   string // expected content of the file, "" for no file
		reason error
	}{
		{"new", false, put(nil), "new", nil},
		{"half", false, put(broken), "", broken},
		{"taken", true, put(nil), "", fs.ErrExist},
		{"nothing", false, func(*os.Root) error { return broken }, "", broken},
	} {
		t.Run(tt.name, func(t *testing.T) {
			parent := t.TempDir()
			dir := filepath.Join(parent, "in", "folder")
			dead := filepath.Join(parent, "in", ".grundy-folder-dead") // the remains of a killed process
			others := filepath.Join(parent, "in", ".folder-backup")
			if err := errors.Join(os.MkdirAll(dead, 0o755), os.MkdirAll(others, 0o755)); err != nil {
				t.Fatal(err)
			}
			if tt.there {
				if err := os.Mkdir(dir, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			err := fsutil.CreateDirectory(dir, tt.fill)
			if !errors.Is(err, tt.reason) {
				t.Errorf("got %v, want %v", err, tt.reason)
			}
			if got, _ := os.ReadFile(filepath.Join(dir, "file")); string(got) != tt.want {
				t.Errorf("the file holds %q, want %q", got, tt.want)
			}
			if info, err := os.Stat(dir); runtime.GOOS != "windows" && tt.want != "" && (err != nil || info.Mode().Perm() != 0o755) {
				t.Errorf("the folder is %v, %v", info, err)
			}
			want := []string{others}
			if tt.there || runtime.GOOS == "windows" {
				want = append(want, dead) // nothing was begun, or locks are not available
			}
			if left, err := filepath.Glob(filepath.Join(parent, "in", ".*")); err != nil || !slices.Equal(left, want) {
				t.Errorf("beside it there is %v, want %v", left, want)
			}
		})
	}
}
