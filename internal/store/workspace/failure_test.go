package workspace

import (
	"os"
	"path/filepath"
	"testing"
)

func TestTheLastFailureIsKept(t *testing.T) {
	h := &History{dir: filepath.Join(t.TempDir(), "history")}
	if last, found := h.LastFailure(); found {
		t.Fatalf("found %+v before anything failed", last)
	}
	answer := filepath.Join(t.TempDir(), "ans")
	if err := os.WriteFile(answer, []byte("3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	want := Failure{
		Problem: "/problems/nim", Solution: "/solutions/a.cpp", Verdict: "WA", Command: "heaps 4 {seed}", Seed: 7, Answer: answer,
	}
	kept := h.KeepFailure(want, []byte("1 2\n"))
	last, ok := h.LastFailure()
	want.Input, want.Answer = kept.Input, kept.Answer
	if !ok || last != want {
		t.Errorf("got %+v, %t; want %+v", last, ok, want)
	}
	for file, want := range map[string]string{last.Input: "1 2\n", last.Answer: "3\n"} {
		if data, err := os.ReadFile(file); err != nil || string(data) != want {
			t.Errorf("%s holds %q, %v; want %q", file, data, err, want)
		}
	}
	// The next failure has no answer, and no generator command.
	h.KeepFailure(Failure{Solution: "/solutions/b.cpp", Verdict: "RTE"}, []byte("5\n"))
	if last, ok := h.LastFailure(); !ok || last.Answer != "" || last.Command != "" || last.Solution != "/solutions/b.cpp" {
		t.Errorf("then %+v, %t", last, ok)
	}
}

func TestAFailureThatCannotBeKeptIsForgotten(t *testing.T) {
	if kept := (&History{}).KeepFailure(Failure{Problem: "/problems/nim"}, nil); kept != (Failure{}) {
		t.Errorf("kept %+v", kept)
	}
}
