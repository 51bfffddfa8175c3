package report

import (
	"io"
	"strings"
	"time"

	"grundy/internal/event"
	"grundy/internal/problem"
	"grundy/internal/terminal"
	"grundy/internal/verdict"
)

// finding is a part of a verification as continuous integration counts it: passed, failed or skipped.
type finding struct {
	name    string
	failed  bool
	message string // in one line
	detail  []string
	skipped string
	took    time.Duration
}

// findings turns an event into findings: checks of the data, submissions and the time limit are one each.
func findings(e event.Event) []finding {
	switch e := e.(type) {
	case event.DataChecked:
		return []finding{ofFaults("data "+string(e.Check), e.Faults)}
	case event.LimitChecked:
		return []finding{ofFaults("time limit", e.Faults)}
	case event.SubmissionChecked:
		f := finding{name: e.Submission, took: e.Done.Wall}
		switch {
		case e.Skipped:
			f.skipped = unjudgedReason(e)
		case !e.Met():
			f.failed = true
			f.message = "expected " + expectedWords(e.Expected) + ", got " + orNothing(e.Actual)
			if e.Unkilled {
				f.message += ": no test kills it"
			}
			for _, violation := range e.Violations {
				f.detail = append(f.detail, terminal.Line(violation))
			}
			if e.Reason != "" {
				f.detail = append(f.detail, unjudgedReason(e))
			}
		}
		return []finding{f}
	case event.Verified:
		if e.Summary.Interrupted {
			return []finding{{name: "verification", failed: true, message: "interrupted"}}
		}
	}
	return nil
}

func orNothing(v verdict.Verdict) string {
	if v == verdict.None {
		return "no verdict"
	}
	return v.String()
}

func ofFaults(name string, faults problem.Diagnostics) finding {
	f := finding{name: name, failed: len(faults.Fatal(false)) > 0}
	for _, fault := range faults {
		if f.message == "" && fault.Level == problem.Error {
			f.message = terminal.Line(fault.String())
		}
		f.detail = append(f.detail, string(fault.Level)+": "+terminal.Line(fault.String()))
		if fault.Help != "" {
			f.detail = append(f.detail, "  help: "+terminal.Line(fault.Help))
		}
	}
	return f
}

// VerifyJUnit writes the findings of verifications as JUnit's XML: a suite for each problem.
type VerifyJUnit struct{ document *JUnit }

// NewVerifyJUnit returns a VerifyJUnit that writes to w. Close completes the document.
func NewVerifyJUnit(w io.Writer) *VerifyJUnit { return &VerifyJUnit{NewJUnit(w)} }

// Event takes a finding in.
func (v *VerifyJUnit) Event(e event.Event) {
	j := v.document
	j.suite.Name = xmlText(problemOf(e, j.suite.Name))
	for _, f := range findings(e) {
		test := junitCase{Name: xmlText(f.name)}
		switch {
		case f.skipped != "":
			test.Skipped = &junitDetail{Message: xmlText(f.skipped)}
		case f.failed:
			test.Failure = &junitDetail{Message: xmlText(f.message), Text: xmlText(strings.Join(f.detail, "\n"))}
		}
		j.add(test, f.took)
	}
	if _, ok := e.(event.Verified); ok {
		j.flush()
	}
}

// Close completes the document and returns the first error of writing.
func (v *VerifyJUnit) Close() error { return v.document.Close() }

// VerifyTAP writes the findings of verifications in the Test Anything Protocol.
type VerifyTAP struct{ lines *TAP }

// NewVerifyTAP returns a VerifyTAP that writes to w, each finding at once.
func NewVerifyTAP(w io.Writer) *VerifyTAP { return &VerifyTAP{NewTAP(w)} }

// Event takes a finding in.
func (v *VerifyTAP) Event(e event.Event) {
	t := v.lines
	t.name = problemOf(e, t.name)
	for _, f := range findings(e) {
		switch {
		case f.skipped != "":
			t.point(true, f.name, "SKIP "+f.skipped)
		case f.failed:
			t.point(false, f.name, "")
			t.block([]yamlLine{{"message", f.message}, {"detail", strings.Join(f.detail, "\n")}})
		default:
			t.point(true, f.name, "")
		}
	}
}

// Close writes the plan and returns the first error of writing.
func (v *VerifyTAP) Close() error { return v.lines.Close() }

// problemOf is the problem that an event is about, or the one before when it does not say.
func problemOf(e event.Event, before string) string {
	switch e := e.(type) {
	case event.DataChecked:
		return e.Problem
	case event.SubmissionChecked:
		return e.Problem
	case event.LimitChecked:
		return e.Problem
	case event.Verified:
		return e.Summary.Problem
	}
	return before
}
