package tests

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"grundy/internal/judge/sandbox"
	"grundy/tests/machine"
	"grundy/tests/suite"
)

func init() { commands[machine.FilteredCommand] = machine.RunFiltered }

// effect is how a missing system call affects a judge.
type effect int

const (
	harmless    effect = iota // it works as before
	noBox                     // no box is available
	noRootBox                 // no box for root
	noUserBox                 // no box for an ordinary user
	noUserWalls               // the same, not even without namespaces
	noGroup2                  // no box with control groups of version 2
	noWalls                   // no box, not even without namespaces
	noRun                     // it cannot run programs at all
)

// refusal is a system call, or several, that the environment denies to the judge.
type refusal struct {
	name   string
	calls  []int
	effect effect
	reason string        // a part of the message
	quick  syscall.Errno // returned in make test, 0 for none
}

// refusals are the system calls of a judge, its inits and what they do for programs, as strace shows them. The list
// omits calls without which Go's runtime, the dynamic linker or the compiler do not start either, such as read, mmap,
// futex, clone, execve, epoll_ctl, eventfd2, fcntl, getpid, tgkill, newfstatat, access, lseek and umask. It also
// omits those without which nothing can be kept in a directory: mkdirat, unlinkat, getdents64, renameat, flock.
var refusals = []refusal{
	{"capget", []int{unix.SYS_CAPGET}, noUserBox, "start a process in namespaces", 0},
	{"capset", []int{unix.SYS_CAPSET}, noUserWalls, "start a process in namespaces", 0},
	{"chdir", []int{unix.SYS_CHDIR}, noRun, "chdir", unix.EPERM},
	{"chroot", []int{unix.SYS_CHROOT}, noBox, "chroot", 0},
	{"clone3", []int{unix.SYS_CLONE3}, noGroup2, "clone", unix.ENOSYS},
	{"close_range", []int{unix.SYS_CLOSE_RANGE}, noWalls, "close_range", 0},
	{"copy_file_range", []int{unix.SYS_COPY_FILE_RANGE}, harmless, "", 0},
	{"dup3", []int{unix.SYS_DUP3}, noRun, "start a process", 0},
	{"epoll_pwait2", []int{unix.SYS_EPOLL_PWAIT2}, harmless, "", 0},
	{"faccessat2", []int{unix.SYS_FACCESSAT2}, harmless, "", 0},
	{"fchdir", []int{unix.SYS_FCHDIR}, noBox, "fchdir", 0},
	{"fchmod", []int{unix.SYS_FCHMOD}, noRun, "chmod", 0},
	{"fchmodat", []int{unix.SYS_FCHMODAT}, noRun, "chmod", 0},
	{"fchownat", []int{unix.SYS_FCHOWNAT}, noRootBox, "chown", 0},
	{"fsconfig", []int{unix.SYS_FSCONFIG}, harmless, "", 0},
	{"fsmount", []int{unix.SYS_FSMOUNT}, harmless, "", 0},
	{"fsopen", []int{unix.SYS_FSOPEN}, harmless, "", 0},
	{"ftruncate", []int{unix.SYS_FTRUNCATE}, noWalls, "ftruncate", 0},
	{"getrusage", []int{unix.SYS_GETRUSAGE}, harmless, "", 0},
	{"kcmp", []int{unix.SYS_KCMP}, harmless, "", 0},
	{"kill", []int{unix.SYS_KILL}, noBox, "start a process in namespaces", 0},
	{"landlock_add_rule", []int{unix.SYS_LANDLOCK_ADD_RULE}, harmless, "", 0},
	{"landlock_create_ruleset", []int{unix.SYS_LANDLOCK_CREATE_RULESET}, harmless, "", 0},
	{"landlock_restrict_self", []int{unix.SYS_LANDLOCK_RESTRICT_SELF}, harmless, "", 0},
	{"memfd_create", []int{unix.SYS_MEMFD_CREATE}, harmless, "", 0},
	{"mknodat", []int{unix.SYS_MKNODAT}, harmless, "", 0},
	{"mount", []int{unix.SYS_MOUNT}, noBox, "make mounts private", 0},
	{"mount_setattr", []int{unix.SYS_MOUNT_SETATTR}, noBox, "read-only", 0},
	{"move_mount", []int{unix.SYS_MOVE_MOUNT}, noBox, "mount the host's file system", 0},
	{"open_tree", []int{unix.SYS_OPEN_TREE}, noBox, "clone the host's file system", 0},
	{"openat2", []int{unix.SYS_OPENAT2}, harmless, "", unix.EPERM},
	{"perf_event_open", []int{unix.SYS_PERF_EVENT_OPEN}, harmless, "", 0},
	{"personality", []int{unix.SYS_PERSONALITY}, noWalls, "personality", 0},
	{"pidfd_open", []int{unix.SYS_PIDFD_OPEN}, harmless, "", 0},
	{"pidfd_send_signal", []int{unix.SYS_PIDFD_SEND_SIGNAL}, harmless, "", 0},
	{"pipe2", []int{unix.SYS_PIPE2}, noRun, "start", 0},
	{"pivot_root", []int{unix.SYS_PIVOT_ROOT}, noBox, "change the root", 0},
	{"ppoll", []int{unix.SYS_PPOLL}, noWalls, "ppoll", unix.ENOSYS},
	{"prctl", []int{unix.SYS_PRCTL}, noWalls, "prctl", 0},
	{"prlimit64", []int{unix.SYS_PRLIMIT64}, noWalls, "lift limits", 0},
	{"process_vm_readv", []int{unix.SYS_PROCESS_VM_READV}, harmless, "", 0},
	{"pwrite64", []int{unix.SYS_PWRITE64}, noBox, "try a run like", 0},
	{"readlinkat", []int{unix.SYS_READLINKAT}, noWalls, "readlink /proc/self/exe", 0},
	{"recvmsg", []int{unix.SYS_RECVMSG}, noWalls, "recvmsg", 0},
	{"rseq", []int{unix.SYS_RSEQ}, harmless, "", 0},
	{"sched_getaffinity", []int{unix.SYS_SCHED_GETAFFINITY}, noUserWalls, "take precedence", 0},
	{"sched_setaffinity", []int{unix.SYS_SCHED_SETAFFINITY}, noWalls, "pin to core", 0},
	{"sched_setattr", []int{unix.SYS_SCHED_SETATTR}, harmless, "", 0},
	{"seccomp", []int{unix.SYS_SECCOMP}, noWalls, "filter system calls", 0},
	{"sendmsg", []int{unix.SYS_SENDMSG}, noWalls, "sendmsg", unix.ENOSYS},
	{"sendto", []int{unix.SYS_SENDTO}, noWalls, "sendto", 0},
	{"setgroups", []int{unix.SYS_SETGROUPS}, noRootBox, "setgroups", 0},
	{"setns", []int{unix.SYS_SETNS}, harmless, "", 0},
	{"setresgid", []int{unix.SYS_SETRESGID}, noRootBox, "drop privileges", unix.EPERM},
	{"setresuid", []int{unix.SYS_SETRESUID}, noRootBox, "drop privileges", 0},
	{"setsid", []int{unix.SYS_SETSID}, noWalls, "start a process in namespaces", 0},
	{"socketpair", []int{unix.SYS_SOCKETPAIR}, noWalls, "socketpair", 0},
	{"statfs", []int{unix.SYS_STATFS}, noBox, "statfs", 0},
	{"statx", []int{unix.SYS_STATX}, harmless, "", 0},
	{"symlinkat", []int{unix.SYS_SYMLINKAT}, noBox, "symlink", 0},
	{"umount2", []int{unix.SYS_UMOUNT2}, noBox, "detach the old root", 0},
	{"unshare", []int{unix.SYS_UNSHARE}, noBox, "unshare", 0},
	{"utimensat", []int{unix.SYS_UTIMENSAT}, noRun, "chtimes", 0},
	// These are the calls that Docker denies to processes without capabilities. Nothing else is in the way of boxes
	// without namespaces.
	{"a newer container's", []int{
		unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_PIVOT_ROOT, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT,
		unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR, unix.SYS_PERF_EVENT_OPEN, unix.SYS_BPF,
		unix.SYS_KCMP, unix.SYS_KEYCTL, unix.SYS_PIDFD_GETFD, unix.SYS_PROCESS_MADVISE, unix.SYS_USERFAULTFD, unix.SYS_IO_URING_SETUP,
		unix.SYS_CHROOT, unix.SYS_FANOTIFY_INIT, unix.SYS_SETHOSTNAME, unix.SYS_SYSLOG,
	}, noBox, "make mounts private", unix.EPERM},
	// These are the calls that container engines denied to processes without CAP_SYS_ADMIN, and those they did not
	// know.
	{"a container's", []int{
		unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_PIVOT_ROOT, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT,
		unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_MOUNT_SETATTR, unix.SYS_OPENAT2, unix.SYS_CLONE3, unix.SYS_CLOSE_RANGE,
		unix.SYS_FACCESSAT2, unix.SYS_EPOLL_PWAIT2, unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_GETFD, unix.SYS_PERF_EVENT_OPEN, unix.SYS_BPF,
		unix.SYS_KCMP, unix.SYS_KEYCTL, unix.SYS_LANDLOCK_CREATE_RULESET, unix.SYS_LANDLOCK_ADD_RULE, unix.SYS_LANDLOCK_RESTRICT_SELF,
	}, noWalls, "close_range", unix.EPERM},
}

// A judge that is denied a system call which boxes need falls back to what works without, says why, and reaches the
// right verdicts.
func TestTrial(t *testing.T) {
	t.Run("User", testTrial)
	if os.Geteuid() == 0 {
		t.Run("Ordinary", func(t *testing.T) {
			machine.Again{Test: "TestTrial", Part: "TestTrial/User", Dir: machine.PublicDir(t), Ordinary: true}.Run(t)
		})
	}
}

func testTrial(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no C compiler")
	}
	dir := t.TempDir()
	suite.WriteAll(t, dir, map[string]string{
		"sum.c": `#include <stdio.h>
int main(void) {
	long sum = 0, n;
	while (scanf("%ld", &n) == 1) sum += n;
	printf("%ld\n", sum);
}
`,
		"check.c": `#include <stdio.h>
int main(int count, char **words) {
	char path[4096];
	long right, got;
	FILE *answer = fopen(words[2], "r");
	snprintf(path, sizeof path, "%s/judgemessage.txt", words[3]);
	FILE *message = fopen(path, "w");
	if (!answer || fscanf(answer, "%ld", &right) != 1 || !message || fputs("seen", message) < 0) return 1;
	return scanf("%ld", &got) == 1 && got == right ? 42 : 43;
}
`,
		"cases/1.in":  "1 2\n",
		"cases/1.ans": "3\n",
		"cases/2.ans": "150000\n",
	})
	// Large enough not to be copied.
	suite.Write(t, filepath.Join(dir, "cases", "2.in"), strings.Repeat("1\n", 150_000))
	free := judgeWithout(t, dir, refusal{}, 0)
	if free.err != nil || !free.tier.AtLeast(sandbox.Rootless) {
		t.Skipf("no boxes here: %s, %v\n%s", free.tier, free.err, free.said)
	}
	isRoot := os.Geteuid() == 0
	for _, r := range refusals {
		for _, errno := range []syscall.Errno{unix.EPERM, unix.ENOSYS} {
			t.Run(r.name+"/"+unix.ErrnoName(errno), func(t *testing.T) {
				if errno != r.quick {
					suite.NeedsAll(t, "tries every system call that boxes need")
				}
				if errno == unix.EPERM && slices.Contains(r.calls, unix.SYS_CLONE3) && hasC() {
					t.Skip("this test binary has the C library's threads, which do without clone3 only where it does not exist")
				}
				t.Parallel()
				want := free.tier
				switch {
				case r.effect == noWalls, r.effect == noRun, r.effect == noUserWalls && !isRoot:
					want = sandbox.NotIsolated
				case r.effect == noBox, r.effect == noRootBox && isRoot, r.effect == noUserBox && !isRoot:
					want = sandbox.Landlock
				case r.effect == noGroup2 && free.tier == sandbox.CgroupV2 && isRoot:
					want = sandbox.Namespaces
				case r.effect == noGroup2 && free.tier == sandbox.CgroupV2:
					want = sandbox.Rootless
				}
				judgeWithout(t, dir, r, errno).check(t, r, free.tier, want)
			})
		}
	}
	// Some filters kill the process that makes a call: here the init, and between clone and exec its child.
	for _, r := range []refusal{
		{name: "openat2", calls: []int{unix.SYS_OPENAT2}, effect: noWalls, reason: "a filter of system calls forbids"},
		{name: "setresgid", calls: []int{unix.SYS_SETRESGID}, effect: noRootBox, reason: "signal 31"},
	} {
		t.Run("killed/"+r.name, func(t *testing.T) {
			want := sandbox.NotIsolated
			switch {
			case r.effect == noRootBox && isRoot:
				want = sandbox.Landlock
			case r.effect == noRootBox:
				want = free.tier
			}
			judgeWithout(t, dir, r, 0).check(t, r, free.tier, want)
		})
	}
	t.Run("refused", func(t *testing.T) {
		without := refusal{calls: []int{unix.SYS_FTRUNCATE}}
		for _, args := range [][]string{{"--sandbox", "namespaces"}, {"--require-isolation", "rootless"}} {
			j := judgeWithout(t, dir, without, unix.EPERM, args...)
			if exit := new(exec.ExitError); !errors.As(j.err, &exit) || exit.ExitCode() != 3 || !strings.Contains(j.said, "ftruncate") || len(j.verdicts) > 0 {
				t.Errorf("%v: %v, verdicts %v, want a refusal that names the call:\n%s", args, j.err, j.verdicts, j.said)
			}
		}
	})
	t.Run("doctor", func(t *testing.T) {
		command := filtered(t, dir, refusal{calls: []int{unix.SYS_FTRUNCATE}}, unix.EPERM, "doctor", "--require-isolation", "rootless")
		printed, err := command.CombinedOutput()
		if text := string(printed); err == nil || !strings.Contains(text, "why") || !strings.Contains(text, "ftruncate") {
			t.Errorf("doctor does not name what failed:\n%s", printed)
		}
	})
}

// hasC reports whether this binary was built with the C library, as it is for the race detector.
func hasC() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "CGO_ENABLED", Value: "1"})
}

// judged is what a judge reported.
type judged struct {
	verdicts []string
	tier     sandbox.Tier
	said     string // to the user
	err      error
}

// filtered is a judge's command without some system calls, with directories of its own.
func filtered(t *testing.T, dir string, r refusal, errno syscall.Errno, args ...string) *exec.Cmd {
	t.Helper()
	command := grundy(t, t.TempDir(), args...)
	command.Dir = dir
	if len(r.calls) > 0 {
		line := machine.Filtered(r.calls, errno, command.Args...)
		path, err := exec.LookPath(line[0])
		if err != nil {
			t.Fatal(err)
		}
		command.Path, command.Args = path, line
	}
	return command
}

func judgeWithout(t *testing.T, dir string, r refusal, errno syscall.Errno, args ...string) (j judged) {
	t.Helper()
	args = append([]string{"test", "--format", "json", "--problem", "cases", "--checker", "check.c", "--checker-dialect", "icpc"}, args...)
	command := filtered(t, dir, r, errno, append(args, "sum.c")...)
	var said bytes.Buffer
	command.Stderr = &said
	printed, err := command.Output()
	j.said, j.err = said.String(), err
	for line := range bytes.Lines(printed) {
		var e struct {
			Event, Verdict string
			Tier           sandbox.Tier
		}
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		switch e.Event {
		case "plan":
			j.tier = e.Tier
		case "test", "done":
			j.verdicts = append(j.verdicts, e.Verdict)
		}
	}
	return j
}

// check compares with the available tier, where free is that of a judge without a filter.
func (j judged) check(t *testing.T, r refusal, free, want sandbox.Tier) {
	t.Helper()
	if r.effect == noRun {
		if exit := new(exec.ExitError); !errors.As(j.err, &exit) || exit.ExitCode() != 3 || len(j.verdicts) > 0 || !strings.Contains(j.said, r.reason) {
			t.Errorf("%v, verdicts %v, want one error with %q in it:\n%s", j.err, j.verdicts, r.reason, j.said)
		}
		return
	}
	if j.err != nil || !slices.Equal(j.verdicts, []string{"AC", "AC", "AC"}) {
		t.Errorf("%v, verdicts %v:\n%s", j.err, j.verdicts, j.said)
	}
	if j.tier != want {
		t.Errorf("the tier is %s, want %s:\n%s", j.tier, want, j.said)
	}
	if stepped := want != free; stepped != strings.Contains(j.said, "reason: ") || stepped && !strings.Contains(j.said, r.reason) {
		t.Errorf("want %q to be said of a step down, and nothing else:\n%s", r.reason, j.said)
	}
}
