package statement

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdown reads CommonMark with tables and math between dollar signs.
func markdown(r *reading) []block {
	m := tree{source: []byte(r.text)}
	return m.blocks(parse(m.source))
}

func parse(source []byte) ast.Node {
	return goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Strikethrough),
		goldmark.WithParserOptions(
			parser.WithInlineParsers(util.Prioritized(dollarParser{}, 90), util.Prioritized(attributesParser{}, 90)),
			parser.WithBlockParsers(util.Prioritized(displayParser{}, 690)),
		),
	).Parser().Parse(text.NewReader(source))
}

// tree converts a syntax tree of goldmark to blocks.
type tree struct{ source []byte }

func (m tree) blocks(parent ast.Node) []block {
	var blocks []block
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		blocks = append(blocks, m.block(node)...)
	}
	return blocks
}

func (m tree) block(node ast.Node) []block {
	switch node := node.(type) {
	case *ast.Heading:
		return []block{heading{level: node.Level, text: m.inline(node, 0)}}
	case *ast.Paragraph, *ast.TextBlock:
		return m.paragraph(node)
	case *ast.List:
		l := list{ordered: node.IsOrdered(), start: node.Start, tight: node.IsTight}
		for child := node.FirstChild(); child != nil; child = child.NextSibling() {
			l.items = append(l.items, item{blocks: m.blocks(child)})
		}
		return []block{l}
	case *ast.Blockquote:
		return []block{quote{m.blocks(node)}}
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		return []block{code{string(m.raw(node))}}
	case *ast.ThematicBreak:
		return []block{rule{}}
	case *ast.HTMLBlock:
		raw := m.raw(node)
		if node.HasClosure() {
			raw = append(raw, node.ClosureLine.Value(m.source)...)
		}
		return textBlocks(withoutTags(string(raw)))
	case *displayNode:
		return []block{displayed(string(m.raw(node)))}
	case *extast.Table:
		return []block{m.table(node)}
	}
	return m.blocks(node)
}

// paragraph may also be a place for samples.
func (m tree) paragraph(node ast.Node) []block {
	switch strings.TrimSpace(string(m.raw(node))) {
	case "{{nextsample}}":
		return []block{samplesHere{}}
	case "{{remainingsamples}}":
		return []block{samplesHere{all: true}}
	}
	return []block{paragraph{text: m.inline(node, 0)}}
}

func (m tree) table(node *extast.Table) block {
	g := grid{header: true, align: alignments(node)}
	for row := node.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []cell
		for node := row.FirstChild(); node != nil; node = node.NextSibling() {
			cells = append(cells, cell{text: m.inline(node, 0)})
		}
		g.rows = append(g.rows, cells)
	}
	return g
}

// alignments returns the alignments of a table's columns, a letter each as in LaTeX.
func alignments(node *extast.Table) string {
	var letters []byte
	for _, alignment := range node.Alignments {
		switch alignment {
		case extast.AlignRight:
			letters = append(letters, 'r')
		case extast.AlignCenter:
			letters = append(letters, 'c')
		default:
			letters = append(letters, 'l')
		}
	}
	return string(letters)
}

// raw is the source of a block.
func (m tree) raw(node ast.Node) []byte {
	var raw []byte
	for i := range node.Lines().Len() {
		line := node.Lines().At(i)
		raw = append(raw, line.Value(m.source)...)
	}
	return raw
}

// inline is the text below a node.
func (m tree) inline(parent ast.Node, style style) []span {
	var spans []span
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		switch node := node.(type) {
		case *ast.Text:
			spans = append(spans, span{text: unescape(node.Segment.Value(m.source)), style: style})
			if node.HardLineBreak() {
				spans = append(spans, span{text: "\n", style: style})
			} else if node.SoftLineBreak() {
				spans = append(spans, span{text: " ", style: style})
			}
		case *ast.String:
			spans = append(spans, span{text: string(node.Value), style: style})
		case *ast.CodeSpan:
			for _, s := range m.inline(node, 0) {
				spans = append(spans, span{text: s.text, style: style | typed})
			}
		case *ast.Emphasis:
			inner := style | emphasis
			if node.Level > 1 {
				inner = style | strong
			}
			spans = append(spans, m.inline(node, inner)...)
		case *ast.Link:
			target := unescape(node.Destination)
			label := linked(m.inline(node, style|underlined), target)
			spans = append(spans, label...)
			if target != plain(label) {
				spans = append(spans, span{text: " (" + target + ")", style: style, target: target, written: true})
			}
		case *ast.AutoLink:
			label := span{text: string(node.Label(m.source)), style: style | underlined}
			target := string(node.URL(m.source))
			if node.AutoLinkType == ast.AutoLinkEmail {
				target = "mailto:" + target
			}
			spans = append(spans, linked([]span{label}, target)...)
		case *ast.Image:
			image := figure(plain(m.inline(node, style)), unescape(node.Destination))
			image.width = widthOfImage(node)
			spans = append(spans, image)
		case *ast.RawHTML:
			var tag strings.Builder
			for i := range node.Segments.Len() {
				segment := node.Segments.At(i)
				tag.Write(segment.Value(m.source))
			}
			spans = append(spans, span{text: withoutTags(tag.String()), style: style})
		case *dollarNode:
			spans = append(spans, inlineFormula(node.source))
		default:
			spans = append(spans, m.inline(node, style)...)
		}
	}
	return spans
}

// unescape resolves entities and backslashes, which goldmark leaves to renderers.
func unescape(raw []byte) string {
	raw = util.ResolveNumericReferences(util.ResolveEntityNames(raw))
	return string(util.UnescapePunctuations(raw))
}

func plain(spans []span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.shown())
	}
	return b.String()
}

// figure represents an image by its description or else its file's name.
func figure(description, file string) span {
	shown := description
	if strings.TrimSpace(description) == "" {
		shown = file
	}
	return span{text: "[figure: " + shown + "]", style: emphasis, file: file, alt: description}
}

// linked makes spans link to an address.
func linked(text []span, target string) []span {
	for i := range text {
		text[i].target = target
	}
	return text
}

// textBlocks makes paragraphs of plain text.
func textBlocks(text string) []block {
	var blocks []block
	for part := range strings.SplitSeq(text, "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			blocks = append(blocks, paragraph{text: []span{{text: strings.ReplaceAll(part, "\n", " ")}}})
		}
	}
	return blocks
}

// withoutTags returns the text of HTML: images as their descriptions, breaks as line feeds, comments dropped.
func withoutTags(html string) string {
	var b strings.Builder
	for html != "" {
		before, rest, found := strings.Cut(html, "<")
		b.WriteString(unescape([]byte(before)))
		if !found {
			break
		}
		if comment, ok := strings.CutPrefix(rest, "!--"); ok {
			_, html, _ = strings.Cut(comment, "-->")
			continue
		}
		tag, after, closed := strings.Cut(rest, ">")
		if !closed {
			b.WriteString("<" + rest)
			break
		}
		html = after
		switch name, _, _ := strings.Cut(strings.ToLower(strings.TrimRight(tag, " /")), " "); name {
		case "br":
			b.WriteString("\n")
		case "p", "/p", "/div", "/tr", "/li", "/h1", "/h2", "/h3":
			b.WriteString("\n\n")
		case "img":
			b.WriteString(figure(attribute(tag, "alt"), attribute(tag, "src")).text)
		}
	}
	return b.String()
}

// attribute is the quoted value of an attribute, or "".
func attribute(tag, name string) string {
	_, value, found := strings.Cut(tag, " "+name+"=")
	if !found || value == "" || value[0] != '"' && value[0] != '\'' {
		return ""
	}
	value, _, _ = strings.Cut(value[1:], value[:1])
	return unescape([]byte(value))
}
