package practice

import (
	"context"
	"errors"
	"strings"
	"time"

	"grundy/internal/author/counterexample"
	"grundy/internal/author/stress"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Examination tries a solution on inputs beyond the cases of its problem: those that generators make, or given ones.
type Examination struct {
	Solution workspace.Solution
	// Setup says what decides whether an output is right, and what makes inputs.
	Setup     stress.Setup
	workspace *workspace.Workspace
	client    job.Client
}

// ExaminationOptions say which solution to try, and how.
type ExaminationOptions struct {
	stress.Request
	// Generators returns what makes the inputs of the problem; nil for given inputs. beside is the command of a generator beside
	// the solution of a problem without a package, "" for none.
	Generators func(p *problem.Problem, beside string) ([]job.Generator, error)
}

// Examine finds the solution, its problem, the reference solution and the generators.
func Examine(ctx context.Context, w *workspace.Workspace, client job.Client, o ExaminationOptions) (*Examination, error) {
	if o.Solution == "" {
		var err error
		if o.Solution, err = onlySolution(w, o.Search); err != nil {
			return nil, err
		}
	}
	solution, setup, err := stress.Prepare(ctx, w, o.Request)
	if err == nil && o.Generators != nil {
		beside := ""
		if setup.Problem.Format == problem.Plain {
			beside = w.GeneratorBeside(&solution)
		}
		if beside != "" {
			beside = hint.Quote(beside)
		}
		setup.Generators, err = o.Generators(setup.Problem, beside)
	}
	return &Examination{solution, setup, w, client}, err
}

// onlySolution names the solution of the current directory.
func onlySolution(w *workspace.Workspace, search workspace.Search) (string, error) {
	solutions, err := w.Solutions(search, nil)
	if err != nil {
		return "", err
	}
	if len(solutions) != 1 {
		var names []string
		for _, s := range solutions {
			names = append(names, s.Name)
		}
		return "", hint.Errorf("name one of them", "there are %s", strings.Join(names, ", "))
	}
	return solutions[0].Name, nil
}

// examine tries an entry of a session on inputs that the generators of the package make.
func (s *Session) examine(client job.Client, e *Entry) (*Examination, error) {
	request := stress.Request{Judge: s.options.Judge, Options: e.Job.Options}
	request.Options.Cases = nil
	setup, err := request.Setup(s.workspace, &e.Solution, e.Against)
	if err == nil {
		setup.Generators, err = stress.PackageGenerators(setup.Problem)
	}
	return &Examination{e.Solution, setup, s.workspace, client}, err
}

// Blames reports whether an error means that the solution fails: it does not compile.
func (x *Examination) Blames(err error) bool {
	var compile *job.CompileError
	return errors.As(err, &compile) && compile.Solution == x.Setup.Solution.Name && !compile.Compile.Skipped
}

// keep remembers a failing case for other commands.
func (x *Examination) keep(found *event.Counterexample) event.Kept {
	failure := workspace.Failure{
		Problem: x.Setup.Problem.Dir, Solution: x.Solution.Path, Verdict: found.Test.Verdict.String(),
		Command: found.Generator, Answer: found.Test.Answer,
	}
	if failure.Command != "" {
		failure.Seed = uint64(found.Seed)
	}
	kept := x.workspace.History().KeepFailure(failure, found.Input)
	return event.Kept{Input: kept.Input, Answer: kept.Answer}
}

// smaller shrinks a finding within a time limit. Failing to shrink it is not an error.
func (x *Examination) smaller(
	ctx context.Context, opened *stress.Candidate, found *event.Counterexample, limit time.Duration, emit func(event.Event),
) *event.Counterexample {
	shrunk, err := opened.Shrink(ctx, found, counterexample.Shrinker(x.client.Slots()), limit, emit)
	if err != nil {
		x.workspace.Log().Warn("the input was not shrunk", "reason", err)
		return found
	}
	found = &shrunk.Finding
	shown := shrunk
	shown.Finding = found.Excerpt()
	emit(shown)
	return found
}

// Illustrate draws an input on which the solution fails with the input visualizer of the problem.
func (x *Examination) Illustrate(ctx context.Context, found event.Counterexample) (job.Illustrated, error) {
	return x.client.Illustrate(ctx, x.Setup.Problem, job.OfFinding(found))
}
