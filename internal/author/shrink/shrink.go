package shrink

import (
	"context"
	"errors"
	"math"
)

// ErrPasses is returned when the input to be reduced does not fail itself.
var ErrPasses = errors.New("shrink: the input itself does not fail")

// Try tells whether a candidate is still valid and still fails in the same way. It is called from several goroutines at
// once when there are several jobs, and must answer the same whenever it is asked the same. Its context ends when the
// answer has become irrelevant; what it returns then is ignored. It may keep the candidate but not change it.
type Try func(ctx context.Context, candidate []byte) (ok bool, err error)

// Options of a search. The zero value tries one candidate at a time without a limit.
type Options struct {
	// Jobs is how many candidates are tried at once, at least one. The result does not depend on it.
	Jobs int
	// MaxTries ends the search after so many tries; 0 is no limit.
	MaxTries int
	// Progress is told about every try, from the goroutine that called Shrink.
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

// Result is what a search came to.
type Result struct {
	// Input is the smallest failing input that was found.
	Input []byte
	// Tries is how many candidates were tried, the input itself included. A candidate that a further job tried ahead
	// counts when its turn comes, so the number does not depend on the jobs.
	Tries int
	// Steps are those that succeeded, in order.
	Steps []Step
	// Minimal tells that no further step succeeds. It is false when the search was ended early.
	Minimal bool
}

// Shrink reduces an input for which try holds. The result is valid beside an error too: it then has what was reached.
// The error is ErrPasses, what try returned, or the cause of the context's end; reaching MaxTries is none.
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

// stage is a sweep over reductions. The early ones take large bites only, since tries are dear while the input is large.
type stage struct {
	// share is how small a part of the input a list may be: one of so many.
	share int
	// fineness is into how many pieces a list is cut at most. With one piece there are only leaps, whose candidates are
	// small and together hardly longer than the input.
	fineness int
	// values tells whether numbers and letters are made smaller too, or things only removed.
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

// round goes once through the reductions of the input and tells whether any succeeded. Afterwards the structure is
// inferred anew, and the round goes on behind the one that succeeded: the next round comes back to those before.
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
	for from := (place{}); ; reduced = true {
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
