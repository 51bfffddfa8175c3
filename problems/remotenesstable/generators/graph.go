// Prints a graph without cycles. N vertices stand in a row, edges lead to the right, by at most SPAN places; some
// of the M edges are copies of earlier ones: COPIES in a hundred. A chain has an edge from each vertex to the next one. The
// numbers of the vertices are rising, falling or shuffled from left to right.
//
//	graph random N M SPAN COPIES NUMBERS SEED
//	graph chain N M SPAN COPIES NUMBERS SEED
//	graph complete N NUMBERS SEED
package main

import (
	"bufio"
	"fmt"

	"grundy/checker/testlib"
)

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		kind := g.Word("kind", "random", "chain", "complete")
		n := g.Int("n", 1, 200_000)
		m, span, copies := 0, 0, 0
		if kind != "complete" {
			m, span, copies = g.Int("m", 0, 200_000), g.Int("span", 1, 200_000), g.Int("copies", 0, 99)
		}
		numbers := g.Word("numbers", "rising", "falling", "shuffled")
		r := g.Rand("seed")

		var edges [][2]int
		switch kind {
		case "complete":
			for v := range n {
				for u := range v {
					edges = append(edges, [2]int{u, v})
				}
			}
		case "chain":
			for v := 1; v < n; v++ {
				edges = append(edges, [2]int{v - 1, v})
			}
		}
		for len(edges) < m {
			if len(edges) > 0 && r.Int(0, 99) < copies {
				edges = append(edges, testlib.Choose(r, edges...))
				continue
			}
			u := r.Int(0, n-2)
			edges = append(edges, [2]int{u, r.Int(u+1, min(u+span, n-1))})
		}
		testlib.Shuffle(r, edges)
		number := name(r, numbers, n)
		out := bufio.NewWriter(g)
		fmt.Fprintln(out, n, len(edges))
		for _, edge := range edges {
			fmt.Fprintln(out, number[edge[0]], number[edge[1]])
		}
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
