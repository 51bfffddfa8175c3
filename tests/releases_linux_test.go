package tests

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grundy/internal/cluster/bus"
	"grundy/tests/suite"
)

// release links a grundy with another version of the cluster protocol.
func release(t *testing.T, protocol int) (binary string) {
	t.Helper()
	binary = filepath.Join(t.TempDir(), fmt.Sprintf("grundy-%d", protocol))
	flags := fmt.Sprintf("-s -w -X grundy/internal/cluster/bus.protocol=%d", protocol)
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", binary, "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binary
}

// as makes a release the program that do runs.
func (c *cluster) as(release string, do func()) {
	c.Helper()
	before := c.grundy
	c.grundy = release
	do()
	c.grundy = before
}

// taken counts how often any worker took a job from the hub.
func (c *cluster) taken() (times int) {
	c.Helper()
	conn := c.connect(c.join)
	defer conn.Close()
	answer, err := conn.Request("$JS.API.CONSUMER.LIST.JOBS", nil, time.Minute)
	if err != nil {
		c.Fatal(err)
	}
	var queues struct {
		Consumers []struct {
			Delivered struct {
				Times int `json:"consumer_seq"`
			}
		}
	}
	if err := json.Unmarshal(answer.Data, &queues); err != nil || len(queues.Consumers) == 0 {
		c.Fatalf("%v: %s", err, answer.Data)
	}
	for _, queue := range queues.Consumers {
		times += queue.Delivered.Times
	}
	return times
}

// Members of two consecutive releases work together, whichever of them the hub is. Members of three do not, and say
// so.
func TestReleasesBesideEachOther(t *testing.T) {
	suite.NeedsAll(t, "links two other releases")
	const old = "grundy"
	next, last := release(t, bus.Protocol+1), release(t, bus.Protocol+2)
	c := newCluster(t)
	limit := 5
	asks := func(release string) (a *asked) { // a different job each time
		c.Helper()
		limit++
		c.as(release, func() { a = c.ask("--time-limit", fmt.Sprintf("%ds", limit)) })
		return a
	}
	doneBy := func(a *asked, worker string) {
		c.Helper()
		if done := a.accepted(t); !strings.Contains(done, `"machine":"`+worker+`"`) {
			t.Errorf("want what %s found, got\n%s", worker, done)
		}
	}
	works := func(release, name string) (end func()) {
		c.Helper()
		var worker *exec.Cmd
		c.as(release, func() {
			worker = c.startWorkerAs(name, func(w *exec.Cmd) { w.Args = append(w.Args, "--class", "one") })
		})
		return func() {
			_ = worker.Process.Signal(os.Interrupt)
			if err := worker.Wait(); err != nil {
				t.Errorf("the worker %s ends with %v", name, err)
			}
		}
	}
	says := func(release, want string, words ...string) {
		c.Helper()
		c.as(release, func() {
			command := c.command(words...)
			command.Stderr = nil
			if out, err := command.CombinedOutput(); err == nil || !bytes.Contains(out, []byte(want)) || !bytes.Contains(out, []byte("hint: update ")) {
				t.Errorf("%s %s: %v\n%s\nwant %q", release, words, err, out, want)
			}
		})
	}

	// Workers are updated first.
	end := works(old, "old")
	doneBy(asks(old), "old")
	doneBy(asks(next), "old")
	end()
	end = works(next, "next")
	doneBy(asks(old), "next")
	doneBy(asks(next), "next")
	end()
	differ := fmt.Sprintf("the hub has version %q of the protocol and this grundy version %d", fmt.Sprint(bus.Protocol), bus.Protocol+2)
	says(last, differ, "test", "--problem", "double", "--on", c.join, "slow.sh")
	says(last, differ, "worker", "--join", c.join, "--name", "last")
	says(last, differ, "hub", "status", "--join", c.join)

	// The hub is updated while a job waits.
	waiting := asks(old)
	c.waits(c.join)
	c.kill(c.hub)
	says(last, differ, "hub", "--no-worker", "--store", "store", "--join", c.join, "--listen", c.address)
	c.as(next, c.startHub)
	end = works(next, "next")
	doneBy(waiting, "next")
	end()
	end = works(old, "old")
	doneBy(asks(old), "old")

	// A worker of the previous release leaves alone what it does not know, however often it comes back.
	warned, err := os.Create(filepath.Join(c.dir, "warned"))
	if err != nil {
		t.Fatal(err)
	}
	defer warned.Close()
	c.warnings = warned
	strange := asks(next)
	c.warnings = os.Stderr
	for taken, begin := c.taken(), time.Now(); c.taken() < taken+4; time.Sleep(50 * time.Millisecond) {
		if time.Since(begin) > time.Minute {
			t.Fatal("the job does not come back to the worker of before")
		}
	}
	said, err := os.ReadFile(warned.Name())
	if want := fmt.Sprintf("the hub has no worker for version %d of the protocol", bus.Protocol+1); err != nil || !bytes.Contains(said, []byte(want)) {
		t.Errorf("whoever waits is told %q, %v; want %q", said, err, want)
	}
	endNext := works(next, "next")
	doneBy(strange, "next")

	// Each release does the jobs that it knows.
	for range 3 {
		doneBy(asks(next), "next")
	}
	asks(old).accepted(t)
	if dead, exit := c.output("hub", "dead", "--join", c.join); exit != 0 || dead != "the hub has given up no job\n" {
		t.Errorf("given up is (%d):\n%s", exit, dead)
	}
	end()
	endNext()
	c.kill(c.hub)
	c.as(last, c.startHub) // on the store of the previous release
	says(old, fmt.Sprintf("the hub has version %q of the protocol and this grundy version %d", fmt.Sprint(bus.Protocol+2), bus.Protocol),
		"test", "--problem", "double", "--on", c.join, "slow.sh")
}
