// The values of the squares decide who wins, and tell each knight where to go.
package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
)

// squares is their number; row r and column c are 8r+c.
const squares = 64

// noNumber is the w-number of what nobody moves to without need: SW in normal play, what is finished in misère play.
const noNumber = -1

// The rules, where the knights are, and where a knight may go from each square.
var (
	style, end string
	misere     int
	position   []int
	options    [squares][]int
)

// Values of the squares; misereWon tells who wins a knight alone in misère play. The w-numbers are those of this game's
// convention; length is the remoteness under the short rule and the suspense under the long one.
var (
	grundy, w, length [squares]int
	misereWon         [squares]bool
)

// searched are positions of the long disjunctive compound in misère play.
var searched = map[string]bool{}

func main() {
	in := bufio.NewReader(os.Stdin)
	var play string
	var k int
	fmt.Fscan(in, &style, &end, &play, &k)
	if play == "misere" {
		misere = 1
	}
	for range k {
		var r, c int
		fmt.Fscan(in, &r, &c)
		position = append(position, 8*r+c)
	}
	var order []int
	for sum := range 15 { // every move brings r+c down
		for r := max(0, sum-7); r <= min(7, sum); r++ {
			order = append(order, 7*r+sum)
		}
	}
	for _, v := range order {
		evaluate(v)
	}
	mine := wins(position)
	if mine {
		fmt.Println("FIRST")
	} else {
		fmt.Println("SECOND")
	}
	for ; !over(position); mine = !mine {
		if mine {
			next := winning()
			fmt.Println(describe(next))
			position = next
			continue
		}
		var moved int
		fmt.Fscan(in, &moved)
		for range moved {
			var i, r, c int
			fmt.Fscan(in, &i, &r, &c)
			position[i-1] = 8*r + c
		}
	}
}

func evaluate(v int) {
	for _, d := range [][2]int{{1, -2}, {-1, -2}, {-2, -1}, {-2, 1}} {
		if r, c := v/8+d[0], v%8+d[1]; r >= 0 && r < 8 && c >= 0 && c < 8 {
			options[v] = append(options[v], 8*r+c)
		}
	}
	if isFinished(v) {
		misereWon[v] = true
		w[v] = noNumber
		return
	}
	misereWon[v] = slices.ContainsFunc(options[v], func(u int) bool { return !misereWon[u] })
	grundy[v] = mex(v, grundy[:])
	w[v] = mex(v, w[:])
	if misere == 0 && slices.ContainsFunc(options[v], isFinished) {
		w[v] = noNumber
	}
	best, bestWins := length[options[v][0]], false
	for _, u := range options[v] {
		x := length[u]
		wins := x%2 == misere
		if wins && !bestWins || wins == bestWins && (x > best) == (wins == (end == "long")) {
			best, bestWins = x, wins
		}
	}
	length[v] = best + 1
}

func isFinished(v int) bool { return len(options[v]) == 0 }

func mex(v int, values []int) int {
	for x := 0; ; x++ {
		if !slices.ContainsFunc(options[v], func(u int) bool { return values[u] == x }) {
			return x
		}
	}
}

func over(position []int) bool {
	n := 0
	for _, v := range position {
		if isFinished(v) {
			n++
		}
	}
	return n == len(position) || end == "short" && n > 0 || style == "notall" && len(position) == 1
}

func wins(position []int) bool {
	if over(position) {
		return misere == 1
	}
	live, anyWon, anyMisereWon, anyNearly := 0, false, false, false
	sum, wSum := 0, 0
	least, greatest := length[position[0]], length[position[0]]
	for _, v := range position {
		if !isFinished(v) {
			live++
			anyMisereWon = anyMisereWon || misereWon[v]
		}
		anyWon = anyWon || grundy[v] != 0
		anyNearly = anyNearly || w[v] == noNumber
		sum ^= grundy[v]
		wSum ^= w[v]
		least, greatest = min(least, length[v]), max(greatest, length[v])
	}
	switch {
	case style == "conj" && end == "short":
		return least%2 != misere
	case style == "conj":
		return greatest%2 != misere
	case style == "notall":
		return slices.ContainsFunc(position, func(v int) bool { return grundy[v] != grundy[position[0]] })
	case style == "sel" && misere == 1 && (end == "short" || live == 1):
		return anyMisereWon
	case style == "sel":
		return anyWon
	case end == "short":
		return anyNearly || wSum != 0
	case misere == 0:
		return sum != 0
	default:
		return search(position)
	}
}

func search(position []int) bool {
	key := fmt.Sprint(slices.Sorted(slices.Values(position)))
	if _, ok := searched[key]; !ok {
		searched[key] = slices.ContainsFunc(singles(position), func(next []int) bool { return !wins(next) })
	}
	return searched[key]
}

// singles are the positions that one move of one knight leads to.
func singles(position []int) [][]int {
	var all [][]int
	for i, v := range position {
		for _, u := range options[v] {
			next := slices.Clone(position)
			next[i] = u
			all = append(all, next)
		}
	}
	return all
}

// winning is the position after a winning move.
func winning() []int {
	for _, next := range candidates() {
		if !wins(next) {
			return next
		}
	}
	panic("no winning move")
}

func candidates() [][]int {
	switch {
	case style == "disj":
		return singles(position)
	case style == "conj":
		return [][]int{move(func(i, v int) bool { return isFinished(position[i]) || length[v] == length[position[i]]-1 })}
	case style == "notall":
		least := grundy[position[0]]
		for _, v := range position {
			least = min(least, grundy[v])
		}
		return [][]int{move(func(_, v int) bool { return grundy[v] == least })}
	case end == "short" && misere == 1:
		return [][]int{move(func(_, v int) bool { return !misereWon[v] })}
	}
	// Leave all lost in normal play. In the long game in misère play two or more of them have to be left unfinished, or else a
	// single one, which is lost in misère play.
	all := [][]int{move(func(_, v int) bool { return grundy[v] == 0 })}
	for last := range position {
		all = append(all, move(func(i, v int) bool {
			if i == last {
				return !misereWon[v]
			}
			return isFinished(v)
		}))
	}
	return all
}

// move takes each knight to a square that it wants, unless it stands on one. If one cannot go there, none moves.
func move(wants func(i, v int) bool) []int {
	next := slices.Clone(position)
	for i, v := range position {
		if wants(i, v) {
			continue
		}
		found := slices.IndexFunc(options[v], func(u int) bool { return wants(i, u) })
		if found < 0 {
			return position
		}
		next[i] = options[v][found]
	}
	return next
}

func describe(next []int) string {
	moved, text := 0, ""
	for i, v := range next {
		if v != position[i] {
			moved++
			text += fmt.Sprint(" ", i+1, v/8, v%8)
		}
	}
	return fmt.Sprint(moved) + text
}
