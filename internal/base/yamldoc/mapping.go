package yamldoc

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/goccy/go-yaml/ast"
)

// Mapping is a YAML map. Its reader takes the keys it knows and then calls Finish, which reports the others.
type Mapping struct {
	Value
	fields []*Field
	known  []string
}

// Field is a key with its value. Name is the key as a value, which has its position.
type Field struct {
	Key         string
	Name, Value Value
	taken       bool
}

// Empty is a map without keys, which stands for a missing file.
func Empty(file string, report func(Fault)) *Mapping {
	return &Mapping{Value: Value{document: &document{file: file, report: report}}}
}

// Mapping reads a map, and reports duplicate and invalid keys.
func (v Value) Mapping() (*Mapping, bool) {
	if v.Kind() != Map {
		v.Want("a map", "write one key: value a line")
		return nil, false
	}
	m := &Mapping{Value: v}
	for _, pair := range v.pairs() {
		m.add(pair)
	}
	return m, true
}

func (m *Mapping) add(pair *ast.MappingValueNode) {
	key := m.value(m.path, pair.Key)
	if _, merge := key.node.(*ast.MergeKeyNode); merge {
		key.Fault("write the keys out", "merge keys (<<) are not supported")
		return
	}
	if k := key.Kind(); k == Map || k == List || k == Tagged || k == Null {
		key.Fault("write a text before the colon", "want a text as key, got %s", k)
		return
	}
	name := key.Raw()
	field := &Field{Key: name, Name: key, Value: m.below(name, pair.Value)}
	if i := slices.IndexFunc(m.fields, func(f *Field) bool { return f.Key == name }); i >= 0 {
		message := key.prefixed(fmt.Sprintf("key %s stands twice, first in line %d; the last counts", name, m.fields[i].Name.Line()))
		key.ignore(key.Line(), "keep one of them", "%s", message)
		m.fields[i] = field
		return
	}
	m.fields = append(m.fields, field)
}

// pairs returns the entries of a map, nothing for other values.
func (v Value) pairs() []*ast.MappingValueNode {
	switch n := v.node.(type) {
	case *ast.MappingNode:
		return n.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}
	}
	return nil
}

// below makes the value of a key.
func (v Value) below(key string, node ast.Node) Value {
	if v.path != "" {
		key = v.path + "." + key
	}
	return v.value(key, node)
}

// Entries returns the fields of a map in their order, nothing for other values. Unlike Mapping it never reports
// anything.
func (v Value) Entries() []*Field {
	pairs := v.pairs()
	if len(pairs) == 0 {
		return nil
	}
	quiet := v.quiet()
	var fields []*Field
	for _, pair := range pairs {
		if pair.Key == nil || pair.Key.GetToken() == nil {
			continue
		}
		key := pair.Key.GetToken().Value
		// The position of an alias used as a key is where it is written, not where it refers to.
		name := Value{document: quiet.document, path: v.path, node: pair.Key}
		fields = append(fields, &Field{Key: key, Name: name, Value: quiet.below(key, pair.Value)})
	}
	return fields
}

// At finds the value below keys, false if there is none. It reports nothing.
func (v Value) At(keys ...string) (Value, bool) {
	for _, key := range keys {
		fields := v.Entries()
		i := slices.IndexFunc(fields, func(f *Field) bool { return f.Key == key })
		if i < 0 {
			return Value{}, false
		}
		v = fields[i].Value
	}
	return v, true
}

// Find returns the field of a key without taking it, nil if there is none.
func (m *Mapping) Find(key string) *Field {
	i := slices.IndexFunc(m.fields, func(f *Field) bool { return f.Key == key })
	if i < 0 {
		return nil
	}
	return m.fields[i]
}

// Holds reports whether the map has exactly the given keys.
func (m *Mapping) Holds(keys ...string) bool {
	return len(m.fields) > 0 && !slices.ContainsFunc(m.fields, func(f *Field) bool { return !slices.Contains(keys, f.Key) })
}

// Take returns the value of a known key, false if it is absent or null.
func (m *Mapping) Take(key string) (Value, bool) {
	m.known = append(m.known, key)
	f := m.Find(key)
	if f == nil {
		return Value{}, false
	}
	f.taken = true
	return f.Value, f.Value.Kind() != Null
}

// Rest returns the fields that were not taken, and takes them. If kinds are given, it considers only
// those.
func (m *Mapping) Rest(kinds ...Kind) []*Field {
	var rest []*Field
	for _, f := range m.fields {
		if !f.taken && (len(kinds) == 0 || slices.Contains(kinds, f.Value.Kind())) {
			f.taken = true
			rest = append(rest, f)
		}
	}
	return rest
}

// SuggestKey suggests a known key for an unknown one; "" if none is near.
func (m *Mapping) SuggestKey(key string) string { return Suggest(key, m.known) }

// Finish reports the keys that were not taken. The remedies are for keys of other versions of the format.
func (m *Mapping) Finish(remedies map[string]string) {
	for _, f := range m.Rest() {
		help := cmp.Or(remedies[f.Key], m.SuggestKey(f.Key), "remove it; the format has no such key here")
		f.Name.ignore(f.Name.Line(), help, "unknown key %s", f.Value.path)
	}
}

// Text reads the text of a key if it is present and valid, like PlainText, and leaves *into unchanged
// otherwise.
func (m *Mapping) Text(key string, into *string) {
	if v, ok := m.Take(key); ok {
		if text, ok := v.PlainText(); ok {
			*into = text
		}
	}
}

// Boolean reads a boolean like Text.
func (m *Mapping) Boolean(key string, into *bool) {
	if v, ok := m.Take(key); ok {
		if truth, ok := v.Boolean(); ok {
			*into = truth
		}
	}
}

// Arguments reads a list of arguments like Text.
func (m *Mapping) Arguments(key string, into *[]string) {
	if v, ok := m.Take(key); ok {
		if arguments, ok := v.Arguments(); ok {
			*into = arguments
		}
	}
}

// Choice reads a text that must be one of the choices.
func (m *Mapping) Choice(key string, into *string, choices ...string) {
	v, ok := m.Take(key)
	if !ok {
		return
	}
	text, ok := v.Text()
	if !ok {
		return
	}
	if !slices.Contains(choices, text) {
		help := Suggest(text, choices)
		if help == "" {
			help = fmt.Sprintf("choose one of %s", QuoteAll(choices))
		}
		v.Fault(help, "unknown value %q", text)
		return
	}
	*into = text
}
