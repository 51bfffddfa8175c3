// Wrong: takes the outcomes to repeat when as many in a row repeat as the list has numbers.
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
		takes := 0
		for range k {
			var s int
			fmt.Fscan(in, &s)
			takes |= 1 << s
		}
		if wins(n, takes, k) {
			fmt.Fprintln(out, "FIRST")
		} else {
			fmt.Fprintln(out, "SECOND")
		}
	}
}

func wins(n, takes, k int) bool {
	var outcomes []bool
	seen := map[int]int{}
	lost := 0
	for {
		window := lost % (1 << (k + 1))
		first, again := seen[window]
		if again && n >= first {
			return outcomes[first+(n-first)%(len(outcomes)-first)]
		}
		if again {
			return outcomes[n]
		}
		if len(outcomes) >= k {
			seen[window] = len(outcomes)
		}
		won := lost&takes != 0
		outcomes = append(outcomes, won)
		if !won {
			lost |= 1
		}
		lost = lost << 1 % (1 << 13)
	}
}
