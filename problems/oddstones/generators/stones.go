// Prints games of odd stones of one kind: stones KIND T PILES TAKES SEED. Piles and moves are not greater than PILES and TAKES,
// but for "all", which prints every game with so many stones and such K, and has neither T nor a seed.
package main

import (
	"fmt"

	"grundy/checker/testlib"
)

const (
	mostStones = 1e18 - 1
	mostTaken  = 1e9
)

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		if kind := g.Word("kind", "all", "random", "lost", "period", "once", "small"); kind == "all" {
			all(g)
		} else {
			some(g, kind)
		}
	})
}

func all(g *testlib.Generator) {
	stones, from, to := g.Int("stones", 1, 1000), g.Int("least K", 1, 100), g.Int("greatest K", 1, 100)
	fmt.Fprintln(g, (to-from+1)*(stones+1)/2*2)
	for k := from; k <= to; k++ {
		for n := 1; n <= stones; n += 2 {
			fmt.Fprintln(g, n, k, "even")
			fmt.Fprintln(g, n, k, "odd")
		}
	}
}

func some(g *testlib.Generator, kind string) {
	games := g.Int("T", 1, 20_000)
	piles := g.Int("piles", 1, mostStones)
	takes := g.Int("takes", 1, mostTaken)
	r := g.Rand("seed")
	fmt.Fprintln(g, games)
	for range games {
		n, k, word := r.Int(0, (piles-1)/2)*2+1, r.Int(1, takes), testlib.Choose(r, "even", "odd")
		period := k + 2
		if k%2 == 1 {
			period = 2*k + 2
		}
		switch kind {
		case "lost": // about so many stones, and lost
			rest := 1
			if word == "odd" {
				rest = k + 1 + k%2
			}
			n = n/period*period + rest
		case "period": // near a place where something changes
			rest := testlib.Choose(r, 0, 1, k, k+1, k+2, 2*k, 2*k+1) + r.Int(-3, 3)
			n = n/period*period + max(rest, 0)
		case "once": // the pile is hardly more than one or two moves
			n = k*r.Int(1, 2) + r.Int(-4, 4)
		case "small":
			n = r.Int(1, 9)
		}
		n = min(max(n|1, 1), mostStones)
		fmt.Fprintln(g, n, k, word)
	}
}
