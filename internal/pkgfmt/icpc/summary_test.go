package icpc_test

import (
	"os"
	"path/filepath"
	"testing"

	"grundy/internal/pkgfmt/icpc"
)

// TestSummarize compares the summary of every package that ships with what loading the whole package tells.
func TestSummarize(t *testing.T) {
	root := filepath.Join("..", "..", "..", "problems")
	files, err := filepath.Glob(filepath.Join(root, "*", "problem.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no problems: %v", err)
	}
	for _, file := range files {
		id := filepath.Base(filepath.Dir(file))
		got, cases, ok := icpc.Summarize(os.DirFS(root), id)
		want, faults := icpc.Load(filepath.Dir(file))
		if !ok || len(faults) > 0 {
			t.Errorf("%s: summarized %v, faults %v", id, ok, faults)
			continue
		}
		if cases != len(want.Data.AllCases()) || got.Name() != want.Name() || got.UUID != want.UUID ||
			got.Difficulty() == 0 || got.Difficulty() != want.Difficulty() || got.Limits.Time != want.Limits.Time || got.Type != want.Type {
			t.Errorf("%s: %d cases, %+v\nwant %d, %+v", id, cases, got, len(want.Data.AllCases()), want)
		}
	}
}

func TestSummarizeLeavesTheRestToLoad(t *testing.T) {
	for name, text := range map[string]string{
		"legacy": "name: Old\n",
		"faulty": "problem_format_version: 2025-09\nname: [\n",
		"text":   "just text",
	} {
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, "p"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "p", "problem.yaml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, ok := icpc.Summarize(os.DirFS(dir), "p"); ok {
			t.Errorf("%s: summarized", name)
		}
	}
	if _, _, ok := icpc.Summarize(os.DirFS(t.TempDir()), "nothing"); ok {
		t.Error("a directory that is not there is summarized")
	}
}
