package shrink

import "iter"

// parents is a dimension whose elements are the vertices of a rooted tree, given by the parent of each.
type parents struct {
	dimension
	// short are extents without an element for the first vertex, which is then the root.
	short []extent
	// pointers are the tokens that name the parent of each vertex, -1 for the first vertex if the list is
	// short.
	pointers []int
	forest   forest
	roots    int // the number of roots, which stay
}

// parents yields the removal of vertices for each list that gives the parents of a tree: one for each vertex, with
// 0, -1 or itself for the root, or one for each vertex but the first.
func (d *document) parents(c count, extents []extent, found map[count][]extent) iter.Seq[reduction] {
	return func(yield func(reduction) bool) {
		full := dimension{doc: d, count: c.token, delta: c.delta(d), size: c.size, extents: extents}
		var short []extent
		lead := 0
		if full.delta == 1 {
			lead, short = 1, extents
			full.size, full.delta = c.size+1, 0
			full.extents = found[count{c.token, c.size + 1}]
		}
		if full.delta != 0 || full.size < 2 {
			return
		}
		for _, x := range extents {
			for _, sequence := range x.sequences() {
				for _, base := range []int64{1, 0} {
					p := &parents{dimension: full, short: short, pointers: append(make([]int, lead), sequence...)}
					p.base = base
					if !p.isTree(lead) {
						continue
					}
					if !yield(&removal{what: vertices, noun: "vertices", total: p.size - p.roots, without: p.without}) {
						return
					}
					break
				}
			}
		}
	}
}

// isTree finds out whether the pointers lead to roots, and computes the order of vertices.
func (p *parents) isTree(lead int) bool {
	if lead > 0 {
		p.pointers[0] = -1
	}
	children := make([][]int, p.size)
	var roots []int
	for v, t := range p.pointers {
		up, ok := p.up(v)
		switch {
		case !ok:
			return false
		case up < 0:
			roots = append(roots, v)
		case t >= 0:
			children[up] = append(children[up], v)
		}
	}
	if p.roots = len(roots); p.roots == 0 || lead > 0 && p.roots > 1 {
		return false
	}
	p.forest = newForest(children, roots)
	return len(p.forest.order) == p.size
}

// up returns the parent of a vertex, -1 for a root.
func (p *parents) up(v int) (up int, ok bool) {
	t := p.pointers[v]
	if t < 0 {
		return -1, true
	}
	k := p.doc.tokens[t]
	up = int(k.number - p.base)
	switch {
	case !k.isNumber || up < -1 || up >= p.size:
		return 0, false
	case up == v:
		return -1, true
	}
	return up, true
}

// without merges vertices with their parents. goneInOrder marks vertices other than roots, in the order of
// the search.
func (p *parents) without(goneInOrder []bool) []byte {
	gone := make([]bool, p.size)
	i := 0
	for _, v := range p.forest.order {
		if p.forest.parent[v] >= 0 {
			gone[v] = goneInOrder[i]
			i++
		}
	}
	e := p.doc.edit()
	heir := p.forest.mergedInto(gone)
	left := newRanking(gone)
	for v, t := range p.pointers {
		up := p.forest.parent[v]
		if up < 0 {
			up = v // a root that names itself; other marks of roots stay
		}
		if t >= 0 && p.doc.tokens[t].number >= p.base {
			e.setNumber(t, p.base+int64(left.at(heir[up])))
		}
	}
	for _, x := range p.short {
		x.remove(e, gone[1:])
	}
	p.shorten(e, gone, left.total())
	return e.bytes()
}
