package statement

import (
	"os"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"grundy/internal/statement/formula"
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

// SourcesOf returns the formulas of a statement.
func SourcesOf(source []byte, kind string, constants map[string]string) ([]formula.Source, error) {
	blocks, _, err := read(source, kind, constants, nil, true)
	if err != nil {
		return nil, err
	}
	formulas, _ := formulasOf(blocks)
	var sources []formula.Source
	for _, f := range formulas {
		sources = append(sources, f.Source)
	}
	return sources, nil
}

// EveryFormula returns a formula for each command of MathJax.
func EveryFormula() []string {
	text, err := os.ReadFile("formula/testdata/commands.txt")
	if err != nil {
		panic(err)
	}
	return slices.DeleteFunc(strings.Split(strings.TrimSpace(string(text)), "\n"), func(line string) bool { return strings.HasPrefix(line, "# ") })
}

// Unclosed returns the faults of a LaTeX text that are about what it does not close.
func Unclosed(source string) []Fault {
	r, _ := newReading([]byte(source))
	r.expandLaTeX()
	r.reportUnclosed()
	return r.faults
}
