// Writes the secret inputs and their descriptions. From the root of the repository:
//
//	cd problems/nimduel
//	go run generators/generate.go -o data/secret
//
// An answer file names the winning side: the first word that problems/nim/submissions/accepted/nim.go prints.
package main

import (
	"fmt"
	"io"
	"strings"

	"grundy/checker/testlib"
)

const (
	largest = 1_000_000_000_000_000_000
	power   = 1 << 59 // the largest power of two such that all smaller numbers are allowed, and their nim-sums too
)

func main() {
	testlib.Generate(
		fixed("01-empty", "an empty table: being second has won already", 0),
		fixed("02-all-empty", "a hundred heaps without stones", make([]int, 100)...),
		fixed("03-one-stone", "the shortest game with a move", 1),
		fixed("04-single-largest", "the largest heap there is, taken at once", largest),
		fixed("05-equal", "two equal heaps: being second wins", 9, 9),
		fixed("06-three-balanced", "the smallest balanced position of three heaps", 1, 2, 3),
		fixed("07-small-winner", "the only winning move is in the smallest heap", 8, 8, 3, 5),
		fixed("08-gaps", "empty heaps count for the numbering", 0, 0, 6, 0, 3, 0),
		fixed("09-ones-odd", "an odd number of single stones: misère players choose the wrong side", 1, 1, 1, 1, 1),
		fixed("10-ones-even", "an even number of single stones", 1, 1, 1, 1, 1, 1),
		fixed("11-powers", "powers of two: only the largest heap wins, most of it stays", powers(59)...),
		fixed("12-one-apart", "two huge heaps that differ by one stone", largest, largest-1),
		fixed("13-high-bits", "the lower 32 bits balance, the upper ones do not", 1<<40+6, 1<<41+5, 3),
		random("14-random-small", "ten heaps of at most 20 stones", 10, 20),
		random("15-random-many-small", "a hundred heaps of at most 3 stones", 100, 3),
		random("16-random-large", "a hundred heaps of any size", 100, largest),
		balanced("17-balanced-small", "nine heaps of less than 16 stones, nim-sum zero", 9, 15),
		balanced("18-balanced-large", "a hundred huge heaps, nim-sum zero", 100, power-1),
	)
}

func fixed(name, description string, heaps ...int) testlib.Case {
	return testlib.Case{Name: name, Description: description, Write: func(out io.Writer, _ *testlib.Rand) {
		input(out, heaps)
	}}
}

// random is a case of n heaps with 0 to most stones.
func random(name, description string, n, most int) testlib.Case {
	return testlib.Case{Name: name, Description: description, Write: func(out io.Writer, r *testlib.Rand) {
		input(out, draw(r, n, most))
	}}
}

// balanced is a case of n heaps with 0 to most stones, a power of two less one, whose nim-sum is zero.
func balanced(name, description string, n, most int) testlib.Case {
	return testlib.Case{Name: name, Description: description, Write: func(out io.Writer, r *testlib.Rand) {
		heaps := draw(r, n-1, most)
		sum := 0
		for _, heap := range heaps {
			sum ^= heap
		}
		input(out, append(heaps, sum))
	}}
}

func draw(r *testlib.Rand, n, most int) []int {
	heaps := make([]int, n)
	for i := range heaps {
		heaps[i] = r.Int(0, most)
	}
	return heaps
}

func powers(n int) []int {
	heaps := make([]int, n)
	for i := range heaps {
		heaps[i] = 1 << i
	}
	return heaps
}

func input(out io.Writer, heaps []int) {
	fmt.Fprintf(out, "%d\n%s\n", len(heaps), strings.Trim(fmt.Sprint(heaps), "[]"))
}
