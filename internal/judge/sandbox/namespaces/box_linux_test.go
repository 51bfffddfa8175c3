package namespaces

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"grundy/internal/base/hint"
	"grundy/internal/judge/sandbox"
)

// openBox opens a box that is closed at the end of the test.
func openBox(t *testing.T, host *Host, name string) sandbox.Box {
	t.Helper()
	box, err := host.Open(context.Background(), sandbox.Config{Name: name, Core: -1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := box.Close(); err != nil {
			t.Errorf("close the box: %v", err)
		}
	})
	return box
}

// shell runs a script and returns its output.
func shell(t *testing.T, box sandbox.Box, script string, change func(*sandbox.Spec)) string {
	t.Helper()
	output, err := os.Create(filepath.Join(t.TempDir(), "output"))
	if err != nil {
		t.Fatal(err)
	}
	defer output.Close()
	spec := sandbox.Spec{
		Args: []string{"sh", "-c", script}, Env: []string{"PATH=/usr/bin:/bin"}, Stdout: output, Stderr: output,
		Limits: sandbox.Limits{Wall: 2 * time.Minute, Processes: 32},
	}
	if change != nil {
		change(&spec)
	}
	if _, err := box.Run(context.Background(), spec); err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	text, err := os.ReadFile(output.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// testFresh spoils the working directory in every way open to its owner, some of which root's programs are refused.
func testFresh(t *testing.T, host *Host) {
	if host.plain {
		t.Skip("without namespaces there is no tmpfs to spoil")
	}
	box := openBox(t, host, "fresh")
	const look = "stat -c '%n %A %U %h' /box /box/*; ls -lA /box/*"
	const birth = "stat -c %z /box"
	want := shell(t, box, look, nil)
	if !strings.Contains(want, "/box/work drwxrwxrwt") {
		t.Fatalf("the first look: %s", want)
	}
	if before, after := shell(t, box, birth, nil), shell(t, box, birth, nil); before != after {
		t.Errorf("an untouched tmpfs was replaced: born %sthen %s", before, after)
	}
	for _, spoil := range []string{
		"touch x", "touch x && rm x", "mkdir -p a/b/c", "touch /tmp/x", "touch /dev/shm/x", "ln -s / x", "mkfifo x",
		"chmod 700 .", "chmod 0 /tmp", "chmod 0 /box", "rm -r /box/work", "rmdir /tmp/ /dev/shm/", "mv /box/work /box/other",
		"mkdir /box/new", "touch /box/new", "mkdir /tmp/a && mv /tmp/a /tmp/b && rmdir /tmp/b", "chown 0 /box/work",
		"touch -d 2000-01-01 /box/work", "truncate -s 1T x",
	} {
		shell(t, box, spoil, nil)
		if got := shell(t, box, look, nil); got != want {
			t.Errorf("after %s: got\n%swant\n%s", spoil, got, want)
		}
	}
	before := shell(t, box, birth, nil)
	shell(t, box, "touch x", nil)
	if after := shell(t, box, birth, nil); before == after {
		t.Errorf("a used tmpfs was not replaced: born %s", after)
	}
}

// testBreakage makes requests fail, and then the init.
func testBreakage(t *testing.T, host *Host) {
	box := openBox(t, host, "breakage")
	run := func(args ...string) error {
		_, err := box.Run(context.Background(), sandbox.Spec{Args: args})
		return err
	}
	if err := run("/bin/true", strings.Repeat("x", 2*maxMessage)); err == nil || !strings.Contains(err.Error(), "command line") {
		t.Errorf("an overlong command line: got %v", err)
	}
	if err := run("/bin/true"); err != nil {
		t.Errorf("after an overlong command line: %v", err)
	}
	if err := syscall.Kill(box.(*Box).pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := run("/bin/true"); err == nil || !strings.HasSuffix(err.Error(), "died") {
			t.Errorf("without an init: got %v", err)
		}
	}
	// A fault that the runtime takes for its own, since it does not come from kill(2), sent by a process of another
	// namespace.
	box = openBox(t, host, "fault")
	info := struct {
		signo, errno, code int32
		_                  [116]byte
	}{signo: int32(unix.SIGSEGV), code: -1} // SI_QUEUE
	_, _, errno := unix.RawSyscall(unix.SYS_RT_SIGQUEUEINFO, uintptr(box.(*Box).pid), uintptr(unix.SIGSEGV), uintptr(unsafe.Pointer(&info)))
	if errno != 0 {
		t.Fatal(errno)
	}
	for range 2 {
		err := run("/bin/true")
		if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "died: ") || !strings.Contains(hint.Of(err), "report") {
			t.Errorf("after a fault of the init: got %v (%s)", err, hint.Of(err))
		}
	}
}

// testSignals checks the effect of signals. None has its default effect on the init, which is fatal while its first
// thread blocks the signal. A program ignores and blocks none.
func testSignals(t *testing.T, host *Host) {
	box := openBox(t, host, "signals")
	if got := shell(t, box, "while read -r line; do case $line in Sig[IB][gl][nk]*) echo \"$line\";; esac; done < /proc/self/status", nil); got != strings.ReplaceAll("SigBlk:\t0\nSigIgn:\t0\n", "0", strings.Repeat("0", 16)) {
		t.Errorf("a program begins with\n%s", got)
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", box.(*Box).pid))
	if err != nil {
		t.Fatal(err)
	}
	var known uint64
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		if name == "SigIgn" || name == "SigCgt" {
			mask, err := strconv.ParseUint(strings.TrimSpace(value), 16, 64)
			if err != nil {
				t.Fatal(err)
			}
			known |= mask
		}
	}
	for number := unix.Signal(1); number <= 64; number++ {
		byDefault := number == unix.SIGKILL || number == unix.SIGSTOP || number == unix.SIGCHLD
		if is := known&(1<<(number-1)) == 0; is != byDefault {
			t.Errorf("to the init signal %d does what it does by default: %t, want %t", number, is, byDefault)
		}
	}
}

// testTwoHosts opens boxes of the same name on two hosts of one process.
func testTwoHosts(t *testing.T, host *Host) {
	box := openBox(t, host, "twin")
	other, err := New(Options{Scratch: t.TempDir(), NoCgroup: host.cgroup.kind == noCgroup, Plain: host.plain})
	if err != nil {
		t.Fatal(err)
	}
	other.boxes = host.boxes - 1 // for the same names
	twin, err := other.Open(context.Background(), sandbox.Config{Name: "twin", Core: -1})
	if err != nil {
		t.Fatal(err)
	}
	shell(t, twin, "true", nil)
	if err := errors.Join(twin.Close(), other.Close()); err != nil {
		t.Errorf("close the other host: %v", err)
	}
	if got := shell(t, box, "echo ok", nil); got != "ok\n" {
		t.Errorf("got %q", got)
	}
}

// testLandlock checks what only Landlock refuses to a program that owns its box.
func testLandlock(t *testing.T, host *Host) {
	if host.Tier() != sandbox.Rootless {
		t.Skip("only the tier rootless has this second wall")
	}
	if landlockVersion() < landlockRefer {
		t.Skip("this kernel has no Landlock")
	}
	box := openBox(t, host, "landlock")
	output := func(name string) string { return filepath.Join(t.TempDir(), name) }
	readOnly := func(s *sandbox.Spec) { s.ReadOnlyWork = true }
	writable := sandbox.Mount{Name: "writable", Host: t.TempDir(), Writable: true}
	for _, test := range []struct {
		script  string
		change  func(*sandbox.Spec)
		allowed bool
	}{
		{"echo x > " + workDir + "/x && mkdir d && mv x d && ln d/x y && rm -r d", nil, true},
		{"echo x > /tmp/x && mv /tmp/x . && echo x > /dev/shm/x && echo x > /dev/null", nil, true},
		{"echo again > /dev/stdout", nil, true},
		{"echo again > /dev/stderr", nil, true},
		{"echo x > /box/x", nil, false},
		{"mkdir /box/x", nil, false},
		{"mv /box/tmp /box/other", nil, false},
		{"echo x > " + workDir + "/x", readOnly, false},
		{"echo x > /tmp/x", readOnly, true},
		{"echo x > " + box.Path(writable, "x"), func(s *sandbox.Spec) { s.Mounts = []sandbox.Mount{writable} }, true},
		{"echo x > /mnt/writable/x", func(s *sandbox.Spec) {
			s.Mounts = []sandbox.Mount{{Name: "writable", Host: writable.Host}}
		}, false},
	} {
		// The verdict goes to a file of its own, since the scripts write to their streams.
		verdict, err := os.Create(output("verdict"))
		if err != nil {
			t.Fatal(err)
		}
		text := shell(t, box, "( "+test.script+" ) && echo allowed >&2", func(s *sandbox.Spec) {
			s.Stderr = verdict
			if test.change != nil {
				test.change(s)
			}
		})
		outcome, err := os.ReadFile(verdict.Name())
		verdict.Close()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.HasSuffix(string(outcome), "allowed\n"); got != test.allowed {
			t.Errorf("%s: allowed is %v, want %v: %s%s", test.script, got, test.allowed, text, outcome)
		}
	}
}

// testGivingUp cancels the opening of a box.
func testGivingUp(t *testing.T, host *Host) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	box, err := host.Open(ctx, sandbox.Config{Name: "given-up", Core: -1})
	if box != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v; want %v", box, err, context.Canceled)
	}
}

// doomed is the environment variable that makes this binary a judge to be killed. Its value is the scratch directory.
const doomed = "GRUNDY_TEST_DOOMED_JUDGE"

// The environment variables that make that judge ignore control groups, and namespaces, too.
const (
	noGroups     = "GRUNDY_TEST_NO_CGROUP"
	noNamespaces = "GRUNDY_TEST_NO_NAMESPACES"
)

// judge opens a box and runs an endless program in it. It prints the init's process number and its own identity.
func judge(scratch string) {
	host, err := New(Options{Scratch: scratch, NoCgroup: os.Getenv(noGroups) != "", Plain: os.Getenv(noNamespaces) != ""})
	if err != nil {
		fmt.Println(err)
		return
	}
	opened, err := host.Open(context.Background(), sandbox.Config{Name: "doomed", Core: -1})
	if err != nil {
		fmt.Println(err)
		return
	}
	box := opened.(*Box)
	go fmt.Printf("%d %s\n", box.pid, host.cgroup.owner)
	_, err = box.Run(context.Background(), sandbox.Spec{Args: []string{"/bin/sh", "-c", "(sleep 1000 &) ; sleep 1000"}})
	fmt.Println(err)
}

// testCrash kills a judge: its boxes must die with it, and the next start must clean up. A stopped init plays one
// that hangs.
func testCrash(t *testing.T, host *Host, stopped bool) {
	scratch := t.TempDir()
	command := exec.Command(executable(t))
	command.Env = append(os.Environ(), doomed+"="+scratch)
	if host.cgroup.kind == noCgroup {
		command.Env = append(command.Env, noGroups+"=1")
	}
	if host.plain {
		command.Env = append(command.Env, noNamespaces+"=1")
	}
	reader, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(reader).ReadString('\n')
	time.Sleep(100 * time.Millisecond)
	var init, owner string
	if n, err := fmt.Sscan(line, &init, &owner); n < 1 || init == "" || err != nil && host.cgroup.kind != noCgroup {
		t.Errorf("the judge said %q", line)
	} else if pid, err := strconv.Atoi(init); err != nil || stopped && unix.Kill(pid, unix.SIGSTOP) != nil {
		t.Errorf("stop the init %s: %v", init, err)
	}
	killErr := command.Process.Kill()
	_ = command.Wait()
	if err := errors.Join(err, killErr); err != nil || t.Failed() {
		t.Fatal(err)
	}
	const patience = time.Minute
	for deadline := time.Now().Add(patience); running(init); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the init %s outlives its judge", init)
		}
	}
	if pid, err := strconv.Atoi(init); host.plain && (err != nil || session(pid).any()) {
		t.Errorf("programs outlive the init %s: %v", init, err)
	}
	again := newHost(t, Options{NoCgroup: host.cgroup.kind == noCgroup, Plain: host.plain})
	for _, parent := range again.cgroup.parents {
		if _, err := os.Stat(filepath.Join(parent, groupPrefix+owner)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the group of the killed judge is still in %s: %v", parent, err)
		}
	}
}

// running reports whether a process exists and is not a zombie.
func running(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	return err == nil && !strings.Contains(string(stat), ") Z ")
}
