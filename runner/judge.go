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

// Detector determines the language of a source.
type Detector interface {
	Detect(source language.Source) (*language.Language, error)
}

// Builder turns sources into programs.
type Builder interface {
	// Build compiles a source in a box, or finds it in the cache.
	Build(ctx context.Context, box sandbox.Box, source language.Source, limits language.Limits) (*language.Program, error)
	// Preparing returns the name of the language that is being prepared for all later builds, or "".
	Preparing() string
}

// Config configures a Judge.
type Config struct {
	Host      sandbox.Host
	Languages Detector
	Builder   Builder
	// Cores has one entry for each slot: the processor that its programs are pinned to, or -1.
	Cores []int
	// Scratch is an existing directory for outputs and the like. The caller removes it.
	Scratch string
	// Load returns how many programs compete for a core of the machine; wall limits grow with it. nil means no
	// competition.
	Load func() float64
	// Digests returns digests of files. With nil the judge reads a file whenever it needs its digest.
	Digests Digests
	// Verdicts keeps the results of submissions whose Options say Recall. With nil the judge keeps none.
	Verdicts ResultCache
	// Share coordinates the cores with other judges of the machine: they never run programs on the same core at the
	// same time, nor any program during a rerun. nil disables this.
	Share Share
}

// Share is a judge's part in the cores of its machine. The caller must call the returned leave function.
type Share interface {
	// Enter waits until no other process runs anything on a core. The core is negative where slots are not pinned.
	Enter(ctx context.Context, core int) (leave func(), err error)
	// Alone waits until no other process runs anything on any core.
	Alone(ctx context.Context) (leave func(), err error)
	// Borrow enters a core that another judge leaves idle and that this judge has not borrowed yet. ok is false if
	// there is none at the moment.
	Borrow(isBorrowed func(core int) bool) (core int, leave func(), ok bool)
}

// Digests returns the SHA-256 of a file in hexadecimal, without reading it again if it has not changed. It follows no
// link out of the directory. On any error it returns "".
type Digests interface {
	File(dir, path string) (string, error)
}

// freshDigests reads a file each time.
type freshDigests struct{}

func (freshDigests) File(dir, path string) (string, error) { return digest.Within(dir, path) }

// Judge judges submissions on this machine. Its methods may be called concurrently and share the slots.
type Judge struct {
	host      sandbox.Host
	languages Detector
	builder   Builder
	slots     *pool
	used      *usage
	programs  programs

	machineLoad func() float64
	digests     Digests
	verdicts    ResultCache

	// The builds that Prepare has begun; they end with the judge.
	prepared   preparations
	background sync.WaitGroup
	closing    context.Context
	stop       context.CancelFunc
}

// New returns a judge. It opens a box only when it first needs it.
func New(config Config) (*Judge, error) {
	if len(config.Cores) == 0 {
		return nil, errors.New("a judge needs at least one slot")
	}
	j := &Judge{
		host: config.Host, languages: config.Languages, builder: config.Builder, slots: &pool{
			extend: func(s *slot) (*slot, error) { return s.newOnSameCore("more" + strconv.Itoa(s.core.slots)) }, share: config.Share,
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
	// The slot added last is lent first; see FirstBox.
	for i, core := range slices.Backward(config.Cores) {
		j.slots.add(bareSlot(config.Host, outputs, j.used, strconv.Itoa(i), core))
	}
	return j, nil
}

// digest identifies the content of a file of a problem. It returns "" if the file does not exist.
func (j *Judge) digest(p *problem.Problem, path string) string {
	if path == "" {
		return ""
	}
	sum, err := j.digests.File(p.Dir, path)
	if err != nil {
		return "" // the judgement reports what is wrong with the file
	}
	return sum
}

// Slots returns how many programs the judge runs at a time.
func (j *Judge) Slots() int { return j.slots.cores }

// Tier returns how well the judge isolates programs.
func (j *Judge) Tier() sandbox.Tier { return j.host.Tier() }

// Close ends the builds that Prepare has begun and closes all boxes. No other method may be running.
func (j *Judge) Close() error {
	j.stop()
	j.background.Wait()
	return j.slots.close()
}
