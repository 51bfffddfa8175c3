package namespaces

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/sandboxtest"
	"grundy/tests/suite"
)

func TestMain(m *testing.M) {
	if scratch := os.Getenv(doomed); scratch != "" {
		judge(scratch)
		return
	}
	if processes := os.Getenv(burner); processes != "" {
		burn(processes)
		return
	}
	code := m.Run()
	for _, left := range leftovers() {
		fmt.Fprintln(os.Stderr, "left behind:", left)
		code = 1
	}
	os.Exit(code)
}

// TestCgroup runs the suite with this machine's control groups.
func TestCgroup(t *testing.T) {
	t.Parallel()
	onlyRoot(t)
	host := newHost(t, Options{})
	if host.cgroup.kind == noCgroup {
		t.Skip("no control groups:", host.Reason())
	}
	wantTier(t, host, map[cgroupKind]sandbox.Tier{cgroup1: sandbox.CgroupV1, cgroup2: sandbox.CgroupV2}[host.cgroup.kind])
	runTier(t, host, sandboxtest.Capabilities{Sealed: true, Accounted: true, Clocked: true})
}

// TestRootWithoutCgroup runs the suite with namespaces alone.
func TestRootWithoutCgroup(t *testing.T) {
	t.Parallel()
	onlyRoot(t)
	suite.NeedsAll(t, "stands between the strongest tier and the weakest, which are tried")
	host := newHost(t, Options{NoCgroup: true})
	wantTier(t, host, sandbox.Namespaces)
	runTier(t, host, sandboxtest.Capabilities{Sealed: true, Clocked: CountsTime() == nil})
}

// TestRootless runs the suite as an ordinary user. Root becomes one by executing this binary again.
func TestRootless(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		asOrdinaryUser(t, "^TestRootless$")
		return
	}
	host := newHost(t, Options{NoCgroup: true})
	wantTier(t, host, sandbox.Rootless)
	runTier(t, host, sandboxtest.Capabilities{Sealed: true, Clocked: CountsTime() == nil})
}

// TestLandlock runs the suite without namespaces, as an ordinary user.
func TestLandlock(t *testing.T) {
	t.Parallel()
	if landlockVersion() < landlockFiles {
		t.Skip("this kernel has no Landlock")
	}
	if os.Geteuid() == 0 {
		asOrdinaryUser(t, "^TestLandlock$")
		return
	}
	host := newHost(t, Options{Plain: true})
	wantTier(t, host, sandbox.Landlock)
	runTier(t, host, sandboxtest.Capabilities{Walled: true, NoTruncate: landlockVersion() < landlockTruncate, Clocked: CountsTime() == nil})
}

// TestOldLandlock runs the suite with no more than an old Landlock can refuse: not truncation, sockets and signals.
func TestOldLandlock(t *testing.T) {
	t.Parallel()
	suite.NeedsAll(t, "stands for kernels before 6.2")
	if landlockVersion() < landlockRefer {
		t.Skip("this kernel has no Landlock, or an older one")
	}
	if os.Geteuid() == 0 {
		asOrdinaryUser(t, "^TestOldLandlock$")
		return
	}
	host := newHost(t, Options{Plain: true})
	host.landlock = landlockRefer
	runTier(t, host, sandboxtest.Capabilities{Walled: true, NoTruncate: true, Clocked: CountsTime() == nil})
}

func onlyRoot(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root has this tier; run the tests as root for it")
	}
}

func wantTier(t *testing.T, host *Host, tier sandbox.Tier) {
	t.Helper()
	if host.Tier() != tier {
		t.Fatalf("got tier %q, want %q (%s)", host.Tier(), tier, host.Reason())
	}
}

// newHost returns a host that is closed at the end, when nothing of it may be left.
func newHost(t *testing.T, options Options) *Host {
	t.Helper()
	options.Scratch = t.TempDir()
	host, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := host.Close(); err != nil {
			t.Errorf("close the host: %v", err)
		}
		if left, err := os.ReadDir(options.Scratch); err != nil || len(left) > 0 {
			t.Errorf("left in the scratch folder: %v, %v", left, err)
		}
	})
	return host
}

// runTier runs all tests for a tier.
func runTier(t *testing.T, host *Host, capabilities sandboxtest.Capabilities) {
	t.Helper()
	t.Run("suite", func(t *testing.T) { sandboxtest.Run(t, host, capabilities) })
	t.Run("fresh", func(t *testing.T) { testFresh(t, host) })
	t.Run("landlock", func(t *testing.T) { testLandlock(t, host) })
	t.Run("breakage", func(t *testing.T) { testBreakage(t, host) })
	t.Run("signals", func(t *testing.T) { testSignals(t, host) })
	t.Run("two hosts", func(t *testing.T) { testTwoHosts(t, host) })
	t.Run("crash", func(t *testing.T) { testCrash(t, host, false) })
	t.Run("crash while the init hangs", func(t *testing.T) { testCrash(t, host, true) })
	t.Run("give up opening", func(t *testing.T) { testGivingUp(t, host) })
}

// ordinaryUser is the ID of no account.
const ordinaryUser = 1_734_999_999

// asOrdinaryUser runs a test of this binary without privileges.
func asOrdinaryUser(t *testing.T, pattern string) {
	t.Helper()
	// Other users cannot enter the directories of t.TempDir.
	dir, err := os.MkdirTemp("", "grundy-rootless-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	self, binary, temp := executable(t), filepath.Join(dir, "test"), filepath.Join(dir, "tmp")
	if err := errors.Join(os.Chmod(dir, 0o755), copyExecutable(self, binary), os.Mkdir(temp, 0o700), os.Chown(temp, ordinaryUser, ordinaryUser)); err != nil {
		t.Fatal(err)
	}
	args := []string{"-test.run=" + pattern, "-test.v"}
	if deadline, ok := t.Deadline(); ok {
		args = append(args, "-test.timeout="+time.Until(deadline).String())
	}
	cmd := exec.Command(binary, args...)
	cmd.Dir = temp
	cmd.Env = append(suite.Environ(), "HOME="+temp, "TMPDIR="+temp, "PATH="+os.Getenv("PATH"))
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: ordinaryUser, Gid: ordinaryUser}}
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	err = cmd.Run()
	if errors.Is(err, os.ErrPermission) {
		t.Skipf("an ordinary user cannot execute files in %s: %v", dir, err)
	}
	if err != nil || testing.Verbose() {
		t.Logf("as user %d:\n%s", ordinaryUser, output.Bytes())
	}
	if err != nil {
		t.Error(err)
	} else if strings.Contains(output.String(), "--- SKIP: "+t.Name()+" ") {
		t.Skip("skipped as an ordinary user")
	}
}

func executable(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func copyExecutable(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	// A concurrent fork would keep the file open for writing, so that it could not be executed (go.dev/issue/22315).
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Chmod(0o755), target.Close())
}

// leftovers lists the processes that this one started and did not end, and the files that it created and did not
// remove.
func leftovers() []string {
	var left []string
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended meanwhile
		}
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if parent, _ := strconv.Atoi(fields[1]); parent == os.Getpid() {
			left = append(left, "process "+string(stat[:bytes.LastIndexByte(stat, ')')+1]))
		}
	}
	site := findCgroup()
	for _, parent := range site.parents {
		groups, _ := filepath.Glob(filepath.Join(parent, groupPrefix+site.owner))
		left = append(left, groups...)
	}
	return left
}
