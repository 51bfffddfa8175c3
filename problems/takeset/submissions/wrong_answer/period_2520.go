// Wrong: believes that 2520, which all numbers up to 10 divide, is a period of every list.
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
	known := map[int][]bool{}
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
		if known[takes] == nil {
			known[takes] = outcomes(takes)
		}
		if n >= 5040 {
			n = 2520 + n%2520
		}
		if known[takes][n] {
			fmt.Fprintln(out, "FIRST")
		} else {
			fmt.Fprintln(out, "SECOND")
		}
	}
}

func outcomes(takes int) []bool {
	won := make([]bool, 5040)
	lost := 0
	for n := range won {
		won[n] = lost&takes != 0
		if !won[n] {
			lost |= 1
		}
		lost = lost << 1 % (1 << 13)
	}
	return won
}
