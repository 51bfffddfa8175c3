package backend

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"grundy/internal/judge/sandbox"
)

// Preference is the isolation that the user asks for.
type Preference string

// The wishes. Isolated fails rather than run without namespaces.
const (
	Best     Preference = "auto"
	Isolated Preference = "namespaces"
	NoCgroup Preference = "no-cgroup"
	Walled   Preference = "landlock"
	Bare     Preference = "process"
)

// Choice is a sandbox and the reasons for it.
type Choice struct {
	Host sandbox.Host
	// Weaker says why the tier is not the strongest one, and Remedy how to get a stronger one. Both are "" for the
	// strongest.
	Weaker, Remedy string
	// FellBack reports that the machine seemed to offer a stronger tier, which then failed.
	FellBack bool
}

// Failure is a tier that is not available.
type Failure struct {
	Tier sandbox.Tier
	Err  error
	// Obstacle is the remedy for the user. It is "" if the machine is not to blame; then no weaker tier is tried.
	Obstacle string
}

func (f *Failure) Error() string { return string(f.Tier) + ": " + f.Err.Error() }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// Hint returns the remedy for the user.
func (f *Failure) Hint() string { return f.Obstacle }

// Choose returns the strongest sandbox that passes its trial. scratch is an existing directory for the sandbox's
// files. first is the box that the judge opens first: the trial takes place in it, and it stays open.
func Choose(ctx context.Context, wish Preference, scratch string, first sandbox.Config) (Choice, error) {
	return choose(ctx, wish, sources{
		isolated: func(noCgroup bool) (Choice, error) { return isolated(ctx, noCgroup, scratch, first) },
		walled:   func() (Choice, error) { return walled(ctx, scratch, first) },
		bare: func() (Choice, error) {
			host, err := bare(ctx, scratch, first)
			if err != nil {
				return Choice{}, &Failure{sandbox.NotIsolated, err, ""}
			}
			return Choice{Host: host, Weaker: "asked for", Remedy: "leave out --sandbox process"}, nil
		},
	})
}

// sources create sandboxes of each kind, or return a Failure.
type sources struct {
	isolated func(noCgroup bool) (Choice, error)
	walled   func() (Choice, error) // without namespaces
	bare     func() (Choice, error)
}

// choose tries the tiers that a wish allows, from strong to weak.
func choose(ctx context.Context, wish Preference, from sources) (Choice, error) {
	strong := func() (Choice, error) { return from.isolated(false) }
	weaker := func() (Choice, error) { return from.isolated(true) }
	allowed := map[Preference][]func() (Choice, error){
		Best: {strong, weaker, from.walled, from.bare}, Isolated: {strong, weaker}, NoCgroup: {weaker},
		Walled: {from.walled}, Bare: {from.bare},
	}[wish]
	if allowed == nil {
		return Choice{}, fmt.Errorf("unknown sandbox %q: want %s, %s, %s, %s or %s", wish, Best, Isolated, NoCgroup, Walled, Bare)
	}
	var failed failures
	for i, open := range allowed {
		if i == 1 && !failed[0].Tier.AtLeast(sandbox.CgroupV1) {
			continue // it had no control groups anyway
		}
		choice, err := open()
		if err == nil {
			return choice.after(failed), nil
		}
		failure := new(Failure)
		if !errors.As(err, &failure) {
			return Choice{}, err
		}
		failed = append(failed, failure)
		if failure.Obstacle == "" || ctx.Err() != nil {
			break
		}
	}
	return Choice{}, failed
}

// after returns the choice, with the failures of stronger tiers added.
func (c Choice) after(failed failures) Choice {
	if len(failed) > 0 {
		c.Weaker, c.Remedy, c.FellBack = failed.Error(), failed[len(failed)-1].Obstacle, true
	}
	return c
}

// failures are the failures of several tiers, from strong to weak.
type failures []*Failure

// Error lists the failures, and says what they have in common only once.
func (f failures) Error() string {
	var text strings.Builder
	for i, failure := range f {
		switch cause := failure.Err.Error(); {
		case i+1 < len(f) && f[i+1].Err.Error() == cause:
			text.WriteString(string(failure.Tier) + " and ")
		case i+1 < len(f):
			text.WriteString(failure.Error() + "; ")
		default:
			text.WriteString(failure.Error())
		}
	}
	return text.String()
}

// Hint returns the remedy for the weakest tier that has one: what stands in its way stands in the way of all others.
func (f failures) Hint() string {
	for _, failure := range slices.Backward(f) {
		if failure.Obstacle != "" {
			return failure.Obstacle
		}
	}
	return ""
}

func (f failures) Unwrap() []error {
	list := make([]error, len(f))
	for i, failure := range f {
		list[i] = failure
	}
	return list
}

// opened is a host whose first box is already open.
type opened struct {
	sandbox.Host
	config sandbox.Config

	mu  sync.Mutex
	box sandbox.Box // nil after Open has returned it
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
