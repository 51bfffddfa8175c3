package statement

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grundy/internal/statement/formula"
)

// block is a part of a statement, the same for Markdown and LaTeX.
type block interface{ block() }

// style is a set of the ways in which text stands out.
type style uint16

const (
	strong style = 1 << iota
	emphasis
	typed // text of a program
	underlined
	struck
	raised
	lowered
	smallCaps
	key // of a keyboard
)

// styles are the styles from the outermost to the innermost.
var styles = []style{strong, emphasis, underlined, struck, raised, lowered, smallCaps, key, typed}

// span is text in one style. A line feed in it is a forced break, U+00A0 a non-breaking space. Further fields hold
// what a page shows differently from a terminal.
type span struct {
	text    string
	style   style
	note    *footnote        // whose mark this is
	soft    bool             // whether the text is a space at which a line of the source ends
	formula *formula.Formula // if the text is its Unicode form
	target  string           // address of a link
	file    string           // image file that the text stands for
	drawing *Drawing         // that the text stands for
	alt     string           // description of the image
	width   imageWidth
	// before and after are text that no line break may separate from the formula.
	before, after string
	// written marks the address of a link after its label, which only a terminal needs.
	written bool
}

// has reports whether text of the span stands out in a style. Formulas have their own.
func (s span) has(one style) bool { return s.style&one != 0 && s.text != "" && s.formula == nil }

// footnote is what the mark of a footnote refers to. Several marks may share one.
type footnote struct{ blocks []block }

// isBare reports whether the span is plain text.
func (s span) isBare() bool { return s == span{text: s.text} }

// joins reports whether the next span can be appended to this one.
func (s span) joins(next span) bool {
	s.text, next.text = "", ""
	return s == next && s.formula == nil && !s.isPicture() && s.note == nil
}

type heading struct {
	level      int // 1 for the title
	text       []span
	isStandard bool // whether its words are not the statement's own, but English ones, as fields of Words are
}

type paragraph struct {
	text  []span
	align byte // 'c' and 'r' for centred and right-aligned text, else 0
	// caption marks the words of a figure or a table, centred, which begin with its number if that is not 0.
	caption captionOf
	number  int
}

// captionOf is the kind of block that a caption belongs to.
type captionOf byte

const (
	noCaption captionOf = iota
	figureCaption
	tableCaption
	otherCaption // which has no number, or has it in its text
)

// isFigure reports whether the paragraph is a single image.
func (p paragraph) isFigure() bool { return len(p.text) == 1 && p.text[0].isPicture() }

type list struct {
	ordered   bool
	numbering byte // a, A, i or I for letters and Roman numbers, else 0
	start     int
	tight     bool // no blank lines between items
	items     []item
}

// isDescription reports whether the items have labels of their own.
func (l list) isDescription() bool { return len(l.items) > 0 && l.items[0].label != nil }

// isMarked reports whether an item has a mark of its own. The others then have the usual ones, written out.
func (l list) isMarked() bool {
	return slices.ContainsFunc(l.items, func(i item) bool { return i.mark != nil })
}

// mark is what stands before an item.
func (l list) mark(i int) []span {
	switch item := l.items[i]; {
	case item.label != nil:
		return item.label
	case item.mark != nil:
		return item.mark
	case l.ordered:
		return []span{{text: l.numberOf(l.start+i) + "."}}
	}
	return []span{{text: "•"}}
}

type item struct {
	label  []span // label of a description, else nil
	mark   []span // what stands before the item instead of its number or bullet, nil for those
	task   task
	blocks []block
}

// task is the state of an item of a task list.
type task byte

const (
	noTask task = iota
	openTask
	doneTask
)

// details are blocks that a page shows when the reader opens them.
type details struct {
	summary []span
	open    bool
	blocks  []block
}

type quote struct{ blocks []block }

// code is shown verbatim.
type code struct{ text string }

// display is a formula on lines of its own.
type display struct{ formula *formula.Formula }

type grid struct {
	header bool // whether the first row is a header
	rows   [][]cell
	align  string // alignment of the columns, a letter each: l, c or r; further columns are l
}

// cell is a cell of a table. Its row lists only the cells that begin in it.
type cell struct {
	text         []span
	across, down int  // how many columns and rows it spans, 0 for one
	align        byte // l, c or r, 0 for that of its column
	isHead       bool // whether it heads its row or column
}

// alignment is the alignment of a cell that begins in a column.
func (g grid) alignment(c cell, column int) byte {
	switch {
	case c.align != 0:
		return c.align
	case column < len(g.align):
		return g.align[column]
	}
	return 'l'
}

// isHead reports whether a cell of a row is a header.
func (g grid) isHead(c cell, row int) bool { return c.isHead || g.header && row == 0 }

// headRows is how many rows make up the head: the first one, and those that its cells span.
func (g grid) headRows() int {
	if !g.header {
		return 0
	}
	rows := 1
	for _, c := range g.rows[0] {
		rows = max(rows, min(c.down, len(g.rows)))
	}
	return rows
}

// maxSpan bounds the columns and rows of a cell.
const maxSpan = 100

// place is a position of a table.
type place struct {
	*cell          // that begins here, nil if none does
	across    int  // columns of it, at least 1
	isCovered bool // whether a cell that begins elsewhere spans it
}

// places lays the cells out, as HTML does: a cell begins in the first column that no cell above it spans. All rows
// have the same length.
func (g grid) places() [][]place {
	rows := make([][]place, len(g.rows))
	var taken []int // the rows that cells above still span, by column
	columns := 0
	for y, row := range g.rows {
		x := 0
		for i := range row {
			for x < len(taken) && taken[x] > 0 {
				x++
			}
			c := &row[i]
			across := min(max(c.across, 1), maxSpan)
			for len(taken) < x+across {
				taken = append(taken, 0)
			}
			for len(rows[y]) < x {
				rows[y] = append(rows[y], place{across: 1, isCovered: true})
			}
			rows[y] = append(rows[y], place{cell: c, across: across})
			for ; across > 0; across-- {
				taken[x] = min(max(c.down, 1), len(g.rows)-y)
				x++
			}
		}
		for x := range taken {
			if x >= len(rows[y]) {
				rows[y] = append(rows[y], place{across: 1, isCovered: taken[x] > 0})
			}
			taken[x] = max(0, taken[x]-1)
		}
		columns = max(columns, len(taken))
	}
	for y := range rows {
		for len(rows[y]) < columns {
			rows[y] = append(rows[y], place{across: 1})
		}
	}
	return rows
}

func (g grid) columns() int {
	if rows := g.places(); len(rows) > 0 {
		return len(rows[0])
	}
	return 0
}

// isHuge reports whether a table is too large to align: its widest cells would widen all of it.
func (g grid) isHuge() bool {
	columns, below := 0, 0 // columns that cells begin in, and those that may be taken from above
	for _, row := range g.rows {
		width := 0
		for _, c := range row {
			across := min(max(c.across, 1), maxSpan)
			width += across
			if c.down > 1 {
				below += across
			}
		}
		columns = max(columns, width)
	}
	return (columns+below)*len(g.rows) > maxCells
}

// asText writes a table without aligning it.
func (g grid) asText() string {
	var b strings.Builder
	for _, row := range g.rows {
		for i, cell := range row {
			if i > 0 {
				b.WriteString(" | ")
			}
			b.WriteString(plain(cell.text))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

type rule struct{}

// samplesHere marks where the statement wants the next sample, or all remaining ones.
type samplesHere struct{ all bool }

func (heading) block()     {}
func (paragraph) block()   {}
func (list) block()        {}
func (quote) block()       {}
func (code) block()        {}
func (display) block()     {}
func (grid) block()        {}
func (rule) block()        {}
func (samplesHere) block() {}
func (details) block()     {}

// shown is the text of a span where text is all there is: raised and lowered text in small characters if all of them
// exist, else as "^(n/2)", and struck text between tildes.
func (s span) shown() string {
	text := s.text
	switch {
	case s.note != nil || strings.TrimSpace(text) == "":
	case s.style&raised != 0:
		text = small(text, "^", formula.Small()["^"])
	case s.style&lowered != 0:
		text = small(text, "_", formula.Small()["_"])
	}
	if s.style&struck != 0 && text != "" {
		text = "~~" + text + "~~"
	}
	return text
}

// scriptsTogether joins adjacent raised spans, and lowered ones, since small characters stand for all of them or none.
func scriptsTogether(text []span) []span {
	var joint []span
	for _, s := range text {
		last := len(joint) - 1
		if script := s.style & (raised | lowered); script != 0 && last >= 0 && joint[last].style&(raised|lowered) == script {
			joint[last].text += s.text
			joint[last].style &= s.style
			continue
		}
		joint = append(joint, s)
	}
	return joint
}

// inParentheses puts text of several characters in parentheses.
func inParentheses(text string) string {
	if utf8.RuneCountInString(text) == 1 {
		return text
	}
	return "(" + text + ")"
}

func small(text, mark string, characters map[rune]rune) string {
	var b strings.Builder
	for _, r := range strings.ReplaceAll(text, "-", "−") {
		character, ok := characters[r]
		if !ok {
			return mark + inParentheses(text)
		}
		b.WriteRune(character)
	}
	return b.String()
}

// numberOf is the number of an item of a list, from 1, such as "iv".
func (l list) numberOf(number int) string {
	switch {
	case (l.numbering == 'a' || l.numbering == 'A') && number > 0:
		letters := ""
		for ; number > 0; number = (number - 1) / 26 {
			letters = string(l.numbering+byte((number-1)%26)) + letters
		}
		return letters
	case (l.numbering == 'i' || l.numbering == 'I') && 0 < number && number < 4000:
		return roman(number, l.numbering == 'I')
	}
	return strconv.Itoa(number)
}

func roman(number int, upper bool) string {
	var b strings.Builder
	for _, digit := range []struct {
		value int
		text  string
	}{
		{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"},
	} {
		for ; number >= digit.value; number -= digit.value {
			b.WriteString(digit.text)
		}
	}
	if upper {
		return strings.ToUpper(b.String())
	}
	return b.String()
}
