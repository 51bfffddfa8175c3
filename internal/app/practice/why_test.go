package practice_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"grundy/internal/app/practice"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/store/workspace"
	"grundy/internal/store/workspace/workspacetest"
)

// bench is a workspace with a.sh, which fails on secret/2 of the tests beside it.
type bench struct {
	place    *workspace.Workspace
	solution string // its path
	client   job.Client
	find     func(path string) ([]workspace.Solution, error)
}

func newBench(t *testing.T) *bench {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("needs Bash")
	}
	b := &bench{}
	var home string
	b.place, home = workspacetest.Open(t, func(config *workspace.Config) {
		config.Environment = append(config.Environment, "PATH="+os.Getenv("PATH"))
		config.Jobs, config.KeepRuns = 1, 10
	})
	b.solution = filepath.Join(home, "a.sh")
	if err := errors.Join(
		os.WriteFile(b.solution, []byte("read x; [ $x = 7 ] && exit 3; echo $x\n"), 0o644),
		os.WriteFile(filepath.Join(home, "1.in"), []byte("5\n"), 0o644), os.WriteFile(filepath.Join(home, "1.ans"), []byte("5\n"), 0o644),
		os.WriteFile(filepath.Join(home, "2.in"), []byte("7\n"), 0o644), os.WriteFile(filepath.Join(home, "2.ans"), []byte("7\n"), 0o644),
	); err != nil {
		t.Fatal(err)
	}
	var err error
	if b.client, err = b.place.Executor(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.find = func(path string) ([]workspace.Solution, error) {
		return b.place.Solutions(workspace.Search{}, []string{path})
	}
	return b
}

// session opens a session on the solution.
func (b *bench) session(t *testing.T, options practice.Options) *practice.Session {
	t.Helper()
	var err error
	if options.Solutions, err = b.find(b.solution); err != nil {
		t.Fatal(err)
	}
	session, err := practice.Open(t.Context(), b.place, options)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// After judging an entry, callers can ask why it fails. The failed tests are tried first.
func TestWhy(t *testing.T) {
	b := newBench(t)
	session := b.session(t, practice.Options{})
	if judged := session.Judge(t.Context(), b.client, func(event.Event) {}); judged[0].Done.First != "secret/2" {
		t.Fatalf("judged %+v", judged)
	}
	var found event.Counterexample
	done, err := session.Why(t.Context(), b.client, &session.Entries[0], practice.WhyOptions{Time: time.Minute}, func(e event.Event) {
		if finding, ok := e.(event.Counterexample); ok {
			found = finding
		}
	})
	if err != nil || done.Verdict != verdict.RTE || string(found.Input) != "7\n" || found.Call != "secret/2" {
		t.Errorf("got %+v, %v, found %+v", done, err, found)
	}
	if kept, ok := b.place.History().LastFailure(); !ok || kept.Verdict != "RTE" {
		t.Errorf("kept %+v, %t", kept, ok)
	}
}

// After a solution failed, WatchSaves asks why. The verdict of the next save does not wait for the answer, and late
// events are dropped.
func TestWatchingAsksWhy(t *testing.T) {
	b := newBench(t)
	session := b.session(t, practice.Options{FailedFirst: true})
	asked, release, accepted, saves := make(chan []string), make(chan struct{}), make(chan struct{}), make(chan string)
	watching := practice.WatchOptions{
		Saves: saves, Find: b.find, Fault: func(err error) { t.Error(err) },
		Why: func(ctx context.Context, e *practice.Entry, failed []string, emit func(event.Event)) {
			emit(event.Kept{Test: "asked about " + e.Name})
			asked <- failed
			<-release
			emit(event.Kept{Test: "late"})
		},
	}
	var said []string
	done := make(chan struct{})
	go func() {
		defer close(done)
		session.WatchSaves(t.Context(), b.client, watching, func(e event.Event) {
			switch e := e.(type) {
			case event.Kept:
				said = append(said, e.Test)
			case event.Done:
				if e.Verdict == verdict.AC {
					close(accepted)
				}
			}
		})
	}()
	if failed := <-asked; !slices.Equal(failed, []string{"secret/2"}) {
		t.Errorf("asked about %q", failed)
	}
	if err := os.WriteFile(b.solution, []byte("read x; echo $x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	saves <- b.solution
	select {
	case <-accepted:
	case <-time.After(time.Minute):
		t.Error("a save waits for an answer")
	}
	close(release)
	close(saves)
	<-done
	if !slices.Equal(said, []string{"asked about " + session.Entries[0].Name}) {
		t.Errorf("said %q", said)
	}
}
