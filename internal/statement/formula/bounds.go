package formula

import (
	"math/big"
	"slices"
	"strings"
)

// Bound is a bound that a formula states for a quantity: 1 ≤ n ≤ 10⁵.
type Bound struct {
	// Name is the quantity as it would be written in a line: "n", "a_i", "|s|", "n·m".
	Name string
	// Low and High are what it may be, both included if they are integers; nil for a side that the formula leaves open.
	Low, High *big.Rat
}

// Bounds returns the bounds that the formula states by chains of relations and by sets, in their order.
func (f *Formula) Bounds() []Bound {
	if f.root == nil {
		return nil
	}
	b := &boundReader{}
	b.read(f.root.Children)
	b.endLine()
	return b.found
}

// TextBounds returns the bounds that a text without formulas states by chains between two numbers: "1 <= n <= 100".
func TextBounds(text string) []Bound {
	b := &boundReader{}
	for _, chain := range boundChain().FindAllString(text, -1) {
		for _, word := range boundWord().FindAllString(chain, -1) {
			b.word(word)
		}
		b.endLine()
	}
	return b.found
}

// signKind is what a sign means for a bound.
type signKind byte

const (
	aNumber signKind = iota
	aName
	anOperator
	aRelation
	aSeparator
)

// sign is a part of a formula in a line.
type sign struct {
	kind signKind
	text string
}

// boundReader reads one line of signs after the other.
type boundReader struct {
	line  []sign
	found []Bound
}

// relations are the relations of bounds in one notation, with other ways to write them.
var relations = map[string]string{
	"≤": "≤", "⩽": "≤", "≦": "≤", "<=": "≤", "<": "<", "≥": "≥", "⩾": "≥", "≧": "≥", ">=": "≥", ">": ">", "=": "=", "∈": "∈",
}

// widest is the width of a space, in em, that separates formulas.
const widest = .9

func (b *boundReader) read(row []*node) {
	for _, n := range row {
		b.node(n)
	}
}

func (b *boundReader) node(n *node) {
	switch n.Tag {
	case "mn":
		b.add(aNumber, strings.ReplaceAll(n.Text, ",", ""))
	case "mi":
		if n.Text != "" {
			b.add(aName, n.Text)
		}
	case "mo":
		b.operator(n)
	case "mtext", "ms":
		if strings.TrimSpace(strings.ReplaceAll(n.Text, Hard, " ")) != "" {
			b.add(aSeparator, n.Text)
		}
	case "mspace":
		if width, ok := em(n.Attributes["width"]); ok && width >= widest {
			b.add(aSeparator, " ")
		}
	case "mtable":
		for _, cells := range n.cells() {
			b.endLine()
			for _, cell := range cells {
				b.read(cell.Children)
			}
		}
		b.endLine()
	case "msup":
		if len(n.Children) == 2 {
			b.node(n.Children[0])
			b.add(anOperator, "^")
			b.group(n.Children[1])
		}
	case "mfrac":
		if len(n.Children) == 2 {
			b.group(n.Children[0])
			b.add(anOperator, "/")
			b.group(n.Children[1])
		}
	case "mrow", "mstyle", "mpadded", "mphantom", "math":
		b.read(n.Children)
	default: // an index, a sum, a root: a quantity of its own
		if len(n.Children) > 0 {
			b.add(aName, nameOf(n))
		}
	}
}

// group reads an element as if it stood in brackets.
func (b *boundReader) group(n *node) {
	b.add(anOperator, "(")
	b.node(n)
	b.add(anOperator, ")")
}

func (b *boundReader) operator(n *node) {
	sign, isRelation := relations[n.Text]
	switch {
	case n.isInvisible():
	case isRelation:
		b.add(aRelation, sign)
	case n.Class == relation || n.Text == "≠" || n.Text == "→":
		b.add(aSeparator, n.Text)
	case n.Text == "," && n.Class != punctuation: // of a number: 10{,}000
	case n.Text == "," || n.Text == ";" || n.Text == ":":
		b.add(aSeparator, n.Text)
	default:
		b.add(anOperator, n.Text)
	}
}

// nameOf writes an element with an index in a line: a_i.
func nameOf(n *node) string {
	if n.isToken() {
		return n.Text
	}
	var parts []string
	for _, child := range n.Children {
		if text := nameOf(child); text != "" && !child.isInvisible() {
			parts = append(parts, text)
		}
	}
	if n.Tag == "msub" || n.Tag == "msubsup" {
		return strings.Join(parts, "_")
	}
	return strings.Join(parts, "")
}

// word reads a word of a text without formulas.
func (b *boundReader) word(word string) {
	switch sign, isRelation := relations[word]; {
	case isRelation:
		b.add(aRelation, sign)
	case '0' <= word[0] && word[0] <= '9':
		b.add(aNumber, strings.NewReplacer(",", "", "_", "").Replace(word))
	case word == ",":
		b.add(aSeparator, word)
	case strings.Contains("-−*·×^", word):
		b.add(anOperator, word)
	default:
		b.add(aName, word)
	}
}

func (b *boundReader) add(kind signKind, text string) { b.line = append(b.line, sign{kind, text}) }

// side is what stands between two relations: expressions that separators divide.
type side [][]sign

// endLine finds the bounds of a line.
func (b *boundReader) endLine() {
	line := joinGroups(b.line)
	b.line = nil
	sides, between := []side{{nil}}, []string(nil)
	for i := 0; i < len(line); i++ {
		last := &sides[len(sides)-1]
		switch s := line[i]; s.kind {
		case aRelation:
			if s.text == "∈" {
				i = b.set(*last, line, i+1)
				sides, between = []side{{nil}}, nil
				continue
			}
			between = append(between, s.text)
			sides = append(sides, side{nil})
		case aSeparator:
			*last = append(*last, nil)
		default:
			end := len(*last) - 1
			(*last)[end] = append((*last)[end], s)
		}
	}
	// A chain ends within a side where a number stands beside another expression: 1 ≤ n ≤ 10, 1 ≤ m ≤ 5.
	begin := 0
	for at := 1; at < len(sides); at++ {
		all := sides[at]
		if at == len(sides)-1 {
			b.chain(sides[begin:at+1], between[begin:at])
		} else if len(all) > 1 && slices.ContainsFunc(all, func(signs []sign) bool { return numberOf(signs) != nil }) {
			chain := slices.Clone(sides[begin : at+1])
			chain[len(chain)-1] = all[:1]
			b.chain(chain, between[begin:at])
			sides[at] = all[len(all)-1:]
			begin = at
		}
	}
}

// joinGroups joins the groups of digits of a number: 100 000 and, at the end of a relation, 100,000.
func joinGroups(line []sign) []sign {
	var joined []sign
	for i := 0; i < len(line); i++ {
		last := len(joined) - 1
		isGroup := func(at int) bool { return at < len(line) && line[at].kind == aNumber && len(line[at].text) == 3 }
		switch {
		case last >= 0 && joined[last].kind == aNumber && isGroup(i):
			joined[last].text += line[i].text
		case last >= 0 && joined[last].kind == aNumber && line[i].text == "," && isGroup(i+1) && (i+2 == len(line) || line[i+2].kind != aRelation):
			i++
			joined[last].text += line[i].text
		default:
			joined = append(joined, line[i])
		}
	}
	return joined
}

// chain finds the bounds of a chain of relations: between has the one behind each side but the last.
func (b *boundReader) chain(sides []side, between []string) {
	for at, expressions := range sides {
		low := neighbour(sides, between, at, -1)
		high := neighbour(sides, between, at, 1)
		if isDescending(between) {
			low, high = high, low
		}
		for i, signs := range expressions {
			// Only the nearest expressions of the ends belong to the chain.
			if at == 0 && i < len(expressions)-1 && numberOf(expressions[len(expressions)-1]) != nil {
				continue
			}
			if name := quantity(signs); name != "" && (low != nil || high != nil) {
				b.found = append(b.found, Bound{name, low, high})
			}
		}
	}
}

func isDescending(between []string) bool {
	return slices.ContainsFunc(between, func(relation string) bool { return relation == "≥" || relation == ">" })
}

// neighbour is the nearest number on one side of a place in a chain, made inclusive.
func neighbour(sides []side, between []string, at, step int) *big.Rat {
	strict := false
	for next := at + step; 0 <= next && next < len(sides); next += step {
		relation := between[min(next, next-step)]
		if relation == "=" {
			return nil
		}
		strict = strict || relation == "<" || relation == ">"
		expressions := sides[next]
		near := expressions[0]
		if step < 0 {
			near = expressions[len(expressions)-1]
		}
		value := numberOf(near)
		if value == nil {
			continue
		}
		switch {
		case !strict:
			return value
		case (step < 0) != isDescending(between):
			return shifted(value, 1)
		}
		return shifted(value, -1)
	}
	return nil
}

// shifted is the next integer that a strict bound allows.
func shifted(value *big.Rat, step int64) *big.Rat {
	if value == nil || !value.IsInt() {
		return value
	}
	return new(big.Rat).Add(value, big.NewRat(step, 1))
}

// set reads a set or an interval behind ∈ and returns the place of its last sign.
func (b *boundReader) set(of side, line []sign, at int) int {
	begin, end := at, at
	for end < len(line) && !strings.Contains("})]", line[end].text) && line[end].kind != aRelation {
		end++
	}
	var values []*big.Rat
	isRange := begin < len(line) && line[begin].text == "["
	rest := []sign{}
	flush := func() {
		if value := numberOf(rest); value != nil {
			values = append(values, value)
		} else if len(rest) > 0 && !isDots(rest) {
			values = append(values, nil)
		}
		rest = nil
	}
	for _, s := range line[min(begin+1, end):end] {
		if s.kind == aSeparator {
			flush()
			continue
		}
		rest = append(rest, s)
	}
	flush()
	if len(values) < 2 || !isRange && line[begin].text != "{" {
		return max(end-1, at-1)
	}
	low, high := values[0], values[len(values)-1]
	for _, signs := range of {
		if name := quantity(signs); name != "" && (low != nil || high != nil) {
			b.found = append(b.found, Bound{name, low, high})
		}
	}
	return end
}

func isDots(signs []sign) bool {
	return len(signs) == 1 && strings.Trim(signs[0].text, "…⋯.") == ""
}

// quantity is the name of an expression that is not a number, "" for none.
func quantity(signs []sign) string {
	signs = trimmed(signs)
	if numberOf(signs) != nil || isDots(signs) {
		return ""
	}
	text := ""
	for _, s := range signs {
		text += s.text
	}
	return strings.TrimSpace(text)
}

// trimmed is an expression without brackets that it opens or closes for others.
func trimmed(signs []sign) []sign {
	depth := func() int {
		depth := 0
		for _, s := range signs {
			switch s.text {
			case "(":
				depth++
			case ")":
				depth--
			}
		}
		return depth
	}
	for len(signs) > 0 && depth() > 0 && signs[0].text == "(" {
		signs = signs[1:]
	}
	for len(signs) > 0 && depth() < 0 && signs[len(signs)-1].text == ")" {
		signs = signs[:len(signs)-1]
	}
	return signs
}
