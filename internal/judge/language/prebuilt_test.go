package language_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"grundy/internal/judge/language"
)

// TestPrebuilt checks when the executable of the judge itself becomes a program instead of a compiled one.
func TestPrebuilt(t *testing.T) {
	const (
		absent = "go: {compile: no-such-go}"
		bash   = `go: {compile: "bash -c 'cp a.go {binary}'", version: bash --version, root: null, hello: null, prepare: `
		slow   = bash + "{command: bash -c false}}"
		ready  = bash + "null}"
	)
	known := source(map[string]string{"a.go": "package main\n\nfunc main() {}\n"})
	tool, reference, sanitized, chosen, other := known, known, known, known, source(map[string]string{"a.go": "package main\n\nfunc main() { }\n"})
	tool.Tool, reference.Reference, sanitized.Tool, sanitized.Sanitize, chosen.Language, other.Tool = true, true, true, true, "go", true
	two := source(map[string]string{"a.go": string(known.Files[0].Data), "b.go": "package main\n"})
	two.Tool = true
	for _, test := range []struct {
		name, row string
		source    language.Source
		want      bool
	}{
		{"no compiler", absent, tool, true},
		{"no compiler, a reference", absent, reference, true},
		{"no compiler, a solution", absent, known, true},
		{"no compiler, another source", absent, other, false},
		{"no compiler, another file beside it", absent, two, false},
		{"no compiler, a language that was chosen", absent, chosen, false},
		{"a compiler that prepares first", slow, tool, true},
		{"a compiler that prepares first, a reference", slow, reference, true},
		{"a compiler that prepares first, a solution", slow, known, false},
		{"a compiler that is ready", ready, tool, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := exec.LookPath("bash"); err != nil && test.row != absent {
				t.Skip("needs Bash")
			}
			builder := newBuilder(t, t.TempDir(), configure(t, test.row))
			builder.Prebuilt = func(text []byte) (string, bool) { return "this", string(text) == string(known.Files[0].Data) }
			b := &box{t: t}
			program, err := builder.Build(t.Context(), b, test.source, limits)
			if missing := (*language.MissingError)(nil); errors.As(err, &missing) && !test.want {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			args := program.Args(b, program.Mounts("program")[0], 0)
			if got := len(args) == 2 && args[1] == "this"; got != test.want {
				t.Errorf("the program is %q; prebuilt: want %v", args, test.want)
			}
			if !test.want {
				return
			}
			own, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			if size(t, args[0]) != size(t, own) {
				t.Errorf("%s is not a copy of %s", args[0], own)
			}
			if files, err := os.ReadDir(filepath.Dir(args[0])); err != nil || len(files) != 1 {
				t.Errorf("boxes see %v, %v; want the executable alone", files, err)
			}
		})
	}
}

func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
