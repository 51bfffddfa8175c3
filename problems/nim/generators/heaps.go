// Prints a position of n heaps: heaps KIND N MOST SEED.
package main

import (
	"fmt"
	"math"
	"strings"

	"grundy/checker/testlib"
)

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		kind := g.Word("kind", "random", "balanced", "last", "pairs")
		n := g.Int("n", 1, 100_000)
		most := g.Int("most", 0, math.MaxInt64)
		r := g.Rand("seed")
		var heaps []int
		switch kind {
		case "random":
			heaps = draw(r, n, most)
		case "balanced": // the last heap makes the nim-sum zero
			heaps = draw(r, n-1, most)
			sum := 0
			for _, heap := range heaps {
				sum ^= heap
			}
			heaps = append(heaps, sum)
		case "last": // only the last heap, one larger than the others may be, has a winning move if most is 2^k-1
			heaps = append(draw(r, n-1, most), most+1)
		case "pairs": // each heap has an equal one somewhere
			heaps = draw(r, n/2, most)
			heaps = append(heaps, heaps...)
			testlib.Shuffle(r, heaps)
		}
		fmt.Fprintf(g, "%d\n%s\n", len(heaps), strings.Trim(fmt.Sprint(heaps), "[]"))
	})
}

// draw gives n heaps of 0 to most stones.
func draw(r *testlib.Rand, n, most int) []int {
	heaps := make([]int, n)
	for i := range heaps {
		heaps[i] = r.Int(0, most)
	}
	return heaps
}
