package enumerate

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// layout is what an input looks like when its values are left out: a list of lines, each a list of tokens.
type layout [][]token

// token is the place of a token.
type token struct {
	// letters is the length of a word, 0 for a whole number.
	letters int
	// known tells that it is one of the words that there are.
	known bool
	// count tells that the layout itself says which number stands here, and value which one.
	count bool
	value int
}

// atoms is how many numbers and letters an input of the layout has: its size.
func (l layout) atoms() int {
	n := 0
	for _, line := range l {
		for _, t := range line {
			n += max(1, t.letters)
		}
	}
	return n
}

// name is the same for layouts that are the same.
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

// split gives the tokens of the lines of an input. It fails for inputs that are not tokens between single spaces in lines
// with ends.
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

// number reads a whole number in its usual form.
func number(word string) (value int, ok bool) {
	value, err := strconv.Atoi(word)
	if err == nil && strconv.Itoa(value) == word {
		return value, true
	}
	// What does not fit is a number all the same.
	digits := strings.TrimPrefix(word, "-")
	return value, len(digits) > 15 && strings.Trim(digits, "0123456789") == ""
}

// Grammar is what is learnt from known inputs: which layouts there are, and what stands in them.
type Grammar struct {
	layouts []layout // the smallest first
	// letters are those that words have, and negative tells that there are numbers below zero.
	letters  []byte
	negative bool
	// words are all that there are, where they are few: then their letters mean nothing.
	words []string
}

// mostWords is how many words are few.
const mostWords = 8

// vocabulary are the words of some inputs, if they are few and each occurs often enough for others to be unlikely.
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

// Learn looks at known inputs. Those that are not tokens between single spaces, in lines with ends, tell nothing.
func Learn(inputs [][]byte) *Grammar {
	g := &Grammar{words: vocabulary(inputs)}
	c := newCounts()
	seen := map[string]bool{}
	for _, input := range inputs {
		lines, ok := split(input)
		if !ok {
			continue
		}
		c.look(lines)
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
		c.fix(l)
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

// many is more than anybody tries.
const many = 1 << 40

// bounded multiplies without overflow.
func bounded(a, b int) int {
	if b > 0 && a > many/b {
		return many
	}
	return a * b
}

// Size is the number of inputs up to n: of those layouts that have at most n numbers and letters, with numbers from 0 to n,
// or from -n where there are any below zero, and with the first n of the letters, or all of the words where these are few.
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

// Grows tells whether larger bounds than the one before n give more inputs, now or later.
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

// fill writes the values of a layout from a token on, behind what is written.
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

// spell calls yield with all words of some more letters.
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
