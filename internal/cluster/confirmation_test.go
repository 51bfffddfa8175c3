//go:build !nohub

package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/cluster/bus"
	"grundy/internal/cluster/probe"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/child"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/cache"
	"grundy/tests/suite"
)

// machineVariable makes this program the process that judges for a worker, on a machine that takes so long for everything.
const machineVariable = "GRUNDY_TEST_MACHINE"

func TestMain(m *testing.M) {
	if text := os.Getenv(machineVariable); text != "" {
		took, err := time.ParseDuration(text)
		if err == nil {
			err = child.Serve(os.Stdin, os.Stdout, pace(took))
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// pace is an executor on which every program takes as long, under a limit of a second.
type pace time.Duration

func (m pace) Slots() int                                         { return 1 }
func (m pace) Usage() event.Usage                                 { return event.Usage{} }
func (m pace) Prepare(context.Context, *problem.Problem, job.Job) {}

func (m pace) Do(_ context.Context, p *problem.Problem, j job.Job, emit func(event.Event)) (job.Result, error) {
	v := verdict.AC
	if time.Duration(m) > time.Second {
		v = verdict.TLE
	}
	test := event.Test{Submission: "a.sh", Test: "1", Verdict: v, CPU: time.Duration(m), TimeLimit: time.Second}
	if _, ok := j.(job.Search); ok {
		return job.Searched{Passed: 7, Failed: v == verdict.TLE, Found: job.Found{Finding: event.Counterexample{Test: test}}}, nil
	}
	done := event.Done{Problem: p.ID, Submission: "a.sh", Verdict: v, Slowest: time.Duration(m), TimeLimit: time.Second}
	emit(event.Plan{Problem: p.ID, Submission: "a.sh", Tests: 1})
	emit(test)
	emit(done)
	return done, nil
}

// byContent names files by what they hold.
type byContent struct{}

func (byContent) File(_, path string) (string, error) {
	text, err := os.ReadFile(path)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}

// trial is a problem with one case.
func trial(t *testing.T) *problem.Problem {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"1.in", "1.ans"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("1\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := &problem.Case{Name: "1", Input: filepath.Join(dir, "1.in"), Answer: filepath.Join(dir, "1.ans")}
	return &problem.Problem{ID: "p", Dir: dir, Data: &problem.Group{Cases: []*problem.Case{c}}}
}

// starts has a worker of a machine run until the test ends; what its programs take may differ from what it measured.
func starts(t *testing.T, a bus.Access, class string, takes time.Duration, figures ...probe.Figures) *Worker {
	t.Helper()
	w := measuring(join(t, a), a.Name, figures...)
	w.Class, w.Cache = class, cache.Open(t.TempDir(), t.TempDir(), quiet)
	w.Start = func() (*child.Process, error) {
		command := exec.Command(os.Args[0])
		command.Env = append(os.Environ(), machineVariable+"="+takes.String())
		return child.Start(command)
	}
	ready := make(chan struct{})
	w.Ready = func(int) { close(ready) }
	ctx, end := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	t.Cleanup(func() {
		end()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := w.Cache.Close(); err != nil {
			t.Error(err)
		}
	})
	<-ready
	return w
}

// asks connects a user who wants times to be those of a class.
func asks(t *testing.T, a bus.Access, class, epoch string) (*Client, error) {
	t.Helper()
	join(t, a)
	c, err := Connect(t.Context(), a, ClientConfig{Digests: byContent{}, Version: "1", Class: class, Epoch: epoch, Log: quiet})
	if err == nil {
		t.Cleanup(c.Close)
	}
	return c, err
}

// What was too slow on a machine that has become slower is judged by another one as well, and the least time counts.
func TestASlowerMachineIsNotBelieved(t *testing.T) {
	suite.NeedsAll(t, "waits for hubs that take members in")
	for _, test := range []struct {
		name                 string
		slow, sound          time.Duration
		verdict              verdict.Verdict
		machine, beside      string
		slowest, besideTimes time.Duration
	}{
		{"the other one is fast enough", 1100 * time.Millisecond, 900 * time.Millisecond, verdict.AC, "sound", "slow", 900 * time.Millisecond, 1100 * time.Millisecond},
		{"both are too slow", 1300 * time.Millisecond, 1200 * time.Millisecond, verdict.TLE, "sound", "slow", 1200 * time.Millisecond, 1300 * time.Millisecond},
		{"the other one is slower still", 1100 * time.Millisecond, 1200 * time.Millisecond, verdict.TLE, "slow", "sound", 1100 * time.Millisecond, 1200 * time.Millisecond},
		{"nothing was too slow", 900 * time.Millisecond, 800 * time.Millisecond, verdict.AC, "slow", "", 900 * time.Millisecond, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			invite, p := hubOf(t), trial(t)
			slow := starts(t, invite("slow", bus.Worker), "", test.slow, as(1, 1), as(1.2, 1))
			slow.measureAgain(t.Context())
			slow.announce(t.Context(), 1)
			anna := invite("anna", bus.Person)
			alone, err := asks(t, anna, "", "alone")
			if err != nil {
				t.Fatal(err)
			}
			judge := func(c *Client) (done event.Done, told []event.Event) {
				done, err := job.Client{Executor: c}.Judge(t.Context(), p, job.Judgement{Name: "a.sh"}, func(e event.Event) { told = append(told, e) })
				if err != nil {
					t.Fatal(err)
				}
				return done, told
			}
			if done, _ := judge(alone); done.Machine != "slow" || done.CrossCheck != nil {
				t.Errorf("where nobody else is, %s judged, beside %v", done.Machine, done.CrossCheck)
			}
			starts(t, invite("sound", bus.Worker), "", test.sound, as(1.01, 1))
			c, err := asks(t, anna, "", "alone") // whose result is known
			if err != nil {
				t.Fatal(err)
			}
			done, told := judge(c)
			if done.Verdict != test.verdict || done.Machine != test.machine || done.Class != "slow" || done.Slowest != test.slowest {
				t.Errorf("got %s by %s of %s in %v, want %s by %s in %v", done.Verdict, done.Machine, done.Class, done.Slowest, test.verdict, test.machine, test.slowest)
			}
			switch b := done.CrossCheck; {
			case b == nil && test.beside == "":
			case b == nil || b.Machine != test.beside || b.Slowest != test.besideTimes || !strings.Contains(b.Reason, "slower by 20 %"):
				t.Errorf("beside it got %v, want %s with %v", b, test.beside, test.besideTimes)
			}
			if len(told) != 3 {
				t.Errorf("told is %v, want a plan, one test and the end", told)
			}
		})
	}
}

// A job that any machine may do looks for what is too slow where times count.
func TestWhatIsTooSlowAnywhereIsConfirmedInTheClass(t *testing.T) {
	suite.NeedsAll(t, "waits for a hub that takes members in")
	invite, p := hubOf(t), trial(t)
	starts(t, invite("old", bus.Worker), "old", 1500*time.Millisecond, as(2, 1))
	anna := invite("anna", bus.Person)
	c, err := asks(t, anna, "", "")
	if err != nil {
		t.Fatal(err)
	}
	search := func(c *Client) job.Searched {
		found, err := job.Client{Executor: c}.Search(t.Context(), p, job.Search{Count: 1}, func(event.Event) {})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if !search(c).Failed {
		t.Error("where only the old machine is, nothing is too slow")
	}
	starts(t, invite("new", bus.Worker), "contest", 500*time.Millisecond, as(1, 1))
	if _, err := asks(t, anna, "final", ""); err == nil || !strings.Contains(err.Error(), `no worker of the class "final"`) {
		t.Errorf("for a class that is not there got %v", err)
	}
	if c, err = asks(t, anna, "contest", ""); err != nil {
		t.Fatal(err)
	}
	if search(c).Failed {
		t.Error("what the old machine found counts")
	}
	for range 3 {
		done, err := job.Client{Executor: c}.Judge(t.Context(), p, job.Judgement{Name: "a.sh"}, func(event.Event) {})
		if err != nil || done.Machine != "new" || done.Class != "contest" {
			t.Errorf("times are measured by %s of the class %s, %v", done.Machine, done.Class, err)
		}
	}
}
