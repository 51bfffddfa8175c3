package practice

import (
	"path"
	"slices"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Cases select the test cases to run; the zero value selects all. A case must match all fields that are set.
type Cases struct {
	Samples bool
	// Filter is a part of the name, or a glob for the name or its last part.
	Filter string
	// Failed selects the cases that failed the last time.
	Failed bool
	// Names selects the cases with these names, unless it is nil.
	Names []string
}

// IsAll reports whether all cases are selected.
func (c Cases) IsAll() bool { return !c.Samples && c.Filter == "" && !c.Failed && c.Names == nil }

// selection reports whether a case is selected, nil for all.
func (c Cases) selection(history *workspace.History, solution *workspace.Solution) (func(*problem.Case) bool, error) {
	var demands []func(*problem.Case) bool
	if c.Samples {
		demands = append(demands, func(tc *problem.Case) bool { return tc.Sample })
	}
	if c.Filter != "" {
		if err := problem.ValidGlob(c.Filter); err != nil {
			return nil, hint.Errorf(`write a part of the name, or a pattern such as "secret/2*"`, "--filter %q: %w", c.Filter, err)
		}
		demands = append(demands, func(tc *problem.Case) bool {
			return strings.Contains(tc.Name, c.Filter) || problem.Match(c.Filter, tc.Name) || problem.Match(c.Filter, path.Base(tc.Name))
		})
	}
	if c.Names != nil {
		demands = append(demands, func(tc *problem.Case) bool { return slices.Contains(c.Names, tc.Name) })
	}
	if c.Failed {
		failed, found := history.Failed(solution)
		if !found {
			return nil, hint.Errorf("run it once without --failed", "%s: nothing is known of an earlier test", solution.Name)
		}
		if len(failed) > 0 {
			demands = append(demands, func(tc *problem.Case) bool { return slices.Contains(failed, tc.Name) })
		}
	}
	if len(demands) == 0 {
		return nil, nil
	}
	return func(tc *problem.Case) bool {
		return !slices.ContainsFunc(demands, func(demand func(*problem.Case) bool) bool { return !demand(tc) })
	}, nil
}

// putFirst runs the cases with these names first, then the samples, then the others.
func (e *Entry) putFirst(names []string) {
	first := slices.Clone(names)
	for _, tc := range e.Against.Data.AllCases() {
		if tc.Sample {
			first = append(first, tc.Name)
		}
	}
	e.Job.Options.First = first
}
