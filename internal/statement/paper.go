package statement

import (
	"strings"
	"unicode/utf8"

	"grundy/internal/ui/terminal"
)

// The width of the paper in characters, for LaTeX and Typst: for data, and for text in tables.
const (
	dataWidth  = 84
	tableWidth = 80
)

// shortSample is the most lines of a sample that are kept on one page.
const shortSample = 30

// run is text with one link target, or without.
type run struct {
	target string
	text   []span
}

// runs returns the runs of a text. It omits what only terminals need: addresses and their lines.
func runs(text []span) []run {
	var all []run
	for i := 0; i < len(text); i++ {
		s := text[i]
		if !isWebAddress(s.target) {
			if last := len(all) - 1; last >= 0 && all[last].target == "" {
				all[last].text = append(all[last].text, s)
			} else {
				all = append(all, run{text: []span{s}})
			}
			continue
		}
		link := run{target: s.target}
		for ; i < len(text) && text[i].target == s.target; i++ {
			if label := text[i]; !label.written {
				label.style &^= underlined // as all links are
				link.text = append(link.text, label)
			}
		}
		i--
		all = append(all, link)
	}
	return all
}

// goesOn marks a row that continues a line of data, where the writer has no mark of its own.
const goesOn = "↳ "

// foldedRow is a line of data, or the part of it in one row.
type foldedRow struct {
	text   string
	goesOn bool // whether the line began in an earlier row
}

// folded breaks lines of data into rows for a column of the given width in characters. A longer line continues in
// the next row, after a space if it has one.
func folded(lines []string, width int) []foldedRow {
	const indented = 3 // indentation of continued rows
	var rows []foldedRow
	for _, line := range lines {
		goesOn, room := false, width
		for terminal.Width(line) > room {
			end, taken := 0, 0
			for end < len(line) {
				_, size := utf8.DecodeRuneInString(line[end:])
				if taken += terminal.Width(line[end : end+size]); taken > room && end > 0 {
					break
				}
				end += size
			}
			if space := strings.LastIndexByte(line[:end], ' '); space > end/2 {
				end = space + 1
			}
			rows = append(rows, foldedRow{line[:end], goesOn})
			line, goesOn, room = line[end:], true, width-indented
		}
		rows = append(rows, foldedRow{line, goesOn})
	}
	return rows
}

// sampleWidths are the widths of the input and the answer of a sample, in characters. Each gets half of the page,
// or as much as it needs if the other one needs less.
func sampleWidths(input, answer []string) (left, right int) {
	left, right = longest(input, 1), longest(answer, 1)
	const half, least = dataWidth / 2, dataWidth / 6
	switch {
	case left <= half && right > half:
		left = max(left, least)
		return left, dataWidth - left
	case right <= half && left > half:
		right = max(right, least)
		return dataWidth - right, right
	}
	return half, half
}

// widths are the approximate widths of a grid's columns in characters.
func (g grid) widths() []int {
	return widthsOf(g.places(), func(c cell) int {
		width := 1
		for _, s := range c.text {
			width += terminal.Width(s.shown())
		}
		return width - 1
	}, 1, 0)
}

// widthsOf are the widths of a table's columns, at least least, if between two of them is a gap.
func widthsOf(rows [][]place, width func(cell) int, least, gap int) []int {
	var widths []int
	for range rows[0] {
		widths = append(widths, least)
	}
	for _, row := range rows {
		for x, p := range row {
			if p.cell != nil && p.across == 1 {
				widths[x] = max(widths[x], width(*p.cell))
			}
		}
	}
	for _, row := range rows {
		for x, p := range row {
			if p.cell != nil && p.across > 1 {
				room := gap * (p.across - 1)
				for _, one := range widths[x : x+p.across] {
					room += one
				}
				widths[x+p.across-1] += max(0, width(*p.cell)-room)
			}
		}
	}
	return widths
}

// sharesOf are the columns' shares of the page width, or nil if all of their text fits.
func sharesOf(widths []int) []float64 {
	sum := 0
	for _, width := range widths {
		sum += width + 2
	}
	if sum <= tableWidth {
		return nil
	}
	const least, most = 6, 40
	sum = 0
	shares := make([]float64, len(widths))
	for i, width := range widths {
		share := min(max(width, least), most)
		shares[i] = float64(share)
		sum += share
	}
	for i := range shares {
		shares[i] /= float64(sum)
	}
	return shares
}
