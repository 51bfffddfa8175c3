package checktestdata

import (
	"fmt"
	"math/big"
	"math/bits"
	"strings"
)

// value is an integer, a float or a string. Integers of 64 bits, the usual case, need no extra memory.
type value struct {
	n int64
	x any // nil for the integer n, else a *big.Int that does not fit n, a *big.Rat (a float) or a string
}

func integer(n int64) value { return value{n: n} }

func bigInteger(x *big.Int) value {
	if x.IsInt64() {
		return value{n: x.Int64()}
	}
	return value{x: x}
}

// isInteger reports whether the value is an integer.
func (v value) isInteger() bool {
	switch v.x.(type) {
	case nil, *big.Int:
		return true
	}
	return false
}

func (v value) isString() bool { _, ok := v.x.(string); return ok }

// int returns an integer as a big one; v must be an integer.
func (v value) int() *big.Int {
	if x, ok := v.x.(*big.Int); ok {
		return x
	}
	return big.NewInt(v.n)
}

// rat returns a number as a float; v must be a number.
func (v value) rat() *big.Rat {
	if x, ok := v.x.(*big.Rat); ok {
		return x
	}
	return new(big.Rat).SetInt(v.int())
}

// compare orders two numbers or two strings, false if they cannot be compared.
func compare(a, b value) (order int, ok bool) {
	switch {
	case a.x == nil && b.x == nil:
		return order64(a.n, b.n), true
	case a.isString() != b.isString():
		return 0, false
	case a.isString():
		return strings.Compare(a.x.(string), b.x.(string)), true
	case a.isInteger() && b.isInteger():
		return a.int().Cmp(b.int()), true
	default:
		return a.rat().Cmp(b.rat()), true
	}
}

func order64(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// atom is equal for equal values, including the integer 1 and the float 1.0.
type atom struct {
	n int64
	s string
}

func (v value) atom() atom {
	switch x := v.x.(type) {
	case *big.Int:
		return atom{s: "i" + x.Text(62)}
	case *big.Rat:
		if x.IsInt() {
			return bigInteger(x.Num()).atom()
		}
		return atom{s: "f" + x.Num().Text(62) + "/" + x.Denom().Text(62)}
	case string:
		return atom{s: "s" + x}
	default:
		return atom{n: v.n}
	}
}

// bytes estimates the memory behind a value.
func (v value) bytes() int64 {
	switch x := v.x.(type) {
	case *big.Int:
		return int64(x.BitLen()/8) + 48
	case *big.Rat:
		return int64(x.Num().BitLen()/8+x.Denom().BitLen()/8) + 96
	case string:
		return int64(len(x)) + 16
	default:
		return 0
	}
}

// words is the cost of an operation on a value: 1 for a small one.
func (v value) words() int64 {
	return 1 + v.bytes()/8
}

// bits is the size of a number.
func (v value) bits() int64 {
	switch x := v.x.(type) {
	case nil:
		return int64(bits.Len64(magnitude(v.n)))
	case *big.Int:
		return int64(x.BitLen())
	case *big.Rat:
		return int64(x.Num().BitLen() + x.Denom().BitLen())
	}
	return 0
}

// String shows a value in messages, abbreviated if it is long.
func (v value) String() string {
	switch x := v.x.(type) {
	case string:
		return quoted(x)
	case *big.Int:
		if x.BitLen() > 128 {
			return fmt.Sprintf("an integer of %d bits", x.BitLen())
		}
		return x.String()
	case *big.Rat:
		return new(big.Float).SetRat(x).Text('g', 15)
	default:
		return fmt.Sprint(v.n)
	}
}
