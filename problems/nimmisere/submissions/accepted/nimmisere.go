// As in Nim as long as some heap has two stones, the other way round when none has. O(n).
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
		var n int
		fmt.Fscan(in, &n)
		var sum int64
		large := false
		for range n {
			var heap int64
			fmt.Fscan(in, &heap)
			sum ^= heap
			large = large || heap > 1
		}
		if (sum != 0) == large {
			fmt.Fprintln(out, "FIRST")
		} else {
			fmt.Fprintln(out, "SECOND")
		}
	}
}
