package library_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var graphGames = []comparison{
	{
		problem: "dagsum", solution: "dagsum.go", bruteForce: "least_heap.go",
		tiny: tinyTokens, instance: tokensOnGraph, instances: 2000, judge: sameOutput,
	},
	{
		problem: "remotenesstable", solution: "remotenesstable.go", bruteForce: "within.py",
		tiny: tinyGraphs, instance: smallGraphs, instances: 60, judge: sameOutput,
	},
}

// edge leads from a vertex to another one, counted from 0.
type edge [2]int

// tinyTokens are all graphs of up to three vertices whose edges lead to greater numbers, with one and two tokens.
func tinyTokens(yield func(string) bool) {
	for n := 1; n <= 3; n++ {
		for edges := range graphs(n) {
			graph := graphInput(n, edges, identity(n))
			for a := range n {
				if !yield(fmt.Sprintf("%s1\n%d\n", graph, a+1)) {
					return
				}
				for b := range a + 1 {
					if !yield(fmt.Sprintf("%s2\n%d %d\n", graph, a+1, b+1)) {
						return
					}
				}
			}
		}
	}
}

// tinyGraphs are all graphs of up to four vertices whose edges lead to greater numbers, twenty of them side by side.
func tinyGraphs(yield func(string) bool) {
	n, parts := 0, 0
	var edges []edge
	for size := 1; size <= 4; size++ {
		for part := range graphs(size) {
			for _, e := range part {
				edges = append(edges, edge{n + e[0], n + e[1]})
			}
			n += size
			parts++
			if parts < 20 {
				continue
			}
			if !yield(graphInput(n, edges, identity(n))) {
				return
			}
			n, parts, edges = 0, 0, nil
		}
	}
	yield(graphInput(n, edges, identity(n)))
}

// graphs are the sets of edges among n vertices that lead to greater numbers.
func graphs(n int) func(func([]edge) bool) {
	var all []edge
	for v := range n {
		for u := range v {
			all = append(all, edge{u, v})
		}
	}
	return func(yield func([]edge) bool) {
		for set := range 1 << len(all) {
			var edges []edge
			for i, e := range all {
				if set>>i&1 != 0 {
					edges = append(edges, e)
				}
			}
			if !yield(edges) {
				return
			}
		}
	}
}

// randomEdges are some edges among n vertices that lead to greater numbers, with copies.
func randomEdges(r *rand.Rand, n int) []edge {
	if n == 1 {
		return nil
	}
	edges := make([]edge, r.IntN(3*n))
	for i := range edges {
		v := 1 + r.IntN(n-1)
		edges[i] = edge{r.IntN(v), v}
	}
	return edges
}

func graphInput(n int, edges []edge, number []int) string {
	var text strings.Builder
	fmt.Fprintln(&text, n, len(edges))
	for _, e := range edges {
		fmt.Fprintln(&text, number[e[0]]+1, number[e[1]]+1)
	}
	return text.String()
}

// smallGraphs is a graph of ten random parts with up to 8 vertices each.
func smallGraphs(r *rand.Rand) string {
	n := 0
	var edges []edge
	for range 10 {
		part := 1 + r.IntN(8)
		for _, e := range randomEdges(r, part) {
			edges = append(edges, edge{n + e[0], n + e[1]})
		}
		n += part
	}
	return graphInput(n, edges, r.Perm(n))
}

// tokensOnGraph is a random graph with up to three tokens, small enough for the brute force.
func tokensOnGraph(r *rand.Rand) string {
	k := 1 + r.IntN(3)
	n := 1 + r.IntN([]int{9, 9, 9, 8}[k])
	tokens := make([]string, k)
	for i := range tokens {
		tokens[i] = fmt.Sprint(1 + r.IntN(n))
	}
	return fmt.Sprintf("%s%d\n%s\n", graphInput(n, randomEdges(r, n), r.Perm(n)), k, strings.Join(tokens, " "))
}

// TestRemotenessDecides checks the use of remotenesstable's numbers: the least remoteness decides the conjunctive
// compound under the short rule and tells the parity of its length, the greatest suspense the continued one under the
// long rule. It searches compounds of two and of three components by the rules.
func TestRemotenessDecides(t *testing.T) {
	t.Parallel()
	solution := goProgram(t, "problems/remotenesstable/submissions/accepted/remotenesstable.go")
	random := rand.New(rand.NewPCG(5, 6))
	for range 40 {
		n := 2 + random.IntN(6)
		edges := randomEdges(random, n)
		table := make([][4]int, n)
		said := strings.NewReader(solution.run(t, graphInput(n, edges, identity(n))).stdout)
		for v := range table {
			row := &table[v]
			if _, err := fmt.Fscan(said, &row[0], &row[1], &row[2], &row[3]); err != nil {
				t.Fatal(err)
			}
		}
		moves := make([][]int, n)
		for _, e := range edges {
			moves[e[0]] = append(moves[e[0]], e[1])
		}
		for _, long := range []bool{false, true} {
			for _, misere := range []bool{false, true} {
				c := conjunction{moves: moves, long: long, misere: misere, known: map[[3]int]bool{}}
				for a := range n {
					for b := range n {
						for d := range n {
							c.compare(t, table, [3]int{a, b, d})
						}
					}
				}
			}
		}
	}
}

// conjunction is the compound in which a turn moves all tokens that can be moved.
type conjunction struct {
	moves        [][]int
	long, misere bool
	known        map[[3]int]bool
}

func (c *conjunction) compare(t *testing.T, table [][4]int, tokens [3]int) {
	t.Helper()
	number := 0
	if c.long {
		number++
	}
	if c.misere {
		number += 2
	}
	lengths := []int{table[tokens[0]][number], table[tokens[1]][number], table[tokens[2]][number]}
	length := slices.Min(lengths)
	if c.long {
		length = slices.Max(lengths)
	}
	if got, want := length%2 == 1 != c.misere, c.wins(tokens); got != want {
		t.Fatalf("%v, long %v, misère %v, tokens %v, lengths %v: wins %v, want %v", c.moves, c.long, c.misere, tokens, lengths, got, want)
	}
}

func (c *conjunction) wins(tokens [3]int) bool {
	if won, ok := c.known[tokens]; ok {
		return won
	}
	stuck := 0
	for _, v := range tokens {
		if len(c.moves[v]) == 0 {
			stuck++
		}
	}
	won := c.misere
	if stuck == 0 || c.long && stuck < len(tokens) {
		won = c.someMove(tokens, 0)
	}
	c.known[tokens] = won
	return won
}

// someMove reports whether some way to move the tokens from number i on leaves a lost position.
func (c *conjunction) someMove(tokens [3]int, i int) bool {
	if i == len(tokens) {
		return !c.wins(tokens)
	}
	ahead := c.moves[tokens[i]]
	if len(ahead) == 0 {
		return c.someMove(tokens, i+1)
	}
	for _, v := range ahead {
		after := tokens
		after[i] = v
		if c.someMove(after, i+1) {
			return true
		}
	}
	return false
}
