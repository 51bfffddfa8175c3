package library_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
)

var mouseGames = []comparison{
	{
		problem: "mousetrapedge", solution: "mousetrapedge.go", bruteForce: "game_search.go",
		tiny: edgeMazes, instance: edgeMaze, instances: 2000, judge: sameOutput,
	},
}

// edgeMazes are all mazes of up to five rooms with the trap in room 1 and the mouse in room 2.
func edgeMazes(yield func(string) bool) {
	for n := 2; n <= 5; n++ {
		for parents := range parentLists(n) {
			if !yield(edgeInput(parents, identity(n))) {
				return
			}
		}
	}
}

// parentLists are all trees of n rooms in which a room's parent has a smaller number, and room 1 hangs from room 0.
func parentLists(n int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		parents := make([]int, n)
		var grow func(room int) bool
		grow = func(room int) bool {
			if room == n {
				return yield(parents)
			}
			for parents[room] = range room {
				if !grow(room + 1) {
					return false
				}
			}
			return true
		}
		grow(1)
	}
}

func identity(n int) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	return numbers
}

// edgeMaze is a random maze of up to 9 rooms with the mouse next to the trap.
func edgeMaze(r *rand.Rand) string {
	n := 2 + r.IntN(8)
	reach := 1 + r.IntN(n)
	parents := make([]int, n)
	for room := 1; room < n; room++ {
		parents[room] = room - 1 - r.IntN(min(reach, room))
	}
	return edgeInput(parents, r.Perm(n))
}

// edgeInput has the trap in the root and the mouse in the first room below it.
func edgeInput(parents, number []int) string {
	var text strings.Builder
	fmt.Fprintln(&text, len(parents), number[0]+1, number[1]+1)
	for room := len(parents) - 1; room > 0; room-- {
		fmt.Fprintln(&text, number[parents[room]]+1, number[room]+1)
	}
	return text.String()
}
