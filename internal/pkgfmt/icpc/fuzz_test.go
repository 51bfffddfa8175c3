package icpc

import (
	"os"
	"path/filepath"
	"testing"

	"grundy/tests/suite"
)

// FuzzMetadata checks that no problem.yaml, whatever its bytes, makes the loader panic, and that the faults name places
// inside the file.
func FuzzMetadata(f *testing.F) {
	for _, seed := range []string{
		"", "name: Nim\n", "problem_format_version: 2025-09\nname: {en: a}\nlimits: {time_limit: 1e-6}\n", "a: &a [*a]\n", "? [a]\n: b\n",
		"limits: {memory: 99999999999999999999}\n", "type: !!str scoring\n", "--- |\n a\n--- >\n b\n", "\xff", "\uFEFFname: a\r\n", "<<: *x\n",
		"constants: {a: {value: .nan}}\n", "credits: {authors: []}\n", "validation: custom interactive score\nvalidator_flags: \"'\"\n",
	} {
		f.Add([]byte(seed))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(filepath.Join(dir, "problem.yaml"), text, 0o644); err != nil {
			t.Fatal(err)
		}
		p, faults := Load(dir)
		if p == nil || p.Data == nil {
			t.Fatal("no problem")
		}
		lines := 1
		for _, b := range text {
			if b == '\n' || b == '\r' {
				lines++
			}
		}
		for _, fault := range faults {
			if fault.Message == "" || fault.Line < 0 || fault.File == "problem.yaml" && fault.Line > lines {
				t.Errorf("fault %+v in a file of %d lines", fault, lines)
			}
		}
	})
}

// FuzzSettings does the same for the other files, whose readers share little with problem.yaml's.
func FuzzSettings(f *testing.F) {
	f.Add([]byte("args: [1e-6]\nmax_score: 5\n"))
	f.Add([]byte("accepted: {permitted: [AC], secret: {score: [1, 2]}}\n'{a': {}\n"))
	f.Add([]byte("on_reject: continue\ngrader_flags: min\nrange: 0 inf\n"))
	f.Add([]byte("static_validation: {score: 5}\nrequire_pass: [sample, secret/a]\n"))
	dirs := []string{f.TempDir(), f.TempDir()}
	for i, archive := range []string{complete2025 + yaml2025("type: scoring\n"), completeLegacy + yamlLegacy("type: scoring\n")} {
		suite.Unpack(f, dirs[i], archive)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for i, group := range []string{"test_group.yaml", "testdata.yaml"} {
			for _, name := range []string{"data/secret/" + group, "data/secret/1.yaml", "submissions/submissions.yaml", "domjudge-problem.ini"} {
				if err := os.WriteFile(filepath.Join(dirs[i], filepath.FromSlash(name)), text, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if p, _ := Load(dirs[i]); p == nil || len(p.Data.AllCases()) != 2 {
				t.Fatalf("got %v", p)
			}
		}
	})
}
