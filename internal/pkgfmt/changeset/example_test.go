package changeset_test

import (
	"fmt"
	"os"
	"path/filepath"

	"grundy/internal/base/fsutil"
	"grundy/internal/pkgfmt/changeset"
)

// A package gets a new test case and loses another one, or stays as it is.
func ExampleBegin() {
	dir, err := os.MkdirTemp("", "grundy-example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "2.in"), nil, 0o600); err != nil {
		fmt.Println(err)
		return
	}
	change, err := changeset.Begin(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer change.Close()
	err = change.Write("1.in", 0o644, fsutil.Text([]byte("5\n")))
	change.Remove("2.in")
	before, _ := filepath.Glob(filepath.Join(dir, "*.in"))
	if err == nil {
		err = change.Commit()
	}
	after, _ := filepath.Glob(filepath.Join(dir, "*.in"))
	fmt.Println(filepath.Base(before[0]), filepath.Base(after[0]), err)
	// Output: 2.in 1.in <nil>
}
