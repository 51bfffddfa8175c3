package statement

import (
	"strings"

	"grundy/internal/ui/terminal"
)

// block is a part of a statement, the same for Markdown and LaTeX.
type block interface{ block() }

// span is text in one ink. A line feed in it is a forced break, U+00A0 a non-breaking space. Further fields hold
// what a page shows differently from a terminal.
type span struct {
	text    string
	ink     terminal.Ink
	formula string // TeX source if the text is the Unicode form of a formula
	target  string // address of a link
	file    string // image file that the text stands for
	alt     string // description of the image
	width   imageWidth
	// before and after are text that no line break may separate from the formula.
	before, after string
	// written marks the address of a link after its label, which only a terminal needs.
	written bool
}

// isBare reports whether the span is plain text.
func (s span) isBare() bool { return s == span{text: s.text} }

// joins reports whether the next span can be appended to this one.
func (s span) joins(next span) bool {
	s.text, next.text = "", ""
	return s == next && s.formula == "" && s.file == ""
}

type heading struct {
	level int // 1 for the title
	text  []span
}

type paragraph struct {
	text    []span
	caption bool // the words of a figure, centred below it
}

// isFigure reports whether the paragraph is a single image.
func (p paragraph) isFigure() bool { return len(p.text) == 1 && p.text[0].file != "" }

type list struct {
	ordered bool
	start   int
	tight   bool // no blank lines between items
	items   []item
}

type item struct {
	label  []span // label of a description, else nil
	blocks []block
}

type quote struct{ blocks []block }

// code is shown verbatim.
type code struct{ text string }

// display is a formula on lines of its own: its TeX, and the lines of its Unicode form.
type display struct {
	source string
	lines  []string
}

type grid struct {
	header bool // whether the first row is a header
	rows   [][][]span
	align  string // alignment of the columns, a letter each: l, c or r; further columns are l
}

// alignment is the alignment of a column.
func (g grid) alignment(column int) byte {
	if column < len(g.align) {
		return g.align[column]
	}
	return 'l'
}

func (g grid) columns() int {
	columns := 0
	for _, row := range g.rows {
		columns = max(columns, len(row))
	}
	return columns
}

// isHuge reports whether a table is too large to align: its widest cells would widen all of it.
func (g grid) isHuge() bool { return g.columns()*len(g.rows) > maxCells }

// asText writes a table without aligning it.
func (g grid) asText() string {
	var b strings.Builder
	for _, row := range g.rows {
		for i, cell := range row {
			if i > 0 {
				b.WriteString(" | ")
			}
			b.WriteString(plain(cell))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

type rule struct{}

// samplesHere marks where the statement wants the next sample, or all remaining ones.
type samplesHere struct{ all bool }

func (heading) block()     {}
func (paragraph) block()   {}
func (list) block()        {}
func (quote) block()       {}
func (code) block()        {}
func (display) block()     {}
func (grid) block()        {}
func (rule) block()        {}
func (samplesHere) block() {}

// inlineFormula is a formula inside text. A short one is not broken across lines.
func inlineFormula(source string) span {
	const short = 24
	text := oneLine(strings.Join(formula(source), "; "))
	if terminal.Width(text) <= short {
		text = unbroken(text)
	}
	return span{text: text, formula: source}
}

// displayed is a formula on lines of its own.
func displayed(source string) display { return display{source: source, lines: formula(source)} }

// oneLine joins formulas on a line, which may be broken between them.
func oneLine(formulas string) string {
	return strings.NewReplacer(quad+quad, hard+hard+hard+" ", quad, hard+" ").Replace(formulas)
}
