// Judges the output of Walls for the Wall Game: the value must be the answer's, and with the printed walls the rabbit's
// cheapest route must cost as much.
package main

import (
	"fmt"
	"math"
	"strings"

	"grundy/checker/testlib"
)

// unreachable is the cost of a cell that the token cannot enter.
const unreachable = math.MaxInt / 2

func main() { testlib.Check(check) }

func check(c *testlib.Checker) {
	want := c.Answer.Int("value", -1, math.MaxInt32)
	got := c.Output.Int("value", -1, math.MaxInt32)
	if got != want {
		c.Reject("value: want %d, got %d", want, got)
	}
	if want == -1 {
		return
	}
	board := readBoard(c)
	walls := readWalls(c, len(board)-1, len(board[0]))
	switch paid := cheapest(board, walls); {
	case paid == unreachable:
		c.Reject("the walls leave no way to the bottom row")
	case paid < want:
		c.Reject("the value %d is right, but with these walls the rabbit pays %d", want, paid)
	case paid > want:
		c.Fail("with the printed walls the rabbit pays %d, more than the answer's %d", paid, want)
	}
}

func readBoard(c *testlib.Checker) []string {
	h := c.Input.Int("h", 1, math.MaxInt32)
	w := c.Input.Int("w", 1, math.MaxInt32)
	board := make([]string, h)
	for r := range board {
		board[r] = c.Input.Word("row")
		if len(board[r]) != w {
			c.Fail("input, row %d: want %d characters, got %d", r+1, w, len(board[r]))
		}
	}
	return board
}

// readWalls reads the rows of walls and rejects malformed ones.
func readWalls(c *testlib.Checker, rows, w int) []string {
	walls := make([]string, rows)
	for r := range walls {
		name := fmt.Sprintf("row %d of %d of the walls", r+1, rows)
		row := c.Output.Word(name)
		if at := strings.IndexFunc(row, func(c rune) bool { return c != '.' && c != '#' }); at >= 0 {
			c.Reject("%s: column %d: want . or #, got %q", name, at+1, row[at])
		}
		if len(row) != w {
			c.Reject("%s: want %d characters, got %d", name, w, len(row))
		}
		walls[r] = row
	}
	return walls
}

// cheapest returns what the rabbit pays when the walls stand, unreachable if it cannot get to the bottom row.
func cheapest(board, walls []string) int {
	w := len(board[0])
	above := make([]int, w) // the least cost so far of a token about to drop into column c
	for c := range above {
		above[c] = unreachable
	}
	above[0] = 0
	for r, row := range board {
		paid := make([]int, w)
		for c := range paid {
			paid[c] = enter(above[c], row[c])
		}
		if r == len(board)-1 {
			above = paid
			break
		}
		for c := 1; c < w; c++ {
			paid[c] = min(paid[c], enter(paid[c-1], row[c]))
		}
		for c := w - 2; c >= 0; c-- {
			paid[c] = min(paid[c], enter(paid[c+1], row[c]))
		}
		for c := range paid {
			if walls[r][c] == '#' {
				paid[c] = unreachable
			}
		}
		above = paid
	}
	least := unreachable
	for _, cost := range above {
		least = min(least, cost)
	}
	return least
}

// enter is the cost after a step into the cell.
func enter(cost int, cell byte) int {
	if cost == unreachable || cell == 'x' {
		return unreachable
	}
	return cost + int(cell-'0')
}
