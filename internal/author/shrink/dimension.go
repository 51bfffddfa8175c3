package shrink

import (
	"iter"
	"slices"
	"sort"
)

// dimension is a count with everything that has as many elements. Removing an index removes it everywhere.
type dimension struct {
	doc     *document
	count   int   // the token, -1 for none
	delta   int64 // the token's value minus the size
	size    int
	extents []extent
	// permutations are sequences whose values are renumbered.
	permutations [][]int
	// references are tokens that name elements; base names the first element.
	references []int
	base       int64
}

func (m dimension) without(gone []bool) []byte {
	e := m.doc.edit()
	left := newRanking(gone)
	for _, sequence := range m.permutations {
		m.renumber(e, sequence, gone)
	}
	for _, t := range m.references {
		e.setNumber(t, m.base+int64(left.at(int(m.doc.tokens[t].number-m.base))))
	}
	m.shorten(e, gone, left.total())
	return e.bytes()
}

// shorten removes the elements that are gone from the extents and corrects the count.
func (m dimension) shorten(e *edit, gone []bool, left int) {
	if m.count >= 0 {
		e.setNumber(m.count, int64(left)+m.delta)
	}
	for _, x := range m.extents {
		x.remove(e, gone)
	}
}

// renumber closes the gaps in the values of a permutation.
func (m dimension) renumber(e *edit, sequence []int, gone []bool) {
	goneValues := make([]bool, m.size)
	for i, t := range sequence {
		goneValues[m.doc.tokens[t].number-m.base] = gone[i]
	}
	left := newRanking(goneValues)
	for _, t := range sequence {
		e.setNumber(t, m.base+int64(left.at(int(m.doc.tokens[t].number-m.base))))
	}
}

// ranking renames elements after some are gone.
type ranking []int // for each element and the end, how many elements before it are left

func newRanking(gone []bool) ranking {
	r := make(ranking, len(gone)+1)
	for i, g := range gone {
		r[i+1] = r[i]
		if !g {
			r[i+1]++
		}
	}
	return r
}

func (r ranking) total() int { return r[len(r)-1] }

// at is the new index of an element. An element that is gone becomes the last remaining one before it,
// or the first.
func (r ranking) at(i int) int {
	return max(0, r[i+1]-1)
}

// dimensions yields the removals of elements for each count in a region.
func (d *document) dimensions(r region, sections []section, least int) iter.Seq[reduction] {
	return func(yield func(reduction) bool) {
		found := d.extents(r, sections, least)
		for _, c := range sortedCounts(found) {
			extents := found[c]
			if !each(d.parents(c, extents, found), yield) {
				return
			}
			if len(extents) > 1 && !each(d.dimension(r, c, extents), yield) {
				return
			}
			for _, x := range extents {
				if !each(d.dimension(r, c, []extent{x}), yield) {
					return
				}
			}
		}
	}
}

func sortedCounts(found map[count][]extent) []count {
	var counts []count
	for c := range found {
		counts = append(counts, c)
	}
	sort.Slice(counts, func(i, j int) bool {
		a, b := counts[i], counts[j]
		return a.token < b.token || a.token == b.token && a.size > b.size
	})
	return counts
}

// extents finds what each count of a region may count.
func (d *document) extents(r region, sections []section, least int) map[count][]extent {
	found := map[count][]extent{}
	add := func(t int, x extent) {
		c := count{t, x.size()}
		found[c] = append(found[c], x)
	}
	for _, s := range sections {
		if d.size(s.from, s.to) < least {
			continue
		}
		columns := d.columns(s)
		for _, t := range d.heads(r, s.from) {
			for _, size := range around(d.tokens[t].number) {
				if size == s.to-s.from {
					add(t, s.extent(d))
				}
				for _, x := range columns {
					if size == x.size() && (s.to == s.from+1 || d.tokens[t].number == int64(size)) {
						add(t, x)
					}
				}
			}
			// A list of pairs in one line.
			if row := rowExtent(d, s.from, 0, 2); s.to == s.from+1 && d.width(s.from) == 2*row.size() && d.tokens[t].number == int64(row.size()) {
				add(t, row)
			}
		}
	}
	d.inline(r, least, add)
	d.wrapped(r, add)
	return found
}

// inline finds counts at the beginning of the line that holds their list.
func (d *document) inline(r region, least int, add func(int, extent)) {
	for line := r.from; line < r.to; line++ {
		if d.size(line, line+1) < least {
			continue
		}
		for skip := 1; skip < min(headerTokens, d.width(line)); skip++ {
			t := d.lines[line].first + skip - 1
			if d.tokens[t].isNumber && d.tokens[t].number == int64(d.width(line)-skip) {
				add(t, rowExtent(d, line, skip, 1))
			}
		}
	}
}

// wrapped finds a list that is spread over all lines after its count.
func (d *document) wrapped(r region, add func(int, extent)) {
	for head := r.from; head < min(r.from+headerLines, r.to-2); head++ {
		first, last := d.lines[head+1].first, d.lines[r.to-1].last
		for t := d.lines[head].first; t < d.lines[head].last; t++ {
			if d.tokens[t].isNumber && d.tokens[t].number == int64(last-first) && last > first {
				add(t, tokenExtent{rows: []int{first}, length: last - first, width: 1, dropEmptied: true})
			}
		}
	}
}

// dimension yields the ways of removing elements of some extents: renumbering permutations, leaving all other
// numbers unchanged, and renaming those that may name elements.
func (d *document) dimension(r region, c count, extents []extent) iter.Seq[reduction] {
	return func(yield func(reduction) bool) {
		plain := dimension{doc: d, count: c.token, delta: c.delta(d), size: c.size, extents: extents}
		var own [][]int
		for _, x := range extents {
			own = append(own, x.sequences()...)
		}
		permuted := plain
		if permuted.permutations, permuted.base = d.permutations(own, c.size); permuted.permutations != nil {
			if !yield(&removal{what: permutations, noun: "elements of a permutation", total: c.size, without: permuted.without}) {
				return
			}
		}
		if !yield(&removal{what: elements, noun: "elements", total: c.size, without: plain.without}) {
			return
		}
		if c.size < 2 {
			return
		}
		inside := map[int]bool{}
		for _, t := range slices.Concat(own...) {
			inside[t] = true
		}
		for _, named := range d.named(r, c, inside) {
			m := plain
			m.references, m.base = named, 1
			if !yield(&removal{what: references, noun: "elements", total: c.size, without: m.without}) {
				return
			}
		}
	}
}

// permutations keeps the sequences that have each of size values once, all starting at 0 or all at 1.
func (d *document) permutations(sequences [][]int, size int) (permutations [][]int, base int64) {
	if size < 2 {
		return nil, 0
	}
	for _, base := range []int64{1, 0} {
		for _, s := range sequences {
			if d.isPermutation(s, size, base) {
				permutations = append(permutations, s)
			}
		}
		if permutations != nil {
			return permutations, base
		}
	}
	return nil, 0
}

func (d *document) isPermutation(sequence []int, size int, base int64) bool {
	seen := make([]bool, size)
	for _, t := range sequence {
		v := d.tokens[t].number - base
		if !d.tokens[t].isNumber || v < 0 || v >= int64(size) || seen[v] {
			return false
		}
		seen[v] = true
	}
	return len(sequence) == size
}

// named returns the sets of tokens after a count that may name its elements: those outside of its lists, and those
// including the lists if the lists hold nothing else.
func (d *document) named(r region, c count, inside map[int]bool) [][]int {
	isName := func(t int) bool {
		return d.tokens[t].isNumber && d.tokens[t].number >= 1 && d.tokens[t].number <= int64(c.size)
	}
	var outside, all []int
	onlyNames := true
	for t := d.lines[d.tokens[c.token].line].first; t < d.lines[r.to-1].last; t++ {
		switch {
		case t == c.token:
		case inside[t]:
			onlyNames = onlyNames && isName(t)
			all = append(all, t)
		case isName(t):
			outside = append(outside, t)
			all = append(all, t)
		}
	}
	var sets [][]int
	if len(outside) > 0 {
		sets = append(sets, outside)
	}
	if onlyNames && len(inside) > 0 {
		sets = append(sets, all)
	}
	return sets
}
