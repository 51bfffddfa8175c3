package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"grundy/tests/suite"
)

// A judge that crashed reports it in one line. If Go's runtime ended it, the next start reports it.
var (
	crashed = regexp.MustCompile(`\Agrundy: the judge failed: (.+)\n  hint: this is a bug in grundy: please report it with what you did and the file (\S+)\n\z`)
	earlier = regexp.MustCompile(`(?m)^grundy: warning: grundy broke down earlier: (.+) \(remedy: this is a bug in grundy: please report it with what you did and the file (\S+)\)$`)
)

// TestCrash checks that one line reports a command's panic. Go's runtime prints faults for which it ends the process,
// and the next start reports them in one line. The traces are in a file that only the user may read.
func TestCrash(t *testing.T) {
	for _, test := range []struct {
		fault, want string
		ofRuntime   bool
	}{
		{"panic", "a fault, in tests.breakDown", false},
		{"nil", "invalid memory address or nil pointer dereference, in tests.breakDown", false},
		{"goroutine", "assignment to entry in nil map, in tests.breakDown.func", true},
		{"unlock", "a fatal error of Go's runtime, in tests.breakDown", true},
		{"stack", "a fatal error of Go's runtime, in tests.endless", true},
		{"abort", "SIGABRT: abort", true},
	} {
		t.Run(test.fault, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			list := func(fault string) (said string, code int) {
				command := grundy(t, dir, "list")
				command.Env = append(command.Env, faultVariable+"="+fault)
				var stderr strings.Builder
				command.Stderr = &stderr
				_ = command.Run()
				return stderr.String(), command.ProcessState.ExitCode()
			}
			said, code := list(test.fault)
			form := crashed
			if test.ofRuntime {
				form = earlier
				if code != 2 || !strings.Contains(said, "goroutine ") {
					t.Errorf("exit code %d, and it says\n%s\nwant 2 and traces", code, said)
				}
				said, code = list("")
				if code != 0 {
					t.Errorf("the next start ends with exit code %d", code)
				}
			} else if code != 3 {
				t.Errorf("exit code %d, want 3", code)
			}
			words := form.FindStringSubmatch(said)
			if words == nil || !strings.HasPrefix(words[1], test.want) {
				t.Fatalf("it says\n%s\nwant %q", said, test.want)
			}
			if !strings.HasPrefix(words[2], filepath.Join(dir, "cache")) {
				t.Errorf("the details are in %s, outside of the cache", words[2])
			}
			details, err := os.ReadFile(words[2])
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(details), "goroutine ") {
				t.Errorf("no trace among the details:\n%s", details)
			}
			if info, err := os.Stat(words[2]); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%v, %v, want mode 0600", info.Mode(), err)
			}
			if said, _ := list(""); earlier.MatchString(said) {
				t.Errorf("it is told again:\n%s", said)
			}
		})
	}
}

// TestCrashWhileJudging checks that a judge that crashes while programs run ends them, and that the next start
// removes its temporary files.
func TestCrashWhileJudging(t *testing.T) {
	t.Parallel()
	j := startJudge(t)
	if err := j.command.Process.Signal(syscall.SIGABRT); err != nil {
		t.Fatal(err)
	}
	select {
	case <-j.ended:
	case <-time.After(patience):
		t.Fatalf("the judge did not end within %v", patience)
	}
	if output := j.output(t); !strings.Contains(output, "SIGABRT: abort") {
		t.Errorf("it says\n%s", output)
	}
	eventually(t, "no process is left", func() bool { return len(j.processes(t)) == 0 })
	suite.Write(t, filepath.Join(j.dir, "double.sh"), "read n; echo $((2 * n))\n")
	if out, err := grundy(t, j.dir, "test", "--problem", "cases", "double.sh").CombinedOutput(); err != nil || !earlier.Match(out) {
		t.Fatalf("the next start: %v\n%s", err, out)
	}
	if left := append(j.scratch(t), j.groups(t)...); len(left) > 0 {
		t.Errorf("the next start left behind: %q", left)
	}
}

// TestSecondQuit checks that a second Ctrl-\ ends the process without traces, even while it is busy ending.
func TestSecondQuit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	command := grundy(t, dir, "list")
	command.Env = append(command.Env, faultVariable+"=busy")
	said, err := os.Create(filepath.Join(dir, "said"))
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	command.Stderr = said
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	read := func() string {
		text, err := os.ReadFile(said.Name())
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	eventually(t, "it is busy", func() bool { return read() == "busy\n" })
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	eventually(t, "it ends", func() bool { // signals that arrive while one is pending are merged
		select {
		case <-ended:
			return true
		default:
			_ = command.Process.Signal(syscall.SIGQUIT)
			return false
		}
	})
	if code := command.ProcessState.ExitCode(); code != 130 || read() != "busy\n" {
		t.Errorf("exit code %d, and it says\n%s", code, read())
	}
}

// TestShortAddressSpace checks that the judge names the limit if Go's runtime starts but the address space is too
// small to judge in.
func TestShortAddressSpace(t *testing.T) {
	suite.NeedsAll(t, "links the program")
	dir := t.TempDir()
	suite.Write(t, filepath.Join(dir, "echo.sh"), "cat\n")
	command := exec.Command("sh", "-c", `ulimit -v 1000000; exec "$0" run -q echo.sh`, builtBinary(t))
	command.Dir, command.Env = dir, []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH")}
	said, err := command.CombinedOutput()
	if exit, failed := err.(*exec.ExitError); !failed || exit.ExitCode() != 3 || strings.Count(string(said), "\n") != 2 || !strings.Contains(string(said), "ulimit -v") {
		t.Errorf("%v\n%s", err, said)
	}
}

// TestFewProcesses checks that the judge names the limit if the system allows hardly any threads, unless Go's
// runtime, which may fail to start, reports it.
func TestFewProcesses(t *testing.T) {
	suite.NeedsAll(t, "links the program")
	if os.Getuid() != 0 {
		t.Skip("only root can be a user who has no other processes")
	}
	binary := builtBinary(t)
	home, err := os.MkdirTemp("", "few-processes-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(home) })
	const stranger = 54321
	text, err := os.ReadFile(binary)
	if err == nil {
		err = os.WriteFile(filepath.Join(home, "grundy"), text, 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(home, "echo.py"), []byte("print(input())\n"), 0o644)
	}
	if err == nil {
		err = os.Chown(home, stranger, stranger)
	}
	if err != nil {
		t.Fatal(err)
	}
	for processes, ofRuntime := range map[string]bool{"1": true, "30": false} {
		command := exec.Command("bash", "-c", `ulimit -u $1; exec ./grundy run -q echo.py`, "bash", processes)
		command.Dir, command.Env = home, []string{"HOME=" + home, "PATH=/usr/bin:/bin"}
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: stranger, Gid: stranger}}
		said, err := command.CombinedOutput()
		wantCode, wantStart := 3, "grundy: "
		if ofRuntime {
			wantCode, wantStart = 2, "runtime: "
		}
		if exit, failed := err.(*exec.ExitError); !failed || exit.ExitCode() != wantCode || !strings.HasPrefix(string(said), wantStart) || !strings.Contains(string(said), "ulimit -u") {
			t.Errorf("with at most %s processes: %v\n%s", processes, err, said)
		}
	}
}
