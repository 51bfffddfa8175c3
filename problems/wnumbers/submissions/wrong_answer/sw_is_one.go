// Wrong: counts an option that is SW as the number 1 instead of leaving it out.
package main

import (
	"bufio"
	"fmt"
	"math/bits"
	"os"
	"strconv"
	"strings"
)

// Less than the numbers.
const (
	superLosing  = -1
	superWinning = -2
)

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var tables int
	fmt.Fscan(in, &tables)
	for range tables {
		var play string
		var most, k int
		fmt.Fscan(in, &play, &most, &k)
		takes := make([]int, k)
		for i := range takes {
			fmt.Fscan(in, &takes[i])
		}
		finished := superLosing
		if play == "misere" {
			finished = superWinning
		}
		var worth []int
		var names []string
		for n := range most + 1 {
			w := finished
			if n >= takes[0] {
				w = combine(worth, takes)
			}
			worth = append(worth, w)
			names = append(names, name(w))
		}
		fmt.Fprintln(out, strings.Join(names, " "))
	}
}

// combine computes the worth of the next pile.
func combine(worth, takes []int) int {
	n := len(worth)
	options := uint32(0)
	for _, take := range takes {
		switch {
		case take > n:
		case worth[n-take] == superLosing:
			return superWinning
		case worth[n-take] == superWinning:
			options |= 1 << 1
		default:
			options |= 1 << worth[n-take]
		}
	}
	return bits.TrailingZeros32(^options)
}

func name(worth int) string {
	switch worth {
	case superLosing:
		return "SL"
	case superWinning:
		return "SW"
	default:
		return strconv.Itoa(worth)
	}
}
