package laboratory

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/hint"
)

// Bounds of expressions.
const (
	maxText  = 1000  // bytes of an expression
	maxDepth = 100   // nesting of expressions
	maxWord  = 10000 // bytes of a constructed word
)

// Expression is a formula over names.
type Expression struct {
	text string
	node
}

// node is a part of an expression.
type node struct {
	kind Kind
	eval func(*evaluation) Value
}

// evaluation is the evaluation of an expression. It keeps the first error; later values are meaningless.
type evaluation struct {
	text  string
	names map[string]Value
	wrong *ExpressionError
}

func (e *evaluation) fail(at int, format string, args ...any) Value {
	if e.wrong == nil {
		e.wrong = &ExpressionError{Text: e.text, At: at, Message: fmt.Sprintf(format, args...)}
	}
	return number(0)
}

// Kind is the kind of the expression's value.
func (x *Expression) Kind() Kind { return x.kind }

// Value evaluates the expression. The error is an *ExpressionError.
func (x *Expression) Value(names map[string]Value) (Value, error) {
	e := &evaluation{text: x.text, names: names}
	value := x.eval(e)
	if e.wrong != nil {
		return Value{}, e.wrong
	}
	return value, nil
}

// Parse reads an expression over names of the given kinds:
//
//	expression = or [ "?" expression ":" expression ]
//	or         = and { "or" and }
//	and        = not { "and" not }
//	not        = "not" not | comparison
//	comparison = xor ( { ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) xor } | [ "not" ] "in" "{" expression { "," expression } "}" )
//	xor        = sum { "xor" sum }
//	sum        = product { ( "+" | "-" ) product }
//	product    = sign { ( "*" | "/" | "mod" | "div" ) sign }
//	sign       = "-" sign | power
//	power      = atom [ "**" sign ]
//	atom       = number | text | name | name "(" expression { "," expression } ")" | "(" expression ")"
//
// The error is an *ExpressionError.
func Parse(text string, names map[string]Kind) (*Expression, error) {
	p, err := newParser(text, names)
	if err != nil {
		return nil, err
	}
	return p.whole()
}

// parser reads an expression. It panics with an *ExpressionError at the first fault.
type parser struct {
	text   string
	tokens []token
	names  map[string]Kind
	// words are names that stand for a text.
	words map[string]string
	depth int
}

func newParser(text string, names map[string]Kind) (*parser, error) {
	if len(text) > maxText {
		return nil, &ExpressionError{Text: text, Message: fmt.Sprintf("it has more than %d bytes", maxText)}
	}
	tokens, err := scan(text)
	return &parser{text: text, tokens: tokens, names: names}, err
}

// whole reads the rest as one expression.
func (p *parser) whole() (x *Expression, err error) {
	defer func() {
		if met := recover(); met != nil {
			wrong, ours := met.(*ExpressionError)
			if !ours {
				panic(met)
			}
			err = wrong
		}
	}()
	n := p.expression()
	if t := p.tokens[0]; t.kind != endToken {
		p.fail(t.at, "", "want an operator or the end before %s", t.shown())
	}
	return &Expression{p.text, n}, nil
}

func (p *parser) fail(at int, help, format string, args ...any) {
	panic(&ExpressionError{Text: p.text, At: at, Message: fmt.Sprintf(format, args...), Help: help})
}

// shown is the token as messages show it.
func (t token) shown() string {
	if t.kind == endToken {
		return "the end"
	}
	return strconv.Quote(t.text)
}

// next consumes a token.
func (p *parser) next() token {
	t := p.tokens[0]
	if t.kind != endToken {
		p.tokens = p.tokens[1:]
	}
	return t
}

// take consumes the next token if it is one of some signs.
func (p *parser) take(signs ...string) (token, bool) {
	if t := p.tokens[0]; t.kind == signToken && slices.Contains(signs, t.text) {
		return p.next(), true
	}
	return token{}, false
}

func (p *parser) want(sign string) {
	if _, found := p.take(sign); !found {
		p.fail(p.tokens[0].at, "", "want %q before %s", sign, p.tokens[0].shown())
	}
}

// must requires a kind of a part that begins at a position.
func (p *parser) must(n node, kind Kind, at int) node {
	if n.kind != kind {
		p.fail(at, "", "want %s, this is %s", kind, n.kind)
	}
	return n
}

// read reads a part that must be of a kind.
func (p *parser) read(kind Kind, part func() node) node {
	at := p.tokens[0].at
	return p.must(part(), kind, at)
}

func (p *parser) expression() node {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.tokens[0].at, "", "more than %d expressions within each other", maxDepth)
	}
	defer func() { p.depth-- }()
	at := p.tokens[0].at
	condition := p.or()
	if _, found := p.take("?"); !found {
		return condition
	}
	p.must(condition, Truth, at)
	yes := p.expression()
	p.want(":")
	no := p.read(yes.kind, p.expression)
	return node{yes.kind, func(e *evaluation) Value {
		if condition.eval(e).isTrue() {
			return yes.eval(e)
		}
		return no.eval(e)
	}}
}

func (p *parser) or() node {
	return p.joined("or", p.and, true)
}

func (p *parser) and() node {
	return p.joined("and", p.not, false)
}

// joined reads truth values with a sign between them. As soon as one of them decides, the others are not
// evaluated.
func (p *parser) joined(sign string, part func() node, decides bool) node {
	at := p.tokens[0].at
	left := part()
	for {
		if _, found := p.take(sign); !found {
			return left
		}
		before := p.must(left, Truth, at)
		after := p.read(Truth, part)
		left = node{Truth, func(e *evaluation) Value {
			if first := before.eval(e); first.isTrue() == decides {
				return first
			}
			return after.eval(e)
		}}
	}
}

func (p *parser) not() node {
	if _, found := p.take("not"); !found {
		return p.comparison()
	}
	if p.depth++; p.depth > maxDepth {
		p.fail(p.tokens[0].at, "", "more than %d expressions within each other", maxDepth)
	}
	defer func() { p.depth-- }()
	denied := p.read(Truth, p.not)
	return node{Truth, func(e *evaluation) Value { return truth(!denied.eval(e).isTrue()) }}
}

// comparisons are the comparisons of two numbers.
var comparisons = map[string]func(order int) bool{
	"<": func(order int) bool { return order < 0 }, "<=": func(order int) bool { return order <= 0 },
	">": func(order int) bool { return order > 0 }, ">=": func(order int) bool { return order >= 0 },
	"==": func(order int) bool { return order == 0 }, "!=": func(order int) bool { return order != 0 },
}

// comparison reads a chain such as 0 < a <= b, or a test for membership in a set.
func (p *parser) comparison() node {
	at := p.tokens[0].at
	first := p.xor()
	if n, found := p.membership(first); found {
		return n
	}
	parts := []node{first}
	var holds []func(int) bool
	for {
		sign, found := p.take("==", "!=", "<", "<=", ">", ">=")
		if !found {
			break
		}
		if len(holds) == 0 && sign.text != "==" && sign.text != "!=" {
			p.must(first, Number, at)
		}
		kind := first.kind
		if sign.text != "==" && sign.text != "!=" {
			kind = Number
		}
		parts, holds = append(parts, p.read(kind, p.xor)), append(holds, comparisons[sign.text])
	}
	if len(holds) == 0 {
		return first
	}
	return node{Truth, func(e *evaluation) Value {
		before := parts[0].eval(e)
		for i, holds := range holds {
			after := parts[i+1].eval(e)
			if !holds(compare(before, after)) {
				return truth(false)
			}
			before = after
		}
		return truth(true)
	}}
}

// compare orders two values of a kind.
func compare(a, b Value) int {
	return cmp.Or(cmp.Compare(a.Number, b.Number), strings.Compare(a.Word, b.Word))
}

// membership reads the rest of a test for membership in a set.
func (p *parser) membership(one node) (node, bool) {
	denied := false
	if t := p.tokens[0]; t.kind == signToken && t.text == "not" {
		p.next()
		denied = true
	}
	if _, found := p.take("in"); !found {
		if denied {
			p.fail(p.tokens[0].at, "", `want "in" before %s`, p.tokens[0].shown())
		}
		return node{}, false
	}
	p.want("{")
	var members []node
	for len(members) == 0 || p.more() {
		members = append(members, p.read(one.kind, p.expression))
	}
	p.want("}")
	return node{Truth, func(e *evaluation) Value {
		value := one.eval(e)
		among := slices.ContainsFunc(members, func(m node) bool { return m.eval(e) == value })
		return truth(among != denied)
	}}, true
}

// more consumes a comma.
func (p *parser) more() bool {
	_, found := p.take(",")
	return found
}

func (p *parser) xor() node {
	at := p.tokens[0].at
	left := p.sum()
	for {
		sign, found := p.take("xor")
		if !found {
			return left
		}
		before := left
		if before.kind == Word {
			p.must(before, Number, at)
		}
		after := p.read(before.kind, p.sum)
		if before.kind == Truth {
			left = node{Truth, func(e *evaluation) Value { return truth(before.eval(e) != after.eval(e)) }}
			continue
		}
		left = node{Number, func(e *evaluation) Value {
			a, b := before.eval(e).Number, after.eval(e).Number
			if !isWhole(a) || !isWhole(b) || a < 0 || b < 0 {
				return e.fail(sign.at, "%v xor %v: want whole numbers that are not negative", a, b)
			}
			return number(float64(uint64(a) ^ uint64(b)))
		}}
	}
}

func (p *parser) sum() node { return p.chain(p.product, "+", "-") }

func (p *parser) product() node { return p.chain(p.sign, "*", "/", "mod", "div") }

// chain reads numbers with signs between them, from left to right.
func (p *parser) chain(part func() node, signs ...string) node {
	at := p.tokens[0].at
	left := part()
	for {
		sign, found := p.take(signs...)
		if !found {
			return left
		}
		before := left
		if before.kind == Word && sign.text == "*" {
			left = p.repeated(before, p.read(Number, part), sign.at)
			continue
		}
		p.must(before, Number, at)
		after := p.read(Number, part)
		left = node{Number, func(e *evaluation) Value {
			return e.calculate(sign, before.eval(e).Number, after.eval(e).Number)
		}}
	}
}

// repeated repeats a word a number of times.
func (p *parser) repeated(what, times node, at int) node {
	return node{Word, func(e *evaluation) Value {
		text, n := what.eval(e).Word, times.eval(e).Number
		if !isWhole(n) || n < 0 || n*float64(len(text)) > maxWord {
			return e.fail(at, "%v times: want a whole number from 0 to what makes %d bytes", n, maxWord)
		}
		return word(strings.Repeat(text, int(n)))
	}}
}

// calculate applies a sign.
func (e *evaluation) calculate(sign token, a, b float64) Value {
	var c float64
	switch sign.text {
	case "+":
		c = a + b
	case "-":
		c = a - b
	case "*":
		c = a * b
	case "**":
		c = math.Pow(a, b)
	default:
		if b == 0 {
			return e.fail(sign.at, "%v is divided by 0", a)
		}
		switch c = a / b; sign.text {
		case "div":
			c = math.Floor(c)
		case "mod":
			// The remainder has the sign of the divisor.
			if c = math.Mod(a, b); c != 0 && (c < 0) != (b < 0) {
				c += b
			}
		}
	}
	return e.finite(sign.at, c)
}

// finite rejects infinities and NaN.
func (e *evaluation) finite(at int, n float64) Value {
	if math.IsInf(n, 0) || math.IsNaN(n) {
		return e.fail(at, "what comes of it is too large, or no number")
	}
	return number(n + 0) // turns -0 into 0
}

func (p *parser) sign() node {
	minus, found := p.take("-")
	if !found {
		return p.power()
	}
	if p.depth++; p.depth > maxDepth {
		p.fail(minus.at, "", "more than %d expressions within each other", maxDepth)
	}
	defer func() { p.depth-- }()
	n := p.read(Number, p.sign)
	return node{Number, func(e *evaluation) Value { return number(0 - n.eval(e).Number) }}
}

func (p *parser) power() node {
	at := p.tokens[0].at
	base := p.atom()
	sign, found := p.take("**")
	if !found {
		return base
	}
	p.must(base, Number, at)
	if p.depth++; p.depth > maxDepth {
		p.fail(sign.at, "", "more than %d expressions within each other", maxDepth)
	}
	defer func() { p.depth-- }()
	exponent := p.read(Number, p.sign)
	return node{Number, func(e *evaluation) Value { return e.calculate(sign, base.eval(e).Number, exponent.eval(e).Number) }}
}

func (p *parser) atom() node {
	t := p.next()
	switch {
	case t.kind == numberToken:
		n, err := strconv.ParseFloat(t.text, 64)
		if err != nil {
			p.fail(t.at, "", "the number is too large")
		}
		return constant(number(n))
	case t.kind == textToken:
		return constant(word(t.text))
	case t.kind == nameToken:
		if _, found := p.take("("); found {
			return p.call(t)
		}
		return p.name(t)
	case t.kind == signToken && t.text == "(":
		n := p.expression()
		p.want(")")
		return n
	}
	p.fail(t.at, "", "want a number, a name or a bracket before %s", t.shown())
	return node{}
}

func constant(value Value) node {
	return node{value.Kind, func(*evaluation) Value { return value }}
}

// constants are names with the same meaning everywhere.
var constants = map[string]Value{"phi": number(math.Phi), "true": truth(true), "false": truth(false)}

func (p *parser) name(t token) node {
	if kind, found := p.names[t.text]; found {
		return node{kind, func(e *evaluation) Value { return e.names[t.text] }}
	}
	if text, found := p.words[t.text]; found {
		return constant(word(text))
	}
	if value, found := constants[t.text]; found {
		return constant(value)
	}
	known := slices.Sorted(maps.Keys(p.names))
	if _, found := functions[t.text]; found {
		p.fail(t.at, t.text+"(…)", "%s is a function", t.text)
	}
	help := "there are " + strings.Join(known, ", ")
	if meant := hint.Nearest(t.text, slices.Concat(known, slices.Sorted(maps.Keys(functions)))); meant != "" {
		help = "did you mean " + meant + "?"
	}
	p.fail(t.at, help, "there is no %q here", t.text)
	return node{}
}
