package statement

import (
	"strings"
	"testing"
)

// TestPagesKnowWhatTerminalsKnow: every formula with a Unicode form has a MathML form, too.
func TestPagesKnowWhatTerminalsKnow(t *testing.T) {
	sources := []string{
		`\frac ab`, `\dfrac{a}{b}`, `\tfrac{a}{b}`, `\cfrac{a}{b}`, `\binom{a}{b}`, `\dbinom{a}{b}`, `\tbinom{a}{b}`, `\sqrt[3]{a}`,
		`\text{if $a$}`, `\operatorname*{a}_b`, `\xrightarrow{a}`, `\xleftarrow{a}`, `\not\in`, `\left\langle a \middle| b \right)`, `\bigl| a \bigr|`,
		`\underbrace{a}`, `\overbrace{a}`, `\boxed{a}`, `\smash{a}`, `\pmod{a}`, `{\rm a}`, `\overset{a}{b}`, `\stackrel{a}{=}`, `\underset{i}{\max}`, `\sum_{\substack{a \\ b}}`, `\frac12`, `\hspace{1em} a`, `\tag{1} a`, `a &= b \\ c`, `\hat{abc}`,
	}
	for name := range symbols {
		sources = append(sources, `a\`+name+` b`)
	}
	for name := range accents {
		sources = append(sources, `\`+name+`{a}`)
	}
	for _, name := range []string{"rm", "it", "bf", "sf", "tt", "cal", "scr", "frak", "bb", "ds", "bin", "rel", "op"} {
		sources = append(sources, `\math`+name+`{A}`)
	}
	for _, name := range []string{
		"cases", "pmatrix", "smallmatrix", "matrix", "bmatrix", "vmatrix", "aligned", "align", "alignat", "split", "gather", "gathered", "equation",
		"multline", "eqnarray", "displaymath",
	} {
		sources = append(sources, `\begin{`+name+`}a\end{`+name+`}`, `\begin{`+name+`*}\frac ab & c \\ d \end{`+name+`*}`)
	}
	for _, source := range sources {
		p := mathParser{rest: source}
		if p.formula(); p.err != nil {
			t.Errorf("%s is not known to terminals: %v", source, p.err)
		}
		if _, ok := mathML(source, false); !ok {
			t.Errorf("%s is not known to pages", source)
		}
	}
}

// TestFormulasAsTeXHasThem holds the formulas that a comparison with Temml showed to be drawn differently from
// TeX.
func TestFormulasAsTeXHasThem(t *testing.T) {
	for source, want := range map[string]string{
		`a = -1`:      `<mo>=</mo><mo form="prefix">−</mo><mn>1</mn>`, // a sign has no space beside it
		`(-1)^n`:      `(</mo><mo form="prefix">−</mo>`,
		`n! - 1`:      `<mo>!</mo><mo>−</mo>`,
		`45{,}760`:    `<mn>45</mn><mo lspace="0" rspace="0">,</mo><mn>760</mn>`,
		`50\%`:        `<mn>50</mn><mi>%</mi>`,
		`a : b`:       `<mo lspace="0.2778em" rspace="0.2778em">:</mo>`,
		`f \colon A`:  `<mo lspace="0" rspace="0.2222em">:</mo>`,
		`x\ y~z`:      `<mspace width="0.22em">`,
		`\|v\|`:       `<mi>‖</mi><mi>v</mi><mi>‖</mi>`,
		`\varnothing`: `<mi>∅</mi>`,
		`x'_1`:        `<msub><mi>x</mi><mn>1</mn></msub><mo lspace="0" rspace="0">′</mo>`,
		// Dots between operators are raised; those between factors have space around them.
		`1 + \dots + n`:                   `<mo>+</mo><mi>⋯</mi><mo>+</mo>`,
		`a, \dots, z`:                     `<mo>,</mo><mi>…</mi><mo>,</mo>`,
		`a \ldots z`:                      `<mspace width="0.1667em"></mspace><mi>…</mi><mspace width="0.1667em"></mspace>`,
		`\begin{vmatrix} a \end{vmatrix}`: `<mo form="prefix" stretchy="true" symmetric="true">|</mo><mtable>`,
		`\bigl(a\bigr)^2`:                 `<msup><mo form="postfix" lspace="0" maxsize="1.2em" minsize="1.2em"`,
		`\Bigg|`:                          `minsize="3em"`,
		// Commands that once left the whole formula verbatim.
		`\tfrac12`:                           `<mstyle displaystyle="false" scriptlevel="0"><mfrac><mn>1</mn><mn>2</mn></mfrac></mstyle>`,
		`\dfrac ab`:                          `<mstyle displaystyle="true" scriptlevel="0"><mfrac>`,
		`\displaystyle\sum_i i`:              `<mstyle displaystyle="true"`,
		`\sum_{\substack{i=1 \\ i \ne j}} a`: `<mtr><mtd><mi>i</mi><mo>=</mo><mn>1</mn></mtd></mtr><mtr>`,
		`\overset{!}{=}`:                     `<mover><mo stretchy="true">=</mo><mo>!</mo></mover>`,
		`\underset{i}{\max}`:                 `<mstyle displaystyle="true" scriptlevel="0"><munder>`,
		`\operatorname*{arg\,max}_i a`:       `<munder><mo form="prefix" lspace="0" movablelimits="true" rspace="0">arg max</mo><mi>i</mi></munder>`,
		`a \rightleftharpoons b`:             `<mo>⇌</mo>`,
		// Lines and accents cover all of their base and do not overlap it.
		`\overline{abc}`:                      `<mrow class="overlined"><mrow><mi>a</mi>`,
		`\underline{x}`:                       `<mrow class="underlined"><mi>x</mi></mrow>`,
		`\widehat{abc}`:                       `<mo scriptlevel="+0" stretchy="true">ˆ</mo>`,
		`\hat x`:                              `<mo scriptlevel="+0" stretchy="false">ˆ</mo>`,
		`\ddot x`:                             `<mo scriptlevel="+0" stretchy="false">¨</mo>`,
		`\vec v`:                              `<mover><mi>v</mi><mo stretchy="false">→</mo></mover>`,
		`\overrightarrow{AB}`:                 `<mo scriptlevel="+0" stretchy="true">→</mo>`,
		`\texttt{YES}`:                        `<mi class="typed">YES</mi>`,
		`\textbf{no} \emph{x}`:                `<mi class="bold">no</mi>`,
		`\begin{array}{lr} a & b \end{array}`: `<mtable class="array"`,
	} {
		if got, _ := mathML(source, false); !strings.Contains(got, want) {
			t.Errorf("%s is\n%s\nwithout\n%s", source, got, want)
		}
	}
	if got, _ := mathML(`\begin{aligned} a & b \end{aligned}`, false); strings.Contains(got, "array") {
		t.Errorf("lines that are aligned stand apart: %s", got)
	}
}
