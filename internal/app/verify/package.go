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

// Package is a package that was opened to be verified.
type Package struct {
	// ID and Dir are those of the problem, or follow from the path where there is no problem.
	ID, Dir string
	// Problem is nil where nothing is known of the package but its faults.
	Problem *problem.Problem
	// Faults are all that is wrong with its files. Unusable tells that it cannot be judged for them.
	Faults   problem.Diagnostics
	Unusable bool
	// Unchanged tells that the package is as it was in an earlier state, and is not verified for that.
	Unchanged bool
	// Label is what a contest calls the package, "" for nothing. Place is the package in findings of its set.
	Label, Place string
}

// Open opens a package, whatever is wrong with it. The error tells that there is none.
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

// row is the package in the table of its set.
func (p *Package) row(summary event.Verification) event.SetRow {
	return event.SetRow{
		Problem: p.ID, Label: p.Label, Unusable: p.Unusable && !p.Unchanged, Unchanged: p.Unchanged,
		Unfinished: summary.Failed || summary.Interrupted, Tests: len(summary.Cases), Faults: summary.Faults, Warnings: summary.Warnings,
		Met: summary.Met, Unmet: summary.Unmet, Skipped: summary.Skipped, TimeLimit: summary.TimeLimit,
	}
}

// neighbours are the packages that are compared with one another.
func neighbours(packages []Package) []author.Neighbour {
	var all []author.Neighbour
	for _, p := range packages {
		if !p.Unusable {
			all = append(all, author.Neighbour{Problem: p.Problem, Place: p.Place})
		}
	}
	return all
}
