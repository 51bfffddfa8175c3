package generators

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/yamldoc"
)

// rulePosition is the position of the rule of a case.
type rulePosition struct {
	lines yamldoc.Span
	key   yamldoc.Value
	// indent is that of the key; listed reports that the case is an item of a list, and only that its directory has no
	// other case.
	indent       int
	listed, only bool
	// parent is the line of the key of the directory.
	parent int
}

// errRuleStyle reports rules that share their lines with others.
var errRuleStyle = errors.New("its rule is written in a way that cannot be edited; edit it by hand")

// RemoveRule removes the rule of a case from the text of a generators.yaml and keeps everything else. Append can put the
// entry elsewhere, exactly as it was written. removed is the span of the removed text.
func RemoveRule(text []byte, c *Case) (rest []byte, entry Entry, removed yamldoc.Span, err error) {
	e, s, err := find(text, c)
	if err != nil {
		return nil, entry, removed, err
	}
	_, behind, err := e.AroundKey(s.key)
	if err != nil {
		return nil, entry, removed, errRuleStyle
	}
	taken := e.Cut(s.lines)
	entry.rawLines = slices.Concat([]string{behind}, taken[1:])
	entry.rawIndent = s.indent
	if s.only {
		e.SetLine(s.parent, emptied(e.Line(s.parent), s.listed))
	}
	if _, err := yamldoc.Open(e.Bytes()); err != nil {
		return nil, entry, removed, errRuleStyle
	}
	return e.Bytes(), entry, s.lines, nil
}

// Rename gives the rule of a case another key. If the directory is a list, which numbers its cases, Rename omits a
// number at the beginning.
func Rename(text []byte, c *Case, base string) ([]byte, error) {
	e, s, err := find(text, c)
	if err != nil {
		return nil, err
	}
	if s.listed {
		base = bareName(base)
	}
	renamed, err := e.RenameKeys(map[yamldoc.Value]string{s.key: base})
	if err != nil {
		return nil, errRuleStyle
	}
	return renamed, nil
}

// Listed reports whether a list of generators.yaml numbers a case.
func Listed(text []byte, c *Case) bool {
	_, s, err := find(text, c)
	return err == nil && s.listed
}

// find finds the rule of a case.
func find(text []byte, c *Case) (editor, rulePosition, error) {
	e, root, err := edit(text)
	if err != nil {
		return e, rulePosition{}, fmt.Errorf("%s: %w", File, err)
	}
	if s, found := e.search(root, c, 0); found && s.lines.Count > 0 {
		return e, s, nil
	}
	return e, rulePosition{}, fmt.Errorf("%s:%d: %w", File, c.Line, errRuleStyle)
}

// search looks for the key of a case, below a key in the line parent. A site without lines cannot be edited.
func (e editor) search(node yamldoc.Value, c *Case, parent int) (rulePosition, bool) {
	if node.IsShared() {
		return rulePosition{}, false
	}
	items := node.Elements()
	for _, item := range items {
		if fields, block := blockFields(item); block && isKeyOf(fields[0], c, true) {
			s := rulePosition{key: fields[0].Name, indent: fields[0].Name.Column() - 1, listed: true, only: len(items) == 1, parent: parent}
			line := e.Line(c.Line)
			dash := yamldoc.Indentation(line)
			// Several cases in one item share its dash.
			if len(fields) == 1 && !node.InBrackets() && strings.TrimSpace(line[dash:s.indent]) == "-" {
				s.lines = e.Entry(c.Line, dash)
			}
			return s, true
		}
		if s, found := e.search(item, c, parent); found {
			return s, true
		}
	}
	fields, _ := blockFields(node)
	for _, f := range fields {
		if isKeyOf(f, c, false) {
			s := rulePosition{key: f.Name, indent: f.Name.Column() - 1, only: len(fields) == 1, parent: parent}
			if strings.TrimSpace(e.Line(c.Line)[:s.indent]) == "" {
				s.lines = e.Entry(c.Line, s.indent)
			}
			return s, true
		}
		if s, found := e.search(f.Value, c, f.Name.Line()); found {
			return s, true
		}
	}
	return rulePosition{}, false
}

func isKeyOf(f *yamldoc.Field, c *Case, listed bool) bool {
	base := path.Base(c.Name)
	return f.Name.Line() == c.Line && (f.Key == base || listed && f.Key == bareName(base))
}

// emptied writes the line of a key whose directory has lost its last case.
func emptied(line string, listed bool) string {
	value := " {}"
	if listed {
		value = " []"
	}
	if end := strings.LastIndex(line, ":"); end >= 0 {
		if comment := strings.Index(line, " #"); comment >= 0 {
			end = strings.LastIndex(line[:comment], ":")
		}
		return line[:end+1] + value + line[end+1:]
	}
	return line
}

// shifted returns lines with another indentation.
func shifted(lines []string, by int) []string {
	moved := make([]string, len(lines))
	for i, line := range lines {
		switch {
		case strings.TrimSpace(line) == "":
		case by >= 0:
			line = strings.Repeat(" ", by) + line
		default:
			line = line[min(-by, yamldoc.Indentation(line)):]
		}
		moved[i] = line
	}
	return moved
}
