// Leaves the judge a lost pile after each of its moves.
package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var left, k int
	var goal string
	fmt.Fscan(in, &left, &k, &goal)
	period := k + 2
	if k%2 == 1 {
		period = 2*k + 2
	}
	// The good player would win if the game were over now.
	good := goal == "even"
	mine := !slices.Contains(lost(k, good), left%period)
	if mine {
		fmt.Println("FIRST")
	} else {
		fmt.Println("SECOND")
	}
	for ; left > 0; mine = !mine {
		// After the move of an even pile the next player is good if the mover was bad before it, and the other way round.
		good = good == (left%2 == 1)
		var take int
		if mine {
			take = winningTake(left, k, period, lost(k, good))
			fmt.Println(take)
		} else {
			fmt.Fscan(in, &take)
		}
		left -= take
	}
}

// lost lists the piles, modulo the period, that a good or bad player loses.
func lost(k int, good bool) []int {
	switch {
	case !good:
		return []int{0, k + 1 + k%2}
	case k%2 == 1:
		return []int{1, k + 1}
	}
	return []int{1}
}

// winningTake leaves one of the piles.
func winningTake(left, k, period int, piles []int) int {
	for _, pile := range piles {
		take := (left - pile + period) % period
		if 0 < take && take <= min(k, left) {
			return take
		}
	}
	panic("no winning move")
}
