package transfer

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/exchange"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// ImportOptions say what to import, and where to.
type ImportOptions struct {
	// Path is a directory or an archive.
	Path string
	// From is its format, "" to detect it; To is the format of the package, "" for the present one.
	From exchange.Format
	To   exchange.Target
	// Testlib is the user's testlib.h, "" for none.
	Testlib string
	// Dir is the directory to make, "" for one with the name of the problem, where the problems are.
	Dir string
}

// Import makes a package. It emits what the format of the package cannot express, and the faults of the package are
// reported as those of one that is opened.
func Import(ctx context.Context, w *workspace.Workspace, o ImportOptions, emit func(event.Event)) (event.Written, error) {
	scratch, err := w.Scratch()
	if err != nil {
		return event.Written{}, &workspace.JudgeError{Err: err}
	}
	made, err := exchange.Import(ctx, o.Path, exchange.Options{
		Format: o.From, Testlib: o.Testlib, SpareTestlib: w.Testlib(), To: o.To, Scratch: scratch,
		Generate: func(ctx context.Context, program exchange.Program) ([]byte, error) { return generate(ctx, w, program) },
	})
	if err != nil {
		return event.Written{}, err
	}
	defer made.Close()
	dir := cmp.Or(o.Dir, filepath.Join(w.Problems().Dir(), made.ID))
	err = made.WriteFolder(ctx, dir)
	switch {
	case exchange.IsTaken(err):
		return event.Written{}, hint.Errorf("-o DIR gives it another name", "%s exists already", dir)
	case err != nil:
		return event.Written{}, err
	}
	_, faults := icpc.Load(dir)
	workspace.Report(ctx, dir, slices.DeleteFunc(faults.Fatal(true), func(d problem.Diagnostic) bool {
		return made.Unmade > 0 && strings.HasPrefix(d.File, "data")
	}))
	return written(o.Path, made.Notes, event.Written{Path: dir, Ungenerated: made.Unmade}, emit), nil
}

// generate runs a generator of a package that is not written yet, on this machine and within the default limits, and returns what
// it prints.
func generate(ctx context.Context, w *workspace.Workspace, program exchange.Program) ([]byte, error) {
	client, err := w.Local(ctx)
	if err != nil {
		return nil, err
	}
	tool := job.Tool{Name: program.Name, Source: language.Source{Files: program.Files}}
	ran, err := client.Generated(ctx, &problem.Problem{Limits: icpc.DefaultLimits()}, job.Generation{Tool: tool})
	if err != nil {
		return nil, err
	}
	if ran.Fault != "" {
		return nil, hint.Errorf("mend it, or make the tests with the tool of their format", "%s", strings.TrimSpace(ran.Fault+"\n"+ran.Stderr))
	}
	for _, file := range ran.Files {
		if file.Name == ".in" {
			return file.Data, nil
		}
	}
	return nil, nil
}

// written emits the notes on what was made of a source, and then that it was written.
func written(source string, notes []exchange.Note, made event.Written, emit func(event.Event)) event.Written {
	for _, note := range notes {
		level := problem.Note
		if note.Warning {
			level = problem.Warning
			made.Warnings++
		} else {
			made.Notes++
		}
		emit(event.Note{Path: workspace.ShortPath(source), Diagnostic: problem.Diagnostic{Level: level, File: note.File, Message: note.Text}})
	}
	emit(made)
	return made
}
