// Prints a game and who wins it: duel KIND STONES K SEED. The pile has about so many stones; "lost" and "won" say for whom
// of the players the game is, "open" does not.
package main

import (
	"fmt"

	"grundy/checker/testlib"
)

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		kind := g.Word("kind", "open", "lost", "won")
		stones := g.Int("stones", 1, 1e12-1)
		k := g.Int("K", 1, 1e9)
		r := g.Rand("seed")
		word := testlib.Choose(r, "even", "odd")
		period, rest := k+2, 1 // the only odd remainder that is lost for the first player
		if k%2 == 1 {
			period = 2*k + 2
		}
		if word == "odd" {
			rest = k + 1 + k%2
		}
		n := max(1, stones-stones%period-period)
		switch kind {
		case "lost":
			n = n/period*period + rest
		case "won":
			n = n/period*period + rest + 2*r.Int(1, (period-1)/2)
		default:
			n += r.Int(0, period)
		}
		n |= 1
		winner := "FIRST"
		if n%period == rest {
			winner = "SECOND"
		}
		fmt.Fprintln(g, n, k, word)
		fmt.Fprintln(g.Answer(), winner)
	})
}
