package shrink

import (
	"iter"
	"slices"
)

// blocks are consecutive groups of lines with a count: test cases. Block i is the lines [starts[i], starts[i+1]).
type blocks struct {
	count  count
	starts []int
}

// shape says how many lines a block has: a constant, plus the sum of some numbers in its first line, plus one for
// each of some other numbers that is not 0, since an empty list has no line.
type shape struct {
	lines int
	sum   uint // bit i selects the i-th number
	some  uint // likewise
}

// shapes returns the shapes in the order of trying: blocks that state their own length are unlikely to fill a
// region by chance.
func shapes(lines, blocks int) []shape {
	var all []shape
	for sum := uint(1); sum < 8; sum++ {
		for fixed := range 5 {
			all = append(all, shape{lines: fixed, sum: sum})
		}
	}
	for _, some := range []uint{1, 2, 4} {
		for sum := range uint(8) {
			if sum&some == 0 {
				all = append(all, shape{lines: 1, sum: sum, some: some})
			}
		}
	}
	if lines%blocks == 0 {
		all = append(all, shape{lines: lines / blocks})
	}
	return all
}

// blocks yields the ways in which a count of test cases may fill the rest of the region: a number in the first
// line, or one alone in the second. Then come numbers alone in a later line that count all lines below, such as
// queries about a graph.
func (d *document) blocks(r region) iter.Seq[blocks] {
	return func(yield func(blocks) bool) {
		for head := r.from; head < min(r.from+2, r.to-1); head++ {
			l := d.lines[head]
			if d.width(head) > headerWidth || head > r.from && (d.width(head) > 1 || d.width(r.from) > 1) {
				continue
			}
			for t := l.first; t < min(l.last, l.first+headerTokens); t++ {
				if !d.tokens[t].isNumber || d.tokens[t].number < 1 || d.tokens[t].number > int64(r.to-head-1) {
					continue
				}
				for _, b := range d.divide(region{head + 1, r.to}, count{t, int(d.tokens[t].number)}) {
					if !yield(b) {
						return
					}
				}
			}
		}
		for head := r.from + 2; head < r.to-1; head++ {
			t := d.lines[head].first
			if d.width(head) == 1 && d.tokens[t].isNumber && d.tokens[t].number == int64(r.to-head-1) &&
				!yield(blocks{count{t, r.to - head - 1}, span(head+1, r.to+1)}) {
				return
			}
		}
	}
}

// divide cuts a region into the given count of blocks of the same shape, in every way that fits.
func (d *document) divide(r region, c count) []blocks {
	if c.size == 1 {
		return []blocks{{c, []int{r.from, r.to}}}
	}
	var found []blocks
	for _, s := range shapes(r.to-r.from, c.size) {
		starts := d.starts(r, c.size, s)
		if starts == nil || slices.ContainsFunc(found, func(b blocks) bool { return slices.Equal(b.starts, starts) }) {
			continue
		}
		found = append(found, blocks{c, starts})
	}
	return found
}

// starts returns where the blocks begin and the last one ends, nil if they do not fit.
func (d *document) starts(r region, blocks int, s shape) []int {
	// The first blocks rule out most shapes.
	starts := []int{r.from}
	at := r.from
	for range blocks {
		if at >= r.to {
			return nil
		}
		length := int64(s.lines)
		for i := range 3 {
			if (s.sum|s.some)>>i&1 == 0 {
				continue
			}
			t := d.lines[at].first + i
			if t >= d.lines[at].last || !d.tokens[t].isNumber || d.tokens[t].number < 0 {
				return nil
			}
			if number := d.tokens[t].number; s.sum>>i&1 == 1 {
				length += number
			} else {
				length += min(number, 1)
			}
			if length > int64(r.to-at) {
				return nil
			}
		}
		if length < 1 || length > int64(r.to-at) {
			return nil
		}
		at += int(length)
		starts = append(starts, at)
	}
	if at != r.to {
		return nil
	}
	return starts
}

func (b blocks) extent(d *document) extent {
	return lineExtent{d, b.starts}
}
