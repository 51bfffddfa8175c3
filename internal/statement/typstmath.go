package statement

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grundy/internal/base/lazyregexp"
)

// typstMath converts the MathML elements of a formula to Typst. It returns false if that is impossible. No part of
// the source becomes a Typst command: its characters are digits, escapes or inside strings.
func typstMath(source string, block bool) (markup string, ok bool) {
	root, ok := mathElement(source)
	if !ok {
		return "", false
	}
	inside := typstElement(root)
	if block {
		inside = " " + inside + " "
	}
	return "$" + inside + "$", true
}

// typstCalls are the functions for elements with parts, with the parts in Typst's order.
var typstCalls = map[string]string{
	"mfrac": "frac(%[1]s, %[2]s)", "mroot": "root(%[2]s, %[1]s)",
	"msub": "attach(%s, b: %s)", "msup": "attach(%s, t: %s)", "msubsup": "attach(%s, b: %s, t: %s)",
	"munder": "attach(%s, b: %s)", "mover": "attach(%s, t: %s)", "munderover": "attach(%s, b: %s, t: %s)",
}

// typstLines are the functions for lines over or under an element, by its class on pages.
var typstLines = map[string]string{"overlined": "overline", "underlined": "underline"}

// typstBraces are the functions of braces, by the sign over or under their content.
var typstBraces = map[string]string{"⏞": "overbrace", "⏟": "underbrace"}

// typstTexts are the functions of texts, by their class on pages.
var typstTexts = map[string]string{"typed": "mono", "bold": "bold", "slanted": "italic", "": "upright"}

func typstElement(e *element) string {
	switch e.tag {
	case "mi", "mtext":
		return typstText(e)
	case "mn":
		return typstSigns(e.text)
	case "mo":
		return typstOperator(e)
	case "mspace":
		return typstSpace(e.attributes["width"])
	case "msqrt":
		return "sqrt(" + typstRow(e.children) + ")"
	case "mstyle":
		if e.attributes["displaystyle"] == "true" {
			return "display(" + typstRow(e.children) + ")"
		}
		return "inline(" + typstRow(e.children) + ")"
	case "mtable":
		return typstTable(e)
	case "mfrac":
		if e.attributes["linethickness"] == "0" { // a binomial coefficient, whose brackets are separate
			return "mat(delim: #none, row-gap: #0.3em, " + typstElement(e.children[0]) + "; " + typstElement(e.children[1]) + ")"
		}
	case "mrow":
		inside := typstRow(e.children)
		if function, ok := typstLines[e.attributes["class"]]; ok {
			return function + "(" + inside + ")"
		}
		return inside
	case "mover", "munder":
		if accented, ok := typstAccent(e.children[0], e.children[1]); ok {
			return accented
		}
	}
	parts := make([]any, len(e.children))
	for i, child := range e.children {
		parts[i] = typstElement(child)
	}
	if strings.HasPrefix(e.tag, "munder") || e.tag == "mover" {
		parts[0] = typstLimits(e.children[0])
	}
	return fmt.Sprintf(typstCalls[e.tag], parts...)
}

// typstRow writes adjacent elements. Brackets as tall as their content belong to the row: each \left has a row of
// its own.
func typstRow(row []*element) string {
	if len(row) == 0 {
		return `""`
	}
	parts := make([]string, len(row))
	for i, e := range row {
		parts[i] = typstElement(e)
		if e.isFence() && i > 0 && i+1 < len(row) {
			parts[i] = "mid(" + parts[i] + ")"
		}
	}
	inside := strings.Join(parts, "") // a space beside a text would be shown
	if slices.ContainsFunc(row, (*element).isFence) {
		return "lr(" + inside + ")"
	}
	return inside
}

// isFence reports whether an element is a bracket, or a bar between brackets, that is as tall as its
// row.
func (e *element) isFence() bool {
	return e.tag == "mo" && e.attributes["stretchy"] == "true" && e.attributes["form"] != "" && e.attributes["minsize"] == ""
}

// typstAccent writes an accent under or over its base.
func typstAccent(base, mark *element) (string, bool) {
	if mark.tag != "mo" || mark.attributes["stretchy"] == "" {
		return "", false
	}
	if brace, ok := typstBraces[mark.text]; ok {
		return brace + "(" + typstElement(base) + ")", true
	}
	return "accent(" + typstElement(base) + ", " + typstSigns(mark.text) + ")", true
}

// typstLimits is the base of limits, which an operator has beside it in lines of text.
func typstLimits(base *element) string {
	switch {
	case base.attributes["movablelimits"] == "true":
		return "limits(" + typstElement(base) + ", inline: #false)"
	case base.tag == "mo" && base.attributes["stretchy"] == "true":
		return "limits(stretch(" + typstSigns(base.text) + "))"
	}
	return "limits(" + typstElement(base) + ")"
}

// typstTable writes rows of cells. Aligned lines are set close to their relations, lines of an index close to each
// other.
func typstTable(e *element) string {
	isAligned := e.attributes["displaystyle"] == "true"
	gaps := "column-gap: #1em, row-gap: #0.4em"
	switch e.attributes["displaystyle"] {
	case "true":
		gaps = "column-gap: #0em, row-gap: #0.6em"
	case "false":
		gaps = "row-gap: #0.2em"
	}
	rows := make([]string, len(e.children))
	for i, row := range e.children {
		cells := make([]string, len(row.children))
		for j, cell := range row.children {
			cells[j] = typstCell(cell, isAligned)
		}
		rows[i] = strings.Join(cells, ", ")
	}
	return "mat(delim: #none, " + gaps + ", " + strings.Join(rows, "; ") + ")"
}

func typstCell(cell *element, isAligned bool) string {
	inside := typstRow(cell.children)
	if isAligned {
		if len(cell.children) > 0 && cell.children[0].tag == "mo" {
			inside = `""` + inside // so that a relation has its space on both sides
		}
		inside = "display(" + inside + ")"
	}
	switch cell.attributes["class"] {
	case "left":
		return "& " + inside
	case "right":
		return inside + " &"
	}
	return inside
}

// typstText writes a letter, or a text.
func typstText(e *element) string {
	first, size := utf8.DecodeRuneInString(e.text)
	switch {
	case size < len(e.text) || e.attributes["class"] != "":
		return typstTexts[e.attributes["class"]] + "(" + typstString(e.text) + ")"
	case e.attributes["mathvariant"] == "normal":
		return "upright(" + typstSigns(e.text) + ")"
	case !unicode.IsLetter(first):
		return `class("normal", ` + typstSigns(e.text) + ")"
	}
	return typstSigns(e.text)
}

// typstSpaced maps signs that Typst sets too tightly to signs with TeX's spacing.
var typstSpaced = map[string]string{"*": "∗", "⊥": "⟂"}

// typstOperator writes a sign with the space around it that it has on pages, by default its own.
func typstOperator(e *element) string {
	sign := typstSigns(cmp.Or(typstSpaced[e.text], e.text))
	if utf8.RuneCountInString(e.text) > 1 && !isPrime(e) {
		sign = "upright(" + typstString(e.text) + ")"
	}
	if size := e.attributes["minsize"]; size != "" {
		sign = "lr(size: #" + size + ", " + sign + ")"
	}
	left, right := e.attributes["lspace"], e.attributes["rspace"]
	switch {
	case strings.Contains("([{⌊⌈⟨", e.text) && e.attributes["form"] == "prefix":
		return `class("opening", ` + sign + ")"
	case e.attributes["form"] == "postfix":
		return `class("closing", ` + sign + ")"
	case left != "" || right != "" || e.attributes["form"] == "prefix":
		return typstSpace(left) + `class("normal", ` + sign + ")" + typstSpace(right)
	}
	return sign
}

var typstLength = lazyregexp.New(`^-?[0-9]*\.?[0-9]+em$`)

// typstSpace writes a space of the given width, nothing for none.
func typstSpace(width string) string {
	if !typstLength().MatchString(width) {
		return ""
	}
	return "#h(" + width + ")"
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
