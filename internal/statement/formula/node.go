package formula

import (
	"maps"
	"strconv"
	"strings"
	"unicode/utf8"
)

// node is an element of MathML, as MathJax's reader makes it.
type node struct {
	Tag        string            `json:"t"`
	Attributes map[string]string `json:"a"`
	Text       string            `json:"x"` // of an element without children
	Children   []*node           `json:"c"`
	Class      class             `json:"k"`
	Space      int               `json:"s"` // before it, in eighteenths of an em
}

// class is what TeX calls the class of an atom, which determines the space around it (TeXbook, chapter 18), in MathJax's order.
type class uint8

const (
	ordinary class = iota
	operator       // large operators and names of functions
	binary
	relation
	opening
	closing
	punctuation
	inner // dots, fractions, what is between \left and \right
)

// isInvisible reports whether an element stands for nothing that is seen, such as the sign between the name of a function and its
// argument.
func (n *node) isInvisible() bool {
	return n.Tag == "mrow" && len(n.Children) == 0 || n.Tag == "mo" && strings.Trim(n.Text, "\u2061\u2062\u2063\u2064") == "" && n.Text != ""
}

// isToken reports whether an element has text and no children.
func (n *node) isToken() bool {
	switch n.Tag {
	case "mi", "mn", "mo", "mtext", "ms", "mspace":
		return true
	}
	return false
}

// only returns the element that a group consists of, which may be the group itself.
func (n *node) only() *node {
	for (n.Tag == "mrow" || n.Tag == "mstyle" || n.Tag == "mpadded") && len(n.Children) == 1 {
		n = n.Children[0]
	}
	return n
}

// accents are the signs that stand above or below a letter, with the sign that fonts draw best there, and the character
// that combines with a letter.
var accents = map[string]struct{ drawn, combining, name string }{
	"^": {"ˆ", "\u0302", "hat"}, "ˆ": {"ˆ", "\u0302", "hat"}, "~": {"˜", "\u0303", "tilde"}, "˜": {"˜", "\u0303", "tilde"},
	"¯": {"¯", "\u0304", "bar"}, "ˉ": {"¯", "\u0304", "bar"}, "―": {"―", "\u0305", "bar"}, "_": {"_", "\u0332", "bar"}, "˙": {"˙", "\u0307", "dot"}, "¨": {"¨", "\u0308", "ddot"},
	"⃛": {"⃛", "\u20db", "dddot"}, "⃜": {"⃜", "\u20dc", "ddddot"}, "...": {"⃛", "\u20db", "dddot"}, "....": {"⃜", "\u20dc", "ddddot"}, "´": {"´", "\u0301", "acute"}, "ˊ": {"´", "\u0301", "acute"},
	"`": {"`", "\u0300", "grave"}, "ˋ": {"`", "\u0300", "grave"}, "˘": {"˘", "\u0306", "breve"}, "ˇ": {"ˇ", "\u030c", "check"},
	"˚": {"˚", "\u030a", "ring"}, "→": {"→", "\u20d7", "vec"}, "←": {"←", "\u20d6", "vec"}, "↔": {"↔", "\u20e1", "vec"},
	"⏞": {"⏞", "", "brace"}, "⏟": {"⏟", "", "brace"}, "⏜": {"⏜", "", "paren"}, "⏝": {"⏝", "", "paren"}, "⎴": {"⎴", "", "bracket"}, "⎵": {"⎵", "", "bracket"},
}

// accent returns the sign that an element has above or below its base, if it is an accent.
func (n *node) accent() (sign string, ok bool) {
	if n.Tag != "mover" && n.Tag != "munder" || len(n.Children) != 2 || n.Children[1].Tag != "mo" {
		return "", false
	}
	sign = n.Children[1].Text
	_, ok = accents[sign]
	return sign, ok
}

// isStretched reports whether an accent is as wide as its base.
func (n *node) isStretched() bool { return n.Attributes["stretchy"] != "false" }

// isLine reports whether an accent is a line over or under all of its base.
func isLine(sign string) bool { return sign == "―" || sign == "_" }

// isBinomial reports whether a fraction has no line.
func (n *node) isBinomial() bool {
	thickness, ok := em(n.Attributes["linethickness"])
	return n.Tag == "mfrac" && ok && thickness == 0
}

// isPrime reports whether an element consists of primes.
func (n *node) isPrime() bool {
	return n.Tag == "mo" && n.Text != "" && strings.Trim(n.Text, "′″‴⁗‵‶‷") == ""
}

// isName reports whether an element is the name of a function, such as max.
func (n *node) isName() bool {
	return (n.Tag == "mi" || n.Tag == "mo") && utf8.RuneCountInString(n.Text) > 1 && n.Class == operator
}

// isMovable reports whether limits of an operator stand beside it in lines of text.
func (n *node) isMovable() bool {
	return n.Tag == "mo" && n.Class == operator && n.Attributes["movablelimits"] != "false" && !strings.ContainsAny(n.Text, "∫∬∭∮∯∰⨌")
}

// isFence reports whether an element is a bracket as tall as what it encloses.
func (n *node) isFence() bool {
	return n.Tag == "mo" && (n.Class == opening || n.Class == closing) && n.Attributes["stretchy"] != "false" && n.Attributes["minsize"] == ""
}

// cells returns the rows of a table, without their labels.
func (n *node) cells() [][]*node {
	var rows [][]*node
	for _, row := range n.Children {
		cells := row.Children
		if row.Tag == "mlabeledtr" && len(cells) > 0 {
			cells = cells[1:]
		}
		rows = append(rows, cells)
	}
	return rows
}

// label returns the number of a row, nil without one.
func (n *node) label() *node {
	if n.Tag == "mlabeledtr" && len(n.Children) > 0 {
		return n.Children[0]
	}
	return nil
}

// isAligned reports whether the rows of a table are formulas of their own, side by side at most by alignment.
func (n *node) isAligned() bool { return n.Attributes["displaystyle"] == "true" }

// without returns attributes without one of them.
func without(attributes map[string]string, name string) map[string]string {
	rest := maps.Clone(attributes)
	delete(rest, name)
	return rest
}

// word returns the word of a list in an attribute for a column or row: the last one holds for all that follow.
func word(list string, index int) string {
	words := strings.Fields(list)
	if len(words) == 0 {
		return ""
	}
	return words[max(0, min(index, len(words)-1))]
}

// alignment is the alignment of a column: l, c or r.
func (n *node) alignment(column int) byte {
	switch word(n.Attributes["columnalign"], column) {
	case "left":
		return 'l'
	case "right":
		return 'r'
	}
	return 'c'
}

// The lengths of units in em, for a font of ten points as TeX has them.
var units = map[string]float64{
	"em": 1, "ex": .431, "px": 1. / 16, "pt": .1, "bp": .1004, "pc": 1.2, "mu": 1. / 18, "in": 7.227, "cm": 2.845, "mm": .2845, "": 1,
}

// The longest length that a formula may ask for, in em, forward and backward: a formula must not cover other text.
const (
	longest  = 40
	farthest = -2
)

// em returns a length in em, within bounds.
func em(length string) (value float64, ok bool) {
	number := strings.TrimRight(strings.TrimSpace(length), "abcdefghijklmnopqrstuvwxyz")
	unit, known := units[strings.TrimSpace(length)[len(number):]]
	value, err := strconv.ParseFloat(number, 64)
	if err != nil || !known {
		return 0, false
	}
	return max(min(value*unit, longest), farthest), true
}
