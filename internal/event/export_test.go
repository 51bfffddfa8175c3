package event

import "reflect"

// Kinds has one event of each kind.
func Kinds() []Event { return kinds() }

// FieldNames are the fields of an event besides its name.
func FieldNames(e Event) []string {
	var c codec
	var names []string
	for _, m := range c.shape(reflect.TypeOf(e)) {
		names = append(names, m.name)
	}
	if d, ok := e.(deriver); ok {
		for _, m := range c.shape(reflect.TypeOf(d.derived())) {
			names = append(names, m.name)
		}
	}
	return names
}
