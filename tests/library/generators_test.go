package library_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestGenerators demands of each generator the secret inputs and descriptions that ship, to the byte, and of its second
// run the same.
func TestGenerators(t *testing.T) {
	for _, problem := range packages(t) {
		t.Run(problem, func(t *testing.T) {
			t.Parallel()
			folder := "problems/" + problem
			want := generated(t, filepath.Join(root, folder, "data", "secret"))
			if len(want) == 0 {
				t.Fatal("no secret data")
			}
			generator := goProgram(t, folder+"/generators/generate.go")
			for range 2 {
				dir := t.TempDir()
				if done := generator.run(t, "", "-o", dir); done.exit != 0 {
					t.Fatal(done)
				}
				got := generated(t, dir)
				for _, name := range slices.Sorted(maps.Keys(want)) {
					if text, ok := got[name]; !ok {
						t.Errorf("%s is shipped, but not generated", name)
					} else if !bytes.Equal(text, want[name]) {
						t.Errorf("%s: the shipped file differs from the generated one", name)
					}
				}
				for _, name := range slices.Sorted(maps.Keys(got)) {
					if _, ok := want[name]; !ok {
						t.Errorf("%s is generated, but not shipped", name)
					}
				}
			}
		})
	}
}

// packages are the IDs of the problems that ship.
func packages(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "problems", "*", "problem.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no problems: %v", err)
	}
	var ids []string
	for _, file := range files {
		ids = append(ids, filepath.Base(filepath.Dir(file)))
	}
	return ids
}

// generated reads the files of a folder that a generator writes: inputs and descriptions. Answers are a solution's.
func generated(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, pattern := range []string{"*.in", "*.yaml"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			files[filepath.Base(file)] = text
		}
	}
	return files
}
