package tests

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grundy/tests/suite"
)

// The audit has one line for every job, even if the hub is killed meanwhile; and the metrics count the jobs.
func TestAHubIsOverseen(t *testing.T) {
	suite.NeedsAll(t, "waits for a hub that comes back")
	port := freePort(t)
	c := newCluster(t, "--metrics", fmt.Sprint(port), "--audit", "audit.ndjson")
	worker := c.startWorker()
	metrics := func(want ...string) {
		t.Helper()
		text := ""
		for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(100 * time.Millisecond) {
			answer, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/metrics", port))
			if err != nil {
				continue
			}
			page, _ := io.ReadAll(answer.Body)
			answer.Body.Close()
			text = string(page)
			missing := 0
			for _, line := range want {
				if !strings.Contains(text, line+"\n") {
					missing++
				}
			}
			if missing == 0 {
				return
			}
		}
		t.Fatalf("got\n%s\nwant %q", text, want)
	}
	metrics(`grundy_slots{class="lab"} 1`, `grundy_jobs_unfinished 0`)
	judge := func(file string) {
		t.Helper()
		if text, exit := c.output("test", "--problem", "double", "--on", c.join, "double/submissions/"+file); exit > 1 {
			t.Fatalf("%s: %d\n%s", file, exit, text)
		}
	}
	judge("accepted/right.sh")
	judge("wrong_answer/square.sh")
	metrics(`grundy_jobs_done_total{verdict="AC"} 1`, `grundy_jobs_done_total{verdict="WA"} 1`, `grundy_job_seconds_count 2`)
	c.kill(c.hub)
	c.startHub()
	judge("run_time_error/crash.sh")
	metrics(`grundy_jobs_done_total{verdict="RTE"} 1`)

	// One is cancelled while it runs, and one while it is queued.
	if err := os.WriteFile(filepath.Join(c.dir, "slow.sh"), []byte("while :; do :; done\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	cancel := func(a *asked) {
		t.Helper()
		if err := a.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		a.until(t, "end")
	}
	runs := c.ask("--time-limit", "10m")
	runs.until(t, "start")
	cancel(runs)
	// The worker records the end of a job before it removes it from the queue. Killed between the two, it would leave
	// the job behind, and the next job would go to another lane.
	metrics(`grundy_jobs_done_total{verdict="cancelled"} 1`, `grundy_jobs_unfinished 0`)
	c.kill(worker)
	waits := c.ask("--time-limit", "11m")
	metrics(`grundy_jobs_waiting{lane="p0"} 1`)
	cancel(waits)
	c.startWorker()
	metrics(`grundy_jobs_done_total{verdict="cancelled"} 2`, `grundy_jobs_unfinished 0`)

	file := filepath.Join(c.dir, "audit.ndjson")
	var text []byte
	for begin := time.Now(); strings.Count(string(text), "\n") < 5 && time.Since(begin) < time.Minute; time.Sleep(50 * time.Millisecond) {
		var err error
		if text, err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	var told []string
	jobs := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		var entry struct {
			Time                                                       time.Time
			Person, Job, Kind, Problem, Package, What, Worker, Verdict string
			Seconds                                                    float64
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if entry.Time.IsZero() || entry.Seconds <= 0 || len(entry.Job) != 64 || len(entry.Package) != 64 || entry.Kind != "judgement" {
			t.Errorf("something is missing in %s", line)
		}
		jobs[entry.Job] = true
		told = append(told, strings.Join([]string{entry.Person, entry.Problem, path.Base(entry.What), entry.Worker, entry.Verdict}, " "))
	}
	want := "owner double right.sh lab AC\nowner double square.sh lab WA\nowner double crash.sh lab RTE\n" +
		"owner double slow.sh lab cancelled\nowner double slow.sh lab cancelled"
	if got := strings.Join(told, "\n"); got != want || len(jobs) != 5 {
		t.Errorf("the audit has\n%s\nwant\n%s", got, want)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the audit may be read by others: %v, %v", info.Mode(), err)
	}
	// Watched without a terminal, the status is one line each time. A restarted hub learns of the worker from its
	// next heartbeat.
	watch := c.follow("hub", "status", "--watch", "--join", c.join)
	var line string
	for begin := time.Now(); !strings.Contains(line, " · 1 slot · 0 waiting · 0 running · 0 given up\n"); {
		var err error
		if line, err = watch.lines.ReadString('\n'); err != nil || time.Since(begin) > time.Minute {
			t.Fatalf("watched it is %q, %v", line, err)
		}
	}
}
