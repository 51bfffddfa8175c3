//go:build unix

package fsutil_test

import (
	"os"
	"path/filepath"
	"testing"

	"grundy/internal/base/fsutil"
)

// A file or directory that another user may write to or replace is not trusted. A missing one is judged by the
// directories above it.
func TestTrusted(t *testing.T) {
	const stranger = 54321
	for name, test := range map[string]struct {
		above, mode     os.FileMode // modes of the directory above and of the tested one
		owner           int         // owner of the tested one, 0 for this user
		trusted, closed bool
	}{
		"closed":                       {0o755, 0o755, 0, true, true},
		"open to all":                  {0o755, 0o777, 0, false, false},
		"open to all and sticky":       {0o755, 0o777 | os.ModeSticky, 0, false, false},
		"below one open to all":        {0o777, 0o755, 0, false, false},
		"below a sticky one":           {0o777 | os.ModeSticky, 0o755, 0, true, true},
		"a stranger's":                 {0o755, 0o755, stranger, false, true},
		"a stranger's in a sticky one": {0o777 | os.ModeSticky, 0o755, stranger, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			above := filepath.Join(t.TempDir(), "above")
			dir := filepath.Join(above, "dir")
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if test.owner != 0 && os.Lchown(dir, test.owner, test.owner) != nil {
				t.Skip("only root gives files away")
			}
			for path, mode := range map[string]os.FileMode{dir: test.mode, above: test.above} {
				if err := os.Chmod(path, mode); err != nil {
					t.Fatal(err)
				}
			}
			link := filepath.Join(t.TempDir(), "link")
			if err := os.Symlink(dir, link); err != nil {
				t.Fatal(err)
			}
			for _, path := range []string{dir, link, filepath.Join(dir, "not", "there")} {
				if err := fsutil.Trusted(path); (err == nil) != test.trusted {
					t.Errorf("Trusted(%s): %v", path, err)
				}
				if err := fsutil.ClosedToAll(path); (err == nil) != test.closed {
					t.Errorf("ClosedToAll(%s): %v", path, err)
				}
			}
		})
	}
}
