package handout

import (
	"context"
	"errors"
	"slices"
	"strings"

	"grundy/internal/base/environment"
	"grundy/internal/base/hint"
	"grundy/internal/judge/language"
)

// Printer makes PDF.
type Printer struct {
	Name string // "xelatex", "typst", "chromium"
	make func(ctx context.Context, bench *ToolRunner, set Set, options Options) (PDF, error)
}

// PDF is the result of a printer.
type PDF struct {
	Data []byte
	// Notes tell the user what is missing; Lacks are those notes that another printer may not need.
	Notes, Lacks []string
}

// LaTeX, Typst and Chromium are the kinds of printers that users name.
const (
	LaTeX    = "latex"
	Typst    = "typst"
	Chromium = "chromium"
)

// engines are the LaTeX engines, the best first: XeLaTeX has the fonts of the system, and with them all
// alphabets.
var engines = []string{"xelatex", "pdflatex"}

// browsers are the commands of Chromium and its relatives, which print alike.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"}

// ErrNoPrinter says that no printer is installed.
var ErrNoPrinter = hint.Errorf("install LaTeX (apt install texlive-xetex), Typst (typst.app) or Chromium (apt install chromium)",
	"nothing here makes PDF: none of %s is in PATH", strings.Join(slices.Concat(engines, []string{Typst}, browsers[:4]), ", "))

// Printers finds the installed printers, the best first: LaTeX, for which formulas are written, then Typst, then a
// browser. With is a kind, or a command of a kind; "" means all.
func Printers(variables environment.Variables, with string) ([]Printer, error) {
	var found []Printer
	for _, engine := range engines {
		if !slices.Contains([]string{"", LaTeX, engine}, with) {
			continue
		}
		if tool, ok := language.FindTool(variables, engine); ok {
			found = append(found, Printer{engine, engineOf(variables, tool).print})
			break
		}
	}
	if slices.Contains([]string{"", Typst}, with) {
		if tool, ok := language.FindTool(variables, Typst, fontFolders...); ok {
			found = append(found, Printer{Typst, typst{tool}.print})
		}
	}
	if slices.Contains([]string{"", Chromium}, with) || slices.Contains(browsers, with) {
		for _, name := range browsers {
			if path, err := variables.LookPath(name); err == nil && (with == name || with == "" || with == Chromium) {
				found = append(found, Printer{name, browser(path).print})
				break
			}
		}
	}
	switch {
	case len(found) > 0:
		return found, nil
	case with == "":
		return nil, ErrNoPrinter
	case with == LaTeX || slices.Contains(engines, with):
		return nil, hint.Errorf("apt install texlive-xetex, or leave out --printer", "--printer %s: none of %s is in PATH", with, strings.Join(engines, ", "))
	case with == Typst:
		return nil, hint.Errorf("install it from typst.app, or leave out --printer", "--printer typst: it is not in PATH")
	case with == Chromium || slices.Contains(browsers, with):
		return nil, hint.Errorf("apt install chromium, or leave out --printer", "--printer %s: none of %s is in PATH", with, strings.Join(browsers, ", "))
	}
	return nil, hint.Errorf("want latex, typst or chromium", "--printer %s: no such printer", with)
}

// Print makes a PDF with the first printer that omits nothing, or else with the first that succeeds.
func Print(ctx context.Context, printers []Printer, bench *ToolRunner, set Set, options Options) (PDF, error) {
	var best PDF
	var failed error
	var source *sourceError
	for i, printer := range printers {
		made, err := printer.make(ctx, bench, set, options)
		switch {
		case ctx.Err() != nil:
			return PDF{}, context.Cause(ctx)
		case errors.As(err, &source):
			return PDF{}, err
		case err == nil && len(made.Lacks) == 0:
			return made, nil
		case err == nil && best.Data == nil:
			best = made
		}
		if failed == nil {
			failed = err
		}
		if i+1 < len(printers) {
			why := strings.Join(made.Lacks, "; ")
			if err != nil {
				why = err.Error()
			}
			bench.Note(printer.Name + ": " + why + ", so that " + printers[i+1].Name + " prints it")
		}
	}
	if best.Data == nil {
		return PDF{}, failed
	}
	best.Notes = append(best.Notes, best.Lacks...)
	return best, nil
}
