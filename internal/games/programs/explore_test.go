package programs

import (
	"context"
	"slices"
	"strings"
	"testing"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/games/laboratory"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// answering stands for a program: it returns what it prints for the cases of an input, and whether it ends well.
type answering struct {
	answer func(cases []string) (output string, endsWell bool)
	runs   int
}

func (a *answering) Explore(_ context.Context, _ *problem.Problem, j job.Exploration, save job.Save, _ func(event.Event)) (job.Explored, error) {
	var explored job.Explored
	for i, input := range j.Inputs {
		a.runs++
		lines := strings.Split(strings.TrimSpace(string(input.Files[0].Data)), "\n")
		output, endsWell := a.answer(lines[1:])
		test := event.Test{Verdict: verdict.AC}
		if !endsWell {
			test = event.Test{Verdict: verdict.RTE, Reason: "exit code 1"}
		}
		explored.Answers = append(explored.Answers, job.Answered{Test: test})
		if err := save(i, strings.NewReader(output)); err != nil {
			return explored, err
		}
	}
	return explored, nil
}

// TestExploreDivides holds how many runs it takes to answer all cells of a grid: few if few cells are at fault, and little more than
// one a cell if all are.
func TestExploreDivides(t *testing.T) {
	p := &problem.Problem{ID: "bash", Dir: "../../../problems/bash"}
	lab, err := laboratory.Read(p)
	if err != nil {
		t.Fatal(err)
	}
	grid, err := lab.Grid(nil)
	if err != nil {
		t.Fatal(err)
	}
	cells, err := grid.Cells()
	if err != nil {
		t.Fatal(err)
	}
	each := func(cases []string) string { return strings.Repeat("FIRST\n", len(cases)) }
	for name, test := range map[string]struct {
		answer       func(cases []string) (string, bool)
		faults, most int
	}{
		"right": {func(cases []string) (string, bool) { return each(cases), true }, 0, 6},
		"one cell": {func(cases []string) (string, bool) {
			return each(cases), !slices.Contains(cases, "7 3")
		}, 1, 30},
		"one answer":   {func([]string) (string, bool) { return "FIRST\n", true }, 0, len(cells) + 20},
		"no answer":    {func([]string) (string, bool) { return "", true }, len(cells), len(cells) + 20},
		"always fails": {func(cases []string) (string, bool) { return each(cases), false }, len(cells), len(cells) + 20},
	} {
		t.Run(name, func(t *testing.T) {
			program := &answering{answer: test.answer}
			told, faults := map[int]bool{}, 0
			err := Explore(t.Context(), program, p, grid, job.Judgement{}, func(some []Explored) {
				for _, e := range some {
					told[e.Index] = true
					if e.Fault != "" {
						faults++
					}
				}
			}, nil)
			if err != nil || len(told) != len(cells) || faults != test.faults || program.runs > test.most {
				t.Errorf("%d of %d cells, %d faults, want %d, %d runs, at most %d wanted: %v", len(told), len(cells), faults, test.faults, program.runs, test.most, err)
			}
		})
	}
}
