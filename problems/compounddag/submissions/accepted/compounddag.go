// Values of all vertices from the sinks on, then one formula for each compound: O(n + m + the number of tokens).
package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
)

// noNumber is the w-number of what nobody moves to without need, and counts for no mex: SW in normal play, what is finished
// in misère play.
const noNumber = -1

var in = bufio.NewScanner(os.Stdin)

// Of two tables the first one is for normal play, the second one for misère play.
var (
	options                         [][]int
	grundy, w, remoteness, suspense [2][]int
)

func main() {
	in.Split(bufio.ScanWords)
	n, m := number(), number()
	options = make([][]int, n)
	before := make([][]int, n)
	for range m {
		u, v := number()-1, number()-1
		options[u] = append(options[u], v)
		before[v] = append(before[v], u)
	}
	for play := range 2 {
		grundy[play] = make([]int, n)
		w[play] = make([]int, n)
		remoteness[play] = make([]int, n)
		suspense[play] = make([]int, n)
	}
	var order []int // each vertex after all of its options
	left := make([]int, n)
	for v := range n {
		left[v] = len(options[v])
		if left[v] == 0 {
			order = append(order, v)
		}
	}
	for i := 0; i < len(order); i++ {
		v := order[i]
		evaluate(v)
		for _, u := range before[v] {
			left[u]--
			if left[u] == 0 {
				order = append(order, u)
			}
		}
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for range number() {
		style, end, misere := word(), word(), 0
		if word() == "misere" {
			misere = 1
		}
		tokens := make([]int, number())
		for i := range tokens {
			tokens[i] = number() - 1
		}
		if wins(style, end, misere, tokens) {
			fmt.Fprintln(out, "FIRST")
		} else {
			fmt.Fprintln(out, "SECOND")
		}
	}
}

func evaluate(v int) {
	if len(options[v]) == 0 {
		grundy[1][v] = 1
		w[1][v] = noNumber
		return
	}
	for misere := range 2 {
		grundy[misere][v] = mex(options[v], grundy[misere])
		w[misere][v] = mex(options[v], w[misere])
		remoteness[misere][v] = length(options[v], remoteness[misere], misere, false)
		suspense[misere][v] = length(options[v], suspense[misere], misere, true)
	}
	for _, u := range options[v] {
		if len(options[u]) == 0 {
			w[0][v] = noNumber
		}
	}
}

func mex(vertices, values []int) int {
	seen := make([]bool, len(vertices)+1)
	for _, v := range vertices {
		if x := values[v]; x >= 0 && x < len(seen) {
			seen[x] = true
		}
	}
	return slices.Index(seen, false)
}

// length is one more than that of the option which a player chooses; options of parity lost are lost for the opponent.
// The winner wants a small remoteness and a great suspense, the loser the reverse.
func length(vertices, values []int, lost int, long bool) int {
	best, bestWins := values[vertices[0]], false
	for _, v := range vertices {
		x := values[v]
		wins := x%2 == lost
		if wins && !bestWins || wins == bestWins && (x > best) == (wins == long) {
			best, bestWins = x, wins
		}
	}
	return best + 1
}

func wins(style, end string, misere int, tokens []int) bool {
	live := 0
	for _, v := range tokens {
		if len(options[v]) > 0 {
			live++
		}
	}
	if live == 0 || end == "short" && live < len(tokens) {
		return misere == 1
	}
	switch {
	case style == "conj" && end == "short":
		least := remoteness[misere][tokens[0]]
		for _, v := range tokens {
			least = min(least, remoteness[misere][v])
		}
		return least%2 != misere
	case style == "conj":
		greatest := suspense[misere][tokens[0]]
		for _, v := range tokens {
			greatest = max(greatest, suspense[misere][v])
		}
		return greatest%2 != misere
	case style == "sel":
		play := misere
		if end == "long" && live > 1 {
			play = 0
		}
		for _, v := range tokens {
			if len(options[v]) > 0 && grundy[play][v] != 0 {
				return true
			}
		}
		return false
	case end == "short":
		sum := 0
		for _, v := range tokens {
			if w[misere][v] == noNumber {
				return true
			}
			sum ^= w[misere][v]
		}
		return sum != 0
	default:
		sum, lost := 0, misere
		for _, v := range tokens {
			sum ^= grundy[0][v]
			if grundy[0][v] == grundy[1][v] {
				lost = 0
			}
		}
		return sum != lost
	}
}

func word() string {
	in.Scan()
	return in.Text()
}

func number() int {
	x, _ := strconv.Atoi(word())
	return x
}
