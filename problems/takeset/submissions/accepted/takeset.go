// Twelve outcomes decide the next one, so that they repeat as soon as a window of twelve does. O(4096) a game, in fact 100.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var games int
	fmt.Fscan(in, &games)
	for range games {
		var n, k int
		fmt.Fscan(in, &n, &k)
		takes := 0 // bit s tells whether s stones may be taken
		for range k {
			var s int
			fmt.Fscan(in, &s)
			takes |= 1 << s
		}
		if wins(n, takes) {
			fmt.Fprintln(out, "FIRST")
		} else {
			fmt.Fprintln(out, "SECOND")
		}
	}
}

func wins(n, takes int) bool {
	var outcomes []bool
	seen := map[int]int{}
	lost := 0 // bit s tells whether s stones less than now are lost
	for {
		first, again := seen[lost]
		if again && n >= first {
			return outcomes[first+(n-first)%(len(outcomes)-first)]
		}
		if again {
			return outcomes[n]
		}
		seen[lost] = len(outcomes)
		won := lost&takes != 0
		outcomes = append(outcomes, won)
		if !won {
			lost |= 1
		}
		lost = lost << 1 % (1 << 13)
	}
}
