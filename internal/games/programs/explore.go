package programs

import (
	"context"
	"io"
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
// it, many cells share one input; if the program fails on several, they run one by one. Events say what the build
// waits for. The error is a *job.CompileError if the program cannot be built.
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
		n := min(len(cells), size, grid.Most())
		if err := e.ask(ctx, cells[:n]); err != nil {
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

// ask runs some cells in one input, and fewer if that fails.
func (x *exploring) ask(ctx context.Context, cells []laboratory.Cell) error {
	input, err := x.grid.Input(cells)
	if err != nil {
		return err
	}
	output, fault, err := x.run(ctx, input)
	if err != nil {
		return err
	}
	answers, missing := x.grid.Answers(cells, output)
	if len(cells) > 1 && (fault != "" || missing != nil) {
		middle := len(cells) / 2
		if err := x.ask(ctx, cells[:middle]); err != nil {
			return err
		}
		return x.ask(ctx, cells[middle:])
	}
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
	return nil
}

// maxAnswers bounds how much of an output is read, in bytes.
const maxAnswers = 1 << 20

// run returns what the program prints, or says in a conversation, and its fault.
func (x *exploring) run(ctx context.Context, input string) (output, fault string, err error) {
	cell := job.MadeInput(problem.Case{Name: "cell"}, []byte(input))
	cell.Files = append(cell.Files, language.File{Name: ".ans", Data: []byte{}})
	explored, err := x.explorer.Explore(ctx, x.problem, job.Exploration{Program: x.program, Inputs: []job.Made{cell}, Most: maxAnswers},
		func(_ int, printed io.Reader) error {
			text, err := io.ReadAll(io.LimitReader(printed, maxAnswers))
			output = string(text)
			return err
		}, x.emit)
	if err != nil {
		return "", "", err
	}
	test := explored.Answers[0].Test
	for _, line := range play.Said(test.Transcript) {
		if !line.FromJudge {
			output += strings.TrimSuffix(line.Text, "\n") + "\n"
		}
	}
	fault, err = ended(test)
	return output, fault, err
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
