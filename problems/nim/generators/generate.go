// Writes the secret inputs and their descriptions. From the root of the repository:
//
//	cd problems/nim
//	go run generators/generate.go -o data/secret
//	go build -o /tmp/nim submissions/accepted/nim.go
//	for input in data/secret/*.in; do /tmp/nim <"$input" >"${input%.in}.ans"; done
package main

import (
	"io"
	"math"
	"strconv"
	"strings"

	"grundy/checker/testlib"
)

const most = 100_000 // heaps

func main() {
	testlib.Generate(
		fixed("01-empty", "one heap without stones: lost before the first move", 0),
		fixed("02-single", "one heap is simply taken", 5),
		fixed("03-single-largest", "the largest heap there is", math.MaxInt64),
		fixed("04-equal", "two equal heaps are lost", 7, 7),
		fixed("05-equal-largest", "two equal heaps whose sum overflows", math.MaxInt64, math.MaxInt64),
		fixed("06-all-empty", "many heaps without stones", make([]int, 10)...),
		fixed("07-gaps", "empty heaps count for the numbering", 0, 0, 6, 0, 3, 0),
		fixed("08-even-sum", "the sum is even, the nim-sum is not zero", 1, 3),
		fixed("09-ties", "every heap has a winning move: the first one counts", 4, 4, 4, 4, 4),
		fixed("10-least-not-largest", "three heaps win; the first is neither the largest nor the whole one", 2, 9, 15, 12, 2),
		fixed("11-small-winner", "heaps larger than the nim-sum come first, only a smaller one wins", 8, 8, 3, 5),
		fixed("12-ones-odd", "an odd number of single stones: misère players choose the wrong side", 1, 1, 1, 1, 1),
		fixed("13-high-bits", "the lower 32 bits balance, the upper ones do not", 1<<40+6, 1<<41+5, 3),
		fixed("14-sign-bits", "around 2^31 and 2^32", 1<<31, 1<<32, 1<<31-1, 1<<32-1, 1<<31+1),
		fixed("15-low-bit-of-many", "heaps that differ beyond the precision of a double", 1<<62+1, 1<<62),
		fixed("16-top-bit", "only bit 62 differs", 1<<62-1, math.MaxInt64, 1, 1),
		fixed("17-three-balanced", "the smallest balanced position of three heaps", 1, 2, 3),
		random("18-random-small", "20 heaps of at most 15 stones", 20, 15),
		random("19-random", "1000 heaps of any size", 1000, math.MaxInt64),
		testlib.Case{
			Name: "20-random-balanced", Description: "1000 heaps of any size with nim-sum zero",
			Write: func(out io.Writer, r *testlib.Rand) {
				heaps := draw(r, 999, math.MaxInt64)
				sum := 0
				for _, heap := range heaps {
					sum ^= heap
				}
				input(out, append(heaps, sum))
			},
		},
		random("21-large-heaps", "10,000 heaps of any size", 10_000, math.MaxInt64),
		testlib.Case{
			Name: "22-last-of-many", Description: "the most heaps; only the last one has a winning move",
			Write: func(out io.Writer, r *testlib.Rand) { input(out, append(draw(r, most-1, 63), 64)) },
		},
		testlib.Case{
			Name: "23-balanced-pairs", Description: "the most heaps, in equal pairs apart from each other: nim-sum zero",
			Write: func(out io.Writer, r *testlib.Rand) {
				heaps := draw(r, most/2, 99)
				heaps = append(heaps, heaps...)
				testlib.Shuffle(r, heaps)
				input(out, heaps)
			},
		},
	)
}

// fixed is a case with the given heaps.
func fixed(name, description string, heaps ...int) testlib.Case {
	return testlib.Case{Name: name, Description: description, Write: func(out io.Writer, _ *testlib.Rand) {
		input(out, heaps)
	}}
}

// random is a case of n heaps with 0 to largest stones.
func random(name, description string, n, largest int) testlib.Case {
	return testlib.Case{Name: name, Description: description, Write: func(out io.Writer, r *testlib.Rand) {
		input(out, draw(r, n, largest))
	}}
}

func draw(r *testlib.Rand, n, largest int) []int {
	heaps := make([]int, n)
	for i := range heaps {
		heaps[i] = r.Int(0, largest)
	}
	return heaps
}

func input(out io.Writer, heaps []int) {
	words := make([]string, len(heaps))
	for i, heap := range heaps {
		words[i] = strconv.Itoa(heap)
	}
	_, _ = io.WriteString(out, strconv.Itoa(len(heaps))+"\n"+strings.Join(words, " ")+"\n")
}
