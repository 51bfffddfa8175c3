// Correct but O(n²): looks for the leaves all over again in each round.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	var n, trap, mouse int
	fmt.Fscan(in, &n, &trap, &mouse)
	degree, link := make([]int, n+1), make([]int, n+1)
	for range n - 1 {
		var u, v int
		fmt.Fscan(in, &u, &v)
		degree[u]++
		degree[v]++
		link[u] ^= v
		link[v] ^= u
	}
	degree[trap] = 0
	children, largest, second := make([]int, n+1), make([]int, n+1), make([]int, n+1)
	for degree[mouse] > 0 {
		var leaves []int
		for v, d := range degree {
			if d == 1 {
				leaves = append(leaves, v)
			}
		}
		for _, v := range leaves {
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
		}
	}
}
