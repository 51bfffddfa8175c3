package practice_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/app/practice"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// meeting is a judge whose first judgement ends when the second one has ended.
type meeting struct {
	job.Client
	ended chan struct{}
}

func (m *meeting) Judge(ctx context.Context, _ *problem.Problem, j job.Judgement, emit func(event.Event)) (event.Done, error) {
	first := j.Name == "first"
	emit(event.Plan{Submission: j.Name})
	if first {
		select {
		case <-m.ended:
		case <-ctx.Done():
		}
	}
	done := event.Done{Submission: j.Name, Verdict: verdict.AC, Interrupted: ctx.Err() != nil}
	emit(done)
	if !first {
		close(m.ended)
	}
	return done, nil
}

// TestSideBySide checks that solutions are judged at the same time, and reported in order.
func TestSideBySide(t *testing.T) {
	b := newBench(t)
	session := b.session(t, practice.Options{})
	session.Entries = slices.Repeat(session.Entries, 2)
	session.Entries[0].Job.Name, session.Entries[1].Job.Name = "first", "second"
	judge := &meeting{Client: b.client, ended: make(chan struct{})}
	var told []string
	judged := session.Judge(t.Context(), judge, func(e event.Event) {
		switch e := e.(type) {
		case event.Plan:
			told = append(told, "plan "+e.Submission)
		case event.Done:
			told = append(told, "done "+e.Submission)
		}
	})
	if diff := cmp.Diff([]string{"plan first", "done first", "plan second", "done second"}, told); diff != "" || len(judged) != 2 {
		t.Errorf("%d are judged; events (-want +got):\n%s", len(judged), diff)
	}
}

// TestInterruptedSideBySide checks that an interrupt ends all judgements, and that the last one reported says so.
func TestInterruptedSideBySide(t *testing.T) {
	b := newBench(t)
	session := b.session(t, practice.Options{})
	session.Entries = slices.Repeat(session.Entries, 2)
	ctx, cancel := context.WithCancel(t.Context())
	interrupted := 0
	judged := session.Judge(ctx, waiting{b.client}, func(e event.Event) {
		if _, ok := e.(event.Plan); ok {
			cancel()
		}
		if done, ok := e.(event.Done); ok && done.Interrupted {
			interrupted++
		}
	})
	if len(judged) != 1 || !judged[0].Done.Interrupted || interrupted != 1 {
		t.Errorf("judged %+v, %d are reported as interrupted", judged, interrupted)
	}
}

// waiting lets all judgements wait for the end of ctx.
type waiting struct{ job.Client }

func (waiting) Judge(ctx context.Context, _ *problem.Problem, j job.Judgement, emit func(event.Event)) (event.Done, error) {
	emit(event.Plan{Submission: j.Name})
	<-ctx.Done()
	done := event.Done{Submission: j.Name, Interrupted: true}
	emit(done)
	return done, nil
}
