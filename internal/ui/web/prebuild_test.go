package web_test

import (
	"context"
	"testing"
	"time"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// expecting is an executor that notes what is likely to be wanted.
type expecting struct{ expected chan job.Judgement }

func (expecting) Do(context.Context, *problem.Problem, job.Job, func(event.Event)) (job.Result, error) {
	return event.Done{}, nil
}

func (e expecting) Prepare(_ context.Context, _ *problem.Problem, j job.Job) {
	e.expected <- j.(job.Judgement)
}

func (expecting) Slots() int { return 1 }

func (expecting) Usage() event.Usage { return event.Usage{} }

func (expecting) Close() {}

// TestWarm: the server builds what a judgement will need as soon as a page shows the file. TestWarming counts the builds.
func TestWarm(t *testing.T) {
	p := newPlace(t)
	e := expecting{make(chan job.Judgement, 10)}
	p.executor = func(context.Context, *workspace.Workspace) (workspace.Executor, error) { return e, nil }
	b := p.open(t)
	b.ask("PUT", "/api/files/double/a.sh", right, "If-None-Match", "*")
	b.ask("GET", "/p/double?file=a.sh", "")
	select {
	case j := <-e.expected:
		if j.Name != "a.sh" || string(j.Source.Files[0].Data) != right {
			t.Errorf("it builds %+v", j)
		}
	case <-time.After(time.Minute):
		t.Fatal("nothing is built")
	}
}
