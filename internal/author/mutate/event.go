package mutate

import (
	"time"

	"grundy/internal/verdict"
)

// Event is one step of a run: Started, Planned, a Judged for each mutant as they end, and Done.
type Event interface{ event() }

// Started opens a run: the original is being judged.
type Started struct{ Problem, Solution string }

// Planned tells what will be done.
type Planned struct {
	Problem, Solution, Language string
	// Made counts the mutants of the solution, Chosen those that are judged.
	Made, Chosen int
	Tests        int
	// Slowest is the CPU time of the original on its slowest case, Limit the time limit of the mutants.
	Slowest, Limit time.Duration
}

// Judged tells what became of a mutant.
type Judged struct {
	Result Result
	// Count is the number of mutants that were judged until now, of Total.
	Count, Total int
}

// Done closes a run.
type Done struct{ Summary Summary }

func (Started) event() {}
func (Planned) event() {}
func (Judged) event()  {}
func (Done) event()    {}

// Outcome is what became of a mutant.
type Outcome string

// The outcomes.
const (
	Killed     Outcome = "killed"     // some case does not accept it, or gives it less
	Survived   Outcome = "survived"   // every case accepts it, and nobody says why it is right
	Explained  Outcome = "explained"  // it survived, and the package says why it is right
	Equivalent Outcome = "equivalent" // it is the same program as the original
	Stillborn  Outcome = "stillborn"  // it does not compile
	Unjudged   Outcome = "unjudged"   // the judge or the package failed on it
	NotRun     Outcome = "not run"    // the time was up before
)

// Result is what became of a mutant.
type Result struct {
	Mutant  Mutant
	Place   string // its file below the submissions of the package: "accepted/nim.go"
	Outcome Outcome
	// Verdict is that on Case, which killed it.
	Verdict verdict.Verdict
	Case    string
	// Reason is the judgement in words, or why the mutant is right.
	Reason string
}
