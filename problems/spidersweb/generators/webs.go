// Prints a web with as many flies as fit, in random order, and who wins it:
//
//	webs random N M SEED     any graph with about M/2 edges
//	webs most N M SEED       any graph with exactly M edges
//	webs tree N LAST SEED    a tree whose vertices hang on one of the LAST before them
//	webs grid H W SEED       a grid of squares
//	webs complete N 0 SEED   all pairs of vertices are joined; a single fly
//	webs hubs N K SEED       K flies, each joined to as many of the N other vertices as the rules allow, which form a ring
//	webs path N 0 SEED       a path with a fly in every third vertex, in order
package main

import (
	"fmt"
	"strings"

	"grundy/checker/games/spiders"
	"grundy/checker/testlib"
)

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		kind := g.Word("kind", "random", "most", "tree", "grid", "complete", "hubs", "path")
		a, b := g.Int("first", 1, 300), g.Int("second", 0, 1000)
		r := g.Rand("seed")
		n := a
		var edges [][2]int
		var flies []int
		switch kind {
		case "random":
			for _, e := range r.Distinct(b, 0, n*n-1) {
				if u, v := e/n, e%n; u < v {
					edges = append(edges, [2]int{u, v})
				}
			}
		case "most":
			for _, e := range r.Distinct(b, 0, n*(n-1)/2-1) {
				v := 1
				for e >= v { // e counts the pairs in the order of their larger ends
					e -= v
					v++
				}
				edges = append(edges, [2]int{e, v})
			}
		case "tree":
			edges = r.Tree(n, testlib.Deep(b))
		case "grid":
			n = a * b
			for v := range n {
				if v%b > 0 {
					edges = append(edges, [2]int{v - 1, v})
				}
				if v >= b {
					edges = append(edges, [2]int{v - b, v})
				}
			}
		case "complete":
			for v := range n {
				for u := range v {
					edges = append(edges, [2]int{u, v})
				}
			}
		case "hubs":
			for v := range n {
				edges = append(edges, [2]int{v, (v + 1) % n}, [2]int{v, n + v*b/n})
			}
			for fly := range b {
				flies = append(flies, n+fly)
			}
			n += b
		case "path":
			for v := range n - 1 {
				edges = append(edges, [2]int{v, v + 1})
			}
			for v := 0; v < n && len(flies) < 100; v += 3 {
				flies = append(flies, v)
			}
		}
		spider := 1 // on a path it is next to the first fly
		if kind != "path" {
			number := r.Perm(n)
			for i, edge := range edges {
				edges[i] = [2]int{number[edge[0]], number[edge[1]]}
			}
			for i, fly := range flies {
				flies[i] = number[fly]
			}
			testlib.Shuffle(r, edges)
			spider = number[0]
		}
		if len(flies) == 0 {
			flies = settle(r, n, edges, spider)
		}
		for i := range flies {
			flies[i]++
		}
		fmt.Fprintln(g, n, len(edges), len(flies), spider+1)
		fmt.Fprintln(g, strings.Trim(fmt.Sprint(flies), "[]"))
		for _, edge := range edges {
			fmt.Fprintln(g, edge[0]+1, edge[1]+1)
		}
		fmt.Fprintln(g.Answer(), "FLIES")
	})
}

// settle puts flies wherever they are far enough from each other.
func settle(r *testlib.Rand, n int, edges [][2]int, spider int) []int {
	web, err := spiders.NewWeb(n, edges, nil, spider)
	if err != nil {
		panic(err)
	}
	var flies []int
	taken := make([]bool, n) // two steps or less from a fly
	for _, fly := range r.Perm(n) {
		if fly == spider || taken[fly] || len(flies) == 100 {
			continue
		}
		flies = append(flies, fly)
		taken[fly] = true
		for _, u := range web.Threads[fly] {
			taken[u] = true
			for _, v := range web.Threads[u] {
				taken[v] = true
			}
		}
	}
	return flies
}
