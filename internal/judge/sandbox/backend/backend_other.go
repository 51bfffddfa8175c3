//go:build !linux || !(amd64 || arm64)

package backend

import (
	"context"
	"errors"
	"runtime"

	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/process"
)

// Sweep does nothing: a judge leaves nothing outside its scratch directory.
func Sweep(string) {}

// CountsInstructions says why boxes do not count instructions.
func CountsInstructions() error { return errors.New("only Linux lets them be counted here") }

// CountsTime says why boxes do not count the CPU time of all processes.
func CountsTime() error { return errors.New("only Linux counts it") }

// NumbersProcesses returns nil: boxes do not hide process numbers on this system, so nothing can be improved.
func NumbersProcesses() error { return nil }

// ComparesMemory returns nil: nothing compares processes on this system.
func ComparesMemory() error { return nil }

// Walls returns "": nothing holds programs on this system.
func Walls() string { return "" }

// Bounds returns nil: no limits are known on this system.
func Bounds() []string { return nil }

// Shortage returns nil: no limits are known on this system.
func Shortage() error { return nil }

// Cores returns an unpinned slot for each processor.
func Cores() []int {
	cores := make([]int, runtime.NumCPU())
	for i := range cores {
		cores[i] = -1
	}
	return cores
}

func isolated(context.Context, bool, string, sandbox.Config) (Choice, error) {
	return Choice{}, &Failure{
		sandbox.Namespaces, errors.New("this system has none"),
		"run grundy on Linux, or in a virtual machine with it, for isolation and exact limits",
	}
}

func walled(context.Context, string, sandbox.Config) (Choice, error) {
	return Choice{}, &Failure{sandbox.Landlock, errors.New("this system has none"), "run grundy on Linux 5.13 or later"}
}

func bare(_ context.Context, scratch string, _ sandbox.Config) (sandbox.Host, error) {
	return process.New(scratch), nil
}
