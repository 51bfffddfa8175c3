// Prints paths: paths KIND …
package main

import (
	"fmt"
	"strings"

	"grundy/checker/testlib"
)

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		switch g.Word("kind", "all", "random", "exact", "brink", "close", "pad", "crowd", "repeat") {
		case "all": // all LEAST MOST LONE: every path of LEAST to MOST vertices with at most LONE lone spiders
			least, most, lone := g.Int("least", 1, 10), g.Int("most", 1, 10), g.Int("lone", 0, 10)
			write(g, every(least, most, lone))
		case "random": // random T MOST LONE SEED: lengths 1 to MOST
			cases, most, lone := g.Int("cases", 1, 1e6), g.Int("most", 1, 1e6), g.Int("lone", 0, 10)
			r := g.Rand("seed")
			write(g, times(cases, func() string { return random(r, r.Int(1, most), lone) }))
		case "exact": // exact T LENGTH LONE SEED: all of one length
			cases, length, lone := g.Int("cases", 1, 1e6), g.Int("length", 1, 1e6), g.Int("lone", 0, 10)
			r := g.Rand("seed")
			write(g, times(cases, func() string { return random(r, length, lone) }))
		case "brink": // brink T MOST LONE SEED: one threat more or less, or a turn, decides
			cases, most, lone := g.Int("cases", 1, 1e6), g.Int("most", 10, 1e6), g.Int("lone", 0, 10)
			r := g.Rand("seed")
			write(g, times(cases, func() string {
				for {
					path := brink(r, 1+r.Int(1, root(2*most)), r.Int(0, lone))
					if len(path) <= most {
						return path
					}
				}
			}))
		case "close": // close T LONE NEAR FAR SEED: lone spiders close to a fly, and running ones FAR steps away or up to three less
			cases, lone := g.Int("cases", 1, 1e6), g.Int("lone", 0, 10)
			near := g.Int("near", 1, 1e5)
			far := g.Int("far", max(near, 4), 1e5)
			r := g.Rand("seed")
			write(g, times(cases, func() string { return closePath(r, lone, near, far) }))
		case "pad": // pad LENGTH THREATS LONE LATE SEED: one path on the brink, over it if LATE is 1, made that long by blanks
			length, threats := g.Int("length", 1, 1e6), g.Int("threats", 1, 1e6)
			lone, late := g.Int("lone", 0, 10), g.Int("late", 0, 1)
			r := g.Rand("seed")
			path := build(r, deadlines(r, threats, late == 1, 0), lone)
			if len(path) > length {
				g.Fail("so many threats need %d vertices", len(path))
			}
			write(g, []string{path + strings.Repeat("B", length-len(path))})
		case "crowd": // crowd LENGTH: a fly, and far from it one half of the path full of spiders
			length := g.Int("length", 2, 1e6)
			write(g, []string{"F" + strings.Repeat("B", length/2-1) + strings.Repeat("S", length-length/2)})
		case "repeat": // repeat LENGTH PATTERN…: the patterns again and again, each on a path of its own
			length := g.Int("length", 1, 1e6)
			var paths []string
			for g.More() {
				pattern := g.Word("pattern")
				paths = append(paths, strings.Repeat(pattern, length/len(pattern)+1)[:length])
			}
			write(g, paths)
		}
	})
}

func write(g *testlib.Generator, paths []string) {
	fmt.Fprintln(g, len(paths))
	for _, path := range paths {
		fmt.Fprintln(g, path)
	}
}

func times(n int, path func() string) []string {
	paths := make([]string, n)
	for i := range paths {
		paths[i] = path()
	}
	return paths
}

func every(least, most, lone int) []string {
	var paths []string
	var extend func(path string)
	extend = func(path string) {
		if len(path) >= least && len(loneGaps(path)) <= lone {
			paths = append(paths, path)
		}
		if len(path) < most {
			extend(path + "B")
			extend(path + "F")
			extend(path + "S")
		}
	}
	extend("")
	return paths
}

// loneGaps are the vertices of the lone spiders between two flies.
func loneGaps(path string) []int {
	var lone []int
	fly, spiders, last := -1, 0, 0
	for v, c := range path {
		switch c {
		case 'S':
			spiders++
			last = v
		case 'F':
			if fly >= 0 && spiders == 1 {
				lone = append(lone, last)
			}
			fly, spiders = v, 0
		}
	}
	return lone
}

// random draws letters, how many of each sort is different from path to path, and takes lone spiders out that are too many.
func random(r *testlib.Rand, length, lone int) string {
	weights := []int{r.Int(1, 12), r.Int(1, 4), r.Int(1, 4)}
	path := make([]byte, length)
	for i := range path {
		path[i] = "BFS"[r.Weighted(weights...)]
	}
	extra := loneGaps(string(path))
	testlib.Shuffle(r, extra)
	for len(extra) > lone {
		path[extra[0]] = 'B'
		extra = extra[1:]
	}
	return string(path)
}

// closePath has a running spider at one end or at both, and between them lone spiders that are at most near steps from one fly
// and no more than far from the other.
func closePath(r *testlib.Rand, lone, near, far int) string {
	path := "S" + blanks(r.Int(far-3, far)-1) + "F"
	for range lone {
		a := r.Int(min(2, near), near)
		distances := []int{a, r.Int(a, far)}
		testlib.Shuffle(r, distances)
		path += blanks(distances[0]-1) + "S" + blanks(distances[1]-1) + "F"
	}
	if r.Int(0, 1) == 0 {
		path += blanks(r.Int(far-3, far)-1) + "S"
	}
	return path
}

// root is the integer square root.
func root(n int) int {
	x := 0
	for (x+1)*(x+1) <= n {
		x++
	}
	return x
}

func brink(r *testlib.Rand, threats, lone int) string {
	return build(r, deadlines(r, threats, r.Int(0, 2) == 0, testlib.Choose(r, 0, 0, 1)), lone)
}

// deadlines are one for each turn, put off by at most slack turns, and one of them moved forward if late is true.
func deadlines(r *testlib.Rand, n int, late bool, slack int) []int {
	due := make([]int, n)
	for i := range due {
		due[i] = i + 1 + r.Int(0, slack)
	}
	if late && n > 1 {
		due[r.Int(1, n-1)]--
	}
	return due
}

// build makes a path with these deadlines. A lone spider has two of them: the second one after it has run to its nearer fly
// and turned round, or sometimes sooner.
func build(r *testlib.Rand, due []int, lone int) string {
	testlib.Shuffle(r, due)
	var gaps []string
	for ; lone > 0 && len(due) >= 2; lone-- {
		near, second := min(due[0], due[1]), max(due[0], due[1])
		due = due[2:]
		far := max(near, second-2*(near-1), 1)
		if r.Int(0, 3) == 0 {
			far = second
		}
		if r.Int(0, 1) == 0 {
			near, far = far, near
		}
		gaps = append(gaps, blanks(near-1)+"S"+blanks(far-1))
	}
	ends := r.Int(0, 2)
	if len(due)%2 != ends%2 {
		ends = 1 - ends%2
	}
	ends = min(ends, len(due))
	left, right := filling(r), filling(r)
	if ends > 0 {
		left += "S" + blanks(due[0]-1)
	} else {
		left = blanks(len(left))
	}
	if ends > 1 {
		right = blanks(due[1]-1) + "S" + right
	} else {
		right = blanks(len(right))
	}
	if ends == 1 && r.Int(0, 1) == 0 {
		left, right = reverse(right), reverse(left)
	}
	for due = due[ends:]; len(due) > 1; due = due[2:] {
		gaps = append(gaps, blanks(due[0]-1)+"S"+filling(r)+"S"+blanks(due[1]-1))
	}
	if r.Int(0, 3) == 0 {
		gaps = append(gaps, blanks(r.Int(0, 3)))
	}
	testlib.Shuffle(r, gaps)
	return left + "F" + strings.Join(append(gaps, right), "F")
}

func blanks(n int) string { return strings.Repeat("B", n) }

// filling is what lies between two spiders or beyond one, mostly nothing.
func filling(r *testlib.Rand) string {
	return testlib.Choose(r, "", "", "", "S", "B", "BS", "BSSB")
}

func reverse(path string) string {
	turned := []byte(path)
	for i, j := 0, len(turned)-1; i < j; i, j = i+1, j-1 {
		turned[i], turned[j] = turned[j], turned[i]
	}
	return string(turned)
}
