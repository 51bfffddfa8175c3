package yamldoc

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// errShape rejects files whose meaning could change with a change of lines.
var errShape = errors.New("it is written in a way that cannot be changed safely")

// Set replaces the value at a path of keys, or adds the keys, and keeps everything else in the file. The value
// must be a plain scalar. Set fails if the file's form prevents a safe change: it verifies that nothing else
// changed its meaning.
func Set(text []byte, value string, path ...string) ([]byte, error) {
	edited, err := edit(text, value, path)
	if err != nil {
		return nil, err
	}
	before, err := meaning(text)
	if err != nil {
		return nil, err
	}
	after, err := meaning(edited)
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", errShape, err)
	}
	var want any
	if err := unmarshal([]byte(value), &want); err != nil {
		return nil, err
	}
	root, err := Open(edited)
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", errShape, err)
	}
	if written, _ := root.At(path...); written.Raw() != value || !reflect.DeepEqual(with(before, want, path), after) {
		return nil, errShape
	}
	return edited, nil
}

func meaning(text []byte) (content any, err error) {
	err = unmarshal(text, &content)
	return content, err
}

func unmarshal(text []byte, into any, options ...yaml.DecodeOption) (err error) {
	defer guard(&err)
	return yaml.UnmarshalWithOptions(text, into, options...)
}

// with returns a decoded map with another value at a path.
func with(content, value any, path []string) any {
	if len(path) == 0 {
		return value
	}
	m, _ := content.(map[string]any)
	changed := maps.Clone(m)
	if changed == nil {
		changed = map[string]any{}
	}
	changed[path[0]] = with(m[path[0]], value, path[1:])
	return changed
}

// edit changes only the line of the value.
func edit(text []byte, value string, path []string) ([]byte, error) {
	root, err := Open(text)
	if err != nil {
		return nil, err
	}
	e := Edit(text)
	if err := e.set(root, value, path); err != nil {
		return nil, err
	}
	return e.Bytes(), nil
}

func (e *Editor) set(root Value, value string, path []string) error {
	at := root
	for i, key := range path {
		fields := at.Entries()
		found := slices.IndexFunc(fields, func(f *Field) bool { return f.Key == key })
		if found < 0 {
			return e.add(root, at, path, i, value)
		}
		next := fields[found]
		if next.Value.Kind() == Null && i < len(path)-1 {
			if next.Value.Raw() != "" && strings.Contains(e.Line(next.Name.Line()), ": "+next.Value.Raw()) {
				return fmt.Errorf("%s is not a map", key)
			}
			margin := next.Name.Column() - 1 + Step
			e.Insert(next.Name.Line(), nested(path[i+1:], value, margin)...)
			return nil
		}
		at = next.Value
	}
	return e.replace(at, value)
}

// add writes the keys of a path from one on, which the enclosing map lacks.
func (e *Editor) add(root, parent Value, path []string, from int, value string) error {
	if parent.Kind() == Map && parent.InBrackets() && !parent.shared {
		return e.addInBraces(parent, nested(path[from:], value, 0))
	}
	if parent.Kind() != Map || parent.shared {
		return fmt.Errorf("%s is not written as a map of its own", cmp.Or(strings.Join(path[:from], "."), "the file"))
	}
	first := parent.Entries()[0].Name
	if from == 0 {
		e.Trim()
		e.Insert(e.Len(), nested(path, value, first.Column()-1)...)
		return nil
	}
	key, _ := root.entry(path[:from])
	e.Insert(key.Name.Line(), nested(path[from:], value, first.Column()-1)...)
	return nil
}

// entry returns the field at a path.
func (v Value) entry(path []string) (*Field, bool) {
	above, found := v.At(path[:len(path)-1]...)
	if !found {
		return nil, false
	}
	fields := above.Entries()
	i := slices.IndexFunc(fields, func(f *Field) bool { return f.Key == path[len(path)-1] })
	if i < 0 {
		return nil, false
	}
	return fields[i], true
}

// nested writes nested keys, with a value for the last.
func nested(keys []string, value string, margin int) []string {
	var lines []string
	for i, key := range keys {
		text := strings.Repeat(" ", margin+i*Step) + Scalar(key) + ":"
		if i == len(keys)-1 {
			text += " " + value
		}
		lines = append(lines, text)
	}
	return lines
}

// split cuts the line of a value into the text before it and the rest.
func (e *Editor) split(v Value, want string) (before, rest string, err error) {
	if v.Line() == 0 || v.Line() > e.Len() {
		return "", "", errShape
	}
	line, column := e.Line(v.Line()), 0
	for i := range line {
		if column++; column == v.Column() && strings.HasPrefix(line[i:], want) {
			return line[:i], line[i:], nil
		}
	}
	return "", "", errShape
}

// replace replaces a plain scalar.
func (e *Editor) replace(old Value, value string) error {
	before, rest, err := e.split(old, old.Raw())
	if err != nil || old.Raw() == "" || old.shared {
		return fmt.Errorf("%s is not written as a plain value", old.Path())
	}
	e.SetLine(old.Line(), before+value+strings.TrimPrefix(rest, old.Raw()))
	return nil
}

// addInBraces adds an entry to a map in braces.
func (e *Editor) addInBraces(m Value, entry []string) error {
	before, rest, err := e.split(m, "{")
	if err != nil || len(entry) > 1 {
		return errShape
	}
	if len(m.Entries()) > 0 {
		entry[0] += ", "
	}
	e.SetLine(m.Line(), before+"{"+entry[0]+rest[1:])
	return nil
}
