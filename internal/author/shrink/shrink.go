package shrink

import (
	"context"
	"errors"
	"math"
)

// ErrPasses is returned when the input to reduce does not fail.
var ErrPasses = errors.New("shrink: the input itself does not fail")

// Try reports whether a candidate is still valid and still fails in the same way. With several jobs it is called
// concurrently. It must be deterministic. When its context ends, the answer has become irrelevant and is ignored.
// It may keep the candidate but not change it.
type Try func(ctx context.Context, candidate []byte) (ok bool, err error)

// Options configure a search. The zero value tries one candidate at a time without a limit.
type Options struct {
	// Jobs is how many candidates are tried concurrently, at least one. The result does not depend on
	// it.
	Jobs int
	// MaxTries bounds the number of tries; 0 is no limit.
	MaxTries int
	// Progress is called after every try, by the goroutine that called Shrink.
	Progress func(Progress)
}

// Progress is how far a search has come.
type Progress struct {
	// Tries is how many candidates have been tried.
	Tries int
	// Size is the length in bytes of the smallest failing input so far.
	Size int
	// Last describes the last step that succeeded, such as "removed 500 of 1000 lines"; empty before the first.
	Last string
}

// Step is a reduction that succeeded.
type Step struct {
	// Kind is the name of one of Kinds.
	Kind string
	// Text says what was done, such as "removed 500 of 1000 lines".
	Text string
	// Size is the length in bytes afterwards.
	Size int
}

// Result is the result of a search.
type Result struct {
	// Input is the smallest failing input that was found.
	Input []byte
	// Tries is how many candidates were tried, including the input. A candidate that another job tried ahead counts
	// when its turn comes, so the number does not depend on the jobs.
	Tries int
	// Steps are the steps that succeeded, in order.
	Steps []Step
	// Minimal means that no further step succeeds. It is false when the search ended early.
	Minimal bool
}

// Shrink reduces an input for which try holds. Even with an error, the result holds what was reached. The error is
// ErrPasses, the error of try, or the cause of the context's end. Reaching MaxTries is not an error.
func Shrink(ctx context.Context, input []byte, try Try, options Options) (Result, error) {
	s := &search{
		oracle:   newOracle(try, max(1, options.Jobs), options.MaxTries),
		result:   Result{Input: input},
		progress: options.Progress,
	}
	s.oracle.settled = s.report
	err := s.run(ctx)
	if errors.Is(err, errTries) {
		err = nil
	}
	s.result.Tries = s.oracle.tries
	return s.result, err
}

// search is one call of Shrink.
type search struct {
	oracle   *oracle
	result   Result
	progress func(Progress)
}

// stage is a sweep over reductions. Early stages make large steps only, since tries are expensive while the input
// is large.
type stage struct {
	// share is the smallest part of the input that a list may be, as a divisor.
	share int
	// fineness is the most pieces that a list is cut into. With one piece there are only leaps, whose candidates are
	// small: together hardly longer than the input.
	fineness int
	// values says whether numbers and letters are lowered too, or parts are only removed.
	values bool
}

var stages = []stage{
	{share: 8, fineness: 1},
	{share: 8, fineness: 8},
	{share: 64, fineness: 64},
	{share: 64, fineness: 64, values: true},
	{share: math.MaxInt, fineness: math.MaxInt, values: true},
}

func (s *search) run(ctx context.Context) error {
	if ok, err := s.oracle.fails(ctx, s.result.Input); err != nil || !ok {
		if err == nil {
			err = ErrPasses
		}
		return err
	}
	s.report()
	for _, stage := range stages {
		for improved := true; improved; {
			var err error
			if improved, err = s.round(ctx, stage); err != nil {
				return err
			}
		}
	}
	s.result.Minimal = true
	return nil
}

// round goes once through the reductions of the input and reports whether any succeeded. After a success it infers
// the structure again and continues after that reduction; the next round returns to those before.
func (s *search) round(ctx context.Context, st stage) (improved bool, err error) {
	for passed, more := 0, true; more; {
		more = false
		position := 0
		for r := range parse(s.result.Input).reductions(st) {
			position++
			if position <= passed {
				continue
			}
			reduced, err := s.exhaust(ctx, r, st.fineness)
			if err != nil {
				return improved, err
			}
			if reduced {
				improved, more, passed = true, true, position
				break
			}
		}
	}
	return improved, nil
}

// exhaust applies a reduction as long as it succeeds.
func (s *search) exhaust(ctx context.Context, r reduction, fineness int) (reduced bool, err error) {
	for from := (cursor{}); ; reduced = true {
		found, err := s.oracle.first(ctx, s.result.Input, r.candidates(from, fineness))
		if err != nil || found == nil {
			return reduced, err
		}
		var done string
		done, from = r.accept(found.at)
		s.result.Input = found.candidate
		s.result.Steps = append(s.result.Steps, Step{Kind: r.kind().Name, Text: done, Size: len(found.candidate)})
		s.report()
	}
}

func (s *search) report() {
	if s.progress == nil {
		return
	}
	p := Progress{Tries: s.oracle.tries, Size: len(s.result.Input)}
	if n := len(s.result.Steps); n > 0 {
		p.Last = s.result.Steps[n-1].Text
	}
	s.progress(p)
}
