package games

import (
	"strings"
	"testing"

	"grundy/internal/games/laboratory"
)

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
