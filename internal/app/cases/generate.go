package cases

import (
	"context"
	"errors"
	"strings"

	"grundy/internal/author/generate"
	"grundy/internal/base/bytesize"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/pkgfmt/problemset"
	"grundy/internal/store/workspace"
)

// GenerateOptions say which cases to make, and where they are put.
type GenerateOptions struct {
	Packages *workspace.Selection
	// Glob selects cases by name; "" selects all.
	Glob string
	// ShipLimit bounds the size of cases that are put into data/; 0 is no limit, nil keeps the limit of the last run.
	ShipLimit *bytesize.Size
	// Force replaces files that were edited by hand.
	Force bool
	// Check makes everything again and changes nothing.
	Check bool
	// Fault receives what kept a package of a set from being filled. The others are filled all the same.
	Fault func(error)
}

// Select finds the packages with the given names, where a directory of packages stands for them; without a name, what the
// current directory holds.
func Select(ctx context.Context, library *workspace.Library, names []string) (*workspace.Selection, error) {
	if len(names) == 0 {
		if !icpc.Is(".") && !problemset.Is(".") {
			return nil, hint.Errorf("name a package: grundy generate problems/nim", "the current directory is not a problem package")
		}
		names = []string{"."}
	}
	return library.SelectSound(ctx, names)
}

// Generate makes the cases that generators.yaml of each package describes. It reports whether data/ is up to date
// everywhere; the events say what is not. The error is that of workspace.Selection.Each.
func Generate(ctx context.Context, w *workspace.Workspace, client job.Client, o GenerateOptions, emit func(event.Event)) (ok bool, err error) {
	store := w.Cache()
	if o.Check {
		store = w.FreshCache()
		defer store.Close()
	}
	options := generate.Options{ShipLimit: o.ShipLimit, Force: o.Force, Check: o.Check}
	if o.Glob != "" {
		options.Select = func(name string) bool { return problem.Match(o.Glob, name) || strings.HasSuffix(name, "/"+o.Glob) }
	}
	outcomes, err := o.Packages.Each(ctx, o.Fault, func(member workspace.Selected) (event.PackageOutcome, error) {
		p, err := generate.Open(ctx, w.Problems(), member.Path)
		var ruleless *generate.NoRulesError
		if errors.As(err, &ruleless) && o.Packages.IsSet() {
			return event.PackageOutcome{Skipped: true, Reason: "there is no " + generators.File}, nil
		}
		if err != nil {
			return event.PackageOutcome{}, &workspace.UnusableError{Err: err}
		}
		summary, err := generate.New(client, store, p.Problem, p.Rules).Fill(ctx, options, emit)
		return event.PackageOutcome{Problem: p.ID, OK: summary.OK()}, err
	})
	if err != nil {
		return false, err
	}
	done := event.SetOutcome{Set: o.Packages.Name, Packages: outcomes}
	if o.Packages.IsSet() {
		emit(done)
	}
	return done.OK(), nil
}

// Clean removes the generated files of packages, and tells how many each had.
func Clean(ctx context.Context, library *workspace.Library, packages *workspace.Selection, told func(id string, removed int)) error {
	var opened []generate.Package
	for _, member := range packages.Members {
		p, err := generate.Open(ctx, library, member.Path)
		var ruleless *generate.NoRulesError
		if errors.As(err, &ruleless) && packages.IsSet() {
			continue
		}
		if err != nil {
			return err
		}
		opened = append(opened, p)
	}
	for _, p := range opened {
		removed, err := generate.New(nil, nil, p.Problem, p.Rules).Clean()
		if err != nil {
			return err
		}
		told(p.ID, len(removed))
	}
	return nil
}
