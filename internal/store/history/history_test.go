package history_test

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/store/history"
)

// childVariable turns the test binary into a judge that writes into the history of the directory that it names, until
// it is killed.
const childVariable = "GRUNDY_TEST_HISTORY"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childVariable); dir != "" {
		store := history.New(history.Config{Dir: dir, Keep: 1 << 20, Now: time.Now, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))})
		for i := 0; ; i++ {
			record(store, judged(fmt.Sprintf("%d-%d.sh", os.Getpid(), i), verdict.AC))
			fmt.Println("written")
		}
	}
	os.Exit(m.Run())
}

// open returns a history in a directory.
func open(t *testing.T, dir string, change func(*history.Config)) *history.Store {
	t.Helper()
	config := history.Config{Dir: dir, Keep: 100, Now: time.Now, Log: slog.New(slog.DiscardHandler)}
	if change != nil {
		change(&config)
	}
	store := history.New(config)
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

// judged returns the stream of a judgement on two tests; the second has the verdict.
func judged(file string, v verdict.Verdict) []event.Event {
	done := event.Done{Problem: "nim", Submission: file, Language: "bash", Verdict: v, Tests: 2, Passed: 1, Failed: 1, TimeLimit: time.Second}
	if v == verdict.AC {
		done.Passed, done.Failed = 2, 0
	}
	return []event.Event{
		event.Begin{Version: "1", Command: "test", Submissions: 3},
		event.Plan{Problem: "nim", Submission: file, Tests: 2},
		event.Test{Submission: file, Test: "secret/1", Index: 1, Verdict: verdict.AC, CPU: 3 * time.Millisecond},
		event.Test{Submission: file, Test: "secret/2", Index: 2, Verdict: v, CPU: 5 * time.Millisecond, Output: "caf\xe9\n"},
		done,
		event.Attempt{
			Submission: file, Path: "/home/" + file, Against: "nim", Problem: "uuid", Cases: event.AllCases, ByUser: true,
			Source: []event.SourceFile{{Name: file, Text: "echo caf\xe9\n"}},
		},
		event.End{},
	}
}

func record(store *history.Store, events []event.Event) {
	sink := store.Recorder()
	for _, e := range events {
		sink.Event(e)
	}
	_ = sink.Close() // returns none
}

func all(t *testing.T, store *history.Store, q history.Query) []history.Run {
	t.Helper()
	runs, err := store.Runs(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return runs
}

func TestAJudgementIsKeptWhole(t *testing.T) {
	dir := t.TempDir()
	record(open(t, dir, nil), judged("a.sh", verdict.WA))
	store := open(t, dir, nil) // another judge
	runs := all(t, store, history.Query{Problem: "nim"})
	if len(runs) != 1 || runs[0].Verdict != "WA" || runs[0].Passed != 1 || runs[0].TimeLimit != time.Second || !runs[0].ByUser {
		t.Fatalf("got %+v", runs)
	}
	id := runs[0].ID
	cases, err := store.CasesOf(t.Context(), id)
	if err != nil || len(cases) != 2 || cases[1].Test != "secret/2" || cases[1].Verdict != "WA" || cases[1].CPU != 5*time.Millisecond {
		t.Errorf("cases: got %+v, %v", cases, err)
	}
	source, err := store.Source(t.Context(), id)
	if err != nil || len(source) != 1 || source[0] != (event.SourceFile{Name: "a.sh", Text: "echo caf\xe9\n"}) {
		t.Errorf("source: got %+v, %v", source, err)
	}
	stream, err := store.Stream(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for events := event.NewDecoder(stream); ; {
		e, err := events.Decode()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if begin, ok := e.(event.Begin); ok && begin.Submissions != 1 {
			t.Errorf("the stream is one of %d submissions", begin.Submissions)
		}
		kinds = append(kinds, e.Kind())
	}
	if want := []string{"begin", "plan", "test", "test", "done"}; !slices.Equal(kinds, want) {
		t.Errorf("stream: got %q, want %q", kinds, want)
	}
	if failed, found := store.Failed("/home/a.sh", "nim"); !found || !slices.Equal(failed, []string{"secret/2"}) {
		t.Errorf("failed: got %q, %t", failed, found)
	}
	if _, found := store.Failed("/home/a.sh", "elsewhere"); found {
		t.Error("what failed by one problem is known of another")
	}
	if _, err := store.Run(t.Context(), id+1); err == nil || !strings.Contains(err.Error(), "has no run 2") {
		t.Errorf("a run that is not there: %v", err)
	}
}

func TestProgress(t *testing.T) {
	change := func(change func(*event.Attempt, *event.Done)) []event.Event {
		events := judged("a.sh", verdict.AC)
		done, attempt := events[4].(event.Done), events[5].(event.Attempt)
		change(&attempt, &done)
		events[4], events[5] = done, attempt
		return events
	}
	for name, test := range map[string]struct {
		events []event.Event
		want   history.Progress
	}{
		"accepted":       {judged("a.sh", verdict.AC), history.Solved},
		"wrong":          {judged("a.sh", verdict.WA), history.Tried},
		"somebody's":     {change(func(a *event.Attempt, _ *event.Done) { a.ByUser = false }), history.Untouched},
		"some cases":     {change(func(a *event.Attempt, _ *event.Done) { a.Cases = event.SomeCases }), history.Tried},
		"an own case":    {change(func(a *event.Attempt, _ *event.Done) { a.Cases = event.OwnCase }), history.Tried},
		"one unanswered": {change(func(_ *event.Attempt, d *event.Done) { d.Passed, d.Unjudged = 1, 1 }), history.Solved},
		"one not run":    {change(func(_ *event.Attempt, d *event.Done) { d.Passed, d.NotRun = 1, 1 }), history.Tried},
		"nothing judged": {change(func(_ *event.Attempt, d *event.Done) { d.Passed = 0 }), history.Untouched},
	} {
		t.Run(name, func(t *testing.T) {
			store := open(t, t.TempDir(), nil)
			record(store, test.events)
			if got := store.Progress("uuid"); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
	store := open(t, t.TempDir(), func(c *history.Config) { c.Keep = 1 })
	record(store, judged("a.sh", verdict.AC))
	record(store, judged("a.sh", verdict.WA))
	if got := store.Progress("uuid"); got != history.Solved {
		t.Errorf("what was solved is %q after a failure, when its run is not kept", got)
	}
}

func TestTheHistoryIsBounded(t *testing.T) {
	store := open(t, t.TempDir(), func(c *history.Config) { c.Keep = 3 })
	for i := range 5 {
		record(store, judged(fmt.Sprintf("%d.sh", i), verdict.AC))
	}
	runs := all(t, store, history.Query{})
	if len(runs) != 3 || runs[0].ID != 3 || runs[2].Submission != "4.sh" {
		t.Errorf("got %+v, want the last three", runs)
	}
	if last := all(t, store, history.Query{Last: 1}); len(last) != 1 || last[0].ID != 5 {
		t.Errorf("the last one: got %+v", last)
	}
}

// A large history removes a hundredth at once, and only when it has too many runs, whatever their numbers are.
func TestALargeHistoryIsBoundedNowAndThen(t *testing.T) {
	store := open(t, t.TempDir(), func(c *history.Config) { c.Keep = 100 })
	for range 100 {
		record(store, judged("a.sh", verdict.AC))
	}
	if err := store.Forget(context.Background(), []int64{50}); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{100, 99, 100, 99} {
		record(store, judged("a.sh", verdict.AC))
		if got := len(all(t, store, history.Query{})); got != want {
			t.Errorf("%d runs after one was forgotten and %d came, want %d", got, i+1, want)
		}
	}
}

func TestForget(t *testing.T) {
	dir := t.TempDir()
	store := open(t, dir, nil)
	for range 3 {
		record(store, judged("secret-name.sh", verdict.AC))
	}
	ctx := context.Background()
	if err := store.Forget(ctx, []int64{2}); err != nil {
		t.Fatal(err)
	}
	if runs := all(t, store, history.Query{}); len(runs) != 2 || store.Progress("uuid") != history.Solved {
		t.Errorf("after one run: %+v, %s", runs, store.Progress("uuid"))
	}
	if err := store.ForgetBefore(ctx, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []bool{true, false} {
		if found, err := store.ForgetProblem(ctx, "nim"); err != nil || found != want {
			t.Errorf("the problem: %t, %v, want %t", found, err, want)
		}
	}
	if runs := all(t, store, history.Query{}); len(runs) != 0 || store.Progress("uuid") != history.Untouched {
		t.Errorf("after the problem: %+v, %s", runs, store.Progress("uuid"))
	}
	record(store, judged("secret-name.sh", verdict.AC))
	if err := store.ForgetBefore(ctx, time.Now().Add(time.Hour)); err != nil || len(all(t, store, history.Query{})) != 0 {
		t.Errorf("before a time: %v", err)
	}
	record(store, judged("secret-name.sh", verdict.AC))
	if err := store.ForgetAll(ctx); err != nil || store.Progress("uuid") != history.Untouched {
		t.Errorf("everything: %v, %s", err, store.Progress("uuid"))
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if text, err := os.ReadFile(file); err != nil || strings.Contains(string(text), "secret-name") {
			t.Errorf("%s still holds what was forgotten, %v", file, err)
		}
	}
}

// Plain files are imported, and never override newer data.
func TestPlainFilesAreTakenOver(t *testing.T) {
	dir := t.TempDir()
	earlier := filepath.Join(dir, "history")
	if err := os.Mkdir(earlier, 0o700); err != nil {
		t.Fatal(err)
	}
	// The names are the first 24 hexadecimal digits of the SHA-256 of "/home/a.sh\x00nim" and of "uuid".
	for name, text := range map[string]string{
		"19d40fb059935181871a562e.json": `["secret/2"]`, "progress-75666699b77db631f576041e": "solved", "failure.json": "{}",
	} {
		if err := os.WriteFile(filepath.Join(earlier, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	store := open(t, dir, func(c *history.Config) { c.Earlier = []string{filepath.Join(dir, "none"), earlier} })
	if failed, found := store.Failed("/home/a.sh", "nim"); !found || !slices.Equal(failed, []string{"secret/2"}) {
		t.Errorf("failed: got %q, %t", failed, found)
	}
	if got := store.Progress("uuid"); got != history.Solved {
		t.Errorf("progress: got %q", got)
	}
	record(store, judged("a.sh", verdict.AC))
	if failed, found := store.Failed("/home/a.sh", "nim"); !found || len(failed) != 0 {
		t.Errorf("after a new run: got %q, %t", failed, found)
	}
}

// Several judges write, and create the database, at once.
func TestJudgesShareAHistory(t *testing.T) {
	dir := t.TempDir()
	var wait sync.WaitGroup
	const judges, each = 4, 5
	for judge := range judges {
		store := open(t, dir, func(c *history.Config) { c.Log = slog.New(slog.NewTextHandler(t.Output(), nil)) })
		wait.Go(func() {
			for i := range each {
				record(store, judged(fmt.Sprintf("%d-%d.sh", judge, i), verdict.AC))
			}
		})
	}
	wait.Wait()
	if runs := all(t, open(t, dir, nil), history.Query{}); len(runs) != judges*each {
		t.Errorf("got %d runs, want %d", len(runs), judges*each)
	}
}

// If a judge is killed at any moment, the history opens again and contains everything that the judge had written.
func TestKilledJudgesLoseNothing(t *testing.T) { killJudges(t, t.TempDir(), 8) }

// killJudges kills judges that write into the history of a directory.
func killJudges(t *testing.T, dir string, rounds int) {
	t.Helper()
	written := 0
	for round := range rounds {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), childVariable+"="+dir)
		child.Stderr = t.Output()
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for range rand.IntN(4) {
			lines.Scan()
			written++
		}
		time.Sleep(rand.N(20 * time.Millisecond)) // anywhere in the next one
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() {
			written++
		}
		_ = child.Wait() // it was killed
		store := open(t, dir, nil)
		runs := all(t, store, history.Query{})
		if len(runs) < written || len(runs) > written+round+1 {
			t.Fatalf("round %d: %d runs are kept, %d were written", round, len(runs), written)
		}
		for _, run := range runs {
			if cases, err := store.CasesOf(t.Context(), run.ID); err != nil || len(cases) != 2 {
				t.Fatalf("round %d: run %d has %d cases, %v", round, run.ID, len(cases), err)
			}
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Without a history nothing fails; the loss is logged once.
func TestNothingHangsOnTheHistory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, dir := range map[string]string{"no directory": "", "below a file": filepath.Join(file, "grundy")} {
		t.Run(name, func(t *testing.T) {
			var log strings.Builder
			store := open(t, dir, func(c *history.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
			record(store, judged("a.sh", verdict.AC))
			record(store, judged("a.sh", verdict.AC))
			if _, found := store.Failed("/home/a.sh", "nim"); found || store.Progress("uuid") != history.Untouched {
				t.Error("something is known")
			}
			if strings.Count(log.String(), "level=WARN") != 1 || !strings.Contains(log.String(), "remedy=") {
				t.Errorf("want one warning with a remedy, got %s", log.String())
			}
		})
	}
}

// What the user opened before solving a problem is help. This is also known in a history made before there were steps.
func TestSteps(t *testing.T) {
	dir, now := t.TempDir(), time.UnixMilli(1_000)
	clock := func(c *history.Config) { c.Now = func() time.Time { return now } }
	record(open(t, dir, clock), judged("a.sh", verdict.WA))
	downgrade(t, dir)
	store := open(t, dir, clock)
	helped := func(want bool) {
		t.Helper()
		if got, err := store.Helped(t.Context(), "uuid"); err != nil || got != want {
			t.Errorf("helped: got %v, %v, want %v", got, err, want)
		}
	}
	steps := []history.Step{
		{At: now, Problem: "nim", ProblemKey: "uuid", Kind: history.Played},
		{At: now, Problem: "euclid", ProblemKey: "other", Kind: history.SolutionShown},
	}
	for _, step := range steps {
		store.Step(t.Context(), step)
	}
	helped(false)
	now = now.Add(time.Second)
	record(store, judged("a.sh", verdict.AC))
	helped(false) // games are no help
	now = now.Add(time.Second)
	late := history.Step{At: now, Problem: "nim", ProblemKey: "uuid", Kind: history.HintOpened, Number: 2}
	store.Step(t.Context(), late)
	helped(false)
	if found, err := store.ForgetProblem(t.Context(), "euclid"); err != nil || !found {
		t.Fatal(found, err)
	}
	if got, err := store.Steps(t.Context(), ""); err != nil || !slices.Equal(got, []history.Step{steps[0], late}) {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := store.Steps(t.Context(), "other"); err != nil || len(got) > 0 {
		t.Errorf("another problem: got %v, %v", got, err)
	}
	if err := store.ForgetAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	late.Number = 1
	store.Step(t.Context(), late)
	record(store, judged("a.sh", verdict.AC))
	helped(true)
}

// scored are the events of a judgement that the package's format accepts with a part of its tests.
func scored(file string, score float64, maximum *float64) []event.Event {
	events := judged(file, verdict.AC)
	for i, e := range events {
		if done, ok := e.(event.Done); ok {
			done.Score, done.MaxScore, done.Passed, done.Failed = &score, maximum, 1, 1
			events[i] = done
		}
	}
	return events
}

// A problem is solved by its full score. Runs of versions that did not know the maximum count as full without a failed test.
func TestScores(t *testing.T) {
	dir, hundred := t.TempDir(), 100.0
	store := open(t, dir, nil)
	record(store, scored("a.sh", 19, &hundred))
	if store.Progress("uuid") != history.Tried {
		t.Errorf("with a part of the points: %s", store.Progress("uuid"))
	}
	if tallies, err := store.Tallies(t.Context()); err != nil || tallies["uuid"].Best != 0 {
		t.Errorf("the best time is of a run with a part of the points: %v, %v", tallies, err)
	}
	record(store, scored("a.sh", 0, &hundred))
	record(store, scored("a.sh", 100, &hundred))
	if store.Progress("uuid") != history.Solved {
		t.Errorf("with all points: %s", store.Progress("uuid"))
	}
	record(store, judged("a.sh", verdict.AC))
	words := func(store *history.Store) (words []string) {
		runs, err := store.Runs(t.Context(), history.Query{})
		if err != nil {
			t.Fatal(err)
		}
		for _, run := range runs {
			words = append(words, fmt.Sprint(run.Word(), " ", run.Credit, " ", run.IsAccepted()))
		}
		return words
	}
	if diff := cmp.Diff([]string{"19/100 partial false", "0/100 none false", "AC 100/100 full true", "AC full true"}, words(store)); diff != "" {
		t.Error(diff)
	}
	downgrade(t, dir)
	if diff := cmp.Diff([]string{"19 partial false", "0 none false", "100 partial false", "AC full true"}, words(open(t, dir, nil))); diff != "" {
		t.Error(diff)
	}
}

// Progress is forgotten with its problem when the runs are gone, even in a history made before it recorded the problem.
func TestForgettingAProblemWithoutRuns(t *testing.T) {
	dir := t.TempDir()
	record(open(t, dir, nil), judged("a.sh", verdict.AC))
	downgrade(t, dir)
	store := open(t, dir, nil)
	store.Step(t.Context(), history.Step{At: time.Now(), Problem: "euclid", ProblemKey: "other", Kind: history.Played})
	if err := store.Forget(t.Context(), []int64{1}); err != nil {
		t.Fatal(err)
	}
	if found, err := store.ForgetProblem(t.Context(), "nim"); err != nil || !found || store.Progress("uuid") != history.Untouched {
		t.Errorf("got %t, %v, %s", found, err, store.Progress("uuid"))
	}
}

// downgrade turns the history of a directory into one of the first version.
func downgrade(t *testing.T, dir string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "history.db"))
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{"DROP TABLE step", "ALTER TABLE run DROP COLUMN repeats", "ALTER TABLE run DROP COLUMN max_score", "ALTER TABLE run DROP COLUMN credit", "ALTER TABLE progress DROP COLUMN problem", "PRAGMA user_version=1"} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Error(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
