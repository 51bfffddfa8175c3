package formula

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"grundy/internal/base/lazyregexp"
)

// MathML writes the formula for a page whose style sheet is assets/statement.css of the statements; "" if it cannot be read.
//
// Elements, attributes and classes are those of this file, and the source gets into the markup only as text. Browsers guess the
// space around signs by their position; here it is TeX's, always stated. There are no styles, which a strict policy blocks: a
// class stands for what MathML leaves to them.
func (f *Formula) MathML() string {
	if f.root == nil {
		return ""
	}
	var w mathMLWriter
	if f.Display {
		w.WriteString(`<math display="block">`)
	} else {
		w.WriteString("<math>")
	}
	w.row(f.root.Children)
	w.WriteString("</math>")
	return w.String()
}

type mathMLWriter struct{ strings.Builder }

// open writes the beginning of an element; of its attributes, in pairs, those with a value.
func (w *mathMLWriter) open(tag string, attributes ...string) {
	w.WriteString("<" + tag)
	for i := 0; i < len(attributes); i += 2 {
		if attributes[i+1] != "" {
			fmt.Fprintf(w, ` %s="%s"`, attributes[i], html.EscapeString(attributes[i+1]))
		}
	}
	w.WriteString(">")
}

func (w *mathMLWriter) close(tag string) { w.WriteString("</" + tag + ">") }

// token writes an element with text.
func (w *mathMLWriter) token(tag, text string, attributes ...string) {
	w.open(tag, attributes...)
	w.WriteString(html.EscapeString(text))
	w.close(tag)
}

// length writes a length in em.
func length(value float64) string {
	if value == 0 {
		return "0"
	}
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.4f", value), "0"), ".") + "em"
}

// lengthOf is the length in an attribute, "" if there is none.
func (n *node) lengthOf(attribute string) string {
	if value, ok := em(n.Attributes[attribute]); ok {
		return length(value)
	}
	return ""
}

const perEm = 18 // parts of an em in which spaces are counted

// row writes elements side by side. The space between two belongs to an operator, if one of them is.
func (w *mathMLWriter) row(row []*node) {
	row = slices.DeleteFunc(slices.Clone(row), (*node).isInvisible)
	for i, n := range row {
		before, after := float64(n.Space)/perEm, 0.
		if n.Tag != "mo" {
			if before > 0 && (i == 0 || row[i-1].Tag != "mo") {
				w.token("mspace", "", "width", length(before))
			}
		} else if i+1 < len(row) && row[i+1].Tag != "mo" {
			after = float64(row[i+1].Space) / perEm
		}
		w.element(n, before, after)
	}
}

// part writes an element that counts as one child of its parent.
func (w *mathMLWriter) part(n *node) { w.element(n, 0, 0) }

// group writes elements as one.
func (w *mathMLWriter) group(tag string, children []*node, attributes ...string) {
	w.open(tag, attributes...)
	w.row(children)
	w.close(tag)
}

// element writes an element. Before and after are the spaces around it if it is an operator.
func (w *mathMLWriter) element(n *node, before, after float64) {
	color := []string{"mathcolor", n.color("mathcolor"), "mathbackground", n.color("mathbackground")}
	switch n.Tag {
	case "mi":
		w.identifier(n, color)
	case "mn":
		w.token("mn", styled(n.Text, n.Attributes["mathvariant"]), color...)
	case "mtext", "ms":
		w.token("mtext", n.Text, append(color, "class", textClass(n), "mathsize", n.size())...)
	case "mo":
		w.operator(n, before, after, color)
	case "mspace":
		class := ""
		if background := n.Attributes["mathbackground"]; background != "" && n.color("mathcolor") == "" && background == "black" {
			class, color = "filled", nil
		}
		w.token("mspace", "", append(color, "class", class, "width", n.lengthOf("width"), "height", n.lengthOf("height"), "depth", n.lengthOf("depth"))...)
	case "mstyle":
		w.group("mstyle", n.Children, append(color, "displaystyle", n.truth("displaystyle"), "scriptlevel", n.level(), "mathsize", n.size())...)
	case "mpadded":
		w.padded(n, color)
	case "mphantom", "msqrt":
		w.group(n.Tag, n.Children, color...)
	case "menclose":
		w.group("mrow", n.Children, append(color, "class", enclosure(n.Attributes["notation"]))...)
	case "mfrac":
		w.open("mfrac", append(color, "linethickness", n.lengthOf("linethickness"))...)
		w.parts(n, 2)
		w.close("mfrac")
	case "mroot", "msub", "msup", "munder", "mover":
		w.scripted(n, 2)
	case "msubsup", "munderover":
		w.scripted(n, 3)
	case "mmultiscripts":
		w.open(n.Tag)
		w.parts(n, len(n.Children))
		w.close(n.Tag)
	case "mprescripts":
		w.token("mprescripts", "")
	case "mtable":
		w.table(n)
	default: // mrow, and none among the scripts
		w.group("mrow", n.Children, color...)
	}
}

// parts writes a number of children, of which missing ones are empty.
func (w *mathMLWriter) parts(n *node, count int) {
	for i := range count {
		if i < len(n.Children) {
			w.part(n.Children[i])
		} else {
			w.token("mrow", "")
		}
	}
}

// cssColor matches what a color may be.
var cssColor = lazyregexp.New(`^(#[0-9A-Fa-f]{3}|#[0-9A-Fa-f]{6}|[A-Za-z]{3,20})$`)

// color is the color in an attribute, "" for none, and for black, which would vanish on a dark page.
func (n *node) color(attribute string) string {
	color := n.Attributes[attribute]
	if !cssColor().MatchString(color) || attribute == "mathcolor" && slices.Contains([]string{"black", "#000", "#000000"}, color) {
		return ""
	}
	return color
}

// truth is the attribute if it is true or false.
func (n *node) truth(attribute string) string {
	if value := n.Attributes[attribute]; value == "true" || value == "false" {
		return value
	}
	return ""
}

var scriptLevel = lazyregexp.New(`^[+-]?[0-3]$`)

func (n *node) level() string {
	if level := n.Attributes["scriptlevel"]; scriptLevel().MatchString(level) {
		return level
	}
	return ""
}

// size is the size of the letters, between half and thrice that of the text.
func (n *node) size() string {
	value, ok := em(strings.TrimSuffix(n.Attributes["mathsize"], "%"))
	if strings.HasSuffix(n.Attributes["mathsize"], "%") {
		value /= 100
	}
	if !ok || value <= 0 {
		return ""
	}
	return length(max(min(value, 3), .5))
}

func (w *mathMLWriter) identifier(n *node, color []string) {
	variant := n.Attributes["mathvariant"]
	text := styled(n.Text, variant)
	if variant == "normal" && utf8.RuneCountInString(n.Text) == 1 {
		w.token("mi", text, append(color, "mathvariant", "normal")...)
		return
	}
	class := ""
	if utf8.RuneCountInString(n.Text) > 1 && text == n.Text {
		class = textClass(n)
	}
	w.token("mi", text, append(color, "class", class)...)
}

// textClasses are the classes of texts by their variant.
var textClasses = map[string]string{
	"monospace": "typed", "bold": "bold", "italic": "slanted", "-tex-mathit": "slanted", "bold-italic": "bold slanted", "sans-serif": "sans",
	"bold-sans-serif": "sans bold", "sans-serif-italic": "sans slanted", "-tex-oldstyle": "", "unknown": "unknown",
}

func textClass(n *node) string {
	if n.Attributes["class"] == "unknown" {
		return "unknown"
	}
	return textClasses[n.Attributes["mathvariant"]]
}

// operator writes a sign with the space around it, unless the formula states another.
func (w *mathMLWriter) operator(n *node, before, after float64, color []string) {
	if value, ok := em(n.Attributes["lspace"]); ok {
		before = value
	}
	if value, ok := em(n.Attributes["rspace"]); ok {
		after = value
	}
	form := n.Attributes["form"]
	switch {
	case n.Class == opening:
		form = "prefix"
	case n.Class == closing:
		form = "postfix"
	case !slices.Contains([]string{"prefix", "infix", "postfix"}, form):
		form = ""
	}
	w.token("mo", n.Text, append(color, "class", textClass(n), "form", form, "lspace", length(before), "rspace", length(after),
		"stretchy", n.truth("stretchy"), "symmetric", n.truth("symmetric"), "largeop", n.truth("largeop"), "movablelimits", n.truth("movablelimits"),
		"minsize", n.lengthOf("minsize"), "maxsize", n.lengthOf("maxsize"))...)
}

// padded writes a box of another size than its content. Sizes that depend on the content are left out.
func (w *mathMLWriter) padded(n *node, color []string) {
	if n.color("mathbackground") != "" {
		w.group("mrow", n.Children, append(color, "class", "painted")...)
		return
	}
	attributes := color
	for _, name := range []string{"width", "height", "depth", "voffset"} {
		if !strings.HasPrefix(n.Attributes[name], "+") && (name == "voffset" || !strings.HasPrefix(n.Attributes[name], "-")) && n.Attributes["lspace"] == "" {
			attributes = append(attributes, name, n.lengthOf(name))
		}
	}
	w.group("mpadded", n.Children, attributes...)
}

// enclosures are the classes of what is drawn around or across a part.
var enclosures = map[string]string{
	"box": "framed", "roundedbox": "framed rounded", "circle": "framed rounded", "left": "bar-left", "right": "bar-right", "top": "overlined", "bottom": "underlined",
	"updiagonalstrike": "strike-up", "downdiagonalstrike": "strike-down", "horizontalstrike": "strike", "updiagonalarrow": "strike-up", "northeastarrow": "strike-up",
}

func enclosure(notation string) string {
	var classes []string
	for name := range strings.FieldsSeq(notation) {
		if class := enclosures[name]; class != "" && !slices.Contains(classes, class) {
			classes = append(classes, class)
		}
	}
	slices.Sort(classes)
	if slices.Contains(classes, "strike-up") && slices.Contains(classes, "strike-down") {
		return "strike-both"
	}
	return strings.Join(classes, " ")
}

// scripted writes what has a base, and parts above, below or beside it.
func (w *mathMLWriter) scripted(n *node, count int) {
	sign, isAccent := n.accent()
	switch {
	case isAccent && isLine(sign):
		w.group("mrow", n.Children[:1], "class", map[string]string{"mover": "overlined", "munder": "underlined"}[n.Tag])
	case isAccent:
		mark, isWide := n.Children[1], n.Children[1].isStretched()
		accent, drawn, level := "", accents[sign].drawn, "+0" // as large as in the text
		switch {
		case accents[sign].name == "vec" && !isWide:
			level = ""
		case isWide && n.Tag == "mover" && slices.Contains([]string{"hat", "tilde", "check"}, accents[sign].name):
			accent, drawn = "true", accents[sign].combining // which fonts stretch
		}
		w.open(n.Tag, "accent", accent)
		w.part(n.Children[0])
		w.token("mo", drawn, "mathcolor", mark.color("mathcolor"), "scriptlevel", level, "stretchy", fmt.Sprint(isWide))
		w.close(n.Tag)
	case n.raisedPrimes() && n.Tag == "msup":
		w.open("mrow")
		w.part(n.Children[0])
		w.part(n.Children[1])
		w.close("mrow")
	case n.raisedPrimes():
		w.open("mrow")
		w.open("msub")
		w.parts(n, 2)
		w.close("msub")
		w.part(n.Children[2])
		w.close("mrow")
	default:
		w.open(n.Tag)
		w.parts(n, count)
		w.close(n.Tag)
	}
}

// raisedPrimes reports whether all that is above a base are primes. The characters are raised by themselves, and browsers would
// raise them twice and draw them too small.
func (n *node) raisedPrimes() bool {
	last := n.Children[len(n.Children)-1]
	return (n.Tag == "msup" || n.Tag == "msubsup") && last.isPrime()
}

// The gaps between columns that have a class, in em, beside that of a matrix, which has none.
const matrixGap = 1.

var gapClasses = []struct {
	gap   float64
	class string
}{{0, "gap-0"}, {.1667, "gap-1"}, {.3333, "gap-2"}, {.5, "gap-3"}, {.7, "gap-4"}, {matrixGap, ""}, {1.5, "gap-6"}, {2, "gap-7"}, {3, "gap-8"}}

// gapClass is the class of the gap that is nearest to a length.
func gapClass(length string) string {
	value, ok := em(length)
	if !ok {
		value = matrixGap
	}
	best := gapClasses[0]
	for _, other := range gapClasses {
		if max(other.gap-value, value-other.gap) < max(best.gap-value, value-best.gap) {
			best = other
		}
	}
	return best.class
}

// lineClasses are the classes of lines between rows and columns.
var lineClasses = map[string]string{"solid": "ruled", "dashed": "dashed"}

// edges are the sides of a table in the order in which MathJax names the styles of their lines.
var edges = []string{"edge-top", "edge-right", "edge-bottom", "edge-left"}

// table writes rows of cells. The gap between two columns is on the left of the second.
func (w *mathMLWriter) table(n *node) {
	rows := n.cells()
	isNumbered := slices.ContainsFunc(n.Children, func(row *node) bool { return row.label() != nil })
	closeness, usual := n.rowGap()
	classes := []string{closeness}
	if lineClasses[n.Attributes["frame"]] != "" {
		classes = append(classes, edges...)
	}
	for i, style := range strings.Fields(n.Attributes["data-frame-styles"]) {
		if i < len(edges) && lineClasses[style] != "" {
			classes = append(classes, edges[i])
		}
	}
	w.open("mtable", "class", strings.Join(classes, " "), "displaystyle", n.truth("displaystyle"))
	for i, cells := range rows {
		line := ""
		if i > 0 {
			line = lineClasses[word(n.Attributes["rowlines"], i-1)]
		}
		w.open("mtr", "class", line)
		for j, cell := range cells {
			w.group("mtd", cell.Children, "class", n.cellClass(j, j+1 == len(cells)))
		}
		if isNumbered {
			w.open("mtd", "class", "right gap-7")
			if label := n.Children[i].label(); label != nil {
				w.row(label.Children)
			}
			w.close("mtd")
		}
		w.close("mtr")
		if gap, _ := em(word(n.Attributes["rowspacing"], i)); gap > usual+.1 && i+1 < len(rows) {
			w.open("mtr", "class", "empty")
			for j := range cells {
				w.open("mtd", "class", n.cellClass(j, j+1 == len(cells)))
				w.token("mspace", "", "height", length(gap-usual))
				w.close("mtd")
			}
			w.close("mtr")
		}
	}
	w.close("mtable")
}

// rowGap is the class of the gap between the rows of a table, and that gap in em: small in an index, larger where each row is a
// formula.
func (n *node) rowGap() (class string, gap float64) {
	least, _ := em(word(n.Attributes["rowspacing"], 0))
	switch {
	case n.isAligned():
		return "rows-apart", .3
	case least <= .1 && n.Attributes["rowspacing"] != "":
		return "rows-close", .1
	}
	return "", .4
}

// cellClass is the class of a cell in a column: its alignment, the gap on its left, and the line in the middle of that gap.
func (n *node) cellClass(column int, isLast bool) string {
	classes := []string{map[byte]string{'l': "left", 'r': "right"}[n.alignment(column)]}
	gap, line := "gap-0", ""
	if column > 0 {
		gap = gapClass(word(n.Attributes["columnspacing"], column-1))
		line = lineClasses[word(n.Attributes["columnlines"], column-1)]
		if line != "" && gap != "gap-0" {
			gap = "gap-3"
		}
	}
	classes = append(classes, gap, line)
	if !isLast && lineClasses[word(n.Attributes["columnlines"], column)] != "" && gapClass(word(n.Attributes["columnspacing"], column)) != "gap-0" {
		classes = append(classes, "before-line")
	}
	return strings.Join(slices.DeleteFunc(classes, func(class string) bool { return class == "" }), " ")
}
