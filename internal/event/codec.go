package event

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Marshal writes a value that contains events, or parts of them, as JSON in their form: unlike encoding/json, it keeps
// texts of arbitrary bytes. An empty list becomes none.
func Marshal(value any) ([]byte, error) {
	return new(codec).appendValue(nil, reflect.ValueOf(value))
}

// Unmarshal reads what Marshal wrote, into the value that into points to.
func Unmarshal(data []byte, into any) error {
	if !json.Valid(data) {
		return errors.New("not JSON")
	}
	return new(codec).decodeValue(bytes.TrimSpace(data), reflect.ValueOf(into).Elem())
}

// codec turns events into JSON objects and back. The name of a field is that of its json tag, else its own; the tag's options are
// omitempty, which leaves out zero values, and inline, which puts the fields of a struct among those of the outer one, as
// embedding does. A field with the tag event:"old" is one of earlier versions: it is read and never written. The tag event:"was NAME" holds the
// name that a field had in earlier versions, which is read, too. Of encoding/json it differs in that times are numbers of seconds, that text
// may hold any bytes (see appendText), []byte is text, and an empty list is the same as none. Events within events keep their names.
//
// It learns the structure of a type when it first meets it, so it must not be used concurrently.
type codec struct {
	shapes map[reflect.Type][]member
	events map[string]reflect.Type
}

// member is a field of an object.
type member struct {
	name     string
	former   string // the name in earlier versions, or ""
	index    []int
	optional bool
	old      bool
}

// deriver has values that follow from its fields. They are written, at the end, for readers of the JSON.
type deriver interface{ derived() any }

// success is what most of these events derive: whether all went well.
type success struct {
	OK bool `json:"ok"`
}

// kindField is the first field of each event.
const kindField = "event"

// shape lists the fields of a struct.
func (c *codec) shape(t reflect.Type) []member {
	if members, known := c.shapes[t]; known {
		return members
	}
	if c.shapes == nil {
		c.shapes = map[reflect.Type][]member{}
	}
	var members []member
	for i := range t.NumField() {
		field := t.Field(i)
		name, option, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous || option == "inline" {
			for _, inner := range c.shape(field.Type) {
				inner.index = append([]int{i}, inner.index...)
				members = append(members, inner)
			}
			continue
		}
		note := field.Tag.Get("event")
		_, former, _ := strings.Cut(note, "was ")
		members = append(members, member{cmp.Or(name, field.Name), former, []int{i}, option == "omitempty", note == "old"})
	}
	c.shapes[t] = members
	return members
}

// formerKinds are the present names of kinds by those that they had in earlier versions, which are read, too.
func formerKinds() map[string]string {
	return map[string]string{
		"kills": "catches", "hunting": "kill_search", "hunted": "kill_search_result", "hunt_done": "kill_search_done",
	}
}

// typeOf returns the type of a kind, or nil if there is none.
func (c *codec) typeOf(kind string) reflect.Type {
	if c.events == nil {
		c.events = map[string]reflect.Type{}
		for _, e := range kinds() {
			c.events[e.Kind()] = reflect.TypeOf(e)
		}
		for former, present := range formerKinds() {
			c.events[former] = c.events[present]
		}
	}
	return c.events[kind]
}

// appendEvent writes an event.
func (c *codec) appendEvent(b []byte, e Event) ([]byte, error) {
	if unknown, ok := e.(Unknown); ok {
		return append(b, unknown.Line...), nil
	}
	b = appendText(append(b, `{"`+kindField+`":`...), e.Kind())
	b, err := c.appendMembers(b, reflect.ValueOf(e), ",")
	if err != nil {
		return b, fmt.Errorf("%s: %w", e.Kind(), err)
	}
	return append(b, '}'), nil
}

// appendMembers writes the fields of a struct, with before in front of the first one.
func (c *codec) appendMembers(b []byte, v reflect.Value, before string) ([]byte, error) {
	for _, m := range c.shape(v.Type()) {
		field := v.FieldByIndex(m.index)
		if m.old || m.optional && isEmpty(field) {
			continue
		}
		b = append(appendText(append(b, before...), m.name), ':')
		var err error
		if b, err = c.appendValue(b, field); err != nil {
			return b, fmt.Errorf("%s: %w", m.name, err)
		}
		before = ","
	}
	if more, ok := v.Interface().(deriver); ok {
		return c.appendMembers(b, reflect.ValueOf(more.derived()), before)
	}
	return b, nil
}

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	}
	return v.IsZero()
}

func (c *codec) appendValue(b []byte, v reflect.Value) ([]byte, error) {
	switch value := v.Interface().(type) {
	case time.Duration:
		return appendSeconds(b, value), nil
	case []byte:
		return appendText(b, value), nil
	case Event:
		if v.Kind() == reflect.Interface {
			return c.appendEvent(b, value)
		}
	case encoding.TextMarshaler:
		text, err := value.MarshalText()
		return appendText(b, text), err
	}
	switch v.Kind() {
	case reflect.String:
		return appendText(b, v.String()), nil
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool()), nil
	case reflect.Int, reflect.Int64:
		return strconv.AppendInt(b, v.Int(), 10), nil
	case reflect.Uint32:
		return strconv.AppendUint(b, v.Uint(), 10), nil
	case reflect.Float64:
		number, err := json.Marshal(v.Float())
		if err != nil {
			err = fmt.Errorf("%v is not a JSON number", v.Float())
		}
		return append(b, number...), err
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return append(b, "null"...), nil
		}
		return c.appendValue(b, v.Elem())
	case reflect.Slice, reflect.Array:
		return c.appendList(b, v)
	case reflect.Map:
		return c.appendMap(b, v)
	case reflect.Struct:
		b, err := c.appendMembers(append(b, '{'), v, "")
		return append(b, '}'), err
	}
	return b, fmt.Errorf("cannot encode %v", v.Type())
}

func (c *codec) appendList(b []byte, v reflect.Value) ([]byte, error) {
	b = append(b, '[')
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = c.appendValue(b, v.Index(i)); err != nil {
			return b, err
		}
	}
	return append(b, ']'), nil
}

// appendMap writes a map with text keys as a sorted object.
func (c *codec) appendMap(b []byte, v reflect.Value) ([]byte, error) {
	values := map[string]reflect.Value{}
	for iter := v.MapRange(); iter.Next(); {
		key, err := iter.Key().Interface().(encoding.TextMarshaler).MarshalText()
		if err != nil {
			return b, err
		}
		values[string(key)] = iter.Value()
	}
	before := byte('{')
	for _, key := range slices.Sorted(maps.Keys(values)) {
		b = append(appendText(append(b, before), key), ':')
		var err error
		if b, err = c.appendValue(b, values[key]); err != nil {
			return b, fmt.Errorf("%s: %w", key, err)
		}
		before = ','
	}
	if len(values) == 0 {
		b = append(b, before)
	}
	return append(b, '}'), nil
}

// decodeEvent reads an event. Missing fields are zero, and unknown ones are ignored.
func (c *codec) decodeEvent(raw json.RawMessage) (Event, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil || fields == nil {
		return nil, errors.New("not a JSON object")
	}
	name, named := fields[kindField]
	if !named || name[0] != '"' {
		return nil, fmt.Errorf("the object has no %q, the name of what happened", kindField)
	}
	kind := string(unquote(name))
	t := c.typeOf(kind)
	if t == nil {
		return Unknown{Name: kind, Line: raw}, nil
	}
	v := reflect.New(t).Elem()
	if err := c.decodeMembers(fields, v); err != nil {
		return nil, fmt.Errorf("%s: %w", kind, err)
	}
	return v.Interface().(Event), nil
}

func (c *codec) decodeMembers(fields map[string]json.RawMessage, v reflect.Value) error {
	for _, m := range c.shape(v.Type()) {
		raw, written := fields[m.name]
		if !written && m.former != "" {
			raw, written = fields[m.former]
		}
		if !written || string(raw) == "null" {
			continue
		}
		if err := c.decodeValue(raw, v.FieldByIndex(m.index)); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
	}
	return nil
}

// decodeValue reads a value that is not null.
func (c *codec) decodeValue(raw json.RawMessage, v reflect.Value) error {
	switch target := v.Addr().Interface().(type) {
	case *time.Duration:
		number, err := wanted(raw, isNumber, "a number")
		if err == nil {
			*target, err = parseSeconds(string(number))
		}
		return err
	case *[]byte:
		quoted, err := wanted(raw, isText, "text")
		if err == nil && len(quoted) > len(`""`) {
			*target = unquote(quoted)
		}
		return err
	case *Event:
		e, err := c.decodeEvent(raw)
		*target = e
		return err
	case encoding.TextUnmarshaler:
		quoted, err := wanted(raw, isText, "text")
		if err != nil {
			return err
		}
		return target.UnmarshalText(unquote(quoted))
	}
	switch v.Kind() {
	case reflect.String:
		quoted, err := wanted(raw, isText, "text")
		if err == nil {
			v.SetString(string(unquote(quoted)))
		}
		return err
	case reflect.Int, reflect.Int64:
		number, err := strconv.ParseInt(string(raw), 10, v.Type().Bits())
		if err != nil {
			return unwanted(raw, "a whole number")
		}
		v.SetInt(number)
	case reflect.Uint32:
		number, err := strconv.ParseUint(string(raw), 10, v.Type().Bits())
		if err != nil {
			return unwanted(raw, "a whole number, 0 or more")
		}
		v.SetUint(number)
	case reflect.Bool, reflect.Float64:
		if json.Unmarshal(raw, v.Addr().Interface()) != nil {
			return unwanted(raw, "a "+strings.TrimSuffix(v.Kind().String(), "64"))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return c.decodeValue(raw, v.Elem())
	case reflect.Slice, reflect.Array:
		return c.decodeList(raw, v)
	case reflect.Map:
		return c.decodeMap(raw, v)
	case reflect.Struct:
		var fields map[string]json.RawMessage
		if json.Unmarshal(raw, &fields) != nil {
			return unwanted(raw, "an object")
		}
		return c.decodeMembers(fields, v)
	}
	return nil
}

func (c *codec) decodeList(raw json.RawMessage, v reflect.Value) error {
	var items []json.RawMessage
	if json.Unmarshal(raw, &items) != nil {
		return unwanted(raw, "a list")
	}
	if len(items) == 0 {
		return nil
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), len(items), len(items)))
	}
	for i, item := range items {
		if string(item) == "null" || i >= v.Len() {
			continue
		}
		if err := c.decodeValue(item, v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func (c *codec) decodeMap(raw json.RawMessage, v reflect.Value) error {
	var items map[string]json.RawMessage
	if json.Unmarshal(raw, &items) != nil {
		return unwanted(raw, "an object")
	}
	if len(items) == 0 {
		return nil
	}
	v.Set(reflect.MakeMapWithSize(v.Type(), len(items)))
	for name, item := range items {
		key, value := reflect.New(v.Type().Key()), reflect.New(v.Type().Elem()).Elem()
		if err := key.Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(name)); err != nil {
			return err
		}
		if err := c.decodeValue(item, value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		v.SetMapIndex(key.Elem(), value)
	}
	return nil
}

func isText(raw json.RawMessage) bool { return raw[0] == '"' }

func isNumber(raw json.RawMessage) bool { return raw[0] == '-' || '0' <= raw[0] && raw[0] <= '9' }

func wanted(raw json.RawMessage, is func(json.RawMessage) bool, what string) (json.RawMessage, error) {
	if !is(raw) {
		return nil, unwanted(raw, what)
	}
	return raw, nil
}

// unwanted returns an error that says what was wanted; of long values it shows the beginning.
func unwanted(raw json.RawMessage, what string) error {
	const shown = 40
	text := string(raw)
	if len(text) > shown {
		text = text[:shown] + "…"
	}
	return fmt.Errorf("want %s, got %s", what, text)
}
