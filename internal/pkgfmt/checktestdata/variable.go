package checktestdata

import (
	"cmp"
	"slices"
	"strings"
)

// variable has the values of a name, each at its indices; "" stands for none.
type variable struct {
	values map[string]value
	// occurs counts the values, nil until INARRAY first asks for one.
	occurs map[atom]int
	bytes  int64 // taken from the budget
}

// What an entry of the maps takes, beside the texts.
const (
	valueBytes = 88
	atomBytes  = 64
)

func (v *variable) set(index []byte, x value, memory *budget) error {
	old, found := v.values[string(index)]
	need := x.bytes() - old.bytes()
	if !found {
		need += valueBytes + int64(len(index))
	}
	if v.occurs != nil {
		if found {
			need -= v.drop(old.atom())
		}
		need += v.count(x.atom())
	}
	if err := memory.take(need); err != nil {
		return err
	}
	v.bytes += need
	if v.values == nil {
		v.values = map[string]value{}
	}
	v.values[string(index)] = x
	return nil
}

// count adds an occurrence, drop takes one away. Both return the memory that this takes or gives.
func (v *variable) count(a atom) int64 {
	v.occurs[a]++
	if v.occurs[a] > 1 {
		return 0
	}
	return atomBytes + int64(len(a.s))
}

func (v *variable) drop(a atom) int64 {
	v.occurs[a]--
	if v.occurs[a] > 0 {
		return 0
	}
	delete(v.occurs, a)
	return atomBytes + int64(len(a.s))
}

// index prepares the variable for questions whether a value occurs.
func (v *variable) index(memory *budget) error {
	v.occurs = map[atom]int{}
	for _, x := range v.values {
		need := v.count(x.atom())
		if err := memory.take(need); err != nil {
			return err
		}
		v.bytes += need
	}
	return nil
}

func (v *variable) unset(memory *budget) {
	memory.give(v.bytes)
	*v = variable{}
}

// indices returns the indices in a stable order, for messages.
func (v *variable) indices() []string {
	list := make([]string, 0, len(v.values))
	for index := range v.values {
		list = append(list, index)
	}
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	})
	return list
}

// element names a value of a variable: "x", "x[1,2]".
func element(name, index string) string {
	if index == "" {
		return name
	}
	return name + "[" + index + "]"
}

// each visits indices until one is refused, in a stable order if that is asked for. It tells whether none was.
func (v *variable) each(ordered bool, visit func(index string) (bool, error)) (bool, error) {
	if ordered {
		for _, index := range v.indices() {
			if ok, err := visit(index); err != nil || !ok {
				return false, err
			}
		}
		return true, nil
	}
	for index := range v.values {
		if ok, err := visit(index); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}
