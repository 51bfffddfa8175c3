package formula

import (
	"math/big"
	"slices"

	"grundy/internal/base/lazyregexp"
)

// The parts of a bound in a text without formulas.
const (
	textNumber   = `[0-9]+(?:[,_][0-9]{3})*(?:\.[0-9]+)?`
	textValue    = `[-−]?` + textNumber + `(?:\s*[*·×^]\s*` + textNumber + `)*`
	textName     = `\|?[A-Za-z]\w*(?:\[\w+\])?\|?`
	textRelation = `(?:<=|>=|[≤⩽≥⩾<>])`
)

var (
	// boundChain matches a bound on both sides of names, and boundWord its words.
	boundChain = lazyregexp.New(textValue + `\s*` + textRelation + `\s*` + textName + `(?:\s*,\s*` + textName + `)*\s*` + textRelation + `\s*` + textValue)
	boundWord  = lazyregexp.New(textRelation + `|` + textNumber + `|` + textName + `|\S`)
)

// maxBits bounds the values of formulas.
const maxBits = 4096

// numberOf is the value of an expression of numbers, nil for others.
func numberOf(signs []sign) *big.Rat {
	c := &calculator{left: trimmed(signs)}
	value := c.sum()
	if len(c.left) > 0 {
		return nil
	}
	return value
}

// calculator evaluates what is left of an expression. Its methods return nil for what has no value.
type calculator struct{ left []sign }

// take removes the next sign if it is one of the texts, and returns it.
func (c *calculator) take(texts ...string) string {
	if len(c.left) == 0 || c.left[0].kind != anOperator || !slices.Contains(texts, c.left[0].text) {
		return ""
	}
	text := c.left[0].text
	c.left = c.left[1:]
	return text
}

func (c *calculator) sum() *big.Rat {
	value := c.product()
	for value != nil {
		sign := c.take("+", "-", "−")
		if sign == "" {
			return value
		}
		other := c.product()
		switch {
		case other == nil:
			return nil
		case sign == "+":
			value = new(big.Rat).Add(value, other)
		default:
			value = new(big.Rat).Sub(value, other)
		}
	}
	return nil
}

func (c *calculator) product() *big.Rat {
	value := c.signed()
	for value != nil {
		sign := c.take("·", "⋅", "×", "*", "∗", "/")
		if sign == "" {
			return value
		}
		other := c.signed()
		switch {
		case other == nil || sign == "/" && other.Sign() == 0:
			return nil
		case sign == "/":
			value = new(big.Rat).Quo(value, other)
		default:
			value = new(big.Rat).Mul(value, other)
		}
	}
	return nil
}

func (c *calculator) signed() *big.Rat {
	if c.take("-", "−") == "" {
		return c.power()
	}
	if value := c.signed(); value != nil {
		return new(big.Rat).Neg(value)
	}
	return nil
}

func (c *calculator) power() *big.Rat {
	base := c.single()
	if base == nil || c.take("^") == "" {
		return base
	}
	exponent := c.signed()
	if exponent == nil || !exponent.IsInt() || !base.IsInt() || exponent.Sign() < 0 || !exponent.Num().IsInt64() {
		return nil
	}
	if n := exponent.Num().Int64(); n > maxBits || int64(base.Num().BitLen())*n > maxBits {
		return nil
	}
	return new(big.Rat).SetInt(new(big.Int).Exp(base.Num(), exponent.Num(), nil))
}

func (c *calculator) single() *big.Rat {
	if len(c.left) == 0 {
		return nil
	}
	if next := c.left[0]; next.kind == aNumber {
		c.left = c.left[1:]
		if len(next.text) > maxBits/4 {
			return nil
		}
		value, _ := new(big.Rat).SetString(next.text)
		return value
	}
	if c.take("(") == "" {
		return nil
	}
	value := c.sum()
	if c.take(")") == "" {
		return nil
	}
	return value
}
