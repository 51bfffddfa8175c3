package spiders

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"grundy/tests/suite"
)

// webGame decides games on a small graph by the rules alone, for any number of spiders. A position is the set of
// remaining edges and the set of vertices with spiders.
type webGame struct {
	vertices int
	edges    [][2]int
	fly      uint
	known    map[[2]uint]bool
}

// fliesWin reports whether player 1, who is to cut an edge, wins. There is always an edge: without edges the game is
// over.
func (g *webGame) fliesWin(left, spiders uint) bool {
	if g.safe(left, spiders) {
		return true
	}
	key := [2]uint{left, spiders}
	if known, ok := g.known[key]; ok {
		return known
	}
	wins := false
	for e := range g.edges {
		if left>>e&1 == 1 && g.hold(left&^(1<<e), spiders) {
			wins = true
			break
		}
	}
	g.known[key] = wins
	return wins
}

// hold reports whether player 1 wins after a cut, whatever the spiders do. Spiders that share a vertex count as one.
func (g *webGame) hold(left, spiders uint) bool {
	if g.safe(left, spiders) {
		return true
	}
	reached := map[uint]bool{0: true}
	for v := range g.vertices {
		if spiders>>v&1 == 0 {
			continue
		}
		next := map[uint]bool{}
		for set := range reached {
			next[set|1<<v] = true
			for e, edge := range g.edges {
				if left>>e&1 == 1 && (edge[0] == v || edge[1] == v) {
					next[set|1<<(edge[0]+edge[1]-v)] = true
				}
			}
		}
		reached = next
	}
	for set := range reached {
		if set&g.fly != 0 || !g.fliesWin(left, set) {
			return false
		}
	}
	return true
}

// safe reports whether no spider is connected to a fly.
func (g *webGame) safe(left, spiders uint) bool {
	for grown := true; grown; {
		grown = false
		for e, edge := range g.edges {
			if left>>e&1 == 0 {
				continue
			}
			both := uint(1)<<edge[0] | 1<<edge[1]
			if spiders&both != 0 && spiders&both != both {
				spiders |= both
				grown = true
			}
		}
	}
	return spiders&g.fly == 0
}

// smallWebs yields all graphs of so many vertices with all sets of at least one fly. The spider is always at vertex
// 0, since vertices can be renumbered.
func smallWebs(vertices int, yield func(edges [][2]int, flies []int)) {
	var all [][2]int
	for v := range vertices {
		for u := range v {
			all = append(all, [2]int{u, v})
		}
	}
	for graph := range 1 << len(all) {
		var edges [][2]int
		for e, edge := range all {
			if graph>>e&1 == 1 {
				edges = append(edges, edge)
			}
		}
		for set := 2; set < 1<<vertices; set += 2 {
			var flies []int
			for v := range vertices {
				if set>>v&1 == 1 {
					flies = append(flies, v)
				}
			}
			yield(edges, flies)
		}
	}
}

func playWeb(edges [][2]int, flies, spiders []int, vertices int) bool {
	g := webGame{vertices: vertices, edges: edges, known: map[[2]uint]bool{}}
	for _, fly := range flies {
		g.fly |= 1 << fly
	}
	var at uint
	for _, spider := range spiders {
		at |= 1 << spider
	}
	return g.fliesWin(1<<len(edges)-1, at)
}

// Claim 3.1 of "Greedy Spiders" holds on all webs of up to five vertices (in make test up to four). Its bound is
// sharp: the smallest lost web at distance 2 has three vertices.
func TestClaimOnAllTinyWebs(t *testing.T) {
	t.Parallel()
	most := 4
	if suite.IsAll() {
		most = 5
	}
	won, lost := 0, map[int]int{}
	smallest := ""
	for vertices := 1; vertices <= most; vertices++ {
		smallWebs(vertices, func(edges [][2]int, flies []int) {
			w, err := NewWeb(vertices, edges, flies, 0)
			if err != nil {
				t.Fatal(err)
			}
			closest := w.Closest()
			switch wins := playWeb(edges, flies, []int{0}, vertices); {
			case wins && (closest == 0 || closest >= Apart):
				won++
			case closest == 0 || closest >= Apart:
				t.Fatalf("edges %v, flies %v: lost", edges, flies)
			case !wins:
				lost[closest]++
				if smallest == "" && closest == 2 {
					smallest = fmt.Sprint(vertices, edges, flies)
				}
			}
		})
	}
	if won == 0 || lost[2] == 0 {
		t.Errorf("%d webs were won, %v lost by the distance of the flies", won, lost)
	}
	if want := "3 [[0 1] [0 2]] [1 2]"; smallest != want {
		t.Errorf("the smallest lost web is %s, want %s", smallest, want)
	}
}

// The strategy of GoodCut never loses, whatever the spider does, and every cut is legal.
func TestGoodCutOnAllTinyWebs(t *testing.T) {
	t.Parallel()
	for vertices := 1; vertices <= 5; vertices++ {
		smallWebs(vertices, func(edges [][2]int, flies []int) {
			w, err := NewWeb(vertices, edges, flies, 0)
			if err != nil {
				t.Fatal(err)
			}
			if closest := w.Closest(); closest == 0 || closest >= Apart {
				defend(t, w)
			}
		})
	}
}

// defend plays all games of the spider against GoodCut.
func defend(t *testing.T, w *Web) {
	t.Helper()
	if w.Safe() {
		return
	}
	if err := w.Cut(w.GoodCut()); err != nil {
		t.Fatal(err)
	}
	if w.Safe() {
		return
	}
	for _, v := range append([]int{w.At}, w.Threads[w.At]...) {
		next := &Web{Fly: w.Fly, At: w.At, Threads: make([][]int, len(w.Threads))}
		for u, ends := range w.Threads {
			next.Threads[u] = slices.Clone(ends)
		}
		if err := next.MoveTo(v); err != nil {
			t.Fatal(err)
		}
		if next.Caught() {
			t.Fatalf("caught at %d: %+v", v, w)
		}
		defend(t, next)
	}
}

func TestGoodCutOnRandomWebs(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range suite.Instances(300) {
		w := randomWeb(t, random, 10+random.IntN(90))
		for !w.Safe() {
			danger := w.Danger()
			u, v := w.GoodCut()
			if danger >= 0 && (u != w.At || v != danger) {
				t.Fatalf("cuts %d %d while the fly at %d is in danger", u, v, danger)
			}
			if err := w.Cut(u, v); err != nil {
				t.Fatal(err)
			}
			if way := w.Way(); way != nil {
				to := way[1]
				if random.IntN(3) == 0 {
					to = w.Threads[w.At][random.IntN(len(w.Threads[w.At]))]
				}
				if err := w.MoveTo(to); err != nil {
					t.Fatal(err)
				}
			}
			if w.Caught() {
				t.Fatal("caught")
			}
		}
	}
}

// randomWeb returns a web with flies wherever they are far enough apart.
func randomWeb(t *testing.T, random *rand.Rand, vertices int) *Web {
	t.Helper()
	var edges [][2]int
	for v := 1; v < vertices; v++ {
		edges = append(edges, [2]int{v, random.IntN(v)})
	}
	w, err := NewWeb(vertices, edges, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range random.Perm(vertices - 1) {
		w.Fly[v+1] = true
		if closest := w.Closest(); closest > 0 && closest < Apart {
			w.Fly[v+1] = false
		}
	}
	return w
}

func TestWebErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		edges  [][2]int
		flies  []int
		spider int
		want   string
	}{
		{[][2]int{{0, 3}}, nil, 0, "there is no thread from 1 to 4: the vertices are numbered from 1 to 3"},
		{[][2]int{{1, 1}}, nil, 0, "a thread leads from 2 to itself"},
		{[][2]int{{0, 1}, {1, 0}}, nil, 0, "two threads join 1 and 2"},
		{nil, []int{3}, 0, "there is no vertex 4 for a fly"},
		{nil, []int{1, 1}, 0, "two flies are at vertex 2"},
		{nil, nil, -1, "there is no vertex 0 for the spider"},
		{nil, []int{1}, 1, "the spider and a fly are both at vertex 2"},
	} {
		if _, err := NewWeb(3, tt.edges, tt.flies, tt.spider); err == nil || err.Error() != tt.want {
			t.Errorf("%v %v %d: %v, want %q", tt.edges, tt.flies, tt.spider, err, tt.want)
		}
	}
	w, err := NewWeb(4, [][2]int{{0, 1}, {1, 2}}, []int{2}, 0)
	if err != nil {
		t.Fatal(err)
	}
	expect := func(err error, want string) {
		t.Helper()
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
	expect(w.Cut(0, 2), "no thread joins 1 and 3, or not any more")
	expect(w.Cut(3, 0), "no thread joins 4 and 1, or not any more")
	expect(w.Cut(-1, 0), "there is no thread 0 1: the vertices are numbered from 1 to 4")
	expect(w.Cut(0, -1), "there is no thread 1 0: the vertices are numbered from 1 to 4")
	expect(w.Cut(4, 1), "there is no thread 5 2: the vertices are numbered from 1 to 4")
	expect(w.Cut(1, 4), "there is no thread 2 5: the vertices are numbered from 1 to 4")
	expect(w.MoveTo(2), "the spider cannot go from 1 to 3")
	if err := w.Cut(2, 1); err != nil || !w.Safe() {
		t.Errorf("after the cut: %v, safe %t", err, w.Safe())
	}
	expect(w.Cut(1, 2), "no thread joins 2 and 3, or not any more")
}

// Claim 3.1 is about one spider: two spiders can win against flies that are far apart, and even against a single fly.
func TestClaimNeedsASingleSpider(t *testing.T) {
	t.Parallel()
	path := [][2]int{{0, 1}, {1, 2}, {2, 3}}
	if playWeb(path, []int{0, 3}, []int{1, 2}, 4) {
		t.Error("F S S F is won by the flies")
	}
	if playWeb([][2]int{{0, 1}, {1, 2}}, []int{1}, []int{0, 2}, 3) {
		t.Error("S F S is won by the flies")
	}
}
