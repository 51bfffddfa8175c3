package statement

import "grundy/internal/statement/formula"

// Bounds returns the bounds of quantities that a statement states, in its order, by its formulas and by relations in its
// text. Kind, constants and files are those of Render. A text of another kind states none.
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
		display: func(d display) { found = append(found, d.formula.Bounds()...) },
	}.blocks(blocks)
	return found
}
