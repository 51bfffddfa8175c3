// Wrong: the heaps do not fit 32 bits.
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
		var sum int32
		large := false
		for range n {
			var read int64
			fmt.Fscan(in, &read)
			heap := int32(read)
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
