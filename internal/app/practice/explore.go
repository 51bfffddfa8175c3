package practice

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/games/laboratory"
	"grundy/internal/games/play"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/runner"
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

// Explore has a program answer all cells of a grid, and tells of them as they are known: many in one input where the problem allows
// that, and one by one where the program fails on several. The error is a *job.CompileError where the program cannot be built.
func Explore(
	ctx context.Context, w *workspace.Workspace, judge *runner.Judge, p *problem.Problem, grid *laboratory.Grid, program job.Judgement,
	tell func([]Explored),
) error {
	cells, err := grid.Cells()
	if err != nil {
		return err
	}
	submission, compiled, err := judge.Submission(ctx, p, program)
	switch {
	case err != nil:
		return err
	case submission == nil:
		return &job.CompileError{Solution: program.Name, Compile: compiled}
	}
	scratch, err := w.Scratch()
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp(scratch, "laboratory-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	return judge.Lend(ctx, func(worker *runner.Worker) error {
		b := bench{worker: worker, problem: p, grid: grid, submission: submission, folder: folder, tell: tell}
		for size := firstCells; len(cells) > 0; size = min(2*size, mostCells) {
			n := min(len(cells), size, grid.Most())
			if err := b.ask(ctx, cells[:n]); err != nil {
				return err
			}
			cells = cells[n:]
		}
		return nil
	})
}

// ModelOf is the program whose answers in a laboratory are taken for right.
func ModelOf(p *problem.Problem) (job.Judgement, error) {
	model := p.Model("")
	if model == nil {
		return job.Judgement{}, hint.Errorf("put a right solution into submissions/accepted", "%s: nobody knows the answers: the package has no accepted submission", p.ID)
	}
	return job.ReadSubmission(p, model)
}

// bench is where cells are asked about.
type bench struct {
	worker     *runner.Worker
	problem    *problem.Problem
	grid       *laboratory.Grid
	submission *runner.Submission
	folder     string
	tell       func([]Explored)
}

// ask asks about some cells at once, and about fewer where that fails.
func (b *bench) ask(ctx context.Context, cells []laboratory.Cell) error {
	input, err := b.grid.Input(cells)
	if err != nil {
		return err
	}
	output, fault, err := b.run(ctx, input)
	if err != nil {
		return err
	}
	answers, missing := b.grid.Answers(cells, output)
	if len(cells) > 1 && (fault != "" || missing != nil) {
		middle := len(cells) / 2
		if err := b.ask(ctx, cells[:middle]); err != nil {
			return err
		}
		return b.ask(ctx, cells[middle:])
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
	b.tell(told)
	return nil
}

// maxAnswers bounds, in bytes, what is read of an output.
const maxAnswers = 1 << 20

// run gives what the program prints, or says in a conversation, and what was wrong with it.
func (b *bench) run(ctx context.Context, input string) (output, fault string, err error) {
	tc := problem.Case{Name: "cell", Input: filepath.Join(b.folder, "cell.in"), Answer: filepath.Join(b.folder, "cell.ans")}
	if err := errors.Join(os.WriteFile(tc.Input, []byte(input), 0o644), os.WriteFile(tc.Answer, nil, 0o644)); err != nil {
		return "", "", err
	}
	if b.problem.Type.Interactive {
		test, err := b.worker.Try(ctx, b.submission, &tc)
		if err != nil {
			return "", "", err
		}
		for _, line := range play.Said(test.Transcript) {
			if !line.FromJudge {
				output += strings.TrimSuffix(line.Text, "\n") + "\n"
			}
		}
		fault, err = ended(test)
		return output, fault, err
	}
	printed, err := fsutil.Fresh(filepath.Join(b.folder, "cell.out"))
	if err != nil {
		return "", "", err
	}
	defer printed.Close()
	test, err := b.worker.Answer(ctx, b.submission, &tc, printed)
	if err != nil {
		return "", "", err
	}
	text, err := io.ReadAll(io.NewSectionReader(printed, 0, maxAnswers))
	if err != nil {
		return "", "", err
	}
	fault, err = ended(test)
	return string(text), fault, err
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
