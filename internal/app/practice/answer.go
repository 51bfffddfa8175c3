package practice

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/changeset"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/runner"
)

// undecidedTime is the limit of a run for a problem that has none.
const undecidedTime = 10 * time.Second

// Execution is a run of the solution on a file, under the limits of a problem where the options have no others.
func Execution(source language.Source, p *problem.Problem, options job.Options, input string) runner.Execution {
	return runner.Execution{
		Source: source, Problem: p,
		Build: language.Limits{Code: p.Limits.Code, Time: p.Limits.CompilationTime, Memory: p.Limits.CompilationMemory},
		Limits: sandbox.Limits{
			CPU:    cmp.Or(options.TimeLimit, p.Limits.Time, undecidedTime),
			Memory: cmp.Or(options.MemoryLimit, p.Limits.Memory),
			Output: cmp.Or(options.OutputLimit, p.Limits.Output),
		},
		Stdin: sandbox.FromPath(input),
	}
}

// Unanswered are the cases of the entry that lack an answer.
func (e *Entry) Unanswered() []*problem.Case {
	chosen := problem.Named(e.Job.Options.Cases)
	var cases []*problem.Case
	for _, tc := range e.Against.Data.AllCases() {
		if tc.AnswerWanted != "" && chosen(tc) {
			cases = append(cases, tc)
		}
	}
	return cases
}

// Runner runs a program once.
type Runner interface {
	Run(ctx context.Context, e runner.Execution, built func(*language.Program)) (sandbox.Result, error)
}

// WriteAnswer keeps what the solution of an entry prints on a case as its answer. A file that is there is not overwritten.
// Nothing is written unless the run ends well; the reason says why it did not.
func (s *Session) WriteAnswer(ctx context.Context, judge Runner, e *Entry, tc *problem.Case) (reason string, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("write the answer of %s: %w", tc.Name, err)
		}
	}()
	scratch, err := s.workspace.Scratch()
	if err != nil {
		return "", err
	}
	output, err := os.CreateTemp(scratch, "answer-")
	if err != nil {
		return "", err
	}
	defer os.Remove(output.Name())
	defer output.Close()
	run := Execution(e.Job.Source, e.Against, e.Job.Options, tc.Input)
	run.Stdout = output
	result, err := judge.Run(ctx, run, func(*language.Program) {})
	if err != nil {
		return "", &workspace.JudgeError{Err: err}
	}
	if ended, why := runner.Classify(result, run.Limits); ended != verdict.None {
		return ended.String() + ", " + why, nil
	}
	if _, err := output.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	name, err := filepath.Rel(e.Against.Dir, tc.AnswerWanted)
	if err != nil {
		return "", err
	}
	change, err := changeset.Begin(e.Against.Dir)
	if err != nil {
		return "", err
	}
	defer change.Close()
	if err := change.Add(filepath.ToSlash(name), 0o644, func(to io.Writer) error {
		_, err := io.Copy(to, output)
		return err
	}); err != nil {
		return "", err
	}
	return "", change.Commit()
}
