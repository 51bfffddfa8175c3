// Has the Grundy numbers of a thousand rows and columns, and no others.
package main

import (
	"bufio"
	"fmt"
	"os"
)

const side = 1000

var numbers [2 * side][2 * side]int8 // for the table itself knights ride beyond it

func main() {
	for sum := range 2 * side {
		for r := range sum + 1 {
			numbers[r][sum-r] = mex(r, sum-r)
		}
	}
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for range read(in) {
		var sum int8
		for range read(in) {
			r := read(in)
			sum ^= numbers[r][read(in)]
		}
		if sum != 0 {
			fmt.Fprintln(out, "FIRST")
		} else {
			fmt.Fprintln(out, "SECOND")
		}
	}
}

func mex(r, c int) int8 {
	var reached [5]bool
	for _, move := range [4][2]int{{1, -2}, {-1, -2}, {-2, -1}, {-2, 1}} {
		if r, c := r+move[0], c+move[1]; r >= 0 && c >= 0 {
			reached[numbers[r][c]] = true
		}
	}
	var number int8
	for reached[number] {
		number++
	}
	return number
}

func read(in *bufio.Reader) int {
	var number int
	fmt.Fscan(in, &number)
	return number
}
