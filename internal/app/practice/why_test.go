package practice_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"grundy/internal/app/practice"
	"grundy/internal/base/environment"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/store/workspace"
)

// explorer is a session on a.sh, which fails on secret/2.
type explorer struct {
	place    *workspace.Workspace
	solution string // its path
	session  *practice.Session
	client   job.Client
	find     func(path string) ([]workspace.Solution, error)
}

func newBench(t *testing.T) *explorer {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("needs Bash")
	}
	home := t.TempDir()
	b := &explorer{solution: filepath.Join(home, "a.sh")}
	if err := errors.Join(
		os.WriteFile(b.solution, []byte("read x; [ $x = 7 ] && exit 3; echo $x\n"), 0o644),
		os.WriteFile(filepath.Join(home, "1.in"), []byte("5\n"), 0o644), os.WriteFile(filepath.Join(home, "1.ans"), []byte("5\n"), 0o644),
		os.WriteFile(filepath.Join(home, "2.in"), []byte("7\n"), 0o644), os.WriteFile(filepath.Join(home, "2.ans"), []byte("7\n"), 0o644),
	); err != nil {
		t.Fatal(err)
	}
	var err error
	b.place, err = workspace.Open(workspace.Config{
		Environment: environment.Variables{"HOME=" + home, "TMPDIR=" + home, "PATH=" + os.Getenv("PATH")}, Log: slog.New(slog.DiscardHandler), Jobs: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.place.Close(); err != nil {
			t.Error(err)
		}
	})
	if b.client, err = b.place.Executor(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.session = practice.New(b.place, nil)
	b.find = func(path string) ([]workspace.Solution, error) {
		return b.place.Solutions(workspace.Search{}, []string{path})
	}
	return b
}

// After judging an entry, callers can ask why it fails. The failed tests are tried first.
func TestWhy(t *testing.T) {
	b := newBench(t)
	place, client, session := b.place, b.client, b.session
	solutions, err := b.find(b.solution)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := session.Enter(t.Context(), solutions, job.Options{}, practice.Cases{})
	if err != nil {
		t.Fatal(err)
	}
	ignore := func(event.Event) {}
	if judged := session.Judge(t.Context(), client, entries, ignore); judged[0].Done.First != "secret/2" {
		t.Fatalf("judged %+v", judged)
	}
	question, err := session.Question(&entries[0], time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	var found event.Counterexample
	done, err := session.Why(t.Context(), client, question, func(e event.Event) {
		if finding, ok := e.(event.Counterexample); ok {
			found = finding
		}
	})
	if err != nil || done.Verdict != verdict.RTE || string(found.Input) != "7\n" || found.Call != "secret/2" {
		t.Errorf("got %+v, %v, found %+v", done, err, found)
	}
	if kept, ok := place.History().LastFailure(); !ok || kept.Verdict != "RTE" {
		t.Errorf("kept %+v, %t", kept, ok)
	}
}

// After a solution failed, Watching asks why. The verdict of the next save does not wait for the answer, and late
// events are dropped.
func TestWatchingAsksWhy(t *testing.T) {
	b := newBench(t)
	solutions, err := b.find(b.solution)
	if err != nil {
		t.Fatal(err)
	}
	asked, release, accepted, saves := make(chan []string), make(chan struct{}), make(chan struct{}), make(chan string)
	watching := practice.Watching{
		Session: b.session, Judge: b.client, Find: b.find, Fault: func(err error) { t.Error(err) },
		Complete: func(context.Context, []practice.Entry) error { return nil },
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
		watching.Run(t.Context(), solutions, saves, func(e event.Event) {
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
	if !slices.Equal(said, []string{"asked about " + solutions[0].Name}) {
		t.Errorf("said %q", said)
	}
}
