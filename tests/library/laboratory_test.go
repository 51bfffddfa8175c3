package library_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"grundy/internal/games/laboratory"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

// withoutLaboratory are the problems without a grid, with the reason.
var withoutLaboratory = map[string]string{
	"mousetrapduel": "nothing is answered: each round depends on where the mouse runs, and the number of moves is told",
	"spidershack":   "the only input is a length, and any of many paths is right",
	"spidersweb":    "nothing is answered: the web can always be saved",
}

// benches are the laboratories that make test tries, one of each family.
var benches = []string{"nim", "takeset", "knightsdiminished", "oddstones", "spidersonegap", "wallgame"}

// TestLaboratories checks that each cell of each grid is an input that the package's validator accepts, and that its
// model gives the answer in the grid. Of the held parameters it tries each value once, with the others at the values
// that a user meets first; and it tries all values of the last ones.
func TestLaboratories(t *testing.T) {
	tried := benches
	if suite.IsAll() {
		tried = packages(t)
	}
	var programs []string
	for _, id := range packages(t) {
		p := &problem.Problem{ID: id, Dir: filepath.Join(root, "problems", id)}
		_, err := laboratory.Read(p)
		switch why := withoutLaboratory[id]; {
		case why == "" && err != nil:
			t.Errorf("%s: %v", id, err)
		case why != "" && !errors.Is(err, laboratory.ErrNone):
			t.Errorf("%s has a laboratory, %v; the table says that %s", id, err, why)
		case why == "" && slices.Contains(tried, id):
			programs = append(programs, validatorOf(id), modelOf(id))
		}
	}
	if t.Failed() {
		t.FailNow()
	}
	batch := inBatch(t, programs...)
	for _, id := range tried {
		if withoutLaboratory[id] != "" {
			continue
		}
		t.Run(id, func(t *testing.T) {
			lab, err := laboratory.Read(&problem.Problem{ID: id, Dir: filepath.Join(root, "problems", id)})
			if err != nil {
				t.Fatal(err)
			}
			grids := 0
			for _, held := range lab.Choices() {
				if grids++; grids > 1 && !suite.IsAll() {
					break
				}
				grid, err := lab.Grid(held)
				if err != nil {
					t.Fatal(err)
				}
				tryGrid(t, grid, batch[validatorOf(id)], batch[modelOf(id)], slices.Contains(interactive, id))
			}
		})
	}
}

// interactive are the problems whose programs need an interactor: their cells are only validated here.
var interactive = []string{"compoundduel", "nimduel", "oddstonesduel", "spidersduel"}

func validatorOf(id string) string { return "problems/" + id + "/input_validators/validate.go" }

func modelOf(id string) string { return "problems/" + id + "/submissions/accepted/" + id + ".go" }

// tryGrid tries all cells, as many at once as possible.
func tryGrid(t *testing.T, grid *laboratory.Grid, validator, model batched, unanswered bool) {
	t.Helper()
	cells, err := grid.Cells()
	if err != nil || len(cells) == 0 {
		t.Fatalf("%v: %d cells, %v", grid.Held, len(cells), err)
	}
	seen := map[string]bool{}
	for some := range slices.Chunk(cells, min(grid.Most(), 100)) {
		input, err := grid.Input(some)
		if err != nil {
			t.Fatal(err)
		}
		if said := validator.run(t, input); said.exit != 42 {
			t.Fatalf("%s is no input:\n%s\n%v", grid.Place(some[0]), input, said)
		}
		if unanswered {
			continue
		}
		said := model.run(t, input)
		answers, err := grid.Answers(some, said.stdout)
		if err != nil || said.exit != 0 {
			t.Fatalf("%s: %v\n%v\ninput:\n%s", grid.Place(some[0]), err, said, input)
		}
		for i, answer := range answers {
			seen[answer] = true
			var n int
			if _, err := fmt.Sscanf(answer, "%d", &n); err != nil && grid.Called(answer) == answer && answer != "SL" && answer != "SW" {
				t.Fatalf("%s: nobody knows the answer %q", grid.Place(some[i]), answer)
			}
		}
	}
	if len(grid.Held) == 0 && len(seen) < 2 && !unanswered {
		t.Errorf("all answers are %v: there is nothing to see", seen)
	}
}
