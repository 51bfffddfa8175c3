// Equal heaps are lost. In misère play so is a single stone, and equal heaps of one stone or none are won. O(k).
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
		ones, empty := 0, 0
		equal := true
		for i := range heaps {
			fmt.Fscan(in, &heaps[i])
			equal = equal && heaps[i] == heaps[0]
			switch heaps[i] {
			case 0:
				empty++
			case 1:
				ones++
			}
		}
		lost := equal
		if play == "misere" {
			single := ones == 1 && empty == k-1
			lost = k > 1 && (single || equal && heaps[0] > 1)
		}
		if lost {
			fmt.Fprintln(out, "SECOND")
		} else {
			fmt.Fprintln(out, "FIRST")
		}
	}
}
