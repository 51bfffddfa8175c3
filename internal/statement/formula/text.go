package formula

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The spaces of a formula in Unicode. A line may be broken at a common space and at Quad, which separates adjacent formulas;
// \quad is one of them and \qquad two.
const (
	Hard = "\u00a0"
	Quad = "\u2003"
)

// Text returns the lines of the formula in Unicode: "∑ᵢ₌₁ⁿ aᵢ mod (10⁹ + 7)"; nil if the formula cannot be read.
func (f *Formula) Text() []string {
	if f.root == nil {
		return nil
	}
	var lines []string
	for _, line := range textLines(f.root.Children) {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// textLines writes a row, of which aligned formulas have a line each.
func textLines(row []*node) []string {
	if len(row) == 1 {
		n := row[0]
		switch {
		case n.Tag == "mstyle" || n.Tag == "mrow" && n.binomial() == nil && n.fencedTable() == nil:
			return textLines(n.Children)
		case n.Tag == "mtable" && n.isAligned():
			var lines []string
			for i, cells := range n.cells() {
				line := n.textCells(cells)
				if label := n.Children[i].label(); label != nil {
					line += Quad + Quad + render(atomsOf(label.Children), firm)
				}
				lines = append(lines, strings.TrimSpace(line))
			}
			return lines
		}
	}
	return []string{render(atomsOf(row), loose)}
}

// textCells writes a row of a table, with a wide gap between formulas that stand side by side.
func (n *node) textCells(cells []*node) string {
	const wide = 1.5
	row := ""
	for i, cell := range cells {
		text := render(atomsOf(cell.Children), loose)
		gap, _ := em(word(n.Attributes["columnspacing"], i-1))
		switch {
		case text == "":
			continue
		case row != "" && gap >= wide:
			row += Quad + Quad
		case row != "":
			row += Hard
		}
		row += text
	}
	return row
}

// The classes of atoms beside those of TeX.
const (
	space   class = iota + inner + 1
	wording       // text, with its own spaces next to atoms other than signs
	tight         // no space beside it
)

type atom struct {
	text  string
	class class
}

// atomsOf writes elements side by side as atoms. Styles do not make a group.
func atomsOf(row []*node) []atom {
	var atoms []atom
	for i, n := range row {
		switch {
		case n.isInvisible():
		case n.Tag == "mstyle" || n.Tag == "mpadded":
			atoms = append(atoms, atomsOf(n.Children)...)
		case n.Tag == "mo" && n.Text == "," && isThousands(row, i):
			atoms = append(atoms, atom{",", tight})
		default:
			if a := atomOf(n); a.text != "" || a.class == binary {
				atoms = append(atoms, a)
			}
		}
	}
	return atoms
}

// groupAtoms writes the inside of a group as atoms.
func groupAtoms(n *node) []atom {
	if n.Tag == "mrow" && n.binomial() == nil && n.fencedTable() == nil {
		if len(n.Children) == 1 {
			return groupAtoms(n.Children[0])
		}
		return atomsOf(n.Children)
	}
	return atomsOf([]*node{n})
}

// isThousands reports whether a comma belongs to a number such as 1,000 rather than to a list such as [1,2].
func isThousands(row []*node, comma int) bool {
	depth := 0
	for _, n := range row[:comma] {
		switch n.Class {
		case opening:
			depth++
		case closing:
			depth--
		}
	}
	return depth == 0 && comma > 0 && row[comma-1].Tag == "mn" && comma+1 < len(row) && row[comma+1].Tag == "mn" && len(row[comma+1].Text) == 3
}

// doubleStruck writes capitals double-struck, which most fonts of terminals have.
func doubleStruck(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return firstRune(styled(string(r), "double-struck"))
		}
		return r
	}, text)
}

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// atomOf writes an element.
func atomOf(n *node) atom {
	switch n.Tag {
	case "mi", "mn":
		text := textSigns.Replace(n.Text)
		if n.Attributes["mathvariant"] == "double-struck" {
			text = doubleStruck(text)
		}
		return atom{text, n.Class}
	case "mtext", "ms":
		return atom{n.Text, wording}
	case "mo":
		return textOperator(n)
	case "mspace":
		return textSpace(n)
	case "mfrac":
		return textFraction(n)
	case "msqrt":
		return atom{"√" + parenthesize(textOf(n), isWord), ordinary}
	case "mroot":
		return textRoot(n)
	case "msub", "munder":
		return textScripts(n, 1, 0)
	case "msup", "mover":
		return textScripts(n, 0, 1)
	case "msubsup", "munderover":
		return textScripts(n, 1, 2)
	case "mmultiscripts":
		return textMulti(n)
	case "mtable":
		return textTable(n)
	case "mphantom", "mprescripts", "none":
		return atom{}
	case "menclose":
		if strings.Contains(n.Attributes["notation"], "strike") {
			return atom{combined(textOf(n), "\u0336"), ordinary}
		}
		return atom{textOf(n), ordinary}
	}
	return atom{textOf(n), n.Class}
}

// textOf writes the inside of an element as one.
func textOf(n *node) string {
	if n.isToken() {
		return atomOf(n).text
	}
	if binomial := n.binomial(); binomial != nil {
		return "C(" + textOf(binomial.Children[0]) + "," + Hard + textOf(binomial.Children[1]) + ")"
	}
	if table := n.fencedTable(); table != nil {
		return n.Children[0].Text + map[bool]string{true: Hard}[n.Children[0].Text == "{" && n.Children[2].Text == ""] + textRows(table) + n.Children[2].Text
	}
	switch n.Tag {
	case "mrow", "mstyle", "mpadded", "math", "mtd", "msqrt", "menclose", "mphantom":
		return render(atomsOf(n.Children), firm)
	}
	return atomOf(n).text
}

// binomial returns the fraction of a binomial coefficient, which a group of two brackets and a fraction without a line is.
func (n *node) binomial() *node {
	if len(n.Children) != 3 || n.Tag != "mrow" || n.Children[0].only().Text != "(" {
		return nil
	}
	if middle := n.Children[1].only(); middle.isBinomial() && len(middle.Children) == 2 {
		return middle
	}
	return nil
}

// fencedTable returns the table that is all that two brackets enclose.
func (n *node) fencedTable() *node {
	if n.Tag != "mrow" || len(n.Children) != 3 || n.Children[0].Tag != "mo" || n.Children[2].Tag != "mo" {
		return nil
	}
	if table := n.Children[1].only(); table.Tag == "mtable" {
		return table
	}
	return nil
}

// textSigns are the signs that terminals draw better, or every one of them draws.
var textSigns = strings.NewReplacer("◻", "□", "◼", "■", "⋅", "·", "∗", "*", "\u2006", Hard)

// textOperator writes a sign.
func textOperator(n *node) atom {
	before, stated := em(n.Attributes["lspace"])
	switch {
	case n.Class == operator && stated && before > .2:
		return atom{n.Text, binary} // mod between two numbers
	}
	return atom{textSigns.Replace(n.Text), n.Class}
}

// textSpace is a space that is wide enough to be seen.
func textSpace(n *node) atom {
	const narrowest = .1
	width, _ := em(n.Attributes["width"])
	switch {
	case n.Attributes["mathbackground"] != "" || width < narrowest:
		return atom{}
	case width < 1:
		return atom{Hard, space}
	}
	return atom{strings.Repeat(Quad, min(int(width), 4)), space}
}

func textFraction(n *node) atom {
	above, below := textOf(n.Children[0]), textOf(n.Children[1])
	if n.isBinomial() {
		return atom{"(" + above + "; " + below + ")", ordinary}
	}
	return atom{parenthesize(above, isFactor) + "/" + parenthesize(below, isFactor), ordinary}
}

// textRoot is "∛x", or the index as an exponent before the root.
func textRoot(n *node) atom {
	inside, degree := parenthesize(textOf(n.Children[0]), isWord), textOf(n.Children[1])
	if sign, ok := map[string]string{"2": "√", "3": "∛", "4": "∜"}[degree]; ok {
		return atom{sign + inside, ordinary}
	}
	return atom{strings.TrimPrefix(script(groupAtoms(n.Children[1]), "^", superscripts), "^") + "√" + inside, ordinary}
}

// textScripts writes what is below and above a base; 0 stands for nothing.
func textScripts(n *node, below, above int) atom {
	if words, isLabel := textLabel(n); isLabel {
		return words
	}
	base := n.Children[0]
	if sign, ok := n.accent(); ok {
		return textAccent(base, sign, n.Tag)
	}
	a := atomOf(base)
	if base.Tag == "mtext" {
		a.class = wording
	} else {
		a.class = n.Class
	}
	if a.text == "" && base.Tag == "mrow" {
		a.class = n.Class
	}
	if below > 0 && below < len(n.Children) {
		a.text += script(groupAtoms(n.Children[below]), "_", subscripts)
	}
	if above > 0 && above < len(n.Children) {
		a.text += script(groupAtoms(n.Children[above]), "^", superscripts)
	}
	return a
}

// textMulti writes scripts on both sides of a base.
func textMulti(n *node) atom {
	written, pre := "", ""
	scripts := n.Children[1:]
	into := &written
	for i := 0; i+1 < len(scripts); i += 2 {
		if scripts[i].Tag == "mprescripts" {
			scripts = scripts[1:]
			into = &pre
			if i+1 >= len(scripts) {
				break
			}
		}
		*into += script(groupAtoms(scripts[i]), "_", subscripts) + script(groupAtoms(scripts[i+1]), "^", superscripts)
	}
	return atom{pre + textOf(n.Children[0]) + written, n.Class}
}

// textLabel writes what a brace holds together with what stands beyond the brace, which would look like an exponent or an
// index: (a + b: n).
func textLabel(n *node) (words atom, ok bool) {
	if len(n.Children) != 2 {
		return atom{}, false
	}
	braced := n.Children[0]
	for len(braced.Children) == 1 {
		braced = braced.Children[0]
	}
	sign, isAccent := braced.accent()
	if !isAccent || accents[sign].combining != "" {
		return atom{}, false
	}
	return atom{"(" + textOf(braced.Children[0]) + ":" + Hard + textOf(n.Children[1]) + ")", ordinary}, true
}

// textAccent puts a combining character on a letter, or on each character for a line or an arrow; else the accent has a name.
func textAccent(base *node, sign, tag string) atom {
	accent := accents[sign]
	word := render(atomsOf([]*node{base}), narrow)
	combining := accent.combining
	if isLine(sign) && tag == "munder" {
		combining = "\u0332"
	}
	switch {
	case word == "" || combining == "": // braces
		return atom{word, ordinary}
	case isLine(sign) || accent.name == "vec" || utf8.RuneCountInString(word) == 1:
		return atom{combined(word, combining), ordinary}
	}
	return atom{accent.name + "(" + textOf(base) + ")", ordinary}
}

// combined puts a combining character on each character.
func combined(word, combining string) string {
	var b strings.Builder
	for _, r := range word {
		b.WriteRune(r)
		if !unicode.Is(unicode.Mn, r) && !unicode.IsSpace(r) {
			b.WriteString(combining)
		}
	}
	return b.String()
}

// textTable is a table on one line: in brackets, unless it is aligned or the index of a sum.
func textTable(n *node) atom {
	rows := textRows(n)
	switch {
	case n.isAligned() || len(n.cells()) == 1 && len(n.cells()[0]) == 1:
		return atom{rows, ordinary}
	case len(n.cells()) > 0 && len(n.cells()[0]) == 1 && n.Attributes["columnspacing"] == "0em":
		return atom{strings.ReplaceAll(rows, "; ", ","+Hard), ordinary}
	}
	return atom{"[" + rows + "]", ordinary}
}

// textRows are the rows of a table with ";" between them.
func textRows(n *node) string {
	var lines []string
	for _, cells := range n.cells() {
		if line := n.textCells(cells); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "; ")
}
