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

// crashed is what a person reads of a judge that broke down.
var crashed = regexp.MustCompile(`\Agrundy: the judge failed: (.+)\n  hint: this is a fault of grundy: please report it with what you did and the file (\S+)\n\z`)

// TestCrash: whatever goroutine of the judge panics, and what nobody can recover from, ends in a line that names it, with the
// traces in a file that only the person may read.
func TestCrash(t *testing.T) {
	for fault, want := range map[string]string{
		"panic":     "a fault, in tests.breakDown",
		"goroutine": "assignment to entry in nil map, in tests.breakDown.func",
		"nil":       "invalid memory address or nil pointer dereference, in tests.breakDown",
		"unlock":    "sync: unlock of unlocked mutex, in tests.breakDown",
		"stack":     "stack overflow, in tests.endless",
		"abort":     "it was aborted",
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			command := grundy(t, dir, "list")
			command.Env = append(command.Env, faultVariable+"="+fault)
			var said strings.Builder
			command.Stderr = &said
			_ = command.Run()
			if code := command.ProcessState.ExitCode(); code != 3 {
				t.Errorf("exit code %d, want 3", code)
			}
			words := crashed.FindStringSubmatch(said.String())
			if words == nil || !strings.HasPrefix(words[1], want) {
				t.Fatalf("it says\n%s\nwant %q", said.String(), want)
			}
			if !strings.HasPrefix(words[2], filepath.Join(dir, "cache")) {
				t.Errorf("the details are in %s, outside of the cache", words[2])
			}
			details, err := os.ReadFile(words[2])
			if err != nil {
				t.Fatal(err)
			}
			if fault != "abort" && !strings.Contains(string(details), "goroutine ") {
				t.Errorf("no trace among the details:\n%s", details)
			}
			if info, err := os.Stat(words[2]); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%v, %v, want mode 0600", info.Mode(), err)
			}
		})
	}
}

// TestCrashAsked: whoever asks Go's runtime for its words gets them.
func TestCrashAsked(t *testing.T) {
	command := grundy(t, t.TempDir(), "list")
	command.Env = append(command.Env, faultVariable+"=panic", "GOTRACEBACK=all")
	said, _ := command.CombinedOutput()
	if code := command.ProcessState.ExitCode(); code != 2 || !strings.Contains(string(said), "goroutine 1 [running]:") {
		t.Errorf("exit code %d, and it says\n%s\nwant 2, and a trace", code, said)
	}
}

// TestCrashWhileJudging: a judge that breaks down while programs run ends them, and leaves no scratch files for long.
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
	if code := j.command.ProcessState.ExitCode(); code != 3 {
		t.Errorf("exit code %d, want 3", code)
	}
	if output := j.output(t); !strings.Contains(output, "grundy: the judge failed: it was aborted") || strings.Contains(output, "goroutine ") {
		t.Errorf("it says\n%s", output)
	}
	eventually(t, "no process is left", func() bool { return len(j.processes(t)) == 0 })
	// It sweeps up, but for what its boxes hold at that moment.
	if len(j.scratch(t)) > 0 {
		suite.Write(t, filepath.Join(j.dir, "double.sh"), "read n; echo $((2 * n))\n")
		if out, err := grundy(t, j.dir, "test", "--problem", "cases", "double.sh").CombinedOutput(); err != nil {
			t.Fatalf("the next start: %v\n%s", err, out)
		}
	}
	if left := append(j.scratch(t), j.groups(t)...); len(left) > 0 {
		t.Errorf("left behind, also by the next start: %q", left)
	}
}

// TestSecondQuit: a second Ctrl-\ ends the process without traces, too, while it is busy ending.
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
	eventually(t, "it ends", func() bool { // signals that come while one waits are one
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

// TestCramped: a program that was linked as make does it says what is missing where Go's runtime cannot even begin.
func TestCramped(t *testing.T) {
	suite.NeedsAll(t, "links the program")
	binary := builtBinary(t)
	for _, kilobytes := range []string{"100000", "500000", "900000"} {
		said, err := exec.Command("sh", "-c", `ulimit -v $1; exec "$0" list`, binary, kilobytes).CombinedOutput()
		if exit, failed := err.(*exec.ExitError); !failed || exit.ExitCode() != 3 || strings.Count(string(said), "\n") != 2 || !strings.Contains(string(said), "ulimit -v") {
			t.Errorf("with %s KiB of address space: %v\n%s", kilobytes, err, said)
		}
	}
}

// TestFewProcesses: where the system allows hardly a thread it is said which limit that is, and not in traces of Go's runtime,
// which cannot begin with the smaller ones.
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
	for _, processes := range []string{"1", "5", "12", "30"} {
		command := exec.Command("bash", "-c", `ulimit -u $1; exec ./grundy run -q echo.py`, "bash", processes)
		command.Dir, command.Env = home, []string{"HOME=" + home, "PATH=/usr/bin:/bin"}
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: stranger, Gid: stranger}}
		said, err := command.CombinedOutput()
		if exit, failed := err.(*exec.ExitError); !failed || exit.ExitCode() != 3 || !strings.HasPrefix(string(said), "grundy: ") || !strings.Contains(string(said), "ulimit -u") || strings.Contains(string(said), "goroutine") {
			t.Errorf("with at most %s processes: %v\n%s", processes, err, said)
		}
	}
}
