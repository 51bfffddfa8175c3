package shrink

import (
	"fmt"
	"iter"
)

// removal removes parts by delta debugging. It first leaps to the first few parts, then removes pieces, which are
// halved until they are single parts.
type removal struct {
	what    Kind
	noun    string
	total   int
	pieces  int                      // the most pieces to cut the list into, 0 for no limit
	without func(gone []bool) []byte // the input without those of its parts
	alive   []int                    // the remaining parts
	started bool
}

const (
	// leapFrom is the least length of a list for leaps.
	leapFrom = 8
	// overlapUpTo is the greatest length of a list for which pieces of two or three parts may begin
	// anywhere.
	overlapUpTo = 16
	// pairsUpTo is the greatest length of a list for removing any two of its parts.
	pairsUpTo = 8
)

func (r *removal) kind() Kind { return r.what }

// candidates has a level of leaps, one for each size of pieces, and one of pairs.
func (r *removal) candidates(from cursor, fineness int) iter.Seq2[cursor, []byte] {
	r.start()
	if r.pieces > 0 {
		fineness = min(fineness, r.pieces)
	}
	return func(yield func(cursor, []byte) bool) {
		n := len(r.alive)
		for p := from; ; p = (cursor{level: p.level + 1}) {
			if p.level > 0 && r.pieceSize(p.level) > 0 && n/r.pieceSize(p.level) > fineness {
				return
			}
			for ; r.fits(p); p = r.next(p) {
				if !yield(p, r.without(r.gone(p))) {
					return
				}
			}
			if p.level > 0 && r.pieceSize(p.level) == 0 {
				return
			}
		}
	}
}

func (r *removal) start() {
	if r.started {
		return
	}
	r.started = true
	r.alive = make([]int, r.total)
	for i := range r.alive {
		r.alive[i] = i
	}
}

// pieceSize is 0 on the level of pairs, the last one.
func (r *removal) pieceSize(level int) int {
	return r.total >> (level - 1)
}

// fits reports whether a place of a level lies within the remaining parts.
func (r *removal) fits(p cursor) bool {
	n := len(r.alive)
	switch {
	case p.level == 0:
		return n >= leapFrom && n>>p.at >= 4
	case r.pieceSize(p.level) > 0:
		return p.at < n && r.pieceSize(p.level) <= n
	default:
		return n <= pairsUpTo && p.at+2+p.choice <= n
	}
}

func (r *removal) next(p cursor) cursor {
	size := 1
	if p.level > 0 {
		size = r.pieceSize(p.level)
	}
	switch {
	case size == 0 && p.at+3+p.choice <= len(r.alive):
		p.choice++
	case size == 0:
		p.at, p.choice = p.at+1, 0
	case size <= 3 && len(r.alive) <= overlapUpTo:
		p.at++
	default:
		p.at += size
	}
	return p
}

// goes reports whether the candidate of a place lacks the i-th remaining part.
func (r *removal) goes(p cursor, i int) bool {
	if p.level == 0 {
		return i >= 1<<p.at
	}
	if size := r.pieceSize(p.level); size > 0 {
		return p.at <= i && i < p.at+size
	}
	return i == p.at || i == p.at+1+p.choice
}

func (r *removal) gone(p cursor) []bool {
	gone := make([]bool, r.total)
	for i := range gone {
		gone[i] = true
	}
	for i, part := range r.alive {
		gone[part] = r.goes(p, i)
	}
	return gone
}

func (r *removal) accept(p cursor) (string, cursor) {
	before := len(r.alive)
	left := make([]int, 0, before)
	for i, part := range r.alive {
		if !r.goes(p, i) {
			left = append(left, part)
		}
	}
	r.alive = left
	return fmt.Sprintf("removed %d of %d %s", before-len(left), before, r.noun), p
}
