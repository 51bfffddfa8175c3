package fsutil_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grundy/internal/base/fsutil"
)

func TestWrite(t *testing.T) {
	broken := errors.New("broken")
	half := func(w io.Writer) error { return errors.Join(fsutil.Text([]byte("half"))(w), broken) }
	for _, tt := range []struct {
		name   string
		write  func(string, fs.FileMode, func(io.Writer) error) error
		there  bool // whether the file exists before
		fill   func(io.Writer) error
		want   string // "" for no file
		reason error
	}{
		{"new", fsutil.Replace, false, fsutil.Text([]byte("new")), "new", nil},
		{"replaced", fsutil.Replace, true, fsutil.Text([]byte("new")), "new", nil},
		{"half", fsutil.Replace, true, half, "old", broken},
		{"created", fsutil.Create, false, fsutil.Text([]byte("new")), "new", nil},
		{"taken", fsutil.Create, true, fsutil.Text([]byte("new")), "old", fs.ErrExist},
		{"half created", fsutil.Create, false, half, "", broken},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			name := filepath.Join(dir, "a")
			if tt.there {
				if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := tt.write(name, 0o640, tt.fill); !errors.Is(err, tt.reason) {
				t.Errorf("got %v, want %v", err, tt.reason)
			}
			if got, _ := os.ReadFile(name); string(got) != tt.want {
				t.Errorf("the file holds %q, want %q", got, tt.want)
			}
			entries, err := os.ReadDir(dir)
			if wanted := min(len(tt.want), 1); err != nil || len(entries) != wanted {
				t.Errorf("the folder holds %v, want %d files", entries, wanted)
			}
			if info, err := os.Stat(name); tt.want == "new" && (err != nil || info.Mode().Perm() != 0o640) {
				t.Errorf("got %v, %v", info, err)
			}
		})
	}
}

// A file that is not a regular one, such as /dev/null or the pipe that a shell makes of >(gzip), is written into
// and stays what it is.
func TestReplaceKeepsDevices(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	name := filepath.Join(t.TempDir(), "pipe")
	if err := os.Symlink(fmt.Sprintf("/proc/self/fd/%d", write.Fd()), name); err != nil {
		t.Skip(err)
	}
	if _, err := os.Stat(name); err != nil {
		t.Skip(err)
	}
	if err := fsutil.Replace(name, 0o600, fsutil.Text([]byte("text"))); err != nil {
		t.Fatal(err)
	}
	if err := write.Close(); err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(read); err != nil || string(text) != "text" {
		t.Errorf("got %q, %v", text, err)
	}
	full := filepath.Join(t.TempDir(), "full") // only the link is lost if this goes wrong
	if err := os.Symlink("/dev/full", full); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(full); err == nil && fsutil.Replace(full, 0o600, fsutil.Text([]byte("text"))) == nil {
		t.Error("no error of a device that is full")
	}
}

// An error names the requested file, not the hidden one.
func TestErrorsNameTheFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "missing", "a")
	for _, write := range []func(string, fs.FileMode, func(io.Writer) error) error{fsutil.Replace, fsutil.Create} {
		if err := write(name, 0o600, fsutil.Text(nil)); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), name+":") {
			t.Errorf("got %v, want one of %s", err, name)
		}
	}
}

func TestCopy(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	if err := os.WriteFile(from, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := fsutil.Copy(from, to, os.O_EXCL, 0o666); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(to)
	if text, _ := os.ReadFile(to); err != nil || string(text) != "text" || info.Mode().Perm() != 0o666 {
		t.Errorf("got %q, %v, %v", text, info, err)
	}
	if err := fsutil.Copy(from, to, os.O_EXCL, 0o666); !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v over a file that must not be there", err)
	}
	if err := fsutil.Copy(from, to, os.O_TRUNC, 0o644); err != nil {
		t.Error(err)
	}
}
