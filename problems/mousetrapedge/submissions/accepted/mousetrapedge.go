// Takes the leaves off the tree, one after the other, until only the trap is left: no order, no recursion, O(n).
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	n, trap, mouse := readInt(in), readInt(in), readInt(in)
	// link is the exclusive or of the neighbours that are left, and so the only one if the degree is 1.
	degree, link := make([]int, n+1), make([]int, n+1)
	for range n - 1 {
		u, v := readInt(in), readInt(in)
		degree[u]++
		degree[v]++
		link[u] ^= v
		link[v] ^= u
	}

	// children counts those that were taken off, largest and second are their two greatest weights.
	children, largest, second := make([]int, n+1), make([]int, n+1), make([]int, n+1)
	degree[trap] = 0 // it stays
	for leaf := range degree {
		for v := leaf; degree[v] == 1; {
			weight := children[v] + second[v]
			if v == mouse {
				fmt.Println(weight)
			}
			p := link[v]
			children[p]++
			second[p] = max(second[p], min(largest[p], weight))
			largest[p] = max(largest[p], weight)
			degree[v] = 0
			degree[p]--
			link[p] ^= v
			v = p
		}
	}
}

func readInt(in *bufio.Reader) int {
	x := 0
	for {
		c, _ := in.ReadByte()
		if c <= ' ' {
			return x
		}
		x = 10*x + int(c-'0')
	}
}
