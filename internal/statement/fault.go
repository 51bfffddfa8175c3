package statement

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"grundy/internal/statement/formula"
)

// Fault is a part of a text that readers see otherwise than its author meant it, or not at all.
type Fault struct {
	// Line and Column count from 1, the column in characters. They are 0 if the fault concerns the whole text.
	Line, Column  int
	Message, Help string
}

// maxFaults bounds the faults of one text.
const maxFaults = 100

// reading is a source that is being read, and what is wrong with it. Each reader reports what it does not understand.
type reading struct {
	source
	isCut    bool // whether it is only the beginning of the file
	faults   []Fault
	formulas []formulaAt
	settings string // what drawings of a LaTeX text may need
	draws    bool   // whether LaTeX draws drawings
	files    Files  // those that a LaTeX text includes or shows, nil for none
}

// formulaAt is a formula and its offset in the text.
type formulaAt struct {
	source string
	at     int
}

// report adds a fault at an offset of the text; an offset below 0 means the whole text. The message names the
// construct as the author wrote it.
func (r *reading) report(at int, help, format string, args ...any) {
	if at >= 0 {
		at = r.inFile(at)
	}
	r.reportInFile(at, help, format, args...)
}

// reportInFile is report for an offset of the file.
func (r *reading) reportInFile(at int, help, format string, args ...any) {
	if len(r.faults) >= maxFaults {
		return
	}
	fault := Fault{Message: fmt.Sprintf(format, args...), Help: help}
	if at >= 0 {
		fault.Line, fault.Column = position(r.file, at)
	}
	if !slices.Contains(r.faults, fault) {
		r.faults = append(r.faults, fault)
	}
}

// unknown reports a construct that the reader shows as it is written.
func (r *reading) unknown(at int, construct string) {
	r.report(at, "readers see it as it is written: write it otherwise", "%s is not understood", construct)
}

// formula notes a formula, which Faults checks.
func (r *reading) formula(at int, source string) {
	r.formulas = append(r.formulas, formulaAt{source, at})
}

// position is the line and the column of an offset, from 1.
func position(text string, at int) (line, column int) {
	text = text[:min(at, len(text))]
	return 1 + strings.Count(text, "\n"), 1 + utf8.RuneCountInString(text[strings.LastIndexByte(text, '\n')+1:])
}

// Tools are what a machine has for reading texts.
type Tools struct {
	// Formulas keeps formulas that were read; nil keeps none.
	Formulas formula.Memory
	// Draws says that LaTeX is there for drawings.
	Draws bool
}

// Faults finds what readers of a statement would see as source, or not at all: constructs that the reader does not
// understand, formulas that a writer cannot set, references to nothing, bytes that are not text, and what LaTeX leaves
// unclosed. Kind, constants and files are those of Render. A text of another kind has no faults.
func Faults(text []byte, kind string, constants map[string]string, files Files, tools Tools) []Fault {
	blocks, r, err := readWith(tools, text, kind, constants, files, true)
	if err != nil {
		return nil
	}
	known := map[string]*formula.Formula{}
	for _, f := range readFormulas(blocks, tools.Formulas) {
		known[f.TeX] = f
	}
	for _, f := range r.formulas {
		if known[f.source] != nil {
			r.reportFormula(f.at, known[f.source])
		}
	}
	if kind == "tex" {
		r.reportUnclosed()
	}
	slices.SortStableFunc(r.faults, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return r.faults
}

// reportFormula reports what is not understood in a formula that begins near an offset of the text.
func (r *reading) reportFormula(at int, f *formula.Formula) {
	const dollars = 2
	begin := min(max(at, 0), len(r.text))
	before := strings.Index(r.text[begin:min(begin+dollars+len(f.TeX), len(r.text))], f.TeX)
	for _, fault := range f.Faults {
		place := at
		if before >= 0 { // else the source is divided by marks of quotes or lists, or LaTeX has changed it
			place = begin + before + fault.Offset
		}
		help := "readers see the formula as it is written: write it otherwise"
		if f.Understood() {
			help = "readers see this part as it is written: write it otherwise"
		}
		r.report(place, help, "the formula %s: %s", strings.Join(strings.Fields(f.TeX), " "), fault.Message)
	}
}
