package statement

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"golang.org/x/net/html"

	"grundy/internal/base/lazyregexp"
)

// openTag is a tag of the source that is not closed yet.
type openTag struct {
	name string
	at   int
}

// maxOpenTags bounds the nesting of tags, which parsers of HTML repeat in each block.
const maxOpenTags = 32

// blockElements are those elements of HTML that readHTML knows beside the ones in a line.
var blockElements = []string{
	"address", "article", "aside", "blockquote", "caption", "center", "col", "colgroup", "dd", "details", "div", "dl", "dt", "figcaption", "figure",
	"footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td",
	"tfoot", "th", "thead", "tr", "ul",
}

// The end tags of some elements may be left out, and some elements have none.
var (
	optionalEnds = []string{"p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "colgroup", "caption"}
	voidElements = []string{"br", "hr", "img", "wbr", "col"}
)

// droppedElements are left out with all that they contain.
var droppedElements = []string{
	"script", "style", "iframe", "object", "embed", "noscript", "noembed", "noframes", "template", "textarea", "select", "svg", "math", "video", "audio",
	"canvas", "title", "xmp", "plaintext", "applet", "frame", "frameset", "link", "meta", "base", "input", "button",
}

// lookAttributes change no more than the look, or are for machines.
var lookAttributes = []string{
	"class", "id", "title", "lang", "dir", "height", "border", "cellpadding", "cellspacing", "bgcolor", "valign", "role", "rel", "target", "loading",
	"decoding", "scope", "headers", "summary", "rules", "frame", "nowrap", "color", "size", "face", "cite", "datetime", "name", "hspace", "vspace",
	"clear", "noshade", "compact", "span", "for", "value", "char", "charoff", "abbr",
}

func isKnownElement(name string) bool {
	return isLine(name) && name != keptElement && name != droppedElement || slices.Contains(blockElements, name)
}

// rawHTML writes a tag that stands in a line of Markdown.
func (m *markdownReader) rawHTML(node *ast.RawHTML) {
	var b strings.Builder
	for i := range node.Segments.Len() {
		segment := node.Segments.At(i)
		b.Write(segment.Value(m.source))
	}
	m.tags(b.String(), node.Segments)
}

// htmlBlock writes a block of HTML.
func (m *markdownReader) htmlBlock(node *ast.HTMLBlock) {
	written := raw(node, m.source)
	lines := node.Lines()
	if node.HasClosure() {
		written = append(written, node.ClosureLine.Value(m.source)...)
		lines = text.NewSegments()
		lines.AppendAll(node.Lines().Sliced(0, node.Lines().Len()))
		lines.Append(node.ClosureLine)
	}
	m.tags(string(written), lines)
}

// tags writes the known elements of HTML that stands in segments of the source. Unknown tags stay text, since authors
// write such things as vector<int>.
func (m *markdownReader) tags(written string, segments *text.Segments) {
	tokens := html.NewTokenizer(strings.NewReader(written))
	for at := 0; ; {
		kind := tokens.Next()
		piece := string(tokens.Raw())
		place := inSegments(segments, at)
		at += len(piece)
		switch kind {
		case html.ErrorToken:
			if tokens.Err() == io.EOF {
				m.rawText(piece, place) // a tag that does not end
				return
			}
			m.unknown(place, piece)
			return
		case html.TextToken:
			m.rawText(piece, place)
		case html.StartTagToken, html.SelfClosingTagToken:
			m.startTag(tokens.Token(), piece, place)
		case html.EndTagToken:
			m.endTag(tokens.Token().Data, piece, place)
		case html.DoctypeToken:
			m.report(place, "remove it", "%s is left out", strings.TrimSpace(piece))
		case html.CommentToken:
			if !strings.HasPrefix(piece, "<!--") { // CDATA, processing instructions and the like
				m.report(place, "remove it", "%s is left out", shortened(strings.TrimSpace(piece)))
			}
		}
	}
}

// inSegments is the offset in the source of an offset in the text of segments.
func inSegments(segments *text.Segments, at int) int {
	for i := range segments.Len() {
		segment := segments.At(i)
		if length := segment.Len(); at < length || i == segments.Len()-1 {
			return segment.Start + max(0, at-segment.Padding)
		} else {
			at -= length
		}
	}
	return 0
}

// rawText writes text between tags, in which formulas are as in Markdown.
func (m *markdownReader) rawText(written string, at int) {
	verbatim := slices.ContainsFunc(m.open, func(tag openTag) bool {
		return slices.Contains([]string{"pre", "code", "tt", "samp", "kbd", droppedElement}, tag.name)
	})
	for written != "" {
		before, source, mark := written, "", ""
		if !verbatim {
			before, source, mark = firstFormula(written)
		}
		m.write(html.EscapeString(html.UnescapeString(before)))
		if mark == "" {
			return
		}
		m.formula(at+len(before)+len(mark), source)
		behind := len(before) + len(source) + 2*len(mark)
		written, at = written[behind:], at+behind
		source = html.UnescapeString(source)
		if mark == "$$" && strings.TrimSpace(before) == "" {
			m.keep(displayed(source))
		} else {
			m.keep(inlineFormula(source))
		}
	}
}

// firstFormula divides text before its first formula between dollars; the mark is "" if it has none.
func firstFormula(text string) (before, source, mark string) {
	for start := 0; start < len(text); start++ {
		switch {
		case text[start] == '\\':
			start++
			continue
		case text[start] != '$':
			continue
		}
		mark := "$"
		if strings.HasPrefix(text[start:], "$$") {
			mark = "$$"
		}
		rest := text[start+len(mark):]
		if rest == "" || mark == "$" && isSpace(rest[0]) {
			continue
		}
		rest = rest[:min(len(rest), formulaBytes)]
		if end := closingDollar([]byte(rest), mark, new(int)); end > 0 && !strings.Contains(rest[:end], "\n\n") {
			return text[:start], rest[:end], mark
		}
		start += len(mark) - 1
	}
	return text, "", ""
}

func (m *markdownReader) startTag(tag html.Token, written string, at int) {
	name := tag.Data
	switch {
	case slices.Contains(droppedElements, name):
		m.report(at, "remove it: statements hold text and pictures, which lie beside them", "<%s> is left out, with all that it contains", name)
		if !slices.Contains([]string{"embed", "frame", "link", "meta", "base", "input"}, name) && tag.Type != html.SelfClosingTagToken {
			m.write("<", droppedElement, ">")
			m.open = append(m.open, openTag{droppedElement, at})
		}
		return
	case !isKnownElement(name):
		m.report(at, `write &lt; for the character <, and code between backticks`, "%s is no HTML that statements may hold: readers see it as it is written", shortened(written))
		m.write(html.EscapeString(written))
		return
	case len(m.open) >= maxOpenTags:
		m.report(at, "close more tags", "<%s> is nested too deeply and has no effect", name)
		return
	}
	m.write("<", name)
	for _, attribute := range tag.Attr {
		m.attribute(name, attribute, at)
	}
	m.write(">")
	if !slices.Contains(voidElements, name) && !slices.Contains(optionalEnds, name) {
		m.open = append(m.open, openTag{name, at})
	}
}

// attribute writes an attribute that readHTML knows.
func (m *markdownReader) attribute(element string, a html.Attribute, at int) {
	value := strings.TrimSpace(a.Val)
	if a.Key == "style" {
		m.styleAttribute(element, value, at)
		return
	}
	known := ""
	switch element + " " + a.Key {
	case "img src":
		m.checkImage(at, value)
		known = value
	case "img alt":
		known = a.Val
	case "img width":
		if known = value; widthOf(value, "px") == (imageWidth{}) {
			known = ""
		}
	case "a href":
		m.checkLink(at, value)
		known = value
	case "td colspan", "td rowspan", "th colspan", "th rowspan", "ol start":
		known = value
	case "ol type":
		if known = value; !slices.Contains([]string{"1", "a", "A", "i", "I"}, value) {
			known = ""
		}
	case "details open":
		m.write(" open")
		return
	default:
		if a.Key == "align" {
			known = knownAlignment(strings.ToLower(value))
		}
	}
	switch {
	case known != "":
		m.write(" ", a.Key, `="`, html.EscapeString(known), `"`)
	case a.Key == "align" || slices.Contains(lookAttributes, a.Key) || strings.HasPrefix(a.Key, "data-") || strings.HasPrefix(a.Key, "aria-"):
	case a.Key == "width" || element == "img" && a.Key == "alt":
	default:
		m.report(at, "remove it", "the attribute %s of <%s> has no effect", a.Key, element)
	}
}

// knownAlignment is an alignment that readHTML knows, else "".
func knownAlignment(value string) string {
	if slices.Contains([]string{"left", "center", "right"}, value) {
		return value
	}
	return ""
}

var styleProperty = lazyregexp.New(`([-\w]+)\s*:\s*([^;]*)`)

// styleAttribute writes the alignment that a style states, and reports what else would change what readers see.
func (m *markdownReader) styleAttribute(element, value string, at int) {
	for _, property := range styleProperty().FindAllStringSubmatch(value, -1) {
		name, value := strings.ToLower(property[1]), strings.ToLower(strings.TrimSpace(property[2]))
		switch {
		case name == "text-align" && (knownAlignment(value) != "" || value == "justify" || value == "start"):
			if known := knownAlignment(value); known != "" {
				m.write(` align="`, known, `"`)
			}
		case name == "width" && element == "img" && widthOf(value, "px") != (imageWidth{}):
			m.write(` width="`, html.EscapeString(value), `"`)
		default:
			m.report(at, "remove it", "the style %s of <%s> has no effect", name, element)
		}
	}
}

func (m *markdownReader) endTag(name, written string, at int) {
	if slices.Contains(droppedElements, name) {
		name = droppedElement
	}
	if slices.Contains(voidElements, name) {
		if name == "br" {
			m.write("<br>") // as browsers do
		}
		return
	}
	if slices.Contains(optionalEnds, name) {
		m.write("</", name, ">")
		return
	}
	for i := len(m.open) - 1; i >= m.base; i-- {
		if m.open[i].name == name {
			m.closeTags(i + 1)
			m.write("</", name, ">")
			m.open = m.open[:i]
			return
		}
	}
	switch {
	case name == droppedElement:
	case isKnownElement(name):
		m.report(at, "remove it, or open what it is to close", "</%s> closes nothing", name)
	default:
		m.write(html.EscapeString(written))
	}
}

// closeTags closes the tags of the source above a depth, which their block leaves open.
func (m *markdownReader) closeTags(depth int) {
	for len(m.open) > depth {
		last := m.open[len(m.open)-1]
		m.open = m.open[:len(m.open)-1]
		m.write("</", last.name, ">")
		if last.name != droppedElement {
			m.report(last.at, fmt.Sprintf("write </%s> where it ends, in the same part of the text", last.name), "<%s> is not closed", last.name)
		}
	}
}
