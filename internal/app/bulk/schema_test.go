package bulk_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/app/bulk"
)

// TestSchema holds that docs/judge.schema.json and docs/bulk.md name the fields that there are, and that the schema requires
// those that are always written.
func TestSchema(t *testing.T) {
	text, err := os.ReadFile("../../../docs/judge.schema.json")
	if err != nil || !bytes.Equal(text, bulk.Schema) {
		t.Fatalf("docs/judge.schema.json is not internal/app/bulk/judge.schema.json: copy it (%v)", err)
	}
	var schema struct {
		Defs map[string]struct {
			Properties map[string]any
			Required   []string
		} `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../../docs/bulk.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]any{
		"line": bulk.Line{}, "options": bulk.Options{}, "problem": bulk.Inline{}, "case": bulk.Case{}, "checker": bulk.Checker{},
		"result": bulk.Result{}, "failure": bulk.ErrorRow{},
	} {
		var fields, always []string
		for field := range reflect.TypeOf(value).Fields() {
			name, option, _ := strings.Cut(field.Tag.Get("json"), ",")
			fields = append(fields, name)
			if option == "" && reflect.TypeOf(value).Name() != "Inline" {
				always = append(always, name)
			}
			if !strings.Contains(string(page), "`"+name+"`") {
				t.Errorf("docs/bulk.md does not mention the field %s", name)
			}
		}
		slices.Sort(fields)
		if diff := cmp.Diff(fields, slices.Sorted(maps.Keys(schema.Defs[name].Properties))); diff != "" {
			t.Errorf("the fields of a %s (-code +schema):\n%s", name, diff)
		}
		if diff := cmp.Diff(always, schema.Defs[name].Required); diff != "" && len(always) > 0 {
			t.Errorf("required of a %s (-code +schema):\n%s", name, diff)
		}
	}
}
