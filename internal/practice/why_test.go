package practice_test

import (
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"grundy/internal/environment"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/practice"
	"grundy/internal/sandbox/backend"
	"grundy/internal/verdict"
	"grundy/internal/workspace"
)

func TestMain(m *testing.M) {
	backend.Init()
	os.Exit(m.Run())
}

// Whoever judges an entry can ask why it fails. What failed when it was judged is tried first.
func TestWhy(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("needs Bash")
	}
	home := t.TempDir()
	solution := filepath.Join(home, "a.sh")
	if err := errors.Join(
		os.WriteFile(solution, []byte("read x; [ $x = 7 ] && exit 3; echo $x\n"), 0o644),
		os.WriteFile(filepath.Join(home, "1.in"), []byte("5\n"), 0o644), os.WriteFile(filepath.Join(home, "1.ans"), []byte("5\n"), 0o644),
		os.WriteFile(filepath.Join(home, "2.in"), []byte("7\n"), 0o644), os.WriteFile(filepath.Join(home, "2.ans"), []byte("7\n"), 0o644),
	); err != nil {
		t.Fatal(err)
	}
	place, err := workspace.Open(workspace.Config{
		Environment: environment.Variables{"HOME=" + home, "TMPDIR=" + home, "PATH=" + os.Getenv("PATH")}, Log: slog.New(slog.DiscardHandler), Jobs: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := place.Close(); err != nil {
			t.Error(err)
		}
	}()
	judge, err := place.Judge(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	client, err := place.Executor(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	solutions, err := place.Solutions(workspace.Search{}, []string{solution})
	if err != nil {
		t.Fatal(err)
	}
	session := practice.New(place, nil)
	entries, err := session.Enter(solutions, job.Options{}, practice.Cases{})
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
	var found event.Finding
	done, err := session.Why(t.Context(), judge, client, question, func(e event.Event) {
		if finding, ok := e.(event.Finding); ok {
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
