package report

import (
	"io"

	"grundy/internal/event"
	"grundy/internal/verdict"
)

// MutateJSON writes one JSON object a line: what is planned, what became of each mutant, and the sums, as
// docs/mutation.md describes.
type MutateJSON struct {
	lines *JSON
	hunt  func(event.MutantResult) string
}

// NewMutateJSON returns a MutateJSON that writes to w, each line at once.
func NewMutateJSON(w io.Writer, hunt func(event.MutantResult) string) *MutateJSON {
	return &MutateJSON{NewJSON(w), hunt}
}

// Event writes an event.
func (m *MutateJSON) Event(e event.Event) {
	switch e := e.(type) {
	case event.Mutants:
		m.lines.write(mutantsLine{
			Event: "mutants", Problem: e.Problem, Solution: e.Solution, Language: e.Language, Made: e.Made, Chosen: e.Chosen,
			Tests: e.Tests, CPU: e.Slowest.Seconds(), TimeLimit: e.Limit.Seconds(),
		})
	case event.MutantJudged:
		m.lines.write(m.mutantObject(e.Result))
	case event.Mutated:
		m.lines.write(mutatedObject(e.Summary))
	}
}

// Close returns the first error of writing.
func (m *MutateJSON) Close() error { return m.lines.Close() }

type mutantsLine struct {
	Event     string  `json:"event"`
	Problem   string  `json:"problem"`
	Solution  string  `json:"solution"`
	Language  string  `json:"language"`
	Made      int     `json:"made"`
	Chosen    int     `json:"chosen"`
	Tests     int     `json:"tests"`
	CPU       float64 `json:"cpu_seconds"`
	TimeLimit float64 `json:"time_limit_seconds"`
}

type mutantLine struct {
	Event    string              `json:"event"`
	Mutant   string              `json:"mutant"`
	Operator event.Operator      `json:"operator"`
	File     string              `json:"file"`
	Line     int                 `json:"line"`
	Before   string              `json:"before"`
	After    string              `json:"after"`
	Outcome  event.MutantOutcome `json:"outcome"`
	Verdict  verdict.Verdict     `json:"verdict"`
	Test     string              `json:"test,omitempty"`
	Reason   string              `json:"reason,omitempty"`
	Hunt     string              `json:"hunt,omitempty"`
}

type mutatedLine struct {
	Event       string          `json:"event"`
	Problem     string          `json:"problem"`
	Solution    string          `json:"solution"`
	OK          bool            `json:"ok"`
	Score       float64         `json:"score"`
	Operators   []operatorValue `json:"operators"`
	Stale       []staleValue    `json:"stale,omitempty"`
	OutOfTime   bool            `json:"out_of_time"`
	Interrupted bool            `json:"interrupted"`
}

type operatorValue struct {
	Operator   event.Operator `json:"operator"`
	Made       int            `json:"made"`
	NotRun     int            `json:"not_run"`
	Unjudged   int            `json:"unjudged"`
	Stillborn  int            `json:"stillborn"`
	Equivalent int            `json:"equivalent"`
	Explained  int            `json:"explained"`
	Killed     int            `json:"killed"`
	Survived   int            `json:"survived"`
}

type staleValue struct {
	Explanation string `json:"explanation"`
	Reason      string `json:"reason"`
}

func (m *MutateJSON) mutantObject(r event.MutantResult) mutantLine {
	line := mutantLine{
		Event:    "mutant",
		Mutant:   r.Mutant.ID,
		Operator: r.Mutant.Operator,
		File:     r.Place,
		Line:     r.Mutant.Line,
		Before:   r.Mutant.Before,
		After:    r.Mutant.After,
		Outcome:  r.Outcome,
		Verdict:  r.Verdict,
		Test:     r.Case,
		Reason:   r.Reason,
	}
	if r.Outcome == event.Survived {
		line.Hunt = m.hunt(r)
	}
	return line
}

func mutatedObject(s event.Mutation) mutatedLine {
	line := mutatedLine{
		Event:       "mutated",
		Problem:     s.Problem,
		Solution:    s.Solution,
		OK:          len(s.Survivors) == 0 && len(s.Failures) == 0 && !s.Interrupted,
		Score:       s.Total.Score(),
		Operators:   []operatorValue{},
		OutOfTime:   s.OutOfTime,
		Interrupted: s.Interrupted,
	}
	for _, r := range s.Rows {
		line.Operators = append(line.Operators, operatorValue{
			Operator:   r.Operator,
			Made:       r.Made,
			NotRun:     r.Outcomes[event.NotRun],
			Unjudged:   r.Outcomes[event.Unjudged],
			Stillborn:  r.Outcomes[event.Stillborn],
			Equivalent: r.Outcomes[event.Equivalent],
			Explained:  r.Outcomes[event.Explained],
			Killed:     r.Outcomes[event.Killed],
			Survived:   r.Outcomes[event.Survived],
		})
	}
	for _, stale := range s.Stale {
		line.Stale = append(line.Stale, staleValue{stale.Explanation, stale.Why})
	}
	return line
}
