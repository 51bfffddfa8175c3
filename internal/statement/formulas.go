package statement

import (
	"strings"

	"grundy/internal/statement/formula"
	"grundy/internal/ui/terminal"
)

// inlineFormula is a formula inside text. It is read when all formulas are known; until then its text is its source.
func inlineFormula(source string) span {
	return span{text: source, formula: formula.New(source, false)}
}

// displayed is a formula on lines of its own.
func displayed(source string) display { return display{formula.New(source, true)} }

// readFormulas reads the formulas of a statement in their order, and writes the text of those inside text.
func readFormulas(blocks []block, memory formula.Memory) []*formula.Formula {
	formulas, spans := formulasOf(blocks)
	formula.Read(formulas, memory)
	for _, s := range spans {
		s.text = formulaText(s.formula)
	}
	return formulas
}

// formulasOf finds formulas, and the spans that have one.
func formulasOf(blocks []block) (formulas []*formula.Formula, spans []*span) {
	walk{
		span: func(s *span) {
			if s.formula != nil {
				formulas, spans = append(formulas, s.formula), append(spans, s)
			}
		},
		display: func(d display) { formulas = append(formulas, d.formula) },
	}.blocks(blocks)
	return formulas, spans
}

// formulaText is the Unicode form of a formula inside text. A short one is not broken across lines.
func formulaText(f *formula.Formula) string {
	const short = 24
	if f.Display {
		return strings.Join(linesOf(f), "\n")
	}
	text := oneLine(strings.Join(linesOf(f), "; "))
	if terminal.Width(text) <= short {
		text = unbroken(text)
	}
	return text
}

// linesOf are the lines of a formula in a terminal: its source where it cannot be read.
func linesOf(f *formula.Formula) []string {
	if !f.Understood() {
		return strings.Split(strings.TrimSpace(f.TeX), "\n")
	}
	return f.Text()
}

// The spaces of formulas in a terminal.
const (
	hard = formula.Hard
	quad = formula.Quad
)

// oneLine joins formulas on a line, which may be broken between them.
func oneLine(formulas string) string {
	return strings.NewReplacer(quad+quad, hard+hard+hard+" ", quad, hard+" ").Replace(formulas)
}
