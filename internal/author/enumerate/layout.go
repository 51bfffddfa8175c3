package enumerate

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// layout is the structure of an input without its values: a list of lines, each a list of tokens.
type layout [][]token

// token describes a token of a layout.
type token struct {
	// letters is the length of a word, 0 for an integer.
	letters int
	// known means that the token is one of the known words.
	known bool
	// count means that the layout determines the number here, which is value.
	count bool
	value int
}

// atoms is the size of a layout: the numbers and letters of its inputs.
func (l layout) atoms() int {
	n := 0
	for _, line := range l {
		for _, t := range line {
			n += max(1, t.letters)
		}
	}
	return n
}

// name is equal for equal layouts.
func (l layout) name() string {
	var b strings.Builder
	for _, line := range l {
		for _, t := range line {
			if t.known {
				b.WriteByte('w')
			} else {
				b.WriteString(strconv.Itoa(t.letters))
			}
			b.WriteByte(' ')
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// split returns the tokens of the lines of an input. It fails unless the input consists of tokens between single
// spaces, in lines that end in a newline.
func split(input []byte) (lines [][]string, ok bool) {
	if len(input) == 0 || input[len(input)-1] != '\n' {
		return nil, false
	}
	for line := range strings.Lines(string(input)) {
		line = strings.TrimSuffix(line, "\n")
		var words []string
		if line != "" {
			words = strings.Split(line, " ")
		}
		if strings.Join(strings.Fields(line), " ") != line {
			return nil, false
		}
		lines = append(lines, words)
	}
	return lines, true
}

// number reads an integer in its usual form.
func number(word string) (value int, ok bool) {
	value, err := strconv.Atoi(word)
	if err == nil && strconv.Itoa(value) == word {
		return value, true
	}
	// An integer that overflows is a number all the same.
	digits := strings.TrimPrefix(word, "-")
	return value, len(digits) > 15 && strings.Trim(digits, "0123456789") == ""
}

// Grammar is learnt from known inputs: the layouts that occur, and the values in them.
type Grammar struct {
	layouts []layout // smallest first
	// letters are those of the words; negative is set if there are numbers below zero.
	letters  []byte
	negative bool
	// words are all words of the inputs, if there are few: their letters then have no meaning of their
	// own.
	words []string
}

// mostWords is the most words that count as few.
const mostWords = 8

// vocabulary returns the words of some inputs if there are few, and each occurs often enough to make unseen words
// unlikely.
func vocabulary(inputs [][]byte) []string {
	seen := map[string]int{}
	for _, input := range inputs {
		lines, _ := split(input)
		for _, words := range lines {
			for _, word := range words {
				if _, isNumber := number(word); !isNumber {
					seen[word]++
				}
			}
		}
		if len(seen) > mostWords {
			return nil
		}
	}
	for _, times := range seen {
		if times < evidence {
			return nil
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// Learn learns from known inputs. It ignores those that do not consist of tokens between single spaces, in lines
// that end in a newline.
func Learn(inputs [][]byte) *Grammar {
	g := &Grammar{words: vocabulary(inputs)}
	c := newCounts()
	seen := map[string]bool{}
	for _, input := range inputs {
		lines, ok := split(input)
		if !ok {
			continue
		}
		c.addInput(lines)
		var l layout
		for _, words := range lines {
			line := make([]token, len(words))
			for i, word := range words {
				value, isNumber := number(word)
				switch {
				case !isNumber && g.words != nil:
					line[i].known = true
				case !isNumber:
					line[i].letters = len(word)
					g.letters = append(g.letters, word...)
				}
				g.negative = g.negative || value < 0
			}
			l = append(l, line)
		}
		if name := l.name(); !seen[name] {
			seen[name] = true
			g.layouts = append(g.layouts, l)
		}
	}
	slices.Sort(g.letters)
	g.letters = slices.Compact(g.letters)
	for _, l := range g.layouts {
		c.markCounts(l)
	}
	slices.SortStableFunc(g.layouts, func(a, b layout) int { return a.atoms() - b.atoms() })
	return g
}

// choices is how many values a token may have in inputs up to n.
func (g *Grammar) choices(t token, n int) int {
	switch {
	case t.count:
		return 1
	case t.known:
		return len(g.words)
	case t.letters > 0:
		product := 1
		for range t.letters {
			product = bounded(product, min(n, len(g.letters)))
		}
		return product
	case g.negative:
		return 2*n + 1
	}
	return n + 1
}

// many is more than any search tries.
const many = 1 << 40

// bounded multiplies without overflow.
func bounded(a, b int) int {
	if b > 0 && a > many/b {
		return many
	}
	return a * b
}

// Size is the number of inputs up to n: of the layouts with at most n numbers and letters, with numbers from 0 to
// n, or from -n if there are any below zero, and with the first n letters, or all words if there are few.
func (g *Grammar) Size(n int) int {
	sum := 0
	for _, l := range g.layouts {
		if l.atoms() > n {
			break
		}
		product := 1
		for _, line := range l {
			for _, t := range line {
				product = bounded(product, g.choices(t, n))
			}
		}
		sum = min(many, sum+product)
	}
	return sum
}

// Grows reports whether bounds larger than the one before n give more inputs, now or later.
func (g *Grammar) Grows(n int) bool {
	last := len(g.layouts) - 1
	return last >= 0 && (n <= g.layouts[last].atoms() || g.Size(n) > g.Size(n-1))
}

// Inputs calls yield with all inputs up to n until it returns false.
func (g *Grammar) Inputs(n int, yield func([]byte) bool) {
	for _, l := range g.layouts {
		if l.atoms() > n || !g.fill(l, n, nil, 0, 0, yield) {
			return
		}
	}
}

// fill appends the values of a layout, from a token on, to the written text.
func (g *Grammar) fill(l layout, n int, written []byte, line, column int, yield func([]byte) bool) bool {
	if line == len(l) {
		return yield(bytes.Clone(written))
	}
	if column == len(l[line]) {
		return g.fill(l, n, append(written, '\n'), line+1, 0, yield)
	}
	if column > 0 {
		written = append(written, ' ')
	}
	next := func(word []byte) bool { return g.fill(l, n, append(written, word...), line, column+1, yield) }
	t := l[line][column]
	kind := aNumber
	switch {
	case t.count:
		return next(strconv.AppendInt(nil, int64(t.value), 10))
	case t.letters > 0:
		return g.spell(t.letters, n, nil, next)
	case t.known:
		kind = aWord
	}
	for _, value := range g.upTo(kind, n) {
		if !next([]byte(value)) {
			return false
		}
	}
	return true
}

// spell calls yield with all words of the given number of additional letters.
func (g *Grammar) spell(more, n int, word []byte, yield func([]byte) bool) bool {
	if more == 0 {
		return yield(word)
	}
	for _, letter := range g.letters[:min(n, len(g.letters))] {
		if !g.spell(more-1, n, append(word, letter), yield) {
			return false
		}
	}
	return true
}
