package report

import (
	"io"
	"strings"
	"unicode/utf8"

	"grundy/internal/event"
	"grundy/internal/sandbox"
	"grundy/internal/verdict"
)

// StressJSON writes one JSON object a line for each event of a search, as docs/stress.md describes.
type StressJSON struct{ lines *JSON }

// NewStressJSON returns a StressJSON that writes to w, each line at once.
func NewStressJSON(w io.Writer) *StressJSON { return &StressJSON{NewJSON(w)} }

// Event writes an event.
func (s *StressJSON) Event(e event.Event) {
	switch e := e.(type) {
	case event.Stress:
		s.lines.write(stressLine{
			Event: "stress", Problem: e.Problem, Solution: e.Solution, Against: e.Against, Decision: e.Decision,
			Generators: e.Generators, Validators: e.Validators, TimeLimit: e.TimeLimit.Seconds(), Tier: e.Tier, Slots: e.Slots, Seed: e.Seed,
		})
	case event.StressProgress:
		s.lines.write(progressLine{
			Event: "progress", Cases: e.Cases, Seed: e.Seed, Bound: e.Bound, Bytes: e.Bytes, Wall: e.Elapsed.Seconds(),
		})
	case event.Finding:
		s.lines.write(findingObject("finding", e))
	case event.Shrinking:
		s.lines.write(shrinkingLine{Event: "shrinking", Tries: e.Tries, From: e.From, To: e.To, Wall: e.Elapsed.Seconds()})
	case event.Shrunk:
		s.lines.write(shrunkLine{
			findingLine: findingObject("shrunk", e.Finding), Tries: e.Tries, From: e.From, To: e.To,
			FromBytes: e.FromBytes, ToBytes: e.ToBytes, Minimal: e.Minimal, Validated: !e.Unchecked, Wall: e.Elapsed.Seconds(),
		})
	case event.Kept:
		s.lines.write(keptLine{Event: "kept", Test: e.Test, Input: e.Input, Answer: e.Answer})
	case event.Stressed:
		s.lines.write(stressedLine{
			Event: "stressed", Problem: e.Problem, Solution: e.Solution, Verdict: e.Verdict, Cases: e.Cases, Seed: e.Seed,
			Call: e.Call, Wall: e.Elapsed.Seconds(), Interrupted: e.Interrupted, Replay: e.Replay,
		})
	}
}

// Close returns the first error of writing.
func (s *StressJSON) Close() error { return s.lines.Close() }

type stressLine struct {
	Event      string         `json:"event"`
	Problem    string         `json:"problem"`
	Solution   string         `json:"solution"`
	Against    string         `json:"against,omitempty"`
	Decision   event.Decision `json:"decision"`
	Generators []string       `json:"generators,omitempty"`
	Validators []string       `json:"validators,omitempty"`
	TimeLimit  float64        `json:"time_limit_seconds"`
	Tier       sandbox.Tier   `json:"tier"`
	Slots      int            `json:"slots"`
	Seed       event.Seed     `json:"seed"`
}

type progressLine struct {
	Event string     `json:"event"`
	Cases int64      `json:"cases"`
	Seed  event.Seed `json:"seed"`
	Bound int        `json:"size_bound,omitempty"`
	Bytes int64      `json:"largest_bytes"`
	Wall  float64    `json:"wall_seconds"`
}

type findingLine struct {
	Event     string          `json:"event"`
	Problem   string          `json:"problem"`
	Solution  string          `json:"solution"`
	Index     int64           `json:"index,omitempty"`
	Seed      event.Seed      `json:"seed"`
	Size      int             `json:"size,omitempty"`
	Generator string          `json:"generator,omitempty"`
	Call      string          `json:"call"`
	Verdict   verdict.Verdict `json:"verdict"`
	Reason    string          `json:"reason"`
	Message   string          `json:"message,omitempty"`
	CPU       float64         `json:"cpu_seconds"`
	Bytes     int             `json:"input_bytes"`
	// Input is left out of what is too large to be read.
	Input  string `json:"input,omitempty"`
	Answer string `json:"answer,omitempty"`
	Output string `json:"output,omitempty"`
	Stderr string `json:"stderr,omitempty"`
}

type shrinkingLine struct {
	Event string  `json:"event"`
	Tries int     `json:"tries"`
	From  int     `json:"from_bytes"`
	To    int     `json:"to_bytes"`
	Wall  float64 `json:"wall_seconds"`
}

type shrunkLine struct {
	findingLine
	Tries     int     `json:"tries"`
	From      int     `json:"from_tokens"`
	To        int     `json:"to_tokens"`
	FromBytes int     `json:"from_bytes"`
	ToBytes   int     `json:"to_bytes"`
	Minimal   bool    `json:"minimal"`
	Validated bool    `json:"validated"`
	Wall      float64 `json:"wall_seconds"`
}

type keptLine struct {
	Event  string `json:"event"`
	Test   string `json:"test,omitempty"`
	Input  string `json:"input,omitempty"`
	Answer string `json:"answer,omitempty"`
}

type stressedLine struct {
	Event       string          `json:"event"`
	Problem     string          `json:"problem"`
	Solution    string          `json:"solution"`
	Verdict     verdict.Verdict `json:"verdict"`
	Cases       int64           `json:"cases"`
	Seed        event.Seed      `json:"seed,omitempty"`
	Call        string          `json:"call,omitempty"`
	Wall        float64         `json:"wall_seconds"`
	Interrupted bool            `json:"interrupted"`
	Replay      string          `json:"replay,omitempty"`
}

// inputInJSON bounds, in bytes, the inputs that an event holds.
const inputInJSON = 64 << 10

func findingObject(event string, e event.Finding) findingLine {
	object := findingLine{
		Event: event, Problem: e.Problem, Solution: e.Solution, Index: e.Index, Seed: e.Seed, Size: e.Size,
		Generator: e.Generator, Call: e.Call, Verdict: e.Test.Verdict, Reason: e.Test.Reason, Message: e.Test.Message,
		CPU: e.Test.CPU.Seconds(), Bytes: len(e.Input), Answer: e.Answer, Output: e.Test.Output, Stderr: e.Test.Stderr,
	}
	if len(e.Input) <= inputInJSON {
		object.Input = strings.ToValidUTF8(string(e.Input), string(utf8.RuneError))
	}
	return object
}
