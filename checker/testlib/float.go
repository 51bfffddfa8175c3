package testlib

import (
	"math"
	"strconv"
)

// Float reads a decimal number from lo to hi with at most digits digits after its point: "12", "-0.25". It refuses a
// plus sign, an exponent, minus zero, and leading zeros except the one before a point. A point needs digits on both
// sides.
func (r *Reader) Float(what string, lo, hi float64, digits int) float64 {
	r.mark()
	const longest = 400 // enough for the greatest number with many digits after its point
	r.scratch = r.stream.word(r.scratch[:0], longest)
	whole, fraction, fits := split(r.scratch)
	value, err := strconv.ParseFloat(string(r.scratch), 64)
	switch {
	case !fits || err != nil || !(lo <= value && value <= hi):
		r.Fail("%s: want a number from %v to %v, got %s", what, lo, hi, r.got())
	case len(fraction) > digits:
		r.Fail("%s: want at most %d digits after the point, got %s", what, digits, r.got())
	case !isCanonical(whole) && string(whole) != "-0" || value == 0 && r.scratch[0] == '-':
		r.Fail("%s: want a number without plus sign, leading zeros or minus zero, got %s", what, r.got())
	}
	return value
}

// split splits a decimal number into sign and digits, and the digits after the point, if any.
func split(number []byte) (whole, fraction []byte, ok bool) {
	i := 0
	if i < len(number) && (number[i] == '-' || number[i] == '+') {
		i++
	}
	first := i
	for i < len(number) && isDigit(number[i]) {
		i++
	}
	whole = number[:i]
	if i == first || i == len(number) {
		return whole, nil, i > first
	}
	fraction = number[i+1:]
	for _, c := range fraction {
		if !isDigit(c) {
			return whole, fraction, false
		}
	}
	return whole, fraction, number[i] == '.' && len(fraction) > 0
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// Float reads a number from lo to hi as programs print it: "+5", "007", ".5", "1e-9". It refuses everything that is
// not a number in decimal digits, such as "nan", "inf" and "0x1p3", and everything too large for a float64, such as
// "1e400".
func (t *Tokens) Float(what string, lo, hi float64) float64 {
	word := t.next()
	value, err := strconv.ParseFloat(string(word), 64)
	if !isDecimal(word) || err != nil || !(lo <= value && value <= hi) {
		t.fault("%s: want a number from %v to %v, got %s", what, lo, hi, t.got())
	}
	return value
}

// Near reads a number, as Float does, that is near want in the sense of the function Near.
func (t *Tokens) Near(what string, want, tolerance float64) float64 {
	value := t.Float(what, -math.MaxFloat64, math.MaxFloat64)
	if !Near(value, want, tolerance) {
		t.fault("%s: want %v within %v, got %s", what, want, tolerance, t.got())
	}
	return value
}

// Near reports whether a number differs from the wanted one by at most tolerance, absolutely or relative to the
// wanted one, like float_tolerance in the problem package format. A number that is not finite is near nothing: the
// test "reject if the difference is larger" would accept NaN for anything.
func Near(got, want, tolerance float64) bool {
	difference := math.Abs(got - want)
	return difference <= tolerance || difference <= tolerance*math.Abs(want) && !math.IsInf(difference, 0)
}

// isDecimal reports whether a word is a sign, digits with a point among or beside them, and an exponent.
func isDecimal(word []byte) bool {
	i, digits := 0, 0
	sign := func() {
		if i < len(word) && (word[i] == '+' || word[i] == '-') {
			i++
		}
	}
	run := func() (n int) {
		for ; i < len(word) && isDigit(word[i]); i++ {
			n++
		}
		return n
	}
	sign()
	digits = run()
	if i < len(word) && word[i] == '.' {
		i++
		digits += run()
	}
	if i < len(word) && (word[i] == 'e' || word[i] == 'E') {
		i++
		sign()
		if run() == 0 {
			return false
		}
	}
	return digits > 0 && i == len(word)
}
