package statement_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/statement"
)

const threeHints = "# Nim\n\n## Hint: what to try\n\nPlay $2$ heaps.\n\n```\n## Hint: no heading\n```\n\n## Hint: the *idea*\nParity.\n### In columns\nOf ones.\n\n" +
	"Hint: the proof\n---------------\n\nInduction.\n\n## Solution\n\nTake the exclusive or.\n"

func TestDivide(t *testing.T) {
	want := statement.Editorial{
		Hints: []statement.Hint{
			{Title: "what to try", Source: []byte("Play $2$ heaps.\n\n```\n## Hint: no heading\n```\n")},
			{Title: "the idea", Source: []byte("Parity.\n### In columns\nOf ones.\n")},
			{Title: "the proof", Source: []byte("Induction.\n")},
		},
		Solution: []byte("# Nim\n\n## Solution\n\nTake the exclusive or.\n"),
	}
	if diff := cmp.Diff(want, statement.Divide([]byte(threeHints), "md")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for _, source := range []string{"", "No hints.\n", "> ## Hint: quoted\n"} {
		got := statement.Divide([]byte(source), "md")
		if len(got.Hints) > 0 || len(got.Faults) > 0 || string(got.Solution) != source {
			t.Errorf("%q is divided into %+v", source, got)
		}
	}
	tex := "\\section*{Hint: none}\n"
	if got := statement.Divide([]byte(tex), "tex"); len(got.Hints) > 0 || string(got.Solution) != tex {
		t.Errorf("LaTeX is divided into %+v", got)
	}
}

// TestDivideKeepsWhatIsTooLong finds hints before the bound of the shown text, and loses nothing after it.
func TestDivideKeepsWhatIsTooLong(t *testing.T) {
	long := strings.Repeat("word ", 100_000)
	got := statement.Divide([]byte("## Hint: a\n\nTry.\n\n## Solution\n\n"+long), "md")
	if len(got.Hints) != 1 || strings.Count(string(got.Solution), "word") != 100_000 {
		t.Errorf("%d hints, %d words", len(got.Hints), strings.Count(string(got.Solution), "word"))
	}
}

func TestFaultsOfHints(t *testing.T) {
	const rest = "\n\n## Solution\n\nText.\n"
	for _, test := range []struct {
		name, source string
		line         int
		want         string // "" for no fault
	}{
		{"three hints", threeHints, 0, ""},
		{"other level", "### Hint: a\n\nTry." + rest, 1, `"### Hint: a" is not taken for a hint`},
		{"no colon", "## Hint 1\n\nTry." + rest, 1, `"## Hint 1" is not taken for a hint`},
		{"no title", "## Hint:\n\nTry." + rest, 1, `"## Hint:" is not taken for a hint`},
		{"small letter", "\n\n## hint: a\n\nTry." + rest, 3, `"## hint: a" is not taken for a hint`},
		{"plural", "## Hints\n\nTry." + rest, 1, `"## Hints" is not taken for a hint`},
		{"other words", "## Hinterland\n\nFar.\n\n## Hintsight\n", 0, ""},
		{"empty", "## Hint: a\n\n## Hint: b\n\nTry." + rest, 1, `the hint "a" is empty`},
		{"same title", "## Hint: a\n\nTry.\n\n## Hint: a\n\nTry." + rest, 5, `another hint is called "a", too`},
		{"after the solution", "Text.\n\n## Hint: a\n\nTry." + rest, 3, `the hint "a" comes after a part of the solution`},
		{"no solution", "## Hint: a\n\nTry.\n\nText.\n", 1, `no solution follows the hint "a"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			faults := statement.Divide([]byte(test.source), "md").Faults
			if test.want == "" {
				if len(faults) > 0 {
					t.Errorf("got %+v, want no fault", faults)
				}
				return
			}
			if len(faults) != 1 || faults[0].Line != test.line || faults[0].Message != test.want || faults[0].Help == "" {
				t.Errorf("got %+v, want line %d: %s", faults, test.line, test.want)
			}
		})
	}
}
