package testlib

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The test binary also plays the programs that tests start.
func TestMain(m *testing.M) {
	switch os.Getenv("TESTLIB_PROGRAM") {
	case "interactor":
		Interact(guessing)
	case "generator":
		Generate(heaps)
	case "visualizer":
		DrawCase(func(v *Visualizer) string { v.Fail("too hard"); return "" })
	case "validator":
		Validate(func(in *Reader) { in.Int("n", 1, 9); in.Newline() })
	}
	os.Exit(m.Run())
}

func guessing(i *Interactor) {
	secret := i.Input.Int("secret", 1, 1000)
	for range 10 {
		guess := i.Output.Int("guess", 1, 1000)
		if guess == secret {
			i.Send("right")
			return
		}
		i.Send("wrong, not %d", guess)
	}
	i.Reject("ten guesses")
}

// interactor starts the interactor; the caller plays the submission.
func interactor(t *testing.T) (cmd *exec.Cmd, say func(string), hear *bufio.Scanner, feedback string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	feedback = filepath.Join(dir, "judgemessage.txt")
	cmd = exec.Command(self, write(t, dir, "1.in", "7\n"), write(t, dir, "1.ans", ""), dir+"/")
	cmd.Env = append(os.Environ(), "TESTLIB_PROGRAM=interactor")
	to, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	from, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	say = func(text string) {
		if text == "" {
			_ = to.Close()
			return
		}
		if _, err := to.Write([]byte(text)); err != nil {
			t.Errorf("say %q: %v", text, err)
		}
	}
	return cmd, say, bufio.NewScanner(from), feedback
}

// exitCode waits for a program, which it starts if necessary.
func exitCode(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	if cmd.Process == nil {
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
	}
	if err := cmd.Wait(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
}

func TestInteractConverses(t *testing.T) {
	cmd, say, hear, _ := interactor(t)
	for _, guess := range []int{3, 9} {
		say(fmt.Sprintf("%d\n", guess))
		if want := fmt.Sprintf("wrong, not %d", guess); !hear.Scan() || hear.Text() != want {
			t.Errorf("heard %q, want %q", hear.Text(), want)
		}
	}
	say("7\n")
	if !hear.Scan() || hear.Text() != "right" {
		t.Errorf("heard %q, want right", hear.Text())
	}
	if hear.Scan() {
		t.Errorf("heard %q, want the end although the submission still runs", hear.Text())
	}
	say("")
	if got := exitCode(t, cmd); got != exitAccepted {
		t.Errorf("exit code %d, want %d", got, exitAccepted)
	}
}

func TestInteractRejects(t *testing.T) {
	tests := []struct{ name, said, want string }{
		{"ends early", "3\n", "output, line 2: guess: want an integer from 1 to 1000, got end of file\n"},
		{"nonsense", "three\n", "output, line 1: guess: want an integer from 1 to 1000, got \"three\"\n"},
		{"says more", "7\n8\n", "output, line 2: want nothing more, got \"8\"\n"},
		{"never right", strings.Repeat("3\n", 10), "ten guesses\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			cmd, say, _, feedback := interactor(t)
			say(test.said)
			say("")
			if got := exitCode(t, cmd); got != exitRejected {
				t.Errorf("exit code %d, want %d", got, exitRejected)
			}
			if got, err := os.ReadFile(feedback); err != nil || string(got) != test.want {
				t.Errorf("message %q, %v, want %q", got, err, test.want)
			}
		})
	}
}

// A submission that ends, or no longer listens, must not take the interactor with it by SIGPIPE.
func TestInteractSurvivesABrokenPipe(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, write(t, dir, "1.in", "7\n"), write(t, dir, "1.ans", ""), dir+"/")
	cmd.Env = append(os.Environ(), "TESTLIB_PROGRAM=interactor")
	cmd.Stdin = strings.NewReader("3\n4\n7\n")
	cmd.Stdout = writer
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(cmd.Start(), writer.Close()); err != nil {
		t.Fatal(err)
	}
	if got := exitCode(t, cmd); got != exitAccepted {
		t.Errorf("exit code %d, want %d", got, exitAccepted)
	}
}
