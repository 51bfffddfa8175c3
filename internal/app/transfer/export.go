package transfer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"grundy/internal/author"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/event"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/exchange"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/pkgfmt/problemset"
	"grundy/internal/statement/handout"
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
	// Print makes a PDF of a statement in one language.
	Print func(ctx context.Context, set handout.Set, language string) ([]byte, error)
}

// Export packs a problem or a contest. DOMjudge's pages take single problems, so each problem of a contest for it is
// packed once more, into an archive with the name of its label. Export emits what readers of the texts would see as
// source, or not at all, and what the format cannot express. It returns the first archive.
func Export(ctx context.Context, w *workspace.Workspace, o ExportOptions, emit func(event.Event)) (event.Written, error) {
	e := exporter{o, w, emit}
	if set, isSet := w.Problems().Set(ctx, o.Path); isSet {
		return e.writeSet(ctx, set)
	}
	p, packed, err := e.problem(ctx, o.Path, memberAt(o.Path))
	if err != nil {
		return event.Written{}, err
	}
	defer packed.Close()
	return e.write(ctx, []archive{{cmp.Or(o.File, p.ID+".zip"), packed}})
}

// archive is a package with the name of its file.
type archive struct {
	file string
	*exchange.Package
}

// write writes archives, none of which may exist, and emits the notes on the first. The others repeat parts of it.
func (e *exporter) write(ctx context.Context, archives []archive) (event.Written, error) {
	for _, a := range archives {
		if _, err := os.Lstat(a.file); err == nil && !e.Force {
			return event.Written{}, hint.Errorf("--force replaces it, -o FILE gives it another name", "%s exists already", a.file)
		}
	}
	for _, a := range archives {
		if err := a.WriteZip(ctx, a.file, e.Force); err != nil {
			return event.Written{}, err
		}
	}
	first := written(e.Path, archives[0].Notes, event.Written{Path: archives[0].file}, e.emit)
	for _, a := range archives[1:] {
		e.emit(event.Written{Path: a.file})
	}
	return first, nil
}

// memberAt is what the list of a contest says of the package in one of its directories.
func memberAt(path string) problemset.Member {
	dir, err := filepath.Abs(path)
	if err != nil || !problemset.Is(filepath.Dir(dir)) {
		return problemset.Member{}
	}
	set := problemset.Read(filepath.Dir(dir))
	i := slices.IndexFunc(set.Members, func(m problemset.Member) bool { return m.ID == filepath.Base(dir) })
	if set.List == "" || i < 0 {
		return problemset.Member{}
	}
	return set.Members[i]
}

// exporter packs problems for one target.
type exporter struct {
	ExportOptions
	workspace *workspace.Workspace
	emit      func(event.Event)
}

// problem packs one problem, a member of a contest if it has a label. The caller must close it.
func (e *exporter) problem(ctx context.Context, path string, member problemset.Member) (*problem.Problem, *exchange.Package, error) {
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
	if err := author.ReportTexts(p, slices.Concat(p.Statements, p.Editorials), "", e.workspace.Texts(), e.emit); err != nil {
		return nil, nil, err
	}
	packed, err := exchange.Export(ctx, p, e.To, e.portable(p), e.workspace.Testlib())
	if err != nil {
		return nil, nil, err
	}
	packed.PlaceIn(member)
	err = e.try(ctx, p, packed)
	if err == nil {
		err = e.print(ctx, p, packed, member)
	}
	if err != nil {
		packed.Close()
		return nil, nil, err
	}
	return p, packed, nil
}

// try builds each program of a package once, as other judges will, so that nothing is exported that does not build. A
// note says which programs this machine cannot build.
func (e *exporter) try(ctx context.Context, p *problem.Problem, packed *exchange.Package) error {
	programs, err := packed.Programs()
	if err != nil {
		return err
	}
	for _, program := range programs {
		_, err := e.workspace.Compile(ctx, p, program.Name, language.Source{Files: program.Files})
		if why := untried(err); why != "" {
			packed.Notes = append(packed.Notes, exchange.Note{File: program.Name, Text: "not tried: " + why})
		} else if err != nil {
			return hint.With("mend it first: what does not build here does not build elsewhere", err)
		}
	}
	return nil
}

// commandMissing finds what a shell says of a missing command.
var commandMissing = lazyregexp.New(`(?m)^.*: ([^:]+): (?:command )?not found$`)

// untried says why a program could not be built here: its toolchain is missing. It is "" for other errors.
func untried(err error) string {
	if missing := (*language.MissingError)(nil); errors.As(err, &missing) {
		return missing.Error()
	}
	if failed := (*language.CompileError)(nil); errors.As(err, &failed) {
		if match := commandMissing().FindStringSubmatch(failed.Log); match != nil {
			return match[1] + " is missing here"
		}
	}
	return ""
}

// print adds the statement that DOMjudge shows, unless the package has it. If nothing here prints it, a warning says
// so.
func (e *exporter) print(ctx context.Context, p *problem.Problem, packed *exchange.Package, member problemset.Member) error {
	if packed.Unprinted == "" {
		return nil
	}
	sheet := handout.Set{Problems: []handout.Problem{{Problem: p, Label: member.Label, Color: cmp.Or(member.RGB, member.Color)}}}
	pdf, err := e.Print(ctx, sheet, packed.Unprinted)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		packed.Notes = append(packed.Notes, exchange.Note{
			File: "problem.pdf", Warning: true,
			Text: fmt.Sprintf("DOMjudge shows PDF, HTML and text only, and the statement is not printed: %v; %s, or add problem.pdf to the package", err, hint.Of(err)),
		})
		return nil
	}
	packed.AddPDF(pdf)
	return nil
}

// writeSet packs the problems of a contest.
func (e *exporter) writeSet(ctx context.Context, set *problemset.Set) (event.Written, error) {
	if fatal := set.Faults.Fatal(false); len(fatal) > 0 {
		return event.Written{}, &problem.FaultError{Package: set.Dir, What: problem.SetFault, Diagnostics: fatal}
	}
	workspace.Report(ctx, set.Dir, set.Faults)
	var entries []exchange.Entry
	for _, member := range set.Labelled() {
		p, packed, err := e.problem(ctx, filepath.Join(set.Dir, member.ID), member)
		if err != nil {
			for _, entry := range entries {
				entry.Package.Close()
			}
			return event.Written{}, err
		}
		entries = append(entries, exchange.Entry{Member: member, Problem: p, Package: packed})
	}
	whole, err := exchange.ExportSet(set, entries, e.To)
	if err != nil {
		return event.Written{}, err
	}
	defer whole.Close()
	archives := []archive{{cmp.Or(e.File, filepath.Base(fsutil.Absolute(set.Dir))+".zip"), whole}}
	if e.To == exchange.DOMjudge {
		for _, entry := range entries {
			file := filepath.Join(filepath.Dir(archives[0].file), entry.Label+".zip")
			if !problem.IsFileName(entry.Label) || file == filepath.Clean(archives[0].file) {
				file = filepath.Join(filepath.Dir(file), entry.Package.ID+".zip")
			}
			archives = append(archives, archive{file, entry.Package})
		}
	}
	return e.write(ctx, archives)
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
