// Plays by the rules alone: every cut, and every step of every subset of the spiders.
package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
)

var (
	path string
	cut  []bool
	seen = map[string]bool{} // by the path's flies, the cuts and the spiders' vertices
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var cases int
	fmt.Fscan(in, &cases)
	for range cases {
		fmt.Fscan(in, &path)
		if len(path) > 16 {
			panic("a search by the rules alone would not end in years")
		}
		cut = make([]bool, len(path)) // the edge after each vertex; the last one leads nowhere
		cut[len(path)-1] = true
		var at []int
		for v, c := range path {
			if c == 'S' {
				at = append(at, v)
			}
		}
		if fliesWin(at) {
			fmt.Println("FLIES")
		} else {
			fmt.Println("SPIDERS")
		}
	}
}

// fliesWin tells it of a position in which an edge is to be cut.
func fliesWin(at []int) bool {
	if safe(at) {
		return true
	}
	key := position(at)
	if known, ok := seen[key]; ok {
		return known
	}
	wins := false
	for e := 0; e < len(path)-1 && !wins; e++ {
		if !cut[e] {
			cut[e] = true
			wins = safe(at) || !someMoveWins(at, 0, slices.Clone(at))
			cut[e] = false
		}
	}
	seen[key] = wins
	return wins
}

// someMoveWins tries all steps of the spiders from i on; those before it are in next already.
func someMoveWins(at []int, i int, next []int) bool {
	if i == len(at) {
		for _, v := range next {
			if path[v] == 'F' {
				return true
			}
		}
		return !fliesWin(slices.Sorted(slices.Values(next)))
	}
	for v := at[i] - 1; v <= at[i]+1; v++ {
		if v < 0 || v == len(path) || v < at[i] && cut[v] || v > at[i] && cut[at[i]] {
			continue
		}
		next[i] = v
		if someMoveWins(at, i+1, next) {
			return true
		}
	}
	return false
}

// safe tells whether no spider is connected to a fly.
func safe(at []int) bool {
	for _, v := range at {
		l, r := v, v
		for l > 0 && !cut[l-1] {
			l--
		}
		for !cut[r] {
			r++
		}
		for ; l <= r; l++ {
			if path[l] == 'F' {
				return false
			}
		}
	}
	return true
}

func position(at []int) string {
	key := make([]byte, 0, 2*len(path)+len(at))
	for v := range path {
		key = append(key, path[v])
		if path[v] == 'S' {
			key[len(key)-1] = 'B'
		}
		if cut[v] {
			key = append(key, '|')
		}
	}
	for _, v := range at {
		key = append(key, byte(v))
	}
	return string(key)
}
