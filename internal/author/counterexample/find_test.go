package counterexample_test

import (
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"grundy/internal/author/counterexample"
	"grundy/internal/author/stress"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/jobtest"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

// numbers are the numbers of an input.
func numbers(input string) []int {
	var all []int
	for _, word := range strings.Fields(input) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil
		}
		all = append(all, n)
	}
	return all
}

// sum is a problem whose inputs are a count and as many numbers from 1 to 100.
func sum(t *testing.T, inputs ...string) *problem.Problem {
	t.Helper()
	p := &problem.Problem{ID: "sum", Dir: t.TempDir(), Data: &problem.Group{}, InputValidators: []problem.Program{{Name: "validator"}}}
	for i, input := range inputs {
		name := "secret/" + strconv.Itoa(i+1)
		p.Data.Cases = append(p.Data.Cases, &problem.Case{Name: name, Input: suite.Write(t, filepath.Join(p.Dir, name+".in"), input)})
	}
	return p
}

// valid accepts the inputs of sum.
func valid(input string) bool {
	all := numbers(input)
	if len(all) == 0 || all[0] < 1 || all[0] != len(all)-1 || !strings.HasSuffix(input, "\n") {
		return false
	}
	for _, n := range all[1:] {
		if n < 1 || n > 100 {
			return false
		}
	}
	return true
}

// two fails on inputs of two numbers or more.
func two(_, input string) verdict.Verdict {
	if len(numbers(input)) > 2 {
		return verdict.WA
	}
	return verdict.AC
}

func setup(t *testing.T, p *problem.Problem, generators ...job.Generator) stress.Setup {
	t.Helper()
	solution := job.Judgement{Name: "a.sh", Source: language.Source{Files: []language.File{{Name: "a.sh", Data: []byte("a")}}}}
	return stress.Setup{Problem: p, Folder: t.TempDir(), Setup: job.Setup{Solution: solution, Trusted: solution, Generators: generators}}
}

// TestFind checks where an input is found, and that the smallest one is.
func TestFind(t *testing.T) {
	seeded := job.Generator{Program: "gen.sh"}
	tests := []struct {
		name       string
		cases      []string
		failed     []string
		generators []job.Generator
		want       string // "" for none
	}{
		{name: "nothing fails", cases: []string{"1\n5\n"}},
		{name: "a test case", cases: []string{"4\n5 6 7 8\n", "1\n5\n"}, want: "2\n1 1\n"},
		{name: "a test case known to fail", cases: []string{"1\n5\n", "3\n9 9 9\n"}, failed: []string{"secret/2"}, want: "2\n1 1\n"},
		{name: "a generated input", cases: []string{"1\n5\n"}, generators: []job.Generator{seeded}, want: "2\n1 1\n"},
		{name: "a case that is gone", cases: []string{"1\n5\n"}, failed: []string{"secret/9"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			client := job.Client{Executor: jobtest.Programs{
				Verdict: two, Valid: valid,
				Seeded: func(seed event.Seed) string {
					if seed%50 == 0 {
						return "3\n50 60 70\n"
					}
					return "1\n7\n"
				},
			}}
			var stressed, shrunk int
			found, done, err := counterexample.Find(t.Context(), client, setup(t, sum(t, test.cases...), test.generators...), counterexample.Request{
				Failed: test.failed, Time: 10 * time.Second, Jobs: 1,
			}, func(e event.Event) {
				switch e.(type) {
				case event.Stress:
					stressed++
				case event.Shrunk:
					shrunk++
				}
			})
			if err != nil || stressed != 1 {
				t.Fatalf("error %v after %d openings", err, stressed)
			}
			if test.want == "" {
				if found != nil || done.Verdict != verdict.AC || shrunk != 0 {
					t.Errorf("found %+v, %+v", found, done)
				}
				return
			}
			if found == nil || string(found.Input) != test.want || done.Verdict != verdict.WA || shrunk != 1 {
				t.Errorf("found %+v, %+v, shrunk %d times", found, done, shrunk)
			}
		})
	}
}

// TestFindWithoutReference checks that the answers of the cases decide if nothing judges other inputs. The input is not shrunk then.
func TestFindWithoutReference(t *testing.T) {
	p := sum(t, "1\n5\n", "3\n9 9 9\n")
	p.Data.Cases[1].Answer = suite.Write(t, filepath.Join(p.Dir, "secret", "2.ans"), "27\n")
	asked := setup(t, p)
	asked.Trusted = job.Judgement{}
	programs := jobtest.Programs{Verdict: two, Valid: valid}
	client := job.Client{Executor: jobtest.Executor(func(ctx context.Context, p *problem.Problem, j job.Job, emit func(event.Event)) (job.Result, error) {
		if _, single := j.(job.SingleRun); single {
			return job.SingleRunResult{}, nil // it ended well, which is all that can be said
		}
		return programs.Do(ctx, p, j, emit)
	})}
	found, done, err := counterexample.Find(t.Context(), client, asked, counterexample.Request{Time: time.Second, Jobs: 1}, func(e event.Event) {
		if _, shrunk := e.(event.Shrunk); shrunk {
			t.Error("the input was shrunk")
		}
	})
	if err != nil || found == nil || string(found.Input) != "3\n9 9 9\n" || found.Answer != "27\n" || done.Call != "secret/2" {
		t.Errorf("found %+v, %+v, %v", found, done, err)
	}
}

// TestFindUnshipped checks that cases which the package does not ship are made only if no other case fails.
func TestFindUnshipped(t *testing.T) {
	for _, fails := range []bool{false, true} {
		p := sum(t, "1\n5\n", "3\n9 9 9\n")
		if fails {
			suite.Write(t, p.Data.Cases[0].Input, "2\n5 5\n")
		}
		p.Data.Cases[1].Unshipped = []string{".in"}
		made := false
		_, done, err := counterexample.Find(t.Context(), job.Client{Executor: jobtest.Programs{Verdict: two, Valid: valid}}, setup(t, p), counterexample.Request{
			Time: 10 * time.Second, Jobs: 1,
			Complete: func(_ context.Context, cases []*problem.Case) error {
				made = len(cases) == 1 && cases[0] == p.Data.Cases[1]
				return nil
			},
		}, func(event.Event) {})
		if err != nil || done.Verdict != verdict.WA || made == fails {
			t.Errorf("a shipped case fails: %t; made: %t, %+v, %v", fails, made, done, err)
		}
	}
}

// TestFindErrors checks that faults of programs and the end of the context are told apart.
func TestFindErrors(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped")
	cancel(stopped)
	client := job.Client{Executor: jobtest.Programs{Verdict: two, Valid: valid}}
	_, done, err := counterexample.Find(ctx, client, setup(t, sum(t, "1\n5\n")), counterexample.Request{Time: time.Second, Jobs: 1}, func(event.Event) {})
	if !done.Interrupted || !errors.Is(err, stopped) {
		t.Errorf("interrupted: %+v, %v", done, err)
	}
	broken := &job.PackageError{Program: "validator", Err: errors.New("no compiler")}
	client = job.Client{Executor: jobtest.Executor(func(context.Context, *problem.Problem, job.Job, func(event.Event)) (job.Result, error) {
		return nil, broken
	})}
	_, done, err = counterexample.Find(t.Context(), client, setup(t, sum(t, "1\n5\n")), counterexample.Request{Time: time.Second, Jobs: 1}, func(event.Event) {})
	if done.Interrupted || !errors.Is(err, broken) {
		t.Errorf("a faulty package: %+v, %v", done, err)
	}
}
