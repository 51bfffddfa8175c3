package statement_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"grundy/internal/statement"
	"grundy/internal/statement/formula"
	"grundy/problems"
)

// TestFormulasOfTheLibrary keeps every formula of the library's statements and solutions in a file for review: its
// source, and below it the output in a terminal of 80 columns. Source on several lines is written on one.
func TestFormulasOfTheLibrary(t *testing.T) {
	texts, err := fs.Glob(problems.Library, "*/*/*.md")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range texts {
		source, err := fs.ReadFile(problems.Library, name)
		if err != nil {
			t.Fatal(err)
		}
		formulas, leftovers := statement.FormulasOf(source)
		if len(leftovers) > 0 {
			t.Errorf("%s: dollars that belong to no formula: %q", name, leftovers)
		}
		fmt.Fprintln(&all, path.Dir(name))
		for i, formula := range formulas {
			if slices.Contains(formulas[:i], formula) {
				continue
			}
			shown, err := statement.Render([]byte(formula), "md", statement.Options{})
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&all, "  %s\n", formula)
			for line := range strings.Lines(shown) {
				fmt.Fprintf(&all, "      %s", line)
			}
		}
		fmt.Fprintln(&all)
	}
	golden(t, "formulas", all.String())
}

// TestFormulasReadAhead: the library's formulas are read already, so that showing its problems starts no program.
func TestFormulasReadAhead(t *testing.T) {
	var texts []string
	for _, of := range []string{"*/*/*.md", "course/*.md"} {
		found, err := fs.Glob(problems.Library, of)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, found...)
	}
	var sources []formula.Source
	for _, name := range texts {
		source, err := fs.ReadFile(problems.Library, name)
		if err != nil {
			t.Fatal(err)
		}
		of, err := statement.SourcesOf(source, "md", nil) // they have no constants
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, of...)
	}
	want := formula.Ahead(sources)
	const file = "formula/library.txt"
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s has not what the statements of the library have: -update writes it anew", file)
	}
}
