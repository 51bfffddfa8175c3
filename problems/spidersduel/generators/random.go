// Prints a path and who wins it: random N LONE SIDE SEED. The path has N vertices and at least LONE lone spiders between flies,
// SIDE wins, and the deadlines of running spiders leave no slack of more than a turn.
package main

import (
	"fmt"

	"grundy/checker/games/spiders"
	"grundy/checker/testlib"
)

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		n := g.Int("n", 1, 20)
		lone := g.Int("lone", 0, 3)
		side := g.Word("side", "FLIES", "SPIDERS")
		r := g.Rand("seed")
		var search spiders.PathSearch
		for {
			text := make([]byte, n)
			weights := []int{r.Int(4, 12), r.Int(1, 4), r.Int(1, 4)}
			for i := range text {
				text[i] = "BFS"[r.Weighted(weights...)]
			}
			path, err := spiders.ParsePath(string(text))
			if err != nil {
				g.Fail("%v", err)
			}
			threats := path.Threats()
			if len(threats.Dual) < lone || search.FliesWin(threats) != (side == "FLIES") || slack(threats) > 1 {
				continue
			}
			fmt.Fprintln(g, string(text))
			fmt.Fprintln(g.Answer(), side)
			return
		}
	})
}

// slack is by how many turns all deadlines could be earlier without being too early, or late.
func slack(threats spiders.Threats) int {
	least := len(threats.Running()) + 1
	for i, due := range threats.Running() {
		least = min(least, max(due-i-1, -(due-i-1)))
	}
	return least
}
