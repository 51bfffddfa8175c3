// Prints games; PLAY is normal, misere or both, which means one after the other or by chance:
//
//	games all PLAY K MOST                    all games of at most K heaps of at most MOST stones
//	games equal PLAY T LEAST K MOST SEED     T games of LEAST to K equal heaps of at most MOST stones
//	games almost PLAY T LEAST K MOST SEED    the same, but one heap has one stone more
//	games live PLAY T LEAST K MOST SEED      equal heaps, some of them emptied
//	games lone PLAY T LEAST K MOST SEED      one heap that is not empty
//	games random PLAY T LEAST K MOST SEED    heaps of at most MOST stones
//	games wrap PLAY T SEED                   2⁶⁴ + 1 stones in all, which 64 bits take for one
package main

import (
	"fmt"

	"grundy/checker/testlib"
)

const mostStones = 1e18

type game struct {
	play  string
	heaps []int
}

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		kind := g.Word("kind", "all", "equal", "almost", "live", "lone", "random", "wrap")
		plays := []string{g.Word("play", "normal", "misere", "both")}
		if plays[0] == "both" {
			plays = []string{"normal", "misere"}
		}
		var games []game
		if kind == "all" {
			games = all(plays, g.Int("heaps", 1, 10), g.Int("stones", 0, 10))
		} else {
			games = draw(g, kind, plays)
		}
		fmt.Fprintln(g, len(games))
		for _, one := range games {
			fmt.Fprint(g, one.play, " ", len(one.heaps))
			for _, heap := range one.heaps {
				fmt.Fprint(g, " ", heap)
			}
			fmt.Fprintln(g)
		}
	})
}

func all(plays []string, most, stones int) []game {
	var games []game
	for _, play := range plays {
		for k := 1; k <= most; k++ {
			heaps := make([]int, k)
			for i := 0; i >= 0; {
				games = append(games, game{play, append([]int(nil), heaps...)})
				for i = k - 1; i >= 0 && heaps[i] == stones; i-- {
					heaps[i] = 0
				}
				if i >= 0 {
					heaps[i]++
				}
			}
		}
	}
	return games
}

func draw(g *testlib.Generator, kind string, plays []string) []game {
	games := make([]game, g.Int("games", 1, 100_000))
	least, k, most := 19, 19, int(mostStones) // as few heaps as hold 2⁶⁴ stones
	if kind != "wrap" {
		least = g.Int("least heaps", 1, 100_000)
		k = g.Int("heaps", least, 100_000)
		most = g.Int("stones", 1, mostStones)
	}
	r := g.Rand("seed")
	for i := range games {
		games[i] = game{testlib.Choose(r, plays...), heaps(r, kind, r.Int(least, k), most)}
	}
	return games
}

func heaps(r *testlib.Rand, kind string, k, most int) []int {
	heaps := make([]int, k)
	size := r.Int(1, most)
	for i := range heaps {
		switch kind {
		case "random":
			heaps[i] = r.Int(0, most)
		case "live":
			heaps[i] = size * r.Int(0, 1)
		case "equal", "almost":
			heaps[i] = size
		}
	}
	switch i := r.Int(0, k-1); kind {
	case "almost":
		heaps[i] = min(size+1, mostStones)
	case "lone":
		heaps[i] = size
	case "wrap":
		heaps[i] = 1
		for j := range heaps {
			if j != i {
				heaps[j] = r.Int(97e16, 98e16)
				heaps[i] -= heaps[j] // wraps around to what is missing
			}
		}
	}
	return heaps
}
