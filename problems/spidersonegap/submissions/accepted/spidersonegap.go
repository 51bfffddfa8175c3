// Counts the cuts by their deadlines; a lone spider with a and b >= a steps to its flies has a and b + 2(a-1).
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
	due := make([]int, 2*len(path)) // how many cuts are due at each turn
	gaps := strings.Split(path, "F")
	for i, gap := range gaps {
		first, last := strings.Index(gap, "S"), strings.LastIndex(gap, "S")
		if first < 0 {
			continue
		}
		left, right := first+1, len(gap)-last // steps to the fly on either side
		switch {
		case i > 0 && i < len(gaps)-1 && first == last:
			near, far := min(left, right), max(left, right)
			due[near]++
			due[far+2*(near-1)]++
		default:
			if i > 0 {
				due[left]++
			}
			if i < len(gaps)-1 {
				due[right]++
			}
		}
	}
	cuts := 0
	for turn, n := range due {
		cuts += n
		if cuts > turn {
			return false
		}
	}
	return true
}
