package statement

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// Elements that stand for what HTML has no form for, and for what is left out. The source cannot write them.
const (
	keptElement    = "x-kept"
	droppedElement = "x-dropped"
)

// readHTML reads HTML of known elements, as browsers nest them.
func readHTML(text string, kept *keptParts) []block {
	h := &htmlReader{kept: kept}
	nodes, err := html.ParseFragment(strings.NewReader("<body>"+text), nil)
	if err != nil {
		return []block{code{text}} // nested too deeply for the parser
	}
	var blocks []block
	for _, node := range nodes { // <html>, which holds a head and a body
		for child := range node.ChildNodes() {
			if child.Data == "body" {
				blocks = append(blocks, h.blocks(child.ChildNodes(), 0)...)
			}
		}
	}
	return blocks
}

// htmlReader makes blocks of elements.
type htmlReader struct {
	kept *keptParts
	task task // of the item that is being read
}

// elementStyles are the styles of elements in a line.
var elementStyles = map[string]style{
	"b": strong, "strong": strong, "mark": strong,
	"i": emphasis, "em": emphasis, "cite": emphasis, "dfn": emphasis, "var": emphasis,
	"u": underlined, "ins": underlined, "s": struck, "strike": struck, "del": struck, "sup": raised, "sub": lowered,
	"code": typed, "tt": typed, "samp": typed, "kbd": key,
}

// isLine reports whether an element is part of a line of text.
func isLine(name string) bool {
	_, styled := elementStyles[name]
	return styled || slices.Contains([]string{"a", "abbr", "bdi", "bdo", "big", "br", "data", "font", "img", "label", "q", "small", "span", "time", "wbr", keptElement, droppedElement}, name)
}

// blocks reads elements; text between those of blocks becomes paragraphs with an alignment.
func (h *htmlReader) blocks(nodes func(func(*html.Node) bool), align byte) []block {
	var blocks []block
	var line []span
	flush := func() {
		if text := tidied(line); len(text) > 0 {
			blocks = append(blocks, paragraph{text: text, align: align})
		}
		line = nil
	}
	for node := range nodes {
		if part, ok := h.part(node).(block); ok {
			flush()
			blocks = append(blocks, part)
		} else if node.Type == html.TextNode || node.Type == html.ElementNode && isLine(node.Data) && !h.holdsBlocks(node) {
			line = append(line, h.inline(node, 0)...)
		} else if node.Type == html.ElementNode {
			flush()
			blocks = append(blocks, h.block(node, align)...)
		}
	}
	flush()
	return blocks
}

// part is the part that an element stands for, nil for other elements.
func (h *htmlReader) part(node *html.Node) any {
	if node.Type != html.ElementNode || node.Data != keptElement {
		return nil
	}
	number, err := strconv.Atoi(attributeOf(node, "n"))
	if err != nil || number >= len(h.kept.parts) {
		return nil
	}
	return h.kept.parts[number]
}

// holdsBlocks reports whether an element of a line contains blocks, as in <b><p>.
func (h *htmlReader) holdsBlocks(node *html.Node) bool {
	for child := range node.ChildNodes() {
		if child.Type != html.ElementNode {
			continue
		}
		if _, ok := h.part(child).(block); ok || !isLine(child.Data) || h.holdsBlocks(child) {
			return true
		}
	}
	return false
}

func (h *htmlReader) block(node *html.Node, align byte) []block {
	switch name := node.Data; name {
	case droppedElement:
		return nil
	case "h1", "h2", "h3", "h4", "h5", "h6":
		if text := h.line(node); len(text) > 0 {
			return []block{heading{level: int(name[1] - '0'), text: text}}
		}
		return nil
	case "hr":
		return []block{rule{}}
	case "blockquote":
		return []block{quote{h.blocks(node.ChildNodes(), align)}}
	case "pre":
		return []block{code{textOf(node)}}
	case "ul", "ol":
		return []block{h.list(node)}
	case "dl":
		return []block{h.descriptions(node)}
	case "table":
		return h.table(node)
	case "figcaption":
		return []block{paragraph{text: h.line(node), caption: figureCaption}}
	case "details":
		return []block{h.details(node)}
	case "center":
		align = 'c'
	}
	if own := alignOf(node); own != 0 {
		align = own
	}
	if align == 'l' {
		align = 0
	}
	blocks := h.blocks(node.ChildNodes(), align)
	if more := elementStyles[node.Data]; more != 0 { // <b> around blocks
		for i, b := range blocks {
			if p, ok := b.(paragraph); ok {
				p.text = restyled(p.text, more)
				blocks[i] = p
			}
		}
	}
	return blocks
}

func (h *htmlReader) list(node *html.Node) block {
	l := list{ordered: node.Data == "ol", start: 1, tight: true}
	if l.ordered {
		if start, err := strconv.Atoi(attributeOf(node, "start")); err == nil {
			l.start = start
		}
		if numbering := attributeOf(node, "type"); numbering != "" && numbering != "1" {
			l.numbering = numbering[0]
		}
	}
	for child := range node.ChildNodes() {
		if child.Type == html.TextNode && strings.TrimSpace(child.Data) == "" {
			continue
		}
		if child.Data != "li" { // outside of any item
			if blocks := h.blocks(slices.Values([]*html.Node{child}), 0); len(blocks) > 0 {
				l.items = append(l.items, item{blocks: blocks})
			}
			continue
		}
		before := h.task
		h.task = noTask
		one := item{blocks: h.blocks(child.ChildNodes(), 0)}
		one.task, h.task = h.task, before
		for part := range child.ChildNodes() {
			l.tight = l.tight && part.Data != "p"
		}
		l.items = append(l.items, one)
	}
	return l
}

func (h *htmlReader) descriptions(node *html.Node) block {
	l := list{start: 1, tight: true}
	for child := range node.ChildNodes() {
		last := len(l.items) - 1
		switch {
		case child.Data == "dt":
			label := restyled(h.line(child), strong)
			l.items = append(l.items, item{label: append([]span{}, label...)})
		case child.Data == "div": // groups a term with its descriptions
			if inner, ok := h.descriptions(child).(list); ok {
				l.items = append(l.items, inner.items...)
			}
		case child.Data == "dd" && last >= 0 && l.items[last].blocks == nil:
			l.items[last].blocks = h.blocks(child.ChildNodes(), 0)
		case child.Type == html.ElementNode:
			l.items = append(l.items, item{label: []span{}, blocks: h.blocks(slices.Values([]*html.Node{child}), 0)})
		}
	}
	return l
}

func (h *htmlReader) details(node *html.Node) block {
	d := details{open: hasAttribute(node, "open")}
	rest := func(yield func(*html.Node) bool) {
		for child := range node.ChildNodes() {
			if child.Data == "summary" && d.summary == nil {
				d.summary = h.line(child)
			} else if !yield(child) {
				return
			}
		}
	}
	d.blocks = h.blocks(rest, 0)
	if len(d.summary) == 0 {
		d.summary = []span{{text: "…"}}
	}
	return d
}

// table reads a table, and its caption before it.
func (h *htmlReader) table(node *html.Node) []block {
	var blocks []block
	g := grid{}
	var rows func(*html.Node)
	rows = func(parent *html.Node) {
		for child := range parent.ChildNodes() {
			switch child.Data {
			case "caption":
				blocks = append(blocks, paragraph{text: h.line(child), caption: tableCaption})
			case "thead", "tbody", "tfoot":
				rows(child)
			case "tr":
				if row := h.row(child, cmp.Or(alignOf(child), alignOf(parent))); len(row) > 0 {
					g.rows = append(g.rows, row)
				}
			}
		}
	}
	rows(node)
	if len(g.rows) > 0 {
		g.header = !slices.ContainsFunc(g.rows[0], func(c cell) bool { return !c.isHead })
	}
	if !g.isHuge() {
		g.alignColumns()
	}
	return append(blocks, g)
}

func (h *htmlReader) row(node *html.Node, align byte) []cell {
	var row []cell
	for child := range node.ChildNodes() {
		if child.Data != "td" && child.Data != "th" {
			continue
		}
		c := cell{text: h.cellText(child), align: cmp.Or(alignOf(child), align), isHead: child.Data == "th"}
		c.across, c.down = spanOf(child, "colspan"), spanOf(child, "rowspan")
		row = append(row, c)
	}
	return row
}

func spanOf(node *html.Node, name string) int {
	count, err := strconv.Atoi(attributeOf(node, name))
	if err != nil || count < 2 {
		return 0
	}
	return min(count, maxSpan)
}

// cellText is the content of a cell, in lines.
func (h *htmlReader) cellText(node *html.Node) []span { return inLines(h.blocks(node.ChildNodes(), 0)) }

// inLines writes blocks as text with forced breaks.
func inLines(blocks []block) []span {
	var text []span
	for i, b := range blocks {
		if i > 0 {
			text = append(text, span{text: "\n"})
		}
		switch b := b.(type) {
		case paragraph:
			text = append(text, b.text...)
		case heading:
			text = append(text, restyled(b.text, strong)...)
		case display:
			text = append(text, span{text: b.formula.TeX, formula: b.formula})
		case code:
			text = append(text, span{text: strings.TrimRight(b.text, "\n"), style: typed})
		case quote:
			text = append(text, inLines(b.blocks)...)
		case list:
			for j, item := range b.items {
				if j > 0 {
					text = append(text, span{text: "\n"})
				}
				mark := "• "
				if b.ordered {
					mark = b.numberOf(b.start+j) + ". "
				}
				if b.isDescription() {
					mark = " "
					text = append(text, item.label...)
				}
				text = append(append(text, span{text: mark}), inLines(item.blocks)...)
			}
		case details:
			text = append(append(text, restyled(b.summary, strong)...), span{text: "\n"})
			text = append(text, inLines(b.blocks)...)
		case grid:
			text = append(text, span{text: strings.TrimRight(b.asText(), "\n")})
		}
	}
	return text
}

// alignColumns gives each column the alignment of its first cell, so that cells need none of their own.
func (g *grid) alignColumns() {
	places := g.places()
	if len(places) == 0 {
		return
	}
	letters := make([]byte, len(places[0]))
	for _, row := range places {
		for x, p := range row {
			if p.cell == nil || p.across > 1 {
				continue
			}
			if own := cmp.Or(p.align, 'l'); letters[x] == 0 {
				letters[x] = own
			}
		}
	}
	for x := range letters {
		letters[x] = cmp.Or(letters[x], 'l')
	}
	for _, row := range places {
		for x, p := range row {
			if p.cell == nil {
				continue
			}
			if p.align = cmp.Or(p.align, 'l'); p.align == letters[x] {
				p.align = 0
			}
		}
	}
	g.align = string(letters)
}

// line is the text of an element, in one paragraph.
func (h *htmlReader) line(node *html.Node) []span { return inLines(h.blocks(node.ChildNodes(), 0)) }

// inline reads text in a style.
func (h *htmlReader) inline(node *html.Node, in style) []span {
	if node.Type == html.TextNode {
		return collapsed(node.Data, in)
	}
	if node.Type != html.ElementNode {
		return nil
	}
	inside := func(in style) []span {
		var text []span
		for child := range node.ChildNodes() {
			text = append(text, h.inline(child, in)...)
		}
		return text
	}
	switch node.Data {
	case keptElement:
		switch part := h.part(node).(type) {
		case span:
			part.style |= in
			return []span{part}
		case task:
			h.task = part
		}
		return nil
	case droppedElement, "wbr":
		return nil
	case "br":
		return []span{{text: "\n", style: in}}
	case "q":
		return slices.Concat([]span{{text: "“", style: in}}, inside(in), []span{{text: "”", style: in}})
	case "img":
		image := figure(attributeOf(node, "alt"), attributeOf(node, "src"))
		image.width, image.style = widthOf(attributeOf(node, "width"), "px"), image.style|in
		return []span{image}
	case "a":
		target := attributeOf(node, "href")
		if target == "" {
			return inside(in)
		}
		label := linked(inside(in|underlined), target)
		if words := plain(label); target != words && target != "mailto:"+words && target != "http://"+words {
			label = append(label, span{text: " (" + target + ")", style: in, target: target, written: true})
		}
		return label
	}
	return inside(in | elementStyles[node.Data])
}

// collapsed makes one space of adjacent ones, except in text of a program. A line feed of the source in it is soft.
func collapsed(text string, in style) []span {
	const spaces = " \t\n\r\f"
	if in&typed != 0 {
		return []span{{text: strings.ReplaceAll(text, "\n", " "), style: in}}
	}
	var spans []span
	for text != "" {
		end := strings.IndexAny(text, spaces)
		if end < 0 {
			return append(spans, span{text: text, style: in})
		}
		rest := strings.TrimLeft(text[end:], spaces)
		gap := text[end : len(text)-len(rest)]
		if end > 0 {
			spans = append(spans, span{text: text[:end], style: in})
		}
		spans = append(spans, span{text: " ", style: in, soft: strings.Contains(gap, "\n")})
		text = rest
	}
	return spans
}

// tidied removes spaces at the ends of lines and joins spans.
func tidied(text []span) []span {
	var tidy []span
	for _, s := range text {
		last := len(tidy) - 1
		switch {
		case s.text == " " && s.style&typed == 0 && (last < 0 || strings.HasSuffix(tidy[last].text, " ") && tidy[last].style&typed == 0 || tidy[last].text == "\n"):
			continue
		case s.text == "\n" && last >= 0 && tidy[last].text == " ":
			tidy = tidy[:last]
		}
		tidy = append(tidy, s)
	}
	for len(tidy) > 0 && strings.Trim(tidy[len(tidy)-1].text, " \n") == "" && tidy[len(tidy)-1].note == nil && tidy[len(tidy)-1].style&typed == 0 {
		tidy = tidy[:len(tidy)-1]
	}
	for len(tidy) > 0 && tidy[0].text == "\n" {
		tidy = tidy[1:]
	}
	return joined(tidy)
}

// textOf is all text below a node.
func textOf(node *html.Node) string {
	var b strings.Builder
	for below := range node.Descendants() {
		if below.Type == html.TextNode {
			b.WriteString(below.Data)
		} else if below.Data == "br" {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func attributeOf(node *html.Node, name string) string {
	for _, attribute := range node.Attr {
		if attribute.Key == name {
			return attribute.Val
		}
	}
	return ""
}

func hasAttribute(node *html.Node, name string) bool {
	return slices.ContainsFunc(node.Attr, func(a html.Attribute) bool { return a.Key == name })
}

// alignOf is the alignment that an element states, 0 if none.
func alignOf(node *html.Node) byte {
	switch attributeOf(node, "align") {
	case "left":
		return 'l'
	case "center":
		return 'c'
	case "right":
		return 'r'
	}
	return 0
}
