package yamldoc

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Block returns the text of a map as a file of its own: the original lines, moved to the left.
func (v Value) Block() (string, bool) {
	m, ok := v.Mapping()
	if !ok || len(m.fields) == 0 {
		return "", ok
	}
	if v.hasReferences() {
		v.Fault("write the values out", "anchors and aliases cannot be copied to a file")
		return "", false
	}
	if v.InBrackets() {
		var b strings.Builder
		for _, pair := range v.pairs() {
			fmt.Fprintf(&b, "%s: %s\n", strings.TrimSpace(pair.Key.String()), strings.TrimSpace(pair.Value.String()))
		}
		return b.String(), true
	}
	lines := v.splitLines()
	first := m.fields[0].Name.Line()
	if first < 1 || first > len(lines) {
		return "", true
	}
	left := Indentation(lines[first-1])
	var block []string
	for _, line := range lines[first-1:] {
		if strings.TrimSpace(line) != "" && Indentation(line) < left {
			break
		}
		block = append(block, line[min(left, len(line)):])
	}
	return strings.TrimRight(strings.Join(block, "\n"), "\n ") + "\n", true
}

// splitLines returns the lines of the file. It splits the file once for all blocks.
func (d *document) splitLines() []string {
	if d.lines == nil {
		d.lines = strings.Split(string(d.text), "\n")
	}
	return d.lines
}

// hasReferences reports whether the value contains anchors or aliases.
func (v Value) hasReferences() bool {
	return bytes.ContainsAny(v.text, "&*") && slices.ContainsFunc([]ast.NodeType{ast.AliasType, ast.AnchorType}, func(t ast.NodeType) bool { return len(ast.Filter(t, v.node)) > 0 })
}
