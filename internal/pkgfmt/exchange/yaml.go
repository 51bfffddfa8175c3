package exchange

import (
	"fmt"
	"strconv"
	"strings"

	"grundy/internal/base/yamldoc"
)

// keys is a YAML map in the order in which it stands in its file.
type keys = yamldoc.Ordered

// readYAML reads a map, an empty one of an empty file or one that does not exist.
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

// yaml puts a map into the package, nothing when it is empty. What other systems keep as text may be in any encoding, and YAML
// has but one.
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

// set adds a key unless its value says nothing.
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

// get returns the value of a key, nil when there is none.
func get(m keys, key string) any {
	for _, item := range m {
		if item.Key == key {
			return item.Value
		}
	}
	return nil
}

// list makes a list of a value that may stand alone.
func list(value any) []any {
	switch v := value.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{value}
}

// words makes texts of a list's values.
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
		if arg == "" || strings.ContainsAny(arg, " \t\n'\"\\$`") {
			quoted[i] = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// parseNumber reads a number of a YAML file, written as one or as text.
func parseNumber(value any) (float64, error) {
	return strconv.ParseFloat(fmt.Sprint(value), 64)
}
