package statement

import (
	"cmp"
	"fmt"
	"html"
	"html/template"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"grundy/internal/statement/formula"
	"grundy/internal/ui/terminal"
)

// HTMLOptions configure HTML.
type HTMLOptions struct {
	// Constants replace {{name}}, and \constant{name} in LaTeX.
	Constants map[string]string
	// Files reads what LaTeX includes, as in Options.
	Files Files
	// Samples follow the statement, or appear where it asks for them, as in Options.
	Samples []Sample
	// Figure returns the address of an image in the statement. If it returns "", the image's description is shown
	// instead. A nil Figure shows no images.
	Figure func(file string) string
	// Drawing returns the address of the picture of a drawing, as Figure does.
	Drawing func(Drawing) string
	// RulesOnly omits everything from the first heading about input and output.
	RulesOnly bool
	// Words are the words that are not the statement's own; the zero value is English.
	Words Words
	// Memory keeps formulas that were read; nil keeps none.
	Memory formula.Memory
	// Still omits the buttons, which need a script, and opens what readers could open.
	Still bool
	// Anchor begins the names of places in the page, which several statements must not share.
	Anchor string
}

// Words are the words that a statement contains beside its own, in its language.
type Words struct {
	Sample, Input, Output, Judge, Yours, Pass, Figure, Table string
	// Headings that the classes of LaTeX write.
	Interaction, Explanation, Scoring, Note, Solution string
}

// english are the default words.
var english = Words{
	Sample: "Sample", Input: "Input", Output: "Output", Judge: "Judge", Yours: "Yours", Pass: "Pass", Figure: "Figure", Table: "Table",
	Interaction: "Interaction", Explanation: "Explanation", Scoring: "Scoring", Note: "Note", Solution: "Solution",
}

// heading is the text of a heading.
func (w Words) heading(h heading) []span {
	if !h.isStandard {
		return h.text
	}
	name := plain(h.text)
	if words := w.standard(name); words != english.standard(name) {
		return []span{{text: words}}
	}
	return h.text
}

// standard is the heading that has a name in English.
func (w Words) standard(name string) string {
	return map[string]string{
		"Input": w.Input, "Output": w.Output, "Interaction": w.Interaction, "Explanation": w.Explanation, "Explanations": w.Explanation,
		"Scoring": w.Scoring, "Note": w.Note, "Notes": w.Note, "Solution": w.Solution,
	}[name]
}

// caption is the text of a caption with its number.
func (w Words) caption(p paragraph) []span {
	if p.number == 0 {
		return p.text
	}
	name := w.Figure
	if p.caption == tableCaption {
		name = w.Table
	}
	return append([]span{{text: fmt.Sprintf("%s\u00a0%d: ", name, p.number)}}, p.text...)
}

// HTML writes a statement for a page, from the same blocks as Render. Kind is "md" or "tex"; its bounds and errors
// are those of Render. Headings begin at h2.
//
// Whatever the source contains, the elements and attributes come from this file alone. All text is escaped, HTML of
// the source becomes blocks like all else, links lead only to http, https and mailto, and images only to addresses from Figure.
// There are no styles, scripts or event handlers, so the strictest policy allows it. Formulas are MathML, or TeX
// in <code class="tex"> where that fails. Assets has the style sheet.
func HTML(source []byte, kind string, options HTMLOptions) (template.HTML, error) {
	blocks, err := blocksOf(source, kind, options.Constants, options.Files, false, options.Memory)
	if err != nil {
		return "", err
	}
	if options.RulesOnly {
		blocks = beforeInput(blocks)
	} else {
		blocks = append(blocks, samplesHere{all: true})
	}
	return options.write(blocks), nil
}

func (o HTMLOptions) write(blocks []block) template.HTML {
	w := htmlWriter{samplesLeft: samplesLeft{o.Samples}, options: o, words: cmp.Or(o.Words, english)}
	writeBlocks(&w, blocks)
	w.footnotes()
	return template.HTML(w.String())
}

// SamplesHTML writes samples alone.
func SamplesHTML(samples []Sample) template.HTML {
	w := htmlWriter{words: english}
	for _, s := range samples {
		w.sample(s)
	}
	return template.HTML(w.String())
}

// htmlWriter writes blocks. Only tag, text and formulas write to it.
type htmlWriter struct {
	strings.Builder
	samplesLeft
	notes
	options HTMLOptions
	words   Words
	headed  bool // whether a heading was written, so that samples are one level below it
}

// tag writes markup; its arguments are escaped.
func (w *htmlWriter) tag(format string, arguments ...any) {
	for i, argument := range arguments {
		if text, ok := argument.(string); ok {
			arguments[i] = html.EscapeString(terminal.Line(text))
		}
	}
	fmt.Fprintf(w, format, arguments...)
}

// text writes text of the source; line feeds are breaks.
func (w *htmlWriter) text(text string) {
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			w.tag("<br>")
		}
		w.tag("%s", line)
	}
}

func (w *htmlWriter) heading(h heading) {
	level := min(max(h.level, 2), 6)
	w.headed = true
	w.tag("<h%d>", level)
	w.spans(w.words.heading(h))
	w.tag("</h%d>\n", level)
}

func (w *htmlWriter) paragraph(p paragraph) {
	switch {
	case p.caption != noCaption:
		w.tag(`<p class="caption">`)
	case p.isFigure() && p.align == 0:
		w.tag(`<p class="figure">`)
	default:
		w.tag("<p%s>", alignClass(p.align))
	}
	w.spans(w.words.caption(p))
	w.tag("</p>\n")
}

// markup is text that tag does not escape.
type markup string

// alignClass is the attribute of aligned elements.
func alignClass(align byte) markup {
	switch align {
	case 'c':
		return ` class="middle"`
	case 'r':
		return ` class="end"`
	}
	return ""
}

func (w *htmlWriter) samplesHere(all bool) {
	for _, s := range w.take(all) {
		w.sample(s)
	}
}

func (w *htmlWriter) details(d details) {
	var open markup
	if d.open || w.options.Still {
		open = " open"
	}
	w.tag("<details%s>\n<summary>", open)
	w.spans(d.summary)
	w.tag("</summary>\n")
	writeBlocks(w, d.blocks)
	w.tag("</details>\n")
}

// footnotes are written below all else, each with a link back to its mark.
func (w *htmlWriter) footnotes() {
	if len(w.notes.footnotes) == 0 {
		return
	}
	w.tag("<section class=\"footnotes\">\n<ol>\n")
	for i := 0; i < len(w.notes.footnotes); i++ { // a footnote may have footnotes
		w.tag(`<li id="%s">`, w.options.Anchor+"note-"+strconv.Itoa(i+1))
		blocks := w.notes.footnotes[i].blocks
		for j, b := range blocks {
			if p, ok := b.(paragraph); ok && j == len(blocks)-1 {
				w.tag("<p>")
				w.spans(p.text)
				w.backLink(i + 1)
				w.tag("</p>\n")
				continue
			}
			writeBlock(w, b)
			if j == len(blocks)-1 {
				w.backLink(i + 1)
			}
		}
		w.tag("</li>\n")
	}
	w.tag("</ol>\n</section>\n")
}

func (w *htmlWriter) backLink(number int) {
	w.tag(` <a href="#%s">↩</a>`, w.options.Anchor+"mark-"+strconv.Itoa(number))
}

// mark refers to a footnote.
func (w *htmlWriter) mark(of *footnote) {
	number, first := w.number(of)
	var id markup
	if first {
		id = markup(fmt.Sprintf(` id="%s"`, html.EscapeString(w.options.Anchor+"mark-"+strconv.Itoa(number))))
	}
	w.tag(`<sup><a href="#%s"%s>%d</a></sup>`, w.options.Anchor+"note-"+strconv.Itoa(number), id, number)
}

func (w *htmlWriter) quote(q quote) {
	w.tag("<blockquote>\n")
	writeBlocks(w, q.blocks)
	w.tag("</blockquote>\n")
}

func (w *htmlWriter) rule() { w.tag("<hr>\n") }

// data is verbatim text of a file. It may be wider than the page, so it must be scrollable by keyboard.
func (w *htmlWriter) data(text string) {
	text = wrappable(dataLines(text))
	if strings.HasPrefix(text, "\n") {
		text = "\n" + text // browsers drop the first one
	}
	fmt.Fprintf(w, "<pre tabindex=\"0\">%s</pre>\n", text)
}

// narrowestColumn is the width in characters of the narrowest column of data on a page.
const narrowestColumn = 16

// wrappable writes lines of data. Each that may have to wrap is an element, so that the style sheet can mark the rows in
// which it continues.
func wrappable(lines []string) string {
	var b strings.Builder
	for i, line := range lines {
		line = html.EscapeString(line)
		if i+1 < len(lines) {
			line += "\n"
		}
		if terminal.Width(lines[i]) > narrowestColumn {
			line = `<span class="line">` + line + "</span>"
		}
		b.WriteString(line)
	}
	return b.String()
}

func (w *htmlWriter) list(l list) {
	name := "ul"
	switch {
	case l.isDescription():
		name = "dl"
		w.tag("<dl>\n")
	case l.isMarked():
		w.tag("<ul class=\"marked\">\n")
	case l.ordered:
		name = "ol"
		w.tag("<ol")
		if l.numbering != 0 {
			w.tag(` type="%c"`, l.numbering)
		}
		if l.start != 1 {
			w.tag(` start="%d"`, l.start)
		}
		w.tag(">\n")
	default:
		w.tag("<ul>\n")
	}
	element := "li"
	if name == "dl" {
		element = "dd"
	}
	for i, item := range l.items {
		if name == "dl" {
			w.tag("<dt>")
			w.spans(item.label)
			w.tag("</dt>\n")
		}
		if item.task == noTask {
			w.WriteString("<" + element + ">")
		} else {
			w.tag(`<%s class="task">%s `, element, taskSigns[item.task])
		}
		if name == "ul" && l.isMarked() {
			w.tag(`<span class="mark">`)
			w.spans(l.mark(i))
			w.tag("</span> ")
		}
		for i, b := range item.blocks {
			if p, ok := b.(paragraph); ok && l.tight && p.align == 0 && p.caption == noCaption {
				if i > 0 && isParagraph(item.blocks[i-1]) {
					w.tag("<br>")
				}
				w.spans(p.text)
				continue
			}
			writeBlock(w, b)
		}
		w.WriteString("</" + element + ">\n")
	}
	w.WriteString("</" + name + ">\n")
}

func isParagraph(b block) bool {
	_, ok := b.(paragraph)
	return ok
}

// taskSigns are the boxes of tasks.
var taskSigns = map[task]string{openTask: "☐", doneTask: "☑"}

func (w *htmlWriter) display(d display) {
	markup := d.formula.DisplayHTML()
	if markup == "" {
		w.tag(`<pre class="tex" tabindex="0">%s</pre>`, strings.TrimSpace(d.formula.TeX))
		w.tag("\n")
		return
	}
	fmt.Fprintf(w, "<div class=\"display\" tabindex=\"0\">%s</div>\n", markup)
}

func (w *htmlWriter) grid(g grid) {
	w.tag("<div class=\"table\" tabindex=\"0\"><table>\n")
	for y, row := range g.places() {
		w.tag("<tr>")
		for x, p := range row {
			if p.cell == nil {
				continue // another cell spans it, or the row ends
			}
			name := "td"
			if g.isHead(*p.cell, y) {
				name = "th"
			}
			w.tag("<%s%s", name, alignClass(g.alignment(*p.cell, x)))
			if p.across > 1 {
				w.tag(` colspan="%d"`, p.across)
			}
			if p.down > 1 {
				w.tag(` rowspan="%d"`, p.down)
			}
			w.tag(">")
			w.spans(p.text)
			w.tag("</%s>", name)
		}
		w.tag("</tr>\n")
	}
	w.tag("</table></div>\n")
}

// styleElements are the elements of styles.
var styleElements = map[style]string{
	strong: "strong", emphasis: "em", underlined: "u", struck: "s", raised: "sup", lowered: "sub", smallCaps: "span", key: "kbd", typed: "code",
}

func (w *htmlWriter) spans(text []span) {
	for _, run := range runs(gluedToFormulas(text)) {
		if run.target != "" {
			w.tag(`<a href="%s" rel="noopener noreferrer">`, run.target)
		}
		w.styled(w.withPictures(run.text), styles)
		if run.target != "" {
			w.tag("</a>")
		}
	}
}

// gluedToFormulas moves text next to a formula within a word into the formula. Browsers would break lines there, even
// between a formula and a bracket or a comma.
func gluedToFormulas(text []span) []span {
	text = slices.Clone(text)
	for i := range text {
		s := &text[i]
		if s.formula == nil {
			continue
		}
		if i > 0 && text[i-1].isBare() {
			rest := strings.TrimRightFunc(text[i-1].text, isBeside)
			s.before, text[i-1].text = text[i-1].text[len(rest):], rest
		}
		if i+1 < len(text) && text[i+1].isBare() {
			rest := strings.TrimLeftFunc(text[i+1].text, isBeside)
			s.after, text[i+1].text = strings.TrimSuffix(text[i+1].text, rest), rest
		}
	}
	return text
}

// isBeside reports whether a character belongs to the word that contains a formula. Letters of scripts without
// spaces between words do not.
func isBeside(r rune) bool {
	return r > ' ' && r < utf8.RuneSelf || r == '\u00a0' || unicode.IsPunct(r)
}

// withPictures replaces the files of images by their addresses. Images without one are their descriptions.
func (w *htmlWriter) withPictures(text []span) []span {
	text = slices.Clone(text)
	for i := range text {
		s := &text[i]
		if !s.isPicture() {
			continue
		}
		if s.file = w.options.addressOf(*s); s.file != "" {
			s.style = 0
		}
	}
	return text
}

// addressOf is the address of a picture, "" if the page cannot show it.
func (o HTMLOptions) addressOf(s span) string {
	switch {
	case s.drawing != nil && o.Drawing != nil:
		return o.Drawing(*s.drawing)
	case s.file != "" && o.Figure != nil:
		return o.Figure(s.file)
	}
	return ""
}

// styled encloses text in the elements of its styles, of which the given ones are left.
func (w *htmlWriter) styled(text []span, left []style) {
	if len(left) == 0 {
		for _, s := range text {
			w.span(s)
		}
		return
	}
	for len(text) > 0 {
		inside := text[0].has(left[0])
		end := 1
		for end < len(text) && text[end].has(left[0]) == inside {
			end++
		}
		if inside {
			element, class := styleElements[left[0]], markup("")
			if left[0] == smallCaps {
				class = ` class="small-caps"`
			}
			w.tag("<%s%s>", element, class)
			w.styled(text[:end], left[1:])
			w.tag("</%s>", element)
		} else {
			w.styled(text[:end], left[1:])
		}
		text = text[end:]
	}
}

func (w *htmlWriter) span(s span) {
	switch {
	case s.note != nil:
		w.mark(s.note)
		return
	case s.formula != nil:
		markup := s.formula.MathML()
		if markup == "" {
			w.tag(`%s<code class="tex">%s</code>%s`, s.before, strings.TrimSpace(s.formula.TeX), s.after)
		} else if s.before+s.after == "" {
			w.WriteString(markup)
		} else {
			w.tag(`<span class="whole">%s`, s.before)
			w.WriteString(markup)
			w.tag("%s</span>", s.after)
		}
		return
	case s.file != "":
		w.tag(`<img src="%s" alt="%s"`, s.file, s.alt)
		switch {
		case s.width.share > 0:
			w.tag(` width="%d%%"`, s.width.share)
		case s.width.dots > 0:
			w.tag(` width="%d"`, s.width.dots)
		}
		if !strings.HasPrefix(s.file, "data:") {
			w.tag(` loading="lazy"`) // show the text before loading pictures
		}
		w.tag(">")
		return
	}
	w.text(s.text)
}

// isWebAddress reports whether a page may link to an address. Browsers ignore white space and control characters
// in a scheme, so it rejects addresses that contain them.
func isWebAddress(target string) bool {
	scheme, rest, found := strings.Cut(target, ":")
	if !found || rest == "" || strings.ContainsFunc(target, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		return false
	}
	switch strings.ToLower(scheme) {
	case "http", "https":
		return strings.HasPrefix(rest, "//")
	case "mailto":
		return true
	}
	return false
}

// sample has buttons, which are hidden until a script enables them.
func (w *htmlWriter) sample(s Sample) {
	level := 2
	if w.headed {
		level = 3
	}
	w.tag("<section class=\"sample\">\n<h%d>%s %s</h%d>\n", level, w.words.Sample, s.Name, level)
	if s.Interaction != "" {
		w.interaction(s.Interaction)
	} else {
		w.tag("<div class=\"sides\">\n")
		for _, side := range []struct{ title, data string }{{w.words.Input, s.Input}, {w.words.Output, s.Answer}} {
			w.tag("<div>\n<h%d>%s</h%d>", level+1, side.title, level+1)
			if !w.options.Still {
				w.tag(`<button type="button" class="copy" hidden aria-label="Copy the %s of sample %s">Copy</button>`, strings.ToLower(side.title), s.Name)
			}
			w.tag("\n")
			w.data(side.data)
			w.tag("</div>\n")
		}
		w.tag("</div>\n")
	}
	w.tag("</section>\n")
}

// interaction is a table of two columns: the judge's and the submission's messages. Passes are numbered if there
// are several.
func (w *htmlWriter) interaction(text string) {
	w.tag("<table class=\"interaction\">\n<tr><th>%s</th><th>%s</th></tr>\n", w.words.Judge, w.words.Yours)
	all, pass := messages(text), 0
	divide := func(text string) { w.tag("<tr><td colspan=\"2\" class=\"pass\">%s</td></tr>\n", text) }
	nextPass := func() {
		pass++
		divide(fmt.Sprint(w.words.Pass, " ", pass))
	}
	if slices.ContainsFunc(all, message.endsPass) {
		nextPass()
	}
	for _, m := range all {
		switch m.by {
		case judge:
			fmt.Fprintf(w, "<tr><td><pre>%s</pre></td><td></td></tr>\n", wrappable([]string{m.text}))
		case submission:
			fmt.Fprintf(w, "<tr><td></td><td><pre>%s</pre></td></tr>\n", wrappable([]string{m.text}))
		case nobody:
			if m.endsPass() {
				nextPass()
			} else {
				divide(m.text)
			}
		}
	}
	w.tag("</table>\n")
}
