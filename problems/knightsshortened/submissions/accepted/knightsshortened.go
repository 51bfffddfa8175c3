// No Grundy numbers are needed, only who wins with each knight alone. O(K).
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var cases int
	for fmt.Fscan(in, &cases); cases > 0; cases-- {
		var play string
		var k int
		fmt.Fscan(in, &play, &k)
		misere := play == "misere"
		over, won := false, false
		for range k {
			var r, c int
			fmt.Fscan(in, &r, &c)
			over = over || r < 2 && c < 2
			won = won || wins(r, c, misere)
		}
		if over {
			won = misere
		}
		if won {
			fmt.Fprintln(out, "FIRST")
		} else {
			fmt.Fprintln(out, "SECOND")
		}
	}
}

// wins tells whether the player to move wins with a knight alone on (r, c).
func wins(r, c int, misere bool) bool {
	if r < 2 && c < 2 {
		return misere
	}
	for _, step := range [][]int{{1, -2}, {-1, -2}, {-2, -1}, {-2, 1}} {
		nr, nc := r+step[0], c+step[1]
		if nr >= 0 && nr < 8 && nc >= 0 && nc < 8 && !wins(nr, nc, misere) {
			return true
		}
	}
	return false
}
