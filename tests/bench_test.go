package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// BenchmarkStart measures the program's fixed cost: the median wall time, in milliseconds, of printing its version,
// of listing its problems, and of judging a compiled shell script on one test. It compares them with the smallest
// program that can be started. All commands take turns, so that a busy phase of the machine affects each of them.
func BenchmarkStart(b *testing.B) {
	const rounds = 21
	nothing, err := exec.LookPath("true")
	if err != nil {
		b.Skipf("nothing to compare with: %v", err)
	}
	dir := b.TempDir()
	for name, text := range map[string]string{
		"solution.sh": "cat\n",
		"1.in":        "1\n",
		"1.ans":       "1\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	grundy := builtBinary(b)
	env := os.Environ()
	for name, value := range surroundings(dir, b.TempDir()) {
		env = append(env, name+"="+value)
	}
	start := func(name string, args ...string) time.Duration {
		command := exec.CommandContext(b.Context(), name, args...)
		command.Dir, command.Env = dir, env
		begin := time.Now()
		out, err := command.CombinedOutput()
		took := time.Since(begin)
		if err != nil {
			b.Fatalf("%v: %v\n%s", command.Args, err, out)
		}
		return took
	}

	commands := []struct {
		unit string
		argv []string
		took []time.Duration
	}{
		{unit: "ms/true", argv: []string{nothing}},
		{unit: "ms/version", argv: []string{grundy, "--version"}},
		{unit: "ms/list", argv: []string{grundy, "list"}},
		{unit: "ms/test", argv: []string{grundy, "test", "solution.sh"}},
	}
	for _, c := range commands {
		start(c.argv[0], c.argv[1:]...) // the first start reads and compiles
	}
	for b.Loop() {
		for range rounds {
			for i, c := range commands {
				commands[i].took = append(c.took, start(c.argv[0], c.argv[1:]...))
			}
		}
	}
	b.ReportMetric(0, "ns/op") // the time of a whole round is meaningless
	for _, c := range commands {
		slices.Sort(c.took)
		b.ReportMetric(c.took[len(c.took)/2].Seconds()*1000, c.unit)
	}
}

// builtBinary is the installed program, not the copy of the test binary that the scripts run.
func builtBinary(b testing.TB) string {
	b.Helper()
	binary := filepath.Join(b.TempDir(), "grundy.exe")
	build := exec.CommandContext(b.Context(), "make", "-C", "..", "build", "BINARY="+binary)
	// The version needs no commit here, and git rejects a repository of another user.
	build.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false", "CGO_ENABLED=0", "MAKEFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("build grundy: %v\n%s", err, out)
	}
	return binary
}
