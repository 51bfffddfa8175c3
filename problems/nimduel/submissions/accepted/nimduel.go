// Leaves a nim-sum of zero after each of its moves.
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
	mine := sum != 0
	if mine {
		fmt.Println("FIRST")
	} else {
		fmt.Println("SECOND")
	}
	for ; !empty(heaps); mine = !mine {
		var i, stones int
		if mine {
			i, stones = winningMove(heaps, sum)
			fmt.Println(i, stones)
		} else {
			fmt.Fscan(in, &i, &stones)
		}
		heap := &heaps[i-1]
		sum ^= *heap
		*heap -= stones
		sum ^= *heap
	}
}

func winningMove(heaps []int, sum int) (i, stones int) {
	for i, heap := range heaps {
		if left := heap ^ sum; left < heap {
			return i + 1, heap - left
		}
	}
	panic("no winning move")
}

func empty(heaps []int) bool {
	for _, heap := range heaps {
		if heap > 0 {
			return false
		}
	}
	return true
}
