// The least remoteness decides: its parity tells who wins. O(K).
package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
)

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	// A position is lost for the player to move if its remoteness leaves this remainder modulo 2.
	lost := map[string]int{"normal": 0, "misere": 1}
	tables := map[string][]int{}
	for play, remainder := range lost {
		for square := range 64 {
			tables[play] = append(tables[play], remoteness(square/8, square%8, remainder))
		}
	}
	var cases int
	for fmt.Fscan(in, &cases); cases > 0; cases-- {
		var play string
		var k int
		fmt.Fscan(in, &play, &k)
		values := make([]int, k)
		for i := range values {
			var r, c int
			fmt.Fscan(in, &r, &c)
			values[i] = tables[play][8*r+c]
		}
		if slices.Min(values)%2 == lost[play] {
			fmt.Fprintln(out, "SECOND")
		} else {
			fmt.Fprintln(out, "FIRST")
		}
	}
}

// remoteness counts the moves of a knight alone on (r, c) when the winner hurries and the loser delays.
func remoteness(r, c, lost int) int {
	var all, good []int // what the moves lead to; the good ones are lost for the opponent
	for _, step := range [][]int{{1, -2}, {-1, -2}, {-2, -1}, {-2, 1}} {
		nr, nc := r+step[0], c+step[1]
		if nr < 0 || nr > 7 || nc < 0 || nc > 7 {
			continue
		}
		after := remoteness(nr, nc, lost)
		all = append(all, after)
		if after%2 == lost {
			good = append(good, after)
		}
	}
	switch {
	case len(all) == 0:
		return 0
	case len(good) > 0:
		return 1 + slices.Min(good)
	}
	return 1 + slices.Max(all)
}
