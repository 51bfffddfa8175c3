package checktestdata

import (
	"fmt"
	"strings"
)

// test is a part of a program that is true or false.
type test interface {
	holds(m *machine) (bool, error)
}

// not is !.
type not struct{ test test }

func (n *not) holds(m *machine) (bool, error) {
	holds, err := n.test.holds(m)
	return !holds, err
}

// both is &&, either is ||. The right operand is evaluated only if the left one does not decide.
type (
	both   struct{ left, right test }
	either struct{ left, right test }
)

func (b *both) holds(m *machine) (bool, error) {
	if holds, err := b.left.holds(m); err != nil || !holds {
		return false, err
	}
	return b.right.holds(m)
}

func (e *either) holds(m *machine) (bool, error) {
	if holds, err := e.left.holds(m); err != nil || holds {
		return holds, err
	}
	return e.right.holds(m)
}

// comparison is one of < > <= >= == !=.
type comparison struct {
	at          Position
	op          string
	left, right expression
}

// opposite maps each comparison to its negation.
var opposite = map[string]string{"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}

func (c *comparison) holds(m *machine) (bool, error) {
	left, err := c.left.eval(m)
	if err != nil {
		return false, err
	}
	right, err := c.right.eval(m)
	if err != nil {
		return false, err
	}
	if err := m.spend(max(left.words(), right.words())); err != nil {
		return false, err
	}
	order, ok := compare(left, right)
	if !ok {
		return false, m.fault(c.at, fmt.Errorf("cannot compare %v %s %v: want two numbers or two strings", left, c.op, right))
	}
	holds := compares(c.op, order)
	if m.explaining {
		op := c.op
		if !holds {
			op = opposite[op]
		}
		m.found = fmt.Sprintf("%v %s %v", left, op, right)
	}
	return holds, nil
}

func compares(op string, order int) bool {
	switch op {
	case "<":
		return order < 0
	case ">":
		return order > 0
	case "<=":
		return order <= 0
	case ">=":
		return order >= 0
	case "==":
		return order == 0
	default:
		return order != 0
	}
}

// isEOF is ISEOF.
type isEOF struct{}

func (isEOF) holds(m *machine) (bool, error) {
	m.explain(m.input.describe)
	return m.input.peek(0) < 0, m.readFailure()
}

// match is MATCH: does the next character occur in the string?
type match struct {
	at Position
	in expression
}

func (t *match) holds(m *machine) (bool, error) {
	s, err := m.evalString(t.at, "MATCH", t.in)
	if err != nil {
		return false, err
	}
	if err := m.spend(int64(len(s)/64) + 1); err != nil {
		return false, err
	}
	m.explain(m.input.describe)
	c := m.input.peek(0)
	return c >= 0 && strings.IndexByte(s, byte(c)) >= 0, m.readFailure()
}

// unique is UNIQUE: are no two tuples of values at the same indices equal?
type unique struct {
	names []*variableRef
}

func (u *unique) holds(m *machine) (bool, error) {
	for _, p := range u.names {
		if len(m.variables[p.slot].values) == 0 {
			return false, m.fault(p.at, fmt.Errorf("%s is not set", p.name))
		}
	}
	if holds, err := u.sameIndices(m); err != nil || !holds {
		return false, err
	}
	// The order in which equal tuples are found matters only for explanations, which justify the memory for
	// sorting.
	first := &m.variables[u.names[0].slot]
	seen := map[string]string{}
	var taken int64
	defer func() { m.memory.give(taken) }()
	var same [2]string
	visit := func(index string) (bool, error) {
		if err := m.spend(int64(len(u.names))); err != nil {
			return false, err
		}
		var tuple strings.Builder
		for _, p := range u.names {
			a := m.variables[p.slot].values[index].atom()
			fmt.Fprintf(&tuple, "%d %d %s", a.n, len(a.s), a.s)
		}
		need := valueBytes + int64(tuple.Len())
		if err := m.memory.take(need); err != nil {
			return false, m.fault(u.names[0].at, err)
		}
		taken += need
		other, found := seen[tuple.String()]
		if found {
			same = [2]string{other, index}
			return false, nil
		}
		seen[tuple.String()] = index
		return true, nil
	}
	holds, err := first.each(m.explaining, visit)
	m.explain(func() string { return u.found(m, holds, same) })
	return holds, err
}

// sameIndices reports whether all variables have values at the same indices.
func (u *unique) sameIndices(m *machine) (bool, error) {
	first := u.names[0]
	for _, p := range u.names[1:] {
		a, b := &m.variables[first.slot], &m.variables[p.slot]
		if len(a.values) < len(b.values) {
			a, b = b, a
		}
		all, err := a.each(m.explaining, func(index string) (bool, error) {
			_, found := b.values[index]
			if !found {
				m.explain(func() string {
					return fmt.Sprintf("only one of %s and %s", element(first.name, index), element(p.name, index))
				})
			}
			return found, m.spend(1)
		})
		if err != nil || !all {
			return false, err
		}
	}
	return true, nil
}

// found explains what made the test true or false.
func (u *unique) found(m *machine, holds bool, same [2]string) string {
	var elements, values []string
	for _, p := range u.names {
		elements = append(elements, p.name)
		if !holds {
			values = append(values, m.variables[p.slot].values[same[0]].String())
		}
	}
	names := strings.Join(elements, ", ")
	if holds {
		return "all of " + names + " different"
	}
	return fmt.Sprintf("%s equal at [%s] and [%s]: %s", names, same[0], same[1], strings.Join(values, ", "))
}

// inArray is INARRAY: does a value occur in a variable?
type inArray struct {
	of    expression
	array *variableRef
}

func (t *inArray) holds(m *machine) (bool, error) {
	x, err := t.of.eval(m)
	if err != nil {
		return false, err
	}
	v := &m.variables[t.array.slot]
	if len(v.values) == 0 {
		return false, m.fault(t.array.at, fmt.Errorf("%s is not set", t.array.name))
	}
	if v.occurs == nil {
		if err := m.spend(int64(len(v.values))); err != nil {
			return false, err
		}
		if err := v.index(&m.memory); err != nil {
			return false, m.fault(t.array.at, err)
		}
	}
	if err := m.spend(x.words()); err != nil {
		return false, err
	}
	holds := v.occurs[x.atom()] > 0
	m.explain(func() string {
		if holds {
			return fmt.Sprintf("%v in %s", x, t.array.name)
		}
		return fmt.Sprintf("%v not in %s", x, t.array.name)
	})
	return holds, nil
}
