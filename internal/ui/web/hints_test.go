package web_test

import (
	"net/http"
	"strings"
	"testing"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/store/history"
)

const editorial = `## Hint: what to try

Add $n$.

## Solution

Twice: $2n$. <script>alert(5)</script>

![the sum](sum.svg)
`

// TestSolution holds that the solution of a problem is shown when the user opened it on purpose, which counts as help, with its
// figures, and after the problem is solved, which does not.
func TestSolution(t *testing.T) {
	for name, solved := range map[string]bool{"unsolved": false, "solved": true} {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t)
			p.write(t, "problems/double/solution/solution.en.md", editorial)
			p.write(t, "problems/double/solution/sum.svg", `<svg xmlns="http://www.w3.org/2000/svg"/>`)
			b := p.open(t)
			w, err := p.workspace()
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			problem, err := w.Problems().Named(t.Context(), "double")
			if err != nil {
				t.Fatal(err)
			}
			page := func() string {
				t.Helper()
				_, _, page := b.ask("GET", "/p/double", "")
				return page
			}
			if got := page(); strings.Contains(got, "Twice:") || !strings.Contains(got, "<button type=\"button\" data-solution>") || !strings.Contains(got, "counts as help") {
				t.Errorf("before it is opened:\n%s", got)
			}
			if solved {
				solve(t, w.History().Recorder(), problem.UUID)
			} else if status, _, text := b.ask("POST", "/api/solution/double", ""); status != http.StatusOK || strings.Contains(text, "what to try") {
				t.Errorf("the solution is %d %s", status, text)
			}
			got := page()
			for _, want := range []string{"Twice:", "<math", `<img src="p/double/solution/sum.svg"`} {
				if !strings.Contains(got, want) {
					t.Errorf("no %s in the page:\n%s", want, got)
				}
			}
			if strings.Contains(got, "<script>alert") || strings.Contains(got, "data-solution") {
				t.Errorf("the page has a script or still a button:\n%s", got)
			}
			if status, header, _ := b.ask("GET", "/p/double/solution/sum.svg", ""); status != http.StatusOK || header.Get("Content-Type") != "image/svg+xml" {
				t.Errorf("the figure is answered by %d, %v", status, header)
			}
			for _, file := range []string{"solution.en.md", "../problem.yaml", "figure.svg"} {
				if status, _, _ := b.ask("GET", "/p/double/solution/"+file, ""); status == http.StatusOK {
					t.Errorf("%s is sent, too", file)
				}
			}
			b.ask("POST", "/api/solution/double", "")
			steps, err := w.History().Steps(t.Context(), problem)
			if err != nil || solved && len(steps) > 0 || !solved && (len(steps) != 1 || steps[0].Kind != history.SolutionShown) {
				t.Errorf("the history has %+v, %v", steps, err)
			}
		})
	}
}

// solve records an accepted submission of a problem.
func solve(t *testing.T, recorder *history.Recorder, key string) {
	t.Helper()
	for _, e := range []event.Event{
		event.Begin{Version: "1", Command: "test", Submissions: 1},
		event.Plan{Problem: "double", Submission: "a.sh", Tests: 1},
		event.Test{Submission: "a.sh", Test: "secret/1", Index: 1, Verdict: verdict.AC},
		event.Done{Problem: "double", Submission: "a.sh", Language: "bash", Verdict: verdict.AC, Tests: 1, Passed: 1},
		event.Attempt{Submission: "a.sh", Path: "/home/a.sh", Problem: key, Cases: event.AllCases, ByUser: true},
	} {
		recorder.Event(e)
	}
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestNoSolution holds that a problem without an editorial has no button for it.
func TestNoSolution(t *testing.T) {
	b := newPlace(t).open(t)
	if _, _, page := b.ask("GET", "/p/double", ""); strings.Contains(page, "data-solution") {
		t.Errorf("there is nothing to open:\n%s", page)
	}
	if status, _, text := b.ask("POST", "/api/solution/double", ""); status != http.StatusNotFound || !strings.Contains(text, "no solution that can be shown") {
		t.Errorf("%d %s", status, text)
	}
}
