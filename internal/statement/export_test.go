package statement

import (
	"maps"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// FormulasOf returns the formulas of a Markdown text in order, with their dollars, and those of its texts with an
// unmatched dollar.
func FormulasOf(source []byte) (formulas, leftovers []string) {
	_ = ast.Walk(parse(source), func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch node := node.(type) {
		case *dollarNode:
			formulas = append(formulas, "$"+strings.Join(strings.Fields(node.source), " ")+"$")
		case *displayNode:
			formulas = append(formulas, "$$"+strings.TrimSpace(string(raw(node, source)))+"$$")
		case *ast.Text:
			if text := string(node.Segment.Value(source)); strings.Contains(strings.ReplaceAll(text, `\$`, ""), "$") {
				leftovers = append(leftovers, text)
			}
		case *ast.CodeSpan, *ast.CodeBlock, *ast.FencedCodeBlock:
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return formulas, leftovers
}

// EveryFormula returns formulas that use every known command.
func EveryFormula() []string {
	var formulas []string
	for _, name := range slices.Sorted(maps.Keys(symbols)) {
		formulas = append(formulas, `a \`+name+` b`)
	}
	for _, name := range slices.Sorted(maps.Keys(accents)) {
		formulas = append(formulas, `\`+name+`{a}`)
	}
	for _, name := range []string{"mathrm", "mathit", "mathbf", "mathsf", "mathtt", "mathcal", "mathscr", "mathfrak", "boldsymbol", "bm", "mathbb", "mathds", "operatorname", "operatorname*", "underbrace", "overbrace", "smash", "boxed", "xrightarrow", "xleftarrow", "pmod", "text", "mbox", "emph", "texttt", "phantom", "mathop"} {
		formulas = append(formulas, `\`+name+`{A}`)
	}
	return append(formulas, `\dbinom{a}{b}`, `\cfrac{a}{b}`, `\bigl(a\Biggr)`, `\left\lVert a\middle|b\right\rVert`, `{\rm a}`, `a\not\in b`, `\displaystyle a\nonumber`)
}

// Unclosed returns the faults of a LaTeX text that are about what it does not close.
func Unclosed(source string) []Fault {
	r, _ := newReading([]byte(source))
	r.expandLaTeX()
	r.reportUnclosed()
	return r.faults
}
