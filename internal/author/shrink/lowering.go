package shrink

import (
	"fmt"
	"iter"
	"slices"
)

// cell is a value in the document that can be made smaller.
type cell struct {
	text string
	set  func(e *edit, text string)
}

// lowering replaces the values of cells by smaller ones: many at once as long as that works, then each for itself.
type lowering struct {
	what  Kind
	noun  string
	doc   *document
	cells []cell
	// alternative is the n-th choice for a value; done says that there are no more.
	alternative func(text string, n int) (smaller string, done bool)
	// bulk is how many choices are worth trying for several cells at once.
	bulk  int
	texts []string // the values at present
	last  place    // what was accepted last
}

const (
	// loweredPieces is how many pieces the cells are cut into at most.
	loweredPieces = 512
	// thoroughUpTo is how many cells there may be for all choices to be tried for each.
	thoroughUpTo = 256
)

func (l *lowering) kind() Kind { return l.what }

// candidates has a level for each size of pieces, and all choices at each place.
func (l *lowering) candidates(from place, fineness int) iter.Seq2[place, []byte] {
	if l.texts == nil {
		l.texts = make([]string, len(l.cells))
		for i, c := range l.cells {
			l.texts[i] = c.text
		}
	}
	fineness = min(fineness, loweredPieces)
	return func(yield func(place, []byte) bool) {
		n := len(l.cells)
		for p := from; ; p = (place{level: p.level + 1}) {
			size := n >> p.level
			if size == 0 || n/size > fineness {
				return
			}
			for ; p.at < n; p = (place{level: p.level, at: p.at + size}) {
				for ; size == 1 && n <= thoroughUpTo || p.choice < l.bulk; p.choice++ {
					texts, done := l.lowered(p)
					if done {
						break
					}
					if texts != nil && !yield(p, l.render(texts)) {
						return
					}
				}
			}
		}
	}
}

// lowered returns the values after the change of a place, nil when they are the same, and whether every cell is done.
func (l *lowering) lowered(p place) (texts []string, done bool) {
	done = true
	for i := p.at; i < min(p.at+len(l.cells)>>p.level, len(l.cells)); i++ {
		text, last := l.alternative(l.texts[i], p.choice)
		if last {
			continue
		}
		done = false
		if compareTokens(text, l.texts[i]) >= 0 {
			continue
		}
		if texts == nil {
			texts = slices.Clone(l.texts)
		}
		texts[i] = text
	}
	return texts, done
}

func (l *lowering) render(texts []string) []byte {
	e := l.doc.edit()
	for i, c := range l.cells {
		if texts[i] != c.text {
			c.set(e, texts[i])
		}
	}
	return e.bytes()
}

// accept goes on with the same choice, and when that has succeeded twice with the one before, which is a larger step for
// numbers: otherwise one that only small steps lead away from would take as many as it is large.
func (l *lowering) accept(p place) (string, place) {
	texts, _ := l.lowered(p)
	changed := 0
	for i := range texts {
		if texts[i] != l.texts[i] {
			changed++
		}
	}
	l.texts = texts
	next := p
	if p == l.last && p.choice > 0 {
		next.choice--
	}
	l.last = p
	return fmt.Sprintf("lowered %d of %d %s", changed, len(l.cells), l.noun), next
}
