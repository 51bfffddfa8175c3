// Straight from the rules: a position is the pile and both totals' parities, and it is won if some move leaves the
// opponent a lost one. Gives up (exit code 1) on large piles.
package main

import (
	"bufio"
	"fmt"
	"os"
)

const largest = 2000

// game is what the positions depend on.
type game struct{ k, goal int }

// lost tells of each pile, parity of the mover's total and parity of the opponent's whether the mover loses.
type lost [][2][2]bool

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var games int
	fmt.Fscan(in, &games)
	known := map[game]lost{}
	for range games {
		var n, k int
		var word string
		fmt.Fscan(in, &n, &k, &word)
		if n > largest {
			fmt.Fprintln(os.Stderr, "too many stones")
			os.Exit(1)
		}
		g := game{k: min(k, n)}
		if word == "odd" {
			g.goal = 1
		}
		known[g] = g.extend(known[g], n)
		fmt.Fprintln(out, g.leastTake(known[g], n))
	}
}

// extend decides all positions of up to n stones.
func (g game) extend(positions lost, n int) lost {
	for left := len(positions); left <= n; left++ {
		var here [2][2]bool
		for own := range 2 {
			for other := range 2 {
				here[own][other] = true
				if left == 0 {
					here[own][other] = own != g.goal
				}
				for take := 1; take <= min(g.k, left); take++ {
					if positions[left-take][other][(own+take)%2] {
						here[own][other] = false
					}
				}
			}
		}
		positions = append(positions, here)
	}
	return positions
}

func (g game) leastTake(positions lost, n int) int {
	for take := 1; take <= min(g.k, n); take++ {
		if positions[n-take][0][take%2] {
			return take
		}
	}
	return 0
}
