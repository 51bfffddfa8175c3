// Mistake: side passages below the level that the mouse turns off at are counted too.
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

	// largest and second are the two greatest weights among a vertex's children.
	largest, second := make([]int, n+1), make([]int, n+1)
	weight := make([]int, n+1)
	for i := n - 1; i > 0; i-- {
		v := order[i]
		weight[v] = degree[v] - 1 + second[v]
		p := parent[v]
		if weight[v] > largest[p] {
			largest[p], second[p] = weight[v], largest[p]
		} else {
			second[p] = max(second[p], weight[v])
		}
	}

	// The way goes from the mouse up to the trap. The weights of the subtrees beside it at level i are
	// beside[first[i]:first[i+1]].
	var beside, first []int
	for v, below := mouse, 0; v != trap; v, below = parent[v], v {
		first = append(first, len(beside))
		for _, c := range adjacent[start[v]:start[v+1]] {
			if c != parent[v] && c != below {
				beside = append(beside, weight[c])
			}
		}
	}
	levels := len(first)
	first = append(first, len(beside))

	suffices := func(moves int) bool {
		blocked := 0
		for i := range levels {
			before, sides := blocked, len(beside)
			for _, w := range beside[first[i]:first[i+1]] {
				if w+sides+before > moves {
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
