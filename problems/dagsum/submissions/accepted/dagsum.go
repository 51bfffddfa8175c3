// Grundy values in the reverse of a topological order, which needs no recursion: O(n + m).
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	n, m := readInt(in), readInt(in)
	next := make([][]int, n+1)
	incoming := make([]int, n+1)
	for range m {
		u, v := readInt(in), readInt(in)
		next[u] = append(next[u], v)
		incoming[v]++
	}

	var order []int
	for v := 1; v <= n; v++ {
		if incoming[v] == 0 {
			order = append(order, v)
		}
	}
	for i := 0; i < len(order); i++ {
		for _, v := range next[order[i]] {
			incoming[v]--
			if incoming[v] == 0 {
				order = append(order, v)
			}
		}
	}

	grundy := make([]int, n+1)
	seen := make([]int, n+1) // seen[g] is the last vertex with a move to the value g
	for i := range order {
		u := order[n-1-i]
		for _, v := range next[u] {
			seen[grundy[v]] = u
		}
		for seen[grundy[u]] == u {
			grundy[u]++
		}
	}

	sum := 0
	for range readInt(in) {
		sum ^= grundy[readInt(in)]
	}
	fmt.Println(sum)
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
