// Wrong: ordinary Grundy numbers with SL and SW pasted over them.
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
		var grundy []int
		var names []string
		for n := range most + 1 {
			w := finished
			if n >= takes[0] {
				w = mex(grundy, takes)
				if play == "normal" && ends(n, takes) {
					w = superWinning
				}
			}
			grundy = append(grundy, mex(grundy, takes))
			names = append(names, name(w))
		}
		fmt.Fprintln(out, strings.Join(names, " "))
	}
}

func mex(grundy, takes []int) int {
	n := len(grundy)
	options := uint32(0)
	for _, take := range takes {
		if take <= n {
			options |= 1 << grundy[n-take]
		}
	}
	return bits.TrailingZeros32(^options)
}

// ends tells whether one move finishes a pile.
func ends(n int, takes []int) bool {
	for _, take := range takes {
		if take <= n && n-take < takes[0] {
			return true
		}
	}
	return false
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
