// Prints cases of Spiders by Timetable:
//
//	spiders tiny K C MOST                all cases of K lone and C one-sided spiders with distances up to MOST
//	spiders random T K C MOST SEED       T cases of up to K lone and C one-sided spiders with distances up to MOST
//	spiders tight T K C SLACK SEED       T cases of K lone and C one-sided spiders that can be met, but for SLACK
//	spiders late T K C SLACK SEED        the same, and no lone spider is near in the first turns
//	spiders equal T K C SLACK SEED       the same, and all lone spiders are equally near to a fly
package main

import (
	"fmt"
	"io"

	"grundy/checker/testlib"
)

type pair struct{ near, far int }

type spiders struct {
	oneSided []int
	lone     []pair
}

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		kind := g.Word("kind", "tiny", "random", "tight", "late", "equal")
		if kind == "tiny" {
			printAll(g, tiny(g.Int("k", 0, 6), g.Int("c", 0, 100_000), g.Int("most", 1, 1e9)))
			return
		}
		all := make([]spiders, g.Int("T", 1, 2000))
		k, c := g.Int("k", 0, 6), g.Int("c", 0, 100_000)
		most := g.Int("most or slack", 0, 1e9)
		r := g.Rand("seed")
		for i := range all {
			if kind == "random" {
				all[i] = random(r, r.Int(0, k), r.Int(0, c), most)
			} else {
				all[i] = tight(r, kind, k, c, most)
			}
		}
		printAll(g, all)
	})
}

func printAll(w io.Writer, all []spiders) {
	fmt.Fprintln(w, len(all))
	for _, s := range all {
		fmt.Fprintln(w, len(s.lone), len(s.oneSided))
		for i, distance := range s.oneSided {
			if i > 0 {
				fmt.Fprint(w, " ")
			}
			fmt.Fprint(w, distance)
		}
		if len(s.oneSided) > 0 {
			fmt.Fprintln(w)
		}
		for _, spider := range s.lone {
			fmt.Fprintln(w, spider.near, spider.far)
		}
	}
}

// tiny are all multisets of distances with all multisets of pairs.
func tiny(k, c, most int) []spiders {
	var pairs []pair
	for near := 1; near <= most; near++ {
		for far := near; far <= most; far++ {
			pairs = append(pairs, pair{near, far})
		}
	}
	var all []spiders
	for _, distances := range multisets(c, most) {
		for _, indices := range multisets(k, len(pairs)) {
			lone := make([]pair, k)
			for i, index := range indices {
				lone[i] = pairs[index-1]
			}
			all = append(all, spiders{distances, lone})
		}
	}
	return all
}

// multisets of n numbers from 1 to most.
func multisets(n, most int) [][]int {
	sets := [][]int{nil}
	for range n {
		var longer [][]int
		for _, set := range sets {
			least := 1
			if len(set) > 0 {
				least = set[len(set)-1]
			}
			for x := least; x <= most; x++ {
				longer = append(longer, append(set[:len(set):len(set)], x))
			}
		}
		sets = longer
	}
	return sets
}

func random(r *testlib.Rand, k, c, most int) spiders {
	s := spiders{make([]int, c), make([]pair, k)}
	for i := range s.oneSided {
		s.oneSided[i] = r.Int(1, most)
	}
	for i := range s.lone {
		a, b := r.Int(1, most), r.Int(1, most)
		s.lone[i] = pair{min(a, b), max(a, b)}
	}
	return s
}

// tight begins with a timetable of the cuts, without a free turn, and makes distances of it, some of them up to slack steps
// shorter or longer than the timetable wants.
func tight(r *testlib.Rand, kind string, k, c, slack int) spiders {
	turns := make([]int, c+2*k)
	for i := range turns {
		turns[i] = i + 1
	}
	early := min(len(turns), 4*k) // the turns in which lone spiders are met
	if kind == "late" {
		early = len(turns)
	}
	front := turns[:early]
	testlib.Shuffle(r, front)
	loose := func() int { return max(0, r.Int(-slack, slack)) - max(0, r.Int(-9*slack, slack)) }
	s := spiders{oneSided: []int{}}
	latest := 0
	for i := range k {
		latest = max(latest, min(front[2*i], front[2*i+1]))
	}
	for i := range k {
		first, second := min(front[2*i], front[2*i+1]), max(front[2*i], front[2*i+1])
		near := max(1, first+loose())
		if kind == "equal" {
			near = latest
		}
		far := max(near, second-2*(first-1)+loose())
		s.lone = append(s.lone, pair{near, far})
	}
	for _, turn := range turns[2*k:] {
		s.oneSided = append(s.oneSided, max(1, turn+loose()))
	}
	testlib.Shuffle(r, s.oneSided)
	return s
}
