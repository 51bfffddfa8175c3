package formula

import (
	"cmp"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// Prose is a piece of an English text: words, a formula among them, or a quantity that is no formula.
type Prose struct {
	Words    string
	Formula  *Formula
	Quantity string
}

// WordedBounds returns the bounds that a text states in words for its quantities: "$n$ is at most one hundred
// thousand", "a positive integer $n$ not exceeding $10^5$", "$k$, between 1 and $n$". Other words between a quantity and its
// bound may speak of something else ("$n$ integers of at most 9 digits") and state none.
func WordedBounds(text []Prose) []Bound {
	line := &prose{}
	for _, piece := range text {
		line.add(piece)
	}
	return line.bounds()
}

// The letters of private use that stand for formulas in a text, each with the number of the formula and a semicolon.
const (
	nameMark   = "\uE000"
	numberMark = "\uE001"
	otherMark  = "\uE002"
)

// prose is a text whose formulas are marks.
type prose struct {
	text   strings.Builder
	names  []string
	values []*big.Rat
}

func (p *prose) add(piece Prose) {
	name, value := piece.Quantity, (*big.Rat)(nil)
	switch {
	case piece.Formula != nil:
		name, value = piece.Formula.whole()
	case name == "":
		p.text.WriteString(strings.ToLower(piece.Words))
		return
	}
	switch {
	case value != nil:
		fmt.Fprintf(&p.text, "%s%d;", numberMark, len(p.values))
		p.values = append(p.values, value)
	case name != "":
		fmt.Fprintf(&p.text, "%s%d;", nameMark, len(p.names))
		p.names = append(p.names, name)
	default:
		p.text.WriteString(otherMark)
	}
}

// whole is what the formula is as a whole: a number, or else a quantity. It is neither where it states something.
func (f *Formula) whole() (name string, value *big.Rat) {
	if f.root == nil {
		return "", nil
	}
	b := &boundReader{}
	b.read(f.root.Children)
	line := joinGroups(b.line)
	for _, s := range line {
		if s.kind == aRelation || s.kind == aSeparator {
			return "", nil
		}
	}
	return quantity(line), numberOf(line)
}

const (
	wordOfNumber = `(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|` +
		`twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion)`
	someNumber = `(?:` + numberMark + `\d+;|[-−]?\d+(?:[, \x{A0}\x{202F}]\d{3})*(?:\.\d+)?(?:\^\d+)?(?:\s+(?:thousand|million|billion))?|` +
		`(?:an?\s+)?` + wordOfNumber + `(?:(?:\s+|-)(?:and\s+)?` + wordOfNumber + `)*)`
	someName  = nameMark + `\d+;`
	someValue = `(` + someNumber + `|` + someName + `|` + otherMark + `)`
	someNames = someName + `(?:(?:,|\s+and|,\s+and)\s*` + someName + `)*`
	// inTheMiddle is what may stand between a quantity and its bound.
	inTheMiddle = `(?:[\s,(]|\b(?:is|are|be|will|does|do|must|which|that|where|it|they|both|each|all|always|guaranteed)\b)*` +
		`(?:(?:\ban?|\b(?:are|both|all))\s+(?:(?:positive|non-?negative)\s+)?(?:integers?|numbers?|values?)\s+(?:(?:that|which)\s+(?:is|are|does)\s+)?)?`
	upTo = `at most|(?:no|not)\s+(?:more|larger|greater|bigger)\s+than|(?:not|never)\s+exceed(?:s|ing)?|doesn['’]t\s+exceed|up\s+to`
	from = `at least|(?:no|not)\s+(?:less|smaller|fewer|lower)\s+than`
	below,
	above = `(?:strictly\s+)?(?:less|smaller)\s+than`, `(?:strictly\s+)?(?:greater|larger|bigger|more)\s+than`
	oneSide = `(` + upTo + `|` + from + `|` + below + `|` + above + `)\s+` + someValue
)

var (
	bothSides = lazyregexp.New(`(` + someNames + `)` + inTheMiddle +
		`(?:(strictly\s+)?between|(?:ranges?\s+|ranging\s+)?from|in\s+the\s+range(?:\s+from)?)\s+` + someValue + `\s+(?:and|to)\s+` + someValue)
	single     = lazyregexp.New(`(` + someNames + `)` + inTheMiddle + oneSide + `(?:\s*(?:,|and|but|,\s*and|,\s*but)\s+` + oneSide + `)?`)
	quantities = lazyregexp.New(nameMark + `(\d+);`)
	signBefore = lazyregexp.New(`\b(positive|non-?negative)\s+(?:integers?|numbers?)[\s,:(]*$`)
	signWithin = lazyregexp.New(`\b(positive|non-?negative)\s`)
	upToOnly   = lazyregexp.New(`^(?:` + upTo + `)`)
	// Another word behind a bound makes it one of something else: at most 10 letters, two dozen, 3 times as many.
	boundEnds    = lazyregexp.New(`^(?:\s*(?:[.,;:)]|$)|\s+(?:inclusive|and|but|or|for|if|in|where|which|each|both)\b)`)
	belowOnly    = lazyregexp.New(`^(?:` + below + `)`)
	aboveOnly    = lazyregexp.New(`^(?:` + above + `)`)
	numberOfWord = map[string]int64{
		"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
		"twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
		"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
		"hundred": 100, "thousand": 1000, "million": 1e6, "billion": 1e9,
	}
)

// bounds are those of the text in their order, those with two sides first.
func (p *prose) bounds() []Bound {
	text := p.text.String()
	var found []Bound
	for _, at := range bothSides().FindAllStringSubmatchIndex(text, -1) {
		group := func(i int) string { return text[max(at[2*i], 0):max(at[2*i+1], 0)] }
		if !boundEnds().MatchString(text[at[1]:]) {
			continue
		}
		step := int64(0)
		if group(2) != "" {
			step = 1
		}
		found = append(found, p.each(group(1), shifted(p.value(group(3)), step), shifted(p.value(group(4)), -step))...)
	}
	for _, at := range single().FindAllStringSubmatchIndex(text, -1) {
		group := func(i int) string { return text[max(at[2*i], 0):max(at[2*i+1], 0)] }
		if !boundEnds().MatchString(text[at[1]:]) {
			continue
		}
		low, high := p.oneSided(group(2), group(3))
		if group(4) != "" {
			otherLow, otherHigh := p.oneSided(group(4), group(5))
			low, high = cmp.Or(low, otherLow), cmp.Or(high, otherHigh)
		}
		if low == nil {
			low = signOf(text[:at[2]], text[at[3]:at[4]])
		}
		found = append(found, p.each(group(1), low, high)...)
	}
	return found
}

// signOf is the bound that the words around a quantity state: "a positive integer $n$ …", "$n$ is a non-negative integer …".
func signOf(before, behind string) *big.Rat {
	match := signBefore().FindStringSubmatch(before)
	if match == nil {
		match = signWithin().FindStringSubmatch(behind)
	}
	switch {
	case match == nil:
		return nil
	case match[1] == "positive":
		return big.NewRat(1, 1)
	}
	return new(big.Rat)
}

// oneSided reads a bound with the words before it. Both are nil if it is no number.
func (p *prose) oneSided(words, value string) (low, high *big.Rat) {
	bound := p.value(value)
	switch {
	case upToOnly().MatchString(words):
		return nil, bound
	case belowOnly().MatchString(words):
		return nil, shifted(bound, -1)
	case aboveOnly().MatchString(words):
		return shifted(bound, 1), nil
	}
	return bound, nil
}

// each states a bound for each of some quantities, if there is one.
func (p *prose) each(names string, low, high *big.Rat) (found []Bound) {
	if low == nil && high == nil {
		return nil
	}
	for _, match := range quantities().FindAllStringSubmatch(names, -1) {
		number, err := strconv.Atoi(match[1])
		if err == nil {
			found = append(found, Bound{p.names[number], low, high})
		}
	}
	return found
}

// value reads a number: a formula, digits or words. It is nil for a quantity.
func (p *prose) value(text string) *big.Rat {
	if rest, isFormula := strings.CutPrefix(text, numberMark); isFormula {
		number, err := strconv.Atoi(strings.TrimSuffix(rest, ";"))
		if err != nil {
			return nil
		}
		return p.values[number]
	}
	total, part, isNumber := new(big.Rat), (*big.Rat)(nil), false
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' }) {
		word = strings.ReplaceAll(word, "−", "-")
		if digits := numeral(word); digits != nil {
			if part != nil { // groups of digits
				part.Mul(part, big.NewRat(1000, 1))
				digits.Add(digits, part)
			}
			part, isNumber = digits, true
			continue
		}
		for _, word := range strings.Split(word, "-") {
			value, known := numberOfWord[word]
			switch {
			case !known && (word == "a" || word == "an" || word == "and"):
				continue
			case !known:
				return nil
			case value < 100:
				part = sum(part, value)
			case part == nil:
				part = big.NewRat(value, 1)
			default:
				part.Mul(part, big.NewRat(value, 1))
			}
			isNumber = true
			if value >= 1000 {
				total.Add(total, part)
				part = nil
			}
		}
	}
	if !isNumber {
		return nil
	}
	if part != nil {
		total.Add(total, part)
	}
	return total
}

func sum(part *big.Rat, value int64) *big.Rat {
	if part == nil {
		part = new(big.Rat)
	}
	return part.Add(part, big.NewRat(value, 1))
}

// numeral reads digits, with an exponent: 100,000 or 10^5. It is nil for others, and for numbers that are too large.
func numeral(word string) *big.Rat {
	base, exponent, hasExponent := strings.Cut(strings.NewReplacer(",", "", "\u00a0", "", "\u202f", "").Replace(word), "^")
	value, ok := new(big.Rat).SetString(base)
	if !ok || strings.ContainsAny(base, "/e_xob") {
		return nil
	}
	if !hasExponent {
		return value
	}
	power, err := strconv.Atoi(exponent)
	if err != nil || power > 100 || !value.IsInt() {
		return nil
	}
	return new(big.Rat).SetInt(new(big.Int).Exp(value.Num(), big.NewInt(int64(power)), nil))
}
