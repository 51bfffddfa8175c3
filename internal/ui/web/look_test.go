package web

import (
	"strings"
	"testing"

	"grundy/internal/games/laboratory"
)

// TestHeaded holds that what is wrong begins with a capital on a page, but for names.
func TestHeaded(t *testing.T) {
	for words, want := range map[string]string{
		"there is no such page": "There is no such page", "isn't so": "Isn't so", "problem.yaml:7: want a name": "problem.yaml:7: want a name",
		`"x": no move`: `"x": no move`, "nim: no tests": "nim: no tests", "λ is none": "λ is none", "": "",
		"grundy list shows the problems": "grundy list shows the problems", `c has no value "99"`: `c has no value "99"`, "a source may take 1 MiB": "A source may take 1 MiB",
	} {
		if got := sentenceCase(words); got != want {
			t.Errorf("%q becomes %q, want %q", words, got, want)
		}
	}
}

// TestLookOf holds that what is read aloud of a cell has the number in it that is seen there.
func TestLookOf(t *testing.T) {
	grid := &laboratory.Grid{Laboratory: &laboratory.Laboratory{Classes: []laboratory.Class{{Answer: "0", Name: "lost"}, {Answer: "-1", Name: "none"}}}}
	for answer, want := range map[string]look{
		"0":  {"0, lost", "0", "first"},
		"-1": {"-1, none", "-1", "second"},
		"3":  {"3", "3", "level-3"},
	} {
		if got := lookOf(grid, answer); got != want || !strings.Contains(got.Called, got.Sign) {
			t.Errorf("%s looks like %+v, want %+v", answer, got, want)
		}
	}
}
