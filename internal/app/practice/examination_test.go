package practice_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grundy/internal/app/practice"
	"grundy/internal/author/stress"
	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

// examine opens an examination of the solution, with a generator if there is one.
func (b *bench) examine(t *testing.T, generator string) *practice.Examination {
	t.Helper()
	var options practice.ExaminationOptions
	options.Solution = b.solution
	if generator != "" {
		command := suite.Write(t, filepath.Join(t.TempDir(), "gen.sh"), generator)
		options.Generators = func(p *problem.Problem, _ string) ([]job.Generator, error) { return stress.Generators(p, command) }
	}
	x, err := practice.Examine(t.Context(), b.place, b.client, options)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestStress checks that a failing input is found and kept, and that the command which repeats it is one that finds it again.
func TestStress(t *testing.T) {
	for _, test := range []struct {
		name, generator string
		count           int64
		verdict         verdict.Verdict
		replay          string
	}{
		{"fails on a seed", "echo $(($1 % 10))\n", 20, verdict.RTE, "replay 7"},
		{"the seed does not decide", "echo 7\n", 20, verdict.RTE, "reshrink"},
		{"passes", "echo $(($1 % 7))\n", 5, verdict.AC, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newBench(t)
			var kept event.Kept
			var last event.Event
			done, err := b.examine(t, test.generator).Stress(t.Context(), practice.StressOptions{
				Limits:   stress.Limits{Seed: 1, Count: test.count},
				Replay:   func(seed event.Seed) string { return "replay " + string('0'+rune(seed)) },
				Reshrink: func(string) string { return "reshrink" },
			}, func(e event.Event) {
				if files, ok := e.(event.Kept); ok {
					kept = files
				}
				last = e
			})
			if err != nil || done.Verdict != test.verdict || done.Replay != test.replay {
				t.Errorf("got %+v, %v", done, err)
			}
			if conclusion, ok := last.(event.Stressed); !ok || conclusion != done {
				t.Errorf("the last event is %+v", last)
			}
			if test.verdict == verdict.AC {
				return
			}
			if input, err := os.ReadFile(kept.Input); err != nil || string(input) != "7\n" {
				t.Errorf("kept %q, %v", input, err)
			}
		})
	}
}

// TestStressFaultyGenerator checks that the fault of a generator names the command that repeats it.
func TestStressFaultyGenerator(t *testing.T) {
	b := newBench(t)
	_, err := b.examine(t, "exit 1\n").Stress(t.Context(), practice.StressOptions{
		Limits: stress.Limits{Seed: 1, Count: 1}, Replay: func(event.Seed) string { return "replay" },
	}, func(event.Event) {})
	var fault *job.Fault
	if !errors.As(err, &fault) || hint.Of(err) != "repeat this case: replay" {
		t.Errorf("the error is %v, its hint %q", err, hint.Of(err))
	}
}

// TestShrink checks that an input is shrunk and written if the solution fails on it, and left alone otherwise.
func TestShrink(t *testing.T) {
	for _, test := range []struct {
		name, input string
		verdict     verdict.Verdict
	}{
		{"fails", "7 8 9 10\n1 2 3\n", verdict.RTE},
		{"passes", "5\n1 2 3\n", verdict.AC},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newBench(t)
			suite.Write(t, b.solution, "read x rest; [ $x = 7 ] && exit 3; echo $x\n")
			output := filepath.Join(t.TempDir(), "small.in")
			done, err := b.examine(t, "").Shrink(t.Context(), practice.ShrinkOptions{
				Name: "mine", Input: []byte(test.input), Time: time.Minute, Output: output,
			}, func(event.Event) {})
			if err != nil || done.Verdict != test.verdict || done.Call != "mine" {
				t.Errorf("got %+v, %v", done, err)
			}
			smaller, err := os.ReadFile(output)
			switch fails := test.verdict != verdict.AC; {
			case !fails && !errors.Is(err, os.ErrNotExist):
				t.Errorf("an input that passes was written: %q, %v", smaller, err)
			case fails && (!strings.HasPrefix(string(smaller), "7 ") || string(smaller) == test.input):
				t.Errorf("the smaller input is %q, %v", smaller, err)
			}
		})
	}
}

// TestBlames checks that a solution which does not compile has failed, and that its judge has not.
func TestBlames(t *testing.T) {
	b := newBench(t)
	suite.Write(t, b.solution, "if\n")
	x := b.examine(t, "")
	if _, err := x.Shrink(t.Context(), practice.ShrinkOptions{Name: "mine", Input: []byte("7\n")}, func(event.Event) {}); !x.Blames(err) {
		t.Errorf("the error is %v", err)
	}
	if x.Blames(errors.New("no room")) || x.Blames(nil) {
		t.Error("another error is the solution's")
	}
}

// TestCase checks how cases are named.
func TestCase(t *testing.T) {
	b := newBench(t)
	var options practice.ExaminationOptions
	options.Solution, options.Beside = b.solution, true
	x, err := practice.Examine(t.Context(), b.place, b.client, options)
	if err != nil {
		t.Fatal(err)
	}
	for wanted, name := range map[string]string{"secret/1": "secret/1", "2": "secret/2", "secret/{1,3}": "secret/1"} {
		if tc, err := x.Case(wanted); err != nil || tc.Name != name {
			t.Errorf("%s: %+v, %v", wanted, tc, err)
		}
	}
	for wanted, message := range map[string]string{"3": "no case 3", "*": "matches secret/1, secret/2", "[": "is not supported"} {
		if _, err := x.Case(wanted); err == nil || !strings.Contains(err.Error(), message) || hint.Of(err) == "" {
			t.Errorf("%s: want %q, the error is %v", wanted, message, err)
		}
	}
}
