package cli

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"grundy/internal/base/environment"
)

// runIn runs a command line in an environment and returns what it printed.
func runIn(t *testing.T, variables environment.Variables, args ...string) (code int, out, err string) {
	t.Helper()
	var files [2]*os.File
	for i := range files {
		file, err := os.Create(filepath.Join(t.TempDir(), "stream"))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		files[i] = file
	}
	a := newApplication(process{in: os.Stdin, out: files[0], err: files[1], environment: variables, now: time.Now, limitMemory: func(int64) {}, copyTraces: func(*os.File) error { return nil }})
	code = a.run(t.Context(), append([]string{"grundy"}, args...))
	var texts [2]string
	for i, file := range files {
		text, err := os.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
	}
	return code, texts[0], texts[1]
}

// placeWith makes a user's workspace with one problem, whose tests lie in a directory.
func placeWith(t *testing.T, problem string) environment.Variables {
	t.Helper()
	dir := t.TempDir()
	secret := filepath.Join(dir, "problems", problem, "data", "secret")
	if err := os.MkdirAll(secret, 0o755); err != nil {
		t.Fatal(err)
	}
	yaml := "problem_format_version: 2025-09\nname: " + problem + "\nuuid: 8152979a-4dcf-4a9e-9de8-a5078d3c24bd\n"
	for name, text := range map[string]string{
		filepath.Join(secret, "..", "..", "problem.yaml"): yaml, filepath.Join(secret, "1.in"): "1\n", filepath.Join(secret, "1.ans"): "1\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return environment.Variables{
		"HOME=" + dir, "TMPDIR=" + dir, "GRUNDY_PROBLEMS=" + filepath.Join(dir, "problems"),
	}
}

// The environment of one application does not affect another one in the same process.
func TestApplicationsShareNothing(t *testing.T) {
	t.Setenv("GRUNDY_PROBLEMS", "/nonexistent")
	var wait sync.WaitGroup
	for _, problem := range []string{"apples", "pears"} {
		variables := placeWith(t, problem)
		wait.Go(func() {
			for range 20 {
				code, out, err := runIn(t, variables, "list")
				if code != 0 || !strings.Contains(out, problem) || strings.Count(out, "\n") != 2 {
					t.Errorf("list with %s: exit code %d\n%s%s", problem, code, out, err)
				}
				if code, out, err := runIn(t, variables, "list", "--help"); code != 0 || !strings.Contains(out, "--problems DIR") {
					t.Errorf("help: exit code %d\n%s%s", code, out, err)
				}
			}
		})
	}
	wait.Wait()
}

// File names come from archives and other users. They must not control the terminal through a warning or an error.
func TestOutsideWordsCannotSteerTheTerminal(t *testing.T) {
	const name = "\x1b]0;owned\x07\x1b[31mred"
	t.Chdir(t.TempDir())
	variables := placeWith(t, "apples")
	dir := filepath.Join(variables.Get("GRUNDY_PROBLEMS"), "apples")
	for _, file := range []string{filepath.Join(dir, "submissions", "accepted", name+".py"), filepath.Join(dir, "input_validators", name)} {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("print(1)\n"), 0o644); err != nil {
			t.Skipf("this system has no such names: %v", err)
		}
	}
	yaml, err := os.ReadFile(filepath.Join(dir, "problem.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	named := strings.Replace(string(yaml), "name: apples", `name: "\e]0;owned\ared"`, 1)
	if err := os.WriteFile(filepath.Join(dir, "problem.yaml"), []byte(named), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(dir, dir+name); err != nil {
		t.Fatal(err)
	}
	warned := false
	for _, args := range [][]string{{"list"}, {"show", dir + name}, {"show", name}, {"verify", name}, {"export", dir + name}, {"rm", dir + name, name}} {
		_, out, err := runIn(t, variables, args...)
		if strings.ContainsAny(err, "\x1b\x07") || args[0] != "export" && strings.ContainsAny(out, "\x1b\x07") { // scripts get it raw
			t.Errorf("%q printed raw: %q", args, out+err)
		}
		warned = warned || strings.Contains(err, "grundy: warning: ")
	}
	if !warned {
		t.Error("nothing was warned of: is the package still faulty?")
	}
}
