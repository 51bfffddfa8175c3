package bulk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/judge/sandbox"
	"grundy/internal/store/workspace"
)

// Detail is how much a result says.
type Detail string

// The details: the verdict, what each case says of itself as well, and also what programs printed.
const (
	VerdictDetail Detail = "verdict"
	CasesDetail   Detail = "cases"
	FullDetail    Detail = "full"
)

// Details are all of them.
func Details() []Detail { return []Detail{VerdictDetail, CasesDetail, FullDetail} }

// Result is the line about a submission that was judged.
type Result struct {
	ID       string          `json:"id"`
	Verdict  verdict.Verdict `json:"verdict"`
	Reason   string          `json:"reason"`
	Language string          `json:"language"`
	Score    *float64        `json:"score,omitempty"`
	MaxScore *float64        `json:"max_score,omitempty"`
	// Passed, Failed, Unjudged and NotRun add up to Tests; First is the first test that failed.
	Tests    int    `json:"tests"`
	Passed   int    `json:"passed"`
	Failed   int    `json:"failed"`
	Unjudged int    `json:"unjudged,omitempty"`
	NotRun   int    `json:"not_run"`
	First    string `json:"first,omitempty"`
	// CPU and Memory are the greatest of a case; Wall is the time of the whole judgement.
	CPU    time.Duration `json:"cpu_seconds"`
	Wall   time.Duration `json:"wall_seconds"`
	Memory bytesize.Size `json:"peak_bytes,omitempty"`
	Tier   sandbox.Tier  `json:"tier"`
	// Machine is the worker that judged, "" for this machine.
	Machine string `json:"machine,omitempty"`
	// CompileLog is what the compiler said about a source that it rejected.
	CompileLog string `json:"compile_log,omitempty"`
	// Help says what is likely to be wrong with a source that is not accepted; "" if that is not known.
	Help string `json:"help,omitempty"`
	// Cases are the events "test" of the cases, in judging order.
	Cases []event.Test `json:"cases,omitempty"`
}

// ErrorRow is the line about a submission that could not be judged. It has no verdict.
type ErrorRow struct {
	// ID is "" if the line has none that counts.
	ID   string `json:"id,omitempty"`
	Line int64  `json:"line"` // in the input, from 1
	// Error says what is wrong, and Help what to do.
	Error string `json:"error"`
	Help  string `json:"help,omitempty"`
	// Judge reports that the judge failed, not the line.
	Judge bool `json:"judge_failed,omitempty"`
}

// errUnjudged is the failure of the judge in a verdict JE.
type errUnjudged struct{ reason string }

func (e *errUnjudged) Error() string { return e.reason }

// collector makes a result of the events of a judgement.
type collector struct {
	detail Detail
	// inline reports that the files of the cases are the judge's own.
	inline  bool
	compile event.Compile
	cases   []event.Test
}

func (c *collector) note(e event.Event) {
	switch e := e.(type) {
	case event.Compile:
		c.compile = e
	case event.Test:
		if c.inline {
			e.Input, e.InputDigest, e.Answer, e.AnswerDigest = "", "", "", ""
		}
		switch c.detail {
		case CasesDetail:
			e = e.WithoutExcerpts()
			e.Message, e.TeamMessage = "", ""
		case VerdictDetail:
			return
		}
		c.cases = append(c.cases, e)
	}
}

// result is the result, or why there is none.
func (c *collector) result(id string, done event.Done) (Result, error) {
	switch {
	case done.Skipped:
		return Result{}, hint.With(c.compile.Help, errors.New(c.compile.Failed))
	case done.Verdict == verdict.JE:
		return Result{}, &errUnjudged{done.Reason}
	}
	r := Result{
		ID: id, Verdict: done.Verdict, Reason: done.Reason, Language: done.Language, Score: done.Score, MaxScore: done.MaxScore,
		Tests: done.Tests, Passed: done.Passed, Failed: done.Failed, Unjudged: done.Unjudged, NotRun: done.NotRun, First: done.First,
		CPU: done.Slowest, Wall: done.Wall, Memory: done.Memory, Tier: done.Tier, Machine: done.Machine, Cases: c.cases,
	}
	if done.Verdict == verdict.CE && c.detail != VerdictDetail {
		r.CompileLog = c.compile.Log
	}
	return r, nil
}

// errorRow is the line about an error.
func errorRow(id string, line int64, err error) ErrorRow {
	var (
		unjudged *errUnjudged
		judge    *workspace.JudgeError
	)
	return ErrorRow{
		ID: id, Line: line, Error: err.Error(), Help: hint.Of(err),
		Judge: errors.As(err, &unjudged) || errors.As(err, &judge),
	}
}

// row renders a line of the output.
func row(value any) ([]byte, error) {
	text, err := event.Marshal(value)
	return append(text, '\n'), err
}

// renamed is a result with another ID.
func renamed(row []byte, id string) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(row))
	for range 3 { // "{", "id" and the ID
		if _, err := decoder.Token(); err != nil {
			return nil, fmt.Errorf("copy a result: %w", err)
		}
	}
	name, err := event.Marshal(id)
	return append(append([]byte(`{"id":`), name...), row[decoder.InputOffset():]...), err
}
