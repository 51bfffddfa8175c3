// Wrong: forgets that a lone spider that runs to its nearer fly moves away from the other one.
package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
)

type lone struct{ near, far int }

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Split(bufio.ScanWords)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for range readInt(in) {
		spiders, oneSided := make([]lone, readInt(in)), make([]int, readInt(in))
		for i := range oneSided {
			oneSided[i] = readInt(in)
		}
		slices.Sort(oneSided)
		for i := range spiders {
			spiders[i] = lone{readInt(in), readInt(in)}
		}
		winner := "SPIDERS"
		if fliesWin(oneSided, spiders, math.MaxInt, nil) {
			winner = "FLIES"
		}
		fmt.Fprintln(out, winner)
	}
}

// fliesWin tells whether the flies win when the remaining lone spiders are turned round before the given turn. The
// deadlines are those of the cuts against the other lone spiders.
func fliesWin(oneSided []int, rest []lone, before int, deadlines []int) bool {
	if len(rest) == 0 {
		return inTime(oneSided, deadlines)
	}
	last := len(rest) - 1
	for i := range rest {
		rest[i], rest[last] = rest[last], rest[i]
		turn := min(rest[last].near, before-1)
		back := rest[last].far
		if fliesWin(oneSided, rest[:last], turn, append(deadlines, turn, back)) {
			return true
		}
		rest[i], rest[last] = rest[last], rest[i]
	}
	return false
}

// inTime tells whether one cut a turn keeps all deadlines: the i-th of them in order must be i at least.
func inTime(sorted, more []int) bool {
	more = slices.Sorted(slices.Values(more))
	i := 0
	for turn := 1; turn <= len(sorted)+len(more); turn++ {
		j := turn - 1 - i
		deadline := math.MaxInt
		if i < len(sorted) {
			deadline = sorted[i]
		}
		if j < len(more) && more[j] < deadline {
			deadline = more[j]
		} else {
			i++
		}
		if deadline < turn {
			return false
		}
	}
	return true
}

func readInt(in *bufio.Scanner) int {
	in.Scan()
	n, _ := strconv.Atoi(in.Text())
	return n
}
