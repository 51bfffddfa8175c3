package play

import "strings"

// cell is the position of a character in a drawing.
type cell struct{ column, row int }

// canvas is a drawing: rows of characters, some with the dots of lines and some of words.
type canvas [][]rune

// A character has dots, one bit each, added to the character without dots ("Braille Patterns" of
// Unicode).
const (
	noDots   = '\u2800'
	dotsWide = 2
	dotsHigh = 4
)

var dots = [dotsHigh][dotsWide]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

func newCanvas(columns, rows int) canvas {
	c := make(canvas, rows)
	for row := range c {
		c[row] = []rune(strings.Repeat(" ", columns))
	}
	return c
}

// line draws a line between the middles of two characters.
func (c canvas) line(from, to cell) {
	for _, dot := range dotted(from, to) {
		at := &c[dot.row/dotsHigh][dot.column/dotsWide]
		if *at == ' ' {
			*at = noDots
		}
		*at |= dots[dot.row%dotsHigh][dot.column%dotsWide]
	}
}

// dotted returns the dots of a line between the middles of two characters.
func dotted(from, to cell) []cell {
	wide, high := (to.column-from.column)*dotsWide, (to.row-from.row)*dotsHigh
	steps := max(wide, -wide, high, -high, 1)
	line := make([]cell, steps+1)
	for i := range line {
		line[i] = cell{from.column*dotsWide + rounded(i*wide, steps), from.row*dotsHigh + dotsHigh/2 + rounded(i*high, steps)}
	}
	return line
}

// rounded divides by a positive number and rounds to the nearest integer.
func rounded(number, by int) int {
	if number < 0 {
		return -rounded(-number, by)
	}
	return (number + by/2) / by
}

// write writes a word centred at a position, over what is there, with a space on either side.
func (c canvas) write(at cell, word string) {
	row, first := c[at.row], begin(at, word)
	for _, beside := range []int{first - 1, first + len(word)} {
		if beside >= 0 && beside < len(row) && row[beside] >= noDots {
			row[beside] = ' '
		}
	}
	copy(row[first:], []rune(word))
}

// begin is the column of the first character of a word centred at a position.
func begin(at cell, word string) int { return at.column - len(word)/2 }

// String returns the drawing without empty rows at the top and bottom.
func (c canvas) String() string {
	lines := make([]string, len(c))
	for i, row := range c {
		lines[i] = strings.TrimRight(string(row), " ")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
