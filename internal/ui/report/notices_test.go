package report_test

import (
	"strings"
	"testing"

	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/ui/report"
)

// TestEqualWarnings checks that warnings which say the same stand in one line with their number and places, in the order in which
// they came otherwise.
func TestEqualWarnings(t *testing.T) {
	note := func(file, message string) event.Event {
		return event.Note{Diagnostic: problem.Diagnostic{Level: problem.Note, File: file, Message: message}}
	}
	var out strings.Builder
	notices := report.NewNotices(&out, false)
	for _, e := range []event.Event{
		note("a", "lost"), note("b", "lost"), note("", "other"), note("c", "lost"), note("c", "lost"), note("a", "twice"), note("b", "twice"),
		event.Verifying{Problem: "p"},
		note("d", "lost"), note("", "other"), note("", "other"), note("", "other"),
	} {
		notices.Event(e)
	}
	if err := notices.Close(); err != nil {
		t.Fatal(err)
	}
	want := `grundy: note: a: lost
grundy: note: other
grundy: note: a: twice
grundy: note: lost (3 more times: b, c)
grundy: note: b: twice
grundy: note: d: lost
grundy: note: other
grundy: note: other (2 more times)
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
