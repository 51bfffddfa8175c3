package statement

import "slices"

// writer is the common part of the writers of HTML, TeX and Typst.
type writer interface {
	heading(heading)
	paragraph(paragraph)
	list(list)
	details(details)
	quote(quote)
	data(text string)
	display(display)
	grid(grid)
	rule()
	// samplesHere writes the next sample, or all remaining ones.
	samplesHere(all bool)
}

// writeBlocks writes blocks one after the other.
func writeBlocks(w writer, blocks []block) {
	for _, b := range blocks {
		writeBlock(w, b)
	}
}

func writeBlock(w writer, b block) {
	switch b := b.(type) {
	case heading:
		w.heading(b)
	case paragraph:
		w.paragraph(b)
	case list:
		w.list(b)
	case quote:
		w.quote(b)
	case code:
		w.data(b.text)
	case display:
		w.display(b)
	case grid:
		switch {
		case b.isHuge():
			w.data(b.asText())
		case b.columns() > 0:
			w.grid(b)
		}
	case rule:
		w.rule()
	case samplesHere:
		w.samplesHere(b.all)
	case details:
		w.details(b)
	}
}

// notes are the footnotes of a statement, whose numbers are their indices plus 1.
type notes struct{ footnotes []*footnote }

// number is the number of a footnote, and whether this is its first mark.
func (n *notes) number(of *footnote) (number int, first bool) {
	if at := slices.Index(n.footnotes, of); at >= 0 {
		return at + 1, false
	}
	n.footnotes = append(n.footnotes, of)
	return len(n.footnotes), true
}

// samplesLeft are the samples not shown yet.
type samplesLeft struct{ samples []Sample }

func (l *samplesLeft) take(all bool) []Sample {
	count := len(l.samples)
	if !all {
		count = min(count, 1)
	}
	taken := l.samples[:count]
	l.samples = l.samples[count:]
	return taken
}
