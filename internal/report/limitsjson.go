package report

import (
	"io"
	"slices"

	"grundy/internal/event"
	"grundy/internal/problem"
)

// LimitsJSON writes one JSON object a line for each submission that was measured, and one for the limit that follows, as
// docs/events.md describes.
type LimitsJSON struct{ lines *JSON }

// NewLimitsJSON returns a LimitsJSON that writes to w, each line at once.
func NewLimitsJSON(w io.Writer) *LimitsJSON { return &LimitsJSON{NewJSON(w)} }

// Event writes a step.
func (l *LimitsJSON) Event(e event.Event) {
	switch e := e.(type) {
	case event.Measured:
		line := measuredLine{
			Event: "measured", Problem: e.Problem, Submission: e.Submission, Language: e.Language, Use: e.Use, Test: e.Case,
			Least: e.Least().Seconds(), Median: e.Median().Seconds(), Most: e.Most().Seconds(), Runs: []float64{},
			Stopped: e.Stopped, Reason: e.Unmeasured, Help: e.Help,
		}
		for _, run := range e.Runs {
			line.Runs = append(line.Runs, run.Seconds())
		}
		l.lines.write(line)
	case event.LimitsFound:
		line := limitsLine{
			Event: "limits", Problem: e.Problem, OK: e.OK(), TimeLimit: e.Limit.Seconds(), Given: e.Given.Seconds(), Source: e.Source,
			Runs: e.Runs, ACToTimeLimit: e.ACToTimeLimit, TimeLimitToTLE: e.TimeLimitToTLE,
			Slowest: timingObject(e.Slowest), Fastest: timingObject(e.Fastest), Stopped: e.Stopped, Needs: []needValue{},
			Faults: faultObjects(slices.Concat(e.Faults, unwritten(e))), Written: e.Written, Interrupted: e.Interrupted,
		}
		for _, need := range e.Needs {
			line.Needs = append(line.Needs, needValue{need.Language, need.Limit.Seconds(), *timingObject(&need.Slowest)})
		}
		l.lines.write(line)
	}
}

// unwritten are the faults of the limit that the package states, unless it was just replaced.
func unwritten(f event.LimitsFound) problem.Diagnostics {
	if f.Written {
		return nil
	}
	return f.Conflicts
}

// Close returns the first error of writing.
func (l *LimitsJSON) Close() error { return l.lines.Close() }

type measuredLine struct {
	Event      string               `json:"event"`
	Problem    string               `json:"problem"`
	Submission string               `json:"submission"`
	Language   string               `json:"language"`
	Use        problem.TimeLimitUse `json:"use"`
	Test       string               `json:"test,omitempty"`
	Least      float64              `json:"least_seconds"`
	Median     float64              `json:"median_seconds"`
	Most       float64              `json:"most_seconds"`
	Runs       []float64            `json:"runs_seconds"`
	Stopped    bool                 `json:"stopped"`
	Reason     string               `json:"reason,omitempty"`
	Help       string               `json:"help,omitempty"`
}

type limitsLine struct {
	Event          string       `json:"event"`
	Problem        string       `json:"problem"`
	OK             bool         `json:"ok"`
	TimeLimit      float64      `json:"time_limit_seconds"`
	Given          float64      `json:"given_seconds"`
	Source         string       `json:"time_limit_source,omitempty"`
	Runs           int          `json:"runs"`
	ACToTimeLimit  float64      `json:"ac_to_time_limit"`
	TimeLimitToTLE float64      `json:"time_limit_to_tle"`
	Slowest        *timingValue `json:"slowest,omitempty"`
	Fastest        *timingValue `json:"fastest,omitempty"`
	Stopped        bool         `json:"stopped"`
	Needs          []needValue  `json:"needs"`
	Faults         []faultValue `json:"faults,omitempty"`
	Written        bool         `json:"written"`
	Interrupted    bool         `json:"interrupted"`
}

type needValue struct {
	Language  string      `json:"language"`
	TimeLimit float64     `json:"time_limit_seconds"`
	Slowest   timingValue `json:"slowest"`
}
