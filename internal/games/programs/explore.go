package programs

import (
	"context"
	"io"
	"slices"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/games/laboratory"
	"grundy/internal/games/play"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Explored is a program's answer in a cell of a laboratory.
type Explored struct {
	laboratory.Cell
	Answer string
	// Fault says why there is no answer or, in an interactive game, why the program lost in spite of it; "" on
	// success.
	Fault string
}

// The number of cells in one job starts small, so that the first answers appear soon, and grows from then on.
const (
	firstCells = 16
	mostCells  = 256
)

// Explorer runs programs on inputs; job.Client is one.
type Explorer interface {
	Explore(ctx context.Context, p *problem.Problem, j job.Exploration, save job.Save, emit func(event.Event)) (job.Explored, error)
}

// Explore runs a program on all cells of a grid and reports each answer as soon as it is known. If the problem allows
// it, many cells share one input; where the program fails, the cells are divided. Events say what the build waits for. The error is a *job.CompileError if the program cannot be built.
func Explore(
	ctx context.Context, explorer Explorer, p *problem.Problem, grid *laboratory.Grid, program job.Judgement, tell func([]Explored),
	emit func(event.Event),
) error {
	cells, err := grid.Cells()
	if err != nil {
		return err
	}
	return ExploreCells(ctx, explorer, p, grid, cells, program, tell, emit)
}

// ExploreCells is Explore for some cells of a grid.
func ExploreCells(
	ctx context.Context, explorer Explorer, p *problem.Problem, grid *laboratory.Grid, cells []laboratory.Cell, program job.Judgement,
	tell func([]Explored), emit func(event.Event),
) error {
	e := exploring{explorer: explorer, problem: job.WithoutData(p), grid: grid, program: program, tell: tell, emit: emit}
	for size := firstCells; len(cells) > 0; size = min(2*size, mostCells) {
		n := min(len(cells), size)
		if err := e.ask(ctx, slices.Collect(slices.Chunk(cells[:n], grid.Most()))); err != nil {
			return err
		}
		cells = cells[n:]
	}
	return nil
}

// ModelOf is the program whose answers in a laboratory count as correct.
func ModelOf(p *problem.Problem) (job.Judgement, error) {
	model := p.Model("")
	if model == nil {
		return job.Judgement{}, hint.Errorf("put a correct solution into submissions/accepted", "%s: no answers are known: the package has no accepted submission", p.ID)
	}
	return job.ReadReference(p, model)
}

// exploring runs the program on cells.
type exploring struct {
	explorer Explorer
	problem  *problem.Problem
	grid     *laboratory.Grid
	program  job.Judgement
	tell     func([]Explored)
	emit     func(event.Event)
}

// ask runs each group of cells in one input. It halves the groups on which the program fails, to find the few cells that are at
// fault; if it fails on all of several groups, each cell gets an input of its own.
func (x *exploring) ask(ctx context.Context, groups [][]laboratory.Cell) error {
	for len(groups) > 0 {
		ran, err := x.run(ctx, groups)
		if err != nil {
			return err
		}
		var failed [][]laboratory.Cell
		for i, cells := range groups {
			answers, missing := x.grid.Answers(cells, ran[i].output)
			if len(cells) > 1 && (ran[i].fault != "" || missing != nil) {
				failed = append(failed, cells)
				continue
			}
			x.tellOf(cells, answers, ran[i].fault, missing)
		}
		parts := 2
		if len(groups) > 1 && len(failed) == len(groups) {
			parts = mostCells
		}
		groups = nil
		for _, cells := range failed {
			groups = slices.AppendSeq(groups, slices.Chunk(cells, (len(cells)+parts-1)/parts))
		}
	}
	return nil
}

// tellOf reports the answers in some cells, or the fault or what is missing in a single one.
func (x *exploring) tellOf(cells []laboratory.Cell, answers []string, fault string, missing error) {
	told := make([]Explored, len(cells))
	for i, cell := range cells {
		told[i] = Explored{Cell: cell, Fault: fault}
		switch {
		case missing == nil:
			told[i].Answer = answers[i]
		case fault == "":
			told[i].Fault = missing.Error()
		}
	}
	x.tell(told)
}

// maxAnswers bounds how much of an output is read, in bytes.
const maxAnswers = 1 << 20

// ranOn is what a program prints on an input, or says in a conversation, and its fault.
type ranOn struct{ output, fault string }

// run runs the program on the input of each group of cells.
func (x *exploring) run(ctx context.Context, groups [][]laboratory.Cell) ([]ranOn, error) {
	var inputs []job.Made
	for _, cells := range groups {
		input, err := x.grid.Input(cells)
		if err != nil {
			return nil, err
		}
		cell := job.MadeInput(problem.Case{Name: "cell"}, []byte(input))
		cell.Files = append(cell.Files, language.File{Name: ".ans", Data: []byte{}})
		inputs = append(inputs, cell)
	}
	ran := make([]ranOn, len(inputs))
	explored, err := x.explorer.Explore(ctx, x.problem, job.Exploration{Program: x.program, Inputs: inputs, Most: maxAnswers},
		func(i int, printed io.Reader) error {
			text, err := io.ReadAll(io.LimitReader(printed, maxAnswers))
			ran[i].output = string(text)
			return err
		}, x.emit)
	if err != nil {
		return nil, err
	}
	for i := range ran {
		test := explored.Answers[i].Test
		for _, line := range play.Said(test.Transcript) {
			if !line.FromJudge {
				ran[i].output += strings.TrimSuffix(line.Text, "\n") + "\n"
			}
		}
		if ran[i].fault, err = ended(test); err != nil {
			return nil, err
		}
	}
	return ran, nil
}

// ended returns why a program failed, "" if it did not.
func ended(test event.Test) (fault string, err error) {
	switch {
	case test.Verdict == verdict.AC:
		return "", nil
	case test.Verdict == verdict.JE:
		return "", &workspace.JudgeError{Err: &job.JudgeError{Test: test}}
	case test.Reason == "":
		return test.Verdict.String(), nil
	}
	return test.Verdict.String() + ", " + test.Reason, nil
}
