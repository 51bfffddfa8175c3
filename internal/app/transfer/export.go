package transfer

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"

	"grundy/internal/author"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/exchange"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/pkgfmt/problemset"
	"grundy/internal/store/workspace"
)

// ExportOptions say what to pack, and for whom.
type ExportOptions struct {
	// Path is that of a package, or of a directory of packages such as a contest.
	Path string
	To   exchange.Target
	// File is the archive to write, "" for one with the name of the problem or the contest.
	File string
	// Force replaces an existing file.
	Force bool
	// Complete generates the test cases of a problem that its package does not ship, which other judges would miss.
	Complete func(ctx context.Context, p *problem.Problem) error
}

// Export packs a problem or a contest. It emits what readers of the texts would see as source, or not at all.
func Export(ctx context.Context, w *workspace.Workspace, o ExportOptions, emit func(event.Event)) (Written, error) {
	e := exporter{o, w, emit}
	var (
		packed *exchange.Package
		name   string
		err    error
	)
	if set, isSet := w.Problems().Set(ctx, o.Path); isSet {
		packed, err = e.set(ctx, set)
		name = filepath.Base(set.Dir)
		if whole, err := filepath.Abs(set.Dir); err == nil {
			name = filepath.Base(whole)
		}
	} else {
		var p *problem.Problem
		if p, packed, err = e.problem(ctx, o.Path); err == nil {
			name = p.ID
		}
	}
	if err != nil {
		return Written{}, err
	}
	defer packed.Close()
	file := cmp.Or(o.File, name+".zip")
	err = packed.WriteZip(ctx, file, o.Force)
	switch {
	case exchange.IsTaken(err):
		return Written{}, hint.Errorf("--force replaces it, -o FILE gives it another name", "%s exists already", file)
	case err != nil:
		return Written{}, err
	}
	return Written{Path: file, Notes: packed.Notes}, nil
}

// exporter packs problems for one target.
type exporter struct {
	ExportOptions
	workspace *workspace.Workspace
	emit      func(event.Event)
}

// problem packs one problem. The caller must close it.
func (e *exporter) problem(ctx context.Context, path string) (*problem.Problem, *exchange.Package, error) {
	p, err := e.workspace.Problems().Load(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	if p.Format == problem.Plain {
		return nil, nil, hint.Errorf("grundy import turns it into a package", "%s: a directory of tests is not a package", path)
	}
	if err := e.Complete(ctx, p); err != nil {
		return nil, nil, err
	}
	if err := author.ReportTexts(p, slices.Concat(p.Statements, p.Editorials), "", e.emit); err != nil {
		return nil, nil, err
	}
	packed, err := exchange.Export(ctx, p, e.To, e.portable(p), e.workspace.Testlib())
	return p, packed, err
}

// set packs the problems of a contest.
func (e *exporter) set(ctx context.Context, set *problemset.Set) (*exchange.Package, error) {
	if fatal := set.Faults.Fatal(false); len(fatal) > 0 {
		return nil, &problem.FaultError{Package: set.Dir, Set: true, Diagnostics: fatal}
	}
	workspace.Report(ctx, set.Dir, set.Faults)
	var entries []exchange.Entry
	for _, member := range set.Labelled() {
		p, packed, err := e.problem(ctx, filepath.Join(set.Dir, member.ID))
		if err != nil {
			for _, entry := range entries {
				entry.Package.Close()
			}
			return nil, err
		}
		entries = append(entries, exchange.Entry{Member: member, Problem: p, Package: packed})
	}
	return exchange.ExportSet(set, entries, e.To)
}

// portable compiles a package's programs in this judge's sandbox for the machines of other judges.
func (e *exporter) portable(p *problem.Problem) exchange.Compiler {
	return func(ctx context.Context, name string, sources []language.File) (string, error) {
		program, err := e.workspace.Compile(ctx, p, name, language.Source{Files: sources, Language: exchange.Portable})
		if err != nil {
			return "", err
		}
		return program.Binary(), nil
	}
}
