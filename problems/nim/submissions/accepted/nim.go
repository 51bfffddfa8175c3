// The nim-sum decides, and a move that makes it zero wins. O(n).
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var n int
	fmt.Fscan(in, &n)
	heaps := make([]int64, n)
	var sum int64
	for i := range heaps {
		fmt.Fscan(in, &heaps[i])
		sum ^= heaps[i]
	}
	for i, heap := range heaps {
		if left := heap ^ sum; left < heap {
			fmt.Println("FIRST", i+1, left)
			return
		}
	}
	fmt.Println("SECOND")
}
