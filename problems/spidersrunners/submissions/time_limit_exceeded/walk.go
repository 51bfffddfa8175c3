// Walks from every spider to its flies, past other spiders.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var cases int
	fmt.Fscan(in, &cases)
	for range cases {
		var path string
		fmt.Fscan(in, &path)
		if fliesWin(path) {
			fmt.Println("FLIES")
		} else {
			fmt.Println("SPIDERS")
		}
	}
}

func fliesWin(path string) bool {
	within := make([]int, len(path))
	for v, c := range path {
		if c != 'S' {
			continue
		}
		for _, step := range []int{-1, 1} {
			spiders, u := 0, v+step
			for u >= 0 && u < len(path) && path[u] != 'F' {
				if path[u] == 'S' {
					spiders++
				}
				u += step
			}
			if u >= 0 && u < len(path) && spiders == 0 {
				within[step*(u-v)]++
			}
		}
	}
	threats := 0
	for d, n := range within {
		threats += n
		if threats > d {
			return false
		}
	}
	return true
}
