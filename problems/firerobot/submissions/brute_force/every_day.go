// Straight from the rules: searches the game day by day, with the set of burning cities as it is on each day. Gives up (exit
// code 1) beyond 14 cities.
package main

import (
	"bufio"
	"fmt"
	"os"
)

const most = 14

// island holds for each city the set of its neighbours; bit c of a set belongs to city c, from 0.
type island []uint

func main() {
	in := bufio.NewReader(os.Stdin)
	var n, m int
	fmt.Fscan(in, &n, &m)
	if n > most {
		fmt.Fprintln(os.Stderr, "too many cities")
		os.Exit(1)
	}
	neighbours := make(island, n)
	for range m {
		var a, b int
		fmt.Fscan(in, &a, &b)
		neighbours[a-1] |= 1 << (b - 1)
		neighbours[b-1] |= 1 << (a - 1)
	}
	if neighbours.survives(0, 1) {
		fmt.Println("Vladimir")
	} else {
		fmt.Println("Nikolai")
	}
}

// survives tells whether the pilot of this day can leave the loss to the other one.
func (l island) survives(robot int, burning uint) bool {
	for city := range l {
		safe := l[robot]&(1<<city) != 0 && burning&(1<<city) == 0
		if safe && !l.survives(city, l.spread(burning)) {
			return true
		}
	}
	return false
}

// spread is what burns on the next day.
func (l island) spread(burning uint) uint {
	next := burning
	for city, neighbours := range l {
		if burning&(1<<city) != 0 {
			next |= neighbours
		}
	}
	return next
}
