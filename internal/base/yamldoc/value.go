package yamldoc

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"grundy/internal/base/lazyregexp"
)

// Value is a value at a position of a file. Its methods report unexpected values at that position.
type Value struct {
	*document
	path string // "limits.memory", "" for the whole file
	node ast.Node
	// shared means that the value has an anchor, or that an alias led to it.
	shared bool
}

// Kind is the kind of a value by the core schema of YAML 1.2. The parser's own tags are not used: it takes 1e-6
// for text.
type Kind string

// The kinds, in the words of messages.
const (
	Null    Kind = "nothing"
	Boolean Kind = "a boolean"
	Integer Kind = "an integer"
	Float   Kind = "a number"
	Text    Kind = "text"
	Map     Kind = "a map"
	List    Kind = "a list"
	Tagged  Kind = "a tagged value"
)

// File is the name of the file in faults.
func (v Value) File() string { return v.file }

// Path names the value in the file: "limits.memory", "" for the whole.
func (v Value) Path() string { return v.path }

// Line is the line where the value begins, from 1; 0 if there is none.
func (v Value) Line() int {
	if v.node != nil {
		if tok := v.node.GetToken(); tok != nil && tok.Position != nil {
			return tok.Position.Line
		}
	}
	return 0
}

// Column is the column where the value begins, in characters from 1; 0 if there is none.
func (v Value) Column() int {
	if v.node != nil {
		if tok := v.node.GetToken(); tok != nil && tok.Position != nil {
			return tok.Position.Column
		}
	}
	return 0
}

// InBrackets reports whether a map or a list is written in brackets rather than by lines.
func (v Value) InBrackets() bool {
	switch n := v.node.(type) {
	case *ast.MappingNode:
		return n.IsFlowStyle
	case *ast.SequenceNode:
		return n.IsFlowStyle
	}
	return false
}

// IsShared reports whether the value has an anchor, or an alias led to it: a change there has effects elsewhere.
func (v Value) IsShared() bool { return v.shared }

// Fault reports an error at the value, with its path before the message.
func (v Value) Fault(help, format string, args ...any) {
	v.fail(v.Line(), help, "%s", v.prefixed(fmt.Sprintf(format, args...)))
}

// Warn reports a warning at the value, with its path before the message.
func (v Value) Warn(help, format string, args ...any) {
	v.warn(v.Line(), help, "%s", v.prefixed(fmt.Sprintf(format, args...)))
}

// quiet is the same value of a file that reports nothing.
func (v Value) quiet() Value {
	quiet := *v.document
	quiet.report = func(Fault) {}
	v.document = &quiet
	return v
}

func (v Value) prefixed(message string) string {
	if v.path == "" {
		return message
	}
	return v.path + ": " + message
}

var (
	integerText = lazyregexp.New(`^([-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$`)
	floatText   = lazyregexp.New(`^([-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
	dateText    = lazyregexp.New(`^[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt ].*)?$`)
)

// Kind returns the kind of the value.
func (v Value) Kind() Kind {
	switch n := v.node.(type) {
	case nil, *ast.NullNode:
		return Null
	case *ast.MappingNode, *ast.MappingValueNode:
		return Map
	case *ast.SequenceNode:
		return List
	case *ast.LiteralNode:
		return Text
	case *ast.TagNode:
		if n.Start.Value == "!!str" {
			return Text
		}
		return Tagged
	}
	if t := v.node.GetToken().Type; t == token.SingleQuoteType || t == token.DoubleQuoteType {
		return Text
	}
	raw := v.Raw()
	switch raw {
	case "", "~", "null", "Null", "NULL":
		return Null
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return Boolean
	}
	switch {
	case strings.IndexByte("+-.0123456789", raw[0]) < 0: // most are words, and matching expressions is slow
	case integerText().MatchString(raw):
		return Integer
	case floatText().MatchString(raw):
		return Float
	}
	return Text
}

// Raw is a scalar's text without quotes, exactly as written: "1e-6" stays "1e-6".
func (v Value) Raw() string {
	switch n := v.node.(type) {
	case nil:
		return ""
	case *ast.LiteralNode:
		return n.Value.Value
	case *ast.TagNode:
		return v.value(v.path, n.Value).Raw()
	}
	return v.node.GetToken().Value
}

// Want reports that the value is of the wrong kind.
func (v Value) Want(wanted, help string) {
	got := string(v.Kind())
	switch v.Kind() {
	case Text:
		got = strconv.Quote(v.Raw())
	case Boolean, Integer, Float:
		got = fmt.Sprintf("%s %s", v.Kind(), v.Raw())
	}
	v.Fault(help, "want %s, got %s", wanted, got)
}

func (v Value) Text() (string, bool) {
	if v.Kind() != Text {
		help := "write one text"
		if k := v.Kind(); k == Integer || k == Float || k == Boolean {
			help = fmt.Sprintf("put it in quotes: %q", v.Raw())
		}
		v.Want("text", help)
		return "", false
	}
	return v.Raw(), true
}

// isPlain reports whether the value is a scalar without quotes and tag.
func (v Value) isPlain() bool {
	_, isString := v.node.(*ast.StringNode)
	return isString && v.node.GetToken().Type == token.StringType
}

// PlainText returns text that older YAML readers do not take for a date.
func (v Value) PlainText() (string, bool) {
	text, ok := v.Text()
	if ok && v.isPlain() && dateText().MatchString(text) {
		v.Warn(fmt.Sprintf("put it in quotes: %q", text), "other judges take an unquoted date for a time stamp")
	}
	return text, ok
}

// OlderBooleans makes the whole file read yes, no, on and off as booleans where one is wanted, as YAML 1.1
// does.
func (v Value) OlderBooleans() { v.document.older = true }

// olderBooleans are the booleans of YAML 1.1 that 1.2 gave up. Single letters are left out, as most readers do.
var olderBooleans = map[string]bool{
	"yes": true, "Yes": true, "YES": true, "on": true, "On": true, "ON": true,
	"no": false, "No": false, "NO": false, "off": false, "Off": false, "OFF": false,
}

func (v Value) Boolean() (truth, ok bool) {
	if truth, known := olderBooleans[v.Raw()]; known && v.document.older && v.isPlain() {
		return truth, true
	}
	if v.Kind() != Boolean {
		help := "write true or false"
		if v.Kind() == Text {
			help += ", without quotes"
		}
		v.Want("true or false", help)
		return false, false
	}
	return strings.EqualFold(v.Raw(), "true"), true
}

// Integer returns an integer that is at least a minimum.
func (v Value) Integer(minimum int64) (int64, bool) {
	n, err := strconv.ParseInt(v.Raw(), 0, 64)
	if v.Kind() == Integer && strings.TrimLeft(v.Raw(), "+-0123456789") == "" {
		n, err = strconv.ParseInt(v.Raw(), 10, 64)
	}
	if v.Kind() != Integer || err != nil || n < minimum {
		v.Want(fmt.Sprintf("an integer of at least %d", minimum), "write digits only, without quotes or unit")
		return 0, false
	}
	return n, true
}

// Number returns a finite number that is at least a minimum.
func (v Value) Number(minimum float64) (float64, bool) {
	x, err := strconv.ParseFloat(v.Raw(), 64)
	if k := v.Kind(); (k != Integer && k != Float) || err != nil || x < minimum || math.IsInf(x, 0) || math.IsNaN(x) {
		wanted := "a number"
		if !math.IsInf(minimum, -1) {
			wanted = fmt.Sprintf("a number of at least %g", minimum)
		}
		v.Want(wanted, "write digits only, without quotes or unit")
		return 0, false
	}
	return x, true
}

// Scalar returns the text of a scalar, quoted or not.
func (v Value) Scalar() (string, bool) {
	switch v.Kind() {
	case Text, Integer, Float, Boolean:
		return v.Raw(), true
	}
	v.Want("text", "write one text")
	return "", false
}

// Items returns the elements of a list.
func (v Value) Items(help string) ([]Value, bool) {
	list, ok := v.node.(*ast.SequenceNode)
	if !ok {
		v.Want("a list", help)
		return nil, false
	}
	items := make([]Value, len(list.Values))
	for i, node := range list.Values {
		items[i] = v.value(fmt.Sprintf("%s[%d]", v.path, i), node)
	}
	return items, true
}

// Texts returns a list of texts, or a single text as a list.
func (v Value) Texts() ([]string, bool) {
	if v.Kind() != List {
		text, ok := v.Text()
		return []string{text}, ok
	}
	items, _ := v.Items("")
	texts, ok := make([]string, len(items)), true
	for i, item := range items {
		text, good := item.Text()
		texts[i], ok = text, ok && good
	}
	return texts, ok
}

// Arguments returns a list of command-line arguments as written: numbers need no quotes here.
func (v Value) Arguments() ([]string, bool) {
	items, ok := v.Items(fmt.Sprintf("write a list: [%s]", strings.Join(strings.Fields(v.Raw()), ", ")))
	if !ok {
		return nil, false
	}
	arguments := []string{}
	for _, item := range items {
		switch item.Kind() {
		case Text, Integer, Float, Boolean:
			arguments = append(arguments, item.Raw())
		default:
			item.Want("an argument", "write a text or a number")
			ok = false
		}
	}
	return arguments, ok
}

// Elements returns the elements of a list, nothing for other values. Unlike Items it never reports anything.
func (v Value) Elements() []Value {
	list, ok := v.node.(*ast.SequenceNode)
	if !ok {
		return nil
	}
	quiet := v.quiet()
	elements := make([]Value, len(list.Values))
	for i, node := range list.Values {
		elements[i] = quiet.value(fmt.Sprintf("%s[%d]", v.path, i), node)
	}
	return elements
}

// Decode reads the value into the pointer's target, by the tags "yaml" of structs. It reports values that do not
// fit and unknown keys.
func (v Value) Decode(into any) bool {
	err := v.decode(into)
	if err != nil {
		line, message := splitError(err)
		v.fail(cmp.Or(line, v.Line()), "", "%s", v.prefixed(strings.TrimSpace(message)))
	}
	return err == nil
}

func (v Value) decode(into any) (err error) {
	defer guard(&err)
	return yaml.NodeToValue(v.node, into, yaml.Strict())
}
