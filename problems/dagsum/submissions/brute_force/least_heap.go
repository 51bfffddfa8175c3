// From the rules: the least number of stones such that whoever is to move loses with the tokens and a heap of so many stones
// beside them. Every position is searched; gives up (exit code 1) on large ones.
package main

import (
	"fmt"
	"os"
)

const mostTokens = 3

type position struct {
	tokens [mostTokens]int // 0 for none
	stones int
}

var (
	next  [][]int
	known = map[position]bool{}
)

func main() {
	var n, m, k int
	fmt.Scan(&n, &m)
	if n > 9 || m > 100 {
		tooLarge()
	}
	next = make([][]int, n+1)
	for range m {
		var u, v int
		fmt.Scan(&u, &v)
		next[u] = append(next[u], v)
	}
	fmt.Scan(&k)
	if k > mostTokens {
		tooLarge()
	}
	var p position
	for i := range k {
		fmt.Scan(&p.tokens[i])
	}
	for wins(p) {
		p.stones++
	}
	fmt.Println(p.stones)
}

func tooLarge() {
	fmt.Fprintln(os.Stderr, "too many positions")
	os.Exit(1)
}

// wins tells whether the player to move wins.
func wins(p position) bool {
	won, ok := known[p]
	if !ok {
		won = someMoveWins(p)
		known[p] = won
	}
	return won
}

func someMoveWins(p position) bool {
	for left := range p.stones {
		if !wins(position{p.tokens, left}) {
			return true
		}
	}
	for i, u := range p.tokens {
		for _, v := range next[u] {
			after := p
			after.tokens[i] = v
			if !wins(after) {
				return true
			}
		}
	}
	return false
}
