package bulk_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"grundy/internal/app/bulk"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/jobtest"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/internal/store/workspace/workspacetest"
)

// judging is a judge that accepts sources without the letter "w", and counts what it judges by source.
type judging struct {
	mu     sync.Mutex
	judged map[string]int
	// during is called while a source is judged.
	during func(ctx context.Context, source string, emit func(event.Event))
}

func (j *judging) client() job.Client {
	j.judged = map[string]int{}
	return job.Client{Executor: jobtest.Executor(func(ctx context.Context, _ *problem.Problem, do job.Job, emit func(event.Event)) (job.Result, error) {
		source := string(do.(job.Judgement).Source.Files[0].Data)
		if j.during != nil {
			j.during(ctx, source, emit)
		}
		emit(event.Compile{})
		if ctx.Err() != nil {
			return event.Done{Interrupted: true}, nil
		}
		j.mu.Lock()
		j.judged[source]++
		j.mu.Unlock()
		done := event.Done{Verdict: verdict.AC, Tests: 1, Passed: 1}
		switch {
		case strings.Contains(source, "w"):
			done.Verdict = verdict.WA
		case strings.Contains(source, "broken"):
			done.Verdict, done.Reason = verdict.JE, "no box"
		case strings.Contains(source, "unjudgeable"):
			return event.Done{}, errors.New("cannot be judged")
		}
		return done, nil
	})}
}

// submission is a line.
func submission(id, source string) string {
	return fmt.Sprintf(`{"id":%q,"language":"python3","source":%q,"problem":{"cases":[{"input":"1","answer":"1"}]}}`, id, source)
}

// rows are what a run writes about lines, "ID: verdict or error" each.
func rows(t testing.TB, text []byte) (all []string) {
	t.Helper()
	for line := range bytes.Lines(text) {
		var row struct {
			ID, Verdict, Error string
			Line               int
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if row.Error != "" {
			row.Error = fmt.Sprintf("line %d: %s", row.Line, row.Error)
		}
		all = append(all, strings.Join(strings.Fields(row.ID+" "+row.Verdict+" "+row.Error), " "))
	}
	return all
}

// run judges lines and returns what it wrote.
func run(t testing.TB, j *judging, lines string, change ...func(*bulk.Batch)) ([]string, bulk.Summary) {
	t.Helper()
	w, home := workspacetest.Open(t)
	var out bytes.Buffer
	to, err := bulk.ToStream(&out, home)
	if err != nil {
		t.Fatal(err)
	}
	request := bulk.Batch{Lines: strings.NewReader(lines), To: to, Ordered: true, Progress: func(bulk.Summary) {}}
	for _, c := range change {
		c(&request)
	}
	sum, err := bulk.Run(t.Context(), w, j.client(), request)
	if err := errors.Join(err, to.Close()); err != nil {
		t.Fatal(err)
	}
	return rows(t, out.Bytes()), sum
}

// TestFaultyLines checks that each faulty line is named with what is wrong, and that the others are judged.
func TestFaultyLines(t *testing.T) {
	j := &judging{}
	got, sum := run(t, j, strings.Join([]string{
		submission("a", "x"),
		submission("a", "y"),
		`{"id":"b","sorce":"x"}`,
		`not JSON`,
		``,
		`{"id":5}`,
		`{"id":"c","language":"python3","source":"x"}`,
		`{"id":"d","language":"python3","source":"x","path":"p","problem":"nim"}`,
		`{"id":"e","source":"x","problem":"nim"}`,
		`{"id":"f","language":"gibberish","source":"x","problem":"nim"}`,
		`{"id":"g","language":"python3","source":"x","problem":{"cases":[]}}`,
		`{"id":"h","language":"python3","source":"x","problem":{"cases":[{"input":"1","answr":"1"}]}}`,
		`{"id":"i","language":"python3","files":{"../a.py":"x"},"problem":"nim"}`,
		submission("j", "broken"),
		submission("k", "unjudgeable"),
		submission("l", "w"),
		`["m"]`,
	}, "\n"))
	want := []string{
		"a AC",
		`line 2: id: line 1 has the ID "a", too`,
		`b line 3: unknown field "sorce"`,
		"line 4: not JSON at byte 2",
		"line 6: id: want a text, got a JSON number",
		"c line 7: problem: want a name",
		"d line 8: want one of source, files and path",
		"e line 9: language: a source needs one",
		`f line 10: unknown language "gibberish"`,
		"g line 11: problem: cases: want at least one",
		`h line 12: problem: unknown field "answr"`,
		`i line 13: files: "../a.py"`,
		"j line 14: no box",
		"k line 15: cannot be judged",
		"l WA",
		"line 17: want an object, got a JSON array",
	}
	if !slices.EqualFunc(want, got, func(want, got string) bool { return strings.HasPrefix(got, want) }) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if sum.Judged() != 2 || sum.Failures != 14 || sum.Judge != 1 {
		t.Errorf("counted %+v", sum)
	}
}

// TestSameSource checks that the same source and cases are judged once, whether the first line is under way or written.
func TestSameSource(t *testing.T) {
	var lines []string
	for i := range 30 {
		lines = append(lines, submission(fmt.Sprint(i), fmt.Sprint("source ", i%3)))
	}
	for _, ordered := range []bool{false, true} {
		j := &judging{}
		got, sum := run(t, j, strings.Join(lines, "\n"), func(r *bulk.Batch) { r.Ordered = ordered })
		if diff := cmp.Diff(map[string]int{"source 0": 1, "source 1": 1, "source 2": 1}, j.judged); diff != "" {
			t.Errorf("judged (-want +got):\n%s", diff)
		}
		slices.Sort(got)
		if got = slices.Compact(got); len(got) != 30 || sum.Copied != 27 {
			t.Errorf("%d results, %d of them copied", len(got), sum.Copied)
		}
	}
	// A failure of the judge is not a result, so it is not copied later.
	j := &judging{}
	got, _ := run(t, j, submission("a", "broken")+"\n"+submission("b", "x")+"\n")
	if diff := cmp.Diff([]string{"a line 1: no box", "b AC"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestCompiledOnce checks that a source is not built for two lines at once: the others wait until it is built.
func TestCompiledOnce(t *testing.T) {
	var lines []string
	for i := range 20 {
		lines = append(lines, fmt.Sprintf(`{"id":"%d","language":"python3","source":"%d","problem":{"cases":[{"input":"%d","answer":"1"}]}}`, i, i%2, i))
	}
	var building [2]atomic.Int32
	j := &judging{during: func(_ context.Context, source string, emit func(event.Event)) {
		count := &building[source[0]-'0']
		if count.Add(1) > 1 {
			t.Errorf("%s is built twice at once", source)
		}
		count.Add(-1)
		emit(event.Compile{})
	}}
	if got, _ := run(t, j, strings.Join(lines, "\n")); len(got) != 20 {
		t.Errorf("%d results", len(got))
	}
}

// TestInlineProblems checks that batches side by side have the files of the same problem each for itself, and that nothing of
// them remains.
func TestInlineProblems(t *testing.T) {
	w, home := workspacetest.Open(t)
	var inputs []string
	var client job.Client
	judgeOne := func(source string) {
		var out bytes.Buffer
		to, err := bulk.ToStream(&out, home)
		if err != nil {
			t.Fatal(err)
		}
		batch := bulk.Batch{Lines: strings.NewReader(submission("a", source)), To: to, Progress: func(bulk.Summary) {}}
		_, err = bulk.Run(t.Context(), w, client, batch)
		if err := errors.Join(err, to.Close()); err != nil {
			t.Error(err)
		}
		if got := rows(t, out.Bytes()); !slices.Equal(got, []string{"a AC"}) {
			t.Errorf("got %q", got)
		}
	}
	client = job.Client{Executor: jobtest.Executor(func(_ context.Context, p *problem.Problem, do job.Job, _ func(event.Event)) (job.Result, error) {
		input := p.Data.AllCases()[0].Input
		inputs = append(inputs, input)
		if string(do.(job.Judgement).Source.Files[0].Data) == "first" {
			judgeOne("second")
		}
		if _, err := os.Stat(input); err != nil {
			t.Error(err)
		}
		return event.Done{Verdict: verdict.AC}, nil
	})}
	judgeOne("first")
	if len(inputs) != 2 || inputs[0] == inputs[1] {
		t.Errorf("got the inputs %q", inputs)
	}
	for _, input := range inputs {
		if _, err := os.Stat(input); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s remains: %v", input, err)
		}
	}
}

// TestInterruptedInput checks that the user interrupts what waits for its next line.
func TestInterruptedInput(t *testing.T) {
	w, home := workspacetest.Open(t)
	endless, writer := io.Pipe()
	defer writer.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var sum bulk.AuditSummary
	if err := bulk.Audit(ctx, w, job.Client{}, bulk.Inspection{Lines: endless, To: io.Discard}, &sum); err != nil {
		t.Error(err)
	}
	to, err := bulk.ToStream(io.Discard, home)
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	j := &judging{}
	batch := bulk.Batch{Lines: endless, To: to, Progress: func(bulk.Summary) {}}
	if _, err := bulk.Run(ctx, w, j.client(), batch); err != nil {
		t.Error(err)
	}
}

// TestOrder checks that results wait for their turn, and that a small number of priority goes first.
func TestOrder(t *testing.T) {
	second := make(chan struct{})
	var once sync.Once
	j := &judging{during: func(_ context.Context, source string, _ func(event.Event)) {
		if source == "first" {
			<-second
		} else {
			once.Do(func() { close(second) })
		}
	}}
	lines := submission("a", "first") + "\n" + submission("b", "second") + "\n" + submission("c", "third")
	if got, _ := run(t, j, lines); !slices.Equal(got, []string{"a AC", "b AC", "c AC"}) {
		t.Errorf("in order: %q", got)
	}
	second, once = make(chan struct{}), sync.Once{}
	got, _ := run(t, j, lines, func(r *bulk.Batch) { r.Ordered = false })
	if slices.Index(got, "a AC") == 0 {
		t.Errorf("as they are ready: %q", got)
	}
}

// resume judges lines into a file as a run does that continues another one. After some judgements the user interrupts it.
func resume(t testing.TB, w *workspace.Workspace, j *judging, lines, file string, ordered bool, interrupt int) (bulk.Summary, error) {
	t.Helper()
	scratch, err := w.Scratch()
	if err != nil {
		t.Fatal(err)
	}
	to, err := bulk.ToFile(file, true, scratch)
	if err != nil {
		return bulk.Summary{}, err
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var begun atomic.Int32
	j.during = func(context.Context, string, func(event.Event)) {
		if int(begun.Add(1)) == interrupt {
			cancel()
		}
	}
	sum, err := bulk.Run(ctx, w, j.client(), bulk.Batch{
		Lines: strings.NewReader(lines), To: to, Ordered: ordered, Progress: func(bulk.Summary) {},
	})
	if err := errors.Join(err, to.Close()); err != nil {
		t.Fatal(err)
	}
	return sum, nil
}

// TestKilledAndResumed checks that runs which are interrupted or killed anywhere, also within a line, and continued
// write what one whole run writes, each row once.
func TestKilledAndResumed(t *testing.T) {
	w, home := workspacetest.Open(t)
	file := filepath.Join(home, "out.ndjson")
	rapid.Check(t, func(rt *rapid.T) {
		var lines []string
		for i := range rapid.IntRange(1, 40).Draw(rt, "lines") {
			switch rapid.IntRange(0, 9).Draw(rt, "kind") {
			case 0:
				lines = append(lines, "not JSON")
			case 1:
				lines = append(lines, submission("twice", "x"))
			case 2:
				lines = append(lines, submission(fmt.Sprint("broken ", i), "broken"))
			default:
				lines = append(lines, submission(fmt.Sprint(i), rapid.SampledFrom([]string{"x", "y", "w"}).Draw(rt, "source")+fmt.Sprint(i/2)))
			}
		}
		ordered, text := rapid.Bool().Draw(rt, "ordered"), strings.Join(lines, "\n")
		judgeInto := func(interrupt int) []byte {
			if _, err := resume(t, w, &judging{}, text, file, ordered, interrupt); err != nil {
				rt.Fatal(err)
			}
			written, err := os.ReadFile(file)
			if err != nil {
				rt.Fatal(err)
			}
			return written
		}
		_ = os.Remove(file)
		want := rows(t, judgeInto(0))
		_ = os.Remove(file)
		for range rapid.IntRange(1, 4).Draw(rt, "kills") {
			written := judgeInto(rapid.IntRange(1, 50).Draw(rt, "interrupt"))
			kept := len(written) - rapid.IntRange(0, min(len(written), 300)).Draw(rt, "lost")
			if err := os.WriteFile(file, written[:kept], 0o644); err != nil {
				rt.Fatal(err)
			}
		}
		got := rows(t, judgeInto(0))
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			rt.Fatalf("rows (-at once +resumed):\n%s", diff)
		}
	})
}

// TestResumeRemembers checks that a result of an earlier run counts for other lines with the same source and cases.
func TestResumeRemembers(t *testing.T) {
	w, home := workspacetest.Open(t)
	file := filepath.Join(home, "out.ndjson")
	first := &judging{}
	if _, err := resume(t, w, first, submission("a", "x"), file, true, 0); err != nil {
		t.Fatal(err)
	}
	second := &judging{}
	sum, err := resume(t, w, second, submission("a", "x")+"\n"+submission("b", "x"), file, true, 0)
	if err != nil || sum.Earlier != 1 || sum.Copied != 1 || len(second.judged) != 0 {
		t.Errorf("%+v, judged %v, %v", sum, second.judged, err)
	}
	// Two runs must not write the same file, and what is not a result is not overwritten.
	if err := os.WriteFile(file, []byte("notes\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := resume(t, w, second, "", file, true, 0); err == nil || !strings.Contains(err.Error(), "line 1 is not a result") {
		t.Errorf("the error is %v", err)
	}
}

// TestResumeRepairs checks that a run judges the lines again on which the judge of an earlier one failed, and takes out what is
// left of a last row. It takes out nothing of a file that is not its own.
func TestResumeRepairs(t *testing.T) {
	w, home := workspacetest.Open(t)
	file := filepath.Join(home, "out.ndjson")
	const a, b = `{"id":"a","verdict":"AC"}` + "\n", `{"id":"b","verdict":"WA"}` + "\n"
	const broken, faulty = `{"id":"c","line":3,"error":"no box","judge_failed":true}` + "\n", `{"id":"d","line":4,"error":"no"}` + "\n"
	var lines []string
	for _, id := range []string{"a", "b", "c", "d"} {
		lines = append(lines, submission(id, "x "+id))
	}
	for earlier, want := range map[string]string{
		"":                               "a AC,b AC,c AC,d AC",
		broken + a + faulty + b:          "a AC,d line 4: no,b WA,c AC",
		a + broken + broken:              "a AC,b AC,c AC,d AC",
		a + broken + `{"id":"b","ver`:    "a AC,b AC,c AC,d AC",
		a + "\x00\x00\x00\x00":           "a AC,b AC,c AC,d AC",
		a + `{"id":"b","verd` + "\x00\n": "a AC,b AC,c AC,d AC",
		`{"id":"a"`:                      "a AC,b AC,c AC,d AC",
		strings.TrimSuffix(a, "\n"):      "a AC,b AC,c AC,d AC",
		a + strings.TrimSuffix(b, "\n"):  "a AC,b AC,c AC,d AC",
		submission("a", "x"):             "line 1 is not a result",
		submission("a", "x") + "\n":      "line 1 is not a result",
		"notes":                          "line 1 is not a result",
		a + `{"id":"b","ver` + "\n" + b:  "line 2 is not a result",
		a + submission("b", "x") + "\n":  "line 2 is not a result",
	} {
		if err := os.WriteFile(file, []byte(earlier), 0o640); err != nil {
			t.Fatal(err)
		}
		_, err := resume(t, w, &judging{}, strings.Join(lines, "\n"), file, true, 0)
		written, readErr := os.ReadFile(file)
		if readErr != nil {
			t.Fatal(readErr)
		}
		if err != nil {
			if !strings.Contains(err.Error(), want) || string(written) != earlier {
				t.Errorf("%q: %v, and the file is %q", earlier, err, written)
			}
			continue
		}
		if got := strings.Join(rows(t, written), ","); got != want {
			t.Errorf("%q: got %s", earlier, got)
		}
	}
}
