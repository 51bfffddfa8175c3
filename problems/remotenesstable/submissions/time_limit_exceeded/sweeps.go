// Correct but O(n·m): goes over all vertices again and again until no number changes.
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
	table := make([][4]int, n+1)
	for changed := true; changed; {
		changed = false
		for u := 1; u <= n; u++ {
			row := lengths(next[u], table)
			changed = changed || row != table[u]
			table[u] = row
		}
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, row := range table[1:] {
		fmt.Fprintln(out, row[0], row[1], row[2], row[3])
	}
}

func lengths(moves []int, table [][4]int) (row [4]int) {
	for j := range row {
		lost, won := 0, 0
		for _, v := range moves {
			best := &won
			l := table[v][j] + 1
			longer := j%2 == 0
			if (l-1)%2 == j/2 {
				best, longer = &lost, j%2 == 1
			}
			if *best == 0 || longer == (l > *best) {
				*best = l
			}
		}
		row[j] = won
		if lost > 0 {
			row[j] = lost
		}
	}
	return row
}
