package child_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/child"
	"grundy/internal/job/jobtest"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// behaviour makes the test binary a child. Its value says what the child's executor does.
const behaviour = "GRUNDY_TEST_CHILD"

func TestMain(m *testing.M) {
	if does := os.Getenv(behaviour); does != "" {
		if err := serve(does); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// serve does jobs until its input ends. A job is an Execution, whose arguments say what happens.
func serve(does string) error {
	if does == "malformed" {
		fmt.Println(`{"Slots":2}`)
		fmt.Println("no answer")
		_, err := io.Copy(io.Discard, os.Stdin) // until it is killed
		return err
	}
	return child.Serve(os.Stdin, os.Stdout, jobtest.Executor(func(ctx context.Context, _ *problem.Problem, j job.Job, emit func(event.Event)) (job.Result, error) {
		args := j.(job.Execution).Args
		switch args[0] {
		case "print":
			for _, text := range args[1:] {
				emit(event.Preparing{Language: text})
			}
			return job.Executed{Output: []byte(strings.Join(args[1:], " "))}, nil
		case "wait":
			emit(event.Preparing{Language: "waiting"})
			<-ctx.Done()
			return job.Executed{Output: []byte("partial")}, context.Cause(ctx)
		case "die":
			os.Exit(3)
		}
		return nil, errors.New("the program is too large")
	}))
}

// start starts a child, which is closed when the test ends.
func start(t *testing.T, does string) *child.Process {
	t.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), behaviour+"="+does)
	command.Stderr = os.Stderr
	p, err := child.Start(command)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

// task is a job for the child, on no problem.
func task(t *testing.T, args ...string) child.Task {
	t.Helper()
	packed, _, err := job.Pack(job.NoProblem(), nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := packed.Unpack(dir, nil); err != nil {
		t.Fatal(err)
	}
	file := language.File{Name: "a.sh", Data: []byte("the executor of these tests runs none\n")}
	order, err := job.Order{Job: job.Execution{Source: language.Source{Files: []language.File{file}}, Input: file, Args: args}}.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return child.Task{Dir: dir, Order: order}
}

// result decodes a reply.
func result(t *testing.T, reply child.Reply) (output string, failed error) {
	t.Helper()
	decoded, err := job.DecodeResult(job.Execution{}, reply.Result)
	if err != nil {
		t.Fatal(err)
	}
	return string(decoded.(job.Executed).Output), failure(t, reply)
}

// failure decodes the error of a reply.
func failure(t *testing.T, reply child.Reply) error {
	t.Helper()
	failed, err := job.DecodeError(reply.Error)
	if err != nil {
		t.Fatal(err)
	}
	return failed
}

func ignored([]json.RawMessage) {}

// TestDo checks that several jobs at a time get their own results and events, all events before the result and in order.
func TestDo(t *testing.T) {
	p := start(t, "jobs")
	if p.Slots() != 2 {
		t.Errorf("it has %d slots, want 2", p.Slots())
	}
	var all sync.WaitGroup
	for i := range 8 {
		words := []string{fmt.Sprint("a", i), fmt.Sprint("b", i)}
		work := task(t, append([]string{"print"}, words...)...)
		all.Go(func() {
			var told []string
			reply, err := p.Do(t.Context(), work, func(events []json.RawMessage) {
				for _, line := range events {
					e, err := event.OfLine(line)
					if err != nil {
						t.Error(err)
						return
					}
					told = append(told, e.(event.Preparing).Language)
				}
			})
			if err != nil {
				t.Error(err)
				return
			}
			if output, failed := result(t, reply); output != strings.Join(words, " ") || failed != nil || !slices.Equal(told, words) {
				t.Errorf("the result is %q, %v, after the events %q, want %q", output, failed, told, words)
			}
		})
	}
	all.Wait()
}

// TestFailures checks that the error of a job reaches the parent, and that the child goes on with others.
func TestFailures(t *testing.T) {
	p := start(t, "jobs")
	for want, work := range map[string]child.Task{
		"too large":      task(t, "fail"),
		"open a package": {Dir: t.TempDir(), Order: task(t, "print").Order},
		"decode a job":   {Dir: t.TempDir(), Order: json.RawMessage(`"no order"`)},
	} {
		reply, err := p.Do(t.Context(), work, ignored)
		if err != nil {
			t.Fatal(err)
		}
		if failed := failure(t, reply); failed == nil || !strings.Contains(failed.Error(), want) {
			t.Errorf("the job fails with %v, want %q", failed, want)
		}
	}
	if reply, err := p.Do(t.Context(), task(t, "print", "on"), ignored); err != nil || string(reply.Result) == "" {
		t.Errorf("the next job ends with %s, %v", reply.Result, err)
	}
}

// TestCancel checks that a job ends with its partial result when its context does, or when the parent closes the child.
func TestCancel(t *testing.T) {
	for name, stop := range map[string]func(p *child.Process, cancel func()) error{
		"cancelled": func(_ *child.Process, cancel func()) error { cancel(); return nil },
		"closed":    func(p *child.Process, _ func()) error { return p.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			p := start(t, "jobs")
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			stopped := make(chan error, 1)
			reply, err := p.Do(ctx, task(t, "wait"), func([]json.RawMessage) {
				go func() { stopped <- stop(p, cancel) }()
			})
			if err = errors.Join(err, <-stopped); err != nil {
				t.Fatal(err)
			}
			if output, failed := result(t, reply); output != "partial" || !errors.Is(failed, context.Canceled) {
				t.Errorf("the result is %q, %v", output, failed)
			}
		})
	}
}

// TestLost checks that a child which ends, or whose output is malformed, is told from a job that fails.
func TestLost(t *testing.T) {
	p := start(t, "jobs")
	waiting := make(chan error, 1)
	begun := make(chan struct{})
	work := task(t, "wait")
	go func() {
		_, err := p.Do(t.Context(), work, func([]json.RawMessage) { close(begun) })
		waiting <- err
	}()
	<-begun
	if _, err := p.Do(t.Context(), task(t, "die"), ignored); !errors.Is(err, child.ErrLost) {
		t.Errorf("a job whose process dies fails with %v", err)
	}
	if err := <-waiting; !errors.Is(err, child.ErrLost) {
		t.Errorf("the job beside it fails with %v", err)
	}
	<-p.Gone()
	if _, err := p.Do(t.Context(), task(t, "print"), ignored); !errors.Is(err, child.ErrLost) {
		t.Errorf("a later job fails with %v", err)
	}
	if _, err := start(t, "malformed").Do(t.Context(), task(t, "print"), ignored); !errors.Is(err, child.ErrLost) {
		t.Errorf("a job of a process that answers nonsense fails with %v", err)
	}
	if p, err := child.Start(exec.Command(os.Args[0], "-test.run", "^$")); !errors.Is(err, child.ErrLost) {
		t.Errorf("a process that is no child starts as %v, %v", p, err)
	}
}
