package cli

import (
	"os"
	"path/filepath"
	"testing"

	"grundy/internal/event"
	"grundy/internal/problem"
	"grundy/internal/verdict"
)

func TestTheLastFailureIsKept(t *testing.T) {
	h := &history{dir: filepath.Join(t.TempDir(), "history")}
	if last, found := h.lastFailure(); found {
		t.Fatalf("found %+v before anything failed", last)
	}
	answer := filepath.Join(t.TempDir(), "ans")
	if err := os.WriteFile(answer, []byte("3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := &problem.Problem{ID: "nim", Dir: "/problems/nim"}
	found := &event.Finding{
		Generator: "heaps 4 {seed}", Seed: 7, Input: []byte("1 2\n"), Test: event.Test{Verdict: verdict.WA, Answer: answer},
	}
	kept := h.keepFailure(target{path: "/solutions/a.cpp"}, p, found)
	last, ok := h.lastFailure()
	want := failure{
		Problem: "/problems/nim", Solution: "/solutions/a.cpp", Verdict: "WA", Command: "heaps 4 {seed}", Seed: 7,
		Input: kept.Input, Answer: kept.Answer,
	}
	if !ok || last != want {
		t.Errorf("got %+v, %t; want %+v", last, ok, want)
	}
	for file, want := range map[string]string{last.Input: "1 2\n", last.Answer: "3\n"} {
		if data, err := os.ReadFile(file); err != nil || string(data) != want {
			t.Errorf("%s holds %q, %v; want %q", file, data, err, want)
		}
	}
	// The next one has no answer, and no command that made it.
	h.keepFailure(target{path: "/solutions/b.cpp"}, p, &event.Finding{Input: []byte("5\n"), Test: event.Test{Verdict: verdict.RTE}})
	if last, ok := h.lastFailure(); !ok || last.Answer != "" || last.Command != "" || last.Solution != "/solutions/b.cpp" {
		t.Errorf("then %+v, %t", last, ok)
	}
}

func TestAFailureThatCannotBeKeptIsForgotten(t *testing.T) {
	kept := (&history{}).keepFailure(target{}, &problem.Problem{}, &event.Finding{})
	if kept != (event.Kept{}) {
		t.Errorf("kept %+v", kept)
	}
}
