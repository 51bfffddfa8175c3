package icpc

import (
	"fmt"
	"slices"

	"github.com/goccy/go-yaml/ast"
)

// mapping is a YAML map. Its reader takes the keys it knows and then calls finish, which reports the others.
type mapping struct {
	value
	fields []*field
	known  []string
}

// field is a key with its value.
type field struct {
	key   string
	at    place
	value value
	taken bool
}

// mapping reads a map, reporting duplicate and strange keys.
func (v value) mapping() (*mapping, bool) {
	var pairs []*ast.MappingValueNode
	switch n := v.node.(type) {
	case *ast.MappingNode:
		pairs = n.Values
	case *ast.MappingValueNode:
		pairs = []*ast.MappingValueNode{n}
	default:
		v.want("a map", "write one key: value a line")
		return nil, false
	}
	m := &mapping{value: v}
	for _, pair := range pairs {
		m.add(pair)
	}
	return m, true
}

func (m *mapping) add(pair *ast.MappingValueNode) {
	key := value{document: m.document, path: m.path, node: m.resolve(pair.Key)}
	if _, merge := key.node.(*ast.MergeKeyNode); merge {
		key.fault("write the keys out", "merge keys (<<) are not supported")
		return
	}
	if k := key.kind(); k == isMap || k == isList || k == isTagged || k == isNull {
		key.fault("write a text before the colon", "want a text as key, got %s", k)
		return
	}
	name := key.raw()
	if earlier := m.find(name); earlier != nil {
		key.fault("keep one of them", "key %s stands twice, first in line %d", name, earlier.at.line)
		return
	}
	path := name
	if m.path != "" {
		path = m.path + "." + name
	}
	content := value{document: m.document, path: path, node: m.resolve(pair.Value)}
	m.fields = append(m.fields, &field{key: name, at: key.place(), value: content})
}

func (m *mapping) find(key string) *field {
	i := slices.IndexFunc(m.fields, func(f *field) bool { return f.key == key })
	if i < 0 {
		return nil
	}
	return m.fields[i]
}

// take returns the value of a known key, false when it is absent or nothing.
func (m *mapping) take(key string) (value, bool) {
	m.known = append(m.known, key)
	f := m.find(key)
	if f == nil {
		return value{}, false
	}
	f.taken = true
	return f.value, f.value.kind() != isNull
}

// rest returns the fields that were not taken, and takes them.
func (m *mapping) rest() []*field {
	var rest []*field
	for _, f := range m.fields {
		if !f.taken {
			f.taken = true
			rest = append(rest, f)
		}
	}
	return rest
}

// finish reports the keys that were not taken. The remedies are for keys that another version of the format has.
func (m *mapping) finish(remedies map[string]string) {
	for _, f := range m.rest() {
		help := remedies[f.key]
		if help == "" {
			help = suggest(f.key, m.known)
		}
		if help == "" {
			help = "remove it; the format has no such key here"
		}
		m.fail(f.at, help, "unknown key %s", f.value.path)
	}
}

// The following read the value of a key when it is there and right, and leave the target alone otherwise.

func (m *mapping) text(key string, target *string) {
	if v, ok := m.take(key); ok {
		if text, ok := v.plainText(); ok {
			*target = text
		}
	}
}

func (m *mapping) boolean(key string, target *bool) {
	if v, ok := m.take(key); ok {
		if truth, ok := v.boolean(); ok {
			*target = truth
		}
	}
}

func (m *mapping) arguments(key string, target *[]string) {
	if v, ok := m.take(key); ok {
		if arguments, ok := v.arguments(); ok {
			*target = arguments
		}
	}
}

// choice reads a text that must be one of some.
func (m *mapping) choice(key string, target *string, choices ...string) {
	v, ok := m.take(key)
	if !ok {
		return
	}
	text, ok := v.text()
	if !ok {
		return
	}
	if !slices.Contains(choices, text) {
		help := suggest(text, choices)
		if help == "" {
			help = fmt.Sprintf("choose one of %s", quoteAll(choices))
		}
		v.fault(help, "unknown value %q", text)
		return
	}
	*target = text
}
