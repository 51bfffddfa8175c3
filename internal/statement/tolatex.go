package statement

import (
	"fmt"
	"slices"
	"strings"

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
func LaTeX(source []byte, options LaTeXOptions) []byte {
	r, _ := newReading(source)
	r.flatten()
	w := latexWriter{options: options, notes: &notes{}}
	w.printf("\\problemname{%s}\n\n", escapeTeX(options.Name))
	blocks := markdown(r)
	formulas, _ := formulasOf(blocks)
	w.WriteString(definitionsFor(formulas))
	writeBlocks(&w, blocks)
	return []byte(strings.TrimRight(w.String(), "\n") + "\n")
}

// latexWriter writes blocks for other judges.
type latexWriter struct {
	strings.Builder
	*notes
	options LaTeXOptions
	ordered int  // open numbered lists
	inNote  bool // whether it writes a footnote, which cannot hold verbatim text
}

func (w *latexWriter) printf(format string, args ...any) { fmt.Fprintf(w, format, args...) }

// inside returns what write writes.
func (w *latexWriter) inside(write func(*latexWriter)) string {
	inner := latexWriter{notes: w.notes, options: w.options, ordered: w.ordered, inNote: w.inNote}
	write(&inner)
	return strings.TrimRight(inner.String(), "\n")
}

// environment leaves no blank line at its end, which would be a paragraph.
func (w *latexWriter) environment(name string, write func(*latexWriter)) {
	w.printf("\\begin{%s}\n%s\n\\end{%s}\n\n", name, w.inside(write), name)
}

// latexSections are the heading commands by level. A statement's own sections are often on the second level.
var latexSections = []string{"section*", "section*", "subsection*", "subsubsection*"}

func (w *latexWriter) heading(h heading) {
	w.printf("\\%s{%s}\n\n", latexSections[min(h.level, len(latexSections))-1], w.spans(h.text))
}

func (w *latexWriter) paragraph(p paragraph) {
	text := func(inner *latexWriter) { inner.WriteString(w.spans(english.caption(p))) }
	switch {
	case p.align == 'r':
		w.environment("flushright", text)
	case p.align == 'c' || p.caption != noCaption || p.isFigure():
		w.environment("center", text)
	default:
		w.printf("%s\n\n", w.spans(p.text))
	}
}

func (w *latexWriter) quote(q quote) {
	w.environment("quote", func(inner *latexWriter) { writeBlocks(inner, q.blocks) })
}

// data is verbatim text, in which nothing can be escaped.
func (w *latexWriter) data(text string) {
	if w.inNote { // where no command may hold it
		lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
		w.printf("%s\n\n", w.spans([]span{{text: strings.Join(lines, "\n"), style: typed}}))
		return
	}
	text = strings.ReplaceAll(text, `\end{verbatim}`, `\end {verbatim}`)
	w.environment("verbatim", func(inner *latexWriter) { inner.WriteString(text) })
}

func (w *latexWriter) display(d display) {
	if _, source := cutDefinitions(d.formula.TeX); strings.TrimSpace(source) != "" {
		w.printf("\\[\n%s\n\\]\n\n", strings.TrimSpace(source))
	}
}

func (w *latexWriter) rule() { w.WriteString("\\medskip\\hrule\\medskip\n\n") }

func (w *latexWriter) samplesHere(all bool) {
	switch {
	case !w.options.SamplesInText:
	case all:
		w.WriteString("\\remainingsamples\n\n")
	default:
		w.WriteString("\\nextsample\n\n")
	}
}

func (w *latexWriter) details(d details) {
	w.printf("%s\n\n", w.spans(restyled(d.summary, strong)))
	writeBlocks(w, d.blocks)
}

// counters are those of nested lists.
var counters = []string{"enumi", "enumii", "enumiii", "enumiv"}

func (w *latexWriter) list(l list) {
	kind, deeper := "itemize", 0
	switch {
	case len(l.items) == 0:
		return
	case l.isDescription():
		kind = "description"
	case l.ordered:
		kind, deeper = "enumerate", 1
	}
	w.environment(kind, func(inner *latexWriter) {
		if l.ordered && w.ordered < len(counters) {
			counter := counters[w.ordered]
			if l.start != 1 {
				inner.printf("\\setcounter{%s}{%d}\n", counter, l.start-1)
			}
			if command, ok := texNumbers[l.numbering]; ok {
				inner.printf("\\renewcommand{\\label%[1]s}{\\%[2]s{%[1]s}.}\n", counter, command)
			}
		}
		inner.ordered += deeper
		for _, item := range l.items {
			text := inner.inside(func(w *latexWriter) { w.itemBlocks(item.blocks, l.tight) }) + "\n"
			switch {
			case l.isDescription():
				inner.printf("\\item[{%s}] %s", w.spans(item.label), text)
				continue
			case item.task != noTask:
				inner.printf("\\item[%s] %s", texTasks[item.task], text)
				continue
			case strings.HasPrefix(text, "["):
				text = "{}" + text // not a label of the item
			}
			inner.WriteString("\\item " + text)
			if !l.tight {
				inner.WriteString("\n")
			}
		}
	})
}

// itemBlocks writes the blocks of an item, in a tight list without blank lines between them.
func (w *latexWriter) itemBlocks(blocks []block, tight bool) {
	for _, b := range blocks {
		if p, ok := b.(paragraph); ok && tight && p.align == 0 && !p.isFigure() {
			w.printf("%s\n", w.spans(p.text))
			continue
		}
		writeBlock(w, b)
	}
}

func (w *latexWriter) grid(g grid) {
	w.printf("\\begin{center}\n\\begin{tabular}{%s}\n", g.texColumns(nil))
	for y, row := range g.places() {
		var cells []string
		for x := 0; x < len(row); x += row[x].across {
			p := row[x]
			if p.cell == nil {
				cells = append(cells, "")
				continue
			}
			align := g.alignment(*p.cell, x)
			text := inTeXLines(w.spans(p.text), "\\newline\n", align)
			if p.isHead && !(y == 0 && g.header) {
				text = `\textbf{` + text + "}"
			}
			if p.across > 1 || align != g.alignment(cell{}, x) {
				text = fmt.Sprintf(`\multicolumn{%d}{%c}{%s}`, p.across, align, text)
			}
			cells = append(cells, text)
		}
		w.WriteString(strings.Join(cells, " & ") + " \\\\\n")
		if y == 0 && g.header {
			w.WriteString("\\hline\n")
		}
	}
	w.WriteString("\\end{tabular}\n\\end{center}\n\n")
}

// latexStyles are the commands of styles.
var latexStyles = map[style]string{
	strong: "textbf", emphasis: "emph", underlined: "underline", struck: "sout", raised: "textsuperscript", lowered: "textsubscript",
	smallCaps: "textsc", key: "texttt", typed: "texttt",
}

func (w *latexWriter) spans(text []span) string {
	var b strings.Builder
	text = w.withPictures(text)
	for len(text) > 0 {
		end, target := 1, text[0].target
		for end < len(text) && text[end].target == target {
			end++
		}
		var label []span
		for _, s := range text[:end] {
			if !s.written {
				label = append(label, s)
			}
		}
		switch {
		case target == "":
			b.WriteString(w.styled(label, styles))
		case plain(label) == target:
			b.WriteString(`\url{` + escapeURL(target) + "}")
		default:
			for i := range label {
				label[i].style &^= underlined
			}
			b.WriteString(`\href{` + escapeURL(target) + "}{" + w.styled(label, styles) + "}")
		}
		text = text[end:]
	}
	return b.String()
}

// styled encloses text in the commands of its styles, of which the given ones are left.
func (w *latexWriter) styled(text []span, left []style) string {
	var b strings.Builder
	for len(text) > 0 {
		if len(left) == 0 {
			b.WriteString(w.span(text[0]))
			text = text[1:]
			continue
		}
		inside, end := text[0].has(left[0]), 1
		for end < len(text) && text[end].has(left[0]) == inside {
			end++
		}
		piece := w.styled(text[:end], left[1:])
		if inside {
			piece = `\` + latexStyles[left[0]] + "{" + piece + "}"
		}
		b.WriteString(piece)
		text = text[end:]
	}
	return b.String()
}

func (w *latexWriter) span(s span) string {
	switch {
	case s.note != nil:
		return w.footnote(s.note)
	case s.formula != nil:
		if _, source := cutDefinitions(s.formula.TeX); strings.TrimSpace(source) != "" {
			return "$" + source + "$"
		}
		return ""
	case s.file != "":
		return w.image(s)
	case s.soft:
		return "\n"
	}
	return strings.ReplaceAll(escapeTeX(s.text), "\n", "\\newline\n")
}

func (w *latexWriter) footnote(of *footnote) string {
	number, first := w.number(of)
	if !first {
		return fmt.Sprintf(`\footnotemark[%d]`, number)
	}
	text := w.inside(func(inner *latexWriter) {
		inner.inNote = true
		writeBlocks(inner, of.blocks)
	})
	return fmt.Sprintf(`\footnote[%d]{%s}`, number, text)
}

// withPictures replaces the files of images by those that LaTeX shows. Images without one are their descriptions.
func (w *latexWriter) withPictures(text []span) []span {
	text = slices.Clone(text)
	for i := range text {
		s := &text[i]
		if s.file == "" {
			continue
		}
		if shown := w.options.Figure(s.file); shown != "" {
			s.file, s.style = shown, 0
		} else {
			s.text, s.file = strings.Replace(s.text, "[figure: ", "[", 1), ""
		}
	}
	return text
}

func (w *latexWriter) image(s span) string {
	options := ""
	switch {
	case s.width.share > 0:
		options = fmt.Sprintf(`[width=%.2f\linewidth]`, float64(s.width.share)/100)
	case s.width.dots > 0:
		options = fmt.Sprintf("[width=%dbp]", s.width.points())
	}
	return `\includegraphics` + options + "{" + s.file + "}"
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
