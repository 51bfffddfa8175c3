// Looks ahead in the game of distances: one-sided threats, and lone spiders with a nearer and a farther fly.
package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
)

// lone is a spider between two flies.
type lone struct{ near, far int }

var (
	path string // who stands where at the start
	cut  []bool // the edge after each vertex; the last one leads nowhere
	at   []int  // the spiders
)

func main() {
	in := bufio.NewReader(os.Stdin)
	fmt.Fscan(in, &path)
	cut = make([]bool, len(path))
	cut[len(path)-1] = true
	for v, c := range path {
		if c == 'S' {
			at = append(at, v)
		}
	}
	mono, dual, _ := threats()
	flies := fliesWin(mono, dual)
	if flies {
		fmt.Println("FLIES")
	} else {
		fmt.Println("SPIDERS")
	}
	for !safe() {
		if flies {
			fmt.Println(chooseCut() + 1)
		} else {
			var edge int
			fmt.Fscan(in, &edge)
			cut[edge-1] = true
		}
		if safe() {
			break
		}
		var steps string
		if flies {
			fmt.Fscan(in, &steps)
		} else {
			steps = chooseSteps()
			fmt.Println(steps)
		}
		for i, step := range steps {
			switch step {
			case 'L':
				at[i]--
			case 'R':
				at[i]++
			}
			if path[at[i]] == 'F' {
				return
			}
		}
	}
}

// chooseCut finds a cut after which the spiders cannot win, and makes it.
func chooseCut() int {
	for e := range cut {
		if cut[e] {
			continue
		}
		cut[e] = true
		if mono, dual, _ := threats(); hold(mono, dual, 0) {
			return e
		}
		cut[e] = false
	}
	panic("no cut wins")
}

// chooseSteps finds a move of the spiders after which the flies cannot win.
func chooseSteps() string {
	_, _, choices := threats()
	steps := make([]byte, len(at))
	if !try(steps, choices) {
		panic("no move wins")
	}
	return string(steps)
}

// try chooses the steps of the last spiders, one for each of the choices.
func try(steps []byte, choices []string) bool {
	i := len(steps) - len(choices)
	if i < len(steps) {
		for _, step := range choices[0] {
			steps[i] = byte(step)
			if try(steps, choices[1:]) {
				return true
			}
		}
		return false
	}
	before := at
	defer func() { at = before }()
	at = slices.Clone(at)
	for j, step := range steps {
		at[j] += map[byte]int{'L': -1, 'R': 1}[step] // onto a fly makes a threat at distance 0
	}
	mono, dual, _ := threats()
	return !fliesWin(mono, dual)
}

// safe tells whether no spider is connected to a fly.
func safe() bool {
	mono, dual, _ := threats()
	return len(mono)+len(dual) == 0
}

// threats are the distances that matter, and what each spider may want to do: a lone one has a choice.
func threats() (mono []int, dual []lone, choices []string) {
	choices = make([]string, len(at))
	for i := range choices {
		choices[i] = "W"
	}
	fly := -1
	var gap []int // its spiders
	end := func(right int) {
		if len(gap) > 0 {
			first, last := gap[0], gap[len(gap)-1]
			switch {
			case fly >= 0 && right >= 0 && len(gap) == 1:
				dual = append(dual, lone{at[first] - fly, right - at[first]})
				choices[first] = "LWR"
			default:
				if fly >= 0 {
					mono = append(mono, at[first]-fly)
					choices[first] = "L"
				}
				if right >= 0 {
					mono = append(mono, right-at[last])
					choices[last] = "R"
				}
			}
		}
		fly, gap = right, nil
	}
	for v, c := range path {
		if c == 'F' {
			end(v)
		}
		for i := range at {
			if at[i] == v {
				gap = append(gap, i)
			}
		}
		if cut[v] {
			end(-1)
		}
	}
	return mono, dual, choices
}

// fliesWin tells it of a position in which an edge is to be cut.
func fliesWin(mono []int, dual []lone) bool {
	for i, d := range dual {
		dual[i] = lone{min(d.near, d.far), max(d.near, d.far)}
	}
	slices.Sort(mono)
	running, resting := slices.Clone(mono), slices.Clone(mono)
	for _, d := range dual {
		running = append(running, d.near, d.far+2*(d.near-1)) // barred at the last moment, and back
		resting = append(resting, d.near, d.far)
	}
	if late(running) {
		return false
	}
	if !late(resting) { // nobody can be anywhere sooner
		return true
	}
	wins := len(mono) > 0 && hold(mono[1:], dual, 0)
	for i := 0; i < len(dual) && !wins; i++ {
		left := slices.Delete(slices.Clone(dual), i, i+1)
		wins = hold(append(slices.Clone(mono), dual[i].far), left, 0)
	}
	return wins
}

// late tells whether one cut a turn is too slow for some deadline.
func late(due []int) bool {
	slices.Sort(due)
	for i, turn := range due {
		if turn <= i {
			return true
		}
	}
	return false
}

// hold tells whether the flies win whatever the lone spiders from i on do; the others have moved.
func hold(mono []int, dual []lone, i int) bool {
	if i == len(dual) {
		moved := slices.Clone(mono)
		for j := range moved {
			moved[j]--
		}
		return fliesWin(moved, dual)
	}
	for _, step := range []int{-1, 0, 1} {
		moved := slices.Clone(dual)
		moved[i] = lone{dual[i].near + step, dual[i].far - step}
		if !hold(mono, moved, i+1) {
			return false
		}
	}
	return true
}
