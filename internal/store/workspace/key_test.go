//go:build unix

package workspace_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestPagesKey checks that the key of the pages is stored for this user alone, and that a key that others may know or
// have put there is rejected.
func TestPagesKey(t *testing.T) {
	home := t.TempDir()
	w := open(t, home, nil)
	key := func(renew bool) []byte {
		t.Helper()
		key, err := w.PagesKey(renew)
		if err != nil || len(key) < 20 {
			t.Fatalf("the key is %q, %v", key, err)
		}
		return key
	}
	first := key(false)
	if again := key(false); !bytes.Equal(again, first) {
		t.Error("the key is not kept")
	}
	renewed := key(true)
	if bytes.Equal(renewed, first) || !bytes.Equal(key(false), renewed) {
		t.Error("a renewed key is another one, and kept")
	}
	path := filepath.Join(home, ".local/share/grundy/serve/key")
	elsewhere := filepath.Join(home, "elsewhere")
	if err := os.WriteFile(elsewhere, []byte("a key that somebody else knows"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func() error{
		"others read it":     func() error { return os.Chmod(path, 0o644) },
		"others write it":    func() error { return os.Chmod(path, 0o620) },
		"it is cut off":      func() error { return os.Truncate(path, 3) },
		"it leads elsewhere": func() error { return os.Symlink(elsewhere, path) },
		"it is somebody else's": func() error {
			if os.Geteuid() != 0 {
				return os.Chmod(path, 0o666)
			}
			return os.Chown(path, 1234, 1234)
		},
	} {
		before := key(false)
		if name == "it leads elsewhere" {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		after := key(false)
		if bytes.Equal(after, before) || bytes.Contains(after, []byte("somebody else")) {
			t.Errorf("%s, and it is taken", name)
		}
		if info, err := os.Lstat(path); err != nil || info.Mode() != 0o600 || !bytes.Equal(key(false), after) {
			t.Errorf("%s: no new one is kept: %v, %v", name, info, err)
		}
	}
	if err := os.Chmod(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if key, err := w.PagesKey(false); err == nil || key != nil {
		t.Errorf("where others write, the key %q is taken (%v)", key, err)
	}
}
