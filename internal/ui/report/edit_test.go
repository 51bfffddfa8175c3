package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
)

func TestEditText(t *testing.T) {
	killed := func(name string, v verdict.Verdict, first, permitted bool) event.Catch {
		return event.Catch{Judged: event.Judged{Submission: name, Verdict: v}, First: first, Permitted: permitted}
	}
	for _, test := range []struct {
		name  string
		event event.Event
		want  string
	}{
		{
			"added", event.Added{
				Problem: "nim", Case: "secret/3-x", Rule: "random 7", Input: 12, Answered: "submissions/accepted/a.go", Validators: 2,
				Accepted: []event.Judged{{Submission: "accepted/a.go"}},
				Catches:  []event.Catch{killed("w/old.py", verdict.WA, false, true), killed("w/new.py", verdict.TLE, true, false)},
				Skipped:  []string{"accepted/b.kt"}, Renamed: []event.Renaming{{Old: "secret/1", New: "secret/01"}},
				Files: []string{"data/secret/3-x.in"}, Notes: []string{"look"},
			}, `nim  secret/3-x added
  rule     random 7
  input    12 B, 2 input validators accept it
  answer   by submissions/accepted/a.go
  check    1 accepted submission agrees
  catches  ◷ TLE w/new.py  a verdict that its directory does not permit  nothing caught it before
  catches  ✗ WA  w/old.py
  skipped  accepted/b.kt
  renamed  secret/1 → secret/01
  files    data/secret/3-x.in
  note     look
`,
		}, {
			"no use", event.Added{Problem: "nim", Case: "secret/3-x", Input: 12, NotCaught: []string{"w/a.py"}, Dry: true}, `nim  secret/3-x would be added
  input    12 B, no input validator looked at it
  check    no accepted submission looked at it
  note     it catches none of the wrong submissions
`,
		}, {
			"killed before", event.Added{Problem: "nim", Case: "secret/3-x", Catches: []event.Catch{killed("w/old.py", verdict.WA, false, true)}}, `nim  secret/3-x added
  input    0 B, no input validator looked at it
  check    no accepted submission looked at it
  catches  ✗ WA  w/old.py
  note     all of them were caught before
`,
		}, {
			"changed", event.Changed{Problem: "nim", Removed: []string{"secret/1"}, Files: []string{"data/secret/1.in"}}, `nim
  removed  secret/1
  files    data/secret/1.in
`,
		},
	} {
		var b strings.Builder
		text := newEditText(&b, options{})
		text.Event(test.event)
		if err := text.Close(); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, b.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}
