package formula

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Typst writes the formula with its dollars; "" if it cannot be read. No part of the source becomes a Typst command: its
// characters are digits, escapes or inside strings.
func (f *Formula) Typst() string {
	if f.root == nil {
		return ""
	}
	switch n := f.numbered(); {
	case n != nil && len(n.Children) == 1:
		unnumbered := *n
		unnumbered.Children = []*node{{Tag: "mtr", Children: n.cells()[0]}}
		return fmt.Sprintf("#math.equation(block: true, numbering: %s, $ %s $);", typstNumber(n.Children[0]), typstTable(&unnumbered))
	case n != nil:
		return typstNumbered(n)
	}
	inside := typstRow(f.root.Children)
	if f.Display {
		inside = " " + inside + " "
	}
	return "$" + inside + "$"
}

// typstNumbered writes rows of formulas with their numbers at the edge of the text. Typst numbers whole formulas, so each row is one;
// spaces as wide as what a cell lacks align them.
func typstNumbered(n *node) string {
	columns := n.columns()
	_, usual := n.rowGap()
	rows, numbers, gaps := make([]string, len(n.Children)), make([]string, len(n.Children)), make([]string, len(n.Children))
	for i, row := range n.cells() {
		for j := range columns {
			cell := `""`
			if j < len(row) {
				cell = typstRow(row[j].Children)
			}
			rows[i] += "$display(" + cell + ")$, "
		}
		rows[i] = "(" + rows[i] + ")"
		numbers[i] = typstNumber(n.Children[i])
		gap, _ := em(word(n.Attributes["rowspacing"], i))
		gaps[i] = typstEm(max(0, gap-usual))
	}
	sides, between := make([]string, columns), make([]string, columns)
	for j := range columns {
		sides[j] = map[byte]string{'l': "0%", 'r': "100%"}[n.alignment(j)]
		sides[j] = cmp.Or(sides[j], "50%")
		gap := 0.0
		if j > 0 {
			gap, _ = em(word(n.Attributes["columnspacing"], j-1))
		}
		between[j] = typstEm(gap)
	}
	list := func(values []string) string { return "(" + strings.Join(values, ", ") + ",)" }
	return "#context { let rows = " + list(rows) + "; let numbers = " + list(numbers) + "; let gaps = " + list(gaps) +
		"; let sides = " + list(sides) + "; let between = " + list(between) + "; " + typstNumberedRows + " };"
}

// typstNumber is what Typst calls for the number of a row.
func typstNumber(row *node) string {
	if label := row.label(); label != nil {
		return "(..) => $" + typstRow(label.Children) + "$"
	}
	return "none"
}

func typstEm(value float64) string { return strconv.FormatFloat(value, 'f', 3, 64) + "em" }

// typstNumberedRows sets the rows that typstNumbered defines.
const typstNumberedRows = "let wide = range(sides.len()).map(j => calc.max(..rows.map(row => measure(row.at(j)).width))); " +
	"block(width: 100%, { show math.equation: set block(spacing: .65em); for (i, row) in rows.enumerate() { " +
	"let cells = row.enumerate().map(((j, cell)) => { let lack = wide.at(j) - measure(cell).width; " +
	"h(between.at(j)) + h(lack * sides.at(j)) + cell + h(lack * (100% - sides.at(j))) }); " +
	"math.equation(block: true, numbering: numbers.at(i), cells.join()); " +
	"if i + 1 < rows.len() and gaps.at(i) > 0em { v(gaps.at(i)) } } })"

// typstCalls are the functions for elements with parts, with the parts in Typst's order.
var typstCalls = map[string]string{
	"mfrac": "frac(%[1]s, %[2]s)", "mroot": "root(%[2]s, %[1]s)",
	"msub": "attach(%s, b: %s)", "msup": "attach(%s, t: %s)", "msubsup": "attach(%s, b: %s, t: %s)",
	"munder": "attach(limits(%s), b: %s)", "mover": "attach(limits(%s), t: %s)", "munderover": "attach(limits(%s), b: %s, t: %s)",
}

// typstClasses are the names of TeX's classes.
var typstClasses = map[class]string{
	ordinary: "normal", operator: "unary", binary: "binary", relation: "relation", opening: "opening", closing: "closing", punctuation: "punctuation", inner: "normal",
}

// typstBraces are the functions of what is drawn over or under a part.
var typstBraces = map[string]string{
	"⏞": "overbrace", "⏟": "underbrace", "⏜": "overparen", "⏝": "underparen", "⎴": "overbracket", "⎵": "underbracket",
}

func typstElement(n *node) string {
	if color := n.color("mathcolor"); strings.HasPrefix(color, "#") {
		plain := *n
		plain.Attributes = without(n.Attributes, "mathcolor")
		return fmt.Sprintf(`text(fill: #rgb("%s"), %s)`, color, typstElement(&plain))
	}
	switch n.Tag {
	case "mi", "mn", "mtext", "ms":
		return typstText(n)
	case "mo":
		return typstOperator(n)
	case "mspace":
		return typstSpace(n)
	case "msqrt":
		return "sqrt(" + typstRow(n.Children) + ")"
	case "mstyle":
		return typstStyle(n)
	case "mphantom":
		return "#hide($" + typstRow(n.Children) + "$)"
	case "menclose":
		return typstEnclosed(n)
	case "mtable":
		return typstTable(n)
	case "mfrac":
		if n.isBinomial() {
			return "mat(delim: #none, row-gap: #0.3em, " + typstElement(n.Children[0]) + "; " + typstElement(n.Children[1]) + ")"
		}
	case "mover", "munder":
		if sign, ok := n.accent(); ok {
			return typstAccent(n, sign)
		}
	case "mmultiscripts":
		return typstMulti(n)
	}
	call, found := typstCalls[n.Tag]
	if !found && n.hasClass() && n.Class != operator {
		return `class("` + typstClasses[n.Class] + `", ` + typstRow(n.Children) + ")"
	} else if !found {
		return typstRow(n.Children)
	}
	parts := make([]any, len(n.Children))
	for i, child := range n.Children {
		parts[i] = typstElement(child)
	}
	if strings.HasPrefix(call, "attach(limits") && n.Children[0].isMovable() {
		call = strings.Replace(call, "limits(%s)", "limits(%s, inline: #false)", 1)
	}
	if len(parts) != strings.Count(call, "%") {
		return typstRow(n.Children)
	}
	return fmt.Sprintf(call, parts...)
}

// typstRow writes adjacent elements with the space that TeX has between them. Brackets as tall as their content belong to the
// row: each \left has a row of its own.
func typstRow(row []*node) string {
	if len(row) == 0 {
		return `""`
	}
	parts := make([]string, 0, len(row))
	fences := false
	for i, n := range row {
		if n.isInvisible() {
			continue
		}
		part := typstElement(n)
		if n.Tag == "mo" && n.Attributes["stretchy"] == "true" && n.Class == ordinary && i > 0 && i+1 < len(row) {
			part = "mid(" + part + ")"
		}
		fences = fences || n.isFence()
		parts = append(parts, part)
	}
	inside := strings.Join(parts, "") // a space beside a text would be shown
	if fences && len(row) > 1 {
		return "lr(" + inside + ")"
	}
	return cmp.Or(inside, `""`)
}

func typstStyle(n *node) string {
	inside := typstRow(n.Children)
	switch {
	case n.Attributes["displaystyle"] == "true":
		return "display(" + inside + ")"
	case n.Attributes["scriptlevel"] == "1" || n.Attributes["scriptlevel"] == "+1":
		return "script(" + inside + ")"
	case n.Attributes["scriptlevel"] == "2":
		return "sscript(" + inside + ")"
	case n.Attributes["displaystyle"] == "false":
		return "inline(" + inside + ")"
	}
	return inside
}

// typstEnclosed draws a frame around a part, or lines across it.
func typstEnclosed(n *node) string {
	inside := typstRow(n.Children)
	switch classes := strings.Fields(enclosure(n.Attributes["notation"])); {
	case slices.Contains(classes, "strike-both"):
		return "cancel(" + inside + ", cross: #true)"
	case slices.Contains(classes, "strike-down"):
		return "cancel(" + inside + ", inverted: #true)"
	case slices.Contains(classes, "strike-up"), slices.Contains(classes, "strike"):
		return "cancel(" + inside + ")"
	case slices.Contains(classes, "framed"):
		return "#box(stroke: .5pt, inset: .2em, outset: (y: .2em), $" + inside + "$)"
	}
	return inside
}

// typstAccent writes an accent under or over its base.
func typstAccent(n *node, sign string) string {
	base := typstElement(n.Children[0])
	switch {
	case isLine(sign) && n.Tag == "mover":
		return "overline(" + base + ")"
	case isLine(sign):
		return "underline(" + base + ")"
	case typstBraces[sign] != "":
		return typstBraces[sign] + "(" + base + ")"
	case n.Tag == "munder" || utf8.RuneCountInString(accents[sign].drawn) != 1:
		return fmt.Sprintf(typstCalls[n.Tag], base, "stretch("+typstSigns(sign)+")")
	}
	return "accent(" + base + ", " + typstSigns(accents[sign].drawn) + ")"
}

// typstMulti writes scripts on both sides of a base.
func typstMulti(n *node) string {
	call := "attach(" + typstElement(n.Children[0])
	names := []string{"b", "t"}
	scripts := slices.Clone(n.Children[1:])
	for i := 0; i+1 < len(scripts); i += 2 {
		if scripts[i].Tag == "mprescripts" {
			scripts, names = scripts[1:], []string{"bl", "tl"}
		}
		for j, name := range names {
			if i+j < len(scripts) && scripts[i+j].Tag != "none" {
				call += ", " + name + ": " + typstElement(scripts[i+j])
			}
		}
		if names[0] == "b" {
			names = []string{"br", "tr"} // Typst has one pair; further ones replace it
		}
	}
	return call + ")"
}

// typstTable writes rows of cells.
func typstTable(n *node) string {
	gaps := "column-gap: #1em, row-gap: #0.4em"
	switch closeness, _ := n.rowGap(); closeness {
	case "rows-apart":
		gaps = "column-gap: #0em, row-gap: #0.6em"
	case "rows-close":
		gaps = "row-gap: #0.2em"
	}
	rows := make([]string, len(n.Children))
	for i, row := range n.cells() {
		cells := make([]string, 0, len(row)+1)
		for j, cell := range row {
			cells = append(cells, n.typstCell(cell, j))
		}
		if label := n.Children[i].label(); label != nil { // a table within a formula
			cells = append(cells, "#h(2em)"+typstRow(label.Children))
		}
		rows[i] = strings.Join(cells, ", ")
	}
	return "mat(delim: #none, " + gaps + typstLines(n) + ", " + strings.Join(rows, "; ") + ")"
}

// typstLines are the lines between the rows and columns of a table.
func typstLines(n *node) string {
	lines := func(list string, count int) string {
		var at []string
		for i := range count - 1 {
			if lineClasses[word(list, i)] != "" {
				at = append(at, fmt.Sprint(i+1))
			}
		}
		return strings.Join(at, ", ")
	}
	columns := 0
	for _, row := range n.cells() {
		columns = max(columns, len(row))
	}
	across, down := lines(n.Attributes["rowlines"], len(n.Children)), lines(n.Attributes["columnlines"], columns)
	if across+down == "" {
		return ""
	}
	return fmt.Sprintf(", augment: #(hline: (%s), vline: (%s), stroke: .5pt)", strings.TrimSuffix(across+", ", ", ")+trailing(across), down+trailing(down))
}

// trailing is the comma that makes a list of a single element.
func trailing(list string) string {
	if list == "" {
		return ""
	}
	return ","
}

func (n *node) typstCell(cell *node, column int) string {
	inside := typstRow(cell.Children)
	if n.isAligned() {
		inside = "display(" + inside + ")"
		if gap, _ := em(word(n.Attributes["columnspacing"], column-1)); column > 0 && gap > 0 {
			inside = fmt.Sprintf("#h(%s)", length(gap)) + inside
		}
	}
	switch n.alignment(column) {
	case 'l':
		return "& " + inside
	case 'r':
		return inside + " &"
	}
	return inside
}

// typstText writes a letter, a number or a text.
func typstText(n *node) string {
	variant := n.Attributes["mathvariant"]
	first, size := utf8.DecodeRuneInString(n.Text)
	switch {
	case n.Text == "":
		return `""`
	case n.Tag == "mtext" || n.Tag == "ms":
		return typstWords(n)
	case n.Tag == "mn" && variant == "" && strings.Trim(n.Text, "0123456789") == "":
		return n.Text
	case n.Tag == "mn" && variant == "":
		return typstString(n.Text) // a comma in it is no punctuation
	case styled(n.Text, variant) != n.Text:
		return "upright(" + typstSigns(styled(n.Text, variant)) + ")"
	case n.isName():
		return "op(" + typstString(n.Text) + ")"
	case size < len(n.Text):
		return typstWords(n)
	case !unicode.IsLetter(first):
		return `class("normal", ` + typstSigns(n.Text) + ")"
	case variant == "normal":
		return "upright(" + typstSigns(n.Text) + ")"
	}
	return typstSigns(n.Text)
}

// typstWords writes text in the font that it has on pages.
func typstWords(n *node) string {
	text := typstString(strings.ReplaceAll(n.Text, Hard, " "))
	for _, class := range strings.Fields(cmp.Or(textClass(n), "upright")) {
		text = map[string]string{"typed": "mono", "bold": "bold", "slanted": "italic", "sans": "sans", "unknown": "mono", "upright": "upright"}[class] + "(" + text + ")"
	}
	return text
}

// typstSpaced maps signs that Typst sets too tightly to signs with TeX's spacing.
var typstSpaced = map[string]string{"*": "∗", "⊥": "⟂"}

// typstOperator writes a sign of TeX's class.
func typstOperator(n *node) string {
	if n.Text == "" {
		return `""`
	}
	sign := typstSigns(cmp.Or(typstSpaced[n.Text], n.Text))
	isWord := strings.ContainsFunc(n.Text, unicode.IsLetter)
	if isWord {
		sign = "upright(" + typstString(strings.ReplaceAll(n.Text, "\u2006", "\u2009")) + ")"
	}
	if size, ok := em(n.Attributes["minsize"]); ok {
		sign = "lr(size: #" + length(max(size, .1)) + ", " + sign + ")"
	}
	if n.Attributes["lspace"] != "" && isWord { // mod between two numbers
		return `class("binary", ` + sign + ")"
	}
	switch {
	case n.Class == operator && n.Attributes["movablelimits"] == "true":
		return "op(" + sign + ", limits: #true)"
	case n.Class == operator && isWord:
		return "op(" + sign + ")"
	case n.Class == operator:
		return sign // Typst knows large operators
	case n.isPrime():
		return sign
	}
	return `class("` + typstClasses[n.Class] + `", ` + sign + ")"
}

// typstSpace writes a space, nothing for none.
func typstSpace(n *node) string {
	width, ok := em(n.Attributes["width"])
	if !ok || width == 0 {
		return `""`
	}
	if n.Attributes["mathbackground"] != "" {
		height, _ := em(n.Attributes["height"])
		depth, _ := em(n.Attributes["depth"])
		return fmt.Sprintf("#box(width: %s, height: %s, fill: black)", length(width), length(max(height+depth, 0)))
	}
	return "#h(" + length(width) + ")"
}

// typstString writes a string in which nothing is a command.
func typstString(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(text) + `"`
}

// typstSigns writes characters of a formula so that none combines with its neighbours.
func typstSigns(text string) string {
	if text == "" {
		return `""`
	}
	var b strings.Builder
	for _, r := range text {
		if '0' <= r && r <= '9' {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\u{%x}`, r)
		}
	}
	return b.String()
}
