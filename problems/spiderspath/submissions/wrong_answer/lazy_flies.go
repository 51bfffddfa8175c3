// Wrong: cuts only what is next to a fly.
package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
)

// lone is a spider between two flies.
type lone struct{ near, far int }

var seen map[string]bool

func main() {
	in := bufio.NewReader(os.Stdin)
	var cases int
	fmt.Fscan(in, &cases)
	for range cases {
		var path string
		fmt.Fscan(in, &path)
		seen = map[string]bool{}
		if fliesWin(threats(path)) {
			fmt.Println("FLIES")
		} else {
			fmt.Println("SPIDERS")
		}
	}
}

func threats(path string) (mono []int, dual []lone) {
	fly := -1
	var gap []int // its spiders
	for v, c := range path + "." {
		if c == 'S' {
			gap = append(gap, v)
		}
		if c != 'F' && c != '.' {
			continue
		}
		switch {
		case len(gap) == 0:
		case len(gap) == 1 && fly >= 0 && c == 'F':
			dual = append(dual, lone{gap[0] - fly, v - gap[0]})
		default:
			if fly >= 0 {
				mono = append(mono, gap[0]-fly)
			}
			if c == 'F' {
				mono = append(mono, v-gap[len(gap)-1])
			}
		}
		fly, gap = v, nil
	}
	return mono, dual
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
	slices.SortFunc(dual, func(a, b lone) int { return a.near - b.near })
	key := fmt.Sprint(mono, dual)
	if known, ok := seen[key]; ok {
		return known
	}
	wins := len(mono) > 0 && (mono[0] == 1 || len(dual) == 0 || dual[0].near > 1) && hold(mono[1:], dual, 0)
	for i := 0; i < len(dual) && !wins && dual[i].near == 1; i++ {
		left := slices.Delete(slices.Clone(dual), i, i+1)
		wins = hold(append(slices.Clone(mono), dual[i].far), left, 0)
	}
	seen[key] = wins
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
