// Writes the secret cases of Mousetrap; README.md tells how to run it.
package main

import (
	"fmt"
	"io"

	"grundy/checker/testlib"
)

type edges = [][2]int

func main() {
	testlib.Generate(
		fixed("01-one-vertex", "The mouse sits in the trap, and there is nothing else.", 1, 1, 1, nil),
		fixed("02-two-vertices", "The mouse has nowhere to go but into the trap.", 2, 2, 1, edges{{1, 2}}),
		fixed("03-in-the-trap", "The mouse sits in the trap from the start.", 6, 3, 3, edges{{1, 3}, {3, 2}, {3, 4}, {4, 5}, {4, 6}}),
		fixed("04-trap-mouse-leaf", "One move is needed: to block the leaf, or to clean its passage.", 3, 1, 2, edges{{1, 2}, {2, 3}}),
		fixed("05-tail", "A long tail behind the mouse is closed with one block.", 6, 1, 2, edges{{1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}}),
		fixed("06-star-centre", "The mouse in the middle of a star.", 8, 2, 1, star(8)),
		fixed("07-star-leaf", "The trap in the middle of a star.", 8, 1, 5, star(8)),
		fixed("08-star-leaves", "Mouse and trap at two leaves of a star.", 8, 3, 5, star(8)),
		fixed("09-first-move", "The hunter moves before the mouse.", 4, 4, 2, edges{{1, 2}, {1, 3}, {2, 4}}),
		fixed("10-own-level", "A block at the mouse's own level is a side passage already.", 5, 3, 2, edges{{1, 2}, {2, 3}, {1, 4}, {2, 5}}),
		fixed("11-block-below", "A block below the turning counts.", 5, 4, 3, edges{{1, 2}, {2, 3}, {2, 4}, {3, 5}}),
		fixed("12-beyond-the-trap", "The passages beyond the trap do not matter.", 5, 4, 2, edges{{1, 2}, {2, 3}, {2, 4}, {4, 5}}),
		fixed("13-climb", "The passages that the mouse climbed do not matter.", 6, 6, 5, star(6)),
		fixed("14-two-branches", "Two equal branches: one of them will be entered.", 6, 2, 1, edges{{1, 2}, {1, 3}, {1, 4}, {3, 5}, {4, 6}}),
		fixed("15-block-ahead", "Blocks far ahead of the mouse.", 7, 4, 7, edges{{1, 2}, {2, 3}, {2, 4}, {3, 5}, {1, 6}, {2, 7}}),
		fixed("16-sides-below", "Side passages below the turning do not matter.", 7, 6, 4, edges{{1, 2}, {2, 3}, {2, 4}, {4, 5}, {2, 6}, {5, 7}}),
		fixed("17-second-heaviest", "The heaviest subtree gets blocked, the mouse takes the second.", 8, 1, 2, edges{{1, 2}, {2, 3}, {2, 4}, {3, 5}, {3, 6}, {4, 7}, {7, 8}}),
		tree("18-small-deep", "Small and deep.", 9, testlib.Deep(2), 8),
		tree("19-small-bushy", "Small and bushy.", 9, testlib.Deep(4), 7),
		tree("20-small-flat", "Small and flat.", 9, testlib.Recursive, 6),
		tree("21-small-climb", "A climb of four passages, with side passages everywhere.", 9, spine(5, testlib.Deep(7)), 4),
		tree("22-small-caterpillar", "Small, a leaf at every vertex of the path.", 9, testlib.Caterpillar, 8),
		tree("23-binary", "The complete binary tree, the mouse next to the trap.", 63, testlib.Regular(2), 1),
		tree("24-ternary", "The complete ternary tree, the mouse at a leaf.", 121, testlib.Regular(3), 120),
		tree("25-next-to-the-trap", "Random, the mouse next to the trap.", 1000, testlib.Recursive, 1),
		tree("26-deep", "Linear depth and bushy all along.", 1500, testlib.Deep(3), 1499),
		tree("27-middle", "The mouse in the middle of a deep tree.", 1500, testlib.Deep(4), 750),
		tree("28-brush", "A climb with leaves beside it.", 1500, brush(500), 499),
		tree("29-subtrees", "A climb with random subtrees beside it.", 3000, spine(200, testlib.Recursive), 199),
		tree("30-bottom-heavy", "The heavy subtrees hang near the mouse.", 3000, heavy(300, false), 299),
		tree("31-top-heavy", "The heavy subtrees hang near the trap.", 3000, heavy(300, true), 299),
		tree("32-star", "A large star.", 4000, testlib.Star, 3999),
		tree("33-random", "Large and flat.", 8000, testlib.Recursive, 7999),
		tree("34-large-subtrees", "A long climb with random subtrees beside it.", 9000, spine(2000, testlib.Recursive), 1999),
		tree("35-large-caterpillar", "A leaf at every vertex of the climb: as many moves as levels.", 24_000, testlib.Caterpillar, 23_998),
		tree("36-long-climb", "A very long climb with few side passages.", 32_000, spine(31_500, testlib.Recursive), 31_400),
	)
}

// fixed is a case with the given edges.
func fixed(name, about string, n, trap, mouse int, tree edges) testlib.Case {
	return testlib.Case{Name: name, Description: about, Write: func(out io.Writer, _ *testlib.Rand) {
		write(out, n, trap, mouse, tree)
	}}
}

// tree is a case of the given shape with the trap at its root and the mouse at one of its vertices; numbers and order are
// random.
func tree(name, about string, n int, shape testlib.Shape, mouse int) testlib.Case {
	return testlib.Case{Name: name, Description: about, Write: func(out io.Writer, r *testlib.Rand) {
		tree := r.Tree(n, shape)
		number := r.Perm(n)
		for i, edge := range tree {
			testlib.Shuffle(r, edge[:])
			tree[i] = [2]int{number[edge[0]] + 1, number[edge[1]] + 1}
		}
		testlib.Shuffle(r, tree)
		write(out, n, number[0]+1, number[mouse]+1, tree)
	}}
}

func write(out io.Writer, n, trap, mouse int, tree edges) {
	fmt.Fprintln(out, n, trap, mouse)
	for _, edge := range tree {
		fmt.Fprintln(out, edge[0], edge[1])
	}
}

func star(n int) edges {
	var tree edges
	for leaf := 2; leaf <= n; leaf++ {
		tree = append(tree, [2]int{1, leaf})
	}
	return tree
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
