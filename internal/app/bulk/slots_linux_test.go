package bulk_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/app/bulk"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/jobtest"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace/workspacetest"
)

// TestManySlots judges lines on so many slots by a judge that only takes its time, as ten cases of 20 ms in Python do. It checks that
// locks cost the slots no more than a twentieth of their time, and says what the processor spends on a line: in a twentieth of the
// time in which a line is judged at best, the one that reads lines must be able to hand on the next.
func TestManySlots(t *testing.T) {
	counts, rounds := []int{64}, 2
	if os.Getenv("GRUNDY_SIMULATE") != "" {
		counts, rounds = []int{64, 480}, 10
	}
	const each = 200 * time.Millisecond
	for _, slots := range counts {
		t.Run(fmt.Sprint(slots), func(t *testing.T) {
			w, home := workspacetest.Open(t)
			client := job.Client{Executor: manySlots{jobtest.Executor(func(ctx context.Context, _ *problem.Problem, _ job.Job, emit func(event.Event)) (job.Result, error) {
				emit(event.Compile{})
				select {
				case <-time.After(each):
				case <-ctx.Done():
				}
				return event.Done{Verdict: verdict.AC, Tests: 10, Passed: 10}, nil
			}), slots}}
			to, err := bulk.ToStream(io.Discard, home)
			if err != nil {
				t.Fatal(err)
			}
			defer to.Close()
			var cases []string
			for i := range 10 {
				cases = append(cases, fmt.Sprintf(`{"input":"%d\n","answer":"%d\n"}`, i, 2*i))
			}
			var lines strings.Builder
			count := rounds * slots
			for i := range count {
				fmt.Fprintf(&lines, `{"id":"%d","language":"python3","source":"print(int(input()) * 2) # %d","problem":{"cases":[%s]}}`+"\n", i, i, strings.Join(cases, ","))
			}
			before := used()
			begin := time.Now()
			sum, err := bulk.Run(t.Context(), w, client, bulk.Batch{Lines: strings.NewReader(lines.String()), To: to, Progress: func(bulk.Summary) {}})
			if err != nil || sum.Judged() != count {
				t.Fatalf("%d of %d are judged: %v", sum.Judged(), count, err)
			}
			took, spent := time.Since(begin), used()
			locked, processor := spent.locks-before.locks, (spent.processor-before.processor)/time.Duration(count)
			inAll, line := took*time.Duration(slots), each/time.Duration(slots)
			t.Logf("%d lines in %s, at best %s; the slots wait for locks for %.2f %% of their time; a line takes the processor %s, and is judged in %s at best",
				count, took, line*time.Duration(count), 100*locked.Seconds()/inAll.Seconds(), processor, line)
			if locked > inAll/20 {
				t.Errorf("the slots wait %s of %s for locks", locked, inAll)
			}
		})
	}
}

// manySlots is an executor with slots.
type manySlots struct {
	job.Executor
	slots int
}

// Slots returns how many there are.
func (m manySlots) Slots() int { return m.slots }

// usage is what this process has used.
type usage struct{ processor, locks time.Duration }

func used() usage {
	locks := []metrics.Sample{{Name: "/sync/mutex/wait/total:seconds"}}
	metrics.Read(locks)
	var spent unix.Rusage
	_ = unix.Getrusage(unix.RUSAGE_SELF, &spent)
	return usage{time.Duration(spent.Utime.Nano() + spent.Stime.Nano()), time.Duration(locks[0].Value.Float64() * float64(time.Second))}
}
