package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var n, sum int
	fmt.Fscan(in, &n)
	heaps := make([]int, n)
	for i := range heaps {
		fmt.Fscan(in, &heaps[i])
		sum ^= heaps[i]
	}
	for i, heap := range heaps {
		if heap^sum < heap {
			fmt.Println("FIRST", i+1, heap^sum)
			return
		}
	}
	fmt.Println("SECOND")
}
