package icpc

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// document is a parsed YAML file. Values are read from its syntax tree rather than decoded into structs, so that every
// fault has its line and numbers in argument lists keep the text that was written.
type document struct {
	*report
	file    string
	anchors map[string]ast.Node
}

// value is a place in a document.
type value struct {
	*document
	path string // "limits.memory", "" for the whole file
	node ast.Node
}

// kind is what a value is by the core schema of YAML 1.2. The parser's own tags are not used: it takes 1e-6 for text.
type kind string

const (
	isNull    kind = "nothing"
	isBoolean kind = "a boolean"
	isInteger kind = "an integer"
	isFloat   kind = "a number"
	isText    kind = "text"
	isMap     kind = "a map"
	isList    kind = "a list"
	isTagged  kind = "a tagged value"
)

// parse reads the only document of a YAML file. It reports what is wrong and returns false when there is none.
func (r *report) parse(file string, text []byte) (value, bool) {
	text, ok := r.cleanText(file, text)
	if !ok || !r.checkCost(file, text) {
		return value{}, false
	}
	parsed, err := parseSafely(text)
	if err != nil {
		at := place{file: file}
		message := err.Error()
		if fault, ok := errors.AsType[yaml.Error](err); ok {
			message = fault.GetMessage()
			if tok := fault.GetToken(); tok != nil && tok.Position != nil {
				at.line = tok.Position.Line
			}
		}
		r.fail(at, "mend the YAML; texts with : # { [ * & need quotes", "invalid YAML: %s", message)
		return value{}, false
	}
	bodies := slices.DeleteFunc(parsed.Docs, func(d *ast.DocumentNode) bool { return isEmpty(d.Body) })
	switch {
	case len(bodies) == 0:
		r.warn(place{file: file}, "write its keys or delete the file", "the file is empty")
		return value{}, false
	case len(bodies) > 1:
		at := place{file, bodies[1].Body.GetToken().Position.Line}
		r.fail(at, "remove the --- and what follows", "want one document, got %d", len(bodies))
		return value{}, false
	}
	d := &document{report: r, file: file, anchors: map[string]ast.Node{}}
	for _, node := range ast.Filter(ast.AnchorType, bodies[0].Body) {
		anchor := node.(*ast.AnchorNode)
		d.anchors[anchor.Name.GetToken().Value] = anchor.Value
	}
	return value{document: d, node: d.resolve(bodies[0].Body)}, true
}

// cleanText tolerates a byte-order mark and CRLF, which the format forbids and editors write, and refuses what is not
// UTF-8.
func (r *report) cleanText(file string, text []byte) ([]byte, bool) {
	if rest, found := bytes.CutPrefix(text, []byte("\uFEFF")); found {
		r.warn(place{file, 1}, "save the file as UTF-8 without BOM", "the file begins with a byte-order mark")
		text = rest
	}
	if before, _, found := bytes.Cut(text, []byte("\r\n")); found {
		line := bytes.Count(before, []byte("\n")) + 1
		r.warn(place{file, line}, "save the file with LF line endings", "the file has CRLF line endings")
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	}
	if !utf8.Valid(text) {
		at := place{file: file}
		for i, line := range bytes.Split(text, []byte("\n")) {
			if !utf8.Valid(line) {
				at.line = i + 1
				break
			}
		}
		r.fail(at, "save the file as UTF-8", "the text is not valid UTF-8")
		return nil, false
	}
	return text, true
}

// The parser's time grows with the square of a file's length and of its nesting: 64 KiB of brackets take half a minute.
const (
	maxYAML    = 128 << 10
	maxNesting = 64
)

// checkCost refuses files that would keep the parser busy for long.
func (r *report) checkCost(file string, text []byte) bool {
	if len(text) > maxYAML {
		r.fail(place{file: file}, "shorten the file", "the file has %d bytes, more than %d", len(text), maxYAML)
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
			r.fail(place{file, line}, "close the brackets", "more than %d brackets are open", maxNesting)
			return false
		}
	}
	return true
}

// parseSafely turns a panic of the parser, which reads what strangers wrote, into an error.
func parseSafely(text []byte) (file *ast.File, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the parser gave up: %v", p)
		}
	}()
	// Duplicate keys are reported by mapping, which goes on after the first.
	return parser.ParseBytes(text, 0, parser.AllowDuplicateMapKey())
}

func isEmpty(node ast.Node) bool {
	switch node.(type) {
	case nil, *ast.NullNode, *ast.CommentGroupNode, *ast.DirectiveNode:
		return true
	}
	return false
}

// resolve follows anchors and aliases, nil when an alias names nothing or itself.
func (d *document) resolve(node ast.Node) ast.Node {
	for range maxNesting {
		switch n := node.(type) {
		case *ast.AnchorNode:
			node = n.Value
		case *ast.MappingKeyNode:
			node = n.Value
		case *ast.AliasNode:
			name := n.Value.GetToken().Value
			target, found := d.anchors[name]
			if !found {
				d.fail(place{d.file, n.GetToken().Position.Line}, "write the value out", "there is no anchor &%s", name)
				return nil
			}
			node = target
		default:
			return node
		}
	}
	d.fail(place{file: d.file}, "write the value out", "an alias names itself")
	return nil
}

func (v value) place() place {
	if v.node != nil {
		if tok := v.node.GetToken(); tok != nil && tok.Position != nil {
			return place{v.file, tok.Position.Line}
		}
	}
	return place{file: v.file}
}

// fault reports an error at the value, with its path before the message.
func (v value) fault(help, format string, args ...any) {
	v.fail(v.place(), help, "%s", v.prefixed(fmt.Sprintf(format, args...)))
}

func (v value) prefixed(message string) string {
	if v.path == "" {
		return message
	}
	return v.path + ": " + message
}

var (
	integerText = regexp.MustCompile(`^([-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$`)
	floatText   = regexp.MustCompile(`^([-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
	dateText    = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt ].*)?$`)
)

func (v value) kind() kind {
	switch n := v.node.(type) {
	case nil, *ast.NullNode:
		return isNull
	case *ast.MappingNode, *ast.MappingValueNode:
		return isMap
	case *ast.SequenceNode:
		return isList
	case *ast.LiteralNode:
		return isText
	case *ast.TagNode:
		if n.Start.Value == "!!str" {
			return isText
		}
		return isTagged
	}
	if t := v.node.GetToken().Type; t == token.SingleQuoteType || t == token.DoubleQuoteType {
		return isText
	}
	switch raw := v.raw(); {
	case slices.Contains([]string{"", "~", "null", "Null", "NULL"}, raw):
		return isNull
	case slices.Contains([]string{"true", "True", "TRUE", "false", "False", "FALSE"}, raw):
		return isBoolean
	case integerText.MatchString(raw):
		return isInteger
	case floatText.MatchString(raw):
		return isFloat
	}
	return isText
}

// raw is a scalar's text without quotes, exactly as written: "1e-6" stays "1e-6".
func (v value) raw() string {
	switch n := v.node.(type) {
	case nil:
		return ""
	case *ast.LiteralNode:
		return n.Value.Value
	case *ast.TagNode:
		return value{document: v.document, node: v.resolve(n.Value)}.raw()
	}
	return v.node.GetToken().Value
}

// want reports that the value is of the wrong kind.
func (v value) want(wanted, help string) {
	got := string(v.kind())
	switch v.kind() {
	case isText:
		got = strconv.Quote(v.raw())
	case isBoolean, isInteger, isFloat:
		got = fmt.Sprintf("%s %s", v.kind(), v.raw())
	}
	v.fault(help, "want %s, got %s", wanted, got)
}

func (v value) text() (string, bool) {
	if v.kind() != isText {
		help := "write one text"
		if k := v.kind(); k == isInteger || k == isFloat || k == isBoolean {
			help = fmt.Sprintf("put it in quotes: %q", v.raw())
		}
		v.want("text", help)
		return "", false
	}
	return v.raw(), true
}

// plainText is text that older YAML readers must not take for a date.
func (v value) plainText() (string, bool) {
	text, ok := v.text()
	if _, plain := v.node.(*ast.StringNode); ok && plain && dateText.MatchString(text) && v.node.GetToken().Type == token.StringType {
		v.warn(v.place(), fmt.Sprintf("put it in quotes: %q", text), "%s",
			v.prefixed("other judges take an unquoted date for a time stamp"))
	}
	return text, ok
}

func (v value) boolean() (truth, ok bool) {
	if v.kind() != isBoolean {
		help := "write true or false"
		if v.kind() == isText {
			help += ", without quotes"
		}
		v.want("true or false", help)
		return false, false
	}
	return strings.EqualFold(v.raw(), "true"), true
}

// integer returns an integer that is at least a minimum.
func (v value) integer(minimum int64) (int64, bool) {
	n, err := strconv.ParseInt(v.raw(), 0, 64)
	if v.kind() == isInteger && strings.TrimLeft(v.raw(), "+-0123456789") == "" {
		n, err = strconv.ParseInt(v.raw(), 10, 64)
	}
	if v.kind() != isInteger || err != nil || n < minimum {
		v.want(fmt.Sprintf("an integer of at least %d", minimum), "write digits only, without quotes or unit")
		return 0, false
	}
	return n, true
}

// number returns a finite number that is at least a minimum.
func (v value) number(minimum float64) (float64, bool) {
	x, err := strconv.ParseFloat(v.raw(), 64)
	if k := v.kind(); (k != isInteger && k != isFloat) || err != nil || x < minimum || math.IsInf(x, 0) || math.IsNaN(x) {
		wanted := "a number"
		if !math.IsInf(minimum, -1) {
			wanted = fmt.Sprintf("a number of at least %g", minimum)
		}
		v.want(wanted, "write digits only, without quotes or unit")
		return 0, false
	}
	return x, true
}

// seconds returns a positive number of seconds.
func (v value) seconds() (float64, bool) {
	x, err := strconv.ParseFloat(v.raw(), 64)
	if k := v.kind(); (k != isInteger && k != isFloat) || err != nil || !validSeconds(x) {
		v.want("seconds, more than 0", "write a number such as 1.5, without quotes or unit")
		return 0, false
	}
	return x, true
}

// validSeconds tells whether a time fits into a time.Duration with room for multipliers, and is not lost in it.
func validSeconds(x float64) bool { return x >= 1e-6 && x <= 366*24*3600 }

// items returns the elements of a list.
func (v value) items(help string) ([]value, bool) {
	list, ok := v.node.(*ast.SequenceNode)
	if !ok {
		v.want("a list", help)
		return nil, false
	}
	items := make([]value, len(list.Values))
	for i, node := range list.Values {
		items[i] = value{document: v.document, path: fmt.Sprintf("%s[%d]", v.path, i), node: v.resolve(node)}
	}
	return items, true
}

// texts returns a list of texts, or of one text alone.
func (v value) texts() ([]string, bool) {
	if v.kind() != isList {
		text, ok := v.text()
		return []string{text}, ok
	}
	items, _ := v.items("")
	texts, ok := make([]string, len(items)), true
	for i, item := range items {
		text, good := item.text()
		texts[i], ok = text, ok && good
	}
	return texts, ok
}

// arguments returns a list of command-line arguments, each as it is written: numbers need no quotes here.
func (v value) arguments() ([]string, bool) {
	items, ok := v.items(fmt.Sprintf("write a list: [%s]", strings.Join(strings.Fields(v.raw()), ", ")))
	if !ok {
		return nil, false
	}
	arguments := []string{}
	for _, item := range items {
		switch item.kind() {
		case isText, isInteger, isFloat, isBoolean:
			arguments = append(arguments, item.raw())
		default:
			item.want("an argument", "write a text or a number")
			ok = false
		}
	}
	return arguments, ok
}
