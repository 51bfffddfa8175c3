package practice

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grundy/checker"
	"grundy/internal/author/stress"
	"grundy/internal/base/hint"
	"grundy/internal/job"
	"grundy/internal/judge/harness"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Options say which solutions to judge, on which cases, and how.
type Options struct {
	Solutions []workspace.Solution
	// Sanitize builds the solutions with sanitizers.
	Sanitize bool
	// Judge replaces how the problems judge; nil keeps their own way.
	Judge *problem.OwnJudge
	// Judging says how each solution is judged.
	Judging job.Options
	// Cases select the cases of the problems.
	Cases Cases
	// Input is a file that replaces all cases, with the answer beside it; "" keeps them.
	Input string
	// FailedFirst runs the cases that failed the last time first, then the samples, then the others.
	FailedFirst bool
}

// Session judges some solutions. It opens each of their problems once.
type Session struct {
	// Entries are the solutions to judge: those with a selected test case.
	Entries   []Entry
	options   Options
	workspace *workspace.Workspace
	opened    map[string]*problem.Problem // by the key of the solution
}

// Open opens the problems of all solutions, so that their faults are reported before any judging.
func Open(ctx context.Context, w *workspace.Workspace, o Options) (*Session, error) {
	s := &Session{options: o, workspace: w, opened: map[string]*problem.Problem{}}
	var err error
	s.Entries, err = s.enter(ctx, o.Solutions)
	return s, err
}

// IsJudged reports whether something decides about the outputs: the cases of the problems, an interactor, or the
// answer beside the input that replaces the cases.
func (s *Session) IsJudged() bool {
	return s.options.Input == "" || slices.ContainsFunc(s.Entries, func(e Entry) bool {
		return e.Against.Data.Cases[0].Answer != "" || e.Against.Type.Interactive
	})
}

// problem is the problem that a solution is judged against.
func (s *Session) problem(ctx context.Context, solution *workspace.Solution) (*problem.Problem, error) {
	if p, found := s.opened[solution.Key]; found {
		solution.UseProfile(p)
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
	judged, err := p.JudgedBy(s.options.Judge)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", solution.Name, err)
	}
	if s.options.Input != "" {
		judged.Data, err = ownCase(p, s.options.Input)
	}
	return judged, err
}

// ownCase is the data of a problem whose only case is the user's: a file, with the answer beside it if there is one.
// It has the usual arguments of the problem.
func ownCase(p *problem.Problem, file string) (*problem.Group, error) {
	input, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	tc := stress.UsualCase(p)
	tc.Name, tc.Input = strings.TrimSuffix(filepath.Base(input), ".in"), input
	for _, ending := range []string{".ans", ".out"} {
		answer := strings.TrimSuffix(input, ".in") + ending
		if _, err := os.Stat(answer); err == nil {
			tc.Answer = answer
			break
		}
	}
	return &problem.Group{Cases: []*problem.Case{&tc}}, nil
}

// Entry is a solution ready to be judged, and the problem that it is judged against.
type Entry struct {
	workspace.Solution
	Against *problem.Problem
	Job     job.Judgement
}

// enter makes entries of solutions that have a selected test case. It fails if there are none.
func (s *Session) enter(ctx context.Context, solutions []workspace.Solution) ([]Entry, error) {
	var entries []Entry
	for _, solution := range solutions {
		solution.Source.Sanitize = solution.Source.Sanitize || s.options.Sanitize
		p, err := s.problem(ctx, &solution)
		if err != nil {
			return nil, err
		}
		if err := s.check(ctx, &solution, p); err != nil {
			return nil, err
		}
		e := Entry{solution, p, job.Judgement{Name: solution.Name, Source: solution.Source, Options: s.options.Judging}}
		e.Job.Source.Legacy = p.Format.IsLegacy()
		wanted, err := s.options.Cases.selection(s.workspace.History(), &solution)
		if err != nil {
			return nil, err
		}
		if wanted != nil {
			e.Job.Options.Cases = p.Data.Select(wanted)
		}
		if s.options.FailedFirst {
			failed, _ := s.workspace.History().Failed(&solution)
			e.putFirst(failed)
		}
		if wanted == nil || len(e.Job.Options.Cases) > 0 {
			entries = append(entries, e)
		}
	}
	if len(entries) == 0 {
		return nil, hint.Errorf("without --filter, --samples and --failed all are run", "%s: no test case is left to run", solutions[0].Name)
	}
	return entries, nil
}

// functionStyle warns of a source that defines the class Solution and no program: nothing would call it.
func functionStyle(source language.Source, lang *language.Language) problem.Diagnostics {
	function := harness.Defines(source, lang)
	if function == "" {
		return nil
	}
	return problem.Diagnostics{{Level: problem.Warning, Message: harness.Uncalled, Help: harness.Remedy(function)}}
}

// check fails if a solution cannot be judged. It warns of a tolerance that accepts nearly everything, and of a file that hides
// a module of its language.
func (s *Session) check(ctx context.Context, solution *workspace.Solution, p *problem.Problem) error {
	builder, err := s.workspace.Builder()
	if err != nil {
		return err
	}
	var warnings problem.Diagnostics
	if !p.Type.SubmitAnswer {
		lang, err := builder.Table.Detect(solution.Source)
		if err != nil {
			return fmt.Errorf("%s: %w", solution.Name, err)
		}
		if p.Entry == nil {
			warnings = append(warnings, functionStyle(solution.Source, lang)...)
		}
	}
	if len(p.Output.Programs) == 0 {
		options, err := checker.ParseOptions(s.options.Judging.CheckerArgs)
		if err != nil {
			return hint.Errorf(`such as --checker-args "float_tolerance 1e-6"`, "--checker-args: %w", err)
		}
		if loose := options.Loose(); loose != "" {
			warnings = append(warnings, problem.Diagnostic{
				Level: problem.Warning, Message: fmt.Sprintf("with a tolerance of %s nearly every number is right", loose),
				Help: "a millionth is 1e-6",
			})
		}
	}
	hides, err := s.workspace.HidesModule(ctx, "", solution.Source)
	workspace.Report(ctx, solution.Name, append(warnings, hides...))
	return err
}
