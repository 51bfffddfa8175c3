//go:build !linux || !(amd64 || arm64)

package backend

import (
	"context"
	"errors"
	"runtime"

	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/process"
)

// Sweep removes what a judge that died left outside its scratch folder: nothing.
func Sweep(string) {}

// CountsInstructions tells why boxes do not count instructions.
func CountsInstructions() error { return errors.New("only Linux lets them be counted here") }

// CountsTime tells why boxes do not count the CPU time of all processes.
func CountsTime() error { return errors.New("only Linux counts it") }

// NumbersProcesses reports nothing to mend: boxes do not hide the numbers of processes here.
func NumbersProcesses() error { return nil }

// ComparesMemory reports nothing to mend: nothing compares processes here.
func ComparesMemory() error { return nil }

// Bounds says which limits that the judge was started with hold for programs as well: none that is known.
func Bounds() []string { return nil }

// Shortage is the limit that leaves too little to begin at all: none that is known.
func Shortage() error { return nil }

// Cores gives one unpinned slot a processor.
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

func bare(_ context.Context, scratch string, _ sandbox.Config) (sandbox.Host, error) {
	return process.New(scratch), nil
}
