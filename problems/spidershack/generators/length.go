// Prints the length of a path: length LEAST MOST SEED.
package main

import (
	"fmt"

	"grundy/checker/testlib"
)

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		least := g.Int("least", 17, 60)
		most := g.Int("most", least, 60)
		fmt.Fprintln(g, g.Rand("seed").Int(least, most))
	})
}
