package machine

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"grundy/tests/suite"
)

// OrdinaryUser is the ID of a user and a group that own nothing.
const OrdinaryUser = 1_734_999_998

// Again is a test to run in a process of its own, which executes the test's binary.
type Again struct {
	// Test is the name of the top-level test. Part is the subtest that decides whether anything was tested:
	// "TestX/A", or "" for the whole test.
	Test, Part string
	// Dir is a directory that others can read; see PublicDir. It contains a copy of the binary and the home
	// directory.
	Dir string
	// Work is the working directory, "" for the current one.
	Work string
	// Env is the environment besides HOME, TMPDIR, PATH and the suite's variables.
	Env []string
	// Ordinary runs the process as OrdinaryUser instead of this process's user.
	Ordinary bool
}

// Run runs the test and reports its outcome as that of t.
func (a Again) Run(t *testing.T) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	home, binary := filepath.Join(a.Dir, "home"), filepath.Join(a.Dir, filepath.Base(self))
	if err := errors.Join(copyExecutable(self, binary), os.Mkdir(home, 0o700)); err != nil {
		t.Fatal(err)
	}
	args := []string{"-test.run=^" + a.Test + "$", "-test.v"}
	if deadline, ok := t.Deadline(); ok {
		args = append(args, "-test.timeout="+time.Until(deadline).String())
	}
	cmd := exec.Command(binary, args...)
	cmd.Dir = a.Work
	cmd.Env = slices.Concat([]string{"HOME=" + home, "TMPDIR=" + home, "PATH=" + os.Getenv("PATH")}, suite.Environ(), a.Env)
	if a.Ordinary {
		if err := Give(home, OrdinaryUser); err != nil {
			t.Fatal(err)
		}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: OrdinaryUser, Gid: OrdinaryUser}}
	}
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	err = cmd.Run()
	if errors.Is(err, os.ErrPermission) {
		t.Skipf("an ordinary user cannot execute files in %s: %v", a.Dir, err)
	}
	switch {
	case testing.Verbose():
		t.Logf("in a process of its own:\n%s", output.Bytes())
	case err != nil:
		t.Logf("in a process of its own:\n%s", failures(output.String()))
	}
	switch {
	case err != nil:
		t.Error(err)
	case strings.Contains(output.String(), "--- SKIP: "+cmp.Or(a.Part, a.Test)+" ("):
		t.Skip("skipped in a process of its own")
	}
}

var outcome = regexp.MustCompile(`^ *--- (FAIL|PASS|SKIP): (\S+) \(`)

// failures is the part of a run's -test.v output that concerns failed tests or no test: a panic, for instance. Passed
// and skipped tests may be hundreds, which would hide the one that matters.
func failures(output string) string {
	ended := map[string]bool{}
	for line := range strings.Lines(output) {
		if m := outcome.FindStringSubmatch(line); m != nil {
			ended[m[2]] = m[1] == "FAIL"
		}
	}
	var kept strings.Builder
	keep := true
	for line := range strings.Lines(output) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "===" {
			failed, known := ended[fields[2]]
			keep = failed || !known
			continue
		}
		if m := outcome.FindStringSubmatch(line); m != nil {
			keep = m[1] == "FAIL"
		}
		if keep {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// PublicDir is a temporary directory that other users can read, unlike those of t.TempDir.
func PublicDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "grundy-suite-")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// Give makes a user the owner of a directory and of everything below it.
func Give(dir string, user int) error {
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, user, user)
	})
}

func copyExecutable(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	// A concurrent fork would keep the file open for writing, and it could not be executed (go.dev/issue/22315).
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Chmod(0o755), target.Close())
}
