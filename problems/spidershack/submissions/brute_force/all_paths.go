// Tries all paths of the length, and plays each by the rules: every cut in front of a spider, every step. Gives up on long
// paths.
package main

import (
	"fmt"
	"os"
	"slices"
)

// position is the flies' turn. It holds the distances of the spiders with one fly and of those between two flies.
type position struct {
	oneSided []int
	lone     [][2]int
}

// rules are those for the spiders.
type rules struct {
	thinking bool
	known    map[string]bool
}

func main() {
	var n int
	fmt.Scan(&n)
	if n > 19 {
		fmt.Fprintln(os.Stderr, "too many paths")
		os.Exit(1)
	}
	running := rules{false, map[string]bool{}}
	thinking := rules{true, map[string]bool{}}
	path := make([]byte, n)
	var extend func(i int) bool
	extend = func(i int) bool {
		if i == n {
			p := read(path)
			return len(p.lone) <= 4 && running.fliesWin(p) && !thinking.fliesWin(p)
		}
		for _, letter := range []byte("SFB") {
			path[i] = letter
			// Flies that lose against the spiders so far lose against more of them as well.
			if letter == 'F' && !running.fliesWin(read(path[:i+1])) {
				continue
			}
			if extend(i + 1) {
				return true
			}
		}
		return false
	}
	if !extend(0) {
		fmt.Fprintln(os.Stderr, "no path")
		os.Exit(1)
	}
	fmt.Println(string(path))
}

// read finds the threats between neighbouring flies, and beyond the first and the last.
func read(path []byte) position {
	var p position
	left := -1 // the fly on the left
	first, last := -1, -1
	for i, letter := range path {
		switch {
		case letter == 'S' && first < 0:
			first, last = i, i
		case letter == 'S':
			last = i
		case letter == 'F':
			switch {
			case first < 0:
			case left < 0:
				p.oneSided = append(p.oneSided, i-last)
			case first == last:
				p.lone = append(p.lone, [2]int{first - left, i - first})
			default:
				p.oneSided = append(p.oneSided, first-left, i-last)
			}
			left, first, last = i, -1, -1
		}
	}
	if left >= 0 && first >= 0 {
		p.oneSided = append(p.oneSided, first-left)
	}
	return p
}

func (r rules) fliesWin(p position) bool {
	if len(p.oneSided)+len(p.lone) == 0 {
		return true
	}
	slices.Sort(p.oneSided)
	slices.SortFunc(p.lone, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	var name []byte
	for _, distance := range p.oneSided {
		name = append(name, byte(distance))
	}
	name = append(name, 0) // no distance is 0
	for _, spider := range p.lone {
		name = append(name, byte(spider[0]), byte(spider[1]))
	}
	if won, ok := r.known[string(name)]; ok {
		return won
	}
	won := r.cut(p)
	r.known[string(name)] = won
	return won
}

func (r rules) cut(p position) bool {
	for i := range p.oneSided {
		if r.hold(slices.Delete(slices.Clone(p.oneSided), i, i+1), p.lone) {
			return true
		}
	}
	for i, spider := range p.lone {
		others := slices.Delete(slices.Clone(p.lone), i, i+1)
		for _, way := range spider {
			if r.hold(append(slices.Clone(p.oneSided), way), others) {
				return true
			}
		}
	}
	return false
}

// hold tells whether the flies win after a cut.
func (r rules) hold(oneSided []int, lone [][2]int) bool {
	if slices.Contains(oneSided, 1) || slices.ContainsFunc(lone, func(s [2]int) bool { return min(s[0], s[1]) == 1 }) {
		return false
	}
	closer := make([]int, len(oneSided))
	for i, distance := range oneSided {
		closer[i] = distance - 1
	}
	return r.step(closer, lone, nil)
}

// step tries all steps of the remaining lone spiders.
func (r rules) step(oneSided []int, lone, moved [][2]int) bool {
	if len(lone) == 0 {
		return r.fliesWin(position{slices.Clone(oneSided), slices.Clone(moved)})
	}
	for step := -1; step <= 1; step++ {
		a, b := lone[0][0], lone[0][1]
		if !r.thinking && step != map[bool]int{true: -1, false: 1}[a <= b] {
			continue
		}
		if !r.step(oneSided, lone[1:], append(moved[:len(moved):len(moved)], [2]int{a + step, b - step})) {
			return false
		}
	}
	return true
}
