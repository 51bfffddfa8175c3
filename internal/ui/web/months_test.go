package web_test

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grundy/internal/base/environment"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/web"
	"grundy/tests/suite"
)

// lived is how long a user of the tests has practised, at a pace of some ten weeks for ten problems.
const lived = 240 * 24 * time.Hour

// months writes what a user did in eight months, who practises on most days, takes some tries for a problem, opens
// hints at every fourth and comes back to old ones: into the history of a home, by the recorder that writes every
// judgement.
func months(t testing.TB, home string, end time.Time) (runs int) {
	t.Helper()
	now := end.Add(-lived)
	w := lives(t, home, func() time.Time { return now })
	course, err := w.Problems().InOrder()
	if err != nil {
		t.Fatal(err)
	}
	problems := map[string]*problem.Problem{}
	for _, id := range course {
		if problems[id], err = w.Problems().Named(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	chance := rand.New(rand.NewPCG(1, 2))
	next := 0
	for ; now.Before(end); now = now.Add(24 * time.Hour) {
		busy := chance.IntN(8)
		for range busy {
			now = now.Add(20 * time.Minute)
			id := course[chance.IntN(next+1)]
			if chance.IntN(4) > 0 {
				id = course[next]
			}
			p := problems[id]
			came := []verdict.Verdict{verdict.AC, verdict.WA, verdict.WA, verdict.TLE, verdict.RTE, verdict.CE}[chance.IntN(6)]
			if came == verdict.AC && id == course[next] && next+1 < len(course) {
				if next%4 == 3 {
					w.History().Step(t.Context(), p, history.HintOpened, 1)
				}
				next++
			}
			name, slowest := id+".py", time.Duration(10+chance.IntN(900))*time.Millisecond
			done := event.Done{Problem: id, Submission: name, Verdict: came, Language: "python3", Tests: 2, Passed: 1, Slowest: slowest, SlowestTest: "secret/2", TimeLimit: time.Second}
			recorder := w.History().Recorder()
			for _, e := range []event.Event{
				event.Begin{Version: "1", Command: "test", Submissions: 1},
				event.Plan{Problem: id, Submission: name, Tests: 2, TimeLimit: time.Second},
				event.Test{Submission: name, Test: "secret/1", Index: 1, Verdict: verdict.AC, CPU: 9 * time.Millisecond},
				event.Test{Submission: name, Test: "secret/2", Index: 2, Verdict: came, CPU: slowest},
				done,
				event.Attempt{
					Submission: name, Path: filepath.Join(home, "solutions", id, name), Against: p.Dir, Problem: workspace.ProblemKey(p), Cases: event.AllCases,
					ByUser: true, Source: []event.SourceFile{{Name: name, Text: fmt.Sprintf("print(%d)\n", runs)}},
				},
			} {
				recorder.Event(e)
			}
			if err := recorder.Close(); err != nil || recorder.Last() == 0 {
				t.Fatalf("it is not written: %v", err)
			}
			runs++
		}
		now = now.Truncate(24 * time.Hour).Add(17 * time.Hour)
	}
	return runs
}

// lives opens the library as it is for a user at some time.
func lives(t testing.TB, home string, now func() time.Time) *workspace.Workspace {
	t.Helper()
	folder, err := filepath.Abs("../../../problems")
	if err != nil {
		t.Fatal(err)
	}
	w, err := workspace.Open(workspace.Config{
		Environment: environment.Variables{"HOME=" + home, "TMPDIR=" + t.TempDir(), "PATH=" + os.Getenv("PATH")},
		Problems:    folder, KeepRuns: history.DefaultKeep, Now: now, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// monthsVariable names a directory that TestMonths leaves as a home, to look at: HOME=FOLDER grundy serve.
const monthsVariable = "GRUNDY_TEST_MONTHS"

// TestMonths holds that the pages tell of months of practice what was: which problems were solved, which alone, on which days.
func TestMonths(t *testing.T) {
	suite.NeedsAll(t, "months of practice")
	home, end := os.Getenv(monthsVariable), time.Date(2026, 10, 31, 20, 0, 0, 0, time.UTC)
	if home == "" {
		home = t.TempDir()
	} else {
		end = time.Now()
	}
	runs := months(t, home, end)
	w := lives(t, home, func() time.Time { return end })
	server, err := web.New(web.Config{
		Workspace: w, Solutions: filepath.Join(home, "solutions"), Folder: home, Version: "test", Now: func() time.Time { return end }, Log: w.Log(),
	}, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 7117})
	if err != nil {
		t.Fatal(err)
	}
	handler := letIn(t, server)
	for path, wants := range map[string][]string{
		"/progress":    {"<strong>35</strong> of 35 problems solved, 27 of them alone and 8 with help (◐)", fmt.Sprintf("%d runs in a year", runs), `class="day level3"`, `class="solved"`, `aria-label="level 5: 7 of 7"`, `title="1 of them with help"`},
		"/":            {`aria-label="solved"`, `aria-label="solved with help"`, "Once more, from an empty file", "Everything is solved."},
		"/submissions": {"<time", "TLE"},
		"/s/1":         {"secret/2"},
	} {
		answer := httptest.NewRecorder()
		begun := time.Now()
		handler.ServeHTTP(answer, request(path))
		t.Logf("%s: %d bytes after %v", path, answer.Body.Len(), time.Since(begun))
		for _, want := range wants {
			if text := answer.Body.String(); answer.Code != http.StatusOK || !strings.Contains(text, want) {
				t.Errorf("%s lacks %q: %d\n%s", path, want, answer.Code, text)
			}
		}
	}
}
