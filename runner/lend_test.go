package runner_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"grundy/internal/base/verdict"
	"grundy/internal/job"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
	"grundy/runner"
)

// countingHost counts the boxes that are open, and all boxes ever opened.
type countingHost struct {
	sandbox.Host
	open, ever atomic.Int64
}

func (h *countingHost) Open(ctx context.Context, config sandbox.Config) (sandbox.Box, error) {
	box, err := h.Host.Open(ctx, config)
	if err != nil {
		return nil, err
	}
	h.open.Add(1)
	h.ever.Add(1)
	return &countedBox{box, h}, nil
}

type countedBox struct {
	sandbox.Box
	host *countingHost
}

func (b *countedBox) Close() error {
	b.host.open.Add(-1)
	return b.Box.Close()
}

// Programs that take turns keep boxes of their own for as long as the slot is lent.
func TestAWorkerKeepsABoxForEachProgram(t *testing.T) {
	t.Parallel()
	host := &countingHost{}
	j := newJudgeIn(t, 1, t.TempDir(), func(inner sandbox.Host) sandbox.Host { host.Host = inner; return host })
	p := open(t, aPlusB)
	dir := t.TempDir()
	build := func(name, text string) problem.Program {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return problem.Program{Name: name, Path: path}
	}
	generator, err := j.Program(t.Context(), p, build("gen.sh", "echo $1 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	validator, err := j.Validator(t.Context(), p, build("valid.sh", "read a b; echo got $a; [ $a != 3 ] && exit 42; exit $b\n"))
	if err != nil {
		t.Fatal(err)
	}
	agrees, err := j.Validator(t.Context(), p, build("agrees.sh", "exit 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	submission := func(name, text string) *runner.Submission {
		c, _, err := j.Submission(t.Context(), p, job.Judgement{Name: name, Source: source(t, name, text)})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	right, wrong := submission("right.sh", sumInBash), submission("wrong.sh", "read a b; echo $((a + b + (a == 5)))\n")
	input, answer := filepath.Join(dir, "in"), filepath.Join(dir, "ans")
	create := func(path string) *os.File {
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	err = j.Lend(t.Context(), func(w *runner.Worker) error {
		var opened int64
		for _, number := range []string{"1", "2", "3", "5"} {
			in, ans := create(input), create(answer)
			ran, err := w.Run(t.Context(), runner.ToolRun{Program: generator, Args: []string{number}, Stdout: in, Limits: w.GeneratorLimits(p)})
			if err != nil || ran.Fault() != "" {
				t.Fatalf("generator: %q, %v", ran.Fault(), err)
			}
			valid, message, err := w.Validate(t.Context(), validator, &problem.Case{Input: input})
			if err != nil || valid != (number != "3") || message != "got "+number {
				t.Errorf("valid %t, %q, %v", valid, message, err)
			}
			tc := &problem.Case{Name: number, Input: input, Answer: answer}
			if test, err := w.Answer(t.Context(), right, tc, ans); err != nil || test.Verdict != verdict.AC {
				t.Errorf("answer: %s, %v", test.Verdict, err)
			}
			want := verdict.AC
			if number == "5" {
				want = verdict.WA
			}
			if test, err := w.Try(t.Context(), wrong, tc); err != nil || test.Verdict != want {
				t.Errorf("%s: %s, %v; want %s", number, test.Verdict, err, want)
			}
			if number == "2" {
				opened = host.ever.Load()
			}
			in.Close()
			ans.Close()
		}
		if ever := host.ever.Load(); ever != opened {
			t.Errorf("%d boxes were opened for programs that had one", ever-opened)
		}
		if valid, message, err := w.Validate(t.Context(), agrees, &problem.Case{Input: input}); err != nil || valid || !strings.Contains(message, "accepts with 42") {
			t.Errorf("exit code 0: valid %t, %q, %v", valid, message, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// The next borrower of the slot finds them open.
	opened := host.ever.Load()
	err = j.Lend(t.Context(), func(w *runner.Worker) error {
		in := create(input)
		defer in.Close()
		if _, err := w.Run(t.Context(), runner.ToolRun{Program: generator, Args: []string{"1"}, Stdout: in, Limits: w.GeneratorLimits(p)}); err != nil {
			return err
		}
		_, _, err := w.Validate(t.Context(), validator, &problem.Case{Input: input})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if ever := host.ever.Load(); ever != opened {
		t.Errorf("%d boxes were opened anew for the same programs", ever-opened)
	}
}
