// Wrong: the sum of the heaps does not fit 64 bits.
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
		var play string
		var k int
		fmt.Fscan(in, &play, &k)
		heaps := make([]int, k)
		sum := 0
		lost := true
		for i := range heaps {
			fmt.Fscan(in, &heaps[i])
			sum += heaps[i]
			lost = lost && heaps[i] == heaps[0]
		}
		if play == "misere" {
			lost = k > 1 && (lost && heaps[0] > 1 || sum == 1)
		}
		if lost {
			fmt.Fprintln(out, "SECOND")
		} else {
			fmt.Fprintln(out, "FIRST")
		}
	}
}
