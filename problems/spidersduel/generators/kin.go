// Prints a path that punishes a common mistake, or one that is nearly the same, and who wins it: kin SEED.
package main

import (
	"fmt"

	"grundy/checker/games/spiders"
	"grundy/checker/testlib"
)

// known are paths on which it is a mistake to run to the nearer fly, to wait, or to cut where a spider is nearest.
var known = []string{"SBBFBSBFBBS", "SFBSBFBBSBBFBBBBS", "FSBBBBFBSBFBBSBBF", "SBBBFBSBFBBSBBFBBBBS"}

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		r := g.Rand("seed")
		text := []byte(testlib.Choose(r, known...))
		if r.Int(0, 1) == 0 { // one letter is another one
			text[r.Int(0, len(text)-1)] = testlib.Choose(r, byte('B'), 'F', 'S')
		}
		path, err := spiders.ParsePath(string(text))
		if err != nil {
			g.Fail("%v", err)
		}
		fmt.Fprintln(g, string(text))
		var search spiders.PathSearch
		winner := "SPIDERS"
		if search.FliesWin(path.Threats()) {
			winner = "FLIES"
		}
		fmt.Fprintln(g.Answer(), winner)
	})
}
