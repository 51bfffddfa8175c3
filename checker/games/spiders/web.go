package spiders

import (
	"fmt"
	"slices"
)

// Web is a position of the game on a graph with a single spider. If any two flies are at least Apart steps from each
// other, player 1, whose turn it is to cut, wins: the spider can be next to only one fly, and the thread between them
// is cut in time. (Kulkarni and Pusalkar, "Greedy Spiders", claim 3.1.)
type Web struct {
	// Fly says for each vertex whether a fly sits there. Vertices are counted from 0.
	Fly []bool
	// At is the spider's vertex.
	At int
	// Threads are the neighbours of each vertex by the remaining edges, in increasing order.
	Threads [][]int
}

// Apart is how far from each other the flies of a Web must be for player 1 to win always. At distance 2 the spider
// may sit between two flies.
const Apart = 3

// NewWeb returns a position. The error says which rule the edges, the flies or the spider violate. Flies too close to
// each other are allowed.
func NewWeb(vertices int, edges [][2]int, flies []int, spider int) (*Web, error) {
	inside := func(v int) bool { return v >= 0 && v < vertices }
	w := &Web{Fly: make([]bool, vertices), At: spider, Threads: make([][]int, vertices)}
	for _, fly := range flies {
		switch {
		case !inside(fly):
			return nil, fmt.Errorf("there is no vertex %d for a fly", fly+1)
		case w.Fly[fly]:
			return nil, fmt.Errorf("two flies are at vertex %d", fly+1)
		}
		w.Fly[fly] = true
	}
	switch {
	case !inside(spider):
		return nil, fmt.Errorf("there is no vertex %d for the spider", spider+1)
	case w.Fly[spider]:
		return nil, fmt.Errorf("the spider and a fly are both at vertex %d", spider+1)
	}
	for _, edge := range edges {
		u, v := edge[0], edge[1]
		switch {
		case !inside(u) || !inside(v):
			return nil, fmt.Errorf("there is no thread from %d to %d: the vertices are numbered from 1 to %d", u+1, v+1, vertices)
		case u == v:
			return nil, fmt.Errorf("a thread leads from %d to itself", u+1)
		}
		w.Threads[u] = append(w.Threads[u], v)
		w.Threads[v] = append(w.Threads[v], u)
	}
	for u, ends := range w.Threads {
		slices.Sort(ends)
		for i, v := range ends[:max(0, len(ends)-1)] {
			if v == ends[i+1] {
				return nil, fmt.Errorf("two threads join %d and %d", u+1, v+1)
			}
		}
	}
	return w, nil
}

// Cut removes an edge, which is player 1's move. On an error nothing changes.
func (w *Web) Cut(u, v int) error {
	if u < 0 || v < 0 || u >= len(w.Threads) || v >= len(w.Threads) {
		return fmt.Errorf("there is no thread %d %d: the vertices are numbered from 1 to %d", u+1, v+1, len(w.Threads))
	}
	i, found := slices.BinarySearch(w.Threads[u], v)
	if !found {
		return fmt.Errorf("no thread joins %d and %d, or not any more", u+1, v+1)
	}
	w.Threads[u] = slices.Delete(w.Threads[u], i, i+1)
	j, _ := slices.BinarySearch(w.Threads[v], u)
	w.Threads[v] = slices.Delete(w.Threads[v], j, j+1)
	return nil
}

// MoveTo moves the spider to a neighbour, or leaves it where it is, which is player 2's move. On an error nothing
// changes.
func (w *Web) MoveTo(v int) error {
	if v != w.At && !slices.Contains(w.Threads[w.At], v) {
		return fmt.Errorf("the spider cannot go from %d to %d", w.At+1, v+1)
	}
	w.At = v
	return nil
}

// Caught reports whether the spider is where a fly sits: it has won.
func (w *Web) Caught() bool { return w.Fly[w.At] }

// Safe reports whether the spider has no way to a fly: player 1 has won.
func (w *Web) Safe() bool { return w.Way() == nil }

// Way returns a shortest way from the spider to a fly, with both ends, or nil.
func (w *Web) Way() []int {
	from, order := w.search(w.At)
	for _, v := range order {
		if w.Fly[v] {
			way := []int{v}
			for v != w.At {
				v = from[v]
				way = append(way, v)
			}
			slices.Reverse(way)
			return way
		}
	}
	return nil
}

// Closest returns the least distance between two connected flies, or 0 if there are none.
func (w *Web) Closest() int {
	closest := 0
	for fly, sits := range w.Fly {
		if !sits {
			continue
		}
		from, order := w.search(fly)
		steps := make([]int, len(w.Fly))
		for _, v := range order[1:] {
			steps[v] = steps[from[v]] + 1
			if w.Fly[v] && (closest == 0 || steps[v] < closest) {
				closest = steps[v]
			}
		}
	}
	return closest
}

// search finds the vertices connected to a start, in the order of their distances, and the predecessor of each.
func (w *Web) search(start int) (from, order []int) {
	from = make([]int, len(w.Threads))
	for v := range from {
		from[v] = -1
	}
	from[start] = start
	order = []int{start}
	for i := 0; i < len(order); i++ {
		for _, v := range w.Threads[order[i]] {
			if from[v] < 0 {
				from[v] = order[i]
				order = append(order, v)
			}
		}
	}
	return from, order
}

// Danger returns the fly that the spider can reach in one step, or -1: player 1 must cut the thread to it now. If
// flies are too close to each other there may be several; it returns the first.
func (w *Web) Danger() int {
	for _, v := range w.Threads[w.At] {
		if w.Fly[v] {
			return v
		}
	}
	return -1
}

// GoodCut returns the edge that player 1 should cut: the last one of a shortest way from the spider to a fly. If the
// spider is next to a fly, that is the only edge to cut; otherwise it is as good as any. The game must not be over.
func (w *Web) GoodCut() (u, v int) {
	way := w.Way()
	return way[len(way)-2], way[len(way)-1]
}
