package statement

import (
	"grundy/internal/base/lazyregexp"
	"grundy/internal/statement/formula"
)

// Bounds returns the bounds of quantities that a statement states, in its order, by its formulas, by relations in its
// text and in English words. Kind, constants and files are those of Render. A text of another kind states none.
func Bounds(source []byte, kind string, constants map[string]string, files Files) []formula.Bound {
	blocks, err := blocksOf(source, kind, constants, files, true, nil)
	if err != nil {
		return nil
	}
	var found []formula.Bound
	walk{
		span: func(s *span) {
			if s.formula != nil {
				found = append(found, s.formula.Bounds()...)
			} else {
				found = append(found, formula.TextBounds(s.text)...)
			}
		},
		run:     func(text []span) { found = append(found, formula.WordedBounds(prose(text))...) },
		display: func(d display) { found = append(found, d.formula.Bounds()...) },
	}.blocks(blocks)
	return found
}

// aLetter matches text that names a quantity where it stands out: n, a_i, A1.
var aLetter = lazyregexp.New(`^[A-Za-z](?:_?[a-z0-9])?$`)

// prose is a text as the reader of worded bounds takes it.
func prose(text []span) []formula.Prose {
	var pieces []formula.Prose
	for _, s := range text {
		piece := formula.Prose{Words: s.text, Formula: s.formula}
		switch {
		case s.formula != nil:
		case s.style&raised != 0:
			piece.Words = "^" + s.text
		case s.style&(typed|emphasis) != 0 && aLetter().MatchString(s.text):
			piece.Quantity = s.text
		}
		pieces = append(pieces, piece)
	}
	return pieces
}
