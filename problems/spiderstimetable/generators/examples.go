// Prints a single large case:
//
//	examples largest    the example of "Greedy Spiders", 3.3.5, with 295 spiders at distance 300
//	examples lost       six equal lone spiders and so many one-sided ones that the very last cut comes too late
package main

import (
	"fmt"
	"strings"

	"grundy/checker/testlib"
)

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		if g.Word("kind", "largest", "lost") == "largest" {
			fmt.Fprintf(g, "1\n3 295\n300%s\n3 100\n3 200\n3 300\n", strings.Repeat(" 300", 294))
			return
		}
		const c = 100_000
		fmt.Fprintf(g, "1\n6 %d\n", c)
		for turn := 13; turn < 12+c; turn++ { // the first 12 turns are for the lone spiders, and one spider is left
			fmt.Fprint(g, turn, " ")
		}
		fmt.Fprintln(g, 11+c)
		for i := range 6 {
			fmt.Fprintln(g, 6, 6+i)
		}
	})
}
