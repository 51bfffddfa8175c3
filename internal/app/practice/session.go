package practice

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"grundy/checker"
	"grundy/internal/base/hint"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Session judges some solutions. It opens each of their problems once.
type Session struct {
	workspace *workspace.Workspace
	output    *problem.OutputJudge        // replaces the problems' own, or nil
	opened    map[string]*problem.Problem // by the key of the solution
	single    bool                        // the user's own case is the only one
}

// New begins a session. Output replaces how the problems judge outputs; nil keeps their own way.
func New(w *workspace.Workspace, output *problem.OutputJudge) *Session {
	return &Session{workspace: w, output: output, opened: map[string]*problem.Problem{}}
}

// Problem is the problem that a solution is judged against.
func (s *Session) Problem(ctx context.Context, solution *workspace.Solution) (*problem.Problem, error) {
	if p, found := s.opened[solution.Key]; found {
		return p, nil
	}
	p, err := s.load(ctx, solution)
	if err == nil {
		s.opened[solution.Key] = p
	}
	return p, err
}

// load reads the problem of a solution.
func (s *Session) load(ctx context.Context, solution *workspace.Solution) (*problem.Problem, error) {
	p, err := solution.Problem(ctx)
	if err != nil {
		return nil, err
	}
	if p == nil || len(p.Data.AllCases()) == 0 {
		return nil, hint.Errorf("put tests into it (data/secret/1.in with 1.ans, or 1.in with 1.ans), or name another one with --problem",
			"%s: the problem has no test cases", solution.Key)
	}
	if s.output != nil {
		judged := *p
		judged.Output = *s.output
		p = &judged
	}
	return p, nil
}

// Replace replaces the cases of the solutions' problems by one: the given file, with the answer beside it. It reports
// whether the case can be judged, by an answer or an interactor.
func (s *Session) Replace(ctx context.Context, file string, solutions []workspace.Solution) (judged bool, err error) {
	input, err := filepath.Abs(file)
	if err != nil {
		return false, err
	}
	tc := &problem.Case{Name: strings.TrimSuffix(filepath.Base(input), ".in"), Input: input}
	for _, ending := range []string{".ans", ".out"} {
		answer := strings.TrimSuffix(input, ".in") + ending
		if _, err := os.Stat(answer); err == nil {
			tc.Answer = answer
			break
		}
	}
	for i := range solutions {
		p, err := s.Problem(ctx, &solutions[i])
		if err != nil {
			return false, err
		}
		single := *p
		single.Data = &problem.Group{Cases: []*problem.Case{tc}}
		s.opened[solutions[i].Key] = &single
		judged = judged || tc.Answer != "" || p.Type.Interactive
	}
	s.single = true
	return judged, nil
}

// Entry is a solution ready to be judged, and the problem that it is judged against.
type Entry struct {
	workspace.Solution
	Against *problem.Problem
	Job     job.Judgement
}

// Enter opens the problems of all solutions, so that their faults are reported before any judging. Solutions without
// a selected test case are left out, unless there are no others.
func (s *Session) Enter(ctx context.Context, solutions []workspace.Solution, options job.Options, cases Cases) ([]Entry, error) {
	builder, err := s.workspace.Builder()
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for _, solution := range solutions {
		p, err := s.Problem(ctx, &solution)
		if err != nil {
			return nil, err
		}
		if !p.Type.SubmitAnswer {
			if _, err := builder.Table.Detect(solution.Source); err != nil {
				return nil, fmt.Errorf("%s: %w", solution.Name, err)
			}
		}
		if len(p.Output.Programs) == 0 {
			if _, err := checker.ParseOptions(options.CheckerArgs); err != nil {
				return nil, hint.Errorf(`such as --checker-args "float_tolerance 1e-6"`, "--checker-args: %w", err)
			}
		}
		e := Entry{solution, p, job.Judgement{Name: solution.Name, Source: solution.Source, Options: options}}
		e.Job.Source.Legacy = p.Format.IsLegacy()
		wanted, err := cases.selection(s.workspace.History(), &solution)
		if err != nil {
			return nil, err
		}
		if wanted != nil {
			e.Job.Options.Cases = p.Data.Select(wanted)
		}
		if wanted == nil || len(e.Job.Options.Cases) > 0 {
			entries = append(entries, e)
		}
	}
	if len(entries) == 0 {
		return nil, hint.Errorf("without --filter, --sample and --failed all are run", "%s: no test case is left to run", solutions[0].Name)
	}
	return entries, nil
}
