package report

import (
	"reflect"
	"slices"
	"testing"
)

func TestEveryFieldOfStressIsDocumented(t *testing.T) {
	documented := documentedFields(t, "../../docs/stress.md")
	for heading, object := range map[string]any{
		"stress": stressLine{}, "progress": progressLine{}, "finding": findingLine{}, "shrinking": shrinkingLine{},
		"shrunk": shrunkLine{}, "kept": keptLine{}, "stressed": stressedLine{},
	} {
		got := writtenFields(reflect.TypeOf(object))
		if heading == "shrunk" {
			got = got[1:] // those of finding
		}
		if want := documented[heading]; !slices.Equal(got, want) {
			t.Errorf("%s\nwritten    %q\ndocumented %q", heading, got, want)
		}
	}
}
