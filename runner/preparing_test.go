package runner_test

import (
	"context"
	"testing"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/runner"
)

// preparer is a builder that makes a language ready until the judge has asked for it several times.
type preparer struct {
	runner.Builder
	asked chan struct{}
}

func (b preparer) Preparing() string {
	b.asked <- struct{}{}
	return "Go"
}

func (b preparer) Build(ctx context.Context, box sandbox.Box, source language.Source, limits language.Limits) (*language.Program, error) {
	for range 3 { // when the judge asks for the third time it has said what it makes of the second
		<-b.asked
	}
	return b.Builder.Build(ctx, box, source, limits)
}

// TestPreparing: the judge says once, before the build, that a submission waits for a language that is made ready.
func TestPreparing(t *testing.T) {
	p := open(t, aPlusB, "")
	j := newJudgeIn(t, 1, t.TempDir(), func(host sandbox.Host) sandbox.Host { return host }, func(config *runner.Config) {
		config.Builder = preparer{config.Builder, make(chan struct{}, 100)}
	})
	got := judgeText(t, j, p, job.Options{}, "a.sh", sumInBash)
	if got.err != nil || got.done.Verdict != verdict.AC {
		t.Fatalf("done = %+v, %v", got.done, got.err)
	}
	var told []event.Event
	for _, e := range got.events {
		if _, ok := e.(event.Compile); ok {
			break
		}
		told = append(told, e)
	}
	if want := (event.Preparing{Submission: "a.sh", Language: "Go"}); len(told) != 2 || told[1] != want {
		t.Errorf("before the build is told %+v, want the plan and %+v", told, want)
	}
}
