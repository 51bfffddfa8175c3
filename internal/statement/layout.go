package statement

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clipperhouse/displaywidth"

	"grundy/internal/ui/terminal"
)

// layout writes blocks as lines. All text of the source passes through terminal.Line or terminal.Text, here and
// nowhere else.
type layout struct {
	samplesLeft
	notes
	pen   terminal.Pen
	depth int // nesting of the current block
	// textWidth is the width of the outermost text, dataWidth that of lines of files, 0 to keep them whole.
	textWidth, dataWidth int
}

// Blocks nested deeper than deepest are not indented further, and nothing gets narrower than narrowest.
const (
	deepest   = 12
	narrowest = 16
)

func unbroken(text string) string { return strings.ReplaceAll(text, " ", hard) }

// lines writes blocks with a blank line between them.
func (l *layout) lines(blocks []block, width int) []string {
	return l.separated(blocks, width, false)
}

func (l *layout) separated(blocks []block, width int, tight bool) []string {
	width = max(width, narrowest)
	l.depth++
	defer func() { l.depth-- }()
	var lines []string
	for _, b := range blocks {
		more := l.block(b, width)
		if len(more) == 0 {
			continue
		}
		if len(lines) > 0 && !tight {
			lines = append(lines, "")
		}
		lines = append(lines, more...)
	}
	return lines
}

func (l *layout) block(b block, width int) []string {
	switch b := b.(type) {
	case heading:
		return l.heading(b, width)
	case paragraph:
		return l.paragraph(b, width)
	case list:
		return l.list(b, width)
	case quote:
		return l.nested(l.lines(b.blocks, width-2), l.pen.Draw(terminal.Faint, "│")+" ")
	case code:
		return l.code(b.text, width)
	case display:
		return prefixed(l.display(b, width-4), "    ")
	case grid:
		return l.grid(b, width)
	case rule:
		return []string{l.pen.Draw(terminal.Faint, strings.Repeat("─", width))}
	case samplesHere:
		return l.someSamples(b.all, width)
	case details:
		return append(l.wrap(restyled(b.summary, strong), width), l.nested(l.lines(b.blocks, width-2), "  ")...)
	}
	return nil
}

// nested puts a prefix before the lines of a nested block.
func (l *layout) nested(lines []string, prefix string) []string {
	if l.depth > deepest {
		return lines
	}
	return prefixed(lines, prefix)
}

func prefixed(lines []string, prefix string) []string {
	for i, line := range lines {
		lines[i] = strings.TrimRight(prefix+line, " ")
	}
	return lines
}

func (l *layout) heading(h heading, width int) []string {
	lines := l.wrap(restyled(h.text, strong), width)
	if h.level == 1 && len(lines) > 0 {
		longest := 0
		for _, line := range lines {
			longest = max(longest, terminal.Width(line))
		}
		lines = append(lines, l.pen.Draw(terminal.Faint, strings.Repeat("═", longest)))
	}
	return lines
}

// restyled adds a style to text.
func restyled(text []span, more style) []span {
	text = slices.Clone(text)
	for i := range text {
		text[i].style |= more
	}
	return text
}

func (l *layout) paragraph(p paragraph, width int) []string {
	lines := l.wrap(english.caption(p), width)
	for i, line := range lines {
		lines[i] = strings.TrimRight(aligned(line, p.align, width), " ")
	}
	return lines
}

// aligned puts a line at its place in a width.
func aligned(line string, align byte, width int) string {
	room := max(width-terminal.Width(line), 0)
	switch align {
	case 'c':
		return strings.Repeat(" ", room/2) + line
	case 'r':
		return strings.Repeat(" ", room) + line
	}
	return line
}

// footnotes are written below all else.
func (l *layout) footnotes(width int) []string {
	var lines []string
	for i := 0; i < len(l.notes.footnotes); i++ { // a footnote may have footnotes
		mark := fmt.Sprintf("[%d] ", i+1)
		note := l.lines(l.notes.footnotes[i].blocks, width-len(mark))
		if len(note) == 0 {
			note = []string{""}
		}
		note = prefixed(note, strings.Repeat(" ", len(mark)))
		note[0] = mark + strings.TrimLeft(note[0], " ")
		lines = append(lines, note...)
	}
	return lines
}

func (l *layout) list(b list, width int) []string {
	var lines []string
	for i, item := range b.items {
		marker := "  "
		if item.label == nil {
			marker = terminal.Line(plain(b.mark(i))) + " "
		}
		switch item.task {
		case openTask:
			marker += "[ ] "
		case doneTask:
			marker += "[x] "
		}
		blocks := item.blocks
		if item.label != nil {
			lines = append(lines, l.wrap(item.label, width)...)
		}
		indent := terminal.Width(marker)
		inside := l.separated(blocks, width-indent, b.tight)
		if len(inside) == 0 {
			inside = []string{""}
		}
		inside = l.nested(inside, strings.Repeat(" ", indent))
		inside[0] = marker + strings.TrimPrefix(inside[0], strings.Repeat(" ", indent))
		if i > 0 && !b.tight {
			lines = append(lines, "")
		}
		lines = append(lines, inside...)
	}
	return lines
}

func (l *layout) code(text string, width int) []string {
	lines := strings.Split(strings.Trim(terminal.Text(text), "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return l.data(lines, "    ", terminal.Note, width)
}

// data writes lines of a file behind a prefix. width is that of the text around them.
func (l *layout) data(lines []string, prefix string, ink terminal.Ink, width int) []string {
	room := 1 << 30
	if l.dataWidth > 0 {
		room = l.dataWidth - (l.textWidth - width) - len(prefix)
	}
	var rows []string
	for _, row := range folded(lines, max(room, narrowest)) {
		mark := ""
		if row.goesOn {
			mark = l.pen.Draw(terminal.Faint, goesOn)
		}
		rows = append(rows, strings.TrimRight(prefix+mark+l.pen.Draw(ink, row.text), " "))
	}
	return rows
}

// display writes formulas. As many adjacent formulas as fit share a line; a formula longer than a line continues
// beyond the margin.
func (l *layout) display(d display, width int) []string {
	var lines []string
	for _, line := range linesOf(d.formula) {
		for _, together := range l.beside(line, width) {
			wrapped := l.wrap([]span{{text: oneLine(together)}}, width-2)
			if terminal.Width(oneLine(together)) <= width {
				wrapped = l.wrap([]span{{text: oneLine(together)}}, width)
			}
			lines = append(lines, wrapped[:min(1, len(wrapped))]...)
			lines = append(lines, prefixed(wrapped[min(1, len(wrapped)):], "  ")...)
		}
	}
	return lines
}

// beside divides adjacent formulas into lines, between two of them where possible.
func (l *layout) beside(formulas string, width int) []string {
	var lines []string
	line := ""
	for i, part := range strings.Split(formulas, quad) {
		switch {
		case i == 0:
			line = part
		case terminal.Width(oneLine(line+quad+part)) <= width:
			line += quad + part
		default:
			lines, line = append(lines, strings.TrimRight(line, quad)), part
		}
	}
	return append(lines, strings.TrimRight(line, quad))
}

// wrap fills lines with words. A word is text without a space, in any inks.
func (l *layout) wrap(text []span, width int) []string {
	var lines []string
	line, used := "", 0
	for _, word := range l.words(text) {
		if word == nil {
			lines, line, used = append(lines, line), "", 0
			continue
		}
		columns := 0
		for _, s := range word {
			columns += terminal.Width(s.text)
		}
		if used > 0 && used+1+columns > width {
			lines, line, used = append(lines, line), "", 0
		}
		if used > 0 {
			line, used = line+" ", used+1
		}
		for _, s := range word {
			for _, piece := range fitting(s.text, width-used, width) {
				if piece == "" {
					lines, line, used = append(lines, line), "", 0
					continue
				}
				line, used = line+l.draw(s.style, piece), used+terminal.Width(piece)
			}
		}
	}
	if used > 0 {
		lines = append(lines, line)
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return lines
}

// styleInks are the inks of styles.
var styleInks = map[style]terminal.Ink{
	strong: terminal.Strong, emphasis: terminal.Emphasis, underlined: terminal.Underline, struck: terminal.Struck, key: terminal.Note, typed: terminal.Note,
}

func (l *layout) draw(in style, text string) string {
	for _, one := range styles {
		if in&one != 0 {
			text = l.pen.Draw(styleInks[one], text)
		}
	}
	return text
}

// words splits spans at spaces; nil stands for a forced break.
func (l *layout) words(text []span) [][]span {
	var all [][]span
	var word []span
	flush := func() {
		if len(word) > 0 {
			all, word = append(all, word), nil
		}
	}
	for _, s := range scriptsTogether(text) {
		shown := s.shown()
		if s.note != nil {
			number, _ := l.number(s.note)
			shown = fmt.Sprintf("[%d]", number)
		}
		for i, line := range strings.Split(shown, "\n") {
			if i > 0 {
				flush()
				all = append(all, nil)
			}
			for j, piece := range strings.Split(line, " ") {
				if j > 0 {
					flush()
				}
				if piece != "" {
					safe := strings.ReplaceAll(terminal.Line(piece), hard, " ")
					word = append(word, span{text: safe, style: s.style &^ (raised | lowered)})
				}
			}
		}
	}
	flush()
	for len(all) > 0 && all[len(all)-1] == nil {
		all = all[:len(all)-1]
	}
	return all
}

// fitting cuts a word wider than a line, at a non-breaking space if it has one; "" stands for a break.
func fitting(word string, room, width int) []string {
	if terminal.Width(word) <= room {
		return []string{word}
	}
	var pieces []string
	piece := ""
	graphemes := displaywidth.StringGraphemes(word)
	for graphemes.Next() {
		if columns := graphemes.Width(); columns > room {
			end, rest := piece, ""
			if space := strings.LastIndexByte(piece, ' '); space > 0 {
				end, rest = piece[:space], piece[space+1:]
			}
			if end != "" {
				pieces = append(pieces, end)
			}
			pieces = append(pieces, "")
			piece, room = rest, width-terminal.Width(rest)
		}
		piece += graphemes.Value()
		room -= graphemes.Width()
	}
	return append(pieces, piece)
}

// grid draws a table and narrows its widest columns until it fits.
func (l *layout) grid(g grid, width int) []string {
	if g.isHuge() {
		return l.code(g.asText(), width)
	}
	if g.columns() == 0 {
		return nil
	}
	rows := g.places()
	widths := widthsOf(rows, func(c cell) int {
		width := 0
		for _, line := range l.wrap(c.text, 1<<30) {
			width = max(width, terminal.Width(line))
		}
		return width
	}, 0, cellGap)
	shrink(widths, width-cellGap*(len(widths)-1))
	var lines []string
	for i, row := range rows {
		lines = append(lines, l.gridRow(g, row, widths)...)
		if i == 0 && g.header {
			dashes := make([]string, len(widths))
			for j := range dashes {
				dashes[j] = strings.Repeat("─", widths[j])
			}
			lines = append(lines, l.pen.Draw(terminal.Faint, strings.Join(dashes, "─┼─")))
		}
	}
	return lines
}

// cellGap are the columns of the bar between two cells.
const cellGap = 3

// shrink narrows the widest columns until the sum fits, or nothing is left to take.
func shrink(widths []int, room int) {
	total := 0
	for _, width := range widths {
		total += width
	}
	for total > room {
		widest := 0
		for i := range widths {
			if widths[i] > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= 4 {
			return
		}
		// Narrow in one step to the width of the next column, or by the excess.
		second := 4
		for i, width := range widths {
			if i != widest && width < widths[widest] {
				second = max(second, width)
			}
		}
		step := max(1, min(total-room, widths[widest]-second))
		widths[widest] -= step
		total -= step
	}
}

func (l *layout) gridRow(g grid, row []place, widths []int) []string {
	bar := l.pen.Draw(terminal.Faint, "│")
	var columns [][]string // the lines of each place
	height := 1
	for x := 0; x < len(row); x += row[x].across {
		p := row[x]
		width := cellGap * (p.across - 1)
		for _, one := range widths[x : x+p.across] {
			width += one
		}
		var lines []string
		if p.cell != nil {
			for _, line := range l.wrap(p.text, max(1, width)) {
				lines = append(lines, terminal.Pad(aligned(line, g.alignment(*p.cell, x), width), width))
			}
		}
		height = max(height, len(lines))
		columns = append(columns, append([]string{strings.Repeat(" ", width)}, lines...))
	}
	lines := make([]string, height)
	for y := range lines {
		parts := make([]string, len(columns))
		for i, column := range columns {
			parts[i] = column[0] // blank
			if y+1 < len(column) {
				parts[i] = column[y+1]
			}
		}
		lines[y] = strings.TrimRight(strings.Join(parts, " "+bar+" "), " ")
	}
	return lines
}
