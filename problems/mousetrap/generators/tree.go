// Prints a tree of n vertices with the trap at its root and the mouse at a vertex; numbers and order are random:
// tree N MOUSE SHAPE SEED.
package main

import (
	"fmt"

	"grundy/checker/testlib"
)

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		n := g.Int("n", 1, 1_000_000)
		mouse := g.Int("mouse", 0, n-1)
		grow := shape(g)
		r := g.Rand("seed")
		tree := r.Tree(n, grow)
		number := r.Perm(n)
		for i, edge := range tree {
			testlib.Shuffle(r, edge[:])
			tree[i] = [2]int{number[edge[0]] + 1, number[edge[1]] + 1}
		}
		testlib.Shuffle(r, tree)
		fmt.Fprintln(g, n, number[0]+1, number[mouse]+1)
		for _, edge := range tree {
			fmt.Fprintln(g, edge[0], edge[1])
		}
	})
}

// shape reads what the tree looks like: "deep 3", "spine 200 recursive".
func shape(g *testlib.Generator) testlib.Shape {
	const most = 1_000_000
	switch g.Word("shape", "star", "caterpillar", "recursive", "regular", "deep", "spine", "brush", "heavy") {
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
	case "spine":
		return spine(g.Int("length", 1, most), shape(g))
	case "brush":
		return brush(g.Int("length", 1, most))
	default:
		return heavy(g.Int("length", 1, most), g.Word("end", "top", "bottom") == "top")
	}
}

// spine is a path of the given number of vertices from the root, then the shape.
func spine(length int, then testlib.Shape) testlib.Shape {
	return func(r *testlib.Rand, vertex int) int {
		if vertex < length {
			return vertex - 1
		}
		return then(r, vertex)
	}
}

// brush is a path from the root with leaves at random places.
func brush(length int) testlib.Shape {
	return spine(length, func(r *testlib.Rand, _ int) int { return r.Int(0, length-1) })
}

// heavy is a path from the root with subtrees that get heavier towards one of its ends.
func heavy(length int, top bool) testlib.Shape {
	return spine(length, func(r *testlib.Rand, vertex int) int {
		if vertex < 2*length || r.Int(0, 2) > 0 {
			at := min(r.Int(0, length-1), r.Int(0, length-1))
			if top {
				return at
			}
			return length - 1 - at
		}
		return r.Int(length, vertex-1)
	})
}
