package laboratory

import (
	"math"
	"math/bits"
	"strings"
)

// function is a function of the expression language.
type function struct {
	takes, gives Kind
	// least and most bound the number of arguments.
	least, most int
	// whole requires non-negative integers.
	whole bool
	of    func(arguments []Value) Value
}

// maxArguments bounds the arguments of variadic functions.
const maxArguments = 20

// functions by name.
var functions = map[string]function{
	"abs":   ofOne(math.Abs),
	"ceil":  ofOne(math.Ceil),
	"floor": ofOne(math.Floor),
	"log2":  ofOne(math.Log2),
	"sqrt":  ofOne(math.Sqrt),
	"min":   ofMany(math.Min),
	"max":   ofMany(math.Max),
	"gcd": {takes: Number, gives: Number, least: 2, most: 2, whole: true, of: func(of []Value) Value {
		a, b := uint64(of[0].Number), uint64(of[1].Number)
		for b > 0 {
			a, b = b, a%b
		}
		return number(float64(a))
	}},
	// ones is the number of ones in binary.
	"ones": {takes: Number, gives: Number, least: 1, most: 1, whole: true, of: func(of []Value) Value {
		return number(float64(bits.OnesCount64(uint64(of[0].Number))))
	}},
	"even": {takes: Number, gives: Truth, least: 1, most: 1, whole: true, of: func(of []Value) Value {
		return truth(uint64(of[0].Number)%2 == 0)
	}},
	"odd": {takes: Number, gives: Truth, least: 1, most: 1, whole: true, of: func(of []Value) Value {
		return truth(uint64(of[0].Number)%2 == 1)
	}},
	// count is the number of words in a text, separated by spaces.
	"count": {takes: Word, gives: Number, least: 1, most: 1, of: func(of []Value) Value {
		return number(float64(len(strings.Fields(of[0].Word))))
	}},
}

func ofOne(f func(float64) float64) function {
	return function{takes: Number, gives: Number, least: 1, most: 1, of: func(of []Value) Value { return number(f(of[0].Number)) }}
}

func ofMany(f func(a, b float64) float64) function {
	return function{takes: Number, gives: Number, least: 1, most: maxArguments, of: func(of []Value) Value {
		n := of[0].Number
		for _, other := range of[1:] {
			n = f(n, other.Number)
		}
		return number(n)
	}}
}

// call reads the arguments of a function, after the bracket.
func (p *parser) call(name token) node {
	f, found := functions[name.text]
	if !found {
		p.fail(name.at, "there are abs, ceil, count, even, floor, gcd, log2, max, min, odd, ones and sqrt", "there is no function %q", name.text)
	}
	var arguments []node
	for len(arguments) == 0 || p.more() {
		if len(arguments) == f.most {
			p.fail(p.tokens[0].at, "", "%s takes no more arguments", name.text)
		}
		arguments = append(arguments, p.read(f.takes, p.expression))
	}
	if len(arguments) < f.least {
		p.fail(p.tokens[0].at, "", "%s takes %d arguments", name.text, f.least)
	}
	p.want(")")
	return node{f.gives, func(e *evaluation) Value {
		values := make([]Value, len(arguments))
		for i, argument := range arguments {
			values[i] = argument.eval(e)
			if f.whole && (!isWhole(values[i].Number) || values[i].Number < 0) {
				return e.fail(name.at, "%s(%v): want whole numbers that are not negative", name.text, values[i].Number)
			}
		}
		value := f.of(values)
		if f.gives == Number {
			return e.finite(name.at, value.Number)
		}
		return value
	}}
}
