package limits_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grundy/internal/app/limits"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

const sumPackage = `
-- problem.yaml --
problem_format_version: 2025-09
name: Sum
uuid: 5c1b7f3e-88a3-4f0e-9c6f-5d8c8f1e2a12
-- data/secret/1.in --
1 2
-- data/secret/1.ans --
3
-- submissions/accepted/sum.sh --
read a b; echo $((a + b))
`

// steady is a judge on whose machine every run takes the same time.
type steady time.Duration

func (s steady) Judge(_ context.Context, p *problem.Problem, j job.Judgement, emit func(event.Event)) (event.Done, error) {
	for _, tc := range p.Data.AllCases() {
		emit(event.Test{Submission: j.Name, Test: tc.Name, Verdict: verdict.AC, CPU: time.Duration(s)})
	}
	return event.Done{Submission: j.Name, Language: "bash", Verdict: verdict.AC}, nil
}

// TestWrite checks that the resulting limit is written on request, that the last event says so, and that another file
// with a limit prevents writing.
func TestWrite(t *testing.T) {
	for _, test := range []struct {
		name             string
		more             string // another file of the package
		write            bool
		written, refused bool
	}{
		{name: "not wanted"},
		{name: "wanted", write: true, written: true},
		{name: "stated elsewhere", more: "-- .timelimit --\n3\n", write: true, refused: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := suite.Unpack(t, filepath.Join(t.TempDir(), "sum"), sumPackage+test.more)
			p, _ := icpc.Load(dir)
			var last event.Event
			found, err := limits.Run(t.Context(), steady(600*time.Millisecond), limits.Options{Problem: p, Runs: 1, Write: test.write}, func(e event.Event) { last = e })
			var unwritten *limits.WriteError
			if errors.As(err, &unwritten) != test.refused || (err != nil) != test.refused {
				t.Errorf("the error is %v", err)
			}
			if conclusion, ok := last.(event.LimitsFound); !ok || conclusion.Written != test.written || found.Written != test.written || found.Limit != 2*time.Second {
				t.Errorf("found %+v, and the last event is %+v", found, last)
			}
			text, err := os.ReadFile(filepath.Join(dir, "problem.yaml"))
			if err != nil || strings.Contains(string(text), "time_limit: 2") != test.written {
				t.Errorf("%v, problem.yaml is\n%s", err, text)
			}
		})
	}
}
