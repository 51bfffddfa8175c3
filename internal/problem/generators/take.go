package generators

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Span are lines of a text, counted from 1: First, and Count of them.
type Span struct{ First, Count int }

// site is where the rule of a case stands.
type site struct {
	lines Span
	// indent is that of the key; listed tells that the case is an item of a list, and only that its folder has no other.
	indent       int
	listed, only bool
	// parent is the line of the key that holds the folder.
	parent int
}

// errSite is what is said of rules that share their lines with others.
var errSite = errors.New("its rule is written in a way that cannot be edited; edit it by hand")

// Take removes the rule of a case from the text of a generators.yaml and keeps everything else as it is. The entry is what
// Append puts elsewhere, as it was written. The span is what was removed.
func Take(text []byte, c *Case) (rest []byte, entry Entry, removed Span, err error) {
	e, s, err := find(text, c)
	if err != nil {
		return nil, entry, removed, err
	}
	first := s.lines.First - 1
	taken := e.lines[first : first+s.lines.Count]
	entry.raw = slices.Concat([]string{taken[0][s.indent+keyLength(taken[0][s.indent:]):]}, taken[1:])
	entry.rawIndent = s.indent
	e.lines = slices.Concat(e.lines[:first], e.lines[first+s.lines.Count:])
	if s.only {
		e.lines[s.parent-1] = emptied(e.lines[s.parent-1], s.listed)
	}
	if _, err := parseRoot(e.text()); err != nil {
		return nil, entry, removed, errSite
	}
	return e.text(), entry, s.lines, nil
}

// Rename gives the rule of a case another key. Where the folder is a list, which numbers its cases, a number at the
// beginning is left out.
func Rename(text []byte, c *Case, base string) ([]byte, error) {
	e, s, err := find(text, c)
	if err != nil {
		return nil, err
	}
	if s.listed {
		base = bareName(base)
	}
	line := e.lines[s.lines.First-1]
	e.lines[s.lines.First-1] = line[:s.indent] + scalar(base) + line[s.indent+keyLength(line[s.indent:]):]
	if _, err := parseRoot(e.text()); err != nil {
		return nil, errSite
	}
	return e.text(), nil
}

// Listed tells whether a list of generators.yaml numbers a case.
func Listed(text []byte, c *Case) bool {
	_, s, err := find(text, c)
	return err == nil && s.listed
}

// find finds the rule of a case.
func find(text []byte, c *Case) (*editor, site, error) {
	root, err := parseRoot(text)
	if err != nil {
		return nil, site{}, fmt.Errorf("%s: %w", File, err)
	}
	e := &editor{lines: strings.Split(strings.TrimRight(string(text), "\n"), "\n")}
	if s, found := e.search(root, c, 0); found && s.lines.Count > 0 {
		return e, s, nil
	}
	return nil, site{}, fmt.Errorf("%s:%d: %w", File, c.Line, errSite)
}

// search looks for the key of a case, below a key in the line parent. A site without lines is one that cannot be edited.
func (e *editor) search(node ast.Node, c *Case, parent int) (site, bool) {
	if list, ok := node.(*ast.SequenceNode); ok {
		for _, item := range list.Values {
			pairs, block := blockPairs(item)
			if block && isKeyOf(pairs[0], c, true) {
				s := site{indent: pairs[0].Key.GetToken().Position.Column - 1, listed: true, only: len(list.Values) == 1, parent: parent}
				dash := indentation(e.lines[c.Line-1])
				// Several cases in one item share its dash.
				if len(pairs) == 1 && !list.IsFlowStyle && strings.TrimSpace(e.lines[c.Line-1][dash:s.indent]) == "-" {
					s.lines = e.block(c.Line, dash)
				}
				return s, true
			}
			if s, found := e.search(item, c, parent); found {
				return s, true
			}
		}
		return site{}, false
	}
	pairs, _ := blockPairs(node)
	for _, pair := range pairs {
		if isKeyOf(pair, c, false) {
			s := site{indent: pair.Key.GetToken().Position.Column - 1, only: len(pairs) == 1, parent: parent}
			if strings.TrimSpace(e.lines[c.Line-1][:s.indent]) == "" {
				s.lines = e.block(c.Line, s.indent)
			}
			return s, true
		}
		if s, found := e.search(pair.Value, c, pair.Key.GetToken().Position.Line); found {
			return s, true
		}
	}
	return site{}, false
}

func isKeyOf(pair *ast.MappingValueNode, c *Case, listed bool) bool {
	base := path.Base(c.Name)
	return pair.Key.GetToken().Position.Line == c.Line && (keyOf(pair) == base || listed && keyOf(pair) == bareName(base))
}

// block are the lines from one on as far as they are indented more. Blank lines and comments at the end stay outside.
func (e *editor) block(first, indent int) Span {
	last := first
	for i := first; i < len(e.lines); i++ {
		line := e.lines[i]
		if strings.TrimSpace(line) == "" {
			continue
		}
		if indentation(line) <= indent {
			break
		}
		last = i + 1
	}
	return Span{first, last - first + 1}
}

// keyLength is how much of a text the key at its beginning takes, with its quotes.
func keyLength(text string) int {
	if quote := text[:1]; quote == `"` || quote == "'" {
		return strings.Index(text[1:], quote) + 2
	}
	if end := strings.Index(text+" ", ": "); end >= 0 {
		return end
	}
	return strings.LastIndex(text, ":")
}

// emptied writes the line of a key whose folder has lost its last case.
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

// shifted are lines with another indentation.
func shifted(lines []string, by int) []string {
	moved := make([]string, len(lines))
	for i, line := range lines {
		switch {
		case strings.TrimSpace(line) == "":
		case by >= 0:
			line = strings.Repeat(" ", by) + line
		default:
			line = line[min(-by, indentation(line)):]
		}
		moved[i] = line
	}
	return moved
}
