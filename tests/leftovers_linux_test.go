package tests

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"grundy/tests/suite"
)

// judge is a running grundy in directories of its own, which judges an endless solution.
type judge struct {
	command *exec.Cmd
	dir     string
	source  string // the solution's name, which is in no other command line of the machine
	ended   chan struct{}
}

// startJudge starts a judge and waits until the solution has passed the first test and runs on another.
func startJudge(t *testing.T) *judge {
	t.Helper()
	needsLanguages(t, "bash")
	dir := t.TempDir()
	j := &judge{dir: dir, source: fmt.Sprintf("endless-%d-%d.sh", os.Getpid(), time.Now().UnixNano()), ended: make(chan struct{})}
	suite.Write(t, filepath.Join(dir, j.source), "read n; if [ $n = 1 ]; then echo 2; exit; fi; sleep 1000 & while :; do :; done\n")
	if err := writeCases(filepath.Join(dir, "cases"), 5); err != nil {
		t.Fatal(err)
	}
	j.command = grundy(t, dir, "test", "--problem", "cases", "--time-limit", "1h", "--record", "run.json", j.source)
	output, err := os.Create(filepath.Join(dir, "output"))
	if err != nil {
		t.Fatal(err)
	}
	defer output.Close()
	j.command.Stdout, j.command.Stderr = output, output
	if err := j.command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = j.command.Wait()
		close(j.ended)
	}()
	t.Cleanup(func() {
		_ = j.command.Process.Kill()
		<-j.ended
	})
	eventually(t, "the solution runs", func() bool {
		select {
		case <-j.ended:
			t.Fatalf("the judge ended early:\n%s", j.output(t))
		default:
		}
		return strings.Contains(j.output(t), "secret/1") && len(j.processes(t)) > 0
	})
	return j
}

// output is what the judge has printed so far.
func (j *judge) output(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(j.dir, "output"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// grundy makes a command with an environment of its own below dir.
func grundy(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	command := exec.Command("grundy", args...)
	command.Dir = dir
	command.Env = os.Environ()
	for name, value := range surroundings(dir, filepath.Join(dir, "cache")) {
		command.Env = append(command.Env, name+"="+value)
	}
	temporary := filepath.Join(dir, "tmp")
	if err := os.MkdirAll(temporary, 0o700); err != nil {
		t.Fatal(err)
	}
	command.Env = append(command.Env, "TMPDIR="+temporary)
	return command
}

// eventually waits until holds returns true.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for !holds() {
		if time.Now().After(deadline) {
			t.Fatalf("after %v it still does not hold that %s", patience, what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// report is the output of grundy report on the record, and its exit code.
func (j *judge) report(t *testing.T) (string, int) {
	t.Helper()
	command := grundy(t, j.dir, "report", "run.json")
	out, err := command.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), command.ProcessState.ExitCode()
}

// processes lists the processes that run the solution.
func (j *judge) processes(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, file := range files {
		line, err := os.ReadFile(file)
		if err == nil && bytes.Contains(line, []byte(j.source)) && filepath.Dir(file) != fmt.Sprintf("/proc/%d", j.command.Process.Pid) {
			found = append(found, string(bytes.ReplaceAll(line, []byte{0}, []byte{' '})))
		}
	}
	return found
}

// groups lists the control groups of the judge.
func (j *judge) groups(t *testing.T) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir("/sys/fs/cgroup", func(path string, entry fs.DirEntry, err error) error {
		if err != nil && entry != nil && entry.IsDir() {
			return fs.SkipDir // removed meanwhile
		}
		if err == nil && strings.HasPrefix(entry.Name(), fmt.Sprintf("grundy-%d-", j.command.Process.Pid)) {
			found = append(found, path)
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return found
}

// scratch lists the content of the user's directory for temporary files.
func (j *judge) scratch(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(j.dir, "tmp", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// mounts lists the mounts below the judge's directories that this process sees.
func (j *judge) mounts(t *testing.T) []string {
	t.Helper()
	table, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for line := range strings.Lines(string(table)) {
		if strings.Contains(line, j.dir) {
			found = append(found, line)
		}
	}
	return found
}

// TestInterrupt checks that Ctrl-C, Ctrl-\, the signal by which systems end programs, and a closed terminal leave
// nothing behind, and that partial results are printed and recorded.
func TestInterrupt(t *testing.T) {
	for _, number := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		t.Run(number.String(), func(t *testing.T) {
			if signal.Ignored(number) {
				t.Skip("the tests were started with this signal ignored")
			}
			t.Parallel()
			j := startJudge(t)
			if err := j.command.Process.Signal(number); err != nil {
				t.Fatal(err)
			}
			select {
			case <-j.ended:
			case <-time.After(patience):
				t.Fatalf("the judge did not end within %v", patience)
			}
			if code := j.command.ProcessState.ExitCode(); code != 130 {
				t.Errorf("exit code %d, want 130, as shells have it for an interrupted command", code)
			}
			for _, want := range []string{"secret/1", "interrupted", "1/5 passed"} {
				if output := j.output(t); !strings.Contains(output, want) {
					t.Errorf("the output lacks %q:\n%s", want, output)
				}
			}
			if again, code := j.report(t); code != 130 || again != j.output(t) {
				t.Errorf("the record of the run gives exit code %d and\n%s\nwant what was printed:\n%s", code, again, j.output(t))
			}
			for what, left := range map[string][]string{
				"processes": j.processes(t), "control groups": j.groups(t), "scratch files": j.scratch(t), "mounts": j.mounts(t),
			} {
				if len(left) > 0 {
					t.Errorf("%s left behind: %q", what, left)
				}
			}
		})
	}
}

// TestKill checks that the programs of a killed judge die with it, and that the next start cleans up.
func TestKill(t *testing.T) {
	t.Parallel()
	j := startJudge(t)
	if err := j.command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-j.ended
	eventually(t, "no process is left", func() bool { return len(j.processes(t)) == 0 })
	if left := j.mounts(t); len(left) > 0 {
		t.Errorf("mounts left behind: %q", left)
	}
	if again, code := j.report(t); code != 2 || !strings.HasPrefix(again, j.output(t)) || !strings.Contains(again, "the run was killed") {
		t.Errorf("the record of the run gives exit code %d and\n%s\nwant what was printed and that there is no more:\n%s", code, again, j.output(t))
	}
	suite.Write(t, filepath.Join(j.dir, "double.sh"), "read n; echo $((2 * n))\n")
	if out, err := grundy(t, j.dir, "test", "--problem", "cases", "double.sh").CombinedOutput(); err != nil {
		t.Fatalf("the next start: %v\n%s", err, out)
	}
	for what, left := range map[string][]string{"control groups": j.groups(t), "scratch files": j.scratch(t)} {
		if len(left) > 0 {
			t.Errorf("%s that the next start did not sweep: %q", what, left)
		}
	}
}

// TestMemory checks that neither the number of tests nor the size of outputs makes the judge large. It reads the peak
// from the running process, because what wait reports starts with the memory of the process that it was forked from.
func TestMemory(t *testing.T) {
	needsLanguages(t, "c")
	tests := []struct {
		name, source string
		cases        int
		args         []string
		want         string
	}{
		{"10,000 cases", `#include <stdio.h>
int main(void) { int n; if (scanf("%d", &n) != 1) return 1; printf("%d\n", 2 * n); }
`, 10_000, nil, "10000/10000 passed"},
		{"100 MB of output", `#include <stdio.h>
int main(void) { for (int i = 0; i < 25000000; i++) fputs("2 1\n", stdout); }
`, 1, []string{"--output-limit", "1GiB"}, "extra output after the end"},
		{"100 MB in a line", `#include <stdio.h>
int main(void) { for (int i = 0; i < 100000000; i++) putchar('7'); }
`, 1, []string{"--output-limit", "1GiB"}, "WA"},
		{"a flood", `#include <stdio.h>
int main(void) { for (;;) fputs("0123456789abcdef0123456789abcdef0123456789abcdef\n", stdout); }
`, 1, []string{"--output-limit", "100MiB"}, "OLE"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.cases > 1000 {
				suite.NeedsAll(t, "judges thousands of cases")
			}
			dir := t.TempDir()
			suite.Write(t, filepath.Join(dir, "a.c"), test.source)
			if err := writeCases(filepath.Join(dir, "cases"), test.cases); err != nil {
				t.Fatal(err)
			}
			command := grundy(t, dir, append([]string{"test", "--problem", "cases", "--time-limit", "20s", "a.c"}, test.args...)...)
			var output bytes.Buffer
			command.Stdout, command.Stderr = &output, &output
			ctx, cancel := context.WithCancel(context.Background())
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			peak := make(chan int)
			go func() { peak <- watchPeak(ctx, command.Process.Pid) }()
			_ = command.Wait()
			cancel()
			kib := <-peak
			if !strings.Contains(output.String(), test.want) {
				text := output.String()
				t.Errorf("the output lacks %q: …%s", test.want, text[max(0, len(text)-2000):])
			}
			if kib == 0 || kib > 56<<10 {
				t.Errorf("the judge took %d KiB, want at most 56 MiB", kib)
			}
			t.Logf("peak %d KiB", kib)
		})
	}
}

// watchPeak returns the greatest memory of a process in KiB, without the pages of files: processes share those of the
// binary, and the kernel reclaims them whenever it wants.
func watchPeak(ctx context.Context, pid int) (kib int) {
	for ctx.Err() == nil {
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		for line := range strings.Lines(string(status)) {
			if value, found := strings.CutPrefix(line, "RssAnon:"); found {
				peak, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(value), " kB"))
				kib = max(kib, peak)
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	return kib
}
