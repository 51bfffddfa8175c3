package job

import (
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

// Setup says what is tried on inputs that the problem does not have, and by what.
type Setup struct {
	// Solution is tried. Trusted is the one that is right; without a name there is none.
	Solution, Trusted Judgement
	// Generators make the inputs; none when only given inputs are tried.
	Generators []Generator
	Sizes      Sizes
	// Template has the arguments that the case of each input gets.
	Template problem.Case
}

// HasReference tells whether there is a trusted solution.
func (s *Setup) HasReference() bool { return s.Trusted.Name != "" }

// Decides says how failures are told: what there is to go by.
func (s *Setup) Decides(p *problem.Problem) event.Decision {
	switch {
	case p.Type.Interactive || p.Type.MultiPass:
		return event.ByChecker // there is no output apart from what the interactor sees
	case s.HasReference():
		return event.ByAnswer
	case len(p.Output.Programs) > 0:
		return event.ByChecker
	}
	return event.ByEnding
}

// Opening builds everything that a Setup names. Its result is the event.Stress that opens a search. The error is a
// *CompileError when a solution cannot be built, a *PackageError when a generator, validator or checker cannot.
type Opening struct{ Setup Setup }

// Search tries one input after another until the solution fails: those of a range of seeds.
type Search struct {
	Setup Setup
	// Seed is that of the first case; the k-th case after it has the k-th seed after it. First is the number of that case
	// among all of a search that is done in parts, from 1.
	Seed  event.Seed
	First int64
	// Count is how many cases are tried at most, and Time after how long none is begun any more; 0 is unbounded.
	Count int64
	Time  time.Duration
	// Under leaves out inputs of so many bytes or more; 0 tries all.
	Under int
	// Smallest goes on after a failure, as long as Count and Time allow, with inputs that are smaller still.
	Smallest bool
}

// Searched is what came of a range of seeds. When a generator, a validator or the trusted solution is wrong, the error is a
// *Fault.
type Searched struct {
	// Passed counts the cases that passed; when one failed, those before it. With Smallest it counts all that passed.
	Passed int64
	// Failed tells that the solution failed, on the first Found in the order of the seeds, however many slots there are. With
	// Smallest that is the smallest input of those that were tried.
	Failed bool
	Found  Found
}

// Found is an input on which the solution failed.
type Found struct {
	// Finding has all but the files of its Test.
	Finding event.Counterexample
	// Answer is the whole answer of the trusted solution, where that decides.
	Answer []byte
}

// SingleRun tries the solution on one given input.
type SingleRun struct {
	Setup Setup
	// Name is that of the case, Call and Seed say where it comes from.
	Name, Call string
	Seed       event.Seed
	Input      []byte
	// Repeats is how often more a failure that depends on the machine must be seen.
	Repeats int
	// Verdict is the failure that is looked for, None for any.
	Verdict verdict.Verdict
	// Complete demands of an input that more behind it does not change the trusted solution's answer: then it lacks nothing.
	Complete bool
}

// Repeats is how often more a search wants to see a failure that depends on the machine.
const Repeats = 2

// SingleRunResult is what came of a trial. Of an input that is no input, Refused is the validator that refuses it, and Message what
// that said.
type SingleRunResult struct {
	Refused, Message string
	// Incomplete tells that the input lacks something, where that was asked.
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
