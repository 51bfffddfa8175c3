package statement_test

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"grundy/internal/statement"
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
