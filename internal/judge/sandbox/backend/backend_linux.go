//go:build amd64 || arm64

package backend

import (
	"context"

	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/addressspace"
	"grundy/internal/judge/sandbox/namespaces"
	"grundy/internal/judge/sandbox/process"
	"grundy/internal/judge/sandbox/ulimit"
)

// Sweep removes what a judge that died left outside its scratch folder, given that folder.
func Sweep(scratch string) { namespaces.Sweep(scratch) }

// CountsInstructions tells whether boxes count instructions; the error says why not.
func CountsInstructions() error { return namespaces.CountsInstructions() }

// CountsTime tells whether boxes without control groups count the CPU time of all processes; the error says why not.
func CountsTime() error { return namespaces.CountsTime() }

// NumbersProcesses reports whether the processes of each run have the same numbers; the error says why not.
func NumbersProcesses() error { return namespaces.NumbersProcesses() }

// ComparesMemory reports whether processes that share their memory are told from others; the error says why not.
func ComparesMemory() error { return addressspace.Comparable() }

// Bounds says which limits that the judge was started with hold for programs as well.
func Bounds() []string { return ulimit.Bounds() }

// Shortage is the limit that the judge was started with which leaves too little to begin at all, nil where there is none.
func Shortage() error { return ulimit.Shortage() }

// Cores gives the processors that slots can be pinned to.
func Cores() []int { return namespaces.Allowed() }

func isolated(ctx context.Context, noCgroup bool, scratch string, first sandbox.Config) (Choice, error) {
	host, err := namespaces.New(namespaces.Options{Scratch: scratch, NoCgroup: noCgroup})
	if err != nil {
		return Choice{}, err
	}
	proven, err := prove(ctx, host, scratch, first)
	if err != nil {
		return Choice{}, &Failure{host.Tier(), err, namespaces.Obstacle(err)}
	}
	return Choice{Host: proven, Weaker: host.Reason(), Remedy: host.Remedy()}, nil
}

func bare(ctx context.Context, scratch string, first sandbox.Config) (sandbox.Host, error) {
	return prove(ctx, process.New(scratch), scratch, first)
}
