package runner_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/sandbox"
)

// children lists the processes that this one has started and not yet collected.
func children(t *testing.T) []int {
	t.Helper()
	files, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil || len(files) == 0 {
		t.Skip("this kernel does not list children")
	}
	var pids []int
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // the thread has ended
		}
		for word := range strings.FieldsSeq(string(text)) {
			pid, err := strconv.Atoi(word)
			if err != nil {
				t.Fatal(err)
			}
			pids = append(pids, pid)
		}
	}
	return pids
}

// If the first process of a box is killed during a run, that case is a judge error, and the following cases run in a
// new box.
func TestBoxIsKilled(t *testing.T) {
	p := open(t, aPlusB)
	j := newJudge(t, 1)
	boxes := children(t)
	if len(boxes) == 0 {
		t.Skip("boxes have no process of their own here")
	}
	begun := make(chan struct{})
	go func() {
		<-begun
		time.Sleep(200 * time.Millisecond)
		for _, pid := range boxes {
			_ = unix.Kill(pid, unix.SIGKILL)
		}
	}()
	text := "read a b; [ $a = 1 ] && sleep 10; echo $((a + b))\n"
	var tests []event.Test
	done, err := j.Judge(t.Context(), p, job.Judgement{Name: "sleeps.sh", Source: source(t, "sleeps.sh", text)}, func(e event.Event) {
		switch e := e.(type) {
		case event.Start:
			if e.Test == "sample/1" {
				close(begun)
			}
		case event.Test:
			tests = append(tests, e)
		}
	})
	if err != nil || done.Verdict != verdict.JE || done.Passed != 2 {
		t.Errorf("done = %+v, %v", done, err)
	}
	if len(tests) != 3 || tests[0].Verdict != verdict.JE || !strings.Contains(tests[0].Reason, "first process has died") {
		t.Errorf("tests = %+v", tests)
	}
}

// unmount unmounts a file system whose users have ended. A process that another test is starting may hold copies of
// all open files of this one, which keeps the file system busy until it executes its program.
func unmount(t *testing.T, dir string) {
	t.Helper()
	err := unix.Unmount(dir, 0)
	for deadline := time.Now().Add(10 * time.Second); err == unix.EBUSY && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
		err = unix.Unmount(dir, 0)
	}
	if err != nil {
		t.Errorf("unmount %s: %v", dir, err)
	}
}

// A full disk truncates outputs. The submission is never blamed for that.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	scratch := filepath.Join(t.TempDir(), "scratch")
	if err := os.Mkdir(scratch, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("grundy-test", scratch, "tmpfs", 0, "size=1m,mode=755"); err != nil {
		t.Skipf("cannot mount a small disk: %v", err)
	}
	t.Cleanup(func() { unmount(t, scratch) })
	j := newJudgeIn(t, 2, scratch, func(host sandbox.Host) sandbox.Host { return host })
	p := open(t, aPlusB)
	options := job.Options{OutputLimit: 64 * bytesize.MiB}
	for name, text := range map[string]string{
		"output.sh": "for i in {1..20000}; do printf '%100s\\n' x; done 2>/dev/null; exit 0\n",
		"stderr.sh": "for i in {1..20000}; do printf '%100s\\n' x >&2; done; read a b; echo $((a + b)); exit 0\n",
		"exits.sh":  "set -e; for i in {1..20000}; do printf '%100s\\n' x; done\n",
	} {
		got := judgeText(t, j, p, options, name, text)
		for _, test := range got.tests {
			if test.Verdict != verdict.JE || !strings.Contains(test.Reason, "no space left in "+scratch) {
				t.Errorf("%s on %s: %v %s, want a judge error that names the folder", name, test.Test, test.Verdict, test.Reason)
			}
		}
	}
	if got := judgeText(t, j, p, options, "sum.sh", sumInBash); got.done.Verdict != verdict.AC {
		t.Errorf("a small output: %+v", got.done)
	}
}

// A closed judge leaves no process, no mount and no control group.
func TestNothingIsLeft(t *testing.T) {
	before, mounts := children(t), mountPoints(t)
	t.Run("judge", func(t *testing.T) {
		got := judgeText(t, newJudge(t, 2), open(t, aPlusB), job.Options{}, "daemon.sh", "setsid sleep 100 & "+sumInBash)
		if got.done.Verdict != verdict.AC {
			t.Errorf("done = %+v", got.done)
		}
	})
	after := slices.DeleteFunc(children(t), func(pid int) bool { return slices.Contains(before, pid) })
	if len(after) > 0 {
		t.Errorf("processes %v are left", after)
	}
	if now := mountPoints(t); now != mounts {
		t.Errorf("%d mounts, want %d", now, mounts)
	}
	own := fmt.Sprintf("grundy-%d", os.Getpid())
	err := filepath.WalkDir("/sys/fs/cgroup", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), own) {
			t.Errorf("control group %s is left", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func mountPoints(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), "\n")
}
