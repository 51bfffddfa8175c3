package checktestdata

import "fmt"

// expression is a part of a program that has a value.
type expression interface {
	eval(m *machine) (value, error)
}

// constant is a number or a string.
type constant struct{ value value }

func (c *constant) eval(*machine) (value, error) { return c.value, nil }

// variableRef is a reference to a variable, or to an element of one.
type variableRef struct {
	at      Position
	name    string
	slot    int // index in machine.variables
	indices []expression
}

func (p *variableRef) eval(m *machine) (value, error) {
	index, err := m.index(p)
	if err != nil {
		return value{}, err
	}
	v, found := m.variables[p.slot].values[string(index)]
	if !found {
		return value{}, m.fault(p.at, fmt.Errorf("%s is not set", element(p.name, string(index))))
	}
	return v, nil
}

// assign assigns a value.
func (p *variableRef) assign(m *machine, v value) error {
	index, err := m.index(p)
	if err != nil {
		return err
	}
	if err := m.variables[p.slot].set(index, v, &m.memory); err != nil {
		return m.fault(p.at, err)
	}
	return nil
}

// operation is one of + - * / % ^ with its operands.
type operation struct {
	at          Position
	op          byte
	left, right expression
}

func (o *operation) eval(m *machine) (value, error) {
	left, err := o.left.eval(m)
	if err != nil {
		return value{}, err
	}
	right, err := o.right.eval(m)
	if err != nil {
		return value{}, err
	}
	if err := m.spend(cost(o.op, left, right)); err != nil {
		return value{}, err
	}
	result, err := operate(o.op, left, right)
	if err != nil {
		return value{}, m.fault(o.at, err)
	}
	return result, nil
}

// negation is -x.
type negation struct {
	at Position
	of expression
}

func (n *negation) eval(m *machine) (value, error) {
	v, err := n.of.eval(m)
	if err != nil {
		return value{}, err
	}
	if err := m.spend(v.words()); err != nil {
		return value{}, err
	}
	if v, err = negate(v); err != nil {
		return value{}, m.fault(n.at, err)
	}
	return v, nil
}

// length is STRLEN.
type length struct {
	at Position
	of expression
}

func (l *length) eval(m *machine) (value, error) {
	s, err := m.evalString(l.at, "STRLEN", l.of)
	return integer(int64(len(s))), err
}
