package language

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// ConfigError is a fault in a file of languages.
type ConfigError struct {
	File    string
	Line    int // from 1, 0 when the whole file is meant
	Message string
	Help    string // what to do about it, or ""
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

var validID = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// reader reads a file of languages into a table and collects faults.
type reader struct {
	table   *Table
	file    string
	anchors map[string]ast.Node
	faults  []error
}

// merge lays the rows of a file over the table. A faulty file leaves the table in an undefined state.
func (t *Table) merge(file string, text []byte) error {
	r := &reader{table: t, file: file, anchors: map[string]ast.Node{}}
	r.read(text)
	return errors.Join(r.faults...)
}

func (r *reader) fault(line int, help, format string, args ...any) {
	r.faults = append(r.faults, &ConfigError{File: r.file, Line: line, Message: fmt.Sprintf(format, args...), Help: help})
}

func (r *reader) read(text []byte) {
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		r.yamlFault(0, "", err)
		return
	}
	if len(file.Docs) > 1 {
		r.fault(0, "put all languages below one another without ---", "the file holds %d documents", len(file.Docs))
		return
	}
	if len(file.Docs) == 0 || file.Docs[0].Body == nil || file.Docs[0].Body.Type() == ast.NullType {
		return
	}
	rows, ok := entries(file.Docs[0].Body)
	if !ok {
		r.fault(line(file.Docs[0].Body), "write the language's ID, a colon, and its keys indented below it",
			"want languages by their ID")
		return
	}
	ast.Walk(r, file.Docs[0].Body)
	type placed struct {
		row   *Language
		lines map[string]int
		line  int
	}
	var read []placed
	added := 0
	for _, entry := range rows {
		row, lines := r.row(entry)
		if row == nil {
			continue
		}
		if r.table.set(row, added) {
			added++
		}
		read = append(read, placed{row, lines, line(entry.Key)})
	}
	for _, p := range read {
		for _, f := range r.table.check(p.row) {
			at, found := p.lines[f.key]
			if !found {
				at = p.line
			}
			r.fault(at, f.help, "%s: %s", p.row.ID, f.message)
		}
	}
}

// Visit collects anchors: rows are decoded key by key, so that aliases have to be followed here.
func (r *reader) Visit(node ast.Node) ast.Visitor {
	if anchor, ok := node.(*ast.AnchorNode); ok {
		r.anchors[anchor.Name.GetToken().Value] = anchor.Value
	}
	return r
}

// follow returns what an anchor or an alias stands for, or the node itself.
func (r *reader) follow(node ast.Node) ast.Node {
	switch node := node.(type) {
	case *ast.AnchorNode:
		return node.Value
	case *ast.AliasNode:
		if target := r.anchors[node.Value.GetToken().Value]; target != nil {
			return target
		}
	}
	return node
}

// row reads one row over the one of the same ID. It returns the lines of its keys as well, or nil for a faulty row.
func (r *reader) row(entry *ast.MappingValueNode) (*Language, map[string]int) {
	id := entry.Key.GetToken().Value
	if !validID.MatchString(id) {
		r.fault(line(entry.Key), "use the code of the ICPC list, or small letters, digits and dashes", "%q cannot be an ID", id)
		return nil, nil
	}
	row := &Language{ID: id, Code: id, TimeMultiplier: 1, MemoryMultiplier: 1}
	if known, found := r.table.Lookup(id); found {
		copied := *known
		row = &copied
	}
	keys, ok := entries(entry.Value)
	if !ok {
		r.fault(line(entry.Key), "indent keys such as name, extensions and run below it", "%s: want a language's keys", id)
		return nil, nil
	}
	lines := map[string]int{}
	before := len(r.faults)
	fields := fieldsByKey(row)
	for _, key := range keys {
		name := key.Key.GetToken().Value
		lines[name] = line(key.Key)
		field, known := fields[name]
		if !known {
			r.fault(line(key.Key), "known keys are "+strings.Join(slices.Sorted(maps.Keys(fields)), ", "),
				"%s: unknown key %q", id, name)
			continue
		}
		// A key replaces what the built-in row had: lists and maps are not merged, and null takes the key away.
		field.SetZero()
		if key.Value.Type() == ast.NullType {
			continue
		}
		if err := yaml.NodeToValue(r.follow(key.Value), field.Addr().Interface(), yaml.Strict()); err != nil {
			r.yamlFault(line(key.Key), id+": "+name+": ", err)
		}
	}
	if len(r.faults) > before {
		return nil, nil
	}
	return row, lines
}

// yamlFault reports an error of the YAML package at its place, or at the given line if it tells none.
func (r *reader) yamlFault(at int, prefix string, err error) {
	message := err.Error()
	var placed yaml.Error
	if errors.As(err, &placed) {
		message = placed.GetMessage()
		if token := placed.GetToken(); token != nil && token.Position != nil {
			at = token.Position.Line
		}
	}
	r.fault(at, "", "%s%s", prefix, strings.TrimSpace(message))
}

// entries returns the entries of a mapping.
func entries(node ast.Node) ([]*ast.MappingValueNode, bool) {
	switch node := node.(type) {
	case *ast.MappingNode:
		return node.Values, true
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{node}, true
	}
	return nil, false
}

func line(node ast.Node) int {
	if token := node.GetToken(); token != nil && token.Position != nil {
		return token.Position.Line
	}
	return 0
}

// fieldsByKey maps the keys of a row to the fields that hold them.
func fieldsByKey(row *Language) map[string]reflect.Value {
	fields := map[string]reflect.Value{}
	value := reflect.ValueOf(row).Elem()
	for i := range value.NumField() {
		if key := value.Type().Field(i).Tag.Get("yaml"); key != "-" {
			fields[key] = value.Field(i)
		}
	}
	return fields
}
