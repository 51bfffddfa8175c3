package runner

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grundy/checker"
	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
)

// newSide returns a program of a dialogue with the judge's ends of its pipes. stopped receives the reason when it is
// stopped.
func newSide(t *testing.T, stopped *error) *side {
	t.Helper()
	p := &side{reported: make(chan struct{}, 1), gone: make(chan struct{}), stop: func(err error) { *stopped = err }}
	for _, pipe := range []*pipe{&p.in, &p.out} {
		var err error
		if pipe.read, pipe.write, err = os.Pipe(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _, _ = pipe.read.Close(), pipe.write.Close() })
	}
	p.tap = newTap(p.out.read)
	return p
}

// What one side writes reaches the other side and the transcript, and the other side sees its end. A side that writes
// nothing does not appear in the transcript. A side that exceeds the limit is stopped.
func TestRelayOfADialogue(t *testing.T) {
	for _, test := range []struct {
		said    string
		limit   bytesize.Size
		turn    string
		flooded bool
	}{
		{"", 5, "neither side said anything", false},
		{"1234\n", 5, "the submission spoke last", false},
		{"12345\n", 5, "the submission spoke last", true},
		{"12345\n", 0, "the submission spoke last", false},
	} {
		var stopped error
		from, to := newSide(t, &stopped), newSide(t, new(error))
		from.limit = test.limit
		d := &dialogue{started: time.Now()}
		if _, err := from.out.write.WriteString(test.said); err != nil {
			t.Fatal(err)
		}
		from.out.write.Close()
		close(from.gone)
		d.relay(from, to, event.FromSubmission)
		heard, err := io.ReadAll(to.in.read)
		if err != nil || string(heard) != test.said || d.transcript.turn() != test.turn {
			t.Errorf("%q: the other side hears %q, %v; %s", test.said, heard, err, d.transcript.turn())
		}
		if from.flooded.Load() != test.flooded || (stopped != nil) != test.flooded {
			t.Errorf("%q, limit %d: too much %v, stopped by %v", test.said, test.limit, from.flooded.Load(), stopped)
		}
		if to.lastInput.Before(d.started) || !isFinished(from.tap) {
			t.Errorf("%q: its end is not known", test.said)
		}
	}
}

func TestWhoBreaksDown(t *testing.T) {
	for _, test := range []struct {
		result sandbox.Result
		want   bool
	}{
		{sandbox.Result{}, false}, {sandbox.Result{Exit: 1}, true}, {sandbox.Result{Signal: 9}, true}, {sandbox.Result{Exit: -1, Signal: 9}, true},
	} {
		if got := (&side{result: test.result}).brokeDown(); got != test.want {
			t.Errorf("%+v: %v, want %v", test.result, got, test.want)
		}
	}
}

// talkers returns a submission and an interactor, both scripted.
func talkers(t *testing.T, run func(ctx context.Context, interactor bool, spec sandbox.Spec) (sandbox.Result, error)) (*Submission, *slot) {
	t.Helper()
	j, s := scripted(t, func(ctx context.Context, _ *slot, spec sandbox.Spec) (sandbox.Result, error) {
		return run(ctx, spec.Mounts[0].Name == "checker", spec)
	})
	p := &problem.Problem{
		Format: problem.V2025, Type: problem.Type{Interactive: true}, Dir: writeFiles(t, "a.sh", ""),
		Output: problem.OutputJudge{Dialect: checker.ICPC}, Limits: problem.Limits{ValidationTime: 7 * time.Second},
	}
	p.Output.Programs = []problem.Program{{Name: "a.sh", Path: filepath.Join(p.Dir, "a.sh")}}
	return &Submission{
		judge: j, problem: p, program: builtProgram("submitted"), checkers: []*language.Program{builtProgram("a.sh")},
		limits: limits{time: time.Second, overrun: nearLimit}, reachedCPULimit: new(atomic.Bool),
	}, s
}

// If a box fails under one side, the other side is stopped and the dialogue ends with that error.
func TestBoxThatFailsInADialogue(t *testing.T) {
	broken := errors.New("the box fell apart")
	for _, interactor := range []bool{false, true} {
		sub, s := talkers(t, func(ctx context.Context, isInteractor bool, _ sandbox.Spec) (sandbox.Result, error) {
			if isInteractor == interactor {
				return sandbox.Result{}, broken
			}
			return sandbox.Result{}, untilStopped(t, ctx)
		})
		var a attempt
		if err := sub.interact(t.Context(), s, &problem.Case{}, "", &a); !errors.Is(err, broken) {
			t.Errorf("under the interactor %v: %v", interactor, err)
		}
	}
}

// An interactor is exactly one program, in a dialect that has interactors. It gets the case and its arguments.
func TestInteractorOfAPackage(t *testing.T) {
	var given []string
	sub, s := talkers(t, func(_ context.Context, interactor bool, spec sandbox.Spec) (sandbox.Result, error) {
		if interactor {
			given = spec.Args
			return sandbox.Result{Exit: 42}, nil
		}
		return sandbox.Result{CPU: 3, Wall: 5}, nil
	})
	sub.problem.Dir = writeFiles(t, "1.in", "", "1.ans", "")
	tc := &problem.Case{Input: filepath.Join(sub.problem.Dir, "1.in"), Answer: filepath.Join(sub.problem.Dir, "1.ans"), OutputArgs: []string{"x"}}
	var a attempt
	if err := sub.interact(t.Context(), s, tc, tc.Input, &a); err != nil || a.Verdict != verdict.AC || a.CPU != 3 || a.Wall != 5 {
		t.Errorf("%s, %+v, %v", a.Verdict, a.Test, err)
	}
	if got := strings.Join(given, " "); got != "/box/input/1.in /box/input/1.ans /box/feedback/ x" {
		t.Errorf("it is given %q", got)
	}
	var failed *checker.JudgeError
	sub.problem.Output.Dialect = checker.CMS
	if err := sub.interact(t.Context(), s, tc, tc.Input, &a); !errors.As(err, &failed) || !strings.Contains(err.Error(), "no interactors") {
		t.Errorf("a dialect without interactors: %v", err)
	}
	for _, n := range []int{0, 2} {
		sub.checkers = make([]*language.Program, n)
		if err := sub.interact(t.Context(), s, tc, tc.Input, &a); !errors.As(err, &failed) || !strings.Contains(err.Error(), "one output validator, not") {
			t.Errorf("%d interactors: %v", n, err)
		}
	}
}

// A player may talk to an interactor for as long as it likes, without a wall limit, and learns the result. An error
// of the player or of the box ends the conversation.
func TestConverse(t *testing.T) {
	lost, broken := errors.New("the person is gone"), errors.New("the box fell apart")
	for _, test := range []struct {
		name     string
		talk     error
		box      error
		exit     int
		accepted bool
		want     error
	}{
		{"accepted", nil, nil, 42, true, nil},
		{"rejected", nil, nil, 43, false, nil},
		{"gone", lost, nil, 42, false, lost},
		{"broken", nil, broken, 42, false, broken},
	} {
		var limits sandbox.Limits
		sub, _ := talkers(t, func(ctx context.Context, _ bool, spec sandbox.Spec) (sandbox.Result, error) {
			limits = spec.Limits
			if test.box != nil {
				return sandbox.Result{}, test.box
			}
			if _, err := io.WriteString(spec.Stdout, "hello\n"); err != nil {
				t.Error(err)
			}
			if test.talk != nil {
				return sandbox.Result{}, untilStopped(t, ctx)
			}
			if heard, err := io.ReadAll(spec.Stdin.Pipe()); err != nil || string(heard) != "bye\n" {
				t.Errorf("%s: the interactor hears %q, %v", test.name, heard, err)
			}
			return sandbox.Result{Exit: test.exit}, nil
		})
		outcome, err := sub.judge.Converse(t.Context(), sub.problem, &problem.Case{}, func(from io.Reader, to io.WriteCloser) error {
			heard := make([]byte, len("hello\n"))
			if _, err := io.ReadFull(from, heard); test.box == nil && (err != nil || string(heard) != "hello\n") {
				t.Errorf("%s: the person hears %q, %v", test.name, heard, err)
			}
			if test.talk != nil {
				return test.talk
			}
			_, err := io.WriteString(to, "bye\n")
			if test.box != nil {
				return nil
			}
			return err
		})
		if outcome.Accepted != test.accepted || !errors.Is(err, test.want) || test.want == nil && err != nil {
			t.Errorf("%s: %+v, %v, want %v, %v", test.name, outcome, err, test.accepted, test.want)
		}
		if limits.Wall != 0 || limits.Idle != 0 || limits.CPU != 7*time.Second {
			t.Errorf("%s: the interactor's limits are %+v", test.name, limits)
		}
	}
	sub, _ := talkers(t, nil)
	sub.problem.Output.Programs[0].Path += ".gone"
	var faulty *job.PackageError
	if _, err := sub.judge.Converse(t.Context(), sub.problem, &problem.Case{}, nil); !errors.As(err, &faulty) {
		t.Errorf("an interactor that is not there: %v", err)
	}
}

// TestRejectionEndsTheSubmission: once the interactor has rejected, the judge ends the submission, which cannot change that any more.
// One that was accepted comes to its own end.
func TestRejectionEndsTheSubmission(t *testing.T) {
	for exit, want := range map[int]verdict.Verdict{42: verdict.AC, 43: verdict.WA} {
		var d *dialogue
		stopped := false
		sub, s := talkers(t, func(ctx context.Context, interactor bool, _ sandbox.Spec) (sandbox.Result, error) {
			if interactor {
				return sandbox.Result{Exit: exit}, nil
			}
			<-d.interactor.gone // by then the judge has ended the submission, if it ever does
			if stopped = ctx.Err() != nil; stopped {
				return sandbox.Result{Signal: 9}, context.Cause(ctx)
			}
			return sandbox.Result{}, nil
		})
		var err error
		if d, err = sub.dialogue(t.Context(), s, &problem.Case{}, "", 1); err != nil {
			t.Fatal(err)
		}
		var a attempt
		if err := errors.Join(d.run(t.Context()), sub.blame(d, &a)); err != nil {
			t.Errorf("exit code %d: %v", exit, err)
		}
		if rejected := want == verdict.WA; stopped != rejected || a.Verdict != want {
			t.Errorf("exit code %d: %s %q, stopped %t; want %s, %t", exit, a.Verdict, a.Reason, stopped, want, rejected)
		}
	}
}

// Stopping a side because the dialogue is over is not an error. Any other failure is one, even then.
func TestEndOfASide(t *testing.T) {
	broken := errors.New("the box fell apart")
	for _, test := range []struct {
		name    string
		cause   error // why the judge stopped it; nil if it did not
		err     error
		stopped bool
		want    error
	}{
		{"by itself", nil, nil, false, nil},
		{"by itself, when it was over", errOver, nil, false, nil},
		{"by the judge", errOver, errOver, true, nil},
		{"by the judge, without its reason", errOver, context.Canceled, true, nil},
		{"broken", nil, broken, false, broken},
		{"broken when it was over", errOver, broken, false, broken},
		{"with everything", broken, broken, false, broken},
		{"with everything, without its reason", broken, context.Canceled, false, context.Canceled},
	} {
		ctx, stop := context.WithCancelCause(t.Context())
		if test.cause != nil {
			stop(test.cause)
		}
		p := newSide(t, new(error))
		p.box = &failingBoxes{err: test.err}
		p.run(ctx)
		if p.stopped != test.stopped || !errors.Is(p.err, test.want) || test.want == nil && p.err != nil {
			t.Errorf("%s: stopped %v, %v, want %v, %v", test.name, p.stopped, p.err, test.stopped, test.want)
		}
		stop(nil)
	}
}
