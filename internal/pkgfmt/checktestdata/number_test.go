package checktestdata

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// integers draws small, large and extreme integers.
func integers() *rapid.Generator[value] {
	return rapid.OneOf(
		rapid.Custom(func(t *rapid.T) value { return integer(rapid.Int64Range(-10, 10).Draw(t, "small")) }),
		rapid.Custom(func(t *rapid.T) value { return integer(rapid.Int64().Draw(t, "n")) }),
		rapid.SampledFrom([]value{integer(math.MinInt64), integer(math.MaxInt64), integer(math.MinInt64 + 1)}),
		rapid.Custom(func(t *rapid.T) value {
			x, _ := new(big.Int).SetString(rapid.StringMatching(`-?[1-9][0-9]{0,40}`).Draw(t, "digits"), 10)
			return bigInteger(x)
		}),
	)
}

// TestIntegersAgainstBig compares operations with those of math/big, with and without 64 bits.
func TestIntegersAgainstBig(t *testing.T) {
	operations := map[byte]func(x, y *big.Int) *big.Int{
		'+': func(x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) },
		'-': func(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) },
		'*': func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) },
		'/': func(x, y *big.Int) *big.Int { return new(big.Int).Quo(x, y) },
		'%': func(x, y *big.Int) *big.Int { return new(big.Int).Rem(x, y) },
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := integers().Draw(t, "a"), integers().Draw(t, "b")
		op := rapid.SampledFrom([]byte("+-*/%")).Draw(t, "op")
		got, err := operate(op, a, b)
		if b.int().Sign() == 0 && (op == '/' || op == '%') {
			if err == nil {
				t.Fatalf("%v %c 0 = %v", a, op, got)
			}
			return
		}
		want := operations[op](a.int(), b.int())
		if err != nil || got.int().Cmp(want) != 0 || (got.x == nil) != want.IsInt64() {
			t.Errorf("%v %c %v = %v, %v, want %v", a, op, b, got, err, want)
		}
		if order, ok := compare(a, b); !ok || order != a.int().Cmp(b.int()) || (order == 0) != (a.atom() == b.atom()) {
			t.Errorf("compare(%v, %v) = %d, %v", a, b, order, ok)
		}
		if back, err := parseInteger(a.int().String()); err != nil || back.atom() != a.atom() {
			t.Errorf("parseInteger(%v) = %v, %v", a, back, err)
		}
	})
}

// TestFloats compares operations with exact ones, and checks the laws that rounding must preserve.
func TestFloats(t *testing.T) {
	floats := rapid.Custom(func(t *rapid.T) value {
		v, err := parseFloat(rapid.StringMatching(`-?[0-9]{1,20}(\.[0-9]{1,30})?(e-?[0-9]{1,2})?`).Draw(t, "literal"))
		if err != nil {
			t.Fatal(err)
		}
		return v
	})
	operations := map[byte]func(x, y *big.Rat) *big.Rat{
		'+': func(x, y *big.Rat) *big.Rat { return new(big.Rat).Add(x, y) },
		'-': func(x, y *big.Rat) *big.Rat { return new(big.Rat).Sub(x, y) },
		'*': func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) },
		'/': func(x, y *big.Rat) *big.Rat { return new(big.Rat).Quo(x, y) },
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := floats.Draw(t, "a"), rapid.OneOf(floats, integers()).Draw(t, "b")
		op := rapid.SampledFrom([]byte("+-*/")).Draw(t, "op")
		got, err := operate(op, a, b)
		if op == '/' && b.rat().Sign() == 0 {
			if err == nil {
				t.Fatalf("%v / 0 = %v", a, got)
			}
			return
		}
		if want := operations[op](a.rat(), b.rat()); err != nil || got.rat().Cmp(want) != 0 || got.isInteger() {
			t.Errorf("%v %c %v = %v, %v, want %v", a, op, b, got, err, want)
		}
	})
}

// TestRounding shows that numbers do not grow without bound, and stay close to the exact ones.
func TestRounding(t *testing.T) {
	third := value{x: big.NewRat(1, 3)}
	sum := value{x: new(big.Rat)}
	product := value{x: big.NewRat(1, 1)}
	for range 3000 {
		var err error
		if product, err = operate('*', product, third); err != nil {
			t.Fatal(err)
		}
		if sum, err = operate('+', sum, product); err != nil {
			t.Fatal(err)
		}
	}
	if size := sum.bits(); size > exactFloat {
		t.Errorf("the sum has %d bits", size)
	}
	off := new(big.Rat).Sub(sum.rat(), big.NewRat(1, 2))
	if bound := new(big.Rat).SetFrac64(1, math.MaxInt64); off.Abs(off).Cmp(bound) > 0 {
		t.Errorf("1/3 + 1/9 + … = %v, want 1/2", sum)
	}
	half := value{x: big.NewRat(1, 2)}
	if got, err := operate('^', half, integer(1e15)); !errors.Is(err, errNumber) {
		t.Errorf("0.5^10^15 = %v, %v, want %v", got, err, errNumber)
	}
}
