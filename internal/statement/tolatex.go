package statement

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"grundy/internal/base/lazyregexp"
)

// LaTeXOptions configure LaTeX.
type LaTeXOptions struct {
	// Name is the problem's name, for \problemname.
	Name string
	// Figure returns the file to show for an image. If it returns "", the image's description is shown instead.
	Figure func(file string) string
	// SamplesInText keeps the statement's requests for samples, as \nextsample and \remainingsamples. Otherwise the
	// samples follow the statement.
	SamplesInText bool
}

// LaTeX converts a Markdown statement to LaTeX, with commands that the classes of both Kattis and BAPCtools know.
// Constants stay {{name}}. Like Render it is bounded: it omits what is too long or nested too deeply.
func LaTeX(markdown []byte, options LaTeXOptions) []byte {
	r, _ := newReading(markdown)
	r.flatten()
	w := latexWriter{tree: tree{source: []byte(r.text)}, options: options}
	w.printf("\\problemname{%s}\n\n", escapeTeX(options.Name))
	w.blocks(parse(w.source))
	return []byte(strings.TrimRight(w.String(), "\n") + "\n")
}

// latexWriter writes a syntax tree of goldmark.
type latexWriter struct {
	tree
	strings.Builder
	options LaTeXOptions
	ordered int // open numbered lists
}

func (w *latexWriter) printf(format string, args ...any) { fmt.Fprintf(w, format, args...) }

func (w *latexWriter) blocks(parent ast.Node) {
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		w.block(node)
	}
}

// latexSections are the heading commands by level. A statement's own sections are often on the second level.
var latexSections = []string{"section*", "section*", "subsection*", "subsubsection*"}

func (w *latexWriter) block(node ast.Node) {
	switch node := node.(type) {
	case *ast.Heading:
		w.printf("\\%s{%s}\n\n", latexSections[min(node.Level, len(latexSections))-1], w.inline(node))
	case *ast.Paragraph:
		w.paragraph(node)
		w.WriteString("\n")
	case *ast.TextBlock: // a paragraph of a list without blank lines
		w.paragraph(node)
	case *ast.List:
		w.list(node)
	case *ast.Blockquote:
		w.environment("quote", func(inner *latexWriter) { inner.blocks(node) })
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		// Nothing can be escaped there.
		text := strings.ReplaceAll(string(w.raw(node)), `\end{verbatim}`, `\end {verbatim}`)
		w.environment("verbatim", func(inner *latexWriter) { inner.WriteString(text) })
	case *ast.ThematicBreak:
		w.WriteString("\\medskip\\hrule\\medskip\n\n")
	case *ast.HTMLBlock:
		raw := w.raw(node)
		if node.HasClosure() {
			raw = append(raw, node.ClosureLine.Value(w.source)...)
		}
		w.WriteString(escapeTeX(strings.TrimSpace(withoutTags(string(raw)))) + "\n\n")
	case *displayNode:
		w.printf("\\[\n%s\n\\]\n\n", strings.TrimSpace(string(w.raw(node))))
	case *extast.Table:
		w.table(node)
	default:
		w.blocks(node)
	}
}

// environment leaves no blank line at its end, which would be a paragraph.
func (w *latexWriter) environment(name string, inside func(*latexWriter)) {
	inner := latexWriter{tree: w.tree, options: w.options, ordered: w.ordered}
	inside(&inner)
	w.printf("\\begin{%s}\n%s\n\\end{%s}\n\n", name, strings.TrimRight(inner.String(), "\n"), name)
}

// paragraph may also be a place for samples, or a figure.
func (w *latexWriter) paragraph(node ast.Node) {
	switch strings.TrimSpace(string(w.raw(node))) {
	case "{{nextsample}}":
		if w.options.SamplesInText {
			w.WriteString("\\nextsample\n")
		}
		return
	case "{{remainingsamples}}":
		if w.options.SamplesInText {
			w.WriteString("\\remainingsamples\n")
		}
		return
	}
	if _, isImage := node.FirstChild().(*ast.Image); isImage && node.ChildCount() == 1 {
		w.printf("\\begin{center}\n%s\n\\end{center}\n", w.inline(node))
		return
	}
	w.WriteString(w.inline(node) + "\n")
}

// counters are those of nested lists.
var counters = []string{"enumi", "enumii", "enumiii", "enumiv"}

func (w *latexWriter) list(node *ast.List) {
	kind, deeper := "itemize", 0
	if node.IsOrdered() {
		kind, deeper = "enumerate", 1
	}
	w.environment(kind, func(inner *latexWriter) {
		if node.IsOrdered() && node.Start != 1 && w.ordered < len(counters) {
			inner.printf("\\setcounter{%s}{%d}\n", counters[w.ordered], node.Start-1)
		}
		inner.ordered += deeper
		for child := node.FirstChild(); child != nil; child = child.NextSibling() {
			item := latexWriter{tree: w.tree, options: w.options, ordered: inner.ordered}
			item.blocks(child)
			text := item.String()
			if strings.HasPrefix(text, "[") {
				text = "{}" + text // not a label of the item
			}
			inner.WriteString("\\item " + text)
		}
	})
}

func (w *latexWriter) table(node *extast.Table) {
	w.printf("\\begin{center}\n\\begin{tabular}{%s}\n", alignments(node))
	for row := node.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, w.inline(cell))
		}
		w.WriteString(strings.Join(cells, " & ") + " \\\\\n")
		if _, isHeader := row.(*extast.TableHeader); isHeader {
			w.WriteString("\\hline\n")
		}
	}
	w.WriteString("\\end{tabular}\n\\end{center}\n\n")
}

// inline is the text below a node.
func (w *latexWriter) inline(parent ast.Node) string {
	var text strings.Builder
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		switch node := node.(type) {
		case *ast.Text:
			text.WriteString(escapeTeX(unescape(node.Segment.Value(w.source))))
			if node.HardLineBreak() {
				text.WriteString("\\newline\n")
			} else if node.SoftLineBreak() {
				text.WriteString("\n")
			}
		case *ast.String:
			text.WriteString(escapeTeX(string(node.Value)))
		case *ast.CodeSpan:
			text.WriteString(`\texttt{` + escapeTeX(w.verbatim(node)) + "}")
		case *ast.Emphasis:
			command := "emph"
			if node.Level > 1 {
				command = "textbf"
			}
			text.WriteString(`\` + command + "{" + w.inline(node) + "}")
		case *extast.Strikethrough:
			text.WriteString(`\sout{` + w.inline(node) + "}")
		case *ast.Link:
			text.WriteString(`\href{` + escapeURL(string(node.Destination)) + "}{" + w.inline(node) + "}")
		case *ast.AutoLink:
			text.WriteString(`\url{` + escapeURL(string(node.Label(w.source))) + "}")
		case *ast.Image:
			text.WriteString(w.image(node))
		case *ast.RawHTML:
			var tag strings.Builder
			for i := range node.Segments.Len() {
				segment := node.Segments.At(i)
				tag.Write(segment.Value(w.source))
			}
			text.WriteString(escapeTeX(withoutTags(tag.String())))
		case *dollarNode:
			text.WriteString("$" + node.source + "$")
		default:
			text.WriteString(w.inline(node))
		}
	}
	return text.String()
}

// verbatim is the text of a code span, in which nothing is an escape.
func (w *latexWriter) verbatim(span *ast.CodeSpan) string {
	var text strings.Builder
	for node := span.FirstChild(); node != nil; node = node.NextSibling() {
		if part, ok := node.(*ast.Text); ok {
			text.WriteString(strings.ReplaceAll(string(part.Segment.Value(w.source)), "\n", " "))
		}
	}
	return text.String()
}

func (w *latexWriter) image(node *ast.Image) string {
	file := string(node.Destination)
	if shown := w.options.Figure(file); shown != "" {
		options := ""
		switch width := widthOfImage(node); {
		case width.share > 0:
			options = fmt.Sprintf(`[width=%.2f\linewidth]`, float64(width.share)/100)
		case width.dots > 0:
			options = fmt.Sprintf("[width=%dbp]", width.points())
		}
		return `\includegraphics` + options + "{" + shown + "}"
	}
	description := strings.TrimSpace(w.inline(node))
	if description == "" {
		description = escapeTeX(file)
	}
	return `\emph{[` + description + "]}"
}

// texSpecial are the characters that TeX reads as commands, and those that its older fonts lack.
var texSpecial = strings.NewReplacer(
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "_", `\_`, "%", `\%`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `\textless{}`, ">", `\textgreater{}`,
)

// escapeTeX escapes plain text for TeX; constants stay {{name}}.
func escapeTeX(text string) string {
	var escaped strings.Builder
	at := 0
	for _, found := range constant().FindAllStringIndex(text, -1) {
		escaped.WriteString(texSpecial.Replace(text[at:found[0]]) + text[found[0]:found[1]])
		at = found[1]
	}
	return escaped.String() + texSpecial.Replace(text[at:])
}

var urlSpecial = lazyregexp.New(`[%#\\]`)

// escapeURL writes an address as the argument of a command.
func escapeURL(address string) string {
	address = strings.NewReplacer("{", "%7B", "}", "%7D").Replace(address)
	return urlSpecial().ReplaceAllString(address, `\$0`)
}
