// The position is lost exactly when all Grundy numbers are equal. O(K).
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
	var numbers [64]int
	for square := range numbers {
		numbers[square] = grundy(square/8, square%8)
	}
	var cases int
	for fmt.Fscan(in, &cases); cases > 0; cases-- {
		var k int
		fmt.Fscan(in, &k)
		values := make([]int, k)
		for i := range values {
			var r, c int
			fmt.Fscan(in, &r, &c)
			values[i] = numbers[8*r+c]
		}
		if slices.Min(values) < slices.Max(values) {
			fmt.Fprintln(out, "FIRST")
		} else {
			fmt.Fprintln(out, "SECOND")
		}
	}
}

// grundy is the least number that no move of a knight on (r, c) leads to.
func grundy(r, c int) int {
	var after []int
	for _, step := range [][]int{{1, -2}, {-1, -2}, {-2, -1}, {-2, 1}} {
		nr, nc := r+step[0], c+step[1]
		if nr >= 0 && nr < 8 && nc >= 0 && nc < 8 {
			after = append(after, grundy(nr, nc))
		}
	}
	mex := 0
	for slices.Contains(after, mex) {
		mex++
	}
	return mex
}
