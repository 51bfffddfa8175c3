package mutate

import (
	"context"
	"fmt"
	"slices"

	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Find resolves the names of solutions to mutate. A name is a solution, or a problem, which stands for its most
// trusted solution. With a problem given, names are solutions of that problem; with neither, the problem of the
// current directory is used.
func Find(ctx context.Context, w *workspace.Workspace, named string, names []string) ([]Solution, error) {
	builder, err := w.Builder()
	if err != nil {
		return nil, err
	}
	f := &finder{workspace: w, table: builder.Table, named: named}
	if len(names) == 0 {
		if named == "" && !icpc.Is(".") {
			return nil, hint.Errorf("grundy mutate PROBLEM takes its model solution", "mutate: name a problem or a solution")
		}
		if named == "" {
			named = "."
		}
		solution, err := f.model(ctx, named)
		return []Solution{solution}, err
	}
	var solutions []Solution
	for _, name := range names {
		find := f.solution
		if named == "" && (w.Problems().Has(name) || icpc.Is(name)) {
			find = f.model
		}
		solution, err := find(ctx, name)
		if err != nil {
			return nil, err
		}
		solutions = append(solutions, solution)
	}
	return solutions, nil
}

// finder looks for solutions that can be mutated.
type finder struct {
	workspace *workspace.Workspace
	table     *language.Table
	named     string // the problem, "" to infer it
}

// model picks the most trusted solution of a package.
func (f *finder) model(ctx context.Context, name string) (Solution, error) {
	p, err := f.workspace.Problems().Named(ctx, name)
	if err != nil {
		return Solution{}, err
	}
	var found *problem.Submission
	best := 0
	for i := range p.Submissions {
		if rank := f.rank(p, &p.Submissions[i]); rank > best {
			found, best = &p.Submissions[i], rank
		}
	}
	if found == nil {
		return Solution{}, &ImmutableError{p.ID}
	}
	return f.submission(p, found)
}

// ImmutableError reports that a package has no solution that can be mutated.
type ImmutableError struct{ Problem string }

func (e *ImmutableError) Error() string {
	return e.Problem + ": " + e.Reason()
}

// Reason is the error without the name of the package.
func (e *ImmutableError) Reason() string { return "no accepted submission in Go, C, C++ or Python" }

// Hint returns the remedy.
func (e *ImmutableError) Hint() string {
	return "name a solution of your own: grundy mutate --problem ID FILE"
}

// rank returns how suitable a submission is, 0 for unsuitable.
func (f *finder) rank(p *problem.Problem, s *problem.Submission) int {
	solution, err := job.ReadSubmission(p, s)
	if err != nil || !onlyAccepted(s) {
		return 0
	}
	row, err := f.table.Detect(solution.Source)
	switch {
	case err != nil || !Mutable(row.ID):
		return 0
	case s.Model:
		return 3
	case row.ID == "go":
		return 2
	}
	return 1
}

// onlyAccepted reports whether every case must accept a submission.
func onlyAccepted(s *problem.Submission) bool {
	return slices.ContainsFunc(s.Expect, func(e problem.Expectation) bool {
		return e.Pattern == "" && slices.Equal(e.Permitted, []verdict.Verdict{verdict.AC})
	})
}

// solution finds a file, or a submission of the named package.
func (f *finder) solution(ctx context.Context, name string) (Solution, error) {
	s, err := f.workspace.Solution(ctx, workspace.Search{Problem: f.named}, name)
	if err != nil {
		return Solution{}, err
	}
	p, err := s.Problem(ctx)
	if err != nil {
		return Solution{}, err
	}
	for i := range p.Submissions {
		if p.Submissions[i].Path == s.Path {
			return f.submission(p, &p.Submissions[i])
		}
	}
	s.Source.Legacy = p.Format.IsLegacy()
	return f.read(p, job.Judgement{Name: name, Source: s.Source})
}

func (f *finder) submission(p *problem.Problem, s *problem.Submission) (Solution, error) {
	solution, err := job.ReadSubmission(p, s)
	if err != nil {
		return Solution{}, err
	}
	return f.read(p, solution)
}

// read reads what the mutation of a solution needs, and fails if the solution cannot be mutated.
func (f *finder) read(p *problem.Problem, j job.Judgement) (Solution, error) {
	solution := Solution{Problem: p, Name: j.Name, Source: j.Source}
	switch {
	case len(p.Data.AllCases()) == 0:
		return solution, hint.Errorf("grundy add makes one", "%s: the problem has no test cases", p.ID)
	case p.Type.SubmitAnswer:
		return solution, hint.Errorf("name a problem whose solutions are programs", "%s: answers are submitted, so there is no program to change", p.ID)
	}
	row, err := f.table.Detect(j.Source)
	if err != nil {
		return solution, fmt.Errorf("%s: %w", j.Name, err)
	}
	if !Mutable(row.ID) {
		return solution, fmt.Errorf("%s: %w", j.Name, &LanguageError{Language: row.Name})
	}
	for i := range solution.Source.Files {
		file := &solution.Source.Files[i]
		if file.Data, err = file.Read(); err != nil {
			return solution, err
		}
	}
	if solution.Explanations, err = ReadExplanations(p); err != nil {
		err = hint.With("fix the file: it says why mutants survive", err)
	}
	return solution, err
}
