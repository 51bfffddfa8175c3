package statement

import "testing"

// TestPagesKnowWhatTerminalsKnow: what is shown as Unicode is shown as MathML, too.
func TestPagesKnowWhatTerminalsKnow(t *testing.T) {
	sources := []string{
		`\frac ab`, `\dfrac{a}{b}`, `\tfrac{a}{b}`, `\cfrac{a}{b}`, `\binom{a}{b}`, `\dbinom{a}{b}`, `\tbinom{a}{b}`, `\sqrt[3]{a}`,
		`\text{if $a$}`, `\operatorname*{a}_b`, `\xrightarrow{a}`, `\xleftarrow{a}`, `\not\in`, `\left\langle a \middle| b \right)`, `\bigl| a \bigr|`,
		`\underbrace{a}`, `\overbrace{a}`, `\boxed{a}`, `\smash{a}`, `\pmod{a}`, `{\rm a}`, `\hspace{1em} a`, `\tag{1} a`, `a &= b \\ c`, `\hat{abc}`,
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
