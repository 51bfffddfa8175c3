// Prints a tree of N rooms with the mouse next to the trap. BEYOND of the other rooms lie on the trap's side of the mouse, the rest
// has the shape below the mouse; numbers and order are random: tree N BEYOND SHAPE SEED.
package main

import (
	"bufio"
	"fmt"

	"grundy/checker/testlib"
)

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		n := g.Int("n", 2, 1_000_000)
		beyond := g.Int("beyond", 0, n-2)
		grow := shape(g)
		r := g.Rand("seed")
		const trap, mouse = 0, 1
		tree := r.Tree(n, func(r *testlib.Rand, room int) int {
			switch {
			case room == mouse:
				return trap
			case room < n-beyond:
				return mouse + grow(r, room-mouse)
			}
			if at := r.Int(n-beyond-1, room-1); at >= n-beyond {
				return at
			}
			return trap
		})
		number := r.Perm(n)
		testlib.Shuffle(r, tree)
		out := bufio.NewWriter(g)
		fmt.Fprintln(out, n, number[trap]+1, number[mouse]+1)
		for _, edge := range tree {
			testlib.Shuffle(r, edge[:])
			fmt.Fprintln(out, number[edge[0]]+1, number[edge[1]]+1)
		}
		out.Flush()
	})
}

// shape reads what the tree below the mouse looks like: "deep 3", "tail 200 recursive".
func shape(g *testlib.Generator) testlib.Shape {
	const most = 1_000_000
	switch g.Word("shape", "star", "caterpillar", "recursive", "regular", "deep", "tail") {
	case "star":
		return testlib.Star
	case "caterpillar":
		return testlib.Caterpillar
	case "recursive":
		return testlib.Recursive
	case "regular":
		return testlib.Regular(g.Int("children", 1, most))
	case "deep":
		return testlib.Deep(g.Int("last", 1, most))
	default:
		length := g.Int("length", 1, most)
		then := shape(g)
		return func(r *testlib.Rand, room int) int {
			if room < length {
				return room - 1
			}
			return then(r, room)
		}
	}
}
