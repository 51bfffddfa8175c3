// One pass from the top, one row in memory: O(h·w) time, O(w) space.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
)

// none marks a cell that the rabbit cannot have reached.
const none = -1

func main() {
	words := bufio.NewScanner(os.Stdin)
	words.Buffer(make([]byte, 1<<16), 1<<23)
	words.Split(bufio.ScanWords)
	next := func() []byte {
		words.Scan()
		return words.Bytes()
	}
	h, _ := strconv.Atoi(string(next()))
	w, _ := strconv.Atoi(string(next()))

	// above[c] is the dearest forced path that is about to drop into column c of the next row.
	above := make([]int, w)
	for c := range above {
		above[c] = none
	}
	above[0] = 0
	best := none
	right, left := make([]int, w), make([]int, w)
	for r := range h {
		row := next()
		if r == h-1 {
			for c, cell := range row {
				if cell != 'x' && above[c] != none {
					best = max(best, above[c]+int(cell-'0'))
				}
			}
			break
		}
		run := none
		for c, cell := range row {
			run = step(max(run, above[c]), cell)
			right[c] = run
		}
		run = none
		for c := w - 1; c >= 0; c-- {
			run = step(max(run, above[c]), row[c])
			left[c] = run
		}
		for c := range above {
			above[c] = max(right[c], left[c])
		}
	}
	fmt.Println(best)
}

// step enters a cell with the given cost so far.
func step(cost int, cell byte) int {
	if cost == none || cell == 'x' {
		return none
	}
	return cost + int(cell-'0')
}
