package generators

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/base/yamldoc"
)

// Entry is a case to be written into generators.yaml: one of Command, Copy and In, and its other settings; or the
// result of Take.
type Entry struct {
	Command string
	Copy    string
	// In and Ans are texts that end in a newline, nil without them.
	In, Ans     []byte
	Description string
	// Legacy writes the description in the form of the legacy versions of the package format.
	Legacy bool

	// rawLines are the lines of a rule after its key, which was indented by rawIndent.
	rawLines  []string
	rawIndent int
}

// errShape reports a file whose style Append cannot edit.
var errShape = errors.New("it is written in a way that cannot be extended; add the case by hand")

// Append adds a case to the text of a generators.yaml and keeps everything else, including comments. name is the case's
// path below data/: "secret/group1/05-small". If the directory is a list, which numbers its cases, Append omits a
// number at the beginning of the name; Read then returns the case's real name.
func Append(text []byte, name string, entry Entry) ([]byte, error) {
	path := strings.Split(name, "/")
	if len(path) < 2 || slices.Contains(path, "") {
		return nil, fmt.Errorf("append to %s: want a name below a directory of data, got %q", File, name)
	}
	e, root, err := edit(text)
	if err == nil {
		err = e.insert(root, path, entry)
	}
	if err == nil {
		_, err = yamldoc.Open(e.Bytes())
	}
	if err != nil {
		return nil, fmt.Errorf("append to %s: %w", File, err)
	}
	return e.Bytes(), nil
}

// editor changes a generators.yaml.
type editor struct{ *yamldoc.Editor }

// edit makes an editor, and returns the value of the text.
func edit(text []byte) (editor, yamldoc.Value, error) {
	e := editor{yamldoc.Edit(text)}
	e.Trim()
	root, err := yamldoc.Open(text)
	return e, root, err
}

// insert walks along data, the directory, data, the group, data, … as far as the text goes, and writes the rest.
func (e editor) insert(root yamldoc.Value, path []string, entry Entry) error {
	keys := []string{"data"}
	for _, folder := range path[:len(path)-1] {
		keys = append(keys, folder, "data")
	}
	last := path[len(path)-1]
	node, indent := root, 0
	for i, key := range keys {
		fields, ok := blockFields(node)
		if !ok {
			return errShape
		}
		first := fields[0].Name
		indent = first.Column() - 1
		at := slices.IndexFunc(fields, func(f *yamldoc.Field) bool { return f.Key == key })
		if at < 0 {
			lines, err := block(keys[i:], last, entry, indent)
			if err == nil {
				e.Insert(e.MapEnd(first.Line(), indent), lines...)
			}
			return err
		}
		if empty(fields[at].Value) {
			return e.fill(fields[at], keys[i+1:], last, entry, indent)
		}
		node = fields[at].Value
	}
	return e.extend(node, last, entry)
}

// extend adds a case to the map or the list of a directory.
func (e editor) extend(node yamldoc.Value, name string, entry Entry) error {
	if node.Kind() == yamldoc.List {
		if node.InBrackets() || node.IsShared() {
			return errShape
		}
		lines, err := entry.lines(bareName(name), node.Column()+1)
		if err != nil {
			return err
		}
		lines[0] = strings.Repeat(" ", node.Column()-1) + "- " + strings.TrimLeft(lines[0], " ")
		e.Insert(e.ListEnd(node.Line(), node.Column()-1), lines...)
		return nil
	}
	fields, ok := blockFields(node)
	if !ok {
		return errShape
	}
	if slices.ContainsFunc(fields, func(f *yamldoc.Field) bool { return f.Key == name }) {
		return fmt.Errorf("there is a case %s", name)
	}
	first := fields[0].Name
	lines, err := entry.lines(name, first.Column()-1)
	if err == nil {
		e.Insert(e.MapEnd(first.Line(), first.Column()-1), lines...)
	}
	return err
}

// fill writes below a key without a value.
func (e editor) fill(f *yamldoc.Field, keys []string, name string, entry Entry, indent int) error {
	lines, err := block(keys, name, entry, indent+yamldoc.Step)
	if err != nil {
		return err
	}
	number := f.Name.Line()
	if f.Value.Line() == number {
		e.SetLine(number, emptyValue().ReplaceAllString(e.Line(number), ":$1"))
	}
	e.Insert(number, lines...)
	return nil
}

// emptyValue matches the end of a line whose key has an explicit empty value, with the comment after it.
var emptyValue = lazyregexp.New(`:\s*(?:\{\s*\}|\[\s*\]|null|~)(\s*(?: #.*)?)$`)

// blockFields returns the fields of a map in block style that is not an alias.
func blockFields(v yamldoc.Value) ([]*yamldoc.Field, bool) {
	fields := v.Entries()
	return fields, len(fields) > 0 && !v.InBrackets() && !v.IsShared()
}

func empty(v yamldoc.Value) bool {
	switch v.Kind() {
	case yamldoc.Null:
		return true
	case yamldoc.Map:
		return len(v.Entries()) == 0
	case yamldoc.List:
		return len(v.Elements()) == 0
	}
	return false
}

// block writes a case below nested keys.
func block(keys []string, name string, entry Entry, indent int) ([]string, error) {
	var lines []string
	for _, key := range keys {
		lines = append(lines, strings.Repeat(" ", indent)+yamldoc.Scalar(key)+":")
		indent += yamldoc.Step
	}
	below, err := entry.lines(name, indent)
	return append(lines, below...), err
}

// lines writes a case.
func (e Entry) lines(name string, indent int) ([]string, error) {
	margin := strings.Repeat(" ", indent)
	if len(e.rawLines) > 0 {
		return append([]string{margin + yamldoc.Scalar(name) + e.rawLines[0]}, shifted(e.rawLines[1:], indent-e.rawIndent)...), nil
	}
	if e.Command != "" && e.Description == "" && e.Ans == nil {
		return []string{margin + yamldoc.Scalar(name) + ": " + yamldoc.Scalar(e.Command)}, nil
	}
	lines := []string{margin + yamldoc.Scalar(name) + ":"}
	below := margin + strings.Repeat(" ", yamldoc.Step)
	for _, key := range []struct{ name, value string }{{"generate", e.Command}, {"copy", e.Copy}} {
		if key.value != "" {
			lines = append(lines, below+key.name+": "+yamldoc.Scalar(key.value))
		}
	}
	for _, file := range []struct {
		name string
		text []byte
	}{{"in", e.In}, {"ans", e.Ans}} {
		if file.text == nil {
			continue
		}
		written, err := yamldoc.Literal(file.name, file.text, below)
		if err != nil {
			return nil, fmt.Errorf("%w; put it into a file and use copy", err)
		}
		lines = append(lines, written...)
	}
	switch {
	case e.Description == "":
	case e.Legacy:
		lines = append(lines, below+"desc: "+strconv.Quote(e.Description))
	default:
		lines = append(lines, below+"yaml:", below+strings.Repeat(" ", yamldoc.Step)+"description: "+strconv.Quote(e.Description))
	}
	return lines, nil
}

var number = lazyregexp.New(`^[0-9]+-(.+)$`)

// bareName removes the number that a list gives its cases.
func bareName(name string) string {
	if strings.Trim(name, "0123456789") == "" {
		return ""
	}
	return number().ReplaceAllString(name, "$1")
}
