package runner_test

import (
	"context"
	"testing"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/runner"
)

// preparer is a builder that makes a language ready at first.
type preparer struct{ runner.Builder }

func (b preparer) Preparing() string { return "Go" }

func (b preparer) Build(ctx context.Context, box sandbox.Box, source language.Source, limits language.Limits) (*language.Program, error) {
	time.Sleep(2500 * time.Millisecond) // more than twice as long as it takes until that is told
	return b.Builder.Build(ctx, box, source, limits)
}

// TestPreparing holds that who waits for a language that is made ready is told so, once, before the build.
func TestPreparing(t *testing.T) {
	p := open(t, aPlusB, "")
	j := newJudgeIn(t, 1, t.TempDir(), func(host sandbox.Host) sandbox.Host { return host }, func(config *runner.Config) {
		config.Builder = preparer{config.Builder}
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
