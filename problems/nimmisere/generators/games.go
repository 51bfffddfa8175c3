// Prints games:
//
//	games all N MOST                   all games of at most N heaps of at most MOST stones
//	games flat T LEAST N SEED          T games of LEAST to N heaps of at most one stone
//	games ones T LEAST N SEED          heaps of one stone only
//	games single T LEAST N MOST SEED   at most one stone, but for one heap of 2 to MOST
//	games pair T LEAST N MOST SEED     at most one stone, but for two equal heaps of 2 to MOST
//	games random T LEAST N MOST SEED   at most MOST stones
//	games balanced T LEAST N MOST SEED the last heap makes the nim-sum zero
//	games one T LEAST N MOST SEED      the last heap makes the nim-sum one
package main

import (
	"fmt"

	"grundy/checker/testlib"
)

const mostStones = 1e18

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		var games [][]int
		kind := g.Word("kind", "all", "flat", "ones", "single", "pair", "random", "balanced", "one")
		if kind == "all" {
			games = all(g.Int("heaps", 1, 10), g.Int("stones", 0, 10))
		} else {
			games = draw(g, kind)
		}
		fmt.Fprintln(g, len(games))
		for _, heaps := range games {
			fmt.Fprint(g, len(heaps))
			for _, heap := range heaps {
				fmt.Fprint(g, " ", heap)
			}
			fmt.Fprintln(g)
		}
	})
}

// all counts like an odometer, with one heap more after each round.
func all(most, stones int) [][]int {
	var games [][]int
	for n := 1; n <= most; n++ {
		heaps := make([]int, n)
		for i := n; i >= 0; {
			if i == n {
				games = append(games, append([]int(nil), heaps...))
			}
			i--
			for i >= 0 && heaps[i] == stones {
				heaps[i] = 0
				i--
			}
			if i >= 0 {
				heaps[i]++
				i = n
			}
		}
	}
	return games
}

func draw(g *testlib.Generator, kind string) [][]int {
	games := make([][]int, g.Int("games", 1, 100_000))
	least := g.Int("least heaps", 1, 100_000)
	n := g.Int("heaps", least, 100_000)
	most := 1
	if kind != "flat" && kind != "ones" {
		most = g.Int("stones", 2, mostStones)
	}
	r := g.Rand("seed")
	for i := range games {
		games[i] = heaps(r, kind, r.Int(least, n), most)
	}
	return games
}

func heaps(r *testlib.Rand, kind string, n, most int) []int {
	heaps := make([]int, n)
	sum := 0
	for i := range heaps {
		switch kind {
		case "ones":
			heaps[i] = 1
		case "flat", "single", "pair":
			heaps[i] = r.Int(0, 1)
		default:
			heaps[i] = r.Int(0, most)
		}
		if i < n-1 {
			sum ^= heaps[i]
		}
	}
	switch kind {
	case "single":
		heaps[0] = r.Int(2, most)
	case "pair":
		heaps[0] = r.Int(2, most)
		heaps[n-1] = heaps[0]
	case "balanced":
		heaps[n-1] = sum
	case "one":
		heaps[n-1] = sum ^ 1
	}
	if kind == "single" || kind == "pair" {
		testlib.Shuffle(r, heaps)
	}
	return heaps
}
