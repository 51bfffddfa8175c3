package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"grundy/internal/base/hint"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
)

// Solution is a solution, and where its problem was found.
type Solution struct {
	Name   string // as the user would type it
	Path   string // absolute
	Source language.Source
	// Key identifies where the problem was found: solutions of one problem share it.
	Key string
	// Repeats is the run in the history whose source this is, or 0 for the source at Path.
	Repeats int64
	load    func(context.Context) (*problem.Problem, error)

	profiles Profiles
	plain    Plain
}

// ShortPath returns a path as the user would type it in the current directory, if it is below that.
func ShortPath(path string) string {
	here, err := os.Getwd()
	if err != nil || !filepath.IsAbs(path) {
		return path
	}
	if below, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(below) {
		return below
	}
	return path
}

// Problem opens the problem that the solution is judged against. If the solution is a submission of that package, it
// also replaces constants in it by their values. It sets the profile by which the solution is judged.
func (s *Solution) Problem(ctx context.Context) (*problem.Problem, error) {
	p, err := s.load(ctx)
	if err != nil {
		return p, err
	}
	s.UseProfile(p)
	p = s.profiled(p)
	if len(p.Constants) == 0 {
		return p, nil
	}
	submission := func(known problem.Submission) bool { return known.Path == s.Path }
	if slices.ContainsFunc(p.Submissions, submission) {
		err = job.WithConstants(p, s.Source.Files)
	}
	return p, err
}

// Search is what the user says about the wanted solutions; the zero value leaves everything to be found.
type Search struct {
	// Problem is what they solve: a problem of the library, a directory or an archive.
	Problem string
	// Pattern describes the names of the problem's test files: "%s.%e".
	Pattern string
	// Language is the code of their language.
	Language string
}

// Solutions returns the solutions that the arguments stand for; no argument means the current directory.
func (w *Workspace) Solutions(search Search, args []string) ([]Solution, error) {
	f, err := w.finder(search)
	if err != nil {
		return nil, err
	}
	return f.find(args)
}

// Solution returns the solution that a name stands for: a file, a directory of several files, or a submission of the
// package that the search names. The error is ErrNoProblem if its problem is unknown.
func (w *Workspace) Solution(ctx context.Context, search Search, name string) (Solution, error) {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) && search.Problem != "" {
		return w.submission(ctx, search.Problem, name)
	}
	f, err := w.finder(search)
	if err != nil {
		return Solution{}, err
	}
	absolute, err := filepath.Abs(name)
	if err != nil {
		return Solution{}, err
	}
	s, err := f.read(name, absolute)
	if err != nil {
		return s, err
	}
	if _, err := f.table.Detect(s.Source); err != nil {
		return s, fmt.Errorf("%s: %w", name, err)
	}
	return s, f.assign(&s)
}

// Earlier returns an earlier version of a solution of a library's problem: its language and its files, which are in
// memory. Path is where it was, and Name its name.
func (w *Workspace) Earlier(id string, s Solution) (Solution, error) {
	f, err := w.finder(Search{Problem: id})
	if err != nil {
		return s, err
	}
	return s, f.assign(&s)
}

// Unattached returns the solution that a name stands for, as Solution does. A solution without a problem gets one
// without test cases; inputs beside it do not count and need no answers.
func (w *Workspace) Unattached(ctx context.Context, search Search, name string) (Solution, error) {
	s, err := w.Solution(ctx, search, name)
	if errors.Is(err, ErrNoProblem) || err == nil && s.Key == s.Path {
		s.Key = filepath.Dir(s.Path)
		s.load = func(context.Context) (*problem.Problem, error) {
			p := plain.Bare(s.Key)
			w.library.plain.set(p)
			return p, nil
		}
		return s, nil
	}
	return s, err
}

// submission finds a submission of a package.
func (w *Workspace) submission(ctx context.Context, named, name string) (Solution, error) {
	path, err := w.library.Resolve(named)
	if err != nil {
		return Solution{}, err
	}
	p, err := w.library.Load(ctx, path)
	if err != nil {
		return Solution{}, err
	}
	submission := p.Submission(name)
	if submission == nil {
		return Solution{}, NoSubmission(p, name)
	}
	judgement, err := job.ReadSubmission(p, submission)
	if err != nil {
		return Solution{}, err
	}
	load := func(context.Context) (*problem.Problem, error) { return p, nil }
	return Solution{Name: judgement.Name, Path: submission.Path, Source: judgement.Source, Key: path, load: load}, nil
}

// NoSubmission returns the error for a name that is neither a file nor a submission of a package.
func NoSubmission(p *problem.Problem, name string) error {
	text := "name a file: the package has no submissions"
	for i, s := range p.Submissions {
		if i == 0 {
			text = "it has " + s.Name
		} else {
			text += ", " + s.Name
		}
	}
	return hint.Errorf(text, "%s: no such file, and no such submission of %s", name, p.ID)
}

// absent returns the error for a missing solution: the argument is a problem, or a typing error.
func (l *Library) absent(name string) error {
	if err := deadLink(name); err != nil {
		return err
	}
	if l.Has(name) {
		return hint.Errorf("grundy new "+name+" starts a solution, grundy test --problem "+name+" FILE judges one",
			"%s: this is a problem, not a file or directory", name)
	}
	var there []string
	if entries, err := os.ReadDir(filepath.Dir(name)); err == nil {
		for _, entry := range entries[:min(len(entries), mostSuggested)] {
			there = append(there, entry.Name())
		}
	}
	typed := filepath.Base(name)
	near := hint.DidYouMean(typed, there)
	if at := slices.IndexFunc(there, func(file string) bool { return stem(file) == typed }); at >= 0 {
		near = hint.Meant(there[at])
	}
	if near == "" {
		return missing(name)
	}
	return hint.Errorf("grundy new PROBLEM starts a solution", "%s: no such file or directory%s", name, near)
}

// deadLink returns the error for a link to a missing file, nil if the name is not that of a link.
func deadLink(name string) error {
	target, err := os.Readlink(name)
	if err != nil {
		return nil
	}
	return hint.Errorf("let it lead to the source, or remove it", "%s: this link leads nowhere: there is no %s", name, target)
}

// missing returns the error for a missing file, which may be where grundy new puts files of that name.
func missing(name string) error {
	if err := deadLink(name); err != nil {
		return err
	}
	folders, _ := os.ReadDir("solutions")
	for _, folder := range folders {
		begun := filepath.Join("solutions", folder.Name(), name)
		if _, err := os.Stat(begun); err == nil && name == filepath.Base(name) {
			return hint.Errorf("it may be "+begun, "%s: no such file or directory", name)
		}
	}
	return hint.Errorf("grundy new PROBLEM starts a solution", "%s: no such file or directory", name)
}

// mostSuggested bounds how many files of a directory are compared to find the one that was meant.
const mostSuggested = 1000

// ReadSource lists the files of a solution that the user names, with those beside a single file to which it refers. In a
// package it leaves these out, as other judges do with submissions. code is its language, or "" to detect it.
func ReadSource(name, code string) (language.Source, error) {
	read := language.ReadWithBeside
	if path, err := filepath.Abs(name); err == nil && packageAround(path) != "" {
		read = language.ReadSource
	}
	source, err := read(name)
	source.Language = code
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return source, missing(name)
	case err != nil:
		return source, fmt.Errorf("%s: %w", name, err)
	case len(source.Files) == 0:
		return source, hint.Errorf("grundy new PROBLEM starts a solution", "%s: the directory is empty", name)
	}
	for _, file := range source.Files {
		if err := Readable(file.Path); err != nil {
			return source, err
		}
	}
	return source, nil
}
