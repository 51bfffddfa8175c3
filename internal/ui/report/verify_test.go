package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/ui/report"
	"grundy/internal/ui/terminal"
)

func verifyFormats() map[string]func(io.Writer) event.Sink {
	return map[string]func(io.Writer) event.Sink{
		"text": func(w io.Writer) event.Sink {
			return text(w, terminal.Screen{Width: 80}, event.Begin{Command: "verify"})
		},
		"json":  func(w io.Writer) event.Sink { return report.NewJSON(w) },
		"junit": func(w io.Writer) event.Sink { return report.NewJUnit(w) },
		"tap":   func(w io.Writer) event.Sink { return report.NewTAP(w) },
		"gcc":   func(w io.Writer) event.Sink { return begun(report.NewGCC(w), event.Begin{Command: "verify"}) },
		"github": func(w io.Writer) event.Sink {
			return begun(report.NewGitHub(w), event.Begin{Command: "verify", Repository: "/home/ada"})
		},
	}
}

// verification is what author.Verify sends for a package with the given number of secret cases.
func verification(cases int) []event.Event {
	names := []string{"sample/1"}
	for i := 1; i < cases; i++ {
		names = append(names, fmt.Sprintf("secret/%02d", i))
	}
	summary := event.Verification{
		Problem: "nim", Cases: names, Faults: 3, Warnings: 1, Met: 2, Unmet: 1, Skipped: 1, TimeLimit: time.Second,
	}
	events := []event.Event{
		event.DataChecked{Problem: "nim", Check: event.ValidInputs, Checked: cases},
		event.DataChecked{Problem: "nim", Check: event.InvalidInputs, Checked: 3, Faults: problem.Diagnostics{
			{Level: problem.Error, File: "data/invalid_input/big.in", Message: "no input validator refuses it", Help: "add a bound to the validator"},
		}},
		event.DataChecked{Problem: "nim", Check: event.Duplicates, Checked: cases},
		event.DataChecked{Problem: "nim", Check: event.AnswerEndings, Checked: cases, Faults: problem.Diagnostics{
			{Level: problem.Warning, File: "data/secret/02.ans", Line: 1, Message: "no newline at the end"},
		}},
		event.DataChecked{Problem: "nim", Check: event.Bounds, Faults: problem.Diagnostics{
			{Level: problem.Note, File: "input_validators/a.py", Message: "bounds unknown"},
		}},
	}
	add := func(index int, name string, of func(i int) verdict.Verdict, checked event.SubmissionChecked) {
		checked.Problem, checked.Submission, checked.Language = "nim", name, "cpp"
		var cells []event.Cell
		for i, c := range names {
			v := of(i)
			cells = append(cells, event.Cell{Case: c, Verdict: v, CPU: 31 * time.Millisecond})
			if !checked.Skipped {
				step := test(name, c, i+1, v)
				events = append(events, event.Running{Submission: name, Index: index, Total: 4, Event: step})
			}
		}
		if !checked.Skipped {
			checked.Cells = cells
		}
		events = append(events, checked)
	}
	always := func(v verdict.Verdict) func(int) verdict.Verdict { return func(int) verdict.Verdict { return v } }
	add(1, "accepted/nim.go", always(verdict.AC), event.SubmissionChecked{
		Expected: []verdict.Verdict{verdict.AC}, Actual: verdict.AC, Done: done("accepted/nim.go", verdict.AC, cases, cases, 0),
	})
	slow := done("time_limit_exceeded/brute.py", verdict.TLE, cases, cases-1, 1)
	slow.Slowest = 2 * time.Second
	add(2, "time_limit_exceeded/brute.py", func(i int) verdict.Verdict {
		if i == 2 {
			return verdict.TLE
		}
		return verdict.AC
	}, event.SubmissionChecked{
		Expected: []verdict.Verdict{verdict.TLE}, Actual: verdict.TLE, Case: "secret/02", Done: slow,
	})
	add(3, "wrong_answer/greedy.cpp", always(verdict.AC), event.SubmissionChecked{
		Expected: []verdict.Verdict{verdict.WA, verdict.RTE}, Actual: verdict.AC, NotCaught: true,
		Violations: []string{"none of the cases got WA or RTE"}, Done: done("wrong_answer/greedy.cpp", verdict.AC, cases, cases, 0),
	})
	add(4, "accepted/nim.rs", always(verdict.None), event.SubmissionChecked{
		Expected: []verdict.Verdict{verdict.AC}, Skipped: true, Reason: "rustc was not found", Help: "apt install rustc",
	})
	catches := event.CatchesChecked{Problem: "nim"}
	for i, c := range names {
		var caught event.CaseCatches
		if caught.Case = c; i == 2 {
			caught.Catches, caught.Alone = []string{"time_limit_exceeded/brute.py"}, []string{"time_limit_exceeded/brute.py"}
		}
		catches.Cases = append(catches.Cases, caught)
	}
	return append(events,
		event.LimitChecked{
			Problem: "nim", Limit: time.Second, Source: "problem.yaml", Ratio: 4.9,
			Slowest: &problem.Timing{Submission: "accepted/nim.go", Case: "secret/02", Time: 204 * time.Millisecond},
			Fastest: &problem.Timing{Submission: "time_limit_exceeded/brute.py", Case: "secret/02", Time: 2 * time.Second},
			Faults:  problem.Diagnostics{{Level: problem.Error, File: "problem.yaml", Line: 7, Message: "limits.time_limit is not a multiple of time_resolution", Help: "take 1"}},
		},
		catches, event.Verified{Summary: summary},
	)
}

func verify(t *testing.T, to event.Sink, events []event.Event) {
	t.Helper()
	for _, e := range events {
		to.Event(e)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestVerifyGolden(t *testing.T) {
	stopped := verification(3)[:8]
	stopped = append(stopped, event.Verified{Summary: event.Verification{Problem: "nim", Cases: []string{"sample/1", "secret/01", "secret/02"}, Met: 1, Interrupted: true}})
	for recording, events := range map[string][]event.Event{
		"faults": verification(90), "interrupted": stopped, "two": append(verification(3), packageWithoutFaults()...),
	} {
		for format, open := range verifyFormats() {
			t.Run(recording+"/"+format, func(t *testing.T) {
				var out bytes.Buffer
				verify(t, open(&out), events)
				golden(t, "verify-"+recording+"."+format, out.Bytes())
			})
		}
	}
}

func packageWithoutFaults() []event.Event {
	return []event.Event{
		event.DataChecked{Problem: "bash", Check: event.ValidInputs, Checked: 1},
		event.Verified{Summary: event.Verification{Problem: "bash", Cases: []string{"secret/1"}}},
	}
}

func TestVerifyFormatsAreWellFormed(t *testing.T) {
	var out bytes.Buffer
	verify(t, report.NewJUnit(&out), verification(3))
	var document struct {
		Suites []struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Skipped  int `xml:"skipped,attr"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(out.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	// Five checks of the data, four submissions and the limit; faults of the data, of a submission and of the limit.
	if got, want := fmt.Sprint(document.Suites), "[{10 3 1}]"; got != want {
		t.Errorf("suites (tests, failures, skipped) = %s, want %s", got, want)
	}

	out.Reset()
	verify(t, report.NewJSON(&out), verification(3))
	var submissions []string
	for line := range strings.Lines(out.String()) {
		var object struct {
			Event, Submission, Actual string
			Expected                  []string
			OK                        bool
		}
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if object.Event == "submission" {
			submissions = append(submissions, fmt.Sprint(object.Submission, object.Expected, object.Actual, object.OK))
		}
	}
	want := []string{
		"accepted/nim.go[AC]ACtrue", "time_limit_exceeded/brute.py[TLE]TLEtrue",
		"wrong_answer/greedy.cpp[WA RTE]ACfalse", "accepted/nim.rs[AC]false",
	}
	if fmt.Sprint(submissions) != fmt.Sprint(want) {
		t.Errorf("submissions\n got %q\nwant %q", submissions, want)
	}
}

// Where an accepted solution fails, what is wrong with its output is said.
func TestVerifyTellsWhy(t *testing.T) {
	failed := test("accepted/nim.go", "secret/01", 1, verdict.WA)
	failed.Difference = difference()
	var out bytes.Buffer
	verify(t, text(&out, terminal.Screen{}, event.Begin{Command: "verify"}), []event.Event{
		event.Running{Submission: "accepted/nim.go", Index: 1, Total: 1, Event: failed},
		event.SubmissionChecked{
			Problem: "nim", Submission: "accepted/nim.go", Expected: []verdict.Verdict{verdict.AC},
			Actual: verdict.WA, Case: "secret/01", Violations: []string{"secret/01 got WA, permitted is AC"},
		},
	})
	for _, want := range []string{"WA             01", "secret/01 got WA, permitted is AC", "secret/01: expected 8, got 4"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not said:\n%s", want, out.String())
		}
	}
}

func TestVerifyLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		text := text(&out, terminal.Screen{Live: true, Width: 80}, event.Begin{Command: "verify"})
		for _, e := range verification(10) {
			text.Event(e)
			time.Sleep(time.Second)
			if e, ok := e.(event.Running); ok && e.Event.(event.Test).Index == 5 && e.Index == 2 {
				synctest.Wait()
				lines, hidden := screen(t, out.String(), 80)
				if last := lines[len(lines)-1]; !hidden || !strings.Contains(last, "2/4 time_limit") || !strings.Contains(last, "✓✓◷✓✓") {
					t.Errorf("hidden cursor = %v, live line %q", hidden, last)
				}
			}
		}
		if err := text.Close(); err != nil {
			t.Fatal(err)
		}
		lines, hidden := screen(t, out.String(), 80)
		if hidden || lines[len(lines)-1] != "" {
			t.Errorf("hidden cursor = %v, last line %q", hidden, lines[len(lines)-1])
		}
	})
}

func TestMatrixOfManyCasesIsBounded(t *testing.T) {
	var out bytes.Buffer
	verify(t, text(&out, terminal.Screen{Width: 80}, event.Begin{Command: "verify"}), verification(10_000))
	if lines := strings.Count(out.String(), "\n"); lines > 110 || !strings.Contains(out.String(), "9600 cases not shown") {
		t.Errorf("%d lines:\n%s", lines, out.String())
	}
}
