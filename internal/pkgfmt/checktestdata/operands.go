package checktestdata

import (
	"slices"
	"strings"
)

// operand is a part of an expression or a test. The same functions read both, since an opening bracket does not
// show which one follows; either value or test is set.
type operand struct {
	at     Position
	value  expression
	test   test
	height int // nesting of operations
}

// levels are the operators by precedence, lowest first. All of a level bind from the left.
var levels = [][]string{
	{"&&", "||"},
	{"<", ">", "<=", ">=", "==", "!="},
	{"+", "-"},
	{"*", "/", "%"},
	{"^"},
}

const (
	logical = iota
	comparing
	adding
	multiplying
	raising
)

func (p *parser) expression() expression {
	return p.value(p.operation(adding)).value
}

func (p *parser) test() test {
	o := p.operation(logical)
	if o.test == nil {
		p.failAt(o.at, "want a test, found a value")
	}
	return o.test
}

// value requires a value.
func (p *parser) value(o operand) operand {
	if o.value == nil {
		p.failAt(o.at, "want a value, found a test")
	}
	return o
}

// operation reads operands and the operators between them with the precedence of a level or higher.
func (p *parser) operation(level int) operand {
	left := p.operand()
	for {
		own := p.level()
		if own < level {
			return left
		}
		op := p.token
		p.advance()
		left = p.combine(op, own, left, p.operation(own+1))
	}
}

// level is the level of the next token, -1 if it is not an operator.
func (p *parser) level() int {
	if p.token.kind != aSymbol {
		return -1
	}
	return slices.IndexFunc(levels, func(ops []string) bool { return slices.Contains(ops, p.token.text) })
}

func (p *parser) combine(op token, level int, left, right operand) operand {
	o := operand{at: left.at, height: p.above(left, right)}
	if level == logical {
		for _, side := range []operand{left, right} {
			if side.test == nil {
				p.failAt(side.at, "want a test beside %s, found a value", op)
			}
		}
		if op.text == "&&" {
			o.test = &both{left.test, right.test}
		} else {
			o.test = &either{left.test, right.test}
		}
		return o
	}
	p.value(left)
	p.value(right)
	if level == comparing {
		o.test = &comparison{op.at, op.text, left.value, right.value}
	} else {
		o.value = folded(&operation{op.at, op.text[0], left.value, right.value})
	}
	return o
}

// above is the height of an operation on operands.
func (p *parser) above(operands ...operand) int {
	height := 0
	for _, o := range operands {
		height = max(height, o.height)
	}
	if height++; height > maxDepth {
		p.fail("more than %d nested operations", maxDepth)
	}
	return height
}

// folded computes an operation on constants. If that is expensive or fails, it leaves it to the run.
func folded(o *operation) expression {
	left, ok := o.left.(*constant)
	if !ok {
		return o
	}
	right, ok := o.right.(*constant)
	if !ok {
		return o
	}
	size := left.value.bits() + right.value.bits()
	if o.op == '^' {
		if right.value.x != nil || right.value.n > foldedBits {
			return o
		}
		size = left.value.bits() * right.value.n
	}
	if size > foldedBits {
		return o
	}
	v, err := operate(o.op, left.value, right.value)
	if err != nil {
		return o
	}
	return &constant{v}
}

// operand reads one operand of an operator.
func (p *parser) operand() operand {
	defer p.nest()()
	t := p.token
	switch {
	case t.kind == aNumber || t.kind == aString:
		p.advance()
		return operand{at: t.at, value: p.constant(t)}
	case t.kind == aName:
		return operand{at: t.at, value: p.place()}
	case t.kind == aWord:
		p.advance()
		return p.function(t)
	case p.accept("("):
		o := p.operation(logical)
		p.expect(")")
		o.at = t.at
		return o
	case p.accept("-"):
		return p.negation(t)
	case p.accept("!"):
		// In the original's grammar ! applies to all that follows.
		o := p.operation(logical)
		if o.test == nil {
			p.failAt(o.at, "want a test after !, found a value")
		}
		return operand{at: t.at, test: &not{o.test}, height: p.above(o)}
	}
	p.fail("want a value, found %s", t)
	return operand{}
}

// negation reads the operand of a minus: -a*b is (-a)*b, but -a^b is -(a^b).
func (p *parser) negation(minus token) operand {
	of := p.value(p.operation(raising))
	o := operand{at: minus.at, height: p.above(of)}
	if c, ok := of.value.(*constant); ok && c.value.bits() <= foldedBits {
		if v, err := negate(c.value); err == nil {
			o.value = &constant{v}
			return o
		}
	}
	o.value = &negation{minus.at, of.value}
	return o
}

// constant reads a number or a string.
func (p *parser) constant(t token) *constant {
	if t.kind == aString {
		return &constant{value{x: t.text}}
	}
	var v value
	var err error
	switch isFloat := strings.ContainsAny(t.text, ".eE"); {
	case isFloat:
		v, err = parseFloat(t.text)
	case len(t.text) > 1 && t.text[0] == '0':
		p.failAt(t.at, "the integer %s has a leading zero", source(t.text))
	default:
		v, err = parseInteger(t.text)
	}
	if err != nil {
		p.failAt(t.at, "%v", err)
	}
	return &constant{v}
}

// function reads the arguments of a word that is a test or has a value.
func (p *parser) function(t token) operand {
	o := operand{at: t.at, height: 1}
	if t.text == "ISEOF" {
		o.test = isEOF{}
		return o
	}
	if !slices.Contains([]string{"STRLEN", "MATCH", "UNIQUE", "INARRAY"}, t.text) {
		p.failAt(t.at, "want a value or a test, found %s", t)
	}
	p.expect("(")
	switch t.text {
	case "STRLEN":
		of := p.value(p.operation(adding))
		o.value, o.height = &length{t.at, of.value}, p.above(of)
	case "MATCH":
		of := p.value(p.operation(adding))
		o.test, o.height = &match{t.at, of.value}, p.above(of)
	case "UNIQUE":
		o.test = &unique{p.names()}
	case "INARRAY":
		of := p.value(p.operation(adding))
		p.expect(",")
		o.test, o.height = &inArray{of.value, p.name()}, p.above(of)
	}
	p.expect(")")
	return o
}
