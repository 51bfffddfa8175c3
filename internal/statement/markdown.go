package statement

import (
	"bufio"
	"bytes"
	"html"
	"strconv"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	renderer "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/statement/formula"
	"grundy/internal/ui/terminal"
)

// markdown reads CommonMark with tables, footnotes, strikethrough, lists of tasks and definitions, bare addresses, and
// math between dollar signs. HTML in Markdown may begin in one block and end in another, so the text becomes HTML of
// known elements first, and then blocks.
func markdown(r *reading) []block {
	m := newMarkdownReader(r)
	document := parse(m.source)
	m.checkDefinitions(document)
	m.blocks(document)
	return m.result()
}

// frontMatter matches keys of YAML that stand before a text for other programs.
var frontMatter = lazyregexp.New(`^---[ \t]*\n(?:[ \t]*(?:#[^\n]*)?\n)*[A-Za-z_][\w-]*:(?:[ \t][^\n]*)?\n(?:[^\n]*\n){0,200}?(?:---|\.\.\.)[ \t]*(?:\n|$)`)

// dropFrontMatter leaves out the keys before a text.
func (r *reading) dropFrontMatter() {
	found := frontMatter().FindStringIndex(r.text)
	if found == nil {
		return
	}
	r.report(0, "say in problem.yaml what is meant for readers", "readers do not see the keys of YAML before the text")
	w := r.rewriter()
	w.keep(found[1], len(r.text))
	r.source = w.source()
}

func parse(source []byte) ast.Node {
	return goldmark.New(
		goldmark.WithExtensions(
			extension.Table, extension.Footnote, extension.TaskList, extension.DefinitionList, extension.Linkify,
		),
		goldmark.WithParserOptions(
			parser.WithInlineParsers(util.Prioritized(dollarParser{}, 90), util.Prioritized(attributesParser{}, 90), util.Prioritized(scriptParser{}, 90),
				util.Prioritized(struckParser{extension.NewStrikethroughParser()}, 500)),
			parser.WithBlockParsers(util.Prioritized(displayParser{}, 690)),
		),
	).Parser().Parse(text.NewReader(source))
}

// markdownReader writes a syntax tree of goldmark as HTML, whose elements and attributes come from it alone.
type markdownReader struct {
	*reading
	source    []byte
	html      strings.Builder
	kept      *keptParts
	footnotes map[int]*footnote
	open      []openTag // the tags of the source that are open
	base      int       // how many of them began outside of the current block
}

// keptParts are parts that HTML has no form for: spans, blocks and tasks. An element keptElement stands for each.
type keptParts struct{ parts []any }

func newMarkdownReader(r *reading) *markdownReader {
	return &markdownReader{reading: r, source: []byte(r.text), kept: &keptParts{}, footnotes: map[int]*footnote{}}
}

// result returns the blocks of what was written.
func (m *markdownReader) result() []block {
	m.closeTags(0)
	return readHTML(m.html.String(), m.kept)
}

func (m *markdownReader) write(parts ...string) {
	for _, part := range parts {
		m.html.WriteString(part)
	}
}

// keep writes an element that stands for a part.
func (m *markdownReader) keep(part any) {
	m.write("<", keptElement, ` n="`, strconv.Itoa(len(m.kept.parts)), `"></`, keptElement, ">")
	m.kept.parts = append(m.kept.parts, part)
}

func (m *markdownReader) blocks(parent ast.Node) {
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		m.block(node)
	}
}

// element writes an element around what inside writes. Tags that the source opens there end there.
func (m *markdownReader) element(tag string, inside func()) {
	m.write("<", tag, ">")
	base := m.base
	m.base = len(m.open)
	inside()
	m.closeTags(m.base)
	m.base = base
	name, _, _ := strings.Cut(tag, " ")
	m.write("</", name, ">")
}

func (m *markdownReader) block(node ast.Node) {
	switch node := node.(type) {
	case *ast.Heading:
		m.element("h"+strconv.Itoa(node.Level), func() { m.inline(node) })
	case *ast.Paragraph:
		switch {
		case m.samples(node):
		case m.isCaption(node):
			m.element("figcaption", func() { m.inline(node) })
		default:
			m.element("p", func() { m.inline(node) })
		}
	case *ast.TextBlock:
		if !m.samples(node) {
			base := m.base
			m.base = len(m.open)
			m.inline(node)
			m.closeTags(m.base)
			m.base = base
		}
	case *ast.List:
		tag := "ul"
		if node.IsOrdered() {
			tag = `ol start="` + strconv.Itoa(node.Start) + `"`
		}
		m.element(tag, func() { m.blocks(node) })
	case *ast.ListItem:
		m.element("li", func() { m.blocks(node) })
	case *ast.Blockquote:
		m.element("blockquote", func() { m.blocks(node) })
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		m.keep(code{string(raw(node, m.source))})
	case *ast.ThematicBreak:
		m.write("<hr>")
	case *ast.HTMLBlock:
		m.htmlBlock(node)
	case *displayNode:
		source := string(raw(node, m.source))
		if node.Lines().Len() > 0 {
			m.formula(node.Lines().At(0).Start, source)
		}
		m.keep(displayed(source))
	case *extast.Table:
		m.element("table", func() { m.blocks(node) })
	case *extast.TableHeader:
		m.element("thead", func() { m.row(node, "th") })
	case *extast.TableRow:
		m.row(node, "td")
	case *extast.DefinitionList:
		m.element("dl", func() { m.blocks(node) })
	case *extast.DefinitionTerm:
		m.element("dt", func() { m.inline(node) })
	case *extast.DefinitionDescription:
		m.element("dd", func() { m.blocks(node) })
	case *extast.FootnoteList:
		for note := node.FirstChild(); note != nil; note = note.NextSibling() {
			m.footnoteText(note.(*extast.Footnote))
		}
	case *ast.LinkReferenceDefinition:
	default:
		m.blocks(node)
	}
}

// captionMark begins the paragraph that Pandoc takes for the caption of a table.
var captionMark = lazyregexp.New(`^(?:Table)?: +`)

// isCaption reports whether a paragraph is the caption of the table above it, and drops the mark before its words.
func (m *markdownReader) isCaption(node *ast.Paragraph) bool {
	if _, follows := node.PreviousSibling().(*extast.Table); !follows {
		return false
	}
	first, ok := node.FirstChild().(*ast.Text)
	if !ok {
		return false
	}
	mark := captionMark().Find(first.Segment.Value(m.source))
	first.Segment = first.Segment.WithStart(first.Segment.Start + len(mark))
	return len(mark) > 0
}

func (m *markdownReader) row(node ast.Node, name string) {
	m.element("tr", func() {
		for child := node.FirstChild(); child != nil; child = child.NextSibling() {
			tag := name
			if cell, ok := child.(*extast.TableCell); ok && cell.Alignment != extast.AlignNone {
				tag += ` align="` + cell.Alignment.String() + `"`
			}
			m.element(tag, func() { m.inline(child) })
		}
	})
}

// footnoteText reads the text of a footnote.
func (m *markdownReader) footnoteText(node *extast.Footnote) {
	inner := newMarkdownReader(m.reading)
	inner.footnotes = m.footnotes
	inner.blocks(node)
	m.footnote(node.Index).blocks = inner.result()
}

// footnote is the footnote with a number, whose text may be read later.
func (m *markdownReader) footnote(number int) *footnote {
	if m.footnotes[number] == nil {
		m.footnotes[number] = &footnote{}
	}
	return m.footnotes[number]
}

// samples reads a paragraph that asks for samples, in each of its lines.
func (m *markdownReader) samples(node ast.Node) bool {
	var wanted []block
	content := strings.TrimSpace(string(raw(node, m.source)))
	for line := range strings.SplitSeq(content, "\n") {
		switch strings.ReplaceAll(strings.TrimSpace(line), " ", "") {
		case "{{nextsample}}":
			wanted = append(wanted, samplesHere{})
		case "{{remainingsamples}}":
			wanted = append(wanted, samplesHere{all: true})
		default:
			if strings.Contains(content, "{{nextsample}}") || strings.Contains(content, "{{remainingsamples}}") {
				m.report(node.Pos(), "give it a paragraph of its own", "a sample is asked for within a paragraph, where it cannot stand")
			}
			return false
		}
	}
	for _, one := range wanted {
		m.keep(one)
	}
	return true
}

// raw is the source of a block.
func raw(node ast.Node, source []byte) []byte {
	var raw []byte
	for i := range node.Lines().Len() {
		line := node.Lines().At(i)
		raw = append(raw, line.Value(source)...)
	}
	return raw
}

// inline writes the text below a node.
func (m *markdownReader) inline(parent ast.Node) {
	m.checkLines(parent)
	m.checkText(parent)
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		switch node := node.(type) {
		case *ast.Text:
			m.write(escaped(node.Segment.Value(m.source)))
			if node.HardLineBreak() {
				m.write("<br>")
			} else if node.SoftLineBreak() {
				m.write("\n")
			}
		case *ast.String:
			m.write(html.EscapeString(string(node.Value)))
		case *ast.CodeSpan:
			m.write("<code>", html.EscapeString(codeText(node, m.source)), "</code>")
		case *ast.Emphasis:
			m.element([]string{"em", "strong"}[min(node.Level, 2)-1], func() { m.inline(node) })
		case *extast.Strikethrough:
			m.element("s", func() { m.inline(node) })
		case *ast.Link:
			target := html.UnescapeString(escaped(node.Destination))
			m.checkLink(node.Pos(), target)
			m.element(`a href="`+html.EscapeString(target)+`"`, func() { m.inline(node) })
		case *ast.AutoLink:
			target := string(node.URL(m.source))
			if node.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(target), "mailto:") {
				target = "mailto:" + target
			}
			m.write(`<a href="`, html.EscapeString(target), `">`, html.EscapeString(string(node.Label(m.source))), "</a>")
		case *ast.Image:
			file := html.UnescapeString(escaped(node.Destination))
			m.checkImage(node.Pos(), file)
			image := figure(plainText(node, m.source), file)
			image.width = widthOfImage(node)
			m.keep(image)
		case *ast.RawHTML:
			m.rawHTML(node)
		case *scriptNode:
			m.write("<", node.element, ">", html.EscapeString(node.word), "</", node.element, ">")
		case *dollarNode:
			m.formula(node.Pos(), node.source)
			m.keep(inlineFormula(node.source))
		case *extast.FootnoteLink:
			m.keep(span{note: m.footnote(node.Index)})
		case *extast.FootnoteBacklink:
		case *extast.TaskCheckBox:
			m.keep(map[bool]task{false: openTask, true: doneTask}[node.IsChecked])
		default:
			m.inline(node)
		}
	}
}

// escaped writes text of Markdown, with its entities and backslashes, as HTML.
func escaped(text []byte) string {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	renderer.DefaultWriter.Write(w, text)
	_ = w.Flush() // a buffer takes everything
	return b.String()
}

// codeText is the text of a code span, in which nothing is an escape.
func codeText(span ast.Node, source []byte) string {
	var b strings.Builder
	for node := span.FirstChild(); node != nil; node = node.NextSibling() {
		if part, ok := node.(*ast.Text); ok {
			b.WriteString(strings.ReplaceAll(string(part.Segment.Value(source)), "\n", " "))
		}
	}
	return b.String()
}

// plainText is the text below a node, without its marks.
func plainText(parent ast.Node, source []byte) string {
	var b strings.Builder
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		switch node := node.(type) {
		case *ast.Text:
			b.WriteString(html.UnescapeString(escaped(node.Segment.Value(source))))
			if node.SoftLineBreak() || node.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.WriteString(string(node.Value))
		case *ast.CodeSpan:
			b.WriteString(codeText(node, source))
		case *ast.AutoLink:
			b.WriteString(string(node.Label(source)))
		case *scriptNode:
			b.WriteString(node.word)
		case *dollarNode:
			b.WriteString(inlineFormula(node.source).text)
		default:
			b.WriteString(plainText(node, source))
		}
	}
	return b.String()
}

// Constructs that CommonMark shows as they are written, and hardly anyone means: references to nothing, commands of
// LaTeX, and what other programs understand: boxes, notes, attributes, tables and lists of Pandoc, tags of Jekyll.
var (
	foreignNotation  = lazyregexp.New(`(?m)^:::+[^\n]*|\^\[[^\]\n]+\]|\{[#.][A-Za-z][^}\n]*\}$|\{%[^%\n]*%\}|\]\{[#.][A-Za-z][^}\n]*\}|^\+(?:[-=:]{3,}\+)+$|^\| .*|^\(@\w*\)|^#\. `)
	missingFootnote  = lazyregexp.New(`\[\^[^\]\s]+\]`)
	missingReference = lazyregexp.New(`(?:^|[^\w\])}\\])(\[[^\[\]]+\]\[[^\[\]]*\])`)
	texCommand       = lazyregexp.New(`(?:^|[^\\])(\\(?:begin|end)\{[A-Za-z*]+\}|\\[A-Za-z]{2,}\{|\\(?:item|hline|noindent|newpage|centering|bigskip|medskip|smallskip|maketitle|par)\b)`)
	bareCommand      = lazyregexp.New(`(?:^|[^\\])(\\([A-Za-z]{2,}))`)
)

// isCommandOfTeX reports whether LaTeX or formulas have a command of that name, such as \leq or \InputFile.
func isCommandOfTeX(name string) bool {
	return standardSections[name] != "" || sections[name] > 0 || name == "Example" || name == "Examples" || commandsOfFormulas()[`\`+name]
}

var commandsOfFormulas = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{`\leq`: true, `\geq`: true, `\neq`: true, `\ldots`: true, `\cdots`: true, `\dots`: true, `\quad`: true, `\max`: true, `\min`: true, `\log`: true, `\bmod`: true}
	for _, command := range formula.Commands() {
		all[command] = true
	}
	return all
})

// otherItem matches the beginning of an item of a list that CommonMark does not know: (1), a) and iv.
var otherItem = lazyregexp.New(`^(?:\((?:[A-Za-z]|[ivx]+|[0-9]+)\)|(?:[A-Za-z]|[ivx]+)[.)]) `)

// checkLines reports the first two lines of a paragraph that are items of such a list, which run together.
func (m *markdownReader) checkLines(parent ast.Node) {
	if parent.Kind() != ast.KindParagraph && parent.Kind() != ast.KindTextBlock {
		return
	}
	before, broken := "", false // the item above, and whether its line ends there
	for i := range parent.Lines().Len() {
		line := parent.Lines().At(i)
		text := m.text[line.Start:line.Stop]
		mark := otherItem().FindString(text)
		if mark != "" && before != "" && !broken {
			m.report(parent.Lines().At(i-1).Start, "number the items 1., 2., or end each line with two spaces",
				"%sis not an item of a list in CommonMark, so it runs together with the next line", before)
			return
		}
		before, broken = mark, strings.HasSuffix(text, "  \n") || strings.HasSuffix(text, "\\\n")
	}
}

// checkText reports constructs that readers of the text directly below a node see as they are written.
func (m *markdownReader) checkText(parent ast.Node) {
	for node := parent.FirstChild(); node != nil; {
		first, ok := node.(*ast.Text)
		node = node.NextSibling()
		if !ok {
			continue
		}
		begin, end := first.Segment.Start, first.Segment.Stop
		for next, ok := node.(*ast.Text); ok && next.Segment.Start == end; next, ok = node.(*ast.Text) {
			end, node = next.Segment.Stop, node.NextSibling()
		}
		written := m.text[begin:end]
		for _, found := range foreignNotation().FindAllStringIndex(written, -1) {
			m.report(begin+found[0], "readers see it as it is written: write it in CommonMark or HTML", "%s is a notation of other programs", written[found[0]:found[1]])
		}
		if !strings.ContainsAny(written, `[\`) {
			continue
		}
		for _, found := range missingFootnote().FindAllStringIndex(written, -1) {
			if found[0] == 0 || written[found[0]-1] != '\\' {
				m.report(begin+found[0], "write its text, as in "+written[found[0]:found[1]]+": text", "the footnote %s has no text", written[found[0]:found[1]])
			}
		}
		for _, found := range missingReference().FindAllStringSubmatchIndex(written, -1) {
			construct := written[found[2]:found[3]]
			m.report(begin+found[2], "define it, as in [label]: https://address", "%s refers to nothing", construct)
		}
		for _, found := range texCommand().FindAllStringSubmatchIndex(written, -1) {
			m.isTeX(begin+found[2], strings.TrimSuffix(written[found[2]:found[3]], "{"))
		}
		for _, found := range bareCommand().FindAllStringSubmatchIndex(written, -1) {
			if isCommandOfTeX(written[found[4]:found[5]]) && !strings.HasPrefix(written[found[5]:], "{") {
				m.isTeX(begin+found[2], written[found[2]:found[3]])
			}
		}
	}
}

// isTeX reports a command of LaTeX in the text.
func (m *markdownReader) isTeX(at int, construct string) {
	m.report(at, "readers see it as it is written: write it in Markdown", "%s is LaTeX, which Markdown does not know outside of formulas", construct)
}

// footnoteDefinition begins the text of a footnote.
var footnoteDefinition = lazyregexp.New(`(?m)^ {0,3}\[\^([^\]\n]+)\]:`)

// checkDefinitions reports footnotes that nothing refers to: their text is left out.
func (m *markdownReader) checkDefinitions(document ast.Node) {
	found := footnoteDefinition().FindAllSubmatchIndex(m.source, -1)
	if found == nil {
		return
	}
	used := map[string]bool{}
	var verbatim []text.Segment
	_ = ast.Walk(document, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		switch node := node.(type) {
		case *extast.Footnote:
			used[string(node.Ref)] = true
		case *ast.CodeBlock, *ast.FencedCodeBlock, *ast.HTMLBlock:
			verbatim = append(verbatim, node.Lines().Sliced(0, node.Lines().Len())...)
		}
		return ast.WalkContinue, nil
	})
	for _, at := range found {
		label := string(m.source[at[2]:at[3]])
		hidden := false
		for _, line := range verbatim {
			hidden = hidden || line.Start <= at[0] && at[0] < line.Stop
		}
		if !used[label] && !hidden {
			m.report(at[0], "refer to it by [^"+label+"], or remove it", "nothing refers to the footnote [^%s], so readers do not see it", label)
		}
	}
}

// checkLink reports a link that pages leave out.
func (m *markdownReader) checkLink(at int, target string) {
	scheme, _, found := strings.Cut(target, ":")
	if found && !strings.ContainsAny(scheme, "/?#") && !isWebAddress(target) {
		m.report(at, "link to http, https or mailto", "the link to %s leads nowhere", terminal.Line(target))
	}
}

// checkImage reports an image that is not in the package.
func (m *markdownReader) checkImage(at int, file string) {
	if scheme, _, found := strings.Cut(file, ":"); found && !strings.Contains(scheme, "/") {
		m.report(at, "put the image beside the statement", "the image %s is not in the package, so its description is shown", shortened(terminal.Line(file)))
	}
}

// shortened cuts a long address.
func shortened(address string) string {
	const most = 60
	if cut := []rune(address); len(cut) > most {
		return string(cut[:most]) + "…"
	}
	return address
}

func plain(spans []span) string {
	var b strings.Builder
	for _, s := range scriptsTogether(spans) {
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
