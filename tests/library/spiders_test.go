package library_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The brute force follows the rules; each package allows more lone spiders than the one before it.
var spiderGames = []comparison{
	{
		problem: "spidersrunners", solution: "spidersrunners.go", bruteForce: "exhaustive.go",
		tiny: tinyPaths(1<<20, 7, 0), instance: randomPaths(100, 0), instances: 20, judge: sameOutput,
	},
	{
		problem: "spidersonegap", solution: "spidersonegap.go", bruteForce: "exhaustive.go",
		tiny: tinyPaths(1<<20, 7, 1), instance: randomPaths(100, 1), instances: 20, judge: sameOutput,
	},
	{
		problem: "spiderspath", solution: "spiderspath.go", bruteForce: "exhaustive.go",
		tiny: tinyPaths(100, 6, 4), instance: randomPaths(100, 4), instances: 20, judge: sameOutput,
	},
}

// tinyPaths are all paths of at most longest vertices and lone spiders, at most cases to an input.
func tinyPaths(cases, longest, lone int) iter.Seq[string] {
	return func(yield func(string) bool) {
		var paths []string
		var extend func(path string)
		extend = func(path string) {
			if path != "" && loneSpiders(path) <= lone {
				paths = append(paths, path)
			}
			if len(path) < longest {
				for _, c := range "BFS" {
					extend(path + string(c))
				}
			}
		}
		extend("")
		for some := range slices.Chunk(paths, cases) {
			if !yield(pathsInput(some)) {
				return
			}
		}
	}
}

// randomPaths are inputs of this many paths with at most 12 vertices and 4 spiders.
func randomPaths(cases, lone int) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		var paths []string
		for len(paths) < cases {
			path := []byte(strings.Repeat("B", 7+r.IntN(6)))
			for range 1 + r.IntN(5) {
				path[r.IntN(len(path))] = 'F'
			}
			for range 1 + r.IntN(4) {
				path[r.IntN(len(path))] = 'S'
			}
			if loneSpiders(string(path)) <= lone {
				paths = append(paths, string(path))
			}
		}
		return pathsInput(paths)
	}
}

// loneSpiders counts the pairs of neighbouring flies with one spider between them.
func loneSpiders(path string) int {
	lone := 0
	gaps := strings.Split(path, "F")
	for i, gap := range gaps {
		if i > 0 && i < len(gaps)-1 && strings.Count(gap, "S") == 1 {
			lone++
		}
	}
	return lone
}

func pathsInput(paths []string) string {
	return fmt.Sprintf("%d\n%s\n", len(paths), strings.Join(paths, "\n"))
}

// The winning side of the duel is the answer of the offline problem.
func TestSpidersDuelSide(t *testing.T) {
	t.Parallel()
	offline := goProgram(t, "problems/spiderspath/submissions/accepted/spiderspath.go")
	duel := goProgram(t, "problems/spidersduel/submissions/accepted/spidersduel.go")
	random := rand.New(rand.NewPCG(1, 2))
	input := randomPaths(100, 4)(random)
	want := strings.Fields(offline.run(t, input).stdout)
	for i, path := range strings.Fields(input)[1:] {
		if got := strings.Fields(duel.run(t, path+"\n").stdout); len(got) == 0 || got[0] != want[i] {
			t.Errorf("%s: the duel's program says %q, want %s", path, got, want[i])
		}
	}
}
