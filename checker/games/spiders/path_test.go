package spiders

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"grundy/tests/suite"
)

// exhaustive plays by the rules alone: every cut, and every subset of the spiders with every step of each.
type exhaustive struct {
	fly  []bool
	seen map[string]bool // by cuts and sorted spiders: whether the spiders win when player 1 is to cut
}

func (x *exhaustive) spidersWin(cut []bool, at []int) bool {
	if !x.connected(cut, at) {
		return false
	}
	key := make([]byte, 0, len(cut)+len(at))
	for _, gone := range cut {
		if gone {
			key = append(key, '|')
		} else {
			key = append(key, '-')
		}
	}
	for _, v := range at {
		key = append(key, byte('a'+v))
	}
	if known, ok := x.seen[string(key)]; ok {
		return known
	}
	wins := true
	for e := 0; e < len(cut) && wins; e++ {
		if !cut[e] {
			cut[e] = true
			wins = x.someMove(cut, at)
			cut[e] = false
		}
	}
	x.seen[string(key)] = wins
	return wins
}

// someMove reports whether some move of the spiders wins.
func (x *exhaustive) someMove(cut []bool, at []int) bool {
	if !x.connected(cut, at) {
		return false
	}
	for _, v := range at {
		if v > 0 && !cut[v-1] && x.fly[v-1] || v < len(cut) && !cut[v] && x.fly[v+1] {
			return true
		}
	}
	tried := map[string]bool{}
	next := make([]int, len(at))
	var choose func(i int) bool
	choose = func(i int) bool {
		if i == len(at) {
			moved := slices.Sorted(slices.Values(next))
			key := fmt.Sprint(moved)
			if tried[key] {
				return false
			}
			tried[key] = true
			return x.spidersWin(cut, moved)
		}
		for step := -1; step <= 1; step++ {
			v := at[i] + step
			if v < 0 || v >= len(x.fly) || step < 0 && cut[v] || step > 0 && cut[v-1] {
				continue
			}
			next[i] = v
			if choose(i + 1) {
				return true
			}
		}
		return false
	}
	return choose(0)
}

func (x *exhaustive) connected(cut []bool, at []int) bool {
	for _, v := range at {
		for l := v; ; l-- {
			if x.fly[l] {
				return true
			}
			if l == 0 || cut[l-1] {
				break
			}
		}
		for r := v; ; r++ {
			if x.fly[r] {
				return true
			}
			if r == len(cut) || cut[r] {
				break
			}
		}
	}
	return false
}

// strict finds the winner of a path by the rules alone.
func strict(text string) (fliesWin bool) {
	p, err := ParsePath(text)
	if err != nil {
		panic(err)
	}
	x := exhaustive{p.Fly, map[string]bool{}}
	return !x.spidersWin(p.Cut, p.At)
}

func fliesWin(s *PathSearch, text string) bool {
	p, err := ParsePath(text)
	if err != nil {
		panic(err)
	}
	return s.FliesWin(p.Threats())
}

// paths yields all texts of a length.
func paths(length int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		text := []byte(strings.Repeat("B", length))
		for {
			if !yield(string(text)) {
				return
			}
			i := 0
			for ; i < length; i++ {
				if next := map[byte]byte{'B': 'F', 'F': 'S', 'S': 'B'}[text[i]]; next != 'B' {
					text[i] = next
					break
				}
				text[i] = 'B'
			}
			if i == length {
				return
			}
		}
	}
}

func TestSearchOnAllTinyPaths(t *testing.T) {
	t.Parallel()
	var s PathSearch
	for length := 1; length <= 8; length++ {
		seen := map[string]map[string]bool{} // by flies
		for text := range paths(length) {
			p, err := ParsePath(text)
			if err != nil {
				t.Fatal(err)
			}
			flies := fmt.Sprint(p.Fly)
			if seen[flies] == nil {
				seen[flies] = map[string]bool{}
			}
			x := exhaustive{p.Fly, seen[flies]}
			if got, want := s.FliesWin(p.Threats()), !x.spidersWin(p.Cut, p.At); got != want {
				t.Fatalf("%s: flies win %t, by the rules %t", text, got, want)
			}
		}
	}
}

func TestSearchOnRandomPaths(t *testing.T) {
	t.Parallel()
	var s PathSearch
	random := rand.New(rand.NewPCG(1, 2))
	for range suite.Instances(2000) {
		text := randomPath(random, 9+random.IntN(4))
		if got, want := fliesWin(&s, text), strict(text); got != want {
			t.Fatalf("%s: flies win %t, by the rules %t", text, got, want)
		}
	}
}

// randomPath returns a path with at most 5 spiders, as the exhaustive search requires, and often with lone ones
// between flies.
func randomPath(random *rand.Rand, length int) string {
	text := []byte(strings.Repeat("B", length))
	for range 2 + random.IntN(5) {
		text[random.IntN(length)] = Fly
	}
	for range 1 + random.IntN(5) {
		text[random.IntN(length)] = Spider
	}
	return string(text)
}

// Positions that the literature about this game gets wrong or right.
func TestKnownPaths(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"FSSF":                 false,
		"FBSBSBF":              true,
		"FBBSSFBSBBFBBS":       false,
		"SFBSBFBBSBBFBBBBS":    false, // though running spiders lose
		"SBBBFBSBFBBSBBFBBBBS": true,  // though cutting the near one-sided threat first loses
		"FSF":                  false,
		"FSBF":                 true,
		"B":                    true,
		"FFF":                  true,
		"SSS":                  true,
	} {
		var s PathSearch
		if got := fliesWin(&s, text); got != want {
			t.Errorf("%s: flies win %t, want %t", text, got, want)
		}
	}
}

// Later in a game edges are cut and spiders share vertices.
func TestSearchInTheMiddleOfGames(t *testing.T) {
	t.Parallel()
	var s PathSearch
	random := rand.New(rand.NewPCG(3, 4))
	for range suite.Instances(1000) {
		p, err := ParsePath(randomPath(random, 8+random.IntN(4)))
		if err != nil {
			t.Fatal(err)
		}
		for range random.IntN(3) {
			p.Cut[random.IntN(len(p.Cut))] = true
		}
		if len(p.At) > 1 && random.IntN(2) == 0 {
			p.At[1] = p.At[0]
		}
		x := exhaustive{p.Fly, map[string]bool{}}
		if got, want := s.FliesWin(p.Threats()), !x.spidersWin(p.Cut, p.At); got != want {
			t.Fatalf("%s: flies win %t, by the rules %t", p, got, want)
		}
		var cuts []int
		for e := range p.Cut {
			if after := p.Clone(); after.CutEdge(e) == nil && !x.someMove(after.Cut, after.At) {
				cuts = append(cuts, e)
			}
		}
		if got := s.WinningCuts(p); !slices.Equal(got, cuts) {
			t.Fatalf("%s: winning cuts %v, by the rules %v", p, got, cuts)
		}
		if len(p.Cut) > 0 {
			_ = p.CutEdge(random.IntN(len(p.Cut)))
		}
		if moves := s.WinningMoves(p); (len(moves) > 0) != x.someMove(p.Cut, p.At) {
			t.Fatalf("%s: winning moves %v", p, moves)
		}
	}
}

// A spider and a fly can be next to each other without an edge.
func TestMovesThatTheRulesForbid(t *testing.T) {
	t.Parallel()
	p, err := ParsePath("SFBS")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.CutEdge(0); err != nil {
		t.Fatal(err)
	}
	for e, want := range map[int]string{
		-1: "there is no edge 0: the edges are numbered from 1 to 3",
		0:  "edge 1 has been cut before",
		3:  "there is no edge 4: the edges are numbered from 1 to 3",
	} {
		if err := p.CutEdge(e); err == nil || err.Error() != want {
			t.Errorf("edge %d: %v, want %q", e, err, want)
		}
	}
	for steps, want := range map[string]string{
		"":    `"" has 0 letters, and there are 2 spiders`,
		"W":   `"W" has 1 letters, and there are 2 spiders`,
		"WWW": `"WWW" has 3 letters, and there are 2 spiders`,
		"LW":  "spider 1 cannot go left: vertex 1 is the end of the path",
		"RW":  "spider 1 cannot go right: edge 1 is cut",
		"WR":  "spider 2 cannot go right: vertex 4 is the end of the path",
		"WX":  "step 'X' of spider 2 is not L, R or W",
		"wW":  "step 'w' of spider 1 is not L, R or W",
	} {
		if err := p.Move(steps); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %q", steps, err, want)
		}
	}
	if err := p.Move("WL"); err != nil || p.String() != "S|FSB" || p.Caught() || p.Safe() {
		t.Errorf("after WL: %s, %v", p, err)
	}
	if err := p.Move("WL"); err != nil || !p.Caught() || p.Safe() {
		t.Errorf("after WL twice: %s, %v", p, err)
	}
	if _, err := ParsePath("FxS"); err == nil || err.Error() != "vertex 2 is 'x', want F, S or B" {
		t.Errorf("a path with an x: %v", err)
	}
	if _, err := ParsePath(""); err == nil {
		t.Error("a path can be empty")
	}
	shared, err := ParsePath("SBSF")
	if err != nil {
		t.Fatal(err)
	}
	if err := shared.Move("RL"); err != nil || shared.String() != "B2BF" {
		t.Errorf("two spiders at one vertex: %s, %v", shared, err)
	}
}
