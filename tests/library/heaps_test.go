package library_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
)

var heapGames = []comparison{
	{
		problem: "bash", solution: "bash.go", bruteForce: "table.py", tiny: allBash,
		instance: batch(200, bashGame), instances: 40, judge: sameOutput,
	},
	{
		problem: "nimmisere", solution: "nimmisere.go", bruteForce: "search.py", tiny: allMisere,
		instance: batch(60, misereGame), instances: 40, judge: sameOutput,
	},
}

// batch makes an input of up to most games, of one line each.
func batch(most int, game func(*rand.Rand) string) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		lines := make([]string, 1+r.IntN(most))
		for i := range lines {
			lines[i] = game(r)
		}
		return together(lines)
	}
}

// together is the input of all these games.
func together(lines []string) string {
	return fmt.Sprintf("%d\n%s\n", len(lines), strings.Join(lines, "\n"))
}

// one is the sequence of a single input.
func one(input string) iter.Seq[string] {
	return func(yield func(string) bool) { yield(input) }
}

// list is the numbers with spaces between them.
func list(numbers []int) string {
	return strings.Trim(fmt.Sprint(numbers), "[]")
}

// tables calls game with every list of n numbers of at most most; the list is only lent.
func tables(n, most int, game func(heaps []int)) {
	heaps := make([]int, n)
	for {
		game(heaps)
		i := n - 1
		for i >= 0 && heaps[i] == most {
			heaps[i] = 0
			i--
		}
		if i < 0 {
			return
		}
		heaps[i]++
	}
}

func allBash(yield func(string) bool) {
	var games []string
	for n := range 60 {
		for k := range 62 {
			games = append(games, fmt.Sprint(n+1, k+1))
		}
	}
	yield(together(games))
}

func bashGame(r *rand.Rand) string {
	return fmt.Sprint(1+r.IntN(300), 1+r.IntN([]int{3, 30, 300}[r.IntN(3)]))
}

// allMisere has every game of up to five heaps of at most two stones, and of fewer heaps of more stones.
func allMisere(yield func(string) bool) {
	var games []string
	for n, most := range []int{20, 9, 5, 3, 2} {
		tables(n+1, most, func(heaps []int) { games = append(games, fmt.Sprint(n+1, " ", list(heaps))) })
	}
	yield(together(games))
}

// misereGame has heaps without number that are nearly all small, as it takes to be near the end of the game.
func misereGame(r *rand.Rand) string {
	n := 1 + r.IntN(6)
	heaps := make([]int, n)
	sum := 0
	for i := range heaps {
		heaps[i] = r.IntN([]int{2, 2, 4}[r.IntN(3)])
		if i == 0 {
			heaps[i] = r.IntN(9)
		}
		if i == n-1 && r.IntN(3) == 0 {
			heaps[i] = min(sum, 9)
		}
		sum ^= heaps[i]
	}
	return fmt.Sprint(n, " ", list(heaps))
}
