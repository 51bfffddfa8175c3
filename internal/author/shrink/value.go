package shrink

import (
	"iter"
	"slices"
	"strconv"
	"strings"
)

// pairedUpTo is the most numbers of an input for lowering any two of them together.
const pairedUpTo = 8

// values yields the ways to lower numbers and characters without removing anything.
func (d *document) values(least int) iter.Seq[reduction] {
	return func(yield func(reduction) bool) {
		groups := d.groups(least)
		for _, g := range groups {
			l := &lowering{what: numbers, noun: "numbers", doc: d, alternative: lowerNumber, bulk: 4}
			for _, t := range g {
				l.cells = append(l.cells, d.tokenCell(t))
			}
			if !yield(l) {
				return
			}
		}
		for _, g := range groups {
			if !each(d.joint(g), yield) {
				return
			}
		}
		_ = each(d.equal(), yield) && each(d.paired(), yield) && each(d.letters(), yield) && each(d.sorted(least), yield)
	}
}

// groups returns the numbers that belong together: those of a line, or of a column of lines of the same width.
// Runs shorter than least bytes are ignored.
func (d *document) groups(least int) [][]int {
	var groups [][]int
	for _, s := range d.runs(region{0, len(d.lines)}) {
		if d.size(s.from, s.to) < least {
			continue
		}
		if s.to-s.from == 1 {
			l := d.lines[s.from]
			groups = append(groups, d.numeric(span(l.first, l.last)))
			continue
		}
		for c := range d.width(s.from) {
			groups = append(groups, d.numeric(d.column(s, c)))
		}
	}
	return slices.DeleteFunc(groups, func(g []int) bool { return len(g) == 0 })
}

func span(from, to int) []int {
	s := make([]int, 0, to-from)
	for i := from; i < to; i++ {
		s = append(s, i)
	}
	return s
}

// numeric keeps the tokens that are integers or decimal numbers.
func (d *document) numeric(tokens []int) []int {
	return slices.DeleteFunc(tokens, func(t int) bool {
		if d.tokens[t].isNumber {
			return false
		}
		_, isDecimal := integerPart(d.word(t))
		return !isDecimal
	})
}

// integerPart returns a decimal number's part before the point.
func integerPart(text string) (string, bool) {
	whole, fraction, found := strings.Cut(text, ".")
	if _, ok := parseNumber(whole); !ok || !found || strings.Trim(fraction, "0123456789") != "" {
		return "", false
	}
	return whole, true
}

func (d *document) tokenCell(t int) cell {
	return cell{d.word(t), func(e *edit, text string) { e.setWord(t, []byte(text)) }}
}

// topBit is the highest bit that a number of maxDigits digits may have.
const topBit = 59

// lowerNumber tries 0, 1, the opposite or the integer part, a half, and then steps towards 0 by powers of two, the
// largest first, which keeps the lower bits where they matter.
func lowerNumber(text string, n int) (smaller string, done bool) {
	whole, isDecimal := integerPart(text)
	number, isNumber := parseNumber(text)
	switch {
	case !isNumber && !isDecimal:
		return "", true
	case n < 2:
		return strconv.Itoa(n), false
	case isDecimal:
		return whole, n > 2
	case n == 2:
		return strings.TrimPrefix(text, "-"), false
	case n == 3:
		return strconv.FormatInt(number/2, 10), false
	case n > 4+topBit:
		return "", true
	}
	step := int64(1) << (4 + topBit - n)
	switch {
	case step <= number:
		number -= step
	case step <= -number:
		number += step
	}
	return strconv.FormatInt(number, 10), false
}

// joint yields the changes of all numbers of a group together.
func (d *document) joint(group []int) iter.Seq[reduction] {
	return func(yield func(reduction) bool) {
		group = slices.DeleteFunc(slices.Clone(group), func(t int) bool { return !d.tokens[t].isNumber })
		if len(group) < 2 {
			return
		}
		_ = yield(&lowering{
			what: together, noun: "groups of numbers", doc: d,
			cells: []cell{d.offset(group)}, alternative: lowerNatural, bulk: 1,
		}) && yield(&rewriting{what: ranks, done: "replaced numbers by their ranks", doc: d, ways: []func(*edit){
			func(e *edit) { d.rank(e, group, 0) },
			func(e *edit) { d.rank(e, group, 1) },
		}})
	}
}

// offset is a cell that holds the least of some numbers; the others keep their distance to it.
func (d *document) offset(group []int) cell {
	least := d.tokens[group[0]].number
	for _, t := range group {
		least = min(least, d.tokens[t].number)
	}
	return cell{strconv.FormatInt(least, 10), func(e *edit, text string) {
		n, _ := parseNumber(text)
		for _, t := range group {
			e.setNumber(t, d.tokens[t].number-(least-n))
		}
	}}
}

// lowerNatural lowers numbers above 0.
func lowerNatural(text string, n int) (string, bool) {
	if strings.HasPrefix(text, "-") {
		return "", true
	}
	return lowerNumber(text, n)
}

func (d *document) rank(e *edit, group []int, base int64) {
	values := make([]int64, len(group))
	for i, t := range group {
		values[i] = d.tokens[t].number
	}
	slices.Sort(values)
	values = slices.Compact(values)
	for _, t := range group {
		i, _ := slices.BinarySearch(values, d.tokens[t].number)
		e.setNumber(t, base+int64(i))
	}
}

// equal lowers all occurrences of a number together.
func (d *document) equal() iter.Seq[reduction] {
	return func(yield func(reduction) bool) {
		occurrences := map[int64][]int{}
		var order []int64
		for t, k := range d.tokens {
			if !k.isNumber || k.number == 0 {
				continue
			}
			if occurrences[k.number] == nil {
				order = append(order, k.number)
			}
			occurrences[k.number] = append(occurrences[k.number], t)
		}
		l := &lowering{what: together, noun: "values that occur again", doc: d, alternative: lowerNumber, bulk: 4}
		for _, n := range order {
			if tokens := occurrences[n]; len(tokens) > 1 {
				l.cells = append(l.cells, cell{strconv.FormatInt(n, 10), func(e *edit, text string) {
					for _, t := range tokens {
						e.setWord(t, []byte(text))
					}
				}})
			}
		}
		if len(l.cells) > 0 {
			yield(l)
		}
	}
}

// paired lowers any two numbers by the same amount.
func (d *document) paired() iter.Seq[reduction] {
	return func(yield func(reduction) bool) {
		var all []int
		for t, k := range d.tokens {
			if k.isNumber && k.number > 0 {
				all = append(all, t)
			}
			if len(all) > pairedUpTo {
				return
			}
		}
		for i, t := range all {
			for _, u := range all[i+1:] {
				if !yield(&lowering{
					what: together, noun: "pairs of numbers", doc: d,
					cells: []cell{d.offset([]int{t, u})}, alternative: lowerNatural, bulk: 1,
				}) {
					return
				}
			}
		}
	}
}

// letters makes the characters of words simpler.
func (d *document) letters() iter.Seq[reduction] {
	return func(yield func(reduction) bool) {
		l := &lowering{what: alphabet, noun: "characters", doc: d}
		var present [256]bool
		for t, k := range d.tokens {
			if !d.isWord(t) {
				continue
			}
			for at := k.start; at < k.end; at++ {
				c := d.text[at]
				if c >= 0x80 {
					continue
				}
				present[c] = true
				l.cells = append(l.cells, cell{string(c), func(e *edit, text string) { e.letters(t)[at-k.start] = text[0] }})
			}
		}
		letters := simplest(present)
		l.alternative = func(_ string, n int) (string, bool) {
			if n >= len(letters) {
				return "", true
			}
			return letters[n], false
		}
		l.bulk = 2
		if len(l.cells) > 0 {
			yield(l)
		}
	}
}

// isWord reports whether the characters of a token may have a meaning: not those of a number among others in its
// line.
func (d *document) isWord(t int) bool {
	return !d.tokens[t].isNumber || d.width(d.tokens[t].line) == 1 && d.length(t) > 1
}

// maxLetters is the most replacements of a character that are tried.
const maxLetters = 12

// simplest returns the characters to replace others by, simplest first: those that are present, and the first of
// each class.
func simplest(present [256]bool) []string {
	for _, class := range []string{"0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"} {
		for i := range class {
			if present[class[i]] {
				present[class[0]], present[class[1]] = true, true
			}
		}
	}
	var letters []string
	for c, p := range present {
		if p {
			letters = append(letters, string([]byte{byte(c)}))
		}
	}
	slices.SortFunc(letters, compareTokens[string])
	return letters[:min(len(letters), maxLetters)]
}

// sorted sorts the tokens of each line, and the lines of each table.
func (d *document) sorted(least int) iter.Seq[reduction] {
	return func(yield func(reduction) bool) {
		for i := range d.lines {
			if d.width(i) > 1 && d.size(i, i+1) >= least && !yield(d.sortedLine(i)) {
				return
			}
		}
		for s := range d.sections(region{0, len(d.lines)}) {
			if s.to-s.from > 1 && d.size(s.from, s.to) >= least && !yield(d.sortedTable(s)) {
				return
			}
		}
	}
}

func (d *document) words(line int) []string {
	var words []string
	for t := d.lines[line].first; t < d.lines[line].last; t++ {
		words = append(words, d.word(t))
	}
	return words
}

func (d *document) sortedLine(line int) reduction {
	return &rewriting{what: sorted, done: "sorted a line", doc: d, ways: []func(*edit){func(e *edit) {
		words := d.words(line)
		slices.SortFunc(words, compareTokens[string])
		for i, w := range words {
			e.setWord(d.lines[line].first+i, []byte(w))
		}
	}}}
}

func (d *document) sortedTable(s section) reduction {
	return &rewriting{what: sorted, done: "sorted lines", doc: d, ways: []func(*edit){func(e *edit) {
		var rows [][]string
		for i := s.from; i < s.to; i++ {
			rows = append(rows, d.words(i))
		}
		slices.SortFunc(rows, func(a, b []string) int { return slices.CompareFunc(a, b, compareTokens[string]) })
		for i, row := range rows {
			for j, w := range row {
				e.setWord(d.lines[s.from+i].first+j, []byte(w))
			}
		}
	}}}
}
