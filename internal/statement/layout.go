package statement

import (
	"fmt"
	"strings"

	"github.com/clipperhouse/displaywidth"

	"grundy/internal/ui/terminal"
)

// layout writes blocks as lines. All text of the source passes through terminal.Line or terminal.Text, here and
// nowhere else.
type layout struct {
	samplesLeft
	pen   terminal.Pen
	depth int // nesting of the current block
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
		return l.wrap(b.text, width)
	case list:
		return l.list(b, width)
	case quote:
		return l.nested(l.lines(b.blocks, width-2), l.pen.Draw(terminal.Faint, "│")+" ")
	case code:
		return l.code(b.text)
	case display:
		return prefixed(l.display(b, width-4), "    ")
	case grid:
		return l.grid(b, width)
	case rule:
		return []string{l.pen.Draw(terminal.Faint, strings.Repeat("─", width))}
	case samplesHere:
		return l.someSamples(b.all, width)
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
	for i := range h.text {
		h.text[i].ink = terminal.Strong
	}
	lines := l.wrap(h.text, width)
	if h.level == 1 && len(lines) > 0 {
		longest := 0
		for _, line := range lines {
			longest = max(longest, terminal.Width(line))
		}
		lines = append(lines, l.pen.Draw(terminal.Faint, strings.Repeat("═", longest)))
	}
	return lines
}

func (l *layout) list(b list, width int) []string {
	var lines []string
	for i, item := range b.items {
		marker := "• "
		if b.ordered {
			marker = fmt.Sprintf("%d. ", b.start+i)
		}
		blocks := item.blocks
		if item.label != nil {
			marker = "  "
			lines = append(lines, l.wrap(item.label, width)...)
		}
		indent := len([]rune(marker))
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

func (l *layout) code(text string) []string {
	lines := strings.Split(strings.Trim(terminal.Text(text), "\n"), "\n")
	for i, line := range lines {
		lines[i] = "    " + l.pen.Draw(terminal.Note, strings.TrimRight(line, " "))
	}
	return lines
}

// display writes formulas. As many adjacent formulas as fit share a line; a formula longer than a line continues
// beyond the margin.
func (l *layout) display(d display, width int) []string {
	var lines []string
	for _, line := range d.lines {
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
	for _, word := range words(text) {
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
				line, used = line+l.pen.Draw(s.ink, piece), used+terminal.Width(piece)
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

// words splits spans at spaces; nil stands for a forced break.
func words(text []span) [][]span {
	var all [][]span
	var word []span
	flush := func() {
		if len(word) > 0 {
			all, word = append(all, word), nil
		}
	}
	for _, s := range text {
		for i, line := range strings.Split(s.text, "\n") {
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
					word = append(word, span{text: safe, ink: s.ink})
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
	columns := g.columns()
	if columns == 0 {
		return nil
	}
	if g.isHuge() {
		return l.code(g.asText())
	}
	widths := make([]int, columns)
	for _, row := range g.rows {
		for i, cell := range row {
			for _, line := range l.wrap(cell, 1<<30) {
				widths[i] = max(widths[i], terminal.Width(line))
			}
		}
	}
	shrink(widths, width-3*(columns-1))
	bar := l.pen.Draw(terminal.Faint, "│")
	var lines []string
	for i, row := range g.rows {
		lines = append(lines, l.gridRow(g, row, widths, bar)...)
		if i == 0 && g.header {
			dashes := make([]string, columns)
			for j := range dashes {
				dashes[j] = strings.Repeat("─", widths[j])
			}
			lines = append(lines, l.pen.Draw(terminal.Faint, strings.Join(dashes, "─┼─")))
		}
	}
	return lines
}

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

func (l *layout) gridRow(g grid, row [][]span, widths []int, bar string) []string {
	cells := make([][]string, len(widths))
	height := 1
	for i := range row {
		cells[i] = l.wrap(row[i], max(1, widths[i]))
		height = max(height, len(cells[i]))
	}
	lines := make([]string, height)
	for y := range lines {
		parts := make([]string, len(widths))
		for i := range parts {
			line := ""
			if y < len(cells[i]) {
				line = cells[i][y]
			}
			room := max(widths[i]-terminal.Width(line), 0)
			switch g.alignment(i) {
			case 'c':
				line = strings.Repeat(" ", room/2) + line
			case 'r':
				line = strings.Repeat(" ", room) + line
			}
			parts[i] = terminal.Pad(line, widths[i])
		}
		lines[y] = strings.TrimRight(strings.Join(parts, " "+bar+" "), " ")
	}
	return lines
}
