// The Grundy number of a square depends on its place in a block of four rows and columns, and on where the block is.
package main

import (
	"bufio"
	"fmt"
	"os"
)

// numbers are those of a block two or more left of the diagonal, one left, on it, one right, two or more right.
var numbers = [][]string{
	{"0033", "0023", "1122", "1123"},
	{"0034", "0023", "1122", "1123"},
	{"0011", "0021", "1222", "1121"},
	{"0011", "0011", "3222", "4323"},
	{"0011", "0011", "3222", "3323"},
}

func grundy(r, c int) int {
	right := min(max(c/4-r/4, -2), 2)
	return int(numbers[right+2][r%4][c%4] - '0')
}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for range read(in) {
		sum := 0
		for range read(in) {
			r := read(in)
			sum ^= grundy(r, read(in))
		}
		if sum != 0 {
			fmt.Fprintln(out, "FIRST")
		} else {
			fmt.Fprintln(out, "SECOND")
		}
	}
}

func read(in *bufio.Reader) int {
	var number int
	fmt.Fscan(in, &number)
	return number
}
