package statement

import (
	"errors"
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wyatt915/treeblood"
)

// maxMathML bounds, in bytes, the input of treeblood, whose time grows superlinearly.
const maxMathML = 2_000

// mathML writes a formula as MathML, the same for the same source. It returns false if that is impossible; the
// formula is then shown verbatim. The source gets into the markup only as text.
func mathML(source string, block bool) (markup string, ok bool) {
	root, ok := mathElement(source)
	if !ok {
		return "", false
	}
	var b strings.Builder
	if block {
		b.WriteString(`<math display="block">`)
	} else {
		b.WriteString("<math>")
	}
	root.write(&b)
	b.WriteString("</math>")
	return b.String(), true
}

// mathElement converts a formula to an element of MathML.
func mathElement(source string) (root *element, ok bool) {
	if len(source) > maxMathML {
		return nil, false
	}
	p := mathParser{rest: source}
	rows := p.formula()
	if p.err != nil {
		return nil, false
	}
	tex, ok := plainTeX(source)
	if !ok {
		return nil, false
	}
	if len(rows) > 1 || len(rows[0]) > 1 {
		tex = `\begin{aligned}` + tex + `\end{aligned}`
	}
	if !closed(tex) {
		return nil, false
	}
	root, err := parsed(tex)
	return root, err == nil
}

// parsed parses TeX with treeblood. Treeblood's functions that write MathML print complaints to standard output;
// the function below them, which reads tokens, only panics. Only the functions that prepare macros make tokens, so
// the formula is passed as a macro.
func parsed(tex string) (root *element, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("treeblood: %v", reason)
		}
	}()
	const name, asRoot = "formula", 1
	tokens, err := treeblood.ExpandMacros(treeblood.PrepareMacros(map[string]string{name: tex})[name].Definition, pageMacros())
	if err != nil {
		return nil, err
	}
	root, err = translated(treeblood.NewPitziil().ParseTex(treeblood.NewTokenBuffer(tokens), asRoot))
	if root == nil {
		root = &element{tag: "mrow"}
	}
	return root, err
}

// element is a MathML element: text or children.
type element struct {
	tag        string
	attributes map[string]string
	text       string
	children   []*element
}

// write sorts the attributes, so that the same formula gives the same bytes.
func (e *element) write(b *strings.Builder) {
	tag := e.tag
	if tag == "mtext" {
		tag = "mi" // next to mtext alone, browsers put the space of an operator around the whole row
	}
	b.WriteString("<" + tag)
	names := make([]string, 0, len(e.attributes))
	for name := range e.attributes {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(b, ` %s="%s"`, name, html.EscapeString(e.attributes[name]))
	}
	b.WriteString(">" + html.EscapeString(e.text))
	for _, child := range e.children {
		child.write(b)
	}
	b.WriteString("</" + tag + ">")
}

// mathElements are the allowed elements, with the number of children that some must have.
var mathElements = map[string]int{
	"mrow": 0, "mi": 0, "mn": 0, "mo": 0, "mtext": 0, "mspace": 0, "msqrt": 0, "mtable": 0, "mtr": 0, "mtd": 0, "mstyle": 0,
	"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3,
}

// mathAttributes are the attributes to keep. Styles, which a strict policy blocks, and attributes that browsers
// ignore are dropped.
var mathAttributes = map[string][]string{
	"mo": {"form", "largeop", "lspace", "movablelimits", "rspace", "stretchy", "symmetric"},
	"mi": {"mathvariant"}, "mspace": {"width"}, "mfrac": {"linethickness"}, "mtable": {"displaystyle"},
	"mstyle": {"displaystyle", "scriptlevel"},
}

var errNotMathML = errors.New("no MathML")

// translated converts treeblood's elements to ours and corrects them. It returns nil for elements to
// omit.
func translated(n *treeblood.MMLNode) (*element, error) {
	const neverPrinted = 2
	if n == nil || n.Tag == "" || n.Properties&neverPrinted != 0 {
		return nil, nil
	}
	e := &element{tag: n.Tag, attributes: map[string]string{}}
	for _, name := range mathAttributes[n.Tag] {
		if value, ok := n.Attrib[name]; ok {
			e.attributes[name] = value
		}
	}
	switch n.Tag {
	case "none":
		e.tag = "mrow"
	case "mpadded":
		e.tag = "mrow"
	case "mtable":
		if strings.Contains(n.Attrib["columnalign"], " ") {
			e.attributes["class"] = "array" // its columns need space, unlike those of aligned lines
		}
	case "mtd":
		switch align := n.CSS["text-align"]; align {
		case "left", "right":
			e.attributes["class"] = align
		}
	}
	count, known := mathElements[e.tag]
	if !known {
		return nil, errNotMathML
	}
	for _, child := range n.Children {
		translated, err := translated(child)
		switch {
		case err != nil:
			return nil, err
		case translated != nil:
			e.children = append(e.children, translated)
		case count > 0:
			e.children = append(e.children, &element{tag: "mrow"})
		}
	}
	if count > 0 && len(e.children) != count {
		return nil, errNotMathML
	}
	if len(n.Children) == 0 {
		text := html.UnescapeString(n.Text)
		if mark, size := utf8.DecodeRuneInString(text); styled <= mark && mark < styled+rune(len(textStyles)) {
			e.attributes["class"], text = textStyles[mark-styled].class, text[size:]
		}
		e.text = unveiled(text)
	}
	switch {
	case e.tag == "mspace":
		e.text = ""
	case e.tag == "mtext" && utf8.RuneCountInString(e.text) == 1:
		e.attributes["mathvariant"] = "normal"
	}
	if e.tag == "mo" && !e.mendOperator(n) {
		return nil, nil
	}
	if count == 0 {
		e.mendRow()
	}
	if e.tag == "mover" || e.tag == "munder" {
		e.mendAccent(n.Attrib["accent"] == "true")
	}
	if strings.HasPrefix(e.tag, "munder") && e.children[0].isName() {
		e.children[0].tag = "mo"
		e.children[0].attributes = map[string]string{"form": "prefix", "lspace": "0", "movablelimits": "true", "rspace": "0"}
	}
	return e, nil
}

// unveiled restores the characters veiled in the private use area, and drops variation selectors.
func unveiled(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case veil <= r && r < veil+utf8.RuneSelf:
			return r - veil
		case '\ufe00' <= r && r <= '\ufe0f':
			return -1
		}
		return r
	}, text)
}

// The spaces of TeX.
const (
	thinSpace   = "0.1667em"
	mediumSpace = "0.2222em"
	thickSpace  = "0.2778em"
)

// mendOperator states what browsers would guess from the position of an operator; false for an empty one.
func (e *element) mendOperator(n *treeblood.MMLNode) bool {
	fenced := n.Attrib["fence"] == "true" || n.Attrib["stretchy"] == "true"
	switch {
	case e.text == "":
		return false
	case e.text == string(modulo):
		e.text = "mod"
		e.attributes = map[string]string{"lspace": mediumSpace, "rspace": mediumSpace}
		return true
	case len(e.text) == 1 && strings.Contains("%$#_", e.text) || e.text == "■":
		e.tag, e.attributes = "mi", nil // it has no space around it
		return true
	case n.Text == veiled(':'):
		e.attributes = map[string]string{"lspace": "0", "rspace": mediumSpace}
		return true
	case e.text == ":":
		e.attributes = map[string]string{"lspace": thickSpace, "rspace": thickSpace}
		return true
	case e.text == "/" || e.text == "." || isPrime(e) || n.Text == veiled(','):
		e.attributes = map[string]string{"lspace": "0", "rspace": "0"}
		return true
	case strings.Contains("([{⌊⌈⟨", e.text):
		e.attributes["form"] = "prefix"
	case strings.Contains(")]}⌋⌉⟩", e.text):
		e.attributes["form"] = "postfix"
	case e.text == "|" || e.text == "‖":
		if !fenced {
			e.tag, e.attributes = "mi", nil // as an operator it would have space around it
			return true
		}
	default:
		return true
	}
	// Outside of \left and \right, brackets are as tall as the text.
	e.attributes["stretchy"] = fmt.Sprint(fenced)
	return true
}

// mendRow corrects adjacent elements.
func (e *element) mendRow() {
	var row []*element
	tall := rune(0) // the mark of the next bracket
	for _, child := range e.children {
		if mark, _ := utf8.DecodeRuneInString(child.text); taller <= mark && mark < taller+rune(len(heights)*len(bracketEnds)) {
			tall = mark
			continue
		}
		if tall != 0 {
			child.stretch(tall)
			tall = 0
		}
		if child.tag == "mrow" && len(child.attributes) == 0 && len(child.children) == 1 {
			child = child.children[0]
		}
		last := len(row) - 1
		switch {
		case child.isSign() && (last < 0 || row[last].wantsOperand()):
			child.attributes = map[string]string{"form": "prefix"}
		case last >= 0 && child.isUpright() && row[last].isUpright() && e.tag == "mrow" && child.attributes["class"] == row[last].attributes["class"]:
			row[last] = &element{tag: "mi", attributes: row[last].attributes, text: row[last].text + child.text}
			continue
		case last >= 0 && row[last].isOperand() && child.takePrime(row[last]):
			row[last] = child
			continue
		}
		row = append(row, child)
	}
	if len(row) == 3 && row[1].tag == "mtable" { // the bars of a determinant are as tall as it
		for i, form := range map[int]string{0: "prefix", 2: "postfix"} {
			if bar := row[i]; bar.text == "|" || bar.text == "‖" {
				bar.tag, bar.attributes = "mo", map[string]string{"form": form, "stretchy": "true", "symmetric": "true"}
			}
		}
	}
	e.children = nil
	for i, child := range row {
		if child.isUpright() && utf8.RuneCountInString(child.text) > 1 {
			delete(child.attributes, "mathvariant") // names of several letters are upright
		}
		named := child.isName() || len(child.children) > 0 && child.tag != "mrow" && child.children[0].isName() && strings.HasPrefix(child.tag, "m")
		named = named || child.isDots()
		if named && i > 0 && row[i-1].isOperand() {
			e.children = append(e.children, &element{tag: "mspace", attributes: map[string]string{"width": thinSpace}})
		}
		e.children = append(e.children, child)
		if named && i+1 < len(row) && row[i+1].isOperand() && row[i+1].attributes["form"] != "postfix" {
			e.children = append(e.children, &element{tag: "mspace", attributes: map[string]string{"width": thinSpace}})
		}
	}
}

// lines are the classes of elements with a line over or under all of it, by treeblood's accent, which browsers do
// not stretch.
var lines = map[string]string{"\u203e": "overlined", "\u0332": "underlined"}

// vector is the accent of a vector, a small arrow; a large one is stretched.
const vector = "\u20d7"

// accented maps treeblood's accents to characters that do not overlap the letter and that the font can stretch.
var accented = map[string]string{"^": "ˆ", "~": "˜", "\u0360": "˜", "\u0308": "¨", vector: "→"}

// mendAccent draws lines by a style, and sets the size of other accents: as tall as in text, and as wide as their
// base if that is more than a letter.
func (e *element) mendAccent(isAccent bool) {
	mark := e.children[1]
	if class, ok := lines[mark.text]; ok {
		*e = element{tag: "mrow", attributes: map[string]string{"class": class}, children: e.children[:1]}
		return
	}
	if !isAccent {
		return
	}
	mark.attributes = map[string]string{"stretchy": fmt.Sprint(e.children[0].tag == "mrow")}
	if mark.text != vector {
		mark.attributes["scriptlevel"] = "+0"
	}
	if sign, ok := accented[mark.text]; ok {
		mark.text = sign
	}
}

// stretch makes a bracket as tall as a mark says, also if it has scripts.
func (e *element) stretch(mark rune) {
	for len(e.children) > 0 {
		e = e.children[0]
	}
	if utf8.RuneCountInString(e.text) != 1 || e.tag != "mo" && e.tag != "mi" {
		return
	}
	height, form := heights[int(mark-taller)/len(bracketEnds)].size, bracketForms[int(mark-taller)%len(bracketEnds)]
	if form == "" {
		form = e.attributes["form"]
	}
	e.tag = "mo"
	e.attributes = map[string]string{"lspace": "0", "rspace": "0", "stretchy": "true", "symmetric": "true", "minsize": height, "maxsize": height}
	if form != "" {
		e.attributes["form"] = form
	}
}

// isSign reports whether an element is a sign when it has no left operand.
func (e *element) isSign() bool {
	return e.tag == "mo" && e.text != "" && strings.Contains("+−-±∓", e.text)
}

// wantsOperand reports whether an operand must follow: after operators, relations, opening brackets
// and commas.
func (e *element) wantsOperand() bool {
	return e.tag == "mo" && e.attributes["form"] != "postfix" && e.text != "!" && !isPrime(e)
}

// isDots reports whether an element is an ellipsis that stands for omitted items and does not act as
// an operator.
func (e *element) isDots() bool { return e.tag == "mi" && (e.text == "…" || e.text == "⋯") }

// isUpright reports whether an element is a letter of a word, which treeblood writes one by one.
func (e *element) isUpright() bool { return e.tag == "mi" && e.attributes["mathvariant"] == "normal" }

// isName reports whether an element is the name of a function, such as max.
func (e *element) isName() bool {
	return (e.tag == "mi" || e.tag == "mo") && utf8.RuneCountInString(e.text) > 1 && e.attributes["lspace"] != mediumSpace &&
		!strings.ContainsFunc(e.text, func(r rune) bool { return !unicode.IsLetter(r) && r != ' ' })
}

// isOperand reports whether an element needs space between itself and the name of a function.
func (e *element) isOperand() bool {
	switch e.tag {
	case "mspace", "mtext":
		return false
	case "mo":
		return e.attributes["form"] == "postfix"
	}
	return true
}

// takePrime moves the element before a prime with scripts into their base, since treeblood leaves it outside. The
// prime itself is a raised character.
func (e *element) takePrime(before *element) bool {
	if !strings.HasPrefix(e.tag, "msu") || !isPrime(e.children[0]) {
		return false
	}
	e.children[0] = &element{tag: "mrow", children: []*element{before, e.children[0]}}
	return true
}

func isPrime(e *element) bool {
	return e.tag == "mo" && e.text != "" && strings.Trim(e.text, "′″‴⁗") == ""
}
