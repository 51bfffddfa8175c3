package author

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
	"grundy/internal/store/workspace"
)

// checkStatements finds what statements and solutions say that readers would see as source, or not at all.
func (v *verification) checkStatements(ctx context.Context) (int, problem.Diagnostics, error) {
	var all problem.Diagnostics
	checked := 0
	for _, text := range slices.Concat(v.problem.Statements, v.problem.Editorials) {
		if ctx.Err() != nil {
			return 0, nil, context.Cause(ctx)
		}
		if text.Kind == "pdf" {
			continue
		}
		faults, err := TextFaults(v.problem, text, v.options.Texts)
		if err != nil {
			return 0, nil, err
		}
		checked++
		all = append(all, faults...)
	}
	return checked, all, nil
}

// TextFaults finds what a statement or a solution of a package says that its readers would see as source, or not at
// all.
func TextFaults(p *problem.Problem, text problem.Statement, tools statement.Tools) (problem.Diagnostics, error) {
	source, err := fsutil.ReadWithin(p.Dir, text.Path)
	if err != nil {
		return nil, fmt.Errorf("read the statement: %w", err)
	}
	var faults problem.Diagnostics
	for _, fault := range statement.Faults(source, text.Kind, p.Constants, p.FilesOf(text), tools) {
		faults = append(faults, problem.Diagnostic{
			Level: problem.Warning, File: p.Place(text.Path), Line: fault.Line, Column: fault.Column, Message: fault.Message, Help: fault.Help,
		})
	}
	for _, image := range statement.Images(source, text.Kind, p.Constants, p.FilesOf(text)) {
		if p.Figure(text, image.File) == "" && !strings.Contains(image.File, ":") { // an address is a fault of the text itself
			message := "there is no figure " + image.File
			if !filepath.IsLocal(filepath.FromSlash(path.Clean(image.File))) {
				message = "the figure " + image.File + " is outside of the statement's directory"
			}
			faults = append(faults, problem.Diagnostic{
				Level: problem.Warning, File: p.Place(text.Path), Line: image.Line, Column: image.Column,
				Message: message + "; its description is shown instead", Help: "put it beside the statement",
			})
		}
	}
	return faults, nil
}

// ReportTexts emits the TextFaults of texts in a language, "" for all of them.
func ReportTexts(p *problem.Problem, texts []problem.Statement, language string, tools statement.Tools, emit func(event.Event)) error {
	for _, text := range texts {
		if text.Kind == "pdf" || language != "" && text.Language != language {
			continue
		}
		faults, err := TextFaults(p, text, tools)
		if err != nil {
			return err
		}
		for _, fault := range faults {
			emit(event.Diagnostic{Path: workspace.ShortPath(p.Dir), Diagnostic: fault})
		}
	}
	return nil
}
