package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
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
	take := func(i, stones int) {
		sum ^= heaps[i-1]
		heaps[i-1] -= stones
		sum ^= heaps[i-1]
	}
	over := func() bool { return slices.Max(heaps) == 0 }
	judge := func() {
		var i, stones int
		fmt.Fscan(in, &i, &stones)
		take(i, stones)
	}

	if sum != 0 {
		fmt.Println("FIRST")
	} else {
		fmt.Println("SECOND")
		if !over() {
			judge()
		}
	}
	for !over() {
		i := slices.IndexFunc(heaps, func(heap int) bool { return heap^sum < heap })
		left := heaps[i] ^ sum
		fmt.Println(i+1, heaps[i]-left)
		take(i+1, heaps[i]-left)
		if !over() {
			judge()
		}
	}
}
