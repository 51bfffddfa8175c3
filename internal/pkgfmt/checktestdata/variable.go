package checktestdata

import (
	"cmp"
	"slices"
	"strings"
)

// variable holds the values of a name by their indices; "" means no index.
type variable struct {
	values map[string]value
	// occurs counts the values, nil until INARRAY first needs it.
	occurs map[atom]int
	bytes  int64 // taken from the budget
}

// The memory of an entry of the maps, apart from the texts.
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

// count adds an occurrence, drop removes one. Both return the change of memory.
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

// index prepares the variable for INARRAY.
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

// each visits indices until visit returns false, in a stable order if requested. It reports whether all were
// visited.
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
