// Prints a maze of N rooms, the root of a tree with the trap and the mouse in another room of it; numbers and order are
// random. The answer is the least number of moves: maze N MOUSE SHAPE SEED.
package main

import (
	"fmt"

	"grundy/checker/games/mousetrap"
	"grundy/checker/testlib"
)

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		n := g.Int("n", 1, 1000)
		mouse := g.Int("mouse", 0, n-1)
		grow := shape(g)
		r := g.Rand("seed")
		tree := r.Tree(n, grow)
		number := r.Perm(n)
		for i, ends := range tree {
			testlib.Shuffle(r, ends[:])
			tree[i] = [2]int{number[ends[0]], number[ends[1]]}
		}
		testlib.Shuffle(r, tree)
		fmt.Fprintln(g, n, number[0]+1, number[mouse]+1)
		for _, ends := range tree {
			fmt.Fprintln(g, ends[0]+1, ends[1]+1)
		}
		maze, err := mousetrap.NewMaze(n, number[0], tree)
		if err != nil {
			g.Fail("%v", err)
		}
		fmt.Fprintln(g.Answer(), mousetrap.NewPosition(maze, number[mouse]).Analyse().Moves)
	})
}

// shape reads what the tree looks like: "deep 3", "spine 200 recursive".
func shape(g *testlib.Generator) testlib.Shape {
	const most = 1000
	switch g.Word("shape", "star", "caterpillar", "recursive", "regular", "deep", "spine", "stars", "bushes") {
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
	case "stars":
		return stars(g.Int("length", 1, most), g.Int("sides", 1, most))
	default:
		return bushes(g.Int("length", 1, most), g.Int("sides", 1, most))
	}
}

// spine is a path of the given number of rooms from the root, then the shape.
func spine(length int, then testlib.Shape) testlib.Shape {
	return func(r *testlib.Rand, room int) int {
		if room < length {
			return room - 1
		}
		return then(r, room)
	}
}

// stars is a path of so many passages from the root with sides at random places: rooms with a random number of leaves.
func stars(length, sides int) testlib.Shape {
	return spine(length+1, func(r *testlib.Rand, room int) int {
		if room <= length+sides {
			return r.Int(0, length-1)
		}
		return r.Int(length+1, length+sides)
	})
}

// bushes has random trees instead of rooms with leaves.
func bushes(length, sides int) testlib.Shape {
	sparse := stars(length, sides)
	return func(r *testlib.Rand, room int) int {
		if room <= length+sides {
			return sparse(r, room)
		}
		return r.Int(length+1, room-1)
	}
}
