package checktestdata

import (
	"context"
	"io"
)

// Bounds says which of its bounds a variable read by INT, FLOAT or FLOATP has reached, over all elements of an
// array.
type Bounds struct {
	Name     string
	Min, Max bool // whether some value was the least or the greatest permitted one
	// Low and High are the permitted bounds, "" if they were not always the same.
	Low, High string
}

// Survey runs the program like Run and returns the bounds of all variables that were read, in the order of the
// program.
func (p *Program) Survey(ctx context.Context, data io.Reader, limits Limits) ([]Bounds, error) {
	m := newMachine(ctx, p.names, data, limits)
	m.reached = make([]reached, p.names)
	if err := m.runAll(p.steps); err != nil {
		return nil, err
	}
	var list []Bounds
	for _, r := range m.reached {
		if r.name == "" {
			continue
		}
		b := Bounds{Name: r.name, Min: r.min, Max: r.max}
		if !r.varying {
			b.Low, b.High = r.low.String(), r.high.String()
		}
		list = append(list, b)
	}
	return list, nil
}

// reached is what is known about the bounds of a variable.
type reached struct {
	name      string // "" until it is read
	min, max  bool
	low, high value // bounds of the first value read
	varying   bool
}

func (r *reached) note(name string, low, v, high value) {
	if r.name == "" {
		r.name, r.low, r.high = name, low, high
	}
	r.min = r.min || equal(low, v)
	r.max = r.max || equal(v, high)
	r.varying = r.varying || !equal(r.low, low) || !equal(r.high, high)
}

func equal(a, b value) bool {
	order, ok := compare(a, b)
	return ok && order == 0
}
