// Prints games:
//
//	games all N K               all games of at most N stones and K
//	games random T N K SEED     any games of at most N stones and K
//	games near T N K SEED       the stones are a multiple of k + 1, or one more or less
//	games multiple T N K SEED   the stones are a multiple of k
package main

import (
	"fmt"

	"grundy/checker/testlib"
)

const most = 1e18

type game struct{ n, k int }

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		var games []game
		if kind := g.Word("kind", "all", "random", "near", "multiple"); kind == "all" {
			games = all(g.Int("stones", 1, most), g.Int("taken", 1, most))
		} else {
			games = draw(g, kind)
		}
		fmt.Fprintln(g, len(games))
		for _, one := range games {
			fmt.Fprintln(g, one.n, one.k)
		}
	})
}

func all(stones, taken int) []game {
	var games []game
	for n := range stones {
		for k := range taken {
			games = append(games, game{n + 1, k + 1})
		}
	}
	return games
}

func draw(g *testlib.Generator, kind string) []game {
	games := make([]game, g.Int("games", 1, 100_000))
	stones, taken := g.Int("stones", 2, most), g.Int("taken", 1, most-1)
	r := g.Rand("seed")
	for i := range games {
		k := r.Int(1, taken)
		n := r.Int(1, stones)
		switch kind {
		case "near":
			n = n/(k+1)*(k+1) + r.Int(-1, 1)
		case "multiple":
			n -= n % k
		}
		games[i] = game{min(max(n, 1), stones), k}
	}
	return games
}
