// Correct but O(n·m): goes over all vertices again and again until no value changes.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var n, m int
	fmt.Fscan(in, &n, &m)
	next := make([][]int, n+1)
	for range m {
		var u, v int
		fmt.Fscan(in, &u, &v)
		next[u] = append(next[u], v)
	}
	grundy := make([]int, n+1)
	seen := make([]int, m+2)
	round := 0
	for changed := true; changed; {
		changed = false
		for u := 1; u <= n; u++ {
			round++
			for _, v := range next[u] {
				seen[grundy[v]] = round
			}
			g := 0
			for seen[g] == round {
				g++
			}
			changed = changed || g != grundy[u]
			grundy[u] = g
		}
	}
	var k, sum int
	fmt.Fscan(in, &k)
	for range k {
		var v int
		fmt.Fscan(in, &v)
		sum ^= grundy[v]
	}
	fmt.Println(sum)
}
