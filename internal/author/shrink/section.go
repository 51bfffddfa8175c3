package shrink

import (
	"iter"
	"slices"
)

// region is the lines [from, to): the whole input, or a test case in it.
type region struct{ from, to int }

// section is lines [from, to) that have the same number of tokens.
type section struct{ from, to int }

// count is a token that may be the number of things.
type count struct {
	token int
	// size is the number of things: the token's value, or one more or less, as in the n-1 edges of a tree.
	size int
}

const (
	// headerLines is how many lines before a list are searched for its count, headerTokens how many tokens of each.
	headerLines, headerTokens = 3, 4
	// headerWidth is the most tokens of a line with counts. In a run of up to shortRun lines, any line may be a
	// header.
	headerWidth, shortRun = 8, 8
	// maxChain is the most lists of the same width, each with a line for its count, that are told
	// apart.
	maxChain = 3
	// maxDepth is how deeply test cases may be nested.
	maxDepth = 3
)

// structures yields the removals that adjust counts, in a region and in the test cases that it may consist of. It
// skips regions seen before, since different counts may find the same test cases.
func (d *document) structures(r region, least, depth int, seen map[region]bool) iter.Seq[reduction] {
	return func(yield func(reduction) bool) {
		if seen[r] || depth > maxDepth || d.size(r.from, r.to) < max(least, 1) {
			return
		}
		seen[r] = true
		inner := slices.Collect(d.blocks(r))
		for _, b := range inner {
			m := dimension{doc: d, count: b.count.token, delta: b.count.delta(d), size: b.count.size, extents: []extent{b.extent(d)}}
			if !yield(&removal{what: cases, noun: "cases", total: m.size, without: m.without}) {
				return
			}
		}
		sections := slices.Collect(d.sections(r))
		for _, s := range sections {
			if d.size(s.from, s.to) >= least && !each(d.graphs(r, s), yield) {
				return
			}
		}
		if !each(d.dimensions(r, sections, least), yield) {
			return
		}
		for _, b := range inner {
			for i := range b.count.size {
				if b.starts[i+1]-b.starts[i] < 2 {
					continue // counts of elements in their own line have been found
				}
				if !each(d.structures(region{b.starts[i], b.starts[i+1]}, least, depth+1, seen), yield) {
					return
				}
			}
		}
	}
}

// delta is the value of the token minus the number of things.
func (c count) delta(d *document) int64 {
	return d.tokens[c.token].number - int64(c.size)
}

// runs cuts a region wherever the number of tokens in a line changes. It leaves out lines without
// tokens.
func (d *document) runs(r region) []section {
	var runs []section
	for from := r.from; from < r.to; {
		to := from + 1
		for to < r.to && d.width(to) == d.width(from) {
			to++
		}
		if d.width(from) > 0 {
			runs = append(runs, section{from, to})
		}
		from = to
	}
	return runs
}

// sections yields the runs of a region, and those parts of them that a count marks as separate lists.
func (d *document) sections(r region) iter.Seq[section] {
	return func(yield func(section) bool) {
		for _, run := range d.runs(r) {
			seen := map[section]bool{}
			fresh := func(s section) bool {
				if seen[s] {
					return true
				}
				seen[s] = true
				return yield(s)
			}
			if !fresh(run) {
				return
			}
			if d.counted(r, run) {
				continue
			}
			// Its first lines may be the headers of the rest.
			for from := run.from; from < run.to && from <= run.from+headerLines; from++ {
				rest := section{from, run.to}
				counted := from > run.from && d.counts(from-1, rest)
				if from > run.from && (counted || run.to-run.from <= shortRun) && !fresh(rest) {
					return
				}
				if counted {
					break
				}
				for _, s := range d.split(rest, d.heads(r, from), maxChain) {
					if !fresh(s) {
						return
					}
				}
			}
		}
	}
}

// counted reports whether a number before a section is its length.
func (d *document) counted(r region, s section) bool {
	return slices.ContainsFunc(d.heads(r, s.from), func(t int) bool { return d.tokens[t].number == int64(s.to-s.from) })
}

// split cuts a section into lists that end where their counts say, if the counts account for all of it. Either two
// of the heads are the counts, or the first head and then one in the line after each list.
func (d *document) split(s section, heads []int, chain int) []section {
	for _, c := range heads {
		for _, size := range around(d.tokens[c].number) {
			to := s.from + size
			if size < 1 || to >= s.to {
				continue
			}
			first := section{s.from, to}
			for _, other := range heads {
				if other != c && d.tokens[other].number == int64(s.to-to) {
					return []section{first, {to, s.to}}
				}
			}
			behind := section{to + 1, s.to}
			if d.counts(to, behind) {
				return []section{first, behind}
			}
			if chain > 2 && behind.from < behind.to {
				if more := d.split(behind, d.heads(region{to, s.to}, behind.from), chain-1); more != nil {
					return append([]section{first}, more...)
				}
			}
		}
	}
	return nil
}

// around returns a count and its neighbours: what it may stand for.
func around(n int64) []int {
	return []int{int(n), int(n) - 1, int(n) + 1}
}

// counts reports whether a line contains the number of lines of a section, or nearly.
func (d *document) counts(line int, s section) bool {
	if s.from >= s.to {
		return false
	}
	for t := d.lines[line].first; t < d.lines[line].last; t++ {
		if d.tokens[t].isNumber && slices.Contains(around(d.tokens[t].number), s.to-s.from) {
			return true
		}
	}
	return false
}

// heads returns the numbers before a line that may count something in or after it: those of the lines just before
// and of the region's first line.
func (d *document) heads(r region, line int) []int {
	var heads []int
	for i := r.from; i < line; i++ {
		if i == r.from+2 {
			i = max(i, line-headerLines)
		}
		l := d.lines[i]
		if d.width(i) > headerWidth {
			continue
		}
		for t := l.first; t < min(l.last, l.first+headerTokens); t++ {
			if d.tokens[t].isNumber && d.tokens[t].number >= 0 && d.tokens[t].number <= int64(len(d.text)) {
				heads = append(heads, t)
			}
		}
	}
	return heads
}
