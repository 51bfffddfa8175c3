package library_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var webGames = []comparison{
	{
		problem: "spiderstimetable", solution: "spiderstimetable.go", bruteForce: "all_cuts.go",
		tiny: tinyTimetables, instance: timetables, instances: 60, judge: sameOutput,
	},
	{
		problem: "spidershack", solution: "spidershack.go", bruteForce: "all_paths.go",
		instance: shortPath, instances: 2,
		judge: func(t *testing.T) judge {
			return outputValidator(t, "problems/spidershack/output_validator/check.go")
		},
	},
}

// timetable is a case of spiderstimetable.
type timetable struct {
	oneSided []int
	lone     [][2]int
}

// caseBatch is how many cases an input of spiderstimetable may hold.
const caseBatch = 2000

func timetableInput(cases []timetable) string {
	var text strings.Builder
	fmt.Fprintln(&text, len(cases))
	for _, c := range cases {
		fmt.Fprintln(&text, len(c.lone), len(c.oneSided))
		if len(c.oneSided) > 0 {
			fmt.Fprintln(&text, strings.Trim(fmt.Sprint(c.oneSided), "[]"))
		}
		for _, spider := range c.lone {
			fmt.Fprintln(&text, spider[0], spider[1])
		}
	}
	return text.String()
}

// tinyTimetables are all cases of up to three one-sided and two lone spiders with distances up to 5, and of three lone ones
// with up to two one-sided ones and distances up to 4.
func tinyTimetables(yield func(string) bool) {
	var batch []timetable
	flush := func() bool {
		input := timetableInput(batch)
		batch = batch[:0]
		return yield(input)
	}
	for _, size := range []struct{ lone, oneSided, most int }{
		{0, 3, 5}, {1, 3, 5}, {2, 3, 5}, {3, 2, 4},
	} {
		var pairs [][2]int
		for near := 1; near <= size.most; near++ {
			for far := near; far <= size.most; far++ {
				pairs = append(pairs, [2]int{near, far})
			}
		}
		for c := range size.oneSided + 1 {
			for distances := range multisets(c, size.most) {
				for chosen := range multisets(size.lone, len(pairs)) {
					next := timetable{oneSided: append([]int(nil), distances...)}
					for _, index := range chosen {
						next.lone = append(next.lone, pairs[index-1])
					}
					if batch = append(batch, next); len(batch) == caseBatch && !flush() {
						return
					}
				}
			}
		}
	}
	if len(batch) > 0 {
		flush()
	}
}

// multisets are all multisets of n numbers from 1 to most; the slice is reused.
func multisets(n, most int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		set := make([]int, n)
		var fill func(i, least int) bool
		fill = func(i, least int) bool {
			if i == n {
				return yield(set)
			}
			for x := least; x <= most; x++ {
				set[i] = x
				if !fill(i+1, x) {
					return false
				}
			}
			return true
		}
		fill(0, 1)
	}
}

// timetables is an instance of spiderstimetable with a hundred cases of up to eight cuts; most of them are close.
func timetables(r *rand.Rand) string {
	cases := make([]timetable, 100)
	for i := range cases {
		k := r.IntN(5)
		c := r.IntN(8 - k)
		for range c {
			cases[i].oneSided = append(cases[i].oneSided, 1+r.IntN(c+2*k+2))
		}
		for range k {
			near := 1 + r.IntN(k+2)
			cases[i].lone = append(cases[i].lone, [2]int{near, near + r.IntN(6)})
		}
	}
	return timetableInput(cases)
}

// shortPath is an instance of spidershack that all_paths.go can manage.
func shortPath(r *rand.Rand) string { return fmt.Sprintln(17 + r.IntN(3)) }

// runners plays the game of spidershack with spiders that run, by the rules alone: the flies may cut any edge.
type runners struct {
	// target is the fly of each runner, other the one that it turns to, and -1 for none.
	target, other []int
	known         map[string]bool
}

// fliesWin reports whether the flies, whose turn it is to cut, win.
func (g *runners) fliesWin(cut []bool, at []int, turned []bool) bool {
	key := fmt.Sprint(cut, at, turned)
	if won, ok := g.known[key]; ok {
		return won
	}
	won := false
	for e := range cut {
		if cut[e] || won {
			continue
		}
		cut[e] = true
		won = g.hold(cut, slices.Clone(at), slices.Clone(turned))
		cut[e] = false
	}
	g.known[key] = won
	return won
}

// hold moves all runners one step.
func (g *runners) hold(cut []bool, at []int, turned []bool) bool {
	open := func(from, to int) bool {
		return to >= 0 && !slices.Contains(cut[min(from, to):max(from, to)], true)
	}
	running := false
	for i := range at {
		if !turned[i] && !open(at[i], g.target[i]) {
			turned[i] = true
		}
		to := g.target[i]
		if turned[i] {
			to = g.other[i]
		}
		if !open(at[i], to) {
			continue
		}
		if at[i] < to {
			at[i]++
		} else {
			at[i]--
		}
		if at[i] == to {
			return false
		}
		running = true
	}
	return !running || g.fliesWin(cut, at, turned)
}

// fliesBeatRunners reports whether the flies win a path against runners, and how many of the spiders are alone
// between flies.
func fliesBeatRunners(path string) (wins bool, lone int) {
	g := runners{known: map[string]bool{}}
	var at []int
	for i := range path {
		if path[i] != 'S' {
			continue
		}
		left, right := strings.LastIndexByte(path[:i], 'F'), strings.IndexByte(path[i:], 'F')+i
		if right < i {
			right = -1
		}
		between := path[left+1:]
		if right >= 0 {
			between = path[left+1 : right]
		}
		first, last := strings.IndexByte(between, 'S') == i-left-1, strings.LastIndexByte(between, 'S') == i-left-1
		target, other := -1, -1
		switch {
		case left >= 0 && right >= 0 && first && last:
			lone++
			target, other = left, right
			if right-i < i-left {
				target, other = right, left
			}
		case left >= 0 && first:
			target = left
		case right >= 0 && last:
			target = right
		}
		if target >= 0 {
			at = append(at, i)
			g.target, g.other = append(g.target, target), append(g.other, other)
		}
	}
	if len(at) == 0 {
		return true, lone
	}
	return g.fliesWin(make([]bool, len(path)-1), at, make([]bool, len(at))), lone
}

// TestHackOfRunners compares the verdicts of spidershack's output validator on runners with their game by the rules.
func TestHackOfRunners(t *testing.T) {
	t.Parallel()
	judge := outputValidator(t, "problems/spidershack/output_validator/check.go")
	r := rand.New(rand.NewPCG(3, 4))
	won := 0
	for range 150 {
		path := []byte(strings.Repeat("B", 17))
		for range 2 + r.IntN(3) {
			path[r.IntN(len(path))] = 'F'
		}
		for range 1 + r.IntN(3) {
			path[r.IntN(len(path))] = 'S'
		}
		wins, lone := fliesBeatRunners(string(path))
		if wins {
			won++
		}
		said := judge(t, "17\n", "", string(path)+"\n")
		if lone <= 4 && wins == strings.Contains(said, "even if they run") {
			t.Errorf("%s: the flies beat runners: %t, but the judge says %q", path, wins, said)
		}
	}
	if won < 20 || won > 130 {
		t.Errorf("the flies win %d of 150 paths, want more of both kinds", won)
	}
}
