package changeset

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzRecover plants arbitrary plans of an interrupted change, since a plan may come with a package: nothing
// outside of the package is touched.
func FuzzRecover(f *testing.F) {
	f.Add("plan", []byte(`{"files":[{"name":"../outside","remove":true}],"folders":["../"]}`))
	f.Add("undo", []byte(`{"files":[{"name":"link/outside","remove":true,"old":{"size":4}},{"name":"problem.yaml"}]}`))
	f.Add("done", []byte("null"))
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		dir := t.TempDir()
		outside, p := filepath.Join(dir, "outside"), filepath.Join(dir, "package")
		if name != filepath.Base(name) || name == "." || name == ".." {
			return
		}
		place := filepath.Join(p, folder)
		if err := os.MkdirAll(place, 0o755); err != nil {
			t.Fatal(err)
		}
		if os.WriteFile(filepath.Join(place, name), text, 0o644) != nil {
			return // not a file name
		}
		if err := os.WriteFile(outside, []byte("kept"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("..", filepath.Join(p, "link")); err != nil {
			t.Skip(err)
		}
		_, _ = Recover(p)
		if kept, err := os.ReadFile(outside); err != nil || string(kept) != "kept" {
			t.Errorf("the file beside the package holds %q, %v", kept, err)
		}
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != 2 {
			t.Errorf("beside the package lie %v, %v", entries, err)
		}
	})
}
