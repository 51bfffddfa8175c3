package cases

import (
	"context"
	"strings"

	"grundy/internal/author/generate"
	"grundy/internal/base/bytesize"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// GenerateOptions say which cases to make, and where they are put.
type GenerateOptions struct {
	Packages []generate.Package
	// Glob selects cases by name; "" selects all.
	Glob string
	// ShipLimit bounds the size of cases that are put into data/; 0 is no limit, nil keeps the limit of the last run.
	ShipLimit *bytesize.Size
	// Force replaces files that were edited by hand.
	Force bool
	// Check makes everything again and changes nothing.
	Check bool
}

// Open opens the packages with the given names; without a name, the one of the current directory.
func Open(ctx context.Context, library *workspace.Library, names []string) ([]generate.Package, error) {
	if len(names) == 0 {
		if !icpc.Is(".") {
			return nil, hint.Errorf("name a package: grundy generate problems/nim", "the current directory is not a problem package")
		}
		names = []string{"."}
	}
	var packages []generate.Package
	for _, name := range names {
		path, err := library.Resolve(name)
		if err != nil {
			return nil, err
		}
		p, err := generate.Open(ctx, library, path)
		if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
	return packages, nil
}

// Generate makes the cases that generators.yaml of each package describes. It reports whether data/ is up to date
// everywhere; the events say what is not. The error is that of generate.Generator.Fill.
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
	ok = true
	for _, p := range o.Packages {
		summary, err := generate.New(client, store, p.Problem, p.Rules).Fill(ctx, options, emit)
		if err != nil {
			return false, err
		}
		ok = ok && summary.OK()
	}
	return ok, nil
}

// Clean removes the generated files of packages, and tells how many each had.
func Clean(packages []generate.Package, told func(id string, removed int)) error {
	for _, p := range packages {
		removed, err := generate.New(nil, nil, p.Problem, p.Rules).Clean()
		if err != nil {
			return err
		}
		told(p.ID, len(removed))
	}
	return nil
}
