package generate

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReplaceIsAllOrNothing(t *testing.T) {
	before := map[string]string{"data/a": "old a", "data/c": "old c"}
	for _, test := range []struct {
		name  string
		write []string
		fails bool
		after map[string]string
	}{
		{"whole", []string{"data/a", "data/new/b"}, false, map[string]string{"data/a": "new a", "data/new/b": "new b"}},
		{"a file is missing", []string{"data/a", "data/new/b", "data/missing"}, true, before},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			staging := filepath.Join(dir, ".staging")
			tree(t, dir, before)
			tree(t, staging, map[string]string{"new/data/a": "new a", "new/data/new/b": "new b"})
			if err := Replace(dir, staging, test.write, []string{"data/c"}); (err != nil) != test.fails {
				t.Fatalf("error %v", err)
			}
			if err := os.RemoveAll(staging); err != nil {
				t.Fatal(err)
			}
			got := contents(t, dir)
			maps.DeleteFunc(got, func(name, _ string) bool { return name[len(name)-1] == '/' })
			if diff := cmp.Diff(test.after, got); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if _, err := os.Stat(filepath.Join(dir, "data/new")); test.fails && err == nil {
				t.Error("a folder is left")
			}
		})
	}
}
