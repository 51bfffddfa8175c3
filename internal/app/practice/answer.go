package practice

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/changeset"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// undecidedTime is the time limit of a run for a problem without one.
const undecidedTime = 10 * time.Second

// Execution runs the entry's solution on its first case, under the limits of the problem unless the options override
// them.
func (e *Entry) Execution() job.Execution { return e.execution(e.Against.Data.AllCases()[0]) }

func (e *Entry) execution(tc *problem.Case) job.Execution {
	limits, options := e.Against.Limits, e.Job.Options
	return job.Execution{
		Source: e.Job.Source, Within: true,
		Build:       language.Limits{Code: limits.Code, Time: limits.CompilationTime, Memory: limits.CompilationMemory},
		TimeLimit:   cmp.Or(options.TimeLimit, limits.Time, undecidedTime),
		MemoryLimit: cmp.Or(options.MemoryLimit, limits.Memory),
		OutputLimit: cmp.Or(options.OutputLimit, limits.Output),
		Input:       language.File{Path: tc.Input},
	}
}

// The limits of a run outside any problem.
const (
	FreeTime   = 10 * time.Second
	FreeMemory = bytesize.GiB

	freeOutput    = bytesize.GiB
	compileTime   = time.Minute
	compileMemory = 2 * bytesize.GiB
)

// FreeExecution runs a program outside any problem.
func FreeExecution(source language.Source) job.Execution {
	source.Tool = true
	return job.Execution{
		Source: source, Build: language.Limits{Time: compileTime, Memory: compileMemory},
		TimeLimit: FreeTime, MemoryLimit: FreeMemory, OutputLimit: freeOutput,
	}
}

// Runner runs a program once; job.Client is one.
type Runner interface {
	Execute(ctx context.Context, p *problem.Problem, j job.Execution, s job.Streams, emit func(event.Event)) (job.Executed, error)
}

// WriteAnswers saves the outputs of the only solution as the answers of the cases that lack one. It never overwrites
// an existing file. It calls told for each case, with the reason if it wrote nothing because the run did not end well.
func (s *Session) WriteAnswers(ctx context.Context, runner Runner, told func(tc *problem.Case, reason string)) error {
	e := &s.Entries[0]
	chosen := problem.Named(e.Job.Options.Cases)
	for _, tc := range e.Against.Data.AllCases() {
		if tc.AnswerWanted == "" || !chosen(tc) {
			continue
		}
		reason, err := s.writeAnswer(ctx, runner, e, tc)
		if err != nil {
			return err
		}
		told(tc, reason)
	}
	return nil
}

func (s *Session) writeAnswer(ctx context.Context, runner Runner, e *Entry, tc *problem.Case) (reason string, err error) {
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
	result, err := runner.Execute(ctx, e.Against, e.execution(tc), job.Streams{Out: output}, func(event.Event) {})
	if err != nil {
		return "", &workspace.JudgeError{Err: err}
	}
	if result.Verdict != verdict.None {
		return result.Verdict.String() + ", " + result.Reason, nil
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
