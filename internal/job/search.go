package job

import (
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

// Setup says what is tried on inputs outside the problem's cases, and what judges it.
type Setup struct {
	// Solution is tried. Trusted is the reference solution; without a name there is none.
	Solution, Trusted Judgement
	// Generators make the inputs; none if only given inputs are tried.
	Generators []Generator
	Sizes      Sizes
	// Template has the arguments of each input's case.
	Template problem.Case
}

// HasReference reports whether there is a reference solution.
func (s *Setup) HasReference() bool { return s.Trusted.Name != "" }

// Decides returns what decides about failures.
func (s *Setup) Decides(p *problem.Problem) event.Decision {
	switch {
	case p.Type.Interactive || p.Type.MultiPass:
		return event.ByChecker // the interactor sees all output
	case s.HasReference():
		return event.ByAnswer
	case len(p.Output.Programs) > 0:
		return event.ByChecker
	}
	return event.ByEnding
}

// Opening builds everything that a Setup names. Its result is the event.Stress that opens a search. The error is a
// *CompileError if a solution cannot be built, a *PackageError if a generator, validator or checker cannot.
type Opening struct{ Setup Setup }

// Search tries one input after another, from a range of seeds, until the solution fails.
type Search struct {
	Setup Setup
	// Seed is that of the first case; the k-th case after it has the k-th seed after it. First is the number of that
	// case, from 1, within a search that is done in parts.
	Seed  event.Seed
	First int64
	// Count bounds the number of cases, and Time the time after which no case begins; 0 is unbounded.
	Count int64
	Time  time.Duration
	// Under skips inputs of this many bytes or more; 0 tries all.
	Under int
	// Smallest continues after a failure, within Count and Time, with even smaller inputs.
	Smallest bool
}

// Searched is the result of a range of seeds. If a generator, a validator or the reference solution is wrong, the
// error is a *Fault.
type Searched struct {
	// Passed counts the cases that passed; if one failed, those before it. With Smallest it counts all that passed.
	Passed int64
	// Failed reports that the solution failed, on the first Found in the order of the seeds, however many slots there
	// are. With Smallest, Found is the smallest input among those tried.
	Failed bool
	Found  Found
}

// Found is an input on which the solution failed.
type Found struct {
	// Finding has everything but the files of its Test.
	Finding event.Counterexample
	// Answer is the whole answer of the reference solution, if that decides.
	Answer []byte
}

// SingleRun tries the solution on one given input.
type SingleRun struct {
	Setup Setup
	// Name is that of the case, Call and Seed say where it comes from.
	Name, Call string
	Seed       event.Seed
	Input      []byte
	// Repeats is how often a failure that depends on the machine must recur.
	Repeats int
	// Verdict is the failure to look for, None for any.
	Verdict verdict.Verdict
	// Complete requires a complete input: appended data must not change the reference solution's answer.
	Complete bool
}

// Repeats is how often a search requires a failure that depends on the machine to recur.
const Repeats = 2

// SingleRunResult is the result of a trial. For an invalid input, Refused is the validator that rejects it, and
// Message its message.
type SingleRunResult struct {
	Refused, Message string
	// Incomplete reports that the input is incomplete, if the job asked for that.
	Incomplete bool
	Failed     bool
	Found      Found
}

// Comparison learns what inputs have in common with one on which the solution failed.
type Comparison struct {
	Setup Setup
	// Name is that of the case.
	Name  string
	Input []byte
}

// Compared is what they have in common.
type Compared struct{ Likeness InputProfile }

func (Opening) job()    {}
func (Search) job()     {}
func (SingleRun) job()  {}
func (Comparison) job() {}
