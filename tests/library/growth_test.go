package library_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grundy/internal/base/growth"
	"grundy/tests/suite"
)

var growthRepeats = flag.Int("growth-repeats", 40, "how often each program of known growth is measured")

// grown is a program of the library whose growth is evident from its source.
type grown struct {
	// program is its file below problems, and growth is how its time grows with tokens or bytes, for the given
	// reason.
	program string
	measure growth.Measure
	growth  string
	reason  string
	// input makes an input of a size; nil uses the package's own generators. Sizes are the least and the greatest.
	input       func(n int) string
	least, most int
}

// knownGrowth are models of the library, brute forces, and correct but slow solutions, in three languages. Some have
// other inputs, because programs reject the package's own large ones or stop early on them. Programs that keep
// hundreds of bytes for each token are left out, such as dagsum.py with a set for each vertex: beyond the caches each
// step takes longer, so that n steps take n log n of time.
var knownGrowth = []grown{
	{"nimmisere/submissions/accepted/nimmisere.go", growth.Tokens, "n", "one Fscan and one exclusive or a heap", nil, 0, 0},
	{"nimmisere/submissions/accepted/nimmisere.py", growth.Tokens, "n", "a split, an int and some comparisons a heap", nil, 0, 0},
	{"knightsselective/submissions/accepted/knightsselective.go", growth.Tokens, "n", "three Fscan a knight; of 64 squares all is known soon", nil, 0, 0},
	{"knights/submissions/accepted/knights.py", growth.Tokens, "n", "two int and a cached look-up a knight", manyKnights, 2000, 1_000_000},
	{"nim/submissions/accepted/columns.py", growth.Tokens, "n", "63 passes over the heaps", balancedHeaps, 200, 50_000},
	{"nim/submissions/accepted/nim.cpp", growth.Tokens, "n", "two passes over the heaps", balancedHeaps, 10_000, 1_000_000},
	{"wallgame/submissions/accepted/wallgame.cpp", growth.Bytes, "n", "each cell is read once and passed twice", squareBoard, 100, 2400},
	{"firerobot/submissions/accepted/firerobot.go", growth.Tokens, "n", "each road is read once and passed twice", chain, 2000, 100_000},
	{"bash/submissions/accepted/bash.py", growth.Tokens, "n", "a split, two int and a remainder a game", repeated("1000000007 17"), 2000, 300_000},
	{"bash/submissions/brute_force/table.py", growth.Tokens, "n", "the same table of 300 piles for each game", repeated("300 5"), 50, 6000},
	{"wnumbers/submissions/brute_force/search.py", growth.Tokens, "n", "the same table of 60 piles for each line", repeated("normal 60 3 1 3 4"), 30, 3000},
	{"remotenesstable/submissions/brute_force/within.py", growth.Tokens, "n³", "each vertex of a path asks about each number of moves, and each question walks the path", chain, 2, 72},
	{"nim/submissions/time_limit_exceeded/quadratic.py", growth.Tokens, "n²", "all other heaps once more for each", balancedHeaps, 100, 5000},
	{"dagsum/submissions/time_limit_exceeded/sweeps.go", growth.Tokens, "n²", "a sweep over a path settles one vertex", chainAndToken, 200, 10_000},
	{"remotenesstable/submissions/time_limit_exceeded/sweeps.go", growth.Tokens, "n²", "a sweep over a path settles one vertex", chain, 100, 4000},
	{"mousetrapedge/submissions/time_limit_exceeded/round_by_round.go", growth.Tokens, "n²", "each leaf of a path is looked for among all rooms", mouseOnPath, 200, 12_000},
	{"spidersrunners/submissions/time_limit_exceeded/walk.go", growth.Bytes, "n²", "each spider walks to both ends of the path", spidersOnly, 200, 10_000},
	{"wallgame/submissions/time_limit_exceeded/all_pairs.cpp", growth.Bytes, "n√n", "h·w² steps on a square board, and the size is h·w", squareBoard, 60, 600},
	{"wallgamebuild/submissions/time_limit_exceeded/all_pairs.py", growth.Bytes, "n√n", "h·w² steps on a square board, and the size is h·w", squareBoard, 20, 180},
}

// balancedHeaps are pairs of equal heaps, so that no program finds a winning move early.
func balancedHeaps(n int) string {
	heaps := make([]string, 2*(n/2))
	for i := range heaps {
		heaps[i] = fmt.Sprint(1_000_003*(i/2+1)%1_000_000_007 + 1_000_000_000)
	}
	return fmt.Sprintf("%d\n%s\n", len(heaps), strings.Join(heaps, " "))
}

// manyKnights are on all squares in turn.
func manyKnights(n int) string {
	var squares strings.Builder
	fmt.Fprintf(&squares, "1\n%d\n", n)
	for i := range n {
		fmt.Fprintf(&squares, "%d %d\n", i%8, i/8%8)
	}
	return squares.String()
}

// squareBoard has no obstacles.
func squareBoard(n int) string {
	var rows strings.Builder
	fmt.Fprintf(&rows, "%d %d\n", n, n)
	for r := range n {
		row := make([]byte, n)
		for c := range row {
			row[c] = '1' + byte((r*7+c*c+c/3)%9)
		}
		fmt.Fprintf(&rows, "%s\n", row)
	}
	return rows.String()
}

// chain is a path from 1 to n, each vertex joined to the next.
func chain(n int) string { return fmt.Sprintf("%d %d\n%s", n, n-1, edgesOfPath(n)) }

func chainAndToken(n int) string { return chain(n) + "1\n1\n" }

// mouseOnPath has the trap at one end of a path, and the mouse beside it.
func mouseOnPath(n int) string { return fmt.Sprintf("%d 1 2\n%s", n, edgesOfPath(n)) }

func edgesOfPath(n int) string {
	var edges strings.Builder
	for v := 1; v < n; v++ {
		fmt.Fprintf(&edges, "%d %d\n", v, v+1)
	}
	return edges.String()
}

func spidersOnly(n int) string { return "1\n" + strings.Repeat("S", n) + "\n" }

// repeated repeats a line as often as the line before it says.
func repeated(line string) func(n int) string {
	return func(n int) string { return fmt.Sprintf("%d\n%s", n, strings.Repeat(line+"\n", n)) }
}

// The bar: in the first share of the repeats the known growth is named, as the first or as one that fits about as
// well. In the second share it comes first. At most two fit about as well; otherwise none is named.
const (
	growthNamed = 0.95
	growthFirst = 0.8
)

// TestGrowth checks that grundy growth names the known growth. Times depend on other load: the bar is for a quiet
// machine, and a single repeat must only come near, or say that it does not know.
func TestGrowth(t *testing.T) {
	grundy := grundyProgram(t)
	isolate(t)
	few := []string{
		"remotenesstable/submissions/brute_force/within.py",
		"spidersrunners/submissions/time_limit_exceeded/walk.go",
		"wallgame/submissions/accepted/wallgame.cpp",
	}
	for _, known := range knownGrowth {
		t.Run(known.program, func(t *testing.T) {
			if slices.Contains(few, known.program) {
				suite.NeedsAll(t, "measures how programs grow, each on dozens of runs")
			} else {
				suite.NeedsCampaign(t, "measures how programs grow, forty times each")
			}
			args := known.arguments(t)
			if !suite.IsCampaign() {
				if e := grow(t, grundy, args); e.Function != "" && !known.isNear(e.Function) {
					t.Errorf("%s, since %s: got %s", known.growth, known.reason, e.line)
				}
				return
			}
			first, named := 0, 0
			for range *growthRepeats {
				e := grow(t, grundy, args)
				rightMeasure := e.Measure == string(known.measure)
				if rightMeasure && e.Function == known.growth {
					first++
				}
				if rightMeasure && (e.Function == known.growth || slices.Contains(e.Ties, known.growth)) {
					named++
				} else {
					t.Logf("not named: %s", e.line)
				}
			}
			t.Logf("%s in %s: named in %d of %d, first in %d", known.growth, known.measure, named, *growthRepeats, first)
			if atLeast := growthNamed * float64(*growthRepeats); float64(named) < atLeast {
				t.Errorf("%s, since %s: named in %d, want %.0f", known.growth, known.reason, named, atLeast)
			}
			if atLeast := growthFirst * float64(*growthRepeats); float64(first) < atLeast {
				t.Errorf("%s, since %s: first in %d, want %.0f", known.growth, known.reason, first, atLeast)
			}
		})
	}
}

// isNear reports whether a function is the known one, or adjacent to it among all.
func (k *grown) isNear(function string) bool {
	place := func(name string) int {
		return slices.IndexFunc(growth.Functions(), func(f growth.Function) bool { return f.Name == name })
	}
	return max(place(function)-place(k.growth), place(k.growth)-place(function)) <= 1
}

// arguments are the arguments of grundy growth.
func (k *grown) arguments(t *testing.T) []string {
	t.Helper()
	source := filepath.Join(root, "problems", filepath.FromSlash(k.program))
	if k.input == nil {
		problem, _, _ := strings.Cut(k.program, "/")
		return []string{"growth", "--problem", filepath.Join(root, "problems", problem), source}
	}
	dir := t.TempDir()
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	solution := filepath.Join(dir, filepath.Base(source))
	if err := os.WriteFile(solution, text, 0o600); err != nil {
		t.Fatal(err)
	}
	const sizes = 12
	for i := range sizes {
		n := int(math.Round(float64(k.least) * math.Pow(float64(k.most)/float64(k.least), float64(i)/(sizes-1))))
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.in", i+1)), []byte(k.input(n)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return []string{"growth", solution}
}

// grow measures once.
func grow(t *testing.T, grundy program, args []string) event {
	t.Helper()
	done := grundy.run(t, "", append(args, "--time-limit", "10s", "--format", "json")...)
	for _, e := range events(t, done.stdout) {
		if e.Event == "growth" {
			return e
		}
	}
	t.Fatalf("nothing is said of growth: %v", done)
	return event{}
}
