// The weights from the leaves upwards, by peeling leaves off the tree; then a binary search.
package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
)

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	n, trap, mouse := number(in), number(in), number(in)
	degree := make([]int, n+1)
	// The exclusive or of a vertex's neighbours that are not peeled off yet: the neighbour itself when one is left.
	link := make([]int, n+1)
	for range n - 1 {
		u, v := number(in), number(in)
		degree[u]++
		degree[v]++
		link[u] ^= v
		link[v] ^= u
	}

	children := make([]int, n+1)
	for v := range children {
		children[v] = degree[v] - 1
	}
	parent, weight := make([]int, n+1), make([]int, n+1)
	largest, second := make([]int, n+1), make([]int, n+1)
	for first := 1; first <= n; first++ {
		for v := first; degree[v] == 1 && v != trap; {
			p := link[v]
			parent[v] = p
			weight[v] = children[v] + second[v]
			if weight[v] > largest[p] {
				largest[p], second[p] = weight[v], largest[p]
			} else {
				second[p] = max(second[p], weight[v])
			}
			degree[v] = 0
			degree[p]--
			link[p] ^= v
			if p > first {
				break // the loop over first will come to it
			}
			v = p
		}
	}

	level := make([]int, n+1) // of the rooms on the way, from 1 on
	length := 0
	for v := mouse; v != trap; v = parent[v] {
		length++
		level[v] = length
	}
	sides := make([][]int, length+1) // the weights of the subtrees beside the way, by level
	all := 0
	for v := 1; v <= n; v++ {
		if v != trap && level[v] == 0 && level[parent[v]] > 0 {
			at := level[parent[v]]
			sides[at] = append(sides[at], weight[v])
			all++
		}
	}

	fmt.Println(sort.Search(n, func(moves int) bool {
		blocked, open := 0, all
		for i := 1; i <= length; i++ {
			spare := moves - open - blocked
			for _, f := range sides[i] {
				if f > spare {
					blocked++
				}
			}
			if blocked > min(i, moves) {
				return false
			}
			open -= len(sides[i])
		}
		return true
	}))
}

func number(in *bufio.Reader) int {
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
