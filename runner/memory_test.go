package runner_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
)

// peak calls do and returns how much the heap grew meanwhile.
func peak(do func()) uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	before, most := stats.HeapAlloc, uint64(0)
	stop := make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
				runtime.ReadMemStats(&stats)
				most = max(most, stats.HeapAlloc)
			}
		}
	})
	do()
	close(stop)
	wait.Wait()
	return most - min(before, most)
}

// manyCases returns a problem whose cases share one input and one answer.
func manyCases(t testing.TB, n int, input, answer string) *problem.Problem {
	t.Helper()
	p := open(t, aPlusB)
	dir := t.TempDir()
	in, ans := filepath.Join(dir, "1.in"), filepath.Join(dir, "1.ans")
	for path, text := range map[string]string{in: input, ans: answer} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	group := &problem.Group{Name: "secret"}
	for i := range n {
		group.Cases = append(group.Cases, &problem.Case{Name: fmt.Sprintf("secret/%05d", i), Input: in, Answer: ans})
	}
	p.Data.Groups = []*problem.Group{group}
	return p
}

// The judge's memory does not grow with the number of cases, even if each has an explanation and all of them wait for
// the first.
func TestManyCasesNeedLittleMemory(t *testing.T) {
	const cases = 4000
	output := bytes.Repeat([]byte("wrong answer, and a long one\n"), 1000)
	var runs atomic.Int32
	j, _ := newJudgeRunning(t, 2, func(_ context.Context, _ sandbox.Box, spec sandbox.Spec) (sandbox.Result, error) {
		if runs.Add(1) == 1 {
			time.Sleep(time.Second) // all others must wait for the first
		}
		_, err := spec.Stdout.Write(output)
		return sandbox.Result{}, err
	})
	p := manyCases(t, cases, "1 2\n", "3\n")
	submitted := job.Judgement{Name: "sum.sh", Source: source(t, "sum.sh", sumInBash)}
	tests := 0
	grown := peak(func() {
		done, err := j.Judge(t.Context(), p, submitted, func(e event.Event) {
			if _, ok := e.(event.Test); ok {
				tests++
			}
		})
		if err != nil || done.Verdict != verdict.WA || done.Failed != cases {
			t.Errorf("done = %+v, %v", done, err)
		}
	})
	if tests != cases {
		t.Errorf("%d tests were reported, want %d", tests, cases)
	}
	if grown > 48<<20 {
		t.Errorf("the heap grew by %d MiB, want it to stay small", grown>>20)
	}
}

// The judge's memory does not grow with the size of outputs.
func TestLargeOutputNeedsLittleMemory(t *testing.T) {
	const size = 64 << 20
	p := manyCases(t, 1, "", string(bytes.Repeat([]byte("0123456\n"), size/8)))
	j := newJudge(t, 1)
	grown := peak(func() {
		got := judgeText(t, j, p, job.Options{OutputLimit: size}, "large.sh", "yes 0123456 | head -c 67108864\n")
		if got.done.Verdict != verdict.AC {
			t.Errorf("done = %+v", got.done)
		}
	})
	if grown > 16<<20 {
		t.Errorf("the heap grew by %d MiB, want it to stay small", grown>>20)
	}
}
