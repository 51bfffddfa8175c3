package counterexample

import (
	"context"
	"sync/atomic"
	"time"

	"grundy/internal/author/enumerate"
	"grundy/internal/author/stress"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// Executor performs the steps of a search. Its methods may be called concurrently.
type Executor interface {
	stress.Executor
	Judge(ctx context.Context, p *problem.Problem, j job.Judgement, emit func(event.Event)) (event.Done, error)
}

// Request says how long to search and what is known beforehand.
type Request struct {
	// Failed are the names of test cases on which the solution is known to fail.
	Failed []string
	// Complete makes the cases that the package does not ship.
	Complete func(ctx context.Context, cases []*problem.Case) error
	// Time bounds the whole search. If building the programs takes more than half of it, the search still gets half of
	// it.
	Time time.Duration
	// Jobs is how many candidates are tried concurrently.
	Jobs int
}

// Found is the smallest input on which the solution fails that the search had time for.
type Found struct {
	*event.Counterexample
	trial *stress.Candidate
}

// Find looks for the smallest input on which a solution fails. It emits a Stress; then, when something failed, a
// Counterexample and a Shrunk, with progress between them. The Shrunk is missing where nothing can judge other inputs.
// The finding is nil when nothing was found; Done is returned instead of emitted. Errors are those of stress.Open
// and of Search; one may come with a finding that could not be shrunk. Reaching the time limit is not an error.
func Find(
	ctx context.Context, executor Executor, setup stress.Setup, request Request, emit func(event.Event),
) (*Found, event.Stressed, error) {
	s := &search{executor: executor, setup: setup, request: request, emit: emit, started: time.Now(), seed: 1}
	s.done = event.Stressed{Problem: setup.Problem.ID, Solution: setup.Solution.Name, Verdict: verdict.AC}
	err := s.run(ctx)
	s.done.Elapsed = time.Since(s.started)
	if cause := context.Cause(ctx); cause != nil {
		s.done.Interrupted, err = true, cause
	}
	if s.best == nil {
		return nil, s.done, err
	}
	found := s.best.found
	s.done.Verdict, s.done.Seed, s.done.Call = found.Test.Verdict, found.Seed, found.Call
	if s.best.trial == nil {
		return &Found{found, s.trial}, s.done, err
	}
	s.emit(event.Shrunk{
		Finding: found.Excerpt(), Tries: s.tries, From: s.first.Tokens, To: found.Tokens, FromBytes: s.first.Bytes, ToBytes: found.Bytes,
		Minimal: s.minimal, Validated: len(setup.Problem.InputValidators) > 0, Elapsed: time.Since(s.since),
	})
	return &Found{found, s.best.trial}, s.done, err
}

// Fault returns what the sanitizers report on the input, "" when they find nothing or are not
// available.
func (f *Found) Fault(ctx context.Context) event.Breakdown {
	if f.Test.Fault != "" || f.Test.Verdict != verdict.WA && f.Test.Verdict != verdict.RTE {
		return event.Breakdown{}
	}
	again, err := f.trial.Sanitized().Examine(ctx, f.Call, f.Input)
	if err != nil || again == nil {
		return event.Breakdown{}
	}
	return again.Test.Breakdown
}

// search is one call of Find.
type search struct {
	executor Executor
	setup    stress.Setup
	request  Request
	emit     func(event.Event)
	started  time.Time
	trial    *stress.Candidate
	// seed is the first seed that no search has started with.
	seed event.Seed
	done event.Stressed

	first *event.Counterexample // the finding as first found
	since time.Time             // when it was found
	best  *start                // nil before the first finding
	// Result of shrinking: the number of tries, and whether best is minimal.
	tries   int
	minimal bool

	sweep *enumerate.Sweep // nil before the first use
	swept verdict.Verdict
}

// RestShare is the divisor of the time that is kept for the work before and after the search.
const RestShare = 25

func (s *search) run(ctx context.Context) error {
	var err error
	if s.trial, err = stress.Open(ctx, s.executor, s.setup, s.emit); err != nil {
		return err
	}
	left := max(s.request.Time-time.Since(s.started), s.request.Time/2)
	bounded, cancel := context.WithTimeout(ctx, left-left/RestShare)
	defer cancel()
	if err := s.look(bounded); err != nil && bounded.Err() == nil {
		return err
	}
	return nil
}

// look finds an input and shrinks it until ctx ends.
func (s *search) look(ctx context.Context) error {
	found, err := s.begin(ctx)
	if found == nil || err != nil {
		return err
	}
	s.first, s.best, s.since = found.found, found, time.Now()
	s.emit(found.found.Excerpt())
	if found.trial == nil {
		return nil
	}
	if len(s.setup.Problem.InputValidators) == 0 {
		return s.shrink(ctx, found) // the steps below need something that decides which inputs are valid
	}
	if err := s.shrinkAtFirst(ctx, found); err != nil {
		return err
	}
	if err := s.trySmall(ctx); err != nil {
		return err
	}
	if !s.minimal {
		if err := s.shrink(ctx, s.best); err != nil {
			return err
		}
	}
	return s.improve(ctx)
}

// Divisors of the time for finding a first input: among the seeds, before the test cases are tried, and below the
// size of an input that is known to fail.
const (
	seedShare    = 4
	smallerShare = 10
)

// begin finds an input on which the solution fails: a test case that is known to fail it, a generated input, or
// the smallest failing test case. It prefers a generated input to a test case if there is a smaller one.
func (s *search) begin(ctx context.Context) (*start, error) {
	all := s.setup.Problem.Data.AllCases()
	var known []*problem.Case
	for _, name := range s.request.Failed {
		if tc := s.setup.Problem.Data.Case(name); tc != nil {
			known = append(known, tc)
		}
	}
	failing, err := s.fromCases(ctx, known)
	if err != nil {
		return nil, err
	}
	if failing == nil {
		generated, err := s.tryGenerated(ctx, stress.Limits{Time: s.request.Time / seedShare}, s.searching)
		if generated != nil || err != nil {
			return generated, err
		}
		if failing, err = s.fromCases(ctx, all); failing == nil || err != nil {
			return nil, err
		}
	}
	generated, err := s.tryGenerated(ctx, stress.Limits{Time: s.request.Time / smallerShare, Under: failing.found.Bytes}, s.searching)
	if generated != nil || err != nil && ctx.Err() == nil {
		return generated, err
	}
	return failing, nil
}

// searching shows the progress of a search, but not its findings.
func (s *search) searching(e event.Event) {
	if progress, ok := e.(event.StressProgress); ok {
		s.emit(progress)
	}
}

// seedsBetween is the distance between the first seeds of two searches. A search never tries as many.
const seedsBetween = 1 << 16

// tryGenerated tries generated inputs. Without generators it finds nothing.
func (s *search) tryGenerated(ctx context.Context, limits stress.Limits, emit func(event.Event)) (*start, error) {
	if len(s.setup.Generators) == 0 {
		return nil, nil
	}
	limits.Seed = s.seed
	s.seed = job.After(s.seed, seedsBetween)
	found, done, err := s.trial.Search(ctx, limits, emit)
	s.done.Cases += done.Cases
	if found == nil {
		return nil, err
	}
	return &start{s.trial, found}, nil
}

// An input that took this share of the time to shrink, and is now this small, may be found sooner by trying all
// small inputs.
const (
	shrinkShare = 3
	smallEnough = 128 // bytes
)

// shrinkAtFirst is shrink, but stops after a while where trying small inputs promises more.
func (s *search) shrinkAtFirst(ctx context.Context, from *start) error {
	pausing, pause := context.WithCancel(ctx)
	defer pause()
	var size atomic.Int64
	size.Store(int64(from.found.Bytes))
	defer time.AfterFunc(s.request.Time/shrinkShare, func() {
		if size.Load() <= smallEnough {
			pause()
		}
	}).Stop()
	return s.shrinkBy(pausing, from, 0, func(ctx context.Context, input []byte, try stress.Try, show func(int, int)) (stress.Smaller, error) {
		return Shrinker(s.request.Jobs)(ctx, input, try, func(tries, bytes int) {
			size.Store(int64(bytes))
			show(tries, bytes)
		})
	})
}

// shrink shrinks an input and records it as the best if it becomes smaller than the best.
func (s *search) shrink(ctx context.Context, from *start) error {
	return s.shrinkBy(ctx, from, 0, Shrinker(s.request.Jobs))
}

func (s *search) shrinkBy(ctx context.Context, from *start, limit time.Duration, shrinker stress.Shrinker) error {
	before := s.tries
	shrunk, err := from.trial.Shrink(ctx, from.found, shrinker, limit, func(e event.Event) {
		if step, ok := e.(event.Shrinking); ok {
			s.progress(before+step.Tries, min(step.To, s.best.found.Bytes))
		}
	})
	s.tries += shrunk.Tries
	if shrunk.Finding.Bytes < s.best.found.Bytes || from == s.best {
		s.best, s.minimal = &start{from.trial, &shrunk.Finding}, shrunk.Minimal
	}
	return err
}

func (s *search) progress(tries, size int) {
	s.emit(event.Shrinking{Tries: tries, From: s.first.Bytes, To: size, Elapsed: time.Since(s.since)})
}

// New inputs to start from are searched for in slices of the time, until this many in a row led to nothing
// smaller.
const (
	patience   = 2
	leastSlice = 150 * time.Millisecond
	sliceShare = 6
)

// improve starts again: with generated inputs smaller than the best one, or else with others that may shrink below
// it.
func (s *search) improve(ctx context.Context) error {
	for failed := 0; failed < patience && (failed == 0 || !s.sweep.Complete()); failed++ {
		before := s.best.found.Bytes
		slice := max(leastSlice, time.Since(s.started)/sliceShare)
		next, err := s.tryGenerated(ctx, stress.Limits{Time: slice, Under: before, Smallest: true}, ignore)
		if next == nil && err == nil {
			next, err = s.tryGenerated(ctx, stress.Limits{Time: slice}, ignore)
		}
		if next == nil || err != nil {
			return err
		}
		if err := s.shrink(ctx, next); err != nil {
			return err
		}
		if s.best.found.Bytes < before {
			failed = -1
			if err := s.trySmall(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// smallShare is the divisor of the remaining time that is given to small inputs at once.
const smallShare = 2

// trySmall tries small inputs below the best one, as long as they lead to a smaller one.
func (s *search) trySmall(ctx context.Context) error {
	if v := s.best.found.Test.Verdict; s.sweep == nil || s.swept != v {
		known, err := enumerate.Known(s.setup.Problem)
		if err != nil {
			return err
		}
		s.sweep, s.swept = enumerate.NewSweep(append(known, s.first.Input, s.best.found.Input), s.request.Jobs), v
	}
	for {
		end, _ := ctx.Deadline()
		before, minimal := s.best.found.Bytes, s.minimal
		err := s.shrinkBy(ctx, s.best, time.Until(end)/smallShare, s.sweeping)
		if err != nil || s.best.found.Bytes == before {
			s.minimal = minimal
			return err
		}
		if err := s.shrink(ctx, s.best); err != nil {
			return err
		}
	}
}

// sweeping is a Shrinker that tries small inputs.
func (s *search) sweeping(ctx context.Context, input []byte, try stress.Try, show func(int, int)) (stress.Smaller, error) {
	var tries atomic.Int64
	found, err := s.sweep.Below(ctx, input, func(ctx context.Context, candidate []byte) (valid, fails bool, err error) {
		show(int(tries.Add(1)), len(input))
		return try(ctx, candidate)
	})
	if found == nil {
		found = input
	}
	return stress.Smaller{Input: found, Tries: int(tries.Load())}, err
}

func ignore(event.Event) {}
