package statement

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"grundy/internal/statement/formula"
	"grundy/internal/ui/terminal"
)

// TeXOptions configure TeX.
type TeXOptions struct {
	// Constants, Files, Samples and Words are those of HTMLOptions.
	Constants map[string]string
	Files     Files
	Samples   []Sample
	Words     Words
	// Memory keeps formulas that were read; nil keeps none.
	Memory formula.Memory
	// Figure returns the file to show for an image, "" if there is none, and its width in points, or 0 if the file
	// itself states it. TeX must accept the name verbatim.
	Figure func(file string) (shown string, points int)
	// Drawing returns the file to show for a drawing, as Figure does.
	Drawing func(Drawing) (shown string, points int)
}

// picture is the file to show for a picture, and its width in points. It is "" if there is none.
func (o TeXOptions) picture(s span) (shown string, points int) {
	switch {
	case s.drawing != nil && o.Drawing != nil:
		return o.Drawing(*s.drawing)
	case s.file != "" && o.Figure != nil:
		return o.Figure(s.file)
	}
	return "", 0
}

// TeX writes a statement as the body of a LaTeX document that uses assets/statement.sty, from the same blocks as
// HTML. Kind is "md" or "tex"; its bounds and errors are those of Render.
//
// Whatever the source contains, the output has only the commands of this file and known commands for formulas.
// Text is escaped, links lead only to http, https and mailto, and images only to files from Figure. A formula that
// is not understood is shown verbatim.
func TeX(source []byte, kind string, options TeXOptions) (string, error) {
	blocks, err := blocksOf(source, kind, options.Constants, options.Files, false, options.Memory)
	if err != nil {
		return "", err
	}
	return options.tex(append(blocks, samplesHere{all: true})), nil
}

func (o TeXOptions) tex(blocks []block) string {
	w := texWriter{samplesLeft: samplesLeft{o.Samples}, options: o, words: cmp.Or(o.Words, english)}
	writeBlocks(&w, blocks)
	return w.String()
}

// TeXText escapes a line of text for TeX.
func TeXText(text string) string { return texText(terminal.Line(text)) }

// texWriter writes blocks. Spaces of text come from spans, line feeds from here.
type texWriter struct {
	strings.Builder
	samplesLeft
	notes
	inNote  bool // whether it writes a footnote, which holds no tables that break
	options TeXOptions
	words   Words
	depth   int // open lists and quotes, whose nesting TeX bounds
	ordered int // open numbered lists
}

func (w *texWriter) printf(format string, arguments ...any) { fmt.Fprintf(w, format, arguments...) }

// maxTeXLists is the deepest nesting of lists: LaTeX has numbers and bullets for four of a kind.
const maxTeXLists = 4

func (w *texWriter) heading(h heading) {
	command := latexSections[min(max(h.level, 2), len(latexSections))-1]
	w.printf("\\%s{%s}\n\n", command, w.spans(w.words.heading(h)))
}

func (w *texWriter) paragraph(p paragraph) {
	switch {
	case p.caption != noCaption:
		w.printf("\\begin{center}\\small %s\\end{center}\n\n", w.aligned(w.words.caption(p)))
	case p.align == 'r':
		w.printf("\\begin{flushright}%s\\end{flushright}\n\n", w.aligned(p.text))
	case p.align == 'c' || p.isFigure():
		w.printf("\\begin{center}%s\\end{center}\n\n", w.aligned(p.text))
	default:
		w.printf("%s\n\n", w.spans(p.text))
	}
}

// aligned writes text that is not aligned to the left, in which \newline would fill the line up on its right.
func (w *texWriter) aligned(text []span) string {
	return strings.ReplaceAll(w.spans(text), `\newline{}`, `\\{}`)
}

func (w *texWriter) samplesHere(all bool) {
	for _, s := range w.take(all) {
		w.sample(s)
	}
}

func (w *texWriter) details(d details) {
	w.printf("%s\n\n", w.spans(restyled(d.summary, strong)))
	writeBlocks(w, d.blocks)
}

// footnote is the mark of a footnote, the first one with its text.
func (w *texWriter) footnote(of *footnote) string {
	number, first := w.number(of)
	if !first {
		return fmt.Sprintf(`\footnotemark[%d]{}`, number)
	}
	inner := texWriter{options: w.options, words: w.words, notes: w.notes, inNote: true}
	writeBlocks(&inner, of.blocks)
	w.notes = inner.notes
	return fmt.Sprintf(`\footnote[%d]{%s}`, number, strings.TrimSpace(inner.String()))
}

func (w *texWriter) quote(q quote) {
	if w.depth >= maxTeXLists {
		writeBlocks(w, q.blocks)
		return
	}
	w.depth++
	w.printf("\\begin{quote}\n")
	writeBlocks(w, q.blocks)
	w.printf("\\end{quote}\n\n")
	w.depth--
}

func (w *texWriter) rule() { w.printf("\\statementrule\n\n") }

func (w *texWriter) display(d display) {
	if tex := d.formula.DisplayLaTeX(texText); tex != "" {
		w.printf("%s\n\n", tex)
	} else {
		w.data(strings.TrimSpace(d.formula.TeX))
	}
}

func (w *texWriter) list(l list) {
	if len(l.items) == 0 {
		return
	}
	environment := "itemize"
	switch {
	case w.depth >= maxTeXLists:
		environment = ""
	case l.isDescription():
		environment = "description"
	case l.ordered:
		environment = "enumerate"
	}
	if environment != "" {
		w.printf("\\begin{%s}", environment)
		if environment == "enumerate" {
			if l.start != 1 {
				w.printf("\\setcounter{%s}{%d}", counters[w.ordered], l.start-1)
			}
			if command, ok := texNumbers[l.numbering]; ok {
				w.printf(`\def\label%[1]s{\%[2]s{%[1]s}.}`, counters[w.ordered], command)
			}
			w.ordered++
			defer func() { w.ordered-- }()
		}
		if l.tight {
			w.printf("\\tight")
		}
		w.printf("\n")
	}
	w.depth++
	for i, item := range l.items {
		switch {
		case environment == "description":
			w.printf("\\item[{%s}] ", w.spans(item.label))
		case environment != "" && item.task != noTask:
			w.printf("\\item[%s] ", texTasks[item.task])
		case environment != "" && l.isMarked():
			w.printf("\\item[{%s}] ", w.spans(l.mark(i)))
		case environment != "":
			w.printf("\\item{} ")
		case l.ordered:
			w.printf("%s. ", l.numberOf(l.start+i))
		default:
			w.printf("\\textbullet\\ ")
		}
		writeBlocks(w, item.blocks)
		if len(item.blocks) == 0 {
			w.printf("\n\n")
		}
	}
	w.depth--
	if environment != "" {
		w.printf("\\end{%s}\n\n", environment)
	}
}

// texNumbers are the commands for the numbers of lists, and texTasks the signs of tasks.
var (
	texNumbers = map[byte]string{'a': "alph", 'A': "Alph", 'i': "roman", 'I': "Roman"}
	texTasks   = map[task]string{openTask: `$\square$`, doneTask: `$\boxtimes$`}
)

// data is verbatim text of a file.
func (w *texWriter) data(text string) {
	if w.inNote {
		w.printf("%s\n\n", w.span(span{text: strings.TrimRight(text, "\n"), style: typed}))
		return
	}
	w.printf("\\begin{data}\n")
	for _, row := range texRows(dataLines(text), dataWidth) {
		w.printf("%s\\\\\n", row)
	}
	w.printf("\\end{data}\n\n")
}

// texRows are the rows that lines of data take in a column of the given width in characters.
func texRows(lines []string, width int) []string {
	var rows []string
	for _, row := range folded(lines, width) {
		prefix := "{}"
		if row.goesOn {
			prefix = `\goeson{}`
		}
		rows = append(rows, prefix+texData(row.text))
	}
	return rows
}

func (w *texWriter) grid(g grid) {
	if w.inNote {
		w.data(g.asText())
		return
	}
	shares := sharesOf(g.widths())
	w.printf("\\begin{grid}{%s}\n", g.texColumns(shares))
	for i, row := range g.places() {
		for j := 0; j < len(row); j += row[j].across {
			if j > 0 {
				w.printf(" & ")
			}
			p := row[j]
			if p.cell == nil {
				continue // the cell above has its text on top
			}
			text := w.spans(p.text)
			align := g.alignment(*p.cell, j)
			if shares == nil {
				text = inTeXLines(text, `\newline{}`, align)
			}
			if g.isHead(*p.cell, i) {
				text = `\textbf{` + text + "}"
			}
			if p.across > 1 || align != g.alignment(cell{}, j) {
				w.printf("\\multicolumn{%d}{%s}{%s}", p.across, texColumn(align, shares, j, p.across), text)
			} else {
				w.printf("{}%s", text)
			}
		}
		w.printf("\\\\\n")
		if i == 0 && g.header {
			w.printf("\\hline\\endhead\n")
		}
	}
	w.printf("\\end{grid}\n\n")
}

// texRagged are the commands that align the text of a column.
var texRagged = map[byte]string{'l': `\raggedright`, 'c': `\centering`, 'r': `\raggedleft`}

// texColumns gives columns the width of their text if all of them fit, else shares of the page.
func (g grid) texColumns(shares []float64) string {
	var b strings.Builder
	for i := range g.columns() {
		b.WriteString(texColumn(g.alignment(cell{}, i), shares, i, 1))
	}
	return b.String()
}

// inTeXLines puts the lines of a cell below each other, which columns without a width do not.
func inTeXLines(text, end string, align byte) string {
	if !strings.Contains(text, end) {
		return text
	}
	return `\begin{tabular}[t]{@{}` + string(align) + `@{}}` + strings.ReplaceAll(text, end, `\\{}`) + `\end{tabular}`
}

// texColumn is a column, or a cell across several columns from the given one on.
func texColumn(align byte, shares []float64, column, across int) string {
	if shares == nil {
		return string(align)
	}
	share := 0.
	for _, one := range shares[column : column+across] {
		share += one
	}
	return fmt.Sprintf("w{%.4f}{%s}", share, texRagged[align])
}

// texStyles are the commands of styles.
var texStyles = map[style]string{
	strong: "textbf", emphasis: "emph", underlined: "underline", raised: "textsuperscript", lowered: "textsubscript", smallCaps: "textsc",
	key: "key", typed: "texttt",
}

func (w *texWriter) spans(text []span) string {
	var b strings.Builder
	for _, run := range runs(text) {
		var inside strings.Builder
		for _, s := range run.text {
			inside.WriteString(w.span(s))
		}
		if run.target != "" {
			b.WriteString(`\href{` + texAddress(run.target) + "}{" + inside.String() + "}")
		} else {
			b.WriteString(inside.String())
		}
	}
	return b.String()
}

func (w *texWriter) span(s span) string {
	switch {
	case s.note != nil:
		return w.footnote(s.note)
	case s.formula != nil:
		if tex := s.formula.LaTeX(texText); tex != "" {
			return "$" + tex + "$"
		}
		return `\texttt{` + texCode(terminal.Line(strings.TrimSpace(s.formula.TeX))) + "}"
	case s.isPicture():
		if shown, points := w.options.picture(s); shown != "" {
			share := ""
			if s.width.share > 0 {
				share = fmt.Sprintf("%.2f", float64(s.width.share)/100)
			}
			return fmt.Sprintf(`\statementfigure{%s}{%d}{%s}`, share, cmp.Or(s.width.points(), points), shown)
		}
	}
	escape := texText
	if s.style&typed != 0 {
		escape = texCode
	}
	lines := strings.Split(s.text, "\n")
	for i, line := range lines {
		lines[i] = escape(terminal.Line(line))
		if line == "" {
			continue
		}
		if s.style&struck != 0 { // a line may end between words
			words := strings.Split(lines[i], " ")
			for j, word := range words {
				if word != "" {
					words[j] = `\struck{` + word + "}"
				}
			}
			lines[i] = strings.Join(words, " ")
		}
		for _, one := range slices.Backward(styles) {
			if command, ok := texStyles[one]; ok && s.style&one != 0 {
				lines[i] = `\` + command + "{" + lines[i] + "}"
			}
		}
	}
	return strings.Join(lines, `\newline{}`)
}

// sample writes input and output side by side. Each gets half of the page, or as much as it needs if the other one
// needs less.
func (w *texWriter) sample(s Sample) {
	if s.Interaction != "" {
		w.interaction(s)
		return
	}
	input, answer := dataLines(s.Input), dataLines(s.Answer)
	left, right := sampleWidths(input, answer)
	w.sides(s, left, right, w.words.Input, w.words.Output)
	input, answer = texRows(input, left), texRows(answer, right)
	count := max(len(input), len(answer))
	for i := range count {
		w.printf("%s & %s\\\\%s\n", at(input, i), at(answer, i), together(i, count))
	}
	w.printf("\\end{sides}\n\n")
}

// together keeps the rows of a sample on one page: all rows of a short one, otherwise the first and
// last few.
func together(row, rows int) string {
	const few = 4
	if rows <= shortSample || row < few || row >= rows-few {
		return "*"
	}
	return ""
}

func (w *texWriter) sides(s Sample, left, right int, heads ...string) {
	share := float64(left) / float64(left+right)
	w.printf("\\begin{sides}{%.4f}{%.4f}{%s}{%s}{%s}\n", share, 1-share,
		texText(w.words.Sample+" "+terminal.Line(s.Name)), texText(heads[0]), texText(heads[1]))
}

// interaction writes the judge's messages on the left and the submission's on the right; a line divides passes.
func (w *texWriter) interaction(s Sample) {
	const half = dataWidth / 2
	w.sides(s, half, half, w.words.Judge, w.words.Yours)
	all := messages(s.Interaction)
	for i, m := range all {
		end := together(i, len(all))
		switch m.by {
		case judge:
			for _, row := range texRows([]string{m.text}, half) {
				w.printf("%s & \\\\%s\n", row, end)
			}
		case submission:
			for _, row := range texRows([]string{m.text}, half) {
				w.printf(" & %s\\\\%s\n", row, end)
			}
		case nobody:
			w.printf("\\nextpass\n")
		}
	}
	w.printf("\\end{sides}\n\n")
}
