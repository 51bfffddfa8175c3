package problems

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"grundy/internal/base/environment"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// counting is an executor that notes the names of the files that it is told to expect.
type counting struct {
	mutex    sync.Mutex
	expected []string
}

// names returns the names so far.
func (c *counting) names() []string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return slices.Clone(c.expected)
}

func (*counting) Do(context.Context, *problem.Problem, job.Job, func(event.Event)) (job.Result, error) {
	return event.Done{}, nil
}

func (c *counting) Prepare(_ context.Context, _ *problem.Problem, j job.Job) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.expected = append(c.expected, j.(job.Judgement).Name)
}

func (*counting) Slots() int         { return 1 }
func (*counting) Usage() event.Usage { return event.Usage{} }
func (*counting) Close()             {}

// TestWarming: a problem is built once in each language, not at once, and not for an empty file or one in an unknown language.
func TestWarming(t *testing.T) {
	home := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		executor := &counting{}
		w, err := workspace.Open(workspace.Config{
			Environment: environment.Variables{"HOME=" + home, "TMPDIR=" + home}, Log: slog.New(slog.DiscardHandler),
			Executor: func(context.Context, *workspace.Workspace) (workspace.Executor, error) { return executor, nil },
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx, end := context.WithCancel(t.Context())
		var warming prebuilds
		double, triple := &problem.Problem{Dir: "double"}, &problem.Problem{Dir: "triple"}
		show := func() {
			warming.begin(ctx, w, double, "empty.py", " \n", "python3")
			warming.begin(ctx, w, double, "notes.txt", "text", "")
			for range 2 {
				warming.begin(ctx, w, double, "a.sh", "echo", "bash")
				warming.begin(ctx, w, double, "b.sh", "echo", "bash")
			}
		}
		later := func() {
			time.Sleep(warmDelay)
			synctest.Wait()
		}
		show()
		synctest.Wait()
		if names := executor.names(); len(names) > 0 {
			t.Errorf("%v is built while the page is drawn", names)
		}
		later()
		show()
		warming.begin(ctx, w, double, "a.py", "print()", "python3")
		later()
		warming.begin(ctx, w, triple, "c.sh", "echo", "bash")
		later()
		if want := []string{"a.sh", "a.py", "c.sh"}; !slices.Equal(executor.names(), want) {
			t.Errorf("builds %v, want %v", executor.names(), want)
		}
		end()
		warming.wait()
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
}
