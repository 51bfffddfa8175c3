package statement

import "slices"

// walk visits the parts of blocks in their order; a footnote where it is first marked.
type walk struct {
	span    func(*span)
	run     func([]span)  // for a text as a whole, or nil
	display func(display) // or nil
	notes   []*footnote   // that were visited
}

func (w walk) blocks(blocks []block) { w.visit(blocks) }

func (w *walk) visit(blocks []block) {
	for _, b := range blocks {
		switch b := b.(type) {
		case heading:
			w.text(b.text)
		case paragraph:
			w.text(b.text)
		case quote:
			w.visit(b.blocks)
		case details:
			w.text(b.summary)
			w.visit(b.blocks)
		case list:
			for _, item := range b.items {
				w.text(item.label)
				w.text(item.mark)
				w.visit(item.blocks)
			}
		case display:
			if w.display != nil {
				w.display(b)
			}
		case grid:
			for _, row := range b.rows {
				for _, cell := range row {
					w.text(cell.text)
				}
			}
		}
	}
}

func (w *walk) text(text []span) {
	if w.run != nil {
		w.run(text)
	}
	for i := range text {
		s := &text[i]
		w.span(s)
		if s.note != nil && !slices.Contains(w.notes, s.note) {
			w.notes = append(w.notes, s.note)
			w.visit(s.note.blocks)
		}
	}
}
