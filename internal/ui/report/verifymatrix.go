package report

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// matrixCases bounds the columns of the matrix unless Verbose: thousands are unreadable.
const matrixCases = 400

// The cases of a test group are in blocks of ten, which makes them easy to count.
const (
	blockCases = 10
	blockGap   = 1
	groupGap   = 2
	groupName  = 10 // minimal columns for the name of a group, if it needs them
)

// matrix returns a line of glyphs for each submission, one glyph per case, in as many parts as the width requires.
// Below, it shows how many submissions each case catches, if some should fail.
func (v *verifyText) matrix(m event.Matrix, catches []event.CaseCatches) []string {
	if len(m.Rows) == 0 || len(m.Cases) == 0 {
		return nil
	}
	label := terminal.Width(catchesLabel)
	for _, row := range m.Rows {
		label = max(label, terminal.Width(terminal.Line(row.Submission)))
	}
	label = min(label, v.width/2)
	all := len(m.Cases)
	if !v.options.Verbose {
		all = min(all, matrixCases)
	}
	var lines []string
	for _, part := range layBlocks(m.Cases[:all], v.width-label-4) {
		indent := strings.Repeat(" ", label+4)
		lines = append(lines, indent+v.pen.Draw(terminal.Faint, part.groups()), indent+v.pen.Draw(terminal.Faint, part.names(m.Cases)))
		for _, row := range m.Rows {
			name := terminal.Pad(terminal.Clip(terminal.Line(row.Submission), label), label)
			lines = append(lines, "  "+name+"  "+part.line(func(b block) string { return v.glyphs(row, b.from, b.to) }))
		}
		if len(catches) == len(m.Cases) {
			counts := part.line(func(b block) string { return catchCounts(catches[b.from:b.to]) })
			lines = append(lines, "  "+v.pen.Draw(terminal.Faint, terminal.Pad(terminal.Clip(catchesLabel, label), label)+"  "+counts))
		}
	}
	if hidden := len(m.Cases) - all; hidden > 0 {
		lines = append(lines, fmt.Sprintf("  … %s not shown", terminal.Count(hidden, "case")))
	}
	return lines
}

const catchesLabel = "caught by the case"

func (v *verifyText) glyphs(row event.MatrixRow, from, to int) string {
	var results strip
	for _, cell := range row.Cells[min(from, len(row.Cells)):min(to, len(row.Cells))] {
		results.add(cell.Verdict)
	}
	return results.draw(v.style, to-from)
}

// catchCounts returns a digit for each case, with + for ten or more.
func catchCounts(cases []event.CaseCatches) string {
	var b strings.Builder
	for _, c := range cases {
		switch n := len(c.Catches); {
		case n == 0:
			b.WriteString("·")
		case n < 10:
			b.WriteString(strconv.Itoa(n))
		default:
			b.WriteString("+")
		}
	}
	return b.String()
}

// block is a run of cases of one test group without a gap.
type block struct {
	group    string
	from, to int  // cases, from 0
	head     bool // the group begins here, or continues from the part before
	start    int  // the column
}

// blocks is a part of the matrix: blocks side by side.
type blocks []block

// layBlocks distributes the cases over parts of at most the given number of columns, if a block fits into them.
func layBlocks(cases []string, columns int) []blocks {
	var parts []blocks
	var part blocks
	end, named := 0, 0 // of the last block, and of the name of its group
	for from := 0; from < len(cases); {
		b := block{group: path.Dir(cases[from]), from: from, to: from + 1}
		for b.to < len(cases) && b.to-from < blockCases && path.Dir(cases[b.to]) == b.group {
			b.to++
		}
		from = b.to
		b.start = end + blockGap
		if len(part) == 0 || part[len(part)-1].group != b.group {
			b.head = true
			b.start = max(end, named) + groupGap
		}
		if len(part) > 0 && b.start+b.to-b.from > columns {
			parts = append(parts, part)
			part = nil
		}
		if len(part) == 0 {
			b.head, b.start = true, 0
		}
		if b.head {
			named = b.start + min(terminal.Width(b.name()), groupName)
		}
		end = b.start + b.to - b.from
		part = append(part, b)
	}
	return append(parts, part)
}

// name is that of the group, for users.
func (b block) name() string { return terminal.Line(strings.TrimPrefix(b.group, "secret/")) }

// line puts a text at the position of each block.
func (bs blocks) line(of func(block) string) string {
	line := ""
	for _, b := range bs {
		line = terminal.Pad(line, b.start) + of(b)
	}
	return line
}

// groups is the line of the groups' names.
func (bs blocks) groups() string {
	heads := slices.DeleteFunc(slices.Clone(bs), func(b block) bool { return !b.head })
	return heads.captions(block.name)
}

// names is the line of the first case of each block.
func (bs blocks) names(cases []string) string {
	return bs.captions(func(b block) string { return terminal.Line(path.Base(cases[b.from])) })
}

// captions puts a text above each block, cut where the next one begins.
func (bs blocks) captions(of func(block) string) string {
	line := ""
	for i, b := range bs {
		room := max(b.to-b.from, groupName)
		if i+1 < len(bs) {
			room = bs[i+1].start - b.start - 1
		}
		line = terminal.Pad(line, b.start) + terminal.Clip(of(b), room)
	}
	return line
}

// catches says what each case contributes: the submissions that it alone catches, and the cases that catch none.
func (v *verifyText) catches(cases []event.CaseCatches) []string {
	if len(cases) == 0 {
		return nil
	}
	var alone [][2]string
	var nothing []string
	shared := 0
	for _, c := range cases {
		name := terminal.Line(strings.TrimPrefix(c.Case, "secret/"))
		switch {
		case len(c.Alone) > 0:
			alone = append(alone, [2]string{name, terminal.Line(strings.Join(c.Alone, ", "))})
		case len(c.Catches) > 0:
			shared++
		default:
			nothing = append(nothing, name)
		}
	}
	lines := []string{v.labelledLine("catches", fmt.Sprintf("%s no other one does, %d what others do too, %d nothing",
		catchWords(len(alone)), shared, len(nothing)))}
	width := 0
	for _, row := range alone {
		width = max(width, terminal.Width(row[0]))
	}
	for i, row := range alone {
		if i == catchLines && !v.options.Verbose {
			lines = append(lines, v.labelledLine("", fmt.Sprintf("… %d more", len(alone)-i)))
			break
		}
		lines = append(lines, v.labelledLine(only(i == 0, "alone"), terminal.Pad(row[0], min(width, v.width/2))+"  "+row[1]))
	}
	for i, line := range fold(nothing, ", ", v.width-14) {
		if i == nothingLines && !v.options.Verbose {
			lines = append(lines, v.labelledLine("", "…"))
			break
		}
		lines = append(lines, v.labelledLine(only(i == 0, "nothing"), line))
	}
	return lines
}

// catchLines and nothingLines bound the lists of cases unless Verbose.
const (
	catchLines   = 10
	nothingLines = 3
)

func catchWords(n int) string {
	if n == 1 {
		return "1 case catches what"
	}
	return strconv.Itoa(n) + " cases catch what"
}

// only returns text on the first of several lines, else "".
func only(first bool, text string) string {
	if first {
		return text
	}
	return ""
}
