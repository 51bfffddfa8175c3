package event

import "reflect"

// Kinds has one event of each kind.
func Kinds() []Event { return kinds() }

// Field is a field of an object as it is written.
type Field struct {
	Name     string
	Type     reflect.Type
	Optional bool
}

// Fields are those of an object in the order in which they are written, but for the name of an event.
func Fields(object any) []Field {
	var c codec
	var fields []Field
	t := reflect.TypeOf(object)
	for _, m := range c.shape(t) {
		if m.old {
			continue
		}
		fields = append(fields, Field{m.name, t.FieldByIndex(m.index).Type, m.optional})
	}
	if d, ok := object.(deriver); ok {
		fields = append(fields, Fields(d.derived())...)
	}
	return fields
}
