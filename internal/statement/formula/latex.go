package formula

import (
	"cmp"
	_ "embed"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// LaTeX writes the formula for LaTeX with assets/statement.sty of the statements, without dollars; "" if it cannot be read. Text
// writes words, with escapes. All commands are those of this file, so nothing of the source is one.
func (f *Formula) LaTeX(text func(string) string) string {
	if f.root == nil {
		return ""
	}
	return strings.TrimSpace(latexWriter{text}.row(f.root.Children))
}

// symbols are the signs of MathJax with the shortest command for each: a line each, a sign and a command. make formulas writes it.
//
//go:embed symbols.txt
var symbols string

// Commands are the commands of formulas for signs and letters that are not ASCII.
var Commands = sync.OnceValue(func() map[rune]string {
	commands := map[rune]string{'−': "-", '′': `\prime`, '″': `\prime\prime`, '‴': `\prime\prime\prime`, '⁗': `\prime\prime\prime\prime`, '◦': `\circ`, '\u2006': `\,`, '·': `\cdot`, '×': `\times`, '÷': `\div`, '±': `\pm`, '¬': `\neg`, '°': `{}^\circ`, '…': `\ldots`, 'ð': `\eth`, 'ο': "o", '⧸': "/", '⋰': `\iddots`, '•': `\bullet`, '□': `\square`, '■': `\blacksquare`, '∎': `\blacksquare`, '≔': `\mathrel{:=}`}
	for line := range strings.Lines(symbols) {
		sign, command, _ := strings.Cut(strings.TrimSpace(line), " ")
		if r := firstRune(sign); commands[r] == "" {
			commands[r] = command
		}
	}
	for _, r := range "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
		commands[firstRune(styled(string(r), "double-struck"))] = `\mathbb{` + string(r) + "}"
	}
	return commands
})

// Small are the raised and lowered characters of Unicode, by the mark of TeX for their place.
func Small() map[string]map[rune]rune {
	return map[string]map[rune]rune{"^": superscripts, "_": subscripts}
}

type latexWriter struct{ text func(string) string }

// row writes elements side by side. Brackets as tall as their content belong to the row.
func (w latexWriter) row(row []*node) string {
	last := len(row) - 1
	isFenced := last > 0 && row[0].isFence() && row[last].isFence() && row[0].Class == opening && row[last].Class == closing
	var b strings.Builder
	for i, n := range row {
		if n.isInvisible() {
			continue
		}
		part := w.element(n)
		switch {
		case isFenced && n.Text == "⟦" && row[last].Text == "⟧":
			part = `\left[\!\left[`
		case isFenced && n.Text == "⟧" && row[0].Text == "⟦":
			part = `\right]\!\right]`
		case isFenced && i == 0:
			part = `\left` + delimiter(n.Text)
		case isFenced && i == last:
			part = `\right` + delimiter(n.Text)
		case isFenced && n.Tag == "mo" && n.Attributes["stretchy"] == "true":
			part = `\middle` + delimiter(n.Text)
		}
		b.WriteString(part)
		if endsInCommand(part) {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// endsInCommand reports whether a letter behind it would be taken for a part of a command.
func endsInCommand(tex string) bool {
	name := strings.TrimRight(tex, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	return len(name) < len(tex) && strings.HasSuffix(name, `\`)
}

// delimiter is a bracket behind \left and its like.
func delimiter(sign string) string {
	return cmp.Or(map[string]string{"": ".", "{": `\{`, "}": `\}`, "‖": `\|`, "∥": `\|`, `\`: `\backslash `, "⟦": "[", "⟧": "]", "|": "|", "∣": "|"}[sign], latexSigns(sign)) + " "
}

// group writes an element as an argument.
func (w latexWriter) group(n *node) string {
	if n.Tag == "mrow" && !n.hasClass() {
		return "{" + strings.TrimSpace(w.row(n.Children)) + "}"
	}
	return "{" + strings.TrimSpace(w.element(n)) + "}"
}

// hasClass reports whether a group counts as a sign of a class.
func (n *node) hasClass() bool { return latexClasses[n.Class] != "" && n.Tag == "mrow" }

var latexClasses = map[class]string{operator: `\mathop`, binary: `\mathbin`, relation: `\mathrel`, opening: `\mathopen`, closing: `\mathclose`, punctuation: `\mathpunct`}

func (w latexWriter) element(n *node) string {
	if color := n.color("mathcolor"); strings.HasPrefix(color, "#") && len(color) == 7 {
		plain := *n
		plain.Attributes = without(n.Attributes, "mathcolor")
		return `{\color[HTML]{` + strings.ToUpper(color[1:]) + "}" + w.element(&plain) + "}"
	}
	switch n.Tag {
	case "mi", "mn":
		return w.letters(n)
	case "mtext", "ms":
		return w.words(n)
	case "mo":
		return w.operator(n)
	case "mspace":
		return latexSpace(n)
	case "mfrac":
		if n.isBinomial() {
			return `\genfrac{}{}{0pt}{}` + w.group(n.Children[0]) + w.group(n.Children[1])
		}
		return `\frac` + w.group(n.Children[0]) + w.group(n.Children[1])
	case "msqrt":
		return `\sqrt{` + w.row(n.Children) + "}"
	case "mroot":
		return `\sqrt[` + w.group(n.Children[1]) + "]" + w.group(n.Children[0])
	case "msub", "msup", "msubsup", "munder", "mover", "munderover":
		return w.scripts(n)
	case "mmultiscripts":
		return w.multi(n)
	case "mtable":
		return w.table(n)
	case "mphantom":
		return `\phantom{` + w.row(n.Children) + "}"
	case "menclose":
		return w.enclosed(n)
	case "mstyle":
		return w.style(n)
	case "none", "mprescripts":
		return ""
	}
	if binomial := n.binomial(); binomial != nil {
		return `\binom` + w.group(binomial.Children[0]) + w.group(binomial.Children[1])
	}
	inside := w.row(n.Children)
	switch {
	case n.hasClass() && len(n.Children) == 1 && n.Children[0].Class == n.Class:
		return inside // the sign is of that class by itself
	case n.hasClass():
		return latexClasses[n.Class] + "{" + inside + "}"
	case n.Tag == "mpadded":
		return inside
	case strings.HasPrefix(inside, `\left`):
		return inside
	}
	return "{" + inside + "}"
}

func (w latexWriter) style(n *node) string {
	command := ""
	switch {
	case n.Attributes["displaystyle"] == "true":
		command = `\displaystyle `
	case n.Attributes["scriptlevel"] == "1":
		command = `\scriptstyle `
	case n.Attributes["scriptlevel"] == "2":
		command = `\scriptscriptstyle `
	case n.Attributes["displaystyle"] == "false":
		command = `\textstyle `
	default:
		return w.row(n.Children)
	}
	return "{" + command + w.row(n.Children) + "}"
}

// latexFonts are the commands of alphabets.
var latexFonts = map[string]string{
	"normal": `\mathrm`, "bold": `\mathbf`, "italic": `\mathit`, "-tex-mathit": `\mathit`, "bold-italic": `\boldsymbol`, "double-struck": `\mathbb`, "script": `\mathscr`, "-tex-calligraphic": `\mathcal`,
	"fraktur": `\mathfrak`, "sans-serif": `\mathsf`, "monospace": `\mathtt`, "bold-script": `\mathscr`, "bold-fraktur": `\mathfrak`, "-tex-bold-calligraphic": `\mathcal`, "bold-sans-serif": `\mathsf`, "sans-serif-italic": `\mathsf`,
}

func (w latexWriter) letters(n *node) string {
	if n.Text == "" {
		return "{}"
	}
	text := latexSigns(n.Text)
	variant := n.Attributes["mathvariant"]
	switch {
	case n.isName():
		return `\operatorname{` + text + "}"
	case utf8.RuneCountInString(n.Text) > 1 && n.Tag == "mi" && variant == "":
		return `\mathrm{` + text + "}"
	case latexFonts[variant] == "" || strings.ContainsFunc(n.Text, func(r rune) bool { return r >= utf8.RuneSelf }) && variant != "bold" && variant != "bold-italic":
		return text
	}
	return latexFonts[variant] + "{" + text + "}"
}

// latexTexts are the commands of texts by their class on pages.
var latexTexts = map[string]string{"typed": `\texttt`, "bold": `\textbf`, "slanted": `\textit`, "sans": `\textsf`, "unknown": `\texttt`}

func (w latexWriter) words(n *node) string {
	text := w.text(n.Text)
	classes := strings.Fields(textClass(n))
	if len(classes) == 0 {
		return `\text{` + text + "}"
	}
	for _, class := range classes {
		text = latexTexts[class] + "{" + text + "}"
	}
	return `\text{` + text + "}"
}

// latexSizes are the commands of tall brackets, by their height in em.
var latexSizes = []struct {
	height float64
	name   string
}{{1.3, `\big`}, {1.7, `\Big`}, {2.2, `\bigg`}, {longest, `\Bigg`}}

func (w latexWriter) operator(n *node) string {
	isWord := strings.ContainsFunc(n.Text, unicode.IsLetter)
	if size, ok := em(n.Attributes["minsize"]); ok && strings.Contains("()[]{}|‖/\\⟨⟩⌊⌋⌈⌉↑↓↕⇑⇓⇕⎰⎱⟮⟯┌┐└┘⟦⟧∣∥", n.Text) {
		end := map[class]string{opening: "l", closing: "r", relation: "m"}[n.Class]
		for _, known := range latexSizes {
			if size <= known.height {
				return known.name + end + delimiter(n.Text)
			}
		}
	}
	switch {
	case n.Text == "":
		return "{}"
	case isWord && n.Attributes["lspace"] != "":
		return `\mathbin{\mathrm{` + latexSigns(n.Text) + "}}"
	case isWord && n.Attributes["movablelimits"] == "true":
		return `\operatorname*{` + latexSigns(n.Text) + "}"
	case isWord:
		return `\operatorname{` + latexSigns(n.Text) + "}"
	case n.Text == ":" && n.Class == punctuation:
		return `\colon `
	case n.Text == "⟦", n.Text == "⟧": // few fonts of TeX have them
		return map[string]string{"⟦": `[\![`, "⟧": `]\!]`}[n.Text]
	case n.Text == "\u0338":
		return `\not `
	}
	return latexSigns(n.Text)
}

// latexSigns writes characters of a formula.
func latexSigns(text string) string {
	var b strings.Builder
	for _, r := range text {
		command, known := Commands()[r]
		switch {
		case strings.ContainsRune(`{}#%&$_`, r):
			command = `\` + string(r)
		case r == '\\':
			command = `\backslash`
		case r == '~' || r == '^':
			command = map[rune]string{'~': `\sim`, '^': `\wedge`}[r]
		case r < utf8.RuneSelf:
			command = string(r)
		case !known && r >= ' ':
			command = `\text{` + string(r) + "}"
		}
		b.WriteString(command)
		if endsInCommand(command) {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// latexSpace writes a space, or a filled box.
func latexSpace(n *node) string {
	width, _ := em(n.Attributes["width"])
	if n.Attributes["mathbackground"] != "" {
		height, _ := em(n.Attributes["height"])
		depth, _ := em(n.Attributes["depth"])
		return fmt.Sprintf(`\rule[%s]{%s}{%s}`, latexLength(-depth), latexLength(width), latexLength(height+depth))
	}
	if width == 0 {
		return ""
	}
	return fmt.Sprintf(`\mspace{%.2fmu}`, width*perEm)
}

func latexLength(value float64) string { return fmt.Sprintf("%.3fem", value) }

// latexAccents are the commands of accents, by their names; wide ones cover all of a word.
var latexAccents = map[string]struct{ narrow, wide string }{
	"hat": {`\hat`, `\widehat`}, "tilde": {`\tilde`, `\widetilde`}, "bar": {`\bar`, `\bar`}, "dot": {`\dot`, `\dot`}, "ddot": {`\ddot`, `\ddot`},
	"dddot": {`\dddot`, `\dddot`}, "ddddot": {`\ddddot`, `\ddddot`}, "acute": {`\acute`, `\acute`}, "grave": {`\grave`, `\grave`}, "breve": {`\breve`, `\breve`},
	"check": {`\check`, `\check`}, "ring": {`\mathring`, `\mathring`},
}

// latexStretched are the commands of what is drawn over or under all of a part.
var latexStretched = map[string]map[string]string{
	"mover":  {"―": `\overline`, "_": `\overline`, "→": `\overrightarrow`, "←": `\overleftarrow`, "↔": `\overleftrightarrow`, "⏞": `\overbrace`, "⏜": `\overbrace`, "⎴": `\overbrace`},
	"munder": {"―": `\underline`, "_": `\underline`, "→": `\underrightarrow`, "←": `\underleftarrow`, "↔": `\underleftrightarrow`, "⏟": `\underbrace`, "⏝": `\underbrace`, "⎵": `\underbrace`},
}

// scripts writes what has a base, and parts above, below or beside it.
func (w latexWriter) scripts(n *node) string {
	base := n.Children[0]
	if sign, ok := n.accent(); ok {
		known := latexAccents[accents[sign].name]
		mark := n.Children[1]
		switch {
		case sign == "→" && n.Tag == "mover" && !mark.isStretched():
			return `\vec` + w.group(base)
		case latexStretched[n.Tag][sign] != "":
			return latexStretched[n.Tag][sign] + w.group(base)
		case n.Tag == "mover" && known.narrow != "" && mark.isStretched() && base.Tag == "mrow":
			return known.wide + w.group(base)
		case n.Tag == "mover" && known.narrow != "":
			return known.narrow + w.group(base)
		}
	}
	below, above := "", ""
	script := func(i int, mark string) string {
		if i < len(n.Children) && n.Children[i].Tag != "none" {
			return mark + w.group(n.Children[i])
		}
		return ""
	}
	switch n.Tag {
	case "msub", "munder":
		below = script(1, "_")
	case "msup", "mover":
		above = script(1, "^")
	default:
		below, above = script(1, "_"), script(2, "^")
	}
	nucleus := w.element(base)
	if strings.HasPrefix(n.Tag, "msu") {
		if !isSimple(nucleus) {
			nucleus = "{" + nucleus + "}"
		}
		return nucleus + below + above
	}
	if sign, ok := base.accent(); ok && latexStretched[base.Tag][sign] != "" || base.Tag == "mrow" && n.Class == operator && strings.HasPrefix(nucleus, `\mathop{\`) && strings.Contains(nucleus, "brace{") {
		return nucleus + below + above // the words of a brace
	}
	if n.Class == operator {
		if base.Tag != "mo" && !strings.HasPrefix(nucleus, `\mathop{`) {
			nucleus = `\mathop{` + nucleus + "}"
		}
		if base.isMovable() {
			return strings.TrimSpace(nucleus) + below + above
		}
		return strings.TrimSpace(nucleus) + `\limits` + below + above
	}
	if above != "" {
		nucleus = `\overset` + above[1:] + "{" + nucleus + "}"
	}
	if below != "" {
		nucleus = `\underset` + below[1:] + "{" + nucleus + "}"
	}
	return nucleus
}

// isSimple reports whether scripts belong to all of a nucleus.
func isSimple(nucleus string) bool {
	nucleus = strings.TrimSpace(nucleus)
	return utf8.RuneCountInString(nucleus) == 1 || strings.HasPrefix(nucleus, "{") || strings.HasPrefix(nucleus, `\`) && endsInCommand(nucleus) || strings.HasPrefix(nucleus, `\left`) ||
		strings.HasPrefix(nucleus, `\operatorname`) || strings.HasPrefix(nucleus, `\math`) || strings.Trim(nucleus, "0123456789") == ""
}

// multi writes scripts on both sides of a base.
func (w latexWriter) multi(n *node) string {
	before, after := "", ""
	into := &after
	marks := []string{"_", "^"}
	mark := 0
	for _, script := range n.Children[1:] {
		switch {
		case script.Tag == "mprescripts":
			into, mark = &before, 0
			continue
		case script.Tag != "none":
			if mark == 0 && *into != "" {
				*into += "{}"
			}
			*into += marks[mark] + w.group(script)
		}
		mark = 1 - mark
	}
	if before != "" {
		before = "{}" + before
	}
	return before + w.group(n.Children[0]) + after
}

func (w latexWriter) enclosed(n *node) string {
	inside := w.row(n.Children)
	switch class := enclosure(n.Attributes["notation"]); {
	case strings.Contains(class, "strike"):
		return `\statementcancel{` + inside + "}"
	case strings.Contains(class, "framed"):
		return `\boxed{` + inside + "}"
	}
	return "{" + inside + "}"
}

// table writes rows of cells: aligned formulas, the lines of an index, or an array.
func (w latexWriter) table(n *node) string {
	closeness, _ := n.rowGap()
	columns := n.columns()
	name, spec := "array", w.columns(n, columns)
	switch {
	case closeness == "rows-close" && columns == 1:
		name, spec = "subarray", "{"+string(n.alignment(0))+"}"
		if n.alignment(0) == 'r' {
			spec = "{c}"
		}
	case n.isAligned() && n.isAlternating(columns):
		name, spec = "aligned", ""
	case n.isAligned() && columns == 1:
		name, spec = "gathered", ""
	}
	return `\begin{` + name + "}" + spec + w.rows(n, name, func(label string) string { return `\qquad ` + label }) + `\end{` + name + "}"
}

// rows writes the rows of a table in an environment, with their numbers as numbered says.
func (w latexWriter) rows(n *node, environment string, numbered func(label string) string) string {
	_, usual := n.rowGap()
	var b strings.Builder
	for i, row := range n.cells() {
		if i > 0 {
			b.WriteString(`\\`)
			if gap, _ := em(word(n.Attributes["rowspacing"], i-1)); gap > usual+.1 {
				b.WriteString("[" + latexLength(gap-usual) + "]")
			}
			b.WriteByte(' ')
			if environment == "array" && lineClasses[word(n.Attributes["rowlines"], i-1)] != "" {
				b.WriteString(`\hline `)
			}
		}
		for j, cell := range row {
			if j > 0 {
				b.WriteString(" & ")
			}
			inside := strings.TrimSpace(w.row(cell.Children))
			if environment == "array" && n.isAligned() {
				inside = `\displaystyle ` + inside
			}
			if strings.HasPrefix(inside, "[") || strings.HasPrefix(inside, "*") {
				inside = "{}" + inside // not an argument of the end of the row before
			}
			b.WriteString(inside)
		}
		if label := n.Children[i].label(); label != nil {
			b.WriteString(numbered(w.row(label.Children)))
		}
	}
	return b.String()
}

// isAlternating reports whether the columns of a table are right and left by turns.
func (n *node) isAlternating(columns int) bool {
	for i := range columns {
		if n.alignment(i) != "rl"[i%2] {
			return false
		}
	}
	return true
}

// columns says how the columns of an array are aligned, and what is between them.
func (w latexWriter) columns(n *node, count int) string {
	var b strings.Builder
	b.WriteString("{@{}")
	for i := range count {
		if i > 0 {
			gap := word(n.Attributes["columnspacing"], i-1)
			value, ok := em(gap)
			if !ok {
				value = matrixGap
			}
			space := `@{\hspace{` + latexLength(value/2) + "}}"
			b.WriteString(space)
			if lineClasses[word(n.Attributes["columnlines"], i-1)] != "" {
				b.WriteString("|")
			}
			b.WriteString(space)
		}
		b.WriteByte(n.alignment(i))
	}
	return b.String() + "@{}}"
}
