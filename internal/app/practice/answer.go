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
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/changeset"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// undecidedTime is the time limit of a run for a problem without one.
const undecidedTime = 10 * time.Second

// Execution runs the solution on a file, under the limits of the problem unless the options override them.
func Execution(source language.Source, p *problem.Problem, options job.Options, input string) job.Execution {
	return job.Execution{
		Source: source, Within: true,
		Build:       language.Limits{Code: p.Limits.Code, Time: p.Limits.CompilationTime, Memory: p.Limits.CompilationMemory},
		TimeLimit:   cmp.Or(options.TimeLimit, p.Limits.Time, undecidedTime),
		MemoryLimit: cmp.Or(options.MemoryLimit, p.Limits.Memory),
		OutputLimit: cmp.Or(options.OutputLimit, p.Limits.Output),
		Input:       language.File{Path: input},
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

// Runner runs a program once; job.Client is one.
type Runner interface {
	Execute(ctx context.Context, p *problem.Problem, j job.Execution, s job.Streams, emit func(event.Event)) (job.Executed, error)
}

// WriteAnswer saves the output of an entry's solution on a case as the case's answer. It never overwrites an existing
// file. Unless the run ends well, it writes nothing and returns the reason.
func (s *Session) WriteAnswer(ctx context.Context, runner Runner, e *Entry, tc *problem.Case) (reason string, err error) {
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
	result, err := runner.Execute(ctx, e.Against, run, job.Streams{Out: output}, func(event.Event) {})
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
