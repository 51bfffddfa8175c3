// The exclusive or of the Grundy numbers of the squares decides.
package main

import (
	"bufio"
	"fmt"
	"os"
)

type square struct{ r, c int }

var moves = []square{{1, -2}, {-1, -2}, {-2, -1}, {-2, 1}}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for range read(in) {
		sum := 0
		for range read(in) {
			sum ^= grundy(square{read(in), read(in)})
		}
		if sum != 0 {
			fmt.Fprintln(out, "FIRST")
		} else {
			fmt.Fprintln(out, "SECOND")
		}
	}
}

// numbers are the Grundy numbers that are known already.
var numbers = map[square]int{}

// grundy is the least number that no square within a move has.
func grundy(s square) int {
	number, known := numbers[s]
	if known {
		return number
	}
	reached := map[int]bool{}
	for _, move := range moves {
		r, c := s.r+move.r, s.c+move.c
		if r >= 0 && r < 8 && c >= 0 && c < 8 {
			reached[grundy(square{r, c})] = true
		}
	}
	for reached[number] {
		number++
	}
	numbers[s] = number
	return number
}

func read(in *bufio.Reader) int {
	var number int
	fmt.Fscan(in, &number)
	return number
}
