package exchange

import (
	"fmt"
	"strconv"
	"strings"

	"grundy/internal/base/yamldoc"
)

// keys is a YAML map in the order of its file.
type keys = yamldoc.Ordered

// readYAML reads a map, which is empty for an empty or missing file.
func (t *tree) readYAML(name string) (keys, error) {
	if !t.has(name) {
		return nil, nil
	}
	text, err := t.read(name)
	if err != nil {
		return nil, err
	}
	return yamldoc.ReadOrdered(name, text)
}

// yaml adds a map to the package, nothing if it is empty. Text of other systems may be in any encoding, but YAML
// has only one.
func (p *Package) yaml(name string, m keys) error {
	if len(m) == 0 {
		return nil
	}
	text, err := yamldoc.WriteOrdered(m)
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return p.text(name, strings.ToValidUTF8(text, "\ufffd"))
}

// set adds a key unless its value is empty.
func set(m *keys, key string, value any) {
	switch v := value.(type) {
	case string:
		if v == "" {
			return
		}
	case []string:
		if len(v) == 0 {
			return
		}
	case keys:
		if len(v) == 0 {
			return
		}
	}
	*m = append(*m, yamldoc.Item{Key: key, Value: value})
}

// get returns the value of a key, nil if there is none.
func get(m keys, key string) any {
	for _, item := range m {
		if item.Key == key {
			return item.Value
		}
	}
	return nil
}

// list makes a list from a value that may be a single one.
func list(value any) []any {
	switch v := value.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{value}
}

// words converts a list's values to texts.
func words(value any) []string {
	var texts []string
	for _, item := range list(value) {
		texts = append(texts, fmt.Sprint(item))
	}
	return texts
}

// flagText writes arguments as one text of shell words, as legacy packages do.
func flagText(args []string) string {
	quoted := make([]string, len(args))
	for i, arg := range args {
		quoted[i] = arg
		if arg == "" || strings.ContainsAny(arg, " \t\n'\"\\$`*?[]{}~#&|;<>()!") {
			quoted[i] = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// parseNumber parses a number of a YAML file, written as a number or as text.
func parseNumber(value any) (float64, error) {
	return strconv.ParseFloat(fmt.Sprint(value), 64)
}
