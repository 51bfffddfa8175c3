package scaffold_test

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"grundy/internal/author/scaffold"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
)

// every lists a package of each kind, in each language, with and without scores, in both versions.
func every() iter.Seq2[string, scaffold.Package] {
	return func(yield func(string, scaffold.Package) bool) {
		for _, kind := range []scaffold.Kind{scaffold.Comparison, scaffold.Checker, scaffold.Interactor} {
			for _, language := range []scaffold.Language{scaffold.Go, scaffold.Python, scaffold.Cpp} {
				for choice := range 4 {
					p := scaffold.Package{
						ID: "takeaway", Title: `Take: "Away"`, UUID: scaffold.NewUUID(), Kind: kind, Language: language,
						Visualizer: language != scaffold.Go, Scoring: choice&1 != 0, Legacy: choice&2 != 0,
					}
					if !yield(fmt.Sprintf("%s %s, scoring %v, legacy %v", kind, language, p.Scoring, p.Legacy), p) {
						return
					}
				}
			}
		}
	}
}

func TestPackagesAreComplete(t *testing.T) {
	for name, written := range every() {
		dir := filepath.Join(t.TempDir(), "takeaway")
		if err := scaffold.Write(dir, written); err != nil {
			t.Fatal(err)
		}
		err := filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := os.ReadFile(file)
			if strings.Contains(file+string(text), "{{") {
				t.Errorf("%s: %s has something to fill in", name, file)
			}
			if path.Ext(file) == ".go" && written.Language != scaffold.Go || path.Ext(file) == ".cpp" && written.Language != scaffold.Cpp {
				t.Errorf("%s: %s is in another language", name, file)
			}
			if formatted, err := format.Source(text); path.Ext(file) == ".go" && (err != nil || !bytes.Equal(formatted, text)) {
				t.Errorf("%s: %s is not formatted: %v", name, file, err)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		p, faults := icpc.Load(dir)
		for _, fault := range faults {
			if !strings.HasPrefix(fault.File, "data") { // data is to be generated
				t.Errorf("%s: %s", name, fault)
			}
		}
		if drawn := p.InputVisualizer != nil; drawn != written.Visualizer {
			t.Errorf("%s: has a visualizer: %v, want %v", name, drawn, written.Visualizer)
		}
		if p.Names["en"] != written.Title || p.UUID != written.UUID {
			t.Errorf("%s: name %q, UUID %q", name, p.Names["en"], p.UUID)
		}
		if p.Type.Scoring != written.Scoring || (p.Format == problem.Legacy) != written.Legacy {
			t.Errorf("%s: scoring %v, format %v", name, p.Type.Scoring, p.Format)
		}
		rules, faults := generators.Read(p)
		if len(faults) > 0 || len(rules.Cases) < 4 {
			t.Errorf("%s: %s: %d cases, %v", name, generators.File, len(rules.Cases), faults)
		}
		if hasGroups := len(rules.Groups) > 1; hasGroups != written.Scoring {
			t.Errorf("%s: %d groups", name, len(rules.Groups))
		}
	}
}

// TestProgramsImportNothingOfTheirFolder: Python looks for a module beside the program first. A generator
// random.py with "import random" imports itself, unless something has imported the real module before.
func TestProgramsImportNothingOfTheirFolder(t *testing.T) {
	imports := regexp.MustCompile(`(?m)^(?:import|from) (\w+)`)
	for _, kind := range []scaffold.Kind{scaffold.Comparison, scaffold.Checker, scaffold.Interactor} {
		dir := filepath.Join(t.TempDir(), "takeaway")
		if err := scaffold.Write(dir, scaffold.Package{ID: "takeaway", Title: "X", Kind: kind, Language: scaffold.Python}); err != nil {
			t.Fatal(err)
		}
		programs, err := filepath.Glob(filepath.Join(dir, "*", "*.py"))
		if err != nil || len(programs) == 0 {
			t.Fatalf("%s: no programs, %v", kind, err)
		}
		for _, program := range programs {
			text, err := os.ReadFile(program)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range imports.FindAllStringSubmatch(string(text), -1) {
				if _, err := os.Stat(filepath.Join(filepath.Dir(program), found[1]+".py")); err == nil {
					t.Errorf("%s: %s imports %s, which is a file beside it", kind, program, found[1])
				}
			}
		}
	}
}

func TestNothingIsOverwritten(t *testing.T) {
	dir := t.TempDir()
	if err := scaffold.Write(dir, scaffold.Package{ID: "x", Title: "X", Kind: scaffold.Comparison, Language: scaffold.Go}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v, want %v", err, fs.ErrExist)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > 0 {
		t.Errorf("the directory holds %v, %v", entries, err)
	}
}

func TestUUIDsAreRandomAndMarkedSo(t *testing.T) {
	first, second := scaffold.NewUUID(), scaffold.NewUUID()
	if !regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(first) || first == second {
		t.Errorf("got %s, %s", first, second)
	}
}
