// Straight from the rules: in each turn it tries every cut, and none. Gives up on cases that are too large.
package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// position is the flies' turn; its numbers are the distances, then pairs of near and far, sorted.
type position struct {
	oneSided []int
	lone     [][2]int
}

var known = map[string]bool{}

func main() {
	var cases int
	fmt.Scan(&cases)
	var answers strings.Builder
	for range cases {
		var k, c int
		fmt.Scan(&k, &c)
		p := position{make([]int, c), make([][2]int, k)}
		most := 0
		for i := range p.oneSided {
			fmt.Scan(&p.oneSided[i])
			most = max(most, p.oneSided[i])
		}
		for i := range p.lone {
			fmt.Scan(&p.lone[i][0], &p.lone[i][1])
			most = max(most, p.lone[i][1])
		}
		if k+c > 9 || most > 30 {
			fmt.Fprintln(os.Stderr, "too many positions")
			os.Exit(1)
		}
		if p.fliesWin() {
			answers.WriteString("FLIES\n")
		} else {
			answers.WriteString("SPIDERS\n")
		}
	}
	fmt.Print(answers.String())
}

func (p position) fliesWin() bool {
	if len(p.oneSided)+len(p.lone) == 0 {
		return true
	}
	slices.Sort(p.oneSided)
	slices.SortFunc(p.lone, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	name := p.name()
	if won, ok := known[name]; ok {
		return won
	}
	won := p.cut()
	known[name] = won
	return won
}

func (p position) name() string {
	var name []byte
	for _, distance := range p.oneSided {
		name = append(name, byte(distance))
	}
	name = append(name, 0) // no distance is 0
	for _, spider := range p.lone {
		name = append(name, byte(spider[0]), byte(spider[1]))
	}
	return string(name)
}

func (p position) cut() bool {
	if run(p.oneSided, p.lone) {
		return true
	}
	for i := range p.oneSided {
		if run(slices.Delete(slices.Clone(p.oneSided), i, i+1), p.lone) {
			return true
		}
	}
	for i, spider := range p.lone {
		if run(append(slices.Clone(p.oneSided), spider[1]), slices.Delete(slices.Clone(p.lone), i, i+1)) {
			return true
		}
	}
	return false
}

// run moves all spiders one step.
func run(oneSided []int, lone [][2]int) bool {
	var next position
	for _, distance := range oneSided {
		if distance == 1 {
			return false
		}
		next.oneSided = append(next.oneSided, distance-1)
	}
	for _, spider := range lone {
		if spider[0] == 1 {
			return false
		}
		next.lone = append(next.lone, [2]int{spider[0] - 1, spider[1] + 1})
	}
	return next.fliesWin()
}
