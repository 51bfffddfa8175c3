// Leaves a pile that is lost for the opponent, whose remainder is known.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var games int
	fmt.Fscan(in, &games)
	for range games {
		var n, k int
		var goal string
		fmt.Fscan(in, &n, &k, &goal)
		fmt.Fprintln(out, leastTake(n, k, goal == "even"))
	}
}

// leastTake is the least winning first move, or 0.
func leastTake(n, k int, evenWins bool) int {
	if k%2 == 0 {
		if evenWins {
			return (n - 1) % (k + 2)
		}
		return n % (k + 2) % (k + 1)
	}
	if evenWins {
		return atMost(k, (n-1)%(2*k+2), k)
	}
	return atMost(k, n%(2*k+2), k+2)
}

// atMost goes to the other lost pile if the one below is too far away.
func atMost(most, take, other int) int {
	if take > most {
		return take - other
	}
	return take
}
