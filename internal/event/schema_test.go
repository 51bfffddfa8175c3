package event_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"grundy/internal/event"
)

var update = flag.Bool("update", false, "write docs/events.schema.json anew")

const schemaFile = "../../docs/events.schema.json"

// TestSchema holds that docs/events.schema.json describes the events as they are written.
func TestSchema(t *testing.T) {
	text, err := json.MarshalIndent(newSchema(t).of(event.Kinds()), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	if *update {
		if err := os.WriteFile(schemaFile, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	committed, err := os.ReadFile(schemaFile)
	if err != nil || !bytes.Equal(text, committed) {
		t.Errorf("%s is not as the events are (%v): go test ./internal/event -run Schema -update", schemaFile, err)
	}
}

// object is an object of JSON.
type object map[string]any

// schema collects the definitions of a JSON Schema.
type schema struct {
	definitions object
	meanings    map[string]string // of fields by heading and name, as docs/events/fields.md has them
	headings    map[reflect.Type]string
}

func newSchema(t *testing.T) *schema {
	_, meanings, _ := documentedFields(t)
	s := &schema{object{}, meanings, map[reflect.Type]string{}}
	for heading, part := range parts {
		s.headings[reflect.TypeOf(part)] = heading
	}
	return s
}

// of is the schema of one line of the stream.
func (s *schema) of(kinds []event.Event) object {
	var names []string
	var choices []object
	for _, kind := range kinds {
		name := kind.Kind()
		names = append(names, name)
		choices = append(choices, object{
			"if":   object{"properties": object{"event": object{"const": name}}},
			"then": object{"$ref": "#/$defs/" + name},
		})
		s.definitions[name] = s.fields(kind, name, object{"event": object{"const": name}}, []string{"event"})
	}
	return object{
		"$schema":     "https://json-schema.org/draft/2020-12/schema",
		"title":       "An event of grundy",
		"description": "One line of the stream that --format json and --record write; docs/events.md explains it.",
		"type":        "object", "required": []string{"event"},
		"properties": object{"event": object{"enum": names}},
		"allOf":      choices, "$defs": s.definitions,
	}
}

var pageLink = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)

// fields describes an object, with properties that come before its own.
func (s *schema) fields(value any, heading string, properties object, required []string) object {
	for _, field := range event.Fields(value) {
		described := s.described(field.Type, field.Optional)
		if meaning := s.meanings[heading+" "+field.Name]; meaning != "" {
			described["description"] = pageLink.ReplaceAllString(meaning, "$1") // a schema leads nowhere
		}
		properties[field.Name] = described
		if !field.Optional {
			required = append(required, field.Name)
		}
	}
	return object{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// described describes the values of a type.
func (s *schema) described(of reflect.Type, optional bool) object {
	switch kind := jsonType(of); kind {
	case "string", "boolean":
		return object{"type": kind}
	case "number":
		if of.Kind() == reflect.Float64 || of.String() == "time.Duration" {
			return object{"type": "number"}
		}
		return object{"type": "integer"}
	}
	switch of.Kind() {
	case reflect.Pointer:
		if optional {
			return s.described(of.Elem(), true)
		}
		return object{"anyOf": []object{s.described(of.Elem(), true), {"type": "null"}}}
	case reflect.Slice, reflect.Array:
		return object{"type": "array", "items": s.described(of.Elem(), false)}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": s.described(of.Elem(), false)}
	case reflect.Interface:
		return object{"$ref": "#"} // an event
	}
	value, heading := reflect.Zero(of).Interface(), s.headings[of]
	if e, ok := value.(event.Event); ok { // without its name
		heading = e.Kind()
	}
	name := "part_" + strings.NewReplacer(" ", "_", "-", "_").Replace(heading)
	if s.definitions[name] == nil {
		s.definitions[name] = object{} // which may refer to itself
		s.definitions[name] = s.fields(value, heading, object{}, nil)
	}
	return object{"$ref": "#/$defs/" + name}
}
