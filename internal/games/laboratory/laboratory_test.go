package laboratory

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"grundy/internal/games"
	"grundy/internal/pkgfmt/problem"
)

// describedBy is a problem with a description.
func describedBy(t *testing.T, text string) *problem.Problem {
	t.Helper()
	p := &problem.Problem{ID: "game", Dir: t.TempDir()}
	path := filepath.Join(p.Dir, filepath.FromSlash(games.GridFile))
	if err := errors.Join(os.Mkdir(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
	return p
}

func gridOf(t *testing.T, text string, held map[string]string) (*Grid, []Cell) {
	t.Helper()
	lab, err := Read(describedBy(t, text))
	if err != nil {
		t.Fatal(err)
	}
	grid, err := lab.Grid(held)
	if err != nil {
		t.Fatal(err)
	}
	cells, err := grid.Cells()
	if err != nil {
		t.Fatal(err)
	}
	return grid, cells
}

// nimOf is a game of two heaps; an input holds several positions.
const nimOf = `axes:
  - {name: a, from: 0, to: 3}
  - {name: b, from: 1, to: 2}
  - {name: play, about: who wins, of: [normal, misere], start: misere}
input: ["{cells} {play}"]
cell: ["2", "{a} {b}"]
where: a <= b
answers: {SECOND: lost, FIRST: won}
`

func TestGrid(t *testing.T) {
	grid, cells := gridOf(t, nimOf, nil)
	var places []string
	for _, cell := range cells {
		places = append(places, grid.Place(cell))
	}
	want := []string{
		"a = 0, b = 1, play = misere", "a = 1, b = 1, play = misere",
		"a = 0, b = 2, play = misere", "a = 1, b = 2, play = misere", "a = 2, b = 2, play = misere",
	}
	if !slices.Equal(places, want) || cells[2].Index != 4 {
		t.Errorf("cells %q, of which the third has index %d; want %q and 4", places, cells[2].Index, want)
	}
	input, err := grid.Input(cells[1:3])
	if want := "2 misere\n2\n1 1\n2\n0 2\n"; err != nil || input != want {
		t.Errorf("input %q, %v; want %q", input, err, want)
	}
	answers, err := grid.Answers(cells[1:3], "SECOND\nFIRST 1 0\n")
	if err != nil || !slices.Equal(answers, []string{"SECOND", "FIRST"}) {
		t.Errorf("answers %q, %v", answers, err)
	}
	if _, err := grid.Answers(cells[1:3], "SECOND\n"); err == nil || err.Error() != "the output has 1 lines, and none with number 2" {
		t.Errorf("of too short an output: %v", err)
	}
	for _, held := range []map[string]string{{"play": "other"}, {"a": "1"}} {
		if _, err := grid.Laboratory.Grid(held); err == nil {
			t.Errorf("%v can be held", held)
		}
	}
}

func TestClaim(t *testing.T) {
	grid, cells := gridOf(t, nimOf, map[string]string{"play": "normal"})
	even := cells[1] // a = 1, b = 1
	for text, want := range map[string]Prediction{
		"a == b":                  {Answer: "SECOND"},
		"a != b":                  {Answer: "SECOND", Not: true},
		"won when a != b":         {Answer: "FIRST", Not: true},
		"a == b ? lost : won":     {Answer: "SECOND"},
		"a xor b":                 {Answer: "0"},
		"play == 'misere' ? 1: 2": {Answer: "2"},
	} {
		claim, err := grid.Claim(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, err := claim.Predict(even); err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"draw when a == b": `column 1: no answer is called "draw"`,
		"lost when a":      "column 11: want a condition after when, got a number",
		"lost when":        "column 10: want a number, a name or a bracket before the end",
		"when a":           `column 1: want a number, a name or a bracket before "when"`,
	} {
		if _, err := grid.Claim(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if p := (Prediction{Answer: "SECOND", Not: true}); p.Holds("SECOND") || !p.Holds("FIRST") {
		t.Errorf("%+v holds for SECOND, or not for FIRST", p)
	}
}

func TestLayout(t *testing.T) {
	grid, cells := gridOf(t, `axes:
  - {name: n, from: 4, to: 4}
  - {name: list, of: ["1 3"]}
cell:
  - head: "{n} {lines}"
    lines:
      - for: s
        in: list
        lines:
          - {for: v, from: s + 1, to: n, lines: ["{v} {v - s}"]}
  - when: n > 9
    lines: ["large"]
  - "{'ab' * 2}{n in {4, 5} ? '!' : '?'}"
answer: {line: n, word: count(list)}
`, nil)
	input, err := grid.Input(cells)
	if want := "4 4\n2 1\n3 2\n4 3\n4 1\nabab!\n"; err != nil || input != want {
		t.Errorf("input %q, %v; want %q", input, err, want)
	}
	if answers, err := grid.Answers(cells, "\n\n\na b c\n"); err != nil || !slices.Equal(answers, []string{"b"}) {
		t.Errorf("answers %q, %v; want the second word of the fourth line", answers, err)
	}
	// A loop that writes nothing is bounded, too.
	grid, cells = gridOf(t, `axes: [{name: n, from: 1, to: 1}]
cell: [{for: i, from: 0, to: 10 ** 12, lines: [{when: i < 0, lines: ["x"]}]}]
`, nil)
	if _, err := grid.Input(cells); err == nil || !strings.Contains(err.Error(), "more than 100000 steps") {
		t.Errorf("an endless input: %v", err)
	}
}

func TestReadFaults(t *testing.T) {
	for text, want := range map[string]string{
		"cell: [x]\n":                                                      "axes is missing",
		"axes: []\ncell: [x]\n":                                            "want at least one axis",
		"axes: [{name: n, to: 3}]\n":                                       "cell is missing",
		"axes: [{name: n m, to: 3}]\n":                                     `want one word of letters, got "n m"`,
		"axes: [{name: max, to: 3}]\n":                                     `"max" means something else`,
		"axes: [{name: n}]\n":                                              "want from 1 to 64 values",
		"axes: [{name: n, to: 3, start: 4}]\n":                             `n has no value "4"`,
		"axes: [{name: n, to: 100}]\n":                                     "want from 1 to 64 values",
		"axes: [{name: n, to: 40}, {name: m, to: 40}]\ncell: [x]\n":        "more than 1024 cells",
		"axes: [{name: n, to: 3}]\ncell: [\"{n + m}\"]\n":                  `"n + m", column 5: there is no "m" here`,
		"axes: [{name: n, to: 3}]\ncell: [\"{n\"]\n":                       "want } at the end",
		"axes: [{name: n, to: 3}]\ninput: [\"{n}\"]\n":                     `there is no "n" here`,
		"axes: [{name: n, to: 3}]\ncell: [x]\nwhere: n + 1\n":              "want true or false, this is a number",
		"axes: [{name: n, to: 3}]\ncell: [{for: i, lines: [x]}]\n":         "want from and to, or in, beside for",
		"axes: [{name: n, to: 3}]\ncell: [{from: 1, to: 2, lines: [x]}]\n": "for is missing",
		"axes: [{name: n, to: 3}]\ncell: [{when: n > 1}]\n":                "lines is missing",
		"axes: [{name: n, to: 3}]\ncell: [x]\nanswers: {SECOND: n}\n":      `means nothing else, got "n"`,
		"axes: [{name: n, to: 3}]\ncell: [x]\nanswer: {lines: 3}\n":        "answer.lines",
		"axes: [{name: n, to: 3}]\ncells: [x]\ncell: [x]\n":                "unknown key cells",
	} {
		_, err := Read(describedBy(t, text))
		switch {
		case err == nil:
			t.Errorf("%q is taken", text)
		case !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "laboratory.yaml:"):
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := Read(&problem.Problem{ID: "game", Dir: t.TempDir()}); !errors.Is(err, ErrNone) {
		t.Errorf("without a description: %v, want ErrNone", err)
	}
}

// TestPeriod checks that the period of a periodic sequence is found, and that a period found is one.
func TestPeriod(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.SliceOfN(rapid.SampledFrom([]string{"0", "1", "2"}), 1, 6)
		before := rapid.SliceOfN(rapid.SampledFrom([]string{"0", "1", "2"}), 0, 6).Draw(t, "before")
		cycle := letters.Draw(t, "cycle")
		repeats := rapid.IntRange(3, 6).Draw(t, "repeats")
		row := slices.Concat(before, slices.Repeat(cycle, repeats))
		found, ok := PeriodOf(row)
		if 2*len(cycle)*repeats < len(row) {
			return // the repeating part is too short
		}
		if !ok || found.Length > len(cycle) || found.Length == len(cycle) && found.Before > len(before) {
			t.Fatalf("%v repeats itself by %d from %d on; found %+v, %v", row, len(cycle), len(before), found, ok)
		}
		for i := found.Before; i+found.Length < len(row); i++ {
			if row[i] != row[i+found.Length] {
				t.Fatalf("%v does not repeat itself by %+v", row, found)
			}
		}
		if i := found.Before - 1; i >= 0 && row[i] == row[i+found.Length] {
			t.Fatalf("%v repeats itself before %+v, too", row, found)
		}
	})
	if found, ok := PeriodOf([]string{"0", "1", "2", "3", "4", "5", "6"}); ok {
		t.Errorf("0 1 2 3 4 5 6 repeats itself by %+v", found)
	}
}
