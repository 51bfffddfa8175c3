package shrink

import (
	"iter"
	"slices"
)

// edgeWidth is the most tokens in the line of an edge: its ends, a weight and one more.
const edgeWidth = 4

// graph is a dimension whose elements are vertices, with a line for each edge that names two of them.
type graph struct {
	dimension
	edges      section
	edgeCounts []int // tokens
	// merges means that a removed vertex is merged with its neighbour towards the root; otherwise its edges go with
	// it.
	merges bool
	forest forest
}

// graphs yields the removals of vertices for the counts that may be the number of vertices of the edges in a
// section.
func (d *document) graphs(r region, edges section) iter.Seq[reduction] {
	return func(yield func(reduction) bool) {
		least, most, ok := d.labels(edges)
		if !ok {
			return
		}
		base := min(least, 1)
		heads := d.heads(r, edges.from)
		var sure, likely []*graph
		for _, t := range heads {
			n := d.tokens[t].number
			if n < most-base+1 || n < 2 {
				continue
			}
			g := &graph{dimension: dimension{doc: d, count: t, size: int(n), base: base}, edges: edges}
			for _, m := range heads {
				if m != t && d.tokens[m].number == int64(edges.to-edges.from) {
					g.edgeCounts = append(g.edgeCounts, m)
				}
			}
			if len(g.edgeCounts) > 0 || g.maybeTree() {
				sure = append(sure, g)
			} else if likely == nil || g.size < likely[0].size {
				likely = []*graph{g}
			}
		}
		if sure == nil {
			sure = likely
		}
		for _, g := range sure {
			if !each(g.removals(r), yield) {
				return
			}
		}
	}
}

// maybeTree reports whether there is one edge less than vertices.
func (g *graph) maybeTree() bool {
	return g.size == g.edges.to-g.edges.from+1
}

// labels returns the range of the first two numbers of each line, which all lines must have.
func (d *document) labels(s section) (least, most int64, ok bool) {
	if w := d.width(s.from); w < 2 || w > edgeWidth {
		return 0, 0, false
	}
	least = d.tokens[d.lines[s.from].first].number
	for line := s.from; line < s.to; line++ {
		for _, t := range d.ends(line) {
			if !d.tokens[t].isNumber {
				return 0, 0, false
			}
			least, most = min(least, d.tokens[t].number), max(most, d.tokens[t].number)
		}
	}
	return least, most, least >= 0
}

// ends returns the tokens of an edge that name its vertices.
func (d *document) ends(line int) [2]int {
	return [2]int{d.lines[line].first, d.lines[line].first + 1}
}

// removals first tries to rename all tokens that may name vertices, then only the ends of edges. In a tree,
// vertices are merged; otherwise their edges go with them first.
func (g *graph) removals(r region) iter.Seq[reduction] {
	return func(yield func(reduction) bool) {
		g.extents = g.doc.perVertex(r, g.edges, g.size)
		ways := []bool{false, true}
		if g.maybeTree() {
			ways = []bool{true}
		}
		named := g.names(r)
		for _, references := range [][]int{named, nil} {
			for _, merges := range ways {
				way := *g
				way.merges, way.references = merges, references
				if !yield(&removal{what: vertices, noun: "vertices", total: g.size, without: way.without}) {
					return
				}
			}
			if len(named) == 0 {
				return
			}
		}
	}
}

// perVertex finds the lines before and after the edges that have a number for each vertex.
func (d *document) perVertex(r region, edges section, size int) []extent {
	var all []extent
	for line := r.from; line < r.to; line++ {
		if line == edges.from {
			line = edges.to
			if line >= r.to {
				break
			}
		}
		if d.width(line) == size && size > 2 {
			all = append(all, rowExtent(d, line, 0, 1))
		}
	}
	return all
}

// names returns the numbers elsewhere in the region that may name vertices.
func (g *graph) names(r region) []int {
	d := g.doc
	inside := map[int]bool{g.count: true}
	for _, t := range g.edgeCounts {
		inside[t] = true
	}
	for _, x := range g.extents {
		for _, t := range slices.Concat(x.sequences()...) {
			inside[t] = true
		}
	}
	var names []int
	for t := d.lines[r.from].first; t < d.lines[r.to-1].last; t++ {
		k := d.tokens[t]
		if k.line >= g.edges.from && k.line < g.edges.to || inside[t] || !k.isNumber {
			continue
		}
		if v := k.number - g.base; v >= 0 && v < int64(g.size) {
			names = append(names, t)
		}
	}
	return names
}

// vertex is the index of the vertex that a token names.
func (g *graph) vertex(t int) int {
	return int(g.doc.tokens[t].number - g.base)
}

// roots returns the vertices that are named elsewhere, then the others.
func (g *graph) roots() []int {
	var roots []int
	for _, t := range g.references {
		roots = append(roots, g.vertex(t))
	}
	return append(roots, span(0, g.size)...)
}

func (g *graph) neighbours() [][]int {
	neighbours := make([][]int, g.size)
	for line := g.edges.from; line < g.edges.to; line++ {
		ends := g.doc.ends(line)
		u, v := g.vertex(ends[0]), g.vertex(ends[1])
		neighbours[u] = append(neighbours[u], v)
		neighbours[v] = append(neighbours[v], u)
	}
	return neighbours
}

// without removes vertices, given by their index in order.
func (g *graph) without(goneInOrder []bool) []byte {
	if g.forest.order == nil {
		g.forest = newForest(g.neighbours(), g.roots())
	}
	gone := make([]bool, g.size)
	for i, v := range g.forest.order {
		gone[v] = goneInOrder[i]
	}
	e := g.doc.edit()
	heir := g.forest.mergedInto(gone)
	left := newRanking(gone)
	for _, t := range g.references {
		e.setNumber(t, g.base+int64(left.at(heir[g.vertex(t)])))
	}
	edges := 0
	var joined map[[2]int]bool // only where an edge may close a cycle
	if g.merges && g.edges.to-g.edges.from >= g.size {
		joined = map[[2]int]bool{}
	}
	for line := g.edges.from; line < g.edges.to; line++ {
		ends := g.doc.ends(line)
		u, v := g.vertex(ends[0]), g.vertex(ends[1])
		p, q := heir[u], heir[v]
		// Merging makes loops and parallel edges. Those of the original stay.
		merged := p != u || q != v
		if merged && (!g.merges || p == q || joined[[2]int{p, q}] || joined[[2]int{q, p}]) || gone[p] || gone[q] {
			e.removeLine(line)
			continue
		}
		edges++
		if joined != nil {
			joined[[2]int{p, q}] = true
		}
		e.setNumber(ends[0], g.base+int64(left.at(p)))
		e.setNumber(ends[1], g.base+int64(left.at(q)))
	}
	for _, t := range g.edgeCounts {
		e.setNumber(t, int64(edges))
	}
	g.shorten(e, gone, left.total())
	return e.bytes()
}
