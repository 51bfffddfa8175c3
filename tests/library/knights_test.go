package library_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var knightGames = []comparison{
	{
		problem: "knights", solution: "knights.go", bruteForce: "positions.go",
		tiny: knightsInputs(allKnights("")), instance: knightsInstance(3, ""), instances: 5, judge: sameOutput,
	},
	{
		problem: "knightsendless", solution: "knightsendless.go", bruteForce: "positions.go",
		tiny: slices.Values([]string{endlessKnights(balancedKnights())}), instance: randomEndlessKnights, instances: 5, judge: sameOutput,
	},
	{
		problem: "knightsmisere", solution: "knightsmisere.go", bruteForce: "positions.go",
		tiny: knightsInputs(allKnights(""), threeKnights("")), instance: knightsInstance(3, ""), instances: 5, judge: sameOutput,
	},
	{
		problem: "knightsdiminished", solution: "knightsdiminished.go", bruteForce: "positions.go",
		tiny: knightsInputs(allKnights("normal ", "misere ")), instance: knightsInstance(3, "normal ", "misere "), instances: 5,
		judge: sameOutput,
	},
	{
		problem: "knightsselective", solution: "knightsselective.go", bruteForce: "positions.go",
		tiny: knightsInputs(allKnights("normal ", "misere ")), instance: knightsInstance(3, "normal ", "misere "), instances: 5,
		judge: sameOutput,
	},
}

// balancedKnights puts a knight on each of the first 24 rows and columns, together with one on a square of each Grundy
// number. The second player wins if the numbers are the same, so the outcomes show the number of each square: those of
// all cases in the proof of the editorial.
func balancedKnights() [][][2]int {
	var cases [][][2]int
	for r := range 24 {
		for c := range 24 {
			for _, other := range [][2]int{{0, 0}, {0, 2}, {1, 2}, {2, 4}, {3, 4}} {
				cases = append(cases, [][2]int{{r, c}, other})
			}
		}
	}
	return cases
}

func randomEndlessKnights(r *rand.Rand) string {
	cases := make([][][2]int, 100)
	for i := range cases {
		for range 1 + r.IntN(3) {
			cases[i] = append(cases[i], [2]int{r.IntN(9), r.IntN(9)})
		}
	}
	return endlessKnights(cases)
}

func endlessKnights(cases [][][2]int) string {
	var text strings.Builder
	fmt.Fprintln(&text, len(cases))
	for _, knights := range cases {
		fmt.Fprintln(&text, len(knights))
		for _, square := range knights {
			fmt.Fprintln(&text, square[0], square[1])
		}
	}
	return text.String()
}

func knightsInputs(inputs ...[]knightsCase) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, cases := range inputs {
			if !yield(knights(cases)) {
				return
			}
		}
	}
}

func knightsInstance(most int, heads ...string) func(*rand.Rand) string {
	return func(r *rand.Rand) string { return knights(randomKnights(r, 1000, most, heads...)) }
}

// threeKnights are all cases of three knights.
func threeKnights(head string) []knightsCase {
	var list []knightsCase
	for a := range 64 {
		for b := range a + 1 {
			for c := range b + 1 {
				list = append(list, knightsCase{head, []int{a, b, c}})
			}
		}
	}
	return list
}

// take134 lists the sizes of a heap after taking 1, 3 or 4 stones.
func take134(heap int) []int {
	var after []int
	for _, stones := range []int{1, 3, 4} {
		if stones <= heap {
			after = append(after, heap-stones)
		}
	}
	return after
}

// partsGame is a game of a few parts that lasts until none can move, searched by its rules without any theory.
type partsGame struct {
	moves func(int) []int
	// several reports whether a turn may move several parts.
	several bool
	misere  bool
	known   map[string]bool
}

func (c *partsGame) wins(parts ...int) bool {
	parts = slices.Sorted(slices.Values(parts))
	key := fmt.Sprint(parts)
	if won, ok := c.known[key]; ok {
		return won
	}
	live := slices.ContainsFunc(parts, func(part int) bool { return len(c.moves(part)) > 0 })
	won := c.misere
	if live {
		won = c.someMoveWins(parts, 0, parts, 0)
	}
	if c.known == nil {
		c.known = map[string]bool{}
	}
	c.known[key] = won
	return won
}

// someMoveWins decides whether the parts from i on move; after has the results of the earlier ones.
func (c *partsGame) someMoveWins(parts []int, i int, after []int, moved int) bool {
	if i == len(parts) {
		return moved > 0 && !c.wins(after...)
	}
	if c.someMoveWins(parts, i+1, after, moved) {
		return true
	}
	if moved > 0 && !c.several {
		return false
	}
	for _, to := range c.moves(parts[i]) {
		next := slices.Clone(after)
		next[i] = to
		if c.someMoveWins(parts, i+1, next, moved+1) {
			return true
		}
	}
	return false
}

// sumNumber is the size of the heap whose sum with a position is lost: the position's number, found without any
// theory. In heaps of Nim a move takes any number of stones.
func sumNumber(part int, moves func(int) []int) int {
	known := map[[2]int]bool{}
	var wins func(part, heap int) bool
	wins = func(part, heap int) bool {
		key := [2]int{part, heap}
		if won, ok := known[key]; ok {
			return won
		}
		won := false
		for _, to := range moves(part) {
			won = won || !wins(to, heap)
		}
		for left := range heap {
			won = won || !wins(part, left)
		}
		known[key] = won
		return won
	}
	heap := 0
	for wins(part, heap) {
		heap++
	}
	return heap
}

// ordinaryNumber writes the value of a part in the diminished game: SL or SW if one part decides, otherwise its
// number in the game without these parts.
func ordinaryNumber(part int, moves func(int) []int, misere bool) string {
	home := func(part int) bool { return len(moves(part)) == 0 }
	near := func(part int) bool { return slices.ContainsFunc(moves(part), home) }
	ordinary := func(part int) []int {
		return slices.DeleteFunc(moves(part), func(part int) bool { return home(part) || !misere && near(part) })
	}
	switch {
	case home(part) && !misere:
		return "SL"
	case home(part) || !misere && near(part):
		return "SW"
	}
	return fmt.Sprint(sumNumber(part, ordinary))
}

// boardTable writes a word for each square, as the documents print it.
func boardTable(word func(square int) string) string {
	var text strings.Builder
	for square := range 64 {
		text.WriteString(word(square))
		text.WriteByte(" \n"[(square%8+1)/8])
	}
	return text.String()
}

func outcomeLetter(wins bool) string {
	if wins {
		return "N"
	}
	return "P"
}

// mexNumber is the least number that no part within a move has; ends have the given one.
func mexNumber(part, end int, moves func(int) []int) int {
	all := moves(part)
	if len(all) == 0 {
		return end
	}
	var reached []int
	for _, to := range all {
		reached = append(reached, mexNumber(to, end, moves))
	}
	number := 0
	for slices.Contains(reached, number) {
		number++
	}
	return number
}

// isFickle reports whether a square behaves like a heap of at most one stone, isFirm whether it behaves like larger
// ones.
func isFickle(square int) bool {
	return mexNumber(square, 0, ride)+mexNumber(square, 1, ride) == 1
}

func isFirm(square int) bool { return mexNumber(square, 0, ride) == mexNumber(square, 1, ride) }

func isTame(square int) bool {
	return (isFickle(square) || isFirm(square)) && !slices.ContainsFunc(ride(square), func(square int) bool { return !isTame(square) })
}

// TestKnightTables compares the tables of the editorials, which are also those of the slides "Disjunctive and
// Selective Compound Games", with the results of the rules alone: a number is the heap that balances a square.
func TestKnightTables(t *testing.T) {
	grundy := boardTable(func(square int) string { return fmt.Sprint(sumNumber(square, ride)) })
	alone := &partsGame{moves: ride}
	aloneMisere := &partsGame{moves: ride, misere: true}
	want := map[string][]string{
		"knights": {grundy},
		"knightsmisere": {
			boardTable(func(square int) string { return outcomeLetter(aloneMisere.wins(square)) }),
			boardTable(func(square int) string { return fmt.Sprint(mexNumber(square, 1, ride)) }),
			boardTable(func(square int) string {
				if isTame(square) {
					return "."
				}
				return "*"
			}),
		},
		"knightsdiminished": {
			boardTable(func(square int) string { return ordinaryNumber(square, ride, false) }),
			boardTable(func(square int) string { return ordinaryNumber(square, ride, true) }),
		},
		"knightsselective": {
			boardTable(func(square int) string {
				return outcomeLetter(alone.wins(square)) + outcomeLetter(aloneMisere.wins(square))
			}),
		},
	}
	blocks := regexp.MustCompile("(?m)^```\n((?:(?:\\S+ ){7}\\S+\n){8})```$")
	for problem, tables := range want {
		text, err := os.ReadFile(filepath.Join(root, "problems", problem, "solution", "solution.en.md"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, block := range blocks.FindAllStringSubmatch(string(text), -1) {
			got = append(got, block[1])
		}
		if !slices.Equal(got, tables) {
			t.Errorf("%s: the editorial has the tables\n%s\nwant\n%s", problem, strings.Join(got, "\n"), strings.Join(tables, "\n"))
		}
	}
}

// TestSlidesTables checks the tables as the slides print them, with their row for heaps from which moves take 1, 3 or
// 4 stones.
func TestSlidesTables(t *testing.T) {
	var w, g []string
	for heap := range 14 {
		w = append(w, ordinaryNumber(heap, take134, false))
		g = append(g, fmt.Sprint(sumNumber(heap, take134)))
	}
	for _, tt := range []struct{ name, got, want string }{
		{
			"Grundy numbers", boardTable(func(square int) string { return fmt.Sprint(sumNumber(square, ride)) }),
			"0 0 1 1 0 0 1 1\n0 0 2 1 0 0 1 1\n1 2 2 2 3 2 2 2\n1 1 2 1 4 3 2 3\n" +
				"0 0 3 4 0 0 1 1\n0 0 2 3 0 0 2 1\n1 1 2 2 1 2 2 2\n1 1 2 3 1 1 2 0\n",
		},
		{
			"W-numbers", boardTable(func(square int) string { return ordinaryNumber(square, ride, false) }),
			"SL SL SW SW 0 0 1 1\nSL SL SW SW 0 0 2 1\nSW SW SW SW 1 2 3 2\nSW SW SW 1 2 1 2 1\n" +
				"0 0 1 2 0 0 1 2\n0 0 2 1 0 0 2 1\n1 2 3 2 1 2 1 2\n1 1 2 1 2 1 2 0\n",
		},
		{
			"misère W-numbers", boardTable(func(square int) string { return ordinaryNumber(square, ride, true) }),
			"SW SW 0 0 0 1 0 0\nSW SW 1 0 2 2 1 0\n0 1 1 1 2 1 4 1\n0 0 1 0 3 0 1 0\n" +
				"0 2 2 3 0 1 0 1\n1 2 1 0 1 0 1 0\n0 1 4 1 0 1 0 1\n0 0 1 0 1 0 1 0\n",
		},
		{"w(n)", strings.Join(w, " "), "SL SW 0 SW SW 1 2 0 2 0 1 3 1 2"},
		{"g(n)", strings.Join(g, " "), "0 1 0 1 2 3 2 0 1 0 1 2 3 2"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s:\n%s\nthe slides have\n%s", tt.name, tt.got, tt.want)
		}
	}
}

// positionsOf are all choices of k of the parts 0 to n-1, the smallest first: by the sum of their sizes.
func positionsOf(n, k int, size func(int) int) [][]int {
	if k == 0 {
		return [][]int{{}}
	}
	var list [][]int
	for _, rest := range positionsOf(n, k-1, size) {
		first := 0
		if len(rest) > 0 {
			first = rest[len(rest)-1]
		}
		for part := first; part < n; part++ {
			list = append(list, append(slices.Clone(rest), part))
		}
	}
	sum := func(parts []int) int {
		sum := 0
		for _, part := range parts {
			sum += size(part)
		}
		return sum
	}
	slices.SortStableFunc(list, func(a, b []int) int { return sum(a) - sum(b) })
	return list
}

func heapSize(heap int) int { return heap }

func rideSum(square int) int { return square/8 + square%8 }

func takeAny(heap int) []int {
	after := make([]int, heap)
	for left := range after {
		after[left] = left
	}
	return after
}

// nimSumOf is the exclusive or of the Grundy numbers, and whether one is greater than 1.
func nimSumOf(parts []int, moves func(int) []int) (sum int, large bool) {
	for _, part := range parts {
		number := mexNumber(part, 0, moves)
		sum ^= number
		large = large || number > 1
	}
	return sum, large
}

func almostAsNim(parts []int, moves func(int) []int) bool {
	sum, large := nimSumOf(parts, moves)
	return (sum != 0) == large
}

// notLosing counts the parts with a Grundy number other than 0.
func notLosing(parts []int, moves func(int) []int) int {
	count := 0
	for _, part := range parts {
		if mexNumber(part, 0, moves) != 0 {
			count++
		}
	}
	return count
}

func oneWinningLoses(parts []int, moves func(int) []int) bool { return notLosing(parts, moves) != 1 }

func oneLosingLoses(parts []int, moves func(int) []int) bool {
	losing := len(parts) - notLosing(parts, moves)
	return losing == len(parts) || losing != 1
}

// TestKnightClaims tries rules of the slides on all positions of few parts, and pins where they first fail.
func TestKnightClaims(t *testing.T) {
	for _, tt := range []struct {
		claim   string
		rule    func([]int, func(int) []int) bool
		several bool
		heaps   bool
		parts   int
		fails   int
		first   []int // the smallest counterexample
	}{
		{"misère Nim is almost as Nim", almostAsNim, false, true, 1, 0, nil},
		{"misère Nim is almost as Nim", almostAsNim, false, true, 2, 0, nil},
		{"misère Nim is almost as Nim", almostAsNim, false, true, 3, 0, nil},
		{"misère knights are almost as Nim", almostAsNim, false, false, 1, 14, []int{0o04}},
		{"misère knights are almost as Nim", almostAsNim, false, false, 2, 609, []int{0, 0o04}},
		{"selective misère: one part that does not lose loses", oneWinningLoses, true, true, 1, 5, []int{2}},
		{"selective misère: one part that does not lose loses", oneWinningLoses, true, true, 2, 5, []int{0, 2}},
		{"selective misère: one part that does not lose loses", oneWinningLoses, true, false, 1, 30, []int{0o12}},
		{"selective misère: one part that does not lose loses", oneWinningLoses, true, false, 2, 822, []int{0, 0o12}},
		{"selective misère: one part that loses loses", oneLosingLoses, true, true, 1, 1, []int{1}},
		{"selective misère: one part that loses loses", oneLosingLoses, true, true, 2, 5, []int{0, 2}},
		{"selective misère: one part that loses loses", oneLosingLoses, true, false, 1, 27, []int{0o02}},
	} {
		moves, n, size := ride, 64, rideSum
		if tt.heaps {
			moves, n, size = takeAny, 7, heapSize
		}
		search := &partsGame{moves: moves, several: tt.several, misere: true}
		var wrong [][]int
		for _, parts := range positionsOf(n, tt.parts, size) {
			if tt.rule(parts, moves) != search.wins(parts...) {
				wrong = append(wrong, parts)
			}
		}
		if len(wrong) != tt.fails || tt.fails > 0 && !slices.Equal(wrong[0], tt.first) {
			t.Errorf(
				"%s, %d parts: fails for %d positions, want %d, first %v: %v",
				tt.claim, tt.parts, len(wrong), tt.fails, tt.first, wrong[:min(5, len(wrong))],
			)
		}
	}
}

// TestTameKnights checks on all positions of up to three tame squares that they add like heaps, and counts the wild
// ones.
func TestTameKnights(t *testing.T) {
	var all, wild, strange []int
	for square := range 64 {
		switch {
		case isTame(square):
			all = append(all, square)
		case isFickle(square) || isFirm(square):
			wild = append(wild, square)
		default:
			wild, strange = append(wild, square), append(strange, square)
		}
	}
	if len(all) != 36 || len(wild) != 28 || len(strange) != 11 {
		t.Errorf("%d squares are tame, %d wild, %d by themselves; want 36, 28, 11", len(all), len(wild), len(strange))
	}
	search := &partsGame{moves: ride, misere: true}
	for k := 1; k <= 3; k++ {
		for _, indices := range positionsOf(len(all), k, heapSize) {
			squares := make([]int, k)
			sum, large := 0, false
			for i, index := range indices {
				squares[i] = all[index]
				sum ^= mexNumber(all[index], 0, ride)
				large = large || isFirm(all[index])
			}
			if want := (sum != 0) == large; search.wins(squares...) != want {
				t.Fatalf("squares %v are tame, but not won as heaps are (%v)", squares, want)
			}
		}
	}
}
