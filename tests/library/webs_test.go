package library_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
)

var webGames = []comparison{
	{
		problem: "spiderstimetable", solution: "spiderstimetable.go", bruteForce: "all_cuts.go",
		tiny: tinyTimetables, instance: timetables, instances: 60, judge: sameOutput,
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

// multisets are all multisets of n numbers from 1 to most; the slice is used again.
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
