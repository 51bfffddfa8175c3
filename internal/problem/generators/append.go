package generators

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Entry is a case to be written into generators.yaml: one of Command, Copy and In, and what else is known of it; or what
// Take took.
type Entry struct {
	Command string
	Copy    string
	// In and Ans are texts that end in a newline, nil without them.
	In, Ans     []byte
	Description string
	// Legacy writes the description as the legacy versions of the package format have it.
	Legacy bool

	// raw are the lines of a rule behind its key, which was indented by rawIndent.
	raw       []string
	rawIndent int
}

// errShape is what Append says of files that are written in ways it does not edit.
var errShape = errors.New("it is written in a way that cannot be extended; add the case by hand")

// Append adds a case to the text of a generators.yaml and keeps everything else as it is, comments too. Name is the
// case's path below data/: "secret/group1/05-small". Where the folder is a list, which numbers its cases, a number at the
// beginning of the name is left out, and the case's real name is what Generators reads from the result.
func Append(text []byte, name string, entry Entry) ([]byte, error) {
	path := strings.Split(name, "/")
	if len(path) < 2 || slices.Contains(path, "") {
		return nil, fmt.Errorf("append to %s: want a name below a folder of data, got %q", File, name)
	}
	e := &editor{lines: strings.Split(strings.TrimRight(string(text), "\n"), "\n")}
	if len(bytes.TrimSpace(text)) == 0 {
		e.lines = nil
	}
	root, err := parseRoot(text)
	if err == nil {
		err = e.insert(root, path, entry)
	}
	if err == nil {
		_, err = parseRoot(e.text())
	}
	if err != nil {
		return nil, fmt.Errorf("append to %s: %w", File, err)
	}
	return e.text(), nil
}

func parseRoot(text []byte) (node ast.Node, err error) {
	defer func() {
		if p := recover(); p != nil { // the parser gives up on some faulty texts
			err = fmt.Errorf("invalid YAML: %v", p)
		}
	}()
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, fmt.Errorf("invalid YAML: %w", err)
	}
	for _, document := range file.Docs {
		switch document.Body.(type) {
		case nil, *ast.CommentGroupNode, *ast.NullNode:
		default:
			return document.Body, nil
		}
	}
	return nil, nil
}

// editor changes a text by lines.
type editor struct{ lines []string }

func (e *editor) text() []byte { return []byte(strings.Join(e.lines, "\n") + "\n") }

// insert walks along data, the folder, data, the group, data, … as far as the text goes, and writes the rest.
func (e *editor) insert(root ast.Node, path []string, entry Entry) error {
	keys := []string{"data"}
	for _, folder := range path[:len(path)-1] {
		keys = append(keys, folder, "data")
	}
	last := path[len(path)-1]
	if root == nil {
		lines, err := block(keys, last, entry, 0)
		e.lines = append(e.lines, lines...)
		return err
	}
	node, indent := root, 0
	for i, key := range keys {
		pairs, ok := blockPairs(node)
		if !ok {
			return errShape
		}
		indent = pairs[0].Key.GetToken().Position.Column - 1
		at := slices.IndexFunc(pairs, func(pair *ast.MappingValueNode) bool { return keyOf(pair) == key })
		if at < 0 {
			lines, err := block(keys[i:], last, entry, indent)
			if err == nil {
				e.add(pairs[0].Key.GetToken().Position.Line, indent, lines)
			}
			return err
		}
		pair := pairs[at]
		if empty(pair.Value) {
			return e.fill(pair, keys[i+1:], last, entry, indent)
		}
		node = pair.Value
	}
	return e.extend(node, last, entry)
}

// extend adds a case to the map or the list of a folder.
func (e *editor) extend(node ast.Node, name string, entry Entry) error {
	if list, ok := node.(*ast.SequenceNode); ok {
		if list.IsFlowStyle {
			return errShape
		}
		start := list.Start.Position
		lines, err := entry.lines(bareName(name), start.Column+1)
		if err != nil {
			return err
		}
		lines[0] = strings.Repeat(" ", start.Column-1) + "- " + strings.TrimLeft(lines[0], " ")
		e.addToList(start.Line, start.Column-1, lines)
		return nil
	}
	pairs, ok := blockPairs(node)
	if !ok {
		return errShape
	}
	if slices.ContainsFunc(pairs, func(pair *ast.MappingValueNode) bool { return keyOf(pair) == name }) {
		return fmt.Errorf("there is a case %s", name)
	}
	first := pairs[0].Key.GetToken().Position
	lines, err := entry.lines(name, first.Column-1)
	if err == nil {
		e.add(first.Line, first.Column-1, lines)
	}
	return err
}

// fill writes below a key that has no value yet.
func (e *editor) fill(pair *ast.MappingValueNode, keys []string, name string, entry Entry, indent int) error {
	lines, err := block(keys, name, entry, indent+step)
	if err != nil {
		return err
	}
	line := pair.Key.GetToken().Position.Line
	head := e.lines[line-1]
	if pair.Value != nil && pair.Value.GetToken().Position.Line == line {
		head = emptyValue.ReplaceAllString(head, ":$1")
	}
	e.lines = slices.Concat(e.lines[:line-1], []string{head}, lines, e.lines[line:])
	return nil
}

// emptyValue is the end of a line whose key has an empty value that is written out, with the comment behind it.
var emptyValue = regexp.MustCompile(`:\s*(?:\{\s*\}|\[\s*\]|null|~)(\s*(?: #.*)?)$`)

// add puts lines behind the map that begins in a line with an indentation.
func (e *editor) add(first, indent int, lines []string) {
	end := first
	for i := first - 1; i < len(e.lines); i++ {
		if strings.TrimSpace(e.lines[i]) == "" {
			continue
		}
		if indentation(e.lines[i]) < indent || strings.HasPrefix(e.lines[i], "...") {
			break
		}
		end = i + 1
	}
	e.lines = slices.Concat(e.lines[:end], lines, e.lines[end:])
}

// addToList puts lines behind a list. A line that is indented like the list's items and is none ends it: the next key.
func (e *editor) addToList(first, indent int, lines []string) {
	end := first
	for i := first - 1; i < len(e.lines); i++ {
		line := e.lines[i]
		if strings.TrimSpace(line) == "" {
			continue
		}
		if indentation(line) < indent || indentation(line) == indent && !strings.HasPrefix(line[indent:], "-") {
			break
		}
		end = i + 1
	}
	e.lines = slices.Concat(e.lines[:end], lines, e.lines[end:])
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

func blockPairs(node ast.Node) ([]*ast.MappingValueNode, bool) {
	switch n := node.(type) {
	case *ast.MappingNode:
		return n.Values, !n.IsFlowStyle && len(n.Values) > 0
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, true
	}
	return nil, false
}

func keyOf(pair *ast.MappingValueNode) string { return pair.Key.GetToken().Value }

func empty(node ast.Node) bool {
	switch n := node.(type) {
	case nil, *ast.NullNode:
		return true
	case *ast.MappingNode:
		return len(n.Values) == 0
	case *ast.SequenceNode:
		return len(n.Values) == 0
	}
	return false
}

// step is the indentation of what is written.
const step = 2

// block writes a case below keys that lie inside each other.
func block(keys []string, name string, entry Entry, indent int) ([]string, error) {
	var lines []string
	for _, key := range keys {
		lines = append(lines, strings.Repeat(" ", indent)+scalar(key)+":")
		indent += step
	}
	below, err := entry.lines(name, indent)
	return append(lines, below...), err
}

// lines writes a case.
func (e Entry) lines(name string, indent int) ([]string, error) {
	margin := strings.Repeat(" ", indent)
	if len(e.raw) > 0 {
		return append([]string{margin + scalar(name) + e.raw[0]}, shifted(e.raw[1:], indent-e.rawIndent)...), nil
	}
	if e.Command != "" && e.Description == "" && e.Ans == nil {
		return []string{margin + scalar(name) + ": " + scalar(e.Command)}, nil
	}
	lines := []string{margin + scalar(name) + ":"}
	below := margin + strings.Repeat(" ", step)
	for _, key := range []struct{ name, value string }{{"generate", e.Command}, {"copy", e.Copy}} {
		if key.value != "" {
			lines = append(lines, below+key.name+": "+scalar(key.value))
		}
	}
	for _, file := range []struct {
		name string
		text []byte
	}{{"in", e.In}, {"ans", e.Ans}} {
		if file.text == nil {
			continue
		}
		written, err := literal(file.name, file.text, below)
		if err != nil {
			return nil, err
		}
		lines = append(lines, written...)
	}
	switch {
	case e.Description == "":
	case e.Legacy:
		lines = append(lines, below+"desc: "+strconv.Quote(e.Description))
	default:
		lines = append(lines, below+"yaml:", below+strings.Repeat(" ", step)+"description: "+strconv.Quote(e.Description))
	}
	return lines, nil
}

// literal writes a text under a key, by lines where YAML keeps it as it is.
func literal(key string, text []byte, margin string) ([]string, error) {
	if !utf8.Valid(text) || len(text) > 0 && text[len(text)-1] != '\n' {
		return nil, fmt.Errorf("the text of %s cannot be written out: it is no UTF-8, or does not end in a newline; put it into a file and use copy", key)
	}
	plain := len(text) > 1 && text[0] != ' ' && text[0] != '\n' && text[0] != '\t' && !bytes.HasSuffix(text, []byte("\n\n")) &&
		!bytes.ContainsFunc(text, func(c rune) bool { return c != '\n' && c != '\t' && !unicode.IsPrint(c) })
	if !plain {
		return []string{margin + key + ": " + strconv.Quote(string(text))}, nil
	}
	lines := []string{margin + key + ": |"}
	for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		if line != "" {
			line = margin + strings.Repeat(" ", step) + line
		}
		lines = append(lines, line)
	}
	return lines, nil
}

var (
	// plainScalar are texts that need no quotes, with the exception of wordScalar, which YAML takes for something else.
	plainScalar = regexp.MustCompile(`^([A-Za-z_/][A-Za-z0-9_./-]*|[0-9]+-[A-Za-z][A-Za-z0-9_.-]*)( [A-Za-z0-9_./=+-]+)*$`)
	wordScalar  = regexp.MustCompile(`(?i)^(true|false|null|yes|no|on|off|y|n)$`)
	number      = regexp.MustCompile(`^[0-9]+-(.+)$`)
)

// scalar writes a text so that it is read as text.
func scalar(text string) string {
	if plainScalar.MatchString(text) && !wordScalar.MatchString(text) {
		return text
	}
	// What holds {seed} needs no quotes either, as long as it does not begin with the bracket.
	if plainScalar.MatchString(strings.NewReplacer("{", "", "}", "", ":", "").Replace(text)) && !strings.Contains(text, ": ") && !strings.HasSuffix(text, ":") && text[0] != '{' {
		return text
	}
	return strconv.Quote(text)
}

// bareName leaves the number out that a list gives its cases.
func bareName(name string) string {
	if strings.Trim(name, "0123456789") == "" {
		return ""
	}
	return number.ReplaceAllString(name, "$1")
}
