package statement

// writer is the common part of the writers of HTML, TeX and Typst.
type writer interface {
	heading(heading)
	paragraph(paragraph)
	list(list)
	quote(quote)
	data(text string)
	display(display)
	grid(grid)
	rule()
	sample(Sample)
	// take returns the next sample, or all remaining ones.
	take(all bool) []Sample
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
		for _, s := range w.take(b.all) {
			w.sample(s)
		}
	}
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
