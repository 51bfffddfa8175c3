package report

import (
	"reflect"
	"slices"
	"testing"
)

// docs/mutation.md lists exactly the fields that are written, in their order, with their types.
func TestEveryFieldOfMutationIsDocumented(t *testing.T) {
	documented := documentedFields(t, "../../docs/mutation.md")
	for heading, object := range map[string]any{
		"mutants": mutantsLine{}, "mutant": mutantLine{}, "mutated": mutatedLine{}, "operator": operatorValue{}, "stale": staleValue{},
	} {
		if got, want := writtenFields(reflect.TypeOf(object)), documented[heading]; !slices.Equal(got, want) {
			t.Errorf("%s\nwritten    %q\ndocumented %q", heading, got, want)
		}
	}
}
