package yamldoc

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"grundy/internal/base/lazyregexp"
)

// Fault is a fault of a file, with its remedy.
type Fault struct {
	File string
	// Line counts from 1; 0 means the whole file.
	Line int
	// Warning means that the file is usable all the same.
	Warning bool
	// Ignored means that the file is wrong, but clear without what is at fault: a key that is unknown or repeated.
	Ignored       bool
	Message, Help string
}

// Error returns "problem.yaml:7: limits.memory: want an integer of at least 1, got "much"".
func (f Fault) Error() string {
	switch {
	case f.File == "" && f.Line > 0:
		return fmt.Sprintf("line %d: %s", f.Line, f.Message)
	case f.File == "":
		return f.Message
	case f.Line > 0:
		return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Message)
	}
	return f.File + ": " + f.Message
}

// document is a parsed file.
type document struct {
	file    string
	text    []byte   // the parsed text
	lines   []string // lines of the text, split when first needed
	report  func(Fault)
	anchors map[string]ast.Node
	// older means that yes, no, on and off are booleans.
	older bool
}

// Parse reads the only document of a file. It reports the file's faults, and later those of its values. It returns
// false if there is no document. File is its name in faults; report may be nil.
func Parse(file string, text []byte, report func(Fault)) (Value, bool) {
	if report == nil {
		report = func(Fault) {}
	}
	d := &document{file: file, report: report, anchors: map[string]ast.Node{}}
	text, ok := d.cleanText(text)
	if !ok || !d.checkCost(text) {
		return Value{}, false
	}
	parsed, err := parseSafely(text)
	if err != nil {
		if line := tabbedLine(text); line > 0 {
			spaced := Spaced(text)
			if again, stillWrong := parseSafely(spaced); stillWrong == nil {
				d.ignore(line, "indent by spaces", "the line begins with a tab, by which YAML does not indent")
				text, parsed, err = spaced, again, nil
			}
		}
	}
	d.text = text
	if err != nil {
		line, message := splitError(err)
		d.fail(line, "fix the YAML; texts with : # { [ * & need quotes", "invalid YAML: %s", message)
		return Value{}, false
	}
	bodies := slices.DeleteFunc(parsed.Docs, func(d *ast.DocumentNode) bool { return isEmpty(d.Body) })
	switch {
	case len(bodies) == 0:
		d.warn(0, "write its keys or delete the file", "the file is empty")
		return Value{}, false
	case len(bodies) > 1:
		line := bodies[1].Body.GetToken().Position.Line
		d.fail(line, "remove the --- and what follows", "want one document, got %d", len(bodies))
		return Value{}, false
	}
	if bytes.IndexByte(text, '&') >= 0 { // few files have anchors, and walking the tree is slow
		for _, node := range ast.Filter(ast.AnchorType, bodies[0].Body) {
			anchor := node.(*ast.AnchorNode)
			d.anchors[anchor.Name.GetToken().Value] = anchor.Value
		}
	}
	return d.value("", bodies[0].Body), true
}

// Open reads the only document of a file, for callers who need no more than the first fault. The value of an empty
// file is null.
func Open(text []byte) (Value, error) {
	var first error
	root, _ := Parse("", text, func(f Fault) {
		if first == nil && !f.Warning {
			first = f
		}
	})
	if root.document == nil {
		root.document = &document{}
	}
	return root, first
}

func (d *document) fail(line int, help, format string, args ...any) {
	d.report(Fault{File: d.file, Line: line, Message: fmt.Sprintf(format, args...), Help: help})
}

// ignore reports something that is wrong and left out.
func (d *document) ignore(line int, help, format string, args ...any) {
	d.report(Fault{File: d.file, Line: line, Ignored: true, Message: fmt.Sprintf(format, args...), Help: help})
}

func (d *document) warn(line int, help, format string, args ...any) {
	d.report(Fault{File: d.file, Line: line, Warning: true, Message: fmt.Sprintf(format, args...), Help: help})
}

// cleanText accepts a byte-order mark and CRLF, which editors write, and rejects text that is not
// UTF-8.
func (d *document) cleanText(text []byte) ([]byte, bool) {
	if rest, found := bytes.CutPrefix(text, []byte(byteOrderMark)); found {
		d.warn(1, "save the file as UTF-8 without BOM", "the file begins with a byte-order mark")
		text = rest
	}
	if before, _, found := bytes.Cut(text, []byte("\r\n")); found {
		line := bytes.Count(before, []byte("\n")) + 1
		d.warn(line, "save the file with LF line endings", "the file has CRLF line endings")
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	}
	if !utf8.Valid(text) {
		bad := 0
		for i, line := range bytes.Split(text, []byte("\n")) {
			if !utf8.Valid(line) {
				bad = i + 1
				break
			}
		}
		d.fail(bad, "save the file as UTF-8", "the text is not valid UTF-8")
		return nil, false
	}
	return text, true
}

// indentation matches the blanks before a line that has a tab among them.
var indentation = lazyregexp.New(`(?m)^ *\t[ \t]*`)

// Spaced returns a text whose lines are indented by spaces where tabs did.
func Spaced(text []byte) []byte {
	return indentation().ReplaceAllFunc(text, func(tabs []byte) []byte { return bytes.ReplaceAll(tabs, []byte("\t"), []byte("  ")) })
}

// tabbedLine is the number of the first line that a tab indents, 0 if there is none.
func tabbedLine(text []byte) int {
	found := indentation().FindIndex(text)
	if found == nil {
		return 0
	}
	return bytes.Count(text[:found[0]], []byte("\n")) + 1
}

const byteOrderMark = "\uFEFF"

// The parser's time grows with the square of a file's length and of its nesting: 64 KiB of brackets take half a
// minute.
const (
	maxLength  = 128 << 10
	maxNesting = 64
)

// checkCost rejects files that would take the parser too long.
func (d *document) checkCost(text []byte) bool {
	if len(text) > maxLength {
		d.fail(0, "shorten the file", "the file has %d bytes, more than %d", len(text), maxLength)
		return false
	}
	depth, line := 0, 1
	for _, c := range text {
		switch c {
		case '\n':
			line++
		case '[', '{':
			depth++
		case ']', '}':
			depth = max(0, depth-1)
		}
		if depth > maxNesting {
			d.fail(line, "close the brackets", "more than %d brackets are open", maxNesting)
			return false
		}
	}
	return true
}

// guard turns a panic of the YAML library, which reads untrusted text, into an error.
func guard(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("the parser gave up: %v", p)
	}
}

func parseSafely(text []byte) (file *ast.File, err error) {
	defer guard(&err)
	// Mapping reports duplicate keys, and goes on after the first.
	return parser.ParseBytes(text, 0, parser.AllowDuplicateMapKey())
}

// splitError splits an error of the YAML library into line and message. The line is 0 if the error has
// none.
func splitError(err error) (line int, message string) {
	fault, ok := errors.AsType[yaml.Error](err)
	if !ok {
		return 0, err.Error()
	}
	if token := fault.GetToken(); token != nil && token.Position != nil {
		line = token.Position.Line
	}
	return line, fault.GetMessage()
}

func isEmpty(node ast.Node) bool {
	switch node.(type) {
	case nil, *ast.NullNode, *ast.CommentGroupNode, *ast.DirectiveNode:
		return true
	}
	return false
}

// value makes the value of a node, following anchors and aliases.
func (d *document) value(path string, node ast.Node) Value {
	resolved := d.resolve(node)
	return Value{document: d, path: path, node: resolved, shared: resolved != node}
}

// resolve follows anchors and aliases. It returns nil if an alias refers to nothing or to itself.
func (d *document) resolve(node ast.Node) ast.Node {
	for range maxNesting {
		switch n := node.(type) {
		case *ast.AnchorNode:
			node = n.Value
		case *ast.MappingKeyNode:
			node = n.Value
		case *ast.AliasNode:
			name := n.Value.GetToken().Value
			anchored, found := d.anchors[name]
			if !found {
				d.fail(n.GetToken().Position.Line, "write the value out", "there is no anchor &%s", name)
				return nil
			}
			node = anchored
		default:
			return node
		}
	}
	d.fail(0, "write the value out", "an alias names itself")
	return nil
}
