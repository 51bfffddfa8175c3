package job_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/jobtest"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

// giving is a client whose executor returns the same result for all jobs.
func giving(result job.Result) job.Client {
	return job.Client{Executor: jobtest.Executor(func(context.Context, *problem.Problem, job.Job, func(event.Event)) (job.Result, error) {
		return result, nil
	})}
}

func TestFilesOfAGeneratorAreLaidOut(t *testing.T) {
	dir := t.TempDir()
	client := giving(job.Generated{Files: []language.File{{Name: ".in", Data: []byte("1\n")}, {Name: ".ans", Data: []byte("2\n")}}})
	if _, err := client.Generate(t.Context(), job.NoProblem(), job.Generation{}, dir); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"testcase.in": "1\n", "testcase.ans": "2\n"} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v", name, got, err)
		}
	}
}

// A worker may send anything.
func TestFilesOfAGeneratorLieInItsDirectory(t *testing.T) {
	secret := suite.Write(t, filepath.Join(t.TempDir(), "secret"), "s\n")
	for _, file := range []language.File{
		{Name: "/../../x", Data: []byte("x")},
		{Name: "/x.in", Data: []byte("x")},
		{Name: ".sh", Data: []byte("x")},
		{Name: "", Data: []byte("x")},
		{Name: ".in", Path: secret},
	} {
		above := t.TempDir()
		dir := filepath.Join(above, "a", "b")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if _, err := giving(job.Generated{Files: []language.File{file}}).Generate(t.Context(), job.NoProblem(), job.Generation{}, dir); err == nil {
			t.Errorf("%+v is taken", file)
		}
		if found, err := filepath.Glob(filepath.Join(above, "*", "*", "*")); err != nil || len(found) > 0 {
			t.Errorf("%+v left %v, %v", file, found, err)
		}
	}
}

func TestInputsAreExploredInParts(t *testing.T) {
	const inputs, size = 7, 1 << 20
	var (
		mu    sync.Mutex
		parts int
	)
	client := job.Client{Executor: jobtest.Executor(func(_ context.Context, _ *problem.Problem, j job.Job, _ func(event.Event)) (job.Result, error) {
		mu.Lock()
		defer mu.Unlock()
		parts++
		var result job.Explored
		for _, made := range j.(job.Exploration).Inputs {
			result.Answers = append(result.Answers, job.Answered{
				Test: event.Test{Test: made.Case.Name, Verdict: verdict.AC}, Output: bytes.TrimSpace(made.Files[0].Data),
			})
		}
		return result, nil
	})}
	var asked job.Exploration
	for i := range inputs {
		asked.Inputs = append(asked.Inputs, job.MadeInput(problem.Case{Name: strconv.Itoa(i)}, []byte(strconv.Itoa(i)+strings.Repeat(" ", size))))
	}
	saved := make([]string, inputs)
	result, err := client.Explore(t.Context(), job.NoProblem(), asked, func(i int, output io.Reader) error {
		text, err := io.ReadAll(output)
		saved[i] = string(text)
		return err
	}, func(event.Event) {})
	if err != nil || parts < inputs/2 || len(result.Answers) != inputs {
		t.Fatalf("%d jobs for %d inputs, %v", parts, inputs, err)
	}
	for i, answer := range result.Answers {
		if want := strconv.Itoa(i); answer.Test.Test != want || saved[i] != want {
			t.Errorf("input %d has the answer to %s, and the output of %s", i, answer.Test.Test, saved[i])
		}
	}
	if _, err := giving(job.Explored{}).Explore(t.Context(), job.NoProblem(), asked, nil, func(event.Event) {}); err == nil {
		t.Error("a machine that answers nothing is believed")
	}
}

func TestStreamsOfAProgramElsewhere(t *testing.T) {
	in, err := os.Open(suite.Write(t, filepath.Join(t.TempDir(), "in"), "7\n"))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	var said bytes.Buffer
	client := job.Client{Executor: jobtest.Executor(func(_ context.Context, _ *problem.Problem, j job.Job, _ func(event.Event)) (job.Result, error) {
		input := j.(job.Execution).Input
		return job.Executed{Output: append([]byte("twice "), input.Data...), Errors: []byte("hm\n"), Exit: 3}, nil
	})}
	result, err := client.Execute(t.Context(), job.NoProblem(), job.Execution{}, job.Streams{In: in, Out: out, Err: &said}, func(event.Event) {})
	printed, _ := os.ReadFile(out.Name())
	if err != nil || result.Exit != 3 || string(printed) != "twice 7\n" || said.String() != "hm\n" {
		t.Errorf("got %+v, %v; it printed %q and said %q", result, err, printed, &said)
	}
}

// TestPrintedIsShownOnce checks that what a program prints elsewhere is written as it comes, each byte once, also when
// another worker runs it again, and that a program which then prints something else is not believed.
func TestPrintedIsShownOnce(t *testing.T) {
	part := func(offset int, text string) event.Event { return event.Printed{Offset: offset, Text: []byte(text)} }
	for _, test := range []struct {
		name   string
		events []event.Event
		whole  string
		before string // what stands there before the result comes
		fails  bool
	}{
		{"nothing is told", nil, "abc", "", false},
		{"the beginning is told", []event.Event{part(0, "a"), part(1, "b")}, "abc", "ab", false},
		{"a part is missing", []event.Event{part(0, "a"), part(2, "c")}, "abc", "a", false},
		{"it runs again", []event.Event{part(0, "a"), part(1, "b"), part(0, "ab"), part(2, "c")}, "abc", "abc", false},
		{"it prints something else then", []event.Event{part(0, "ab")}, "axc", "ab", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, err := os.Create(filepath.Join(t.TempDir(), "out"))
			if err != nil {
				t.Fatal(err)
			}
			defer out.Close()
			printed := func() string {
				text, _ := os.ReadFile(out.Name())
				return string(text)
			}
			client := job.Client{Executor: jobtest.Executor(func(_ context.Context, _ *problem.Problem, j job.Job, emit func(event.Event)) (job.Result, error) {
				if !j.(job.Execution).Follow {
					t.Error("no user asks for what it prints")
				}
				for _, e := range test.events {
					emit(e)
				}
				if got := printed(); got != test.before {
					t.Errorf("before the result %q stands there, want %q", got, test.before)
				}
				return job.Executed{Output: []byte(test.whole)}, nil
			})}
			_, err = client.Execute(t.Context(), job.NoProblem(), job.Execution{}, job.Streams{Out: out}, func(e event.Event) { t.Errorf("emitted %v", e) })
			if (err != nil) != test.fails {
				t.Fatalf("the error is %v", err)
			}
			if got := printed(); !test.fails && got != test.whole {
				t.Errorf("printed %q, want %q", got, test.whole)
			}
		})
	}
}

func TestWhatIsTooLargeForAnotherMachine(t *testing.T) {
	input := language.File{Name: "input", Data: make([]byte, job.MaxContent+1)}
	_, err := job.Order{Job: job.Execution{Input: input}}.Encode()
	if _, ok := err.(*job.ContentError); !ok {
		t.Errorf("got %v", err)
	}
}
