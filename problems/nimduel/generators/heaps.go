// Prints a position of n heaps and who wins it: heaps KIND N MOST SEED.
package main

import (
	"fmt"
	"strings"

	"grundy/checker/testlib"
)

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		kind := g.Word("kind", "random", "balanced")
		n := g.Int("n", 1, 100)
		most := g.Int("most", 0, 1e18)
		r := g.Rand("seed")
		heaps, sum := make([]int, n), 0
		for i := range heaps {
			if i == n-1 && kind == "balanced" { // it makes the nim-sum zero; most should be 2^k-1
				heaps[i] = sum
			} else {
				heaps[i] = r.Int(0, most)
			}
			sum ^= heaps[i]
		}
		fmt.Fprintf(g, "%d\n%s\n", n, strings.Trim(fmt.Sprint(heaps), "[]"))
		winner := "FIRST"
		if sum == 0 {
			winner = "SECOND"
		}
		fmt.Fprintln(g.Answer(), winner)
	})
}
