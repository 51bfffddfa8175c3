// Straight from the rules: all moves of all positions, each position once. Gives up when there are too many moves.
package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
)

const manyMoves = 300_000 // for one question

type game struct {
	options    [][]int
	style, end string
	misere     bool
	known      map[string]bool
	moves      int // tried so far
}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var n, m, queries int
	fmt.Fscan(in, &n, &m)
	options := make([][]int, n+1)
	for range m {
		var u, v int
		fmt.Fscan(in, &u, &v)
		options[u] = append(options[u], v)
	}
	fmt.Fscan(in, &queries)
	for range queries {
		g := game{options: options, known: map[string]bool{}}
		var play string
		var k int
		fmt.Fscan(in, &g.style, &g.end, &play, &k)
		g.misere = play == "misere"
		tokens := make([]int, k)
		for i := range tokens {
			fmt.Fscan(in, &tokens[i])
		}
		if g.wins(tokens) {
			fmt.Fprintln(out, "FIRST")
		} else {
			fmt.Fprintln(out, "SECOND")
		}
	}
}

func (g *game) wins(tokens []int) bool {
	// The order of the tokens does not matter.
	key := fmt.Sprint(slices.Sorted(slices.Values(tokens)))
	if _, ok := g.known[key]; !ok {
		g.known[key] = g.search(tokens)
	}
	return g.known[key]
}

func (g *game) search(tokens []int) bool {
	live := 0
	for _, v := range tokens {
		if len(g.options[v]) > 0 {
			live++
		}
	}
	if live == 0 || g.end == "short" && live < len(tokens) {
		return g.misere
	}
	after := slices.Clone(tokens)
	var move func(i, moved int) bool // whether some way to move the tokens from i on wins
	move = func(i, moved int) bool {
		if i == len(tokens) {
			if g.moves++; g.moves > manyMoves {
				fmt.Fprintln(os.Stderr, "too many moves")
				os.Exit(1)
			}
			allowed := moved > 0
			switch g.style {
			case "disj":
				allowed = moved == 1
			case "conj":
				allowed = moved == live
			}
			return allowed && !g.wins(after)
		}
		after[i] = tokens[i]
		if move(i+1, moved) {
			return true
		}
		for _, v := range g.options[tokens[i]] {
			after[i] = v
			if move(i+1, moved+1) {
				return true
			}
		}
		after[i] = tokens[i]
		return false
	}
	return move(0, 0)
}
