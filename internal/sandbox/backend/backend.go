package backend

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"grundy/internal/sandbox"
	"grundy/internal/sandbox/process"
)

// Wish is what a person asks for.
type Wish string

// The wishes. Isolated fails rather than run without namespaces.
const (
	Best     Wish = "auto"
	Isolated Wish = "namespaces"
	NoCgroup Wish = "no-cgroup"
	Bare     Wish = "process"
)

// Choice is a sandbox and the reasons for it.
type Choice struct {
	Host sandbox.Host
	// Weaker says why there is no stronger tier, Remedy how to get one; "" when this is the strongest.
	Weaker, Remedy string
}

// Choose finds the sandbox for a judge. Scratch is an existing folder for its own files; first is the box that will be
// opened first: opening it is the only proof that a machine allows namespaces, so it is opened here and kept.
func Choose(ctx context.Context, wish Wish, scratch string, first sandbox.Config) (Choice, error) {
	return choose(ctx, wish, scratch, func(noCgroup bool) (Choice, string, error) {
		return isolated(ctx, noCgroup, scratch, first)
	})
}

// choose is Choose, where isolated gives the sandbox with namespaces, or why there is none: the obstacle is what a person can do about
// a machine that has none, "" when it is not the machine's fault.
func choose(ctx context.Context, wish Wish, scratch string, isolated func(noCgroup bool) (Choice, string, error)) (Choice, error) {
	switch wish {
	case Best, Isolated, NoCgroup:
	case Bare:
		return Choice{Host: process.New(scratch), Weaker: "asked for", Remedy: "leave out --sandbox process"}, nil
	default:
		return Choice{}, fmt.Errorf("unknown sandbox %q: want %s, %s, %s or %s", wish, Best, Isolated, NoCgroup, Bare)
	}
	choice, obstacle, err := isolated(wish == NoCgroup)
	if err == nil {
		return choice, nil
	}
	if wish != Best || ctx.Err() != nil || obstacle == "" {
		return Choice{}, errors.Join(err, hint(obstacle))
	}
	return Choice{Host: process.New(scratch), Weaker: err.Error(), Remedy: obstacle}, nil
}

func hint(obstacle string) error {
	if obstacle == "" {
		return nil
	}
	return errors.New(obstacle)
}

// opened is a host whose first box is open already.
type opened struct {
	sandbox.Host
	config sandbox.Config

	mu  sync.Mutex
	box sandbox.Box // nil once it was given away
}

func (o *opened) Open(ctx context.Context, config sandbox.Config) (sandbox.Box, error) {
	o.mu.Lock()
	box := o.box
	if box != nil && config == o.config {
		o.box = nil
		o.mu.Unlock()
		return box, nil
	}
	o.mu.Unlock()
	return o.Host.Open(ctx, config)
}

func (o *opened) Close() error {
	var err error
	if o.box != nil {
		err = o.box.Close()
	}
	return errors.Join(err, o.Host.Close())
}
