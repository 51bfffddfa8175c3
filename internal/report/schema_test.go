package report

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// objects are the JSON objects by their heading in docs/events.md.
var objects = map[string]any{
	"plan": planLine{}, "compile": compileLine{}, "start": startLine{}, "test": testLine{}, "group": groupLine{}, "done": doneLine{},
	"difference": differenceValue{}, "row": rowValue{}, "side": sideValue{}, "span": spanValue{}, "exchange": exchangeValue{},
	"data": dataLine{}, "submission": submissionLine{}, "limit": limitLine{}, "verified": verifiedLine{},
	"result": resultValue{}, "timing": timingValue{}, "fault": faultValue{},
	"kills": killsLine{}, "case": killsValue{},
	"measured": measuredLine{}, "limits": limitsLine{}, "need": needValue{},
}

// The documentation lists exactly the fields that are written, in their order, with their types.
func TestEveryFieldIsDocumented(t *testing.T) {
	documented := documentedFields(t, "../../docs/events.md")
	for heading, object := range objects {
		if got, want := writtenFields(reflect.TypeOf(object)), documented[heading]; !slices.Equal(got, want) {
			t.Errorf("%s\nwritten    %q\ndocumented %q", heading, got, want)
		}
	}
	for heading := range documented {
		if objects[heading] == nil {
			t.Errorf("%q is documented and never written", heading)
		}
	}
}

var fieldRow = regexp.MustCompile("^\\| `([a-z_]+)` \\| ([a-z ,]+) \\| [^|]+ \\|$")

func documentedFields(t *testing.T, path string) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string][]string{}
	heading := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "#") {
			heading = strings.TrimLeft(line, "# ")
		} else if match := fieldRow.FindStringSubmatch(line); match != nil {
			fields[heading] = append(fields[heading], match[1]+" "+match[2])
		} else if strings.HasPrefix(line, "| `") {
			t.Errorf("%s: the row has not the form of the others: %s", path, line)
		}
	}
	return fields
}

func writtenFields(object reflect.Type) []string {
	var fields []string
	for i := range object.NumField() {
		field := object.Field(i)
		name, option, _ := strings.Cut(field.Tag.Get("json"), ",")
		kind := jsonType(field.Type)
		if option == "omitempty" {
			kind = strings.TrimSuffix(kind, " or null") + ", optional"
		}
		fields = append(fields, name+" "+kind)
	}
	return fields
}

func jsonType(goType reflect.Type) string {
	if _, isText := reflect.New(goType).Interface().(interface{ UnmarshalText([]byte) error }); isText {
		return "string"
	}
	switch goType.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64, reflect.Uint32, reflect.Float64:
		return "number"
	case reflect.Pointer:
		return jsonType(goType.Elem()) + " or null"
	case reflect.Slice:
		return "array of " + jsonType(goType.Elem()) + "s"
	case reflect.Struct:
		return "object"
	default:
		return goType.String()
	}
}
