package statement

import (
	"strings"
	"unicode/utf8"

	"grundy/internal/ui/terminal"
)

// What LaTeX and Typst have in common: a page of paper, which is so many characters wide for data, and for text in tables.
const (
	dataWidth  = 84
	tableWidth = 80
)

// shortSample is how many lines of a sample stay on one page.
const shortSample = 30

// run is text that leads to one address, or to none.
type run struct {
	target string
	text   []span
}

// runs are those of a text. What is written for terminals alone, addresses and their lines, is left out.
func runs(text []span) []run {
	var all []run
	for i := 0; i < len(text); i++ {
		s := text[i]
		if !isWebAddress(s.target) {
			all = append(all, run{text: text[i : i+1]})
			continue
		}
		link := run{target: s.target}
		for ; i < len(text) && text[i].target == s.target; i++ {
			if label := text[i]; !label.written {
				if label.ink == terminal.Underline {
					label.ink = terminal.Plain
				}
				link.text = append(link.text, label)
			}
		}
		i--
		all = append(all, link)
	}
	return all
}

// foldedRow is a line of data, or what of one stands in a row.
type foldedRow struct {
	text   string
	goesOn bool // the line began in a row before
}

// folded are the rows that lines of data take in a column so many characters wide. One that is longer goes on in the next row,
// after a space where there is one.
func folded(lines []string, width int) []foldedRow {
	const indented = 3 // what the going on takes
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

// sampleWidths are those of the input and the answer of a sample, in characters. Each has half of the page, or what it needs where
// the other one needs less.
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

// widths are those of the columns of a grid in characters, about.
func (g grid) widths() []int {
	var widths []int
	for _, row := range g.rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 1)
			}
			width := 0
			for _, s := range cell {
				width += terminal.Width(s.text)
			}
			widths[i] = max(widths[i], width)
		}
	}
	return widths
}

// sharesOf are those of columns in the width of the page, nil where there is room for all of their text.
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
