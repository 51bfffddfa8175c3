package generate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Package is a problem package and the rules that fill its data/.
type Package struct {
	*problem.Problem
	Rules *generators.Rules
}

// Open opens a package to be filled. Files missing in data/ are not faults, since they will be made.
func Open(ctx context.Context, library *workspace.Library, path string) (Package, error) {
	p, faults, err := library.Open(ctx, path)
	if err != nil {
		return Package{}, err
	}
	if p.Format == problem.Plain {
		return Package{}, hint.Errorf("grundy import makes a package of it", "%s: the directory is not a problem package", path)
	}
	rules, more := generators.Read(p)
	faults = slices.DeleteFunc(faults, func(d problem.Diagnostic) bool {
		return d.File == "data" || strings.HasPrefix(d.File, "data/")
	})
	if !rules.Exists {
		return Package{}, &NoRulesError{path}
	}
	// An author who fills data/ must fix all faults of the rules, also those that practice tolerates.
	if fatal := append(faults.Fatal(true), more.Fatal(false)...); len(fatal) > 0 {
		return Package{}, &problem.FaultError{Package: path, Diagnostics: fatal}
	}
	workspace.Report(ctx, path, append(faults, more...))
	return Package{p, rules}, nil
}

// NoRulesError reports that a package has no rules that could make its cases.
type NoRulesError struct{ Package string }

func (e *NoRulesError) Error() string { return e.Package + ": there is no " + generators.File }

// Hint returns the remedy.
func (e *NoRulesError) Hint() string { return "docs/generators.md shows how to write one" }

// Rules reads generators.yaml of a package; a fault in it is an error.
func Rules(p *problem.Problem) (*generators.Rules, error) {
	rules, faults := generators.Read(p)
	if fatal := faults.Fatal(true); len(fatal) > 0 {
		return nil, &problem.FaultError{Package: p.Dir, Diagnostics: fatal}
	}
	return rules, nil
}

// Unshipped returns the selected cases that the package of a problem does not ship. If selected is nil, it returns
// all of them, including those that only validators read.
func Unshipped(p *problem.Problem, selected func(*problem.Case) bool) []*problem.Case {
	var missing []*problem.Case
	for _, tc := range p.Data.AllCases() {
		if len(tc.Unshipped) > 0 && (selected == nil || selected(tc)) {
			missing = append(missing, tc)
		}
	}
	for i := range p.ValidatorCases {
		if tc := &p.ValidatorCases[i].Case; len(tc.Unshipped) > 0 && selected == nil {
			missing = append(missing, tc)
		}
	}
	return missing
}

// Complete makes the cases that the package of a problem does not ship, before they are judged. If there are any,
// it opens the executor of the workspace.
func Complete(ctx context.Context, w *workspace.Workspace, p *problem.Problem, selected func(*problem.Case) bool, emit func(event.Event)) error {
	missing := Unshipped(p, selected)
	if len(missing) == 0 {
		return nil
	}
	rules, err := Rules(p)
	if err != nil {
		return err
	}
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	if err := New(client, w.Cache(), p, rules).Provide(ctx, missing, emit); err != nil {
		return fmt.Errorf("generate the data of %q: %w", p.ID, err)
	}
	return nil
}
