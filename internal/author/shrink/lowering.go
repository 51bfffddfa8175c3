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

// lowering replaces the values of cells by smaller ones: many at once as long as that works, then each by itself.
type lowering struct {
	what  Kind
	noun  string
	doc   *document
	cells []cell
	// alternative returns the n-th choice for a value; done means that there are no more.
	alternative func(text string, n int) (smaller string, done bool)
	// bulk is how many choices are worth trying for several cells at once.
	bulk  int
	texts []string // the current values
	last  cursor   // the place accepted last
}

const (
	// loweredPieces is the most pieces that the cells are cut into.
	loweredPieces = 512
	// thoroughUpTo is the most cells for which each is tried with all choices.
	thoroughUpTo = 256
)

func (l *lowering) kind() Kind { return l.what }

// candidates has a level for each size of pieces, and all choices at each place.
func (l *lowering) candidates(from cursor, fineness int) iter.Seq2[cursor, []byte] {
	if l.texts == nil {
		l.texts = make([]string, len(l.cells))
		for i, c := range l.cells {
			l.texts[i] = c.text
		}
	}
	fineness = min(fineness, loweredPieces)
	return func(yield func(cursor, []byte) bool) {
		n := len(l.cells)
		for p := from; ; p = (cursor{level: p.level + 1}) {
			size := n >> p.level
			if size == 0 || n/size > fineness {
				return
			}
			for ; p.at < n; p = (cursor{level: p.level, at: p.at + size}) {
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

// lowered returns the values after the change at a place, nil if nothing changes, and whether every cell is done.
func (l *lowering) lowered(p cursor) (texts []string, done bool) {
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

// accept continues with the same choice and, after two successes, with the one before, which is a larger step for
// numbers. Otherwise lowering a number in small steps would take as many steps as its value.
func (l *lowering) accept(p cursor) (string, cursor) {
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
