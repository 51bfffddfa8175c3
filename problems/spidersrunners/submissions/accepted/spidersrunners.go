// Counts the threats by their distance: the flies win unless more than d of them are within distance d.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
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
	within := make([]int, len(path)) // how many threats there are of each distance
	gaps := strings.Split(path, "F")
	for i, gap := range gaps {
		first, last := strings.Index(gap, "S"), strings.LastIndex(gap, "S")
		if first < 0 {
			continue
		}
		if i > 0 {
			within[first+1]++
		}
		if i < len(gaps)-1 {
			within[len(gap)-last]++
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
