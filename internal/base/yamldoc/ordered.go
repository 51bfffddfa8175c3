package yamldoc

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
)

// Ordered is a map in the order of its file, with any values, for rewriting a file. Maps below it are ordered too.
type Ordered = yaml.MapSlice

// Item is an entry of an ordered map.
type Item = yaml.MapItem

// ReadOrdered reads a map; an empty file gives an empty map. Tabs may indent its lines, as for Parse. File is its name in errors.
func ReadOrdered(file string, text []byte) (Ordered, error) {
	if strings.TrimSpace(string(text)) == "" {
		return nil, nil
	}
	var m Ordered
	err := unmarshal(text, &m, yaml.UseOrderedMap())
	if err != nil && tabbedLine(text) > 0 {
		err = unmarshal(Spaced(text), &m, yaml.UseOrderedMap())
	}
	if _, ok := errors.AsType[yaml.Error](err); ok {
		return nil, fmt.Errorf("%s: %s", file, yaml.FormatError(err, false, false))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return m, nil
}

// WriteOrdered writes a map, or a list of maps. Lists are indented below their key, but not at the top level.
func WriteOrdered[T Ordered | []Ordered](m T) (string, error) {
	_, below := any(m).(Ordered)
	text, err := yaml.MarshalWithOptions(m, yaml.IndentSequence(below), yaml.UseLiteralStyleIfMultiline(true))
	return string(text), err
}
