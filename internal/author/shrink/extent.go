package shrink

// extent is a part of the document that has an element for each index of a dimension.
type extent interface {
	size() int
	// remove removes the elements that are gone.
	remove(e *edit, gone []bool)
	// sequences returns its tokens by index, if it has exactly one for each.
	sequences() [][]int
}

// lineExtent consists of blocks of lines: block i is [starts[i], starts[i+1]).
type lineExtent struct {
	doc    *document
	starts []int
}

// extent has one line for each index.
func (s section) extent(d *document) extent {
	return lineExtent{d, span(s.from, s.to+1)}
}

func (x lineExtent) size() int { return len(x.starts) - 1 }

func (x lineExtent) remove(e *edit, gone []bool) {
	for i, g := range gone {
		for line := x.starts[i]; g && line < x.starts[i+1]; line++ {
			e.removeLine(line)
		}
	}
}

func (x lineExtent) sequences() [][]int {
	from, to := x.starts[0], x.starts[len(x.starts)-1]
	if to-from != x.size() {
		return nil
	}
	width := x.doc.width(from)
	for line := from; line < to; line++ {
		if x.doc.width(line) != width {
			return nil
		}
	}
	var all [][]int
	for c := range width {
		all = append(all, x.doc.column(section{from, to}, c))
	}
	return all
}

// column returns the tokens of a column of lines of the same width.
func (d *document) column(s section, c int) []int {
	tokens := make([]int, 0, s.to-s.from)
	for line := s.from; line < s.to; line++ {
		tokens = append(tokens, d.lines[line].first+c)
	}
	return tokens
}

// tokenExtent consists of rows of tokens: in each row, element i is width tokens from
// rows[row]+i*width on.
type tokenExtent struct {
	rows        []int
	length      int
	width       int
	dropEmptied bool // for wrapped rows: a line that has lost all its tokens goes
}

// rowExtent consists of a line's tokens without the first few.
func rowExtent(d *document, line, skip, width int) tokenExtent {
	l := d.lines[line]
	return tokenExtent{rows: []int{l.first + skip}, length: (l.last - l.first - skip) / width, width: width}
}

func (x tokenExtent) size() int { return x.length }

func (x tokenExtent) remove(e *edit, gone []bool) {
	e.dropEmptied = e.dropEmptied || x.dropEmptied
	for _, row := range x.rows {
		for i, g := range gone {
			for j := 0; g && j < x.width; j++ {
				e.removeToken(row + i*x.width + j)
			}
		}
	}
}

func (x tokenExtent) sequences() [][]int {
	if x.width != 1 {
		return nil
	}
	var all [][]int
	for _, row := range x.rows {
		all = append(all, span(row, row+x.length))
	}
	return all
}

// wordExtent consists of the characters of words of the same length.
type wordExtent struct {
	doc   *document
	words []int
}

func (x wordExtent) size() int { return x.doc.length(x.words[0]) }

func (x wordExtent) remove(e *edit, gone []bool) {
	for _, t := range x.words {
		k := x.doc.tokens[t]
		kept := make([]byte, 0, k.end-k.start)
		for i, g := range gone {
			if !g {
				kept = append(kept, x.doc.text[k.start+i])
			}
		}
		e.setWord(t, kept)
	}
}

func (x wordExtent) sequences() [][]int { return nil }

// columns returns the extents across the lines of a section: their tokens, and the characters of columns of
// equally long words.
func (d *document) columns(s section) []extent {
	width := d.width(s.from)
	all := []extent{tokenExtent{rows: d.column(s, 0), length: width, width: 1}}
	for c := range min(width, headerTokens) {
		words := d.column(s, c)
		if d.sameLength(words) && d.length(words[0]) > 1 {
			all = append(all, wordExtent{d, words})
		}
	}
	return all
}

func (d *document) sameLength(words []int) bool {
	for _, t := range words {
		if d.length(t) != d.length(words[0]) {
			return false
		}
	}
	return true
}
