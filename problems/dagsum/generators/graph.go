// Prints a graph without cycles and tokens on it. N vertices stand in a row, moves lead to the right, by at most SPAN places; some
// of the M moves are copies of earlier ones: COPIES in a hundred. A chain has a move from each vertex to the next one. The
// numbers of the vertices are rising, falling or shuffled from left to right.
//
//	graph random N M SPAN COPIES NUMBERS TOKENS SEED
//	graph chain N M SPAN COPIES NUMBERS TOKENS SEED
//	graph complete N NUMBERS TOKENS SEED
package main

import (
	"bufio"
	"fmt"

	"grundy/checker/testlib"
)

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		kind := g.Word("kind", "random", "chain", "complete")
		n := g.Int("n", 1, 100_000)
		m, span, copies := 0, 0, 0
		if kind != "complete" {
			m, span, copies = g.Int("m", 0, 200_000), g.Int("span", 1, 100_000), g.Int("copies", 0, 99)
		}
		numbers := g.Word("numbers", "rising", "falling", "shuffled")
		tokens := g.Int("tokens", 1, 100_000)
		r := g.Rand("seed")

		var moves [][2]int
		switch kind {
		case "complete":
			for v := range n {
				for u := range v {
					moves = append(moves, [2]int{u, v})
				}
			}
		case "chain":
			for v := 1; v < n; v++ {
				moves = append(moves, [2]int{v - 1, v})
			}
		}
		for len(moves) < m {
			if len(moves) > 0 && r.Int(0, 99) < copies {
				moves = append(moves, testlib.Choose(r, moves...))
				continue
			}
			u := r.Int(0, n-2)
			moves = append(moves, [2]int{u, r.Int(u+1, min(u+span, n-1))})
		}
		testlib.Shuffle(r, moves)
		number := name(r, numbers, n)
		out := bufio.NewWriter(g)
		fmt.Fprintln(out, n, len(moves))
		for _, move := range moves {
			fmt.Fprintln(out, number[move[0]], number[move[1]])
		}
		fmt.Fprintln(out, tokens)
		for i := range tokens {
			if i > 0 {
				fmt.Fprint(out, " ")
			}
			fmt.Fprint(out, r.Int(1, n))
		}
		fmt.Fprintln(out)
		out.Flush()
	})
}

// name numbers the vertices from left to right.
func name(r *testlib.Rand, numbers string, n int) []int {
	number := make([]int, n)
	for i := range number {
		number[i] = i + 1
		if numbers == "falling" {
			number[i] = n - i
		}
	}
	if numbers == "shuffled" {
		testlib.Shuffle(r, number)
	}
	return number
}
