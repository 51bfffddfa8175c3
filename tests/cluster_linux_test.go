package tests

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"grundy/tests/suite"
)

// clusterFiles are a problem and a user's solutions for it.
var clusterFiles = map[string]string{
	"double/problem.yaml":                        "problem_format_version: 2025-09\nname: Double\nuuid: 1d0a6b3c-64b5-4a0f-8f7c-8f1a2b3c4d5e\nlimits:\n  time_limit: 5\n",
	"double/statement/problem.en.md":             "Double the number.\n",
	"double/data/sample/1.in":                    "2\n",
	"double/data/sample/1.ans":                   "4\n",
	"double/data/secret/1.in":                    "7\n",
	"double/data/secret/1.ans":                   "14\n",
	"double/data/secret/2.in":                    "100\n",
	"double/data/secret/2.ans":                   "200\n",
	"double/input_validators/check.sh":           "read n && [ \"$n\" -gt 0 ] && exit 42; exit 43\n",
	"double/submissions/accepted/right.sh":       "read n; echo $((2 * n))\n",
	"double/submissions/wrong_answer/square.sh":  "read n; echo $((n * n))\n",
	"double/submissions/run_time_error/crash.sh": "exit 3\n",
	"slow.sh": "read n; i=0; while [ $i -lt 40000 ]; do i=$((i + 1)); done; echo $((2 * n))\n",
}

// cluster is the hub of a test, with its workers and users.
type cluster struct {
	*testing.T
	dir, join string
	address   string
	flags     []string // of the hub, beside the usual ones
	grundy    string   // the program to run: "grundy", or another release
	warnings  *os.File // of commands
	hub       *exec.Cmd
}

// newCluster starts a hub without a worker.
func newCluster(t *testing.T, flags ...string) *cluster {
	c := newPlace(t)
	c.flags = flags
	c.startHub()
	return c
}

// newPlace has the user's files, and no hub yet.
func newPlace(t *testing.T) *cluster {
	needsLanguages(t, "bash")
	c := &cluster{T: t, dir: t.TempDir(), address: "127.0.0.1:0", grundy: "grundy", warnings: os.Stderr}
	c.join = filepath.Join(c.dir, "join.json")
	cache := sharedCache(t)
	for name, value := range surroundings(c.dir, cache) {
		t.Setenv(name, value)
	}
	t.Setenv("GRUNDY_JOBS", "1")
	suite.WriteAll(t, c.dir, clusterFiles)
	return c
}

// startHub starts the hub on its store, at its previous address.
func (c *cluster) startHub() {
	c.Helper()
	c.hub = c.command(append([]string{"hub", "--no-worker", "--store", "store", "--join", c.join, "--listen", c.address}, c.flags...)...)
	out, err := c.hub.StdoutPipe()
	if err != nil {
		c.Fatal(err)
	}
	c.start(c.hub)
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || strings.TrimSpace(line) != c.join {
		c.Fatalf("the hub says %q, %v; want %q", line, err, c.join)
	}
	var invitation struct{ Address string }
	text, err := os.ReadFile(c.join)
	if err == nil {
		err = json.Unmarshal(text, &invitation)
	}
	if err != nil {
		c.Fatal(err)
	}
	c.address = strings.TrimPrefix(invitation.Address, "nats://")
}

func (c *cluster) startWorker() *exec.Cmd {
	c.Helper()
	return c.startWorkerAs("lab", func(*exec.Cmd) {})
}

// startWorkerAs starts a worker with a name and a changed command.
func (c *cluster) startWorkerAs(name string, change func(*exec.Cmd)) *exec.Cmd {
	c.Helper()
	worker := c.command("worker", "--join", c.join, "--name", name)
	worker.Env, worker.Stderr = os.Environ(), nil
	change(worker)
	said, err := worker.StderrPipe()
	if err != nil {
		c.Fatal(err)
	}
	c.start(worker)
	lines := bufio.NewReader(said)
	if line, err := lines.ReadString('\n'); err != nil || line != "worker "+name+" runs 1 program at a time; Ctrl-C ends it\n" {
		c.Fatalf("the worker says %q, %v", line, err)
	}
	go func() { _, _ = io.Copy(os.Stderr, lines) }()
	return worker
}

func (c *cluster) command(words ...string) *exec.Cmd {
	command := exec.Command(c.grundy, words...)
	command.Dir, command.Stderr = c.dir, c.warnings
	return command
}

// start starts a program that ends with the test.
func (c *cluster) start(command *exec.Cmd) {
	c.Helper()
	if err := command.Start(); err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() {
		_ = command.Process.Signal(unix.SIGTERM) // lets it end its children first
		_ = command.Wait()
	})
}

// listens waits until something listens at an address.
func (c *cluster) listens(address string) {
	c.Helper()
	for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		connection, err := net.Dial("tcp", address)
		if err == nil {
			connection.Close()
			return
		}
		if time.Since(begin) > time.Minute {
			c.Fatalf("nothing listens at %s: %v", address, err)
		}
	}
}

// waits waits until one job is queued in the first lane.
func (c *cluster) waits(owner string) {
	c.Helper()
	for begin := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		if status, _ := c.output("hub", "status", "--store", "store", "--join", owner); strings.Contains(status, "lane p0  1 waiting") {
			return
		}
		if time.Since(begin) > time.Minute {
			c.Fatal("no job waits")
		}
	}
}

func (c *cluster) kill(command *exec.Cmd) {
	_ = command.Process.Kill()
	_ = command.Wait()
}

// output runs a command to its end.
func (c *cluster) output(words ...string) (text string, exit int) {
	c.Helper()
	command := c.command(words...)
	out, err := command.Output()
	if err != nil && command.ProcessState == nil {
		c.Fatal(err)
	}
	return string(out), command.ProcessState.ExitCode()
}

var (
	clusterTimes = regexp.MustCompile(`[0-9.]+ (ms|s|%)`)
	// The memory of short programs is not always known.
	clusterMemory = regexp.MustCompile(`(?m) *(memory)? *([0-9.]+ (KiB|MiB)|–)?$`)
	// The other columns decide how much of a name is shown.
	clusterNames    = regexp.MustCompile(`\S*/(\w+\.sh)`)
	clusterMachines = regexp.MustCompile(`(?m)^  (machine|limit) .*\n`)
	clusterSpaces   = regexp.MustCompile(` +`)
)

// withoutTimes removes times, memory, directories and the lines that name machines from the output of a command.
func withoutTimes(text string) string {
	text = clusterNames.ReplaceAllString(clusterMemory.ReplaceAllString(text, ""), "$1")
	return clusterSpaces.ReplaceAllString(clusterTimes.ReplaceAllString(clusterMachines.ReplaceAllString(text, ""), "T"), " ")
}

func TestAHubPrintsWhatIsPrintedHere(t *testing.T) {
	c := newCluster(t)
	c.startWorker()
	for _, words := range [][]string{
		{"test", "--problem", "double", "double/submissions/accepted/right.sh"},
		{"test", "--problem", "double", "double/submissions/wrong_answer/square.sh", "double/submissions/run_time_error/crash.sh"},
		{"verify", "--fresh", "double"},
	} {
		c.output(words...) // compiles everything first
		here, exit := c.output(words...)
		there, exitThere := c.output(append(slices.Clone(words), "--on", c.join)...)
		if withoutTimes(here) != withoutTimes(there) || exit != exitThere {
			t.Errorf("grundy %s prints here (%d):\n%s\nby the hub (%d):\n%s", strings.Join(words, " "), exit, here, exitThere, there)
		}
		if !strings.Contains(there, "  machine  lab · class lab\n") {
			t.Errorf("grundy %s names no machine:\n%s", strings.Join(words, " "), there)
		}
	}
}

// TestAHubRunsWhatIsRunHere compares commands that run programs without judging them.
func TestAHubRunsWhatIsRunHere(t *testing.T) {
	c := newCluster(t)
	c.startWorker()
	suite.WriteAll(t, c.dir, map[string]string{
		"twice.sh": "read n; echo \"$1$((2 * n))\"; printf 'caf\\351' >&2; exit 7\n", "seven": "7\n", "broken.sh": "kill -9 $$\n",
	})
	for _, script := range []string{"generate", "growth", "lab", "why"} {
		suite.Unpack(t, filepath.Join(c.dir, script), readScript(t, script))
	}
	c.output("generate", "generate/twice")
	c.output("generate", "growth/doubles")
	for _, test := range []struct {
		words []string
		want  string
	}{
		{[]string{"generate", "--check", "generate/twice"}, "10 run, 0 cached, data/ is as generated"},
		{[]string{"lab", "lab/game", "lab/wrong.sh"}, "wrong.sh is wrong for 4 of 18, first: n = 6, m = 0, most = 2: lost, it says won"},
		{[]string{"lab", "lab/game", "lab/breaks.sh"}, "it says RTE, exit code 7"},
		{[]string{"run", "twice.sh", "--input", "seven", "--", "x"}, "x14\n"},
		{[]string{"run", "broken.sh", "--quiet"}, ""},
		{[]string{"test", "--problem", "double", "--input", "seven", "double/submissions/accepted/right.sh"}, "14\n"},
	} {
		here, exit := c.output(test.words...)
		at := slices.Index(append(test.words, "--"), "--")
		there, exitThere := c.output(slices.Insert(slices.Clone(test.words), at, "--on", c.join)...)
		if here, there = withoutTimes(here), withoutTimes(there); here != there || exit != exitThere {
			t.Errorf("grundy %s prints here (%d):\n%s\nby the hub (%d):\n%s", strings.Join(test.words, " "), exit, here, exitThere, there)
		}
		if !strings.Contains(there, test.want) {
			t.Errorf("grundy %s prints by the hub, without %q:\n%s", strings.Join(test.words, " "), test.want, there)
		}
	}
	c.output("generate", "--clean", "generate/twice")
	t.Setenv("GRUNDY_CACHE", t.TempDir()) // an empty cache
	if text, exit := c.output("generate", "--on", c.join, "generate/twice"); exit != 0 || !strings.Contains(text, "10 run, 0 cached") {
		t.Errorf("generate by the hub ends with %d and prints:\n%s", exit, text)
	}
	if text, exit := c.output("generate", "--check", "generate/twice"); exit != 0 {
		t.Errorf("what the hub generated is not what is generated here:\n%s", text)
	}
	text, exit := c.output("why", "--time", "1m", "--problem", "why/sum", "--on", c.join, "why/wrong.sh")
	if exit != 1 || !strings.Contains(text, "input: 1⏎18") {
		t.Errorf("why by the hub ends with %d and prints:\n%s", exit, text)
	}
	text, _ = c.output("growth", "--format", "json", "--on", c.join, "growth/doubles/submissions/accepted/a.sh")
	for _, want := range []string{`"tests":55`, `"test":"lines 5120 1"`, `"test":"lines 51 1"`, `"event":"growth"`} {
		if !strings.Contains(text, want) {
			t.Errorf("growth by the hub says nothing of %s:\n%s", want, text)
		}
	}
	command := c.command("run", "--quiet", "--on", c.join, "twice.sh")
	var said bytes.Buffer
	command.Stdin, command.Stderr = strings.NewReader("5\n"), &said
	out, _ := command.Output()
	if string(out) != "10\n" || said.String() != "caf\xe9" || command.ProcessState.ExitCode() != 7 {
		t.Errorf("a program of the hub ends with %d, prints %q, and says %q", command.ProcessState.ExitCode(), out, &said)
	}
}

// TestRunOfAHubPrintsAsItGoes reads what a program of a worker prints while it runs: it would wait for a minute, and is interrupted then.
func TestRunOfAHubPrintsAsItGoes(t *testing.T) {
	c := newCluster(t)
	c.startWorker()
	suite.Write(t, filepath.Join(c.dir, "waits.sh"), "echo first\nprintf last\nsleep 1000\n")
	command := c.command("run", "--quiet", "--time-limit", "1m", "--on", c.join, "waits.sh")
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.start(command)
	printed := make([]byte, len("first\nlast"))
	if _, err := io.ReadFull(out, printed); err != nil || string(printed) != "first\nlast" {
		t.Errorf("it printed %q, %v", printed, err)
	}
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Error(err)
	}
	_ = command.Wait()
	if code := command.ProcessState.ExitCode(); code != 130 {
		t.Errorf("a program that waits was not interrupted, the exit code is %d", code)
	}
}

// readScript returns a test script with its files.
func readScript(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "script", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Measurements differ from run to run, and so do the slowest case and line breaks.
var (
	clusterMeasures = regexp.MustCompile(`>?[0-9.]+ ms|[0-9.]+ ×|\blimit [0-9.]+ s: the original|\b(sample|secret)/[0-9]|(, class lab|· class lab · lab)`)
	clusterSlowest  = regexp.MustCompile(`T T T (T|[0-9])`)
)

func TestMutantsAndLimitsOfAHub(t *testing.T) {
	suite.NeedsAll(t, "measures, and judges mutants, several times")
	needsLanguages(t, "python3")
	c := newCluster(t)
	c.startWorker()
	suite.WriteAll(t, c.dir, map[string]string{
		"right.py":                             "n = int(input())\nif n < 0:\n    n = 0\nprint(2 * n)\n",
		"double/problem.yaml":                  strings.Replace(clusterFiles["double/problem.yaml"], "time_limit: 5", "time_limit: 1", 1),
		"double/submissions/accepted/right.py": "print(2 * int(input()))\n",
		"double/submissions/time_limit_exceeded/for_ever.sh": "while :; do :; done\n",
	})
	unmeasured := func(text string) string {
		text = strings.Join(strings.Fields(text), " ")
		return clusterSlowest.ReplaceAllString(clusterSpaces.ReplaceAllString(clusterMeasures.ReplaceAllStringFunc(text, func(found string) string {
			if strings.Contains(found, "class") {
				return ""
			}
			return "T"
		}), " "), "T")
	}
	for _, test := range []struct {
		words []string
		want  string
	}{
		{[]string{"mutate", "--fresh", "--problem", "double", "right.py"}, "survived"},
		{[]string{"mutate", "--fresh", "--count", "3", "--problem", "double", "right.py"}, "3 of 12 mutants"},
		{[]string{"limits", "--runs", "2", "double"}, "  limit "},
	} {
		c.output(test.words...) // compiles everything first
		here, exit := c.output(test.words...)
		there, exitThere := c.output(append(slices.Clone(test.words), "--on", c.join)...)
		if unmeasured(here) != unmeasured(there) || exit != exitThere || !strings.Contains(here, test.want) {
			t.Errorf("grundy %s prints here (%d):\n%s\nby the hub (%d):\n%s", strings.Join(test.words, " "), exit, here, exitThere, there)
		}
	}
}

// Two workers try seeds concurrently and find the same first failure as this machine.
func TestAHubFindsTheSeedThatIsFoundHere(t *testing.T) {
	suite.NeedsAll(t, "tries hundreds of seeds twice")
	c := newCluster(t)
	c.startWorker()
	c.startWorker()
	for name, text := range map[string]string{
		"gen.sh":   "[ $1 -ge 220 ] && [ \"$2\" = bad ] && exit 3; echo $1\n",
		"wrong.sh": "read n; [ $n -ge 200 ] && n=0; echo $((2 * n))\n",
	} {
		if err := os.WriteFile(filepath.Join(c.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	right := "double/submissions/accepted/right.sh"
	for _, words := range [][]string{
		{"stress", "--no-shrink", "--problem", "double", "--against", right, "--gen", "gen.sh", "wrong.sh"},
		{"stress", "--count", "150", "--problem", "double", "--against", right, "--gen", "gen.sh", "wrong.sh"},
		{"stress", "--problem", "double", "--against", right, "--gen", "gen.sh {seed} bad", right},
	} {
		here, exit := c.output(words...)
		there, exitThere := c.output(append(slices.Clone(words), "--on", c.join)...)
		if withoutRates(here) != withoutRates(there) || exit != exitThere {
			t.Errorf("%v prints here (%d):\n%s\nby the hub (%d):\n%s", words, exit, here, exitThere, there)
		}
	}
}

// searchSpeeds are the progress and speed of a search, and durations.
var searchSpeeds = regexp.MustCompile(`(?m)^  (seed|compile) .*\n| +([0-9]+/s)? +[0-9]+:[0-9]+$`)

func withoutRates(text string) string { return searchSpeeds.ReplaceAllString(text, "") }

// asked is a command that has the slow solution judged on the hub and writes events.
type asked struct {
	*exec.Cmd
	lines *bufio.Reader
	all   bytes.Buffer
}

func (c *cluster) ask(more ...string) *asked {
	c.Helper()
	return c.follow(append([]string{"test", "--format", "json", "--problem", "double", "--on", c.join, "slow.sh"}, more...)...)
}

// follow starts a command that writes events.
func (c *cluster) follow(words ...string) *asked {
	c.Helper()
	a := &asked{Cmd: c.command(words...)}
	out, err := a.StdoutPipe()
	if err != nil {
		c.Fatal(err)
	}
	a.lines = bufio.NewReader(out)
	c.start(a.Cmd)
	return a
}

// until reads up to an event of a kind and returns its line.
func (a *asked) until(t *testing.T, kind string) string {
	t.Helper()
	for {
		line, err := a.lines.ReadString('\n')
		a.all.WriteString(line)
		if err != nil {
			t.Fatalf("there is no %s: %v\n%s", kind, err, a.all.String())
		}
		if strings.HasPrefix(line, `{"event":"`+kind+`"`) {
			return line
		}
	}
}

// accepted reads to the end, and checks that every event came once.
func (a *asked) accepted(t *testing.T) (done string) {
	t.Helper()
	done = a.until(t, "done")
	a.until(t, "end")
	for _, want := range []string{`"event":"plan"`, `"event":"test","submission":"slow.sh","test":"sample/1"`, `"event":"test","submission":"slow.sh","test":"secret/2"`} {
		if n := strings.Count(a.all.String(), want); n != 1 {
			t.Errorf("%s comes %d times, want once:\n%s", want, n, a.all.String())
		}
	}
	if !strings.Contains(done, `"verdict":"AC"`) {
		t.Errorf("got %s, want AC", done)
	}
	return done
}

// A killed command that is repeated gets the result of the first run.
func TestAKilledCommandLosesNothing(t *testing.T) {
	c := newCluster(t)
	c.startWorker()
	first := c.ask()
	first.until(t, "start")
	c.kill(first.Cmd)
	if again, third := c.ask().accepted(t), c.ask().accepted(t); again != third {
		t.Errorf("the third time it is judged anew:\n%s%s", again, third)
	}
}

// Ctrl-C ends the job on the worker, too, long before its limit.
func TestCtrlCEndsTheJobThere(t *testing.T) {
	c := newCluster(t)
	if err := os.WriteFile(filepath.Join(c.dir, "slow.sh"), []byte("while :; do :; done\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c.startWorker()
	a := c.ask("--time-limit", "10m")
	a.until(t, "start")
	if err := a.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if end := a.until(t, "end"); !strings.Contains(end, `"exit_code":130`) {
		t.Errorf("it ends with %s, want 130", end)
	}
	for begin := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		status, exit := c.output("hub", "status", "--store", "store", "--join", c.join)
		if exit == 0 && strings.Contains(status, "lane p0  0 waiting · 0 running\n") {
			return
		}
		if time.Since(begin) > time.Minute {
			t.Fatalf("the job goes on:\n%s", status)
		}
	}
}

func TestAKilledHubLosesNothing(t *testing.T) {
	c := newCluster(t)
	c.startWorker()
	a := c.ask()
	a.until(t, "start")
	c.kill(c.hub)
	c.startHub()
	a.accepted(t)
}

func TestAKilledWorkerLosesNothing(t *testing.T) {
	suite.NeedsAll(t, "waits for the end of a lease")
	c := newCluster(t)
	worker := c.startWorker()
	a := c.ask()
	a.until(t, "start")
	judge := c.judgeOf(worker, 0)
	c.kill(worker)
	for unix.Kill(judge, 0) == nil {
		time.Sleep(10 * time.Millisecond) // the worker notices
	}
	c.startWorker()
	a.accepted(t)
}

// A job that crashes every judge becomes a dead letter after three of them, and the worker goes on.
func TestAPoisonousJobIsGivenUp(t *testing.T) {
	c := newCluster(t)
	worker := c.startWorker()
	a := c.ask()
	a.until(t, "start")
	judge := 0
	for range 3 {
		judge = c.judgeOf(worker, judge)
		for a := time.Now(); !runsProgram(judge); time.Sleep(5 * time.Millisecond) {
			if time.Since(a) > time.Minute {
				t.Fatal("the job is not done again")
			}
		}
		if err := unix.Kill(judge, unix.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	if done := a.until(t, "end"); !strings.Contains(a.all.String(), "three workers were lost") || !strings.Contains(done, `"exit_code":3`) {
		t.Errorf("got\n%s\nwant JE", a.all.String())
	}
	if text, exit := c.output("test", "--problem", "double", "--on", c.join, "double/submissions/accepted/right.sh"); exit != 0 {
		t.Errorf("afterwards: %d\n%s", exit, text)
	}
	// The owner sees it and can retry it.
	dead, exit := c.output("hub", "dead", "--join", c.join)
	row := regexp.MustCompile(`(?m)^([0-9a-f]{12})  \S+ \S+  owner   double   slow.sh  lab  three workers were lost on this job$`).FindStringSubmatch(dead)
	if exit != 0 || row == nil {
		t.Fatalf("given up is (%d):\n%s\nwant slow.sh", exit, dead)
	}
	if _, exit := c.output("hub", "retry", "--join", c.join, row[1]); exit != 0 {
		t.Errorf("retry: %d", exit)
	}
	c.ask().accepted(t)
	if dead, exit := c.output("hub", "dead", "--join", c.join); exit != 0 || dead != "the hub has given up no job\n" {
		t.Errorf("given up is (%d):\n%s", exit, dead)
	}
	for _, words := range [][]string{{"retry"}, {"retry", "--all", row[1]}, {"retry", row[1]}, {"dead", "--all"}} {
		if _, exit := c.output(append([]string{"hub", "--join", c.join}, words...)...); exit != 2 {
			t.Errorf("hub %s: exit %d, want 2", words, exit)
		}
	}
}

// Ctrl-C lets a worker finish its jobs, so the judging process must ignore it.
func TestCtrlCOfAWorkerLosesNothing(t *testing.T) {
	suite.NeedsAll(t, "a job takes its time")
	c := newCluster(t)
	worker := c.startWorker()
	a := c.ask()
	a.until(t, "start")
	for _, process := range []int{c.judgeOf(worker, 0), worker.Process.Pid} { // as a terminal does
		if err := unix.Kill(process, unix.SIGINT); err != nil {
			t.Fatal(err)
		}
	}
	a.accepted(t)
	if err := worker.Wait(); err != nil {
		t.Errorf("the worker ends with %v", err)
	}
}

// Times are measured in the named class, or in the class with the most slots.
func TestTimesAreThoseOfAClass(t *testing.T) {
	suite.NeedsAll(t, "two workers judge")
	c := newCluster(t)
	for name, class := range map[string]string{"attic": "fast", "cellar": "slow"} {
		c.startWorkerAs(name, func(w *exec.Cmd) { w.Args = append(w.Args, "--class", class) })
	}
	status, _ := c.output("hub", "status", "--store", "store", "--join", c.join)
	for _, want := range []string{"attic · 1 slot · 0 jobs · class fast ·", "cellar · 1 slot · 0 jobs · class slow ·", "         integers ", "· interpreter "} {
		if !strings.Contains(status, want) {
			t.Errorf("status does not say %q:\n%s", want, status)
		}
	}
	solution := "double/submissions/accepted/right.sh"
	for _, test := range []struct {
		words []string
		want  string
		exit  int
	}{
		{[]string{"verify", "double", "--class", "slow"}, "  machine  cellar · class slow\n", 0},
		{[]string{"verify", "double"}, "  machine  attic · class fast\n", 0},
		{[]string{"test", "--problem", "double", "--class", "slow", solution}, "  machine  cellar · class slow\n", 0},
		{[]string{"test", "--problem", "double", "--class", "none", solution}, "", 2},
		{[]string{"test", "--problem", "double", "--class", "a.b", solution}, "", 2},
	} {
		if text, exit := c.output(append(test.words, "--on", c.join)...); exit != test.exit || !strings.Contains(text, test.want) {
			t.Errorf("grundy %s prints (%d):\n%s\nwant (%d) %q", strings.Join(test.words, " "), exit, text, test.exit, test.want)
		}
	}
	text, exit := c.output("limits", "--on", c.join, "--runs", "1", "--record", "limits.jsonl", "double")
	for _, want := range []string{" · class fast · attic\n", " · class slow · cellar\n", "  limit "} {
		if !strings.Contains(text, want) || exit != 0 {
			t.Errorf("limits prints (%d):\n%s\nwant %q", exit, text, want)
		}
	}
	if again, _ := c.output("report", "limits.jsonl"); again != text {
		t.Errorf("report prints\n%s\nlimits printed\n%s", again, text)
	}
}

// A job goes to a worker that has the toolchain, even if another one took it first. If no worker has it, the verdict
// says so at once.
func TestAWorkerWithoutTheToolchain(t *testing.T) {
	suite.NeedsAll(t, "three workers judge")
	c := newCluster(t)
	without := func(w *exec.Cmd) { w.Env = append(w.Env, "PATH="+c.dir) }
	c.startWorkerAs("bare", without)
	words := []string{"test", "--problem", "double", "--on", c.join, "double/submissions/accepted/right.sh"}
	text, exit := c.output(words...)
	if !strings.Contains(text, "bash was not found on bare") || exit != 0 {
		t.Errorf("where nobody has bash it prints (%d):\n%s", exit, text)
	}
	c.startWorkerAs("bald", without)
	if text, _ := c.output("verify", "--on", c.join, "double"); strings.Count(text, "bash was not found on bald, bare") < 2 {
		t.Errorf("of two that lack it both should be named, for validators, too:\n%s", text)
	}
	c.startWorker()
	for i := range 3 {
		if text, exit := c.output(append(words, "--time-limit", fmt.Sprintf("%ds", 5+i))...); exit != 0 || !strings.Contains(text, "  machine  lab ") {
			t.Errorf("where lab has bash it prints (%d):\n%s", exit, text)
		}
	}
	if text, exit := c.output("verify", "--on", c.join, "double"); exit != 0 || !strings.Contains(text, "  machine  lab ") {
		t.Errorf("where lab has bash verify prints (%d):\n%s", exit, text)
	}
}

// judgeOf waits for a worker's judging process other than the last one.
func (c *cluster) judgeOf(worker *exec.Cmd, last int) int {
	c.Helper()
	for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(5 * time.Millisecond) {
		for _, judge := range childrenOf(worker.Process.Pid) {
			if judge != last {
				return judge
			}
		}
	}
	c.Fatal("the worker starts no process that judges")
	return 0
}

// runsProgram reports whether the slow solution runs below a process.
func runsProgram(process int) bool {
	words, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", process))
	return bytes.Contains(words, []byte("slow.sh")) || slices.ContainsFunc(childrenOf(process), runsProgram)
}

// childrenOf are the children of a process.
func childrenOf(process int) []int {
	var children []int
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", process))
	for _, list := range lists {
		text, _ := os.ReadFile(list)
		for _, word := range strings.Fields(string(text)) {
			if number, err := strconv.Atoi(word); err == nil {
				children = append(children, number)
			}
		}
	}
	return children
}
