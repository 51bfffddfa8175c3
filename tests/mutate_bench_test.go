package tests

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"grundy/internal/event"
)

// BenchmarkMutate measures the mutants of a model in Go, with compiled programs: how many are judged per minute of
// CPU time of all processes, and what share of that time a second run takes, which reuses the earlier results.
func BenchmarkMutate(b *testing.B) {
	grundy, env := builtBinary(b), environmentOf(b)
	for _, name := range []string{"nim", "wallgame"} {
		b.Run(name, func(b *testing.B) {
			mutatePackage(b, grundy, env, name, "--count", "1", "--seed", "2") // builds
			var first, second time.Duration
			mutants := 0
			for b.Loop() {
				judged, cpu := mutatePackage(b, grundy, env, name, "--fresh")
				mutants, first = mutants+judged, first+cpu
				_, cpu = mutatePackage(b, grundy, env, name)
				second += cpu
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(mutants)/first.Minutes(), "mutants/cpu-min")
			b.ReportMetric(second.Seconds()/first.Seconds(), "second/first")
		})
	}
}

// mutatePackage mutates the model solution of a package of the library, and returns how many mutants were judged in
// how much CPU time.
func mutatePackage(b *testing.B, grundy string, env []string, name string, flags ...string) (judged int, cpu time.Duration) {
	b.Helper()
	args := append([]string{"mutate", "--format", "json", filepath.Join("..", "problems", name)}, flags...)
	command := exec.CommandContext(b.Context(), grundy, args...)
	command.Env, command.Stderr = env, os.Stderr
	out, err := command.Output()
	if failed := (*exec.ExitError)(nil); err != nil && !(errors.As(err, &failed) && failed.ExitCode() == 1) {
		b.Fatalf("%v: %v", command.Args, err)
	}
	decoder := event.NewDecoder(bytes.NewReader(out))
	for {
		e, err := decoder.Decode()
		if errors.Is(err, io.EOF) {
			return judged, command.ProcessState.UserTime() + command.ProcessState.SystemTime()
		}
		if err != nil {
			b.Fatal(err)
		}
		if mutated, ok := e.(event.Mutated); ok {
			judged = mutated.Summary.Total().Made
		}
	}
}
