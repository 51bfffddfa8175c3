package library_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"grundy/internal/statement"
)

// TestHints checks that every problem has its four hints, in order and short enough to be read at a glance, and a
// solution after them.
func TestHints(t *testing.T) {
	const mostWords = 95 // a formula counts as one
	formula := regexp.MustCompile(`\$[^$]*\$`)
	for _, id := range packages(t) {
		text, err := os.ReadFile(filepath.Join(root, "problems", id, "solution", "solution.en.md"))
		if err != nil {
			t.Fatal(err)
		}
		editorial := statement.Divide(text, "md")
		var titles []string
		for _, hint := range editorial.Hints {
			titles = append(titles, hint.Title)
			if words := len(strings.Fields(formula.ReplaceAllString(string(hint.Source), "x"))); words < 20 || words > mostWords {
				t.Errorf("%s: the hint %q has %d words", id, hint.Title, words)
			}
		}
		if want := []string{"what to try", "the idea", "an example", "the proof"}; !slices.Equal(titles, want) {
			t.Errorf("%s has the hints %q, want %q", id, titles, want)
		}
		for _, fault := range editorial.Faults {
			t.Errorf("%s: line %d: %s", id, fault.Line, fault.Message)
		}
		if !strings.HasPrefix(string(editorial.Solution), "## ") || len(editorial.Solution) < 1000 {
			t.Errorf("%s: the solution begins with %.40q", id, editorial.Solution)
		}
	}
}
