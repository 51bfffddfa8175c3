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

// Sweep removes what a judge that died left outside the given scratch directory.
func Sweep(scratch string) { namespaces.Sweep(scratch) }

// CountsInstructions reports whether boxes count instructions; the error says why not.
func CountsInstructions() error { return namespaces.CountsInstructions() }

// CountsTime reports whether boxes without control groups count the CPU time of all processes; the error says why
// not.
func CountsTime() error { return namespaces.CountsTime() }

// NumbersProcesses reports whether the processes of each run have the same numbers; the error says why not.
func NumbersProcesses() error { return namespaces.NumbersProcesses() }

// ComparesMemory reports whether the judge can recognise processes that share memory; the error says why not.
func ComparesMemory() error { return addressspace.Comparable() }

// Walls says what holds programs without namespaces, by the version of the kernel's Landlock; "" without
// Landlock.
func Walls() string { return namespaces.Walls() }

// Bounds lists the limits that the judge was started with and that hold for programs as well.
func Bounds() []string { return ulimit.Bounds() }

// Shortage returns the limit of the judge's own process that leaves too little to start at all, or nil.
func Shortage() error { return ulimit.Shortage() }

// Cores returns the processors that slots can be pinned to.
func Cores() []int { return namespaces.Allowed() }

func isolated(ctx context.Context, noCgroup bool, scratch string, first sandbox.Config) (Choice, error) {
	host, choice, err := open(ctx, namespaces.Options{Scratch: scratch, NoCgroup: noCgroup}, first)
	if err == nil {
		choice.Weaker, choice.Remedy = host.Reason(), host.Remedy()
	}
	return choice, err
}

func walled(ctx context.Context, scratch string, first sandbox.Config) (Choice, error) {
	_, choice, err := open(ctx, namespaces.Options{Scratch: scratch, Plain: true}, first)
	if err == nil {
		choice.Weaker, choice.Remedy = "asked for", "leave out --sandbox landlock"
	}
	return choice, err
}

// open makes a trial of a kind of boxes.
func open(ctx context.Context, options namespaces.Options, first sandbox.Config) (*namespaces.Host, Choice, error) {
	host, err := namespaces.New(options)
	if err != nil {
		return nil, Choice{}, err
	}
	proven, err := prove(ctx, host, options.Scratch, first)
	if err != nil {
		return nil, Choice{}, &Failure{host.Tier(), err, namespaces.Obstacle(err)}
	}
	return host, Choice{Host: proven}, nil
}

func bare(ctx context.Context, scratch string, first sandbox.Config) (sandbox.Host, error) {
	return prove(ctx, process.New(scratch), scratch, first)
}
