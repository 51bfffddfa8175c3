package shrink

import (
	"bytes"
	"cmp"
)

// smaller reports whether a comes before b in the order of inputs: fewer bytes, then fewer tokens, then the
// smaller token at the first difference, then bytewise. Only finitely many inputs are smaller than a given one.
func smaller(a, b []byte) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	x, y := bytes.Fields(a), bytes.Fields(b)
	if len(x) != len(y) {
		return len(x) < len(y)
	}
	for i := range x {
		if c := compareTokens(x[i], y[i]); c != 0 {
			return c < 0
		}
	}
	return bytes.Compare(a, b) < 0
}

// compareTokens puts shorter tokens first, then those with simpler characters. For natural numbers without leading
// zeros that is the order of their values; a negative number comes after its opposite.
func compareTokens[T []byte | string](a, b T) int {
	if c := cmp.Compare(len(a), len(b)); c != 0 {
		return c
	}
	for i := range len(a) {
		if c := cmp.Compare(rank(a[i]), rank(b[i])); c != 0 {
			return c
		}
	}
	return 0
}

// rank orders characters by simplicity: digits, the full stop that marks a free cell in grids, small letters,
// capitals, then the rest.
func rank(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case c == '.':
		return 10
	case 'a' <= c && c <= 'z':
		return 11 + int(c-'a')
	case 'A' <= c && c <= 'Z':
		return 37 + int(c-'A')
	default:
		return 63 + int(c)
	}
}
