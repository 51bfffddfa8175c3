package practice

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

// Explored is what a program says of a cell of a laboratory.
type Explored struct {
	laboratory.Cell
	Answer string
	// Fault says why there is no answer, or, in a game that is played, why the program lost in spite of it; "" when all is well.
	Fault string
}

// The cells that are asked about at once: some at first, so that they can soon be seen, and ever more from then on.
const (
	firstCells = 16
	mostCells  = 256
)

// Explorer has programs answer inputs; job.Client is one.
type Explorer interface {
	Explore(ctx context.Context, p *problem.Problem, j job.Exploration, save job.Save, emit func(event.Event)) (job.Explored, error)
}

// Explore has a program answer all cells of a grid, and tells of them as they are known: many in one input where the problem allows
// that, and one by one where the program fails on several. Events tell what its build waits for. The error is a *job.CompileError where
// the program cannot be built.
func Explore(
	ctx context.Context, explorer Explorer, p *problem.Problem, grid *laboratory.Grid, program job.Judgement, tell func([]Explored),
	emit func(event.Event),
) error {
	cells, err := grid.Cells()
	if err != nil {
		return err
	}
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

// ModelOf is the program whose answers in a laboratory are taken for right.
func ModelOf(p *problem.Problem) (job.Judgement, error) {
	model := p.Model("")
	if model == nil {
		return job.Judgement{}, hint.Errorf("put a right solution into submissions/accepted", "%s: nobody knows the answers: the package has no accepted submission", p.ID)
	}
	return job.ReadSubmission(p, model)
}

// exploring asks about cells.
type exploring struct {
	explorer Explorer
	problem  *problem.Problem
	grid     *laboratory.Grid
	program  job.Judgement
	tell     func([]Explored)
	emit     func(event.Event)
}

// ask asks about some cells at once, and about fewer where that fails.
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

// maxAnswers bounds, in bytes, what is read of an output.
const maxAnswers = 1 << 20

// run gives what the program prints, or says in a conversation, and what was wrong with it.
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

// ended says why a program did not end well, "" when it did.
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
