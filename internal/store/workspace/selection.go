package workspace

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/pkgfmt/problemset"
)

// Selection is a list of packages: named one by one, by a directory that holds them, or all of the library.
type Selection struct {
	Members []Selected
	// Name and Dir are those of the set. Packages named one by one are relative to the current directory.
	Name, Dir string
	// Faults are those of the files that list the packages of sets.
	Faults problem.Diagnostics
	// Listed counts the sets that a file lists.
	Listed int
}

// Selected is a package of a selection.
type Selected struct {
	Path  string // of the package's directory or archive
	Place string // the name of the package in findings of the whole set
	Label string // in a contest, "" for none
}

// Select finds the named packages, or all of the library. A directory that holds packages stands for them.
func (l *Library) Select(ctx context.Context, names []string) (*Selection, error) {
	s := &Selection{Name: "all packages", Dir: "."}
	if len(names) == 0 {
		return s, s.addLibrary(l)
	}
	for _, name := range names {
		at, err := l.Resolve(name)
		if err != nil {
			return nil, err
		}
		place := filepath.ToSlash(filepath.Clean(at))
		set, isSet := l.Set(ctx, at)
		if !isSet {
			s.Members = append(s.Members, Selected{Path: at, Place: place})
			continue
		}
		if len(names) == 1 {
			s.Name, s.Dir, place = set.Name, set.Dir, ""
		}
		if set.List != "" {
			s.Listed++
		}
		for _, fault := range set.Faults {
			fault.File = path.Join(place, fault.File)
			s.Faults = append(s.Faults, fault)
		}
		for _, member := range set.Members {
			s.Members = append(s.Members, Selected{Path: filepath.Join(set.Dir, member.ID), Place: path.Join(place, member.ID), Label: member.Label})
		}
	}
	return s, nil
}

// addLibrary adds all problems that have a name.
func (s *Selection) addLibrary(library *Library) error {
	names, err := library.IDs()
	if err != nil {
		return err
	}
	s.Dir = library.Dir()
	for _, name := range names {
		at, err := library.Path(name)
		if err != nil {
			return err
		}
		s.Members = append(s.Members, Selected{Path: at, Place: name})
	}
	return nil
}

// SelectSound is Select for work that needs no more than the packages. It fails if the files that list them have errors,
// and reports their warnings to who follows ctx.
func (l *Library) SelectSound(ctx context.Context, names []string) (*Selection, error) {
	s, err := l.Select(ctx, names)
	if err != nil {
		return nil, err
	}
	if fatal := s.Faults.Fatal(false); len(fatal) > 0 {
		return nil, &problem.FaultError{Package: s.Dir, What: problem.SetFault, Diagnostics: fatal}
	}
	Report(ctx, s.Dir, s.Faults)
	return s, nil
}

// IsSet reports whether the packages are handled as a set, rather than a single package.
func (s *Selection) IsSet() bool { return len(s.Members) != 1 || s.Listed > 0 }

// UnusableError reports that a command cannot work with a package.
type UnusableError struct{ Err error }

func (e *UnusableError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *UnusableError) Unwrap() error { return e.Err }

// Each does work on one package after the other. If the work on a package of a set fails, fault receives the error, the
// outcome gives the reason, and the next package follows. The error is what ended it early: ctx, or that of a single package.
func (s *Selection) Each(
	ctx context.Context, fault func(error), work func(Selected) (event.PackageOutcome, error),
) (outcomes []event.PackageOutcome, err error) {
	for _, member := range s.Members {
		outcome, err := work(member)
		if ctx.Err() != nil {
			return outcomes, context.Cause(ctx)
		}
		if err != nil && !s.IsSet() {
			return outcomes, err
		}
		outcome.Problem, outcome.Label = cmp.Or(outcome.Problem, filepath.Base(member.Path)), member.Label
		if err != nil {
			fault(err)
			outcome.OK, outcome.Reason, outcome.Help = false, err.Error(), hint.Of(err)
		}
		outcomes = append(outcomes, outcome)
	}
	return outcomes, nil
}

// Member finds the problem of a set that the user names by the set's directory and the problem's label or ID:
// "contest/A". In the directory of the set, the label suffices.
func (l *Library) Member(name string) (path string, found bool) {
	dir := filepath.Dir(name)
	if !problemset.Is(dir) {
		return "", false
	}
	member, found := problemset.Read(dir).Find(filepath.Base(name))
	return filepath.Join(dir, member.ID), found
}

// setError returns the error for a set where one of its problems is wanted.
func setError(named string, set *problemset.Set) error {
	remedy := "unpack it, and name one of them"
	if problemset.Is(named) {
		remedy = MembersHint(named)
	}
	return hint.Errorf(remedy, "%s holds %d problems", named, len(set.Members))
}

// MembersHint returns the advice to name one of the problems of a set, "" for another directory.
func MembersHint(dir string) string {
	if !problemset.Is(dir) {
		return ""
	}
	var names []string
	for _, member := range problemset.Read(dir).Labelled() {
		names = append(names, fmt.Sprintf("%s (%s)", filepath.Join(dir, member.Label), member.ID))
	}
	return "name one of them: " + strings.Join(names, ", ")
}
