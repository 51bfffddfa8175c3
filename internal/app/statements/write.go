package statements

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"grundy/internal/author"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
	"grundy/internal/statement/handout"
	"grundy/internal/store/workspace"
)

// Options say what to write of which problems, and where to.
type Options struct {
	// Path is that of a package, or of a directory of packages such as a contest.
	Path string
	// List is a file that lists the problems of a contest, such as contest.yaml, in place of Path.
	List string
	// Language is the only language to write, "" for all.
	Language string
	// Solution writes the explanations of the solutions instead of the statements, Slides writes slides.
	Solution, Slides bool
	// PDF prints a PDF instead of writing HTML, with Printer: latex, typst, chromium or a command of these kinds, ""
	// for the first installed one.
	PDF     bool
	Printer string
	// File is the document, "" for one with the name of the problem or the contest; Output gets it where the file is
	// event.StandardOutput.
	File   string
	Output io.Writer
	// Force replaces an existing file.
	Force bool
}

// Write writes a document. It emits what readers of the texts would see as source, or not at all, and what the document
// lacks.
func Write(ctx context.Context, w *workspace.Workspace, o Options, emit func(event.Event)) (event.Written, error) {
	writer, err := newWriter(w, o, emit)
	if err != nil {
		return event.Written{}, err
	}
	problems, err := o.find(ctx, w)
	if err != nil {
		return event.Written{}, err
	}
	return writer.write(ctx, problems)
}

// Print makes a PDF of the statements of problems in one language, with the first printer that is installed. It emits what
// the document lacks.
func Print(ctx context.Context, w *workspace.Workspace, set handout.Set, language string, emit func(event.Event)) ([]byte, error) {
	writer, err := newWriter(w, Options{PDF: true, Language: language}, emit)
	if err != nil {
		return nil, err
	}
	return writer.document(ctx, set, func(text string) { emit(lack(set.Problems[0].Dir, text)) })
}

// Tools runs the programs that print and draw, in the sandbox. Note tells the user something.
func Tools(w *workspace.Workspace, note func(text string)) (*handout.ToolRunner, error) {
	scratch, err := w.Scratch()
	if err != nil {
		return nil, err
	}
	return &handout.ToolRunner{Variables: w.Environment(), Scratch: scratch, Note: note, Lend: w.Compiler, Drawn: w.Drawings()}, nil
}

// writer writes documents with the same options.
type writer struct {
	Options
	workspace *workspace.Workspace
	emit      func(event.Event)
	printers  []handout.Printer // none for HTML
}

func newWriter(w *workspace.Workspace, o Options, emit func(event.Event)) (*writer, error) {
	made := &writer{Options: o, workspace: w, emit: emit}
	var err error
	switch {
	case o.PDF:
		made.printers, err = handout.Printers(w.Environment(), o.Printer)
	case o.Printer != "":
		err = hint.Errorf("add --pdf", "--printer works with --pdf only")
	}
	return made, err
}

// write writes the document of some problems.
func (w *writer) write(ctx context.Context, of problems) (event.Written, error) {
	made := event.Written{Path: cmp.Or(w.File, w.nameOf(of))}
	note := func(text string) {
		made.Warnings++
		w.emit(lack(of.dir, text))
	}
	data, err := w.document(ctx, of.Set, note)
	if err != nil {
		return event.Written{}, err
	}
	if made.Path != event.StandardOutput {
		err = workspace.WriteOutput(made.Path, data, w.Force)
	} else if _, err = w.Output.Write(data); err != nil {
		err = &workspace.JudgeError{Err: fmt.Errorf("write the output: %w", err)}
	}
	if err == nil {
		w.emit(made)
	}
	return made, err
}

// lack notes what the document of the problems in a directory lacks.
func lack(dir, text string) event.Note {
	return event.Note{Path: workspace.ShortPath(dir), Diagnostic: problem.Diagnostic{Level: problem.Warning, Message: text}}
}

// nameOf is the default name of the document.
func (w *writer) nameOf(of problems) string {
	name := of.name
	if w.Solution {
		name += "-solution"
	}
	if w.Slides {
		name += "-slides"
	}
	if w.PDF {
		return name + ".pdf"
	}
	return name + ".html"
}

// document makes the document, and notes what it lacks.
func (w *writer) document(ctx context.Context, set handout.Set, note func(text string)) ([]byte, error) {
	tools, err := Tools(w.workspace, note)
	if err != nil {
		return nil, err
	}
	options := handout.Options{
		Language: w.Language, Solution: w.Solution, Slides: w.Slides, Formulas: w.workspace.Formulas(),
		Draw:    func(pdf []byte) ([]byte, error) { return tools.SVG(ctx, pdf) },
		DrawTeX: func(drawing statement.Drawing) ([]byte, error) { return tools.Drawing(ctx, drawing) },
		Print:   func(svg []byte) ([]byte, error) { return tools.PDF(ctx, svg) },
	}
	for _, p := range set.Problems {
		if err := author.ReportTexts(p.Problem, options.Sources(p.Problem), w.Language, w.workspace.Texts(), w.emit); err != nil {
			return nil, err
		}
	}
	var (
		data  []byte
		notes []string
	)
	if len(w.printers) > 0 {
		printed, err := handout.Print(ctx, w.printers, tools, set, options)
		if err != nil {
			return nil, err
		}
		data, notes = printed.Data, printed.Notes
	} else {
		page, err := handout.Write(set, options)
		if err != nil {
			return nil, err
		}
		data, notes = page.HTML, page.Notes
	}
	for _, text := range notes {
		note(text)
	}
	return data, nil
}
