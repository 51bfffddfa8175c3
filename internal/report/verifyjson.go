package report

import (
	"io"

	"grundy/internal/bytesize"
	"grundy/internal/event"
	"grundy/internal/problem"
	"grundy/internal/verdict"
)

// VerifyJSON writes one JSON object a line for each finding of a verification, as docs/events.md describes. The steps of
// judging are left out: the submission's object has the results on all cases.
type VerifyJSON struct{ lines *JSON }

// NewVerifyJSON returns a VerifyJSON that writes to w, each line at once.
func NewVerifyJSON(w io.Writer) *VerifyJSON { return &VerifyJSON{NewJSON(w)} }

// Event writes a finding.
func (v *VerifyJSON) Event(e event.Event) {
	switch e := e.(type) {
	case event.DataChecked:
		v.lines.write(dataLine{
			Event: "data", Problem: e.Problem, Check: e.Check, Checked: e.Checked,
			OK: !hasErrors(e.Faults), Faults: faultObjects(e.Faults),
		})
	case event.SubmissionChecked:
		v.lines.write(submissionObject(e))
	case event.LimitChecked:
		v.lines.write(limitLine{
			Event: "limit", Problem: e.Problem, OK: !hasErrors(e.Faults),
			TimeLimit: e.Limit.Seconds(), Source: e.Source, Inferred: e.Inferred, Ratio: e.Ratio,
			Slowest: timingObject(e.Slowest), Fastest: timingObject(e.Fastest), Faults: faultObjects(e.Faults),
		})
	case event.KillsChecked:
		line := killsLine{Event: "kills", Problem: e.Problem}
		for _, c := range e.Cases {
			line.Cases = append(line.Cases, killsValue{c.Case, append([]string{}, c.Kills...), append([]string{}, c.Alone...)})
		}
		v.lines.write(line)
	case event.Verified:
		s := e.Summary
		v.lines.write(verifiedLine{
			Event: "verified", Problem: s.Problem, OK: s.OK(), Tests: s.Cases, Faults: s.Faults, Warnings: s.Warnings,
			Met: s.Met, Unmet: s.Unmet, Skipped: s.Skipped, JudgeErrors: s.JudgeErrors,
			TimeLimit: s.TimeLimit.Seconds(), Interrupted: s.Interrupted,
			Used: usedValue{s.Used.Submissions.Seconds(), s.Used.Programs.Seconds(), s.Used.Compilers.Seconds(), s.Used.Alone.Seconds()},
		})
	}
}

// Close returns the first error of writing.
func (v *VerifyJSON) Close() error { return v.lines.Close() }

type dataLine struct {
	Event   string       `json:"event"`
	Problem string       `json:"problem"`
	Check   event.Check  `json:"check"`
	Checked int          `json:"checked"`
	OK      bool         `json:"ok"`
	Faults  []faultValue `json:"faults,omitempty"`
}

type submissionLine struct {
	Event       string            `json:"event"`
	Problem     string            `json:"problem"`
	Submission  string            `json:"submission"`
	Language    string            `json:"language"`
	Expected    []verdict.Verdict `json:"expected"`
	Actual      verdict.Verdict   `json:"actual"`
	OK          bool              `json:"ok"`
	Verdict     verdict.Verdict   `json:"verdict"`
	Case        string            `json:"case,omitempty"`
	Violations  []string          `json:"violations,omitempty"`
	Unkilled    bool              `json:"unkilled"`
	Skipped     bool              `json:"skipped"`
	Reason      string            `json:"reason,omitempty"`
	Help        string            `json:"help,omitempty"`
	Tests       int               `json:"tests"`
	Passed      int               `json:"passed"`
	CPU         float64           `json:"cpu_seconds"`
	SlowestTest string            `json:"slowest_test,omitempty"`
	TimeLimit   float64           `json:"time_limit_seconds"`
	Peak        bytesize.Size     `json:"peak_bytes"`
	Results     []resultValue     `json:"results,omitempty"`
}

type resultValue struct {
	Test    string          `json:"test"`
	Verdict verdict.Verdict `json:"verdict"`
	CPU     float64         `json:"cpu_seconds"`
	Score   *float64        `json:"score,omitempty"`
}

type limitLine struct {
	Event     string       `json:"event"`
	Problem   string       `json:"problem"`
	OK        bool         `json:"ok"`
	TimeLimit float64      `json:"time_limit_seconds"`
	Source    string       `json:"time_limit_source,omitempty"`
	Inferred  bool         `json:"inferred"`
	Ratio     float64      `json:"ratio,omitempty"`
	Slowest   *timingValue `json:"slowest,omitempty"`
	Fastest   *timingValue `json:"fastest,omitempty"`
	Faults    []faultValue `json:"faults,omitempty"`
}

type timingValue struct {
	Submission string  `json:"submission"`
	Test       string  `json:"test"`
	CPU        float64 `json:"cpu_seconds"`
}

type faultValue struct {
	Level   problem.Level `json:"level"`
	File    string        `json:"file,omitempty"`
	Line    int           `json:"line,omitempty"`
	Message string        `json:"message"`
	Help    string        `json:"help,omitempty"`
}

type killsLine struct {
	Event   string       `json:"event"`
	Problem string       `json:"problem"`
	Cases   []killsValue `json:"cases"`
}

type killsValue struct {
	Test  string   `json:"test"`
	Kills []string `json:"kills"`
	Alone []string `json:"alone"`
}

type verifiedLine struct {
	Event       string  `json:"event"`
	Problem     string  `json:"problem"`
	OK          bool    `json:"ok"`
	Tests       int     `json:"tests"`
	Faults      int     `json:"faults"`
	Warnings    int     `json:"warnings"`
	Met         int     `json:"met"`
	Unmet       int     `json:"unmet"`
	Skipped     int     `json:"not_judged"`
	JudgeErrors int     `json:"judge_errors"`
	TimeLimit   float64 `json:"time_limit_seconds"`
	Interrupted bool    `json:"interrupted"`

	Used usedValue `json:"used"`
}

// usedValue has times in seconds.
type usedValue struct {
	Submissions float64 `json:"submissions_cpu_seconds"`
	Programs    float64 `json:"programs_cpu_seconds"`
	Compilers   float64 `json:"compilers_cpu_seconds"`
	Alone       float64 `json:"alone_seconds"`
}

func submissionObject(e event.SubmissionChecked) submissionLine {
	object := submissionLine{
		Event:       "submission",
		Problem:     e.Problem,
		Submission:  e.Submission,
		Language:    e.Language,
		Expected:    append([]verdict.Verdict{}, e.Expected...),
		Actual:      e.Actual,
		OK:          e.Met(),
		Verdict:     e.Done.Verdict,
		Case:        e.Case,
		Unkilled:    e.Unkilled,
		Skipped:     e.Skipped,
		Reason:      e.Reason,
		Help:        e.Help,
		Tests:       e.Done.Tests,
		Passed:      e.Done.Passed,
		CPU:         e.Done.Slowest.Seconds(),
		SlowestTest: e.Done.SlowestTest,
		TimeLimit:   e.Done.TimeLimit.Seconds(),
		Peak:        e.Done.Memory,
	}
	for _, violation := range e.Violations {
		object.Violations = append(object.Violations, violation.Text)
	}
	for _, cell := range e.Cells {
		object.Results = append(object.Results, resultValue{cell.Case, cell.Verdict, cell.CPU.Seconds(), cell.Score})
	}
	return object
}

func faultObjects(faults problem.Diagnostics) []faultValue {
	var objects []faultValue
	for _, f := range faults {
		objects = append(objects, faultValue{f.Level, f.File, f.Line, f.Message, f.Help})
	}
	return objects
}

func timingObject(t *problem.Timing) *timingValue {
	if t == nil {
		return nil
	}
	return &timingValue{t.Submission, t.Case, t.Time.Seconds()}
}

func hasErrors(faults problem.Diagnostics) bool { return len(faults.Fatal(false)) > 0 }
