package verify

import (
	"context"
	"errors"
	"path/filepath"

	"grundy/internal/author"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Package is a package opened for verification.
type Package struct {
	// ID and Dir are those of the problem, or follow from the path if there is no problem.
	ID, Dir string
	// Problem is nil if only the faults of the package are known.
	Problem *problem.Problem
	// Faults are all faults of its files. Unusable reports that they prevent judging.
	Faults   problem.Diagnostics
	Unusable bool
	// Unchanged reports that the package is the same as in an earlier state and needs no verification.
	Unchanged bool
	// Label is the contest's label of the package, "" for none. Place names the package in findings of its set.
	Label, Place string
}

// Open opens a package in spite of its faults. The error reports that there is no package.
func Open(ctx context.Context, library *workspace.Library, path string) (Package, error) {
	p, faults, err := library.Open(ctx, path)
	var faulty *problem.FaultError
	if err != nil && !errors.As(err, &faulty) {
		return Package{}, err
	}
	opened := Package{ID: filepath.Base(path), Dir: path, Problem: p, Faults: faults}
	if p != nil {
		opened.ID, opened.Dir = p.ID, p.Dir
	}
	opened.Unusable = err != nil || len(faults.Fatal(true)) > 0
	if !opened.Unusable && p.Format != problem.Plain {
		_, unruly := generators.Read(p)
		opened.Faults = append(opened.Faults, unruly...)
	}
	return opened, nil
}

// opening is the event that opens the verification of the package.
func (p *Package) opening() event.Verifying {
	return event.Verifying{Problem: p.ID, Path: p.Dir, Unusable: p.Unusable && !p.Unchanged, Unchanged: p.Unchanged}
}

// row is the package's row in the table of its set.
func (p *Package) row(summary event.Verification) event.SetRow {
	return event.SetRow{
		Problem: p.ID, Label: p.Label, Unusable: p.Unusable && !p.Unchanged, Unchanged: p.Unchanged,
		Unfinished: summary.Failed || summary.Interrupted, Tests: len(summary.Cases), Faults: summary.Faults, Warnings: summary.Warnings,
		Met: summary.Met, Unmet: summary.Unmet, Skipped: summary.Skipped, TimeLimit: summary.TimeLimit,
	}
}

// neighbours are the packages to compare with one another.
func neighbours(packages []Package) []author.Neighbour {
	var all []author.Neighbour
	for _, p := range packages {
		if !p.Unusable {
			all = append(all, author.Neighbour{Problem: p.Problem, Place: p.Place})
		}
	}
	return all
}
