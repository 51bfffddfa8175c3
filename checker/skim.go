package checker

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// skim skips what is obviously equal, many tokens at a time, and returns how far it came on each side. It only speeds
// up the comparison: it leaves to step whatever is less obvious or crosses the end of a block.
func (c *comparison) skim(a, b []byte) (i, j int) {
	switch {
	case !c.numbers:
		return c.skimText(a, b)
	case !c.spaces && c.token.state == begin:
		return c.skimNumbers(a, b)
	}
	return 0, 0
}

// skimText skips eight bytes at a time, and white space where it does not matter.
func (c *comparison) skimText(a, b []byte) (i, j int) {
	for i+8 <= len(a) && j+8 <= len(b) {
		x, y := binary.LittleEndian.Uint64(a[i:]), binary.LittleEndian.Uint64(b[j:])
		difference := x ^ y
		if difference != 0 && c.fold {
			difference &^= caseBits(x)
		}
		if difference == 0 {
			i, j = i+8, j+8
			continue
		}
		equal := bits.TrailingZeros64(difference) / 8
		i, j = i+equal, j+equal
		aSpace, bSpace := isSpace(a[i]), isSpace(b[j])
		if c.spaces || !aSpace && !bSpace {
			break
		}
		if aSpace != bSpace && (i > 0 && !isSpace(a[i-1]) || i == 0 && c.inToken) {
			break
		}
		i, j = pastSpace(a, i), pastSpace(b, j)
	}
	// While i is 0, only b's leading white space was skipped, which ends no token.
	if i > 0 {
		c.inToken = !isSpace(a[i-1])
	}
	return i, j
}

// pastSpace returns the next index without white space.
func pastSpace(block []byte, i int) int {
	for i < len(block) && isSpace(block[i]) {
		i++
	}
	return i
}

// caseBits returns, for each of eight bytes that is an ASCII letter, the bit that distinguishes lower from upper
// case.
func caseBits(x uint64) uint64 {
	const each = 0x0101010101010101
	low := (x | 0x20*each) &^ (0x80 * each)
	// The high bit of each byte is set if it is at least 'a', not above 'z', and ASCII.
	letters := (low + (0x80-'a')*each) &^ (low + (0x80-'z'-1)*each) &^ x & (0x80 * each)
	return letters >> 2
}

// skimNumbers skips pairs of short numbers without exponents that doubles prove to be within the tolerance.
func (c *comparison) skimNumbers(a, b []byte) (i, j int) {
	absolute, relative := c.tolerance.floats()
	// After a token, which ends on both sides at once, both blocks begin with white space.
	c.inToken = false
	for {
		i, j = pastSpace(a, i), pastSpace(b, j)
		got, n := plainNumber(a[i:])
		if n == 0 {
			return i, j
		}
		want, m := plainNumber(b[j:])
		if m == 0 {
			return i, j
		}
		if within, sure := withinFloat(got, want, max(absolute, relative*math.Abs(want))); !within || !sure {
			return i, j
		}
		i, j = i+n, j+m
	}
}

// powers are the powers of ten that a double holds exactly.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18}

// plainNumber parses a number of at most 18 digits without exponent. It returns its length, or 0 if the block does
// not begin with such a number and white space after it.
func plainNumber(block []byte) (value float64, length int) {
	i, digits := 0, 0
	negative := len(block) > 0 && block[0] == '-'
	if negative {
		i = 1
	}
	var mantissa uint64
	point := -1 // how many digits precede it
	for ; i < len(block); i++ {
		c := block[i]
		switch d := c - '0'; {
		case d <= 9:
			mantissa = mantissa*10 + uint64(d)
			digits++
		case c == '.' && point < 0:
			point = digits
		case isSpace(c) && digits > 0 && digits < len(powers):
			value = float64(mantissa)
			if point >= 0 {
				value /= powers[digits-point]
			}
			if negative {
				value = -value
			}
			return value, i
		default:
			return 0, 0
		}
	}
	return 0, 0
}
