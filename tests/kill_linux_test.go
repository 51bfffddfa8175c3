package tests

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"grundy/tests/machine"
	"grundy/tests/suite"
)

// The environment of TestKills: how many judges to kill in each tier, a few by default, and the seed of the moments.
const (
	killsVariable = "KILLS"
	seedVariable  = "KILLS_SEED"
	// tierVariable makes this process the killer; its value becomes GRUNDY_SANDBOX.
	tierVariable = "GRUNDY_TEST_KILLS_IN"
)

// TestKills kills judges with SIGKILL at random moments while others run beside them. Nothing outlives a judge by
// more than seconds, the next start cleans up, and other users' programs are not disturbed.
func TestKills(t *testing.T) {
	if tier := os.Getenv(tierVariable); tier != "" {
		newKiller(t, tier).run(t)
		return
	}
	for _, tier := range []struct {
		name, sandbox      string
		ordinary, strength bool
	}{
		{"Strongest", "namespaces", false, true},
		{"Namespaces", "no-cgroup", false, false},
		{"Rootless", "no-cgroup", true, false},
	} {
		if os.Geteuid() != 0 && tier.ordinary {
			continue // the previous two have run as an ordinary user
		}
		t.Run(tier.name, func(t *testing.T) {
			if tier.strength {
				suite.NeedsAll(t, "kills judges")
			} else {
				suite.NeedsCampaign(t, "kills judges in the weaker tiers, too")
			}
			again := machine.Again{Test: "TestKills", Dir: machine.PublicDir(t), Ordinary: tier.ordinary}
			again.Env = append(again.Env, tierVariable+"="+tier.sandbox, killsVariable+"="+os.Getenv(killsVariable),
				seedVariable+"="+os.Getenv(seedVariable))
			again.Run(t)
		})
	}
}

// killer starts judges and kills them. As the subreaper of its descendants (PR_SET_CHILD_SUBREAPER, prctl(2)) its
// process inherits all that outlive them.
type killer struct {
	*testing.T
	dir    string
	random *rand.Rand
	// programs are what the killed judge runs.
	programs []string
	longest  time.Duration // for which anything outlived its judge

	mu sync.Mutex // held while a judge starts, so that it does not count as left over
	// living are the process IDs of the judges that are not killed, and judges the identities of all that ever were.
	living []int
	judges []string
}

// freshSource is the file of a program that differs at each compilation.
const freshSource = "fresh.cpp"

// killMark is part of the names that programs try to leave on the machine.
const killMark = "grundy-kills-mark"

// killSources are programs that leave what they can, and solve the problem.
var killSources = map[string]string{
	"fork.sh":   "sleep 1000 & (sleep 1000 & sleep 1000 &) ; read n; echo $((2 * n))\n",
	"daemon.sh": "(trap '' HUP TERM; setsid sleep 1000 >/dev/null 2>&1 </dev/null &); read n; echo $((2 * n))\n",
	"spin.sh":   "for i in 1 2 3 4; do while :; do :; done & done; read n; i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done; echo $((2 * n))\n",
	"files.sh": "touch /tmp/" + killMark + " /dev/shm/" + killMark + " /var/tmp/" + killMark + "; mkfifo " + killMark +
		"; sleep 1000 < " + killMark + " & read n; echo $((2 * n))\n",
}

// compiledSource takes long to compile, and leaves memory that belongs to no process if it can.
const compiledSource = `#include <bits/stdc++.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <fcntl.h>
#include <unistd.h>
// %d
int main() {
	shmget(0x6b696c6c, 4096, IPC_CREAT | 0600);
	shm_open("/` + killMark + `", O_CREAT | O_RDWR, 0600);
	if (fork() == 0) { setsid(); for (;;) sleep(1000); }
	std::map<std::string, std::vector<int>> numbers;
	for (int n; std::cin >> n;) numbers[std::to_string(n)].push_back(n);
	for (auto &[name, list] : numbers) std::cout << 2 * list[0] << '\n';
}
`

func newKiller(t *testing.T, sandbox string) *killer {
	needsLanguages(t, "bash", "cpp")
	k := &killer{T: t, dir: t.TempDir()}
	t.Setenv("GRUNDY_SANDBOX", sandbox)
	seed := uint64(time.Now().UnixNano())
	if text := os.Getenv(seedVariable); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("%s: want a number, got %q", seedVariable, text)
		}
	}
	t.Logf("%s=%d", seedVariable, seed)
	k.random = rand.New(rand.NewPCG(seed, 0))
	for name, text := range killSources {
		suite.Write(t, filepath.Join(k.dir, name), text)
	}
	suite.Write(t, filepath.Join(k.dir, "memory.cpp"), fmt.Sprintf(compiledSource, 0))
	k.programs = append(slices.Sorted(maps.Keys(killSources)), "memory.cpp")
	if err := writeCases(filepath.Join(k.dir, "cases"), 3); err != nil {
		t.Fatal(err)
	}
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	return k
}

// phase is a part of a judge's life.
type phase struct {
	name     string
	programs []string
	compiles bool          // compiles something new
	cache    string        // the cache's directory, emptied before each start; "" for the shared one
	life     time.Duration // until which the judge is killed; 0 to measure it
}

// renew prepares the files of a phase before its start.
func (k *killer) renew(p *phase) {
	if p.compiles {
		suite.Write(k.T, filepath.Join(k.dir, freshSource), fmt.Sprintf(compiledSource, k.random.Uint64()))
	}
	if p.cache != "" {
		if err := os.RemoveAll(p.cache); err != nil {
			k.Fatal(err)
		}
	}
}

// phases are what killed judges do, in turns. With an empty cache the standard header has to be compiled first, which
// takes too long for the few kills.
func (k *killer) phases(few bool) []*phase {
	const early = 60 * time.Millisecond
	judging := &phase{name: "judging", programs: k.programs}
	start := &phase{name: "start", programs: []string{"fork.sh"}, life: early}
	compiling := &phase{name: "compiling", programs: []string{freshSource}, compiles: true}
	preparing := &phase{name: "preparing", programs: []string{"memory.cpp"}, cache: filepath.Join(k.dir, "empty")}
	phases := []*phase{judging, start, compiling, judging, start}
	if !few {
		phases = append(phases, preparing)
	}
	return phases
}

func (k *killer) run(t *testing.T) {
	kills, few := 10, true
	if text := os.Getenv(killsVariable); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil || kills < 1 {
			t.Fatalf("%s: want a number, got %q", killsVariable, text)
		}
		few = false
	}
	phases := k.phases(few)
	// This compiles everything that another judge must not wait for, and checks that there is a sandbox at all.
	if code, output := k.judge(phases[0]); code == 3 {
		t.Skipf("no such sandbox:\n%s", output)
	} else if code != 0 {
		t.Fatalf("exit code %d:\n%s", code, output)
	}
	before := k.traces()
	stop := make(chan struct{})
	var beside sync.WaitGroup
	for range 2 {
		beside.Go(func() { k.goOn(stop) })
	}
	died := map[string]int{}
	for number := range kills {
		p := phases[number%len(phases)]
		if p.life == 0 {
			p.life = k.lifeOf(p)
		}
		moment := time.Duration(k.random.Float64() * float64(p.life))
		if k.kill(fmt.Sprintf("kill %d, %s, after %v", number+1, p.name, moment.Round(time.Microsecond)), p, moment) {
			died[p.name]++
		} else if p.name != "start" {
			p.life = 0 // the machine is less busy now
		}
	}
	close(stop)
	beside.Wait()

	next := &phase{programs: []string{"fork.sh"}}
	if code, output := k.judge(next); code != 0 {
		t.Errorf("in the end: exit code %d\n%s", code, output)
	}
	k.expectNothing("in the end", k.left)
	k.expectNothing("in the end, among the temporary files", func() []string { return below(filepath.Join(k.dir, "tmp")) })
	for trace := range k.traces() {
		if !before[trace] {
			t.Errorf("in the end: new: %s", trace)
		}
	}
	t.Logf("%d judges killed, of which died before their end %v; at most %v later all of theirs was gone", kills, died, k.longest.Round(time.Millisecond))
}

// goOn judges programs beside the killed judges. All of them must be accepted.
func (k *killer) goOn(stop chan struct{}) {
	both := &phase{programs: []string{"fork.sh", "spin.sh"}}
	for {
		select {
		case <-stop:
			return
		default:
		}
		if code, output := k.judge(both); code != 0 {
			k.Errorf("beside: exit code %d\n%s", code, output)
			return
		}
	}
}

// lifeOf measures the life of a judge that is not killed.
func (k *killer) lifeOf(p *phase) time.Duration {
	k.renew(p)
	begun := time.Now()
	if code, output := k.judge(p); code != 0 {
		k.Errorf("%s: exit code %d\n%s", p.name, code, output)
	}
	life := time.Since(begun)
	k.Logf("%s takes %v", p.name, life.Round(time.Millisecond))
	return life
}

// kill kills a judge a moment after its start, and reports whether it was still running.
func (k *killer) kill(what string, p *phase, moment time.Duration) bool {
	k.renew(p)
	command := k.command(p)
	if err := k.start(command, false); err != nil {
		k.Fatal(err)
	}
	time.Sleep(moment)
	alive := command.Process.Kill() == nil
	killed := time.Now()
	_ = command.Wait()
	k.expectEnd(what, killed)
	if code, output := k.judge(&phase{programs: []string{"fork.sh"}, cache: p.cache}); code != 0 {
		k.Errorf("%s: the next start: exit code %d\n%s", what, code, output)
	}
	k.expectNothing(what, k.left)
	return alive && !command.ProcessState.Exited()
}

// expectEnd waits until all descendants of the killed judge are gone. They must soon be dying; on a busy machine the
// kernel may take longer to free their resources.
func (k *killer) expectEnd(what string, killed time.Time) {
	reported := false
	for {
		left := k.orphans()
		since := time.Since(killed)
		if len(left) == 0 {
			k.longest = max(k.longest, since)
			return
		}
		late := slices.DeleteFunc(slices.Clone(left), func(p machine.Process) bool { return p.Dying })
		if since > 15*time.Second && len(late) > 0 && !reported {
			reported = true
			for _, p := range late {
				line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", p.PID))
				k.Errorf("%s: %s outlives its judge by %v: %q", what, p, since, line)
			}
		}
		if since > time.Minute {
			k.Fatalf("%s: a minute later there still is %v", what, left)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// orphans lists the remaining processes of dead judges.
func (k *killer) orphans() []machine.Process {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.DeleteFunc(machine.Below(os.Getpid(), k.living...), func(p machine.Process) bool {
		if p.Zombie && p.Parent == os.Getpid() {
			_, _ = unix.Wait4(p.PID, nil, unix.WNOHANG, nil)
		}
		return p.Zombie
	})
}

// expectNothing waits for the short-lived entries of the other judges to vanish.
func (k *killer) expectNothing(what string, list func() []string) {
	left := list()
	for deadline := time.Now().Add(20 * time.Second); len(left) > 0 && time.Now().Before(deadline); left = list() {
		time.Sleep(20 * time.Millisecond)
	}
	for _, one := range left {
		k.Errorf("%s: left behind: %s", what, one)
	}
}

// left lists what dead judges left and the next start should have removed.
func (k *killer) left() []string {
	k.mu.Lock()
	dead := slices.Clone(k.judges)
	k.mu.Unlock()
	dead = slices.DeleteFunc(dead, func(identity string) bool {
		pid, start, _ := strings.Cut(identity, "-")
		number, _ := strconv.Atoi(pid)
		p, found := machine.Find(number)
		return found && p.Start == start
	})
	var list []string
	_ = filepath.WalkDir("/sys/fs/cgroup", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && slices.ContainsFunc(dead, func(identity string) bool { return entry.Name() == "grundy-"+identity }) {
			list = append(list, "control group "+path)
		}
		return nil // other users' groups come and go
	})
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		k.Error(err)
	}
	for line := range strings.Lines(string(mounts)) {
		if strings.Contains(line, k.dir) {
			list = append(list, "mount "+line)
		}
	}
	for _, cache := range []string{"cache", "empty"} {
		drafts, _ := filepath.Glob(filepath.Join(k.dir, cache, "temporary", "*"))
		list = append(list, drafts...)
	}
	return append(list, k.scratch()...)
}

// scratch lists the directories and locks of dead judges: a living one holds the lock beside its directory.
func (k *killer) scratch() []string {
	parent := filepath.Join(k.dir, "tmp", fmt.Sprintf("grundy-%d", os.Getuid()))
	entries, _ := os.ReadDir(parent)
	var dead []string
	for _, entry := range entries {
		path := filepath.Join(parent, entry.Name())
		lock := path
		if entry.IsDir() {
			lock += ".lock"
		}
		file, err := os.Open(lock)
		if err != nil {
			if _, err := os.Lstat(path); err == nil {
				dead = append(dead, "folder without a lock "+path)
			}
			continue
		}
		if unix.Flock(int(file.Fd()), unix.LOCK_SH|unix.LOCK_NB) == nil {
			dead = append(dead, "scratch "+path)
		}
		file.Close()
	}
	return dead
}

// traces lists what programs tried to leave outside their boxes.
func (k *killer) traces() map[string]bool {
	found := map[string]bool{}
	for _, kind := range []string{"shm", "sem", "msg"} {
		text, _ := os.ReadFile("/proc/sysvipc/" + kind)
		for line := range strings.Lines(string(text)) {
			if fields := strings.Fields(line); len(fields) > 0 && fields[0] == "1802071148" { // the key 0x6b696c6c
				found["System V "+kind+" "+line] = true
			}
		}
	}
	for _, dir := range []string{"/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue"} {
		for _, path := range below(dir) {
			if strings.Contains(path, killMark) {
				found["file "+path] = true
			}
		}
	}
	return found
}

// below lists the content of a directory, and of those of its directories that belong to a judge.
func below(dir string) []string {
	entries, _ := os.ReadDir(dir)
	var paths []string
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		if strings.HasPrefix(entry.Name(), "grundy-") && entry.IsDir() {
			if inside := below(path); len(inside) > 0 {
				paths = append(paths, inside...)
			}
			continue
		}
		paths = append(paths, path)
	}
	return paths
}

// judge judges the programs of a phase to the end.
func (k *killer) judge(p *phase) (code int, output string) {
	command := k.command(p)
	var text strings.Builder
	command.Stdout, command.Stderr = &text, &text
	if err := k.start(command, true); err != nil {
		return -1, err.Error()
	}
	k.wait(command)
	return command.ProcessState.ExitCode(), text.String()
}

func (k *killer) command(p *phase) *exec.Cmd {
	command := grundy(k.T, k.dir, append([]string{"test", "--problem", "cases", "--time-limit", "20s"}, p.programs...)...)
	if p.cache != "" {
		command.Env = append(command.Env, "GRUNDY_CACHE="+p.cache)
	}
	return command
}

// start starts a judge; a living one is not killed and must be waited for.
func (k *killer) start(command *exec.Cmd, living bool) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := command.Start(); err != nil {
		return err
	}
	pid := command.Process.Pid
	if p, found := machine.Find(pid); found {
		k.judges = append(k.judges, fmt.Sprintf("%d-%s", pid, p.Start))
	}
	if living {
		k.living = append(k.living, pid)
	}
	return nil
}

func (k *killer) wait(command *exec.Cmd) {
	_ = command.Wait() // the caller asks for its exit code
	k.mu.Lock()
	defer k.mu.Unlock()
	k.living = slices.DeleteFunc(k.living, func(pid int) bool { return pid == command.Process.Pid })
}
