package runner

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"

	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/digest"
)

// Detector tells the language of a source.
type Detector interface {
	Detect(source language.Source) (*language.Language, error)
}

// Builder turns sources into programs.
type Builder interface {
	// Build compiles a source in a box, or finds it in the cache.
	Build(ctx context.Context, box sandbox.Box, source language.Source, limits language.Limits) (*language.Program, error)
	// Preparing is the name of a language that is made ready for all builds to come, "" for none.
	Preparing() string
}

// Config is what a Judge works with.
type Config struct {
	Host      sandbox.Host
	Languages Detector
	Builder   Builder
	// Cores has one entry for each slot: the processor that its programs are pinned to, or -1.
	Cores []int
	// Scratch is an existing folder for outputs and the like, removed by whoever made it.
	Scratch string
	// Load is how many programs compete for a core of the machine: wall limits grow with it. nil stands for none.
	Load func() float64
	// Digests tells what files hold; nil reads them whenever that is asked.
	Digests Digests
	// Verdicts keeps what came of submissions whose Options say Recall; nil forgets.
	Verdicts Verdicts
	// Share has other judges of the machine not run programs on the same core at the same time, nor any beside a rerun; nil leaves
	// that to chance.
	Share Share
}

// Share is a judge's part in the cores of its machine. What is entered must be left.
type Share interface {
	// Enter waits until no other process runs anything on a core, which is negative where slots are not pinned.
	Enter(ctx context.Context, core int) (leave func(), err error)
	// Alone waits until none does on any core.
	Alone(ctx context.Context) (leave func(), err error)
	// Borrow enters a core that another judge leaves idle and this one has not borrowed, if there is one now.
	Borrow(isBorrowed func(core int) bool) (core int, leave func(), ok bool)
}

// Digests gives the SHA-256 of a file in hexadecimal, cheaply when the file did not change since the last time. No link leads
// out of the folder; "" for any.
type Digests interface {
	File(dir, path string) (string, error)
}

// freshDigests reads files each time.
type freshDigests struct{}

func (freshDigests) File(dir, path string) (string, error) { return digest.Within(dir, path) }

// Judge judges submissions on this machine. Its methods may be called concurrently; they share the slots.
type Judge struct {
	host      sandbox.Host
	languages Detector
	builder   Builder
	slots     *pool
	used      *usage
	programs  programs

	machineLoad func() float64
	digests     Digests
	verdicts    Verdicts

	// What Prepare began, which ends with the judge.
	prepared   preparations
	background sync.WaitGroup
	closing    context.Context
	stop       context.CancelFunc
}

// New makes a judge. No box is opened before it is needed.
func New(config Config) (*Judge, error) {
	if len(config.Cores) == 0 {
		return nil, errors.New("a judge needs at least one slot")
	}
	j := &Judge{
		host: config.Host, languages: config.Languages, builder: config.Builder, slots: &pool{
			extend: func(s *slot) (*slot, error) { return s.beside("more" + strconv.Itoa(s.core.slots)) }, share: config.Share,
			equip: (*slot).equip,
		}, used: &usage{},
		machineLoad: config.Load, digests: config.Digests, verdicts: config.Verdicts,
	}
	if j.machineLoad == nil {
		j.machineLoad = func() float64 { return 1 }
	}
	if j.digests == nil {
		j.digests = freshDigests{}
	}
	j.closing, j.stop = context.WithCancel(context.Background())
	outputs := &space{dir: config.Scratch}
	j.slots.guest = func(core int) (*slot, error) {
		return newSlot(config.Host, outputs, j.used, "guest"+strconv.Itoa(core), core)
	}
	// The last one added is lent first; see FirstBox.
	for i, core := range slices.Backward(config.Cores) {
		j.slots.add(bareSlot(config.Host, outputs, j.used, strconv.Itoa(i), core))
	}
	return j, nil
}

// digest names what a file of a problem holds, "" where there is none.
func (j *Judge) digest(p *problem.Problem, path string) string {
	if path == "" {
		return ""
	}
	sum, err := j.digests.File(p.Dir, path)
	if err != nil {
		return "" // the judgement says what is wrong with the file
	}
	return sum
}

// Slots is the number of programs that the judge runs at a time.
func (j *Judge) Slots() int { return j.slots.cores }

// Tier is how well the judge isolates programs.
func (j *Judge) Tier() sandbox.Tier { return j.host.Tier() }

// Close ends what Prepare began, and all boxes. No other method may be running.
func (j *Judge) Close() error {
	j.stop()
	j.background.Wait()
	return j.slots.close()
}
