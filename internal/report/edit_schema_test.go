package report

import (
	"reflect"
	"slices"
	"testing"
)

func TestEveryFieldOfEditIsDocumented(t *testing.T) {
	documented := documentedFields(t, "../../docs/adding-tests.md")
	for heading, object := range map[string]any{
		"added": addedLine{}, "judged": judgedValue{}, "kill": killValue{}, "changed": changedLine{}, "renamed": renamedValue{},
	} {
		if got, want := writtenFields(reflect.TypeOf(object)), documented[heading]; !slices.Equal(got, want) {
			t.Errorf("%s\nwritten    %q\ndocumented %q", heading, got, want)
		}
	}
}
