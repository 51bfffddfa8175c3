package formula_test

import (
	"strings"
	"testing"

	"grundy/internal/statement/formula"
)

// TestNumbersAtTheEdge writes numbers of equations where LaTeX sets them.
func TestNumbersAtTheEdge(t *testing.T) {
	text := func(words string) string { return words }
	for _, test := range []struct{ tex, page, latex, typst string }{
		{`x \tag{1}`, `<tr><td class="margin"></td><td class="gap-0"><math displaystyle="true"><mi>x</mi></math></td><td class="margin right"><math>`, `\begin{gather*}x\tag*{$`, `#math.equation(block: true, numbering: (..) => $`},
		{`\begin{align*} a &= b \tag{2} \\[20pt] c &= d \end{align*}`, `<td class="margin right"></td></tr></table>`, `\begin{align*}a & {}=b\tag*{$`, `$, none,); let gaps = (2.000em, `},
		{`\begin{aligned} a &= b \end{aligned}`, `<math display="block"><mtable`, `\[\begin{aligned}`, "$ mat("},
		{`\frac{a`, "", "", ""},
	} {
		f := formula.New(test.tex, true)
		formula.Read([]*formula.Formula{f}, nil)
		for want, got := range map[string]string{test.page: f.DisplayHTML(), test.latex: f.DisplayLaTeX(text), test.typst: f.Typst()} {
			if want == "" && got != "" || !strings.Contains(got, want) {
				t.Errorf("%s: no %s in %s", test.tex, want, got)
			}
		}
		if strings.Contains(f.MathML(), "<table") {
			t.Errorf("%s: a table of HTML within a line", test.tex)
		}
	}
}
