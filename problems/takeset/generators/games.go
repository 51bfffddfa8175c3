// Prints games:
//
//	games all MOST N              all lists of numbers up to MOST, with piles of 1 to N stones
//	games every LEAST N SEED      all 4095 lists, each with one pile of LEAST to N stones
//	games from N COUNT S...       one list, with COUNT piles of N, N+1, ... stones
//	games random T LEAST N SEED   any list, with piles of LEAST to N stones
package main

import (
	"fmt"
	"strings"

	"grundy/checker/testlib"
)

const (
	mostStones = 1e18
	mostTaken  = 12
)

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		var games []string
		add := func(n int, list []int) {
			games = append(games, strings.Trim(fmt.Sprintln(n, len(list), list), "[]\n"))
		}
		switch g.Word("kind", "all", "every", "from", "random") {
		case "all":
			most, n := g.Int("most", 1, mostTaken), g.Int("stones", 1, mostStones)
			for set := 1; set < 1<<most; set++ {
				for stones := range n {
					add(stones+1, list(set))
				}
			}
		case "every":
			least, n, r := piles(g)
			for set := 1; set < 1<<mostTaken; set++ {
				add(r.Int(least, n), list(set))
			}
		case "from":
			n, count := g.Int("stones", 1, mostStones), g.Int("count", 1, 10_000)
			var list []int
			for g.More() {
				list = append(list, g.Int("number", 1, mostTaken))
			}
			for i := range count {
				add(n+i, list)
			}
		case "random":
			count := g.Int("games", 1, 10_000)
			least, n, r := piles(g)
			for range count {
				add(r.Int(least, n), list(r.Int(1, 1<<mostTaken-1)))
			}
		}
		fmt.Fprintln(g, len(games))
		for _, game := range games {
			fmt.Fprintln(g, strings.ReplaceAll(game, "[", ""))
		}
	})
}

func piles(g *testlib.Generator) (least, most int, r *testlib.Rand) {
	least = g.Int("least stones", 1, mostStones)
	return least, g.Int("stones", least, mostStones), g.Rand("seed")
}

// list is the set whose numbers, less one, are the ones of a binary number.
func list(set int) []int {
	var list []int
	for s := 1; s <= mostTaken; s++ {
		if set>>(s-1)&1 == 1 {
			list = append(list, s)
		}
	}
	return list
}
