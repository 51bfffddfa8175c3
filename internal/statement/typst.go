package statement

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"grundy/internal/ui/terminal"
)

// Typst writes a statement as the body of a Typst document that contains TypstFunctions, from the same blocks as
// HTML. Options are those of TeX; kind is "md" or "tex"; its bounds and errors are those of Render.
//
// Whatever the source contains, the output calls only the functions of this file and those of formulas. Text is in
// strings, links lead only to http, https and mailto, and images only to files from Figure. A formula that is not
// understood is shown verbatim.
func Typst(source []byte, kind string, options TeXOptions) (string, error) {
	blocks, err := blocksOf(source, kind, options.Constants, options.Files, false, options.Memory)
	if err != nil {
		return "", err
	}
	return options.typst(append(blocks, samplesHere{all: true})), nil
}

func (o TeXOptions) typst(blocks []block) string {
	w := typstWriter{samplesLeft: samplesLeft{o.Samples}, options: o, words: cmp.Or(o.Words, english)}
	writeBlocks(&w, blocks)
	if len(w.notes.footnotes) > 0 {
		return "#counter(footnote).update(0)\n\n" + w.String()
	}
	return w.String()
}

// TypstText writes a line of text as a Typst string.
func TypstText(text string) string { return typstString(terminal.Line(text)) }

// typstString writes a string in which nothing is a command.
func typstString(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(text) + `"`
}

// typstWriter writes blocks as calls only. Each call ends where no text can continue it.
type typstWriter struct {
	bytes.Buffer
	samplesLeft
	notes
	options TeXOptions
	words   Words
}

func (w *typstWriter) printf(format string, arguments ...any) { fmt.Fprintf(w, format, arguments...) }

// content returns the markup of blocks, as an argument.
func (w *typstWriter) content(blocks []block) string {
	begin := w.Len()
	writeBlocks(w, blocks)
	content := "[" + strings.TrimSpace(string(w.Bytes()[begin:])) + "]"
	w.Truncate(begin)
	return content
}

func (w *typstWriter) heading(h heading) {
	w.printf("#heading(level: %d)[%s]\n\n", max(h.level-1, 1), w.spans(w.words.heading(h)))
}

func (w *typstWriter) paragraph(p paragraph) {
	switch {
	case p.caption != noCaption:
		w.printf("#caption[%s]\n\n", w.spans(w.words.caption(p)))
	case p.align == 'r':
		w.printf("#align(right)[%s]\n\n", w.spans(p.text))
	case p.align == 'c' || p.isFigure():
		w.printf("#align(center)[%s]\n\n", w.spans(p.text))
	default:
		w.printf("%s\n\n", w.spans(p.text))
	}
}

func (w *typstWriter) samplesHere(all bool) {
	for _, s := range w.take(all) {
		w.sample(s)
	}
}

func (w *typstWriter) details(d details) {
	w.printf("%s\n\n", w.spans(restyled(d.summary, strong)))
	writeBlocks(w, d.blocks)
}

// footnote is the mark of a footnote, the first one with its text.
func (w *typstWriter) footnote(of *footnote) string {
	number, first := w.number(of)
	if !first {
		return fmt.Sprintf(`#super[%d];`, number)
	}
	return "#footnote" + w.content(of.blocks) + ";"
}

func (w *typstWriter) quote(q quote) { w.printf("#quote(block: true)%s\n\n", w.content(q.blocks)) }

func (w *typstWriter) rule() { w.printf("#statement-rule\n\n") }

func (w *typstWriter) display(d display) {
	if markup := d.formula.Typst(); markup != "" {
		w.printf("%s\n\n", markup)
	} else {
		w.data(strings.TrimSpace(d.formula.TeX))
	}
}

func (w *typstWriter) list(l list) {
	if len(l.items) == 0 {
		return
	}
	function := "list"
	switch {
	case l.isDescription():
		function = "terms"
	case l.isMarked():
		function = "marked"
	case l.ordered:
		function = "enum"
	}
	w.printf("#%s(tight: %t", function, l.tight)
	if function == "enum" {
		w.printf(", start: %d", l.start)
		if l.numbering != 0 {
			w.printf(`, numbering: "%c."`, l.numbering)
		}
	}
	for i, item := range l.items {
		switch function {
		case "terms":
			w.printf(", terms.item([%s], %s)", w.spans(item.label), w.content(item.blocks))
		case "marked":
			w.printf(", [%s], %s", w.spans(l.mark(i)), w.content(item.blocks))
		default:
			w.printf(", %s", typstTasks[item.task]+w.content(item.blocks))
		}
	}
	w.printf(")\n\n")
}

// data is verbatim text of a file.
func (w *typstWriter) data(text string) {
	w.printf("#data(%s)\n\n", typstRows(dataLines(text), dataWidth))
}

// typstRows is a string of the rows that lines take in a column of the given width in characters.
func typstRows(lines []string, width int) string {
	var rows []string
	for _, row := range folded(lines, width) {
		if row.goesOn {
			row.text = goesOn + row.text
		}
		rows = append(rows, row.text)
	}
	return typstString(strings.Join(rows, "\n"))
}

func (w *typstWriter) grid(g grid) {
	widths := g.widths()
	columns := strings.Repeat("auto, ", len(widths))
	if shares := sharesOf(widths); shares != nil {
		columns = ""
		for _, share := range shares {
			columns += fmt.Sprintf("%.4ffr, ", share)
		}
	}
	sides := ""
	for i := range widths {
		sides += typstSides[g.alignment(cell{}, i)] + ", "
	}
	w.printf("#rows((%s), (%s)", columns, sides)
	head, heads := g.headRows(), []string(nil)
	for i, row := range g.places() {
		var cells []string
		for j := 0; j < len(row); j += row[j].across {
			if p := row[j]; p.cell != nil {
				cells = append(cells, w.cell(g, p, i, j))
			} else if !p.isCovered {
				cells = append(cells, "[]")
			}
		}
		if i < head {
			heads = append(heads, cells...)
			if cells = nil; i == head-1 {
				cells = []string{"heads(" + strings.Join(heads, ", ") + ")"}
			}
		}
		if len(cells) > 0 {
			w.printf(", %s", strings.Join(cells, ", "))
		}
	}
	w.printf(")\n\n")
}

// cell is an argument of a table.
func (w *typstWriter) cell(g grid, p place, row, column int) string {
	text := "[" + w.spans(p.text) + "]"
	if g.isHead(*p.cell, row) {
		text = "[#strong" + text + ";]"
	}
	align := g.alignment(*p.cell, column)
	if p.across == 1 && p.down <= 1 && align == g.alignment(cell{}, column) {
		return text
	}
	return fmt.Sprintf("table.cell(colspan: %d, rowspan: %d, align: %s)%s", p.across, max(p.down, 1), typstSides[align], text)
}

// typstSides are the names of alignments, typstTasks the beginnings of tasks, and typstStyles the functions of styles.
var (
	typstSides  = map[byte]string{'l': "left", 'c': "center", 'r': "right"}
	typstTasks  = map[task]string{openTask: `typed("[ ] ") + `, doneTask: `typed("[x] ") + `}
	typstStyles = map[style]string{
		strong: "strong", emphasis: "emph", underlined: "underline", struck: "strike", raised: "super", lowered: "sub", smallCaps: "smallcaps",
		key: "key", typed: "typed",
	}
)

func (w *typstWriter) spans(text []span) string {
	var b strings.Builder
	for _, run := range runs(text) {
		var inside strings.Builder
		for _, s := range run.text {
			inside.WriteString(w.span(s))
		}
		if run.target != "" {
			b.WriteString("#link(" + typstString(run.target) + ")[" + inside.String() + "];")
		} else {
			b.WriteString(inside.String())
		}
	}
	return b.String()
}

func (w *typstWriter) span(s span) string {
	switch {
	case s.note != nil:
		return w.footnote(s.note)
	case s.formula != nil:
		if markup := s.formula.Typst(); markup != "" {
			return markup
		}
		return "#typed[#" + TypstText(strings.TrimSpace(s.formula.TeX)) + ";];"
	case s.isPicture():
		if shown, points := w.options.picture(s); shown != "" {
			return fmt.Sprintf("#picture(%d%%, %dpt, %s);", s.width.share, cmp.Or(s.width.points(), points), typstString(shown))
		}
	}
	lines := strings.Split(s.text, "\n")
	for i, line := range lines {
		if line == "" {
			continue
		}
		lines[i] = "#" + TypstText(line) + ";"
		for _, one := range slices.Backward(styles) {
			if s.style&one != 0 {
				lines[i] = "#" + typstStyles[one] + "[" + lines[i] + "];"
			}
		}
	}
	return strings.Join(lines, "#linebreak();")
}

func (w *typstWriter) sample(s Sample) {
	if s.Interaction != "" {
		w.interaction(s)
		return
	}
	input, answer := dataLines(s.Input), dataLines(s.Answer)
	left, right := sampleWidths(input, answer)
	w.sides(s, left, right, max(len(input), len(answer)), w.words.Input, w.words.Output)
	w.printf(", raw(%s), raw(%s))\n\n", typstRows(input, left), typstRows(answer, right))
}

// sides begins two columns. A short sample stays on one page.
func (w *typstWriter) sides(s Sample, left, right, lines int, heads ...string) {
	w.printf("#sides(%s, %s, %s, %dfr, %dfr, %t", TypstText(w.words.Sample+" "+s.Name), TypstText(heads[0]), TypstText(heads[1]),
		left, right, lines > shortSample)
}

// interaction writes the judge's messages on the left and the submission's on the right; a line divides passes.
func (w *typstWriter) interaction(s Sample) {
	const half = dataWidth / 2
	all := messages(s.Interaction)
	w.sides(s, half, half, len(all), w.words.Judge, w.words.Yours)
	for _, m := range all {
		switch m.by {
		case judge:
			w.printf(", raw(%s), []", typstRows([]string{m.text}, half))
		case submission:
			w.printf(", [], raw(%s)", typstRows([]string{m.text}, half))
		case nobody:
			w.printf(", next-pass")
		}
	}
	w.printf(")\n\n")
}
