// Mistake: takes the child before the last one for the second greatest.
package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
)

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	n, trap, mouse := readInt(in), readInt(in), readInt(in)
	degree := make([]int, n+2)
	us, vs := make([]int, n-1), make([]int, n-1)
	for i := range us {
		us[i], vs[i] = readInt(in), readInt(in)
		degree[us[i]]++
		degree[vs[i]]++
	}
	// The neighbours of v are adjacent[start[v]:start[v+1]].
	start := make([]int, n+2)
	for v := 1; v <= n; v++ {
		start[v+1] = start[v] + degree[v]
	}
	adjacent := make([]int, 2*(n-1))
	fill := append([]int(nil), start...)
	for i, u := range us {
		v := vs[i]
		adjacent[fill[u]] = v
		adjacent[fill[v]] = u
		fill[u]++
		fill[v]++
	}

	parent := make([]int, n+1)
	order := []int{trap}
	for i := 0; i < len(order); i++ {
		u := order[i]
		for _, v := range adjacent[start[u]:start[u+1]] {
			if v != parent[u] {
				parent[v] = u
				order = append(order, v)
			}
		}
	}

	// largest and second are the two last weights among a vertex's children.
	largest, second := make([]int, n+1), make([]int, n+1)
	weight := make([]int, n+1)
	for i := n - 1; i > 0; i-- {
		v := order[i]
		weight[v] = degree[v] - 1 + second[v]
		p := parent[v]
		largest[p], second[p] = weight[v], largest[p]
	}

	var path []int // from the mouse up to the trap, the trap left out
	for v := mouse; v != trap; v = parent[v] {
		path = append(path, v)
	}
	// sides[i] counts the side passages at the path's vertices from i on.
	sides := make([]int, len(path)+1)
	onPath := func(i, v int) bool { return v == parent[path[i]] || i > 0 && v == path[i-1] }
	for i := len(path) - 1; i >= 0; i-- {
		u := path[i]
		sides[i] = sides[i+1] + degree[u] - 1
		if i > 0 {
			sides[i]--
		}
	}

	suffices := func(moves int) bool {
		blocked := 0
		for i, u := range path {
			before := blocked
			for _, v := range adjacent[start[u]:start[u+1]] {
				if !onPath(i, v) && weight[v]+sides[i]+before > moves {
					blocked++
				}
			}
			if blocked > min(i+1, moves) {
				return false
			}
		}
		return true
	}
	fmt.Println(sort.Search(n, suffices))
}

func readInt(in *bufio.Reader) int {
	c, _ := in.ReadByte()
	for c <= ' ' {
		c, _ = in.ReadByte()
	}
	x := 0
	for ; c > ' '; c, _ = in.ReadByte() {
		x = 10*x + int(c-'0')
	}
	return x
}
