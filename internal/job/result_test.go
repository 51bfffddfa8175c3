package job_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
)

// Program output is not always UTF-8; it must come back unchanged.
func TestResultsComeBackAsTheyWere(t *testing.T) {
	const odd = "caf\xe9 \xff\x00 ☃"
	score := 0.25
	found := job.Found{
		Finding: event.Counterexample{
			Problem: "nim", Index: 7, Seed: 7, Input: []byte(odd), Answer: odd, Bytes: 9,
			Test: event.Test{Verdict: verdict.WA, Output: odd, Stderr: odd, Message: odd, CPU: 1234567, Score: &score, Tier: sandbox.CgroupV2},
		},
		Answer: []byte(odd),
	}
	like := job.InputProfile{Tokens: 3, First: [4]job.Span{{Seen: true, Min: -1, Max: 9}}, Rest: job.Span{Seen: true, Max: 1 << 60}, Prompt: true}
	like.Signs['x'] = true
	for _, test := range []struct {
		job    job.Job
		result job.Result
	}{
		{job.Judgement{}, event.Done{Reason: odd, SlowestRuns: []time.Duration{1, 2}, Verdict: verdict.TLE, Exit: -1, Signal: 9}},
		{job.Validation{}, job.Validated{Valid: true, Message: odd}},
		{job.Survey{}, job.Surveyed{Log: odd}},
		{job.OutputCheck{}, job.OutputChecked{Message: odd}},
		{job.Opening{}, event.Stress{Solution: odd, Compiles: []event.Compile{{Log: odd, Time: time.Second}}}},
		{job.Search{}, job.Searched{Passed: 6, Failed: true, Found: found}},
		{job.SingleRun{}, job.SingleRunResult{Refused: odd, Failed: true, Found: found}},
		{job.Comparison{}, job.Compared{Likeness: like}},
		{job.Illustration{}, job.Illustrated{Picture: []byte(odd), Extension: ".svg", Fault: odd}},
		{job.Building{}, job.Built{Key: "abc", Placed: true}},
		{job.Generation{}, job.Generated{
			Files: []language.File{{Name: ".in", Data: []byte(odd)}}, Fault: odd, Stderr: odd, Broken: &event.Breakdown{Fault: odd, FaultLine: 3},
		}},
		{job.Execution{}, job.Executed{Verdict: verdict.RTE, Reason: odd, Exit: 3, Signal: 9, CPU: 5, Memory: 7, Output: []byte(odd), Errors: []byte(odd)}},
		{job.Exploration{}, job.Explored{Answers: []job.Answered{{Refused: odd}, {Test: event.Test{Verdict: verdict.AC}, Output: []byte(odd)}}}},
		{job.Mutation{}, job.Mutated{Results: []job.MutantResult{{Outcome: event.Killed, Verdict: verdict.WA, Reason: odd}}}},
	} {
		text, err := job.EncodeResult(test.result)
		if err != nil {
			t.Fatal(err)
		}
		got, err := job.DecodeResult(test.job, text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if diff := cmp.Diff(test.result, got); diff != "" {
			t.Errorf("%T (-want +got):\n%s", test.result, diff)
		}
	}
}
