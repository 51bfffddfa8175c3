package laboratory

import (
	"math"
	"strconv"
)

// Kind is the type of an expression's value.
type Kind int

// The kinds.
const (
	Truth Kind = iota + 1
	Number
	Word
)

// String names a kind in messages.
func (k Kind) String() string {
	return [...]string{"nothing", "true or false", "a number", "a word"}[k]
}

// Value is the value of an expression.
type Value struct {
	Kind   Kind
	Number float64 // for a truth value: 1 or 0
	Word   string
}

// String is the value as a program would print it.
func (v Value) String() string {
	switch v.Kind {
	case Truth:
		return strconv.FormatBool(v.isTrue())
	case Number:
		return strconv.FormatFloat(v.Number, 'f', -1, 64)
	}
	return v.Word
}

func (v Value) isTrue() bool { return v.Number != 0 }

func truth(is bool) Value {
	if is {
		return Value{Kind: Truth, Number: 1}
	}
	return Value{Kind: Truth}
}

func number(n float64) Value { return Value{Kind: Number, Number: n} }

func word(text string) Value { return Value{Kind: Word, Word: text} }

// maxWhole is the largest number up to which floating-point numbers represent all integers.
const maxWhole = 1 << 53

func isWhole(n float64) bool { return n == math.Trunc(n) && math.Abs(n) <= maxWhole }
