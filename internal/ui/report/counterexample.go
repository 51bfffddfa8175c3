package report

import (
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/ui/terminal"
)

// counterexample is a part of a verification in the terms of continuous integration: passed, failed or skipped.
type counterexample struct {
	name    string
	failed  bool
	message string // in one line
	detail  []string
	skipped string
	took    time.Duration
}

// findings turns an event into findings: checks of the data, submissions and the time limit are one each.
func findings(e event.Event) []counterexample {
	switch e := e.(type) {
	case event.DataChecked:
		return []counterexample{ofFaults("data "+string(e.Check), e.Faults)}
	case event.LimitChecked:
		return []counterexample{ofFaults("time limit", e.Faults)}
	case event.SubmissionChecked:
		f := counterexample{name: e.Submission, took: e.Done.Wall}
		switch {
		case e.Skipped:
			f.skipped = UnjudgedReason(e)
		case !e.Met():
			f.failed = true
			f.message = "expected " + ExpectedWords(e.Expected) + ", got " + orNothing(e.Actual)
			if e.NotCaught {
				f.message += ": no test catches it"
			}
			for _, violation := range e.Violations {
				f.detail = append(f.detail, terminal.Line(violation))
			}
			if e.Reason != "" {
				f.detail = append(f.detail, UnjudgedReason(e))
			}
		}
		return []counterexample{f}
	case event.Written:
		return []counterexample{{name: "written"}}
	case event.Verified:
		if e.Summary.Interrupted {
			return []counterexample{{name: "verification", failed: true, message: "interrupted"}}
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

func ofFaults(name string, faults problem.Diagnostics) counterexample {
	f := counterexample{name: name, failed: len(faults.Fatal(false)) > 0}
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

// warningLines are what an event warns of, and what to do about it, as lines of a report.
func warningLines(e event.Event) []string {
	w, warns := warningOf(e)
	if !warns {
		return nil
	}
	lines := []string{string(w.level) + ": " + terminal.Line(w.words())}
	if w.help != "" {
		lines = append(lines, "  help: "+terminal.Line(w.help))
	}
	return lines
}

// problemOf returns the problem of an event, or the one before if the event does not name it.
func problemOf(e event.Event, before string) string {
	switch e := e.(type) {
	case event.Verifying:
		return e.Problem
	case event.DataChecked:
		return e.Problem
	case event.SubmissionChecked:
		return e.Problem
	case event.LimitChecked:
		return e.Problem
	case event.Verified:
		return e.Summary.Problem
	case event.Written:
		return e.Path
	}
	return before
}
