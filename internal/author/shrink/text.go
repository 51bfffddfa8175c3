package shrink

import (
	"iter"
	"unicode/utf8"
)

// plainLines removes lines that nothing counts.
func (d *document) plainLines() iter.Seq[reduction] {
	return func(yield func(reduction) bool) {
		yield(&removal{what: lines, noun: "lines", total: len(d.lines), without: func(gone []bool) []byte {
			e := d.edit()
			for i, g := range gone {
				if g {
					e.removeLine(i)
				}
			}
			return e.bytes()
		}})
	}
}

// uncountedPieces is the most pieces that all uncounted tokens and characters together are cut into. An input that
// is still so large at the end hardly has uncounted parts.
const uncountedPieces = 1024

// pieces is the share of a part with so many bytes.
func (d *document) pieces(size int) int {
	return max(leapFrom, uncountedPieces*size/len(d.text))
}

// plainTokens removes the columns of tables and the tokens of lines that nothing counts.
func (d *document) plainTokens(least int) iter.Seq[reduction] {
	return func(yield func(reduction) bool) {
		for _, s := range d.runs(region{0, len(d.lines)}) {
			if d.size(s.from, s.to) < least {
				continue
			}
			if s.to-s.from > 1 {
				for _, table := range d.columns(s) {
					m := dimension{doc: d, count: -1, size: table.size(), extents: []extent{table}}
					if m.size > 1 && !yield(&removal{what: tokens, noun: "columns", total: m.size, without: m.without}) {
						return
					}
				}
			}
			for i := s.from; i < s.to; i++ {
				if d.size(i, i+1) < least || d.width(i) < 2 {
					continue
				}
				m := dimension{doc: d, count: -1, size: d.width(i), extents: []extent{rowExtent(d, i, 0, 1)}}
				if !yield(&removal{what: tokens, noun: "tokens of a line", total: m.size, pieces: d.pieces(d.size(i, i+1)), without: m.without}) {
					return
				}
			}
		}
	}
}

// plainCharacters removes characters of words that nothing counts.
func (d *document) plainCharacters(least int) iter.Seq[reduction] {
	return func(yield func(reduction) bool) {
		for t, k := range d.tokens {
			if k.isNumber || d.length(t) < max(2, least) {
				continue
			}
			total := utf8.RuneCount(d.text[k.start:k.end])
			if !yield(&removal{what: characters, noun: "characters", total: total, pieces: d.pieces(d.length(t)), without: func(gone []bool) []byte {
				e := d.edit()
				e.setWord(t, keepRunes(d.word(t), gone))
				return e.bytes()
			}}) {
				return
			}
		}
	}
}

func keepRunes(word string, gone []bool) []byte {
	kept := make([]byte, 0, len(word))
	i := 0
	for _, r := range word {
		if !gone[i] {
			kept = utf8.AppendRune(kept, r)
		}
		i++
	}
	return kept
}

// rawBytes removes bytes of a binary input.
func (d *document) rawBytes() iter.Seq[reduction] {
	return func(yield func(reduction) bool) {
		yield(&removal{what: characters, noun: "bytes", total: len(d.text), without: func(gone []bool) []byte {
			kept := make([]byte, 0, len(d.text))
			for i, g := range gone {
				if !g {
					kept = append(kept, d.text[i])
				}
			}
			return kept
		}})
	}
}
