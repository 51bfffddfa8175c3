package author

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// WriteTimeLimit states a time limit in the problem.yaml of a package and leaves everything else in it as it is. It tells
// whether anything had to be changed.
func WriteTimeLimit(dir string, limit time.Duration) (changed bool, err error) {
	for _, other := range []string{".timelimit", "domjudge-problem.ini"} {
		text, err := os.ReadFile(filepath.Join(dir, other))
		if err == nil && (other == ".timelimit" || strings.Contains(string(text), "timelimit")) {
			return false, fmt.Errorf("%s gives a time limit too, which would contradict problem.yaml: delete it there first", other)
		}
	}
	path := filepath.Join(dir, "problem.yaml")
	before, err := os.ReadFile(path)
	if err != nil {
		return false, fmt.Errorf("read problem.yaml: %w", err)
	}
	after, err := withTimeLimit(before, limit)
	if err != nil {
		return false, fmt.Errorf("problem.yaml: %w; write limits.time_limit: %s by hand", err, decimal(limit))
	}
	if bytes.Equal(before, after) {
		return false, nil
	}
	return true, replaceFile(path, after)
}

// replaceFile writes a file beside another one and puts it in its place.
func replaceFile(path string, data []byte) error {
	// Behind a link lies the file that is meant.
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".problem-*.yaml")
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	err = errors.Join(err, file.Sync(), file.Close(), os.Chmod(file.Name(), mode))
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// decimal writes seconds as problem.yaml does.
func decimal(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// withTimeLimit changes the one line that has to be changed, and makes sure that nothing else means something new.
func withTimeLimit(text []byte, limit time.Duration) ([]byte, error) {
	edited, err := editTimeLimit(text, limit)
	if err != nil {
		return nil, err
	}
	var before, after map[string]any
	if err := yaml.Unmarshal(text, &before); err != nil {
		return nil, err
	}
	if err := yaml.Unmarshal(edited, &after); err != nil {
		return nil, fmt.Errorf("it is written in a way that cannot be changed safely (%w)", err)
	}
	limits, _ := after["limits"].(map[string]any)
	written, err := strconv.ParseFloat(fmt.Sprint(limits["time_limit"]), 64)
	if old, ok := before["limits"].(map[string]any); ok {
		delete(old, "time_limit")
	} else {
		delete(before, "limits")
	}
	delete(limits, "time_limit")
	if _, had := before["limits"]; !had {
		delete(after, "limits")
	}
	if err != nil || written != limit.Seconds() || !reflect.DeepEqual(before, after) {
		return nil, errors.New("it is written in a way that cannot be changed safely")
	}
	return edited, nil
}

func editTimeLimit(text []byte, limit time.Duration) ([]byte, error) {
	bare := bytes.TrimPrefix(text, []byte("\uFEFF"))
	file, err := parseYAML(bytes.ReplaceAll(bare, []byte("\r\n"), []byte("\n")))
	if err != nil {
		return nil, err
	}
	newline := "\n"
	if bytes.Contains(bare, []byte("\r\n")) {
		newline = "\r\n"
	}
	e := &lineEditor{lines: strings.SplitAfter(string(bare), "\n"), newline: newline}
	if err := e.setTimeLimit(file, decimal(limit)); err != nil {
		return nil, err
	}
	return slices.Concat(text[:len(text)-len(bare)], []byte(strings.Join(e.lines, ""))), nil
}

// parseYAML turns a panic of the parser into an error.
func parseYAML(text []byte) (file *ast.File, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the parser gave up: %v", p)
		}
	}()
	return parser.ParseBytes(text, parser.ParseComments)
}

// lineEditor changes a text by its lines, which keep their ends.
type lineEditor struct {
	lines   []string
	newline string
}

func (e *lineEditor) setTimeLimit(file *ast.File, value string) error {
	if len(file.Docs) != 1 {
		return fmt.Errorf("want one document, got %d", len(file.Docs))
	}
	root, ok := file.Docs[0].Body.(*ast.MappingNode)
	if !ok {
		return errors.New("want a map")
	}
	limits := entry(root, "limits")
	if limits == nil {
		e.append("limits:", "  time_limit: "+value)
		return nil
	}
	key := limits.Key.GetToken().Position
	switch node := limits.Value.(type) {
	case *ast.NullNode:
		if node.GetToken().Value != "" && strings.Contains(e.lines[key.Line-1], ": "+node.GetToken().Value) {
			return errors.New("limits is not a map")
		}
		e.insert(key.Line, strings.Repeat(" ", key.Column-1)+"  time_limit: "+value)
		return nil
	case *ast.MappingNode:
		if old := entry(node, "time_limit"); old != nil {
			return e.replace(old.Value.GetToken(), value)
		}
		if node.IsFlowStyle {
			return e.insertInto(node.Start, "time_limit: "+value, len(node.Values) > 0)
		}
		first := node.Values[0].Key.GetToken().Position
		e.insert(key.Line, strings.Repeat(" ", first.Column-1)+"time_limit: "+value)
		return nil
	}
	return errors.New("limits is not written as a map of its own")
}

func entry(m *ast.MappingNode, key string) *ast.MappingValueNode {
	for _, value := range m.Values {
		if value.Key.GetToken().Value == key {
			return value
		}
	}
	return nil
}

// append adds lines at the end.
func (e *lineEditor) append(lines ...string) {
	if last := len(e.lines) - 1; e.lines[last] != "" {
		e.lines[last] += e.newline
	} else {
		e.lines = e.lines[:last]
	}
	for _, line := range lines {
		e.lines = append(e.lines, line+e.newline)
	}
}

// insert adds a line after the one with the given number, from 1.
func (e *lineEditor) insert(after int, line string) {
	if !strings.HasSuffix(e.lines[after-1], "\n") {
		e.lines[after-1] += e.newline
	}
	e.lines = slices.Insert(e.lines, after, line+e.newline)
}

// at cuts the line of a token in two: what is before it, and from it on.
func (e *lineEditor) at(t *token.Token, want string) (before, rest string, err error) {
	line := e.lines[t.Position.Line-1]
	column := 0
	for i := range line {
		if column++; column == t.Position.Column && strings.HasPrefix(line[i:], want) {
			return line[:i], line[i:], nil
		}
	}
	return "", "", errors.New("it is written in a way that cannot be changed safely")
}

// replace puts a value in the place of a scalar. The decimals of the old one stay.
func (e *lineEditor) replace(old *token.Token, value string) error {
	before, rest, err := e.at(old, old.Value)
	if err != nil || old.Value == "" {
		return errors.New("time_limit is not written as a plain number")
	}
	same, oldErr := strconv.ParseFloat(old.Value, 64)
	wanted, _ := strconv.ParseFloat(value, 64)
	if oldErr == nil && same == wanted {
		return nil
	}
	if strings.Contains(old.Value, ".") && !strings.Contains(value, ".") {
		value += ".0"
	}
	e.lines[old.Position.Line-1] = before + value + strings.TrimPrefix(rest, old.Value)
	return nil
}

// insertInto adds an entry to a map in braces.
func (e *lineEditor) insertInto(brace *token.Token, entry string, more bool) error {
	before, rest, err := e.at(brace, "{")
	if err != nil {
		return err
	}
	if more {
		entry += ", "
	}
	e.lines[brace.Position.Line-1] = before + "{" + entry + rest[1:]
	return nil
}
