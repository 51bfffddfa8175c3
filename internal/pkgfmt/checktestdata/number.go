package checktestdata

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// The sizes of numbers, in bits. A million decimal digits are 3.4 million bits.
const (
	maxInteger  = 1 << 22
	maxFloat    = 1 << 19 // of numerator and denominator
	maxExponent = 150_000 // decimal: 10^maxExponent fits maxFloat
	exactFloat  = 4096    // results of up to this many bits are exact,
	shortFloat  = 1024    // others are rounded to this many bits
	foldedBits  = 4096    // constants of up to this many bits are computed while parsing
)

// parseInteger reads digits with an optional minus before them.
func parseInteger(digits string) (value, error) {
	if len(digits) <= 18 {
		n, err := strconv.ParseInt(digits, 10, 64)
		return integer(n), err
	}
	if len(digits) > maxInteger*3/10 {
		return value{}, errNumber
	}
	x, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		return value{}, fmt.Errorf("%s is not an integer", quoted(digits))
	}
	return bigInteger(x), nil
}

// parseFloat reads digits, a fraction and an exponent exactly; all but the first are optional.
func parseFloat(literal string) (value, error) {
	mantissa, exponent := literal, "0"
	if i := strings.IndexAny(literal, "eE"); i >= 0 {
		mantissa, exponent = literal[:i], literal[i+1:]
	}
	if strings.Trim(mantissa, "-0.") == "" {
		return value{x: new(big.Rat)}, nil
	}
	power, err := strconv.Atoi(exponent)
	if err != nil || power < -maxExponent || power > maxExponent || len(mantissa) > maxExponent {
		return value{}, errNumber
	}
	x, ok := new(big.Rat).SetString(literal)
	if !ok {
		return value{}, fmt.Errorf("%s is not a float", quoted(literal))
	}
	return limitedFloat(x)
}

func limitedFloat(x *big.Rat) (value, error) {
	if x.Num().BitLen() > maxFloat || x.Denom().BitLen() > maxFloat {
		return value{}, errNumber
	}
	return value{x: x}, nil
}

// floatResult rounds large results of operations on floats, which would otherwise grow with each
// operation.
func floatResult(x *big.Rat) (value, error) {
	top, bottom := x.Num().BitLen(), x.Denom().BitLen()
	if top+bottom <= exactFloat {
		return value{x: x}, nil
	}
	if top-bottom > maxFloat || bottom-top > maxFloat {
		return value{}, errNumber
	}
	rounded, _ := new(big.Float).SetPrec(shortFloat).SetRat(x).Rat(nil)
	return limitedFloat(rounded)
}

// operate computes a op b for one of + - * / % ^.
func operate(op byte, a, b value) (value, error) {
	if a.isString() || b.isString() {
		return value{}, fmt.Errorf("cannot compute %v %c %v: want numbers", a, op, b)
	}
	if op == '^' {
		return power(a, b)
	}
	if a.x == nil && b.x == nil {
		if n, ok := operate64(op, a.n, b.n); ok {
			return integer(n), nil
		}
	}
	if a.isInteger() && b.isInteger() {
		return operateIntegers(op, a.int(), b.int())
	}
	return operateFloats(op, a, b)
}

// operate64 computes with 64 bits, false if the result does not fit.
func operate64(op byte, a, b int64) (int64, bool) {
	switch op {
	case '+':
		sum := a + b
		return sum, (sum > a) == (b > 0)
	case '-':
		difference := a - b
		return difference, (difference < a) == (b > 0)
	case '*':
		high, low := bits.Mul64(magnitude(a), magnitude(b))
		return a * b, high == 0 && low <= math.MaxInt64
	case '/', '%':
		if b == 0 || a == math.MinInt64 && b == -1 {
			return 0, false
		}
		if op == '/' {
			return a / b, true
		}
		return a % b, true
	}
	return 0, false
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// operateIntegers divides towards zero, as the original does.
func operateIntegers(op byte, a, b *big.Int) (value, error) {
	if a.BitLen()+b.BitLen() > maxInteger && op == '*' {
		return value{}, errNumber
	}
	x := new(big.Int)
	switch op {
	case '+':
		x.Add(a, b)
	case '-':
		x.Sub(a, b)
	case '*':
		x.Mul(a, b)
	default:
		if b.Sign() == 0 {
			return value{}, fmt.Errorf("cannot compute %v %c 0: division by zero", bigInteger(a), op)
		}
		if op == '/' {
			x.Quo(a, b)
		} else {
			x.Rem(a, b)
		}
	}
	if x.BitLen() > maxInteger {
		return value{}, errNumber
	}
	return bigInteger(x), nil
}

func operateFloats(op byte, a, b value) (value, error) {
	if op == '%' {
		return value{}, fmt.Errorf("cannot compute %v %% %v: want integers", a, b)
	}
	p, err := limitedFloat(a.rat())
	if err != nil {
		return value{}, err
	}
	q, err := limitedFloat(b.rat())
	if err != nil {
		return value{}, err
	}
	x := new(big.Rat)
	switch op {
	case '+':
		x.Add(p.rat(), q.rat())
	case '-':
		x.Sub(p.rat(), q.rat())
	case '*':
		x.Mul(p.rat(), q.rat())
	case '/':
		if q.rat().Sign() == 0 {
			return value{}, fmt.Errorf("cannot compute %v / %v: division by zero", a, b)
		}
		x.Quo(p.rat(), q.rat())
	}
	return floatResult(x)
}

// power computes a^b. The exponent is a non-negative integer of 64 bits, as the specification requires.
func power(a, b value) (value, error) {
	switch {
	case !b.isInteger():
		return value{}, fmt.Errorf("cannot compute %v ^ %v: want an integer as exponent", a, b)
	case b.int().Sign() < 0 || !b.int().IsUint64():
		return value{}, fmt.Errorf("cannot compute %v ^ %v: want an exponent from 0 to 2^64-1", a, b)
	}
	exponent := b.int().Uint64()
	if !a.isInteger() {
		return powerOfFloat(a, exponent)
	}
	base := a.int()
	if base.BitLen() <= 1 { // 0, 1 and -1, whose powers are 0, 1 and -1
		return bigInteger(new(big.Int).Exp(base, new(big.Int).SetUint64(min(exponent, 2+exponent%2)), nil)), nil
	}
	if high, size := bits.Mul64(uint64(base.BitLen()), exponent); high != 0 || size > maxInteger {
		return value{}, errNumber
	}
	return bigInteger(new(big.Int).Exp(base, b.int(), nil)), nil
}

// powerOfFloat squares and multiplies, so that every step is rounded.
func powerOfFloat(base value, exponent uint64) (value, error) {
	result := value{x: big.NewRat(1, 1)}
	for {
		var err error
		if exponent&1 == 1 {
			if result, err = operateFloats('*', result, base); err != nil {
				return value{}, err
			}
		}
		exponent >>= 1
		if exponent == 0 {
			return result, nil
		}
		if base, err = operateFloats('*', base, base); err != nil {
			return value{}, err
		}
	}
}

// negate computes -a.
func negate(a value) (value, error) {
	if a.isString() {
		return value{}, fmt.Errorf("cannot compute -%v: want a number", a)
	}
	if x, ok := a.x.(*big.Rat); ok {
		return value{x: new(big.Rat).Neg(x)}, nil
	}
	return operate('-', integer(0), a)
}

// cost is how many steps operate(op, a, b) takes.
func cost(op byte, a, b value) int64 {
	if op == '^' {
		return costOfPower(a, b)
	}
	return 1 + a.words()*b.words()/16
}

func costOfPower(a, b value) int64 {
	high, size := bits.Mul64(uint64(a.bits()), magnitude(b.n))
	if a.isInteger() {
		if b.x != nil || a.bits() <= 1 || high != 0 || size > maxInteger {
			return 1 // the result is immediate, a value or an error
		}
		words := int64(size/64) + 1
		return 1 + words*words/64
	}
	if b.x != nil || high != 0 {
		size = 2 * maxFloat
	}
	words := int64(min(size, 2*maxFloat)/64) + 1
	return int64(bits.Len64(magnitude(b.n))) * (1 + words*words/16)
}
