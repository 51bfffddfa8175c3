package language

import (
	"errors"
	"fmt"
	"reflect"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/base/yamldoc"
)

// ConfigError is a fault in a languages file.
type ConfigError struct {
	File    string
	Line    int // from 1; 0 means the whole file
	Message string
	Help    string // the remedy, or ""
}

func (e *ConfigError) Error() string {
	text := e.File + ": "
	if e.Line > 0 {
		text = fmt.Sprintf("%s:%d: ", e.File, e.Line)
	}
	text += e.Message
	if e.Help != "" {
		text += " (" + e.Help + ")"
	}
	return text
}

var validID = lazyregexp.New(`^[a-z][a-z0-9-]*$`)

// reader reads a languages file into a table and collects faults.
type reader struct {
	table  *Table
	own    Rows
	fields []field
	faults []error
}

// field is a key of a row and the index of its struct field.
type field struct {
	key   string
	index []int
}

// merge overlays the table with rows of a file with this text. A faulty file leaves the table in an undefined state.
func (t *Table) merge(own Rows, text []byte) error {
	r := &reader{table: t, own: own, fields: rowFields()}
	if root, ok := yamldoc.Parse(own.File, text, r.yamlFault); ok {
		if own.Key == "" {
			r.read(root)
		} else if keys, ok := root.Mapping(); ok {
			if rows, ok := keys.Take(own.Key); ok {
				r.read(rows)
			}
			if libraries, ok := keys.Take(own.Libraries); ok && own.Libraries != "" {
				r.readLibraries(libraries)
			}
		}
	}
	return errors.Join(r.faults...)
}

func (r *reader) fault(line int, help, format string, args ...any) {
	r.faults = append(r.faults, &ConfigError{File: r.own.File, Line: line, Message: fmt.Sprintf(format, args...), Help: help})
}

func (r *reader) yamlFault(f yamldoc.Fault) {
	if !f.Warning {
		r.fault(f.Line, f.Help, "%s", f.Message)
	}
}

func (r *reader) read(root yamldoc.Value) {
	rows, ok := root.Mapping()
	if !ok {
		return
	}
	type placed struct {
		row   *Language
		lines map[string]int
		line  int
	}
	var read []placed
	added := 0
	for _, entry := range rows.Rest() {
		row, lines := r.row(entry)
		if row == nil {
			continue
		}
		if r.table.set(row, added) {
			added++
		}
		read = append(read, placed{row, lines, entry.Name.Line()})
	}
	for _, p := range read {
		for _, f := range r.table.check(p.row) {
			at, found := p.lines[f.key]
			if !found {
				at = p.line
			}
			r.fault(at, f.help, "%s.%s", p.row.ID, f.message)
		}
	}
}

// row reads one row over the one with the same ID. It also returns the lines of the row's keys. It returns nil for a
// faulty row.
func (r *reader) row(entry *yamldoc.Field) (*Language, map[string]int) {
	id := entry.Key
	if !validID().MatchString(id) {
		r.fault(entry.Name.Line(), "use the code of the ICPC list, or small letters, digits and dashes", "%q cannot be an ID", id)
		return nil, nil
	}
	row := &Language{ID: id, Code: id, Needs: Needs{TimeMultiplier: 1, MemoryMultiplier: 1}}
	if known, found := r.table.Lookup(id); found {
		copied := *known
		row = &copied
	}
	before := len(r.faults)
	keys, ok := entry.Value.Mapping()
	if !ok {
		return nil, nil
	}
	lines := map[string]int{}
	for _, f := range r.fields {
		value, something := keys.Take(f.key)
		given := keys.Find(f.key)
		if given == nil {
			continue
		}
		lines[f.key] = given.Name.Line()
		// A key replaces the value of the built-in row: lists and maps are not merged, and null removes the value.
		into := reflect.ValueOf(row).Elem().FieldByIndex(f.index)
		into.SetZero()
		if something {
			value.Decode(into.Addr().Interface())
		}
	}
	row.Libraries = r.own.placed(row.Libraries)
	keys.Finish(nil)
	if len(r.faults) > before {
		return nil, nil
	}
	return row, lines
}

// rowFields returns the keys of rows.
func rowFields() []field {
	var fields []field
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Language]()) {
		if key := f.Tag.Get("yaml"); key != "-" && !f.Anonymous {
			fields = append(fields, field{key, f.Index})
		}
	}
	return fields
}
