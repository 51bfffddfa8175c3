package checker

import (
	"math"
	"math/big"
)

// maxDigits bounds how many significant digits of a number are kept. It exceeds the 767 that the exact decimal value
// of a double can have. Further digits only count as a whole: if one of them is not zero, the number compares as
// slightly more than its first digits.
const maxDigits = 800

// headDigits is how many decimal digits always fit into 64 bits.
const headDigits = 19

// maxExponent bounds the exponent; greater ones count as equal. It leaves room for sums of a few.
const maxExponent = 1e17

// number parses a decimal number by the grammar of the ICPC package format (section "General requirements"), byte by
// byte and in constant memory. It keeps the exact decimal value: 0.d₁d₂d₃… · 10^point.
type number struct {
	state    state
	negative bool
	digits   int    // significant digits seen
	head     uint64 // the first headDigits of them
	tail     []byte // the next ones, as values 0 to 9, at most maxDigits altogether
	dropped  bool   // a digit after those was not zero
	point    int64  // before the exponent is applied

	exponent         int64
	exponentNegative bool
}

type state uint8

// The parser's states. Those from integer to exponent are complete numbers.
const (
	begin    state = iota
	signed         // "-"
	dot            // "-." with no digit yet
	mark           // "1e"
	markSign       // "1e-"
	integer        // "12"
	fraction       // "12.", ".5"
	exponent       // "1e5"
	broken         // anything else
)

// parseNumber parses a whole word.
func parseNumber(word string) *number {
	n := new(number)
	n.feed([]byte(word))
	return n
}

// reset prepares the number for the next token and keeps its memory.
func (n *number) reset() { *n = number{tail: n.tail[:0]} }

// copyFrom copies other to n, which keeps its own memory.
func (n *number) copyFrom(other *number) {
	tail := append(n.tail[:0], other.tail...)
	*n = *other
	n.tail = tail
}

// valid reports whether the bytes fed so far are a number.
func (n *number) valid() bool { return n.state >= integer && n.state <= exponent }

// feed parses further bytes.
func (n *number) feed(text []byte) {
	for _, c := range text {
		if d := c - '0'; d <= 9 {
			n.digit(d)
			continue
		}
		n.state = n.next(c)
		if n.state == broken {
			return
		}
		if n.state == signed && c == '-' {
			n.negative = true
		} else if n.state == markSign && c == '-' {
			n.exponentNegative = true
		}
	}
}

// next returns the state after a byte that is not a digit.
func (n *number) next(c byte) state {
	switch n.state {
	case begin:
		switch c {
		case '+', '-':
			return signed
		}
		fallthrough
	case signed:
		switch c {
		case '.':
			return dot
		}
	case integer:
		switch c {
		case '.':
			return fraction
		case 'e', 'E':
			return mark
		}
	case fraction:
		if c == 'e' || c == 'E' {
			return mark
		}
	case mark:
		if c == '+' || c == '-' {
			return markSign
		}
	}
	return broken
}

// digit adds a digit of the significand or the exponent.
func (n *number) digit(d byte) {
	switch n.state {
	case integer, fraction:
	case begin, signed:
		n.state = integer
	case dot:
		n.state = fraction
	case exponent, mark, markSign:
		n.state = exponent
		n.exponent = min(n.exponent*10+int64(d), maxExponent)
		return
	default:
		n.state = broken
		return
	}
	if d == 0 && n.digits == 0 {
		if n.state == fraction {
			n.point--
		}
		return
	}
	if n.state == integer {
		n.point++
	}
	n.digits++
	switch {
	case n.digits <= headDigits:
		n.head = n.head*10 + uint64(d)
	case n.digits <= maxDigits:
		n.tail = append(n.tail, d)
	case d != 0:
		n.dropped = true
	}
}

// scale returns the power of ten of the last digit of head.
func (n *number) scale() int64 {
	scale := n.point - int64(min(n.digits, headDigits))
	if n.exponentNegative {
		return scale - n.exponent
	}
	return scale + n.exponent
}

// float returns the number as a double that is off by at most a few units in its last place. It returns false if the
// number is too large or too small for that.
func (n *number) float() (float64, bool) {
	if n.head == 0 {
		return 0, true
	}
	scale := n.scale()
	if scale < -290 || scale > 280 {
		return 0, false
	}
	value := float64(n.head)
	if scale < 0 {
		value /= math.Pow10(int(-scale))
	} else {
		value *= math.Pow10(int(scale))
	}
	if n.negative {
		value = -value
	}
	return value, true
}

// decimal returns the number exactly.
func (n *number) decimal() decimal {
	if n.head == 0 {
		return decimal{new(big.Int), 0}
	}
	value := decimal{new(big.Int).SetUint64(n.head), n.scale()}
	if len(n.tail) > 0 {
		text := make([]byte, 0, len(n.tail)+1)
		for _, d := range n.tail {
			text = append(text, '0'+d)
		}
		if n.dropped {
			text = append(text, '1')
		}
		rest, _ := new(big.Int).SetString(string(text), 10)
		value.int.Mul(value.int, power(len(text)))
		value.int.Add(value.int, rest)
		value.exp -= int64(len(text))
	}
	if n.negative {
		value.int.Neg(value.int)
	}
	return value
}

// decimal is int · 10^exp.
type decimal struct {
	int *big.Int
	exp int64
}

func power(digits int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
}

func (d decimal) neg() decimal { return decimal{new(big.Int).Neg(d.int), d.exp} }

func (d decimal) abs() decimal { return decimal{new(big.Int).Abs(d.int), d.exp} }

func (d decimal) mul(other decimal) decimal {
	return decimal{new(big.Int).Mul(d.int, other.int), d.exp + other.exp}
}

// top returns a bound of the magnitude: |d| < 10^top.
func (d decimal) top() int64 {
	// A bit is worth log₁₀ 2 ≈ 0.30103 digits; rounding up keeps this a bound.
	return d.exp + int64(d.int.BitLen())*30103/100000 + 1
}

// add returns the exact sum. Its cost grows with the distance of the exponents.
func (d decimal) add(other decimal) decimal {
	if d.exp < other.exp {
		d, other = other, d
	}
	sum := new(big.Int).Mul(d.int, power(int(d.exp-other.exp)))
	return decimal{sum.Add(sum, other.int), other.exp}
}

// sumSign returns the sign of a + b + c. However far apart the exponents are, it only aligns numbers whose digits are
// close to each other.
func sumSign(a, b, c decimal) int {
	terms := make([]decimal, 0, 3)
	for _, term := range []decimal{a, b, c} {
		if term.int.Sign() != 0 {
			terms = append(terms, term)
		}
	}
	for i := 1; i < len(terms); i++ {
		for j := i; j > 0 && terms[j].top() > terms[j-1].top(); j-- {
			terms[j], terms[j-1] = terms[j-1], terms[j]
		}
	}
	sum := decimal{new(big.Int), 0}
	for _, term := range terms {
		if sum.int.Sign() == 0 {
			sum = term
			continue
		}
		// sum| ≥ 10^exp, and this term and the following one are each less than a tenth of that.
		if term.top() < sum.exp {
			break
		}
		sum = sum.add(term)
	}
	return sum.int.Sign()
}

// tolerance is how far a number may be off; nil means not at all.
type tolerance struct{ absolute, relative *number }

// allows reports whether got is within the absolute or the relative tolerance of want, bounds included.
func (t tolerance) allows(got, want *number) bool {
	return t.within(got, want, t.absolute, nil) || t.within(got, want, t.relative, want)
}

// within reports whether |got − want| ≤ epsilon · |factor|, a nil factor being 1.
func (t tolerance) within(got, want, epsilon, factor *number) bool {
	if epsilon == nil {
		return false
	}
	g, gOK := got.float()
	w, wOK := want.float()
	e, eOK := epsilon.float()
	if gOK && wOK && eOK {
		if factor != nil {
			e *= math.Abs(w)
		}
		if within, sure := withinFloat(g, w, e); sure {
			return within
		}
	}
	bound := epsilon.decimal()
	if factor != nil {
		bound = bound.mul(factor.decimal().abs())
	}
	return withinDecimal(got.decimal(), want.decimal(), bound)
}

// floats returns the tolerances as doubles. A missing tolerance, or one that does not fit, is negative.
func (t tolerance) floats() (absolute, relative float64) {
	bound := func(n *number) float64 {
		if n != nil {
			if value, ok := n.float(); ok {
				return value
			}
		}
		return -1
	}
	return bound(t.absolute), bound(t.relative)
}

// withinFloat reports whether |got − want| ≤ bound, given doubles that are off by a few units in their last places.
// sure is false if the noise hides the answer.
func withinFloat(got, want, bound float64) (within, sure bool) {
	difference := math.Abs(got - want)
	// 2⁻⁴⁸ allows for sixteen units, and for the rounding here. If everything underflows, nothing is sure.
	noise := (math.Abs(got)+math.Abs(want)+math.Abs(bound))*0x1p-48 + 1e-300
	return difference <= bound, math.Abs(difference-bound) > noise
}

// withinDecimal decides the same exactly: |got − want| ≤ bound is got − want − bound ≤ 0 and want − got − bound ≤ 0.
func withinDecimal(got, want, bound decimal) bool {
	bound = bound.neg()
	return sumSign(got, want.neg(), bound) <= 0 && sumSign(want, got.neg(), bound) <= 0
}
