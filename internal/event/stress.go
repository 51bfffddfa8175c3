package event

import (
	"math"
	"time"

	"grundy/internal/sandbox"
	"grundy/internal/verdict"
)

// Seed is what a generator makes an input from. It has 31 bits, as in generators.yaml.
type Seed uint32

// MaxSeed is the greatest seed.
const MaxSeed = Seed(math.MaxInt32)

// Decision says how it is decided whether the solution failed.
type Decision string

// The decisions.
const (
	ByAnswer  Decision = "answer"  // the checker, which knows the trusted solution's answer
	ByChecker Decision = "checker" // the checker or interactor alone
	ByEnding  Decision = "ending"  // only whether the solution ends well within its limits
)

// Stress tells that everything was built.
type Stress struct {
	Problem  string // its ID
	Solution string
	// Against is the trusted solution, "" without one.
	Against    string
	Decision   Decision
	Generators []string // commands as they were written
	Validators []string
	TimeLimit  time.Duration
	Tier       sandbox.Tier
	Slots      int
	Seed       Seed
	// Compiles are the builds of the solution and of the trusted one.
	Compiles []Compile
}

// StressProgress tells how far the search is.
type StressProgress struct {
	Cases int64 // that passed
	// Seed is the greatest one of which the case began.
	Seed Seed
	// Bound is the greatest size so far where generators are asked for sizes, else 0. Bytes is the largest input.
	Bound   int
	Bytes   int64
	Elapsed time.Duration
}

// Finding is an input on which the solution failed.
type Finding struct {
	Problem, Solution string
	// Index counts the cases from 1, 0 for an input that a person named.
	Index int64
	Seed  Seed
	// Size is what the generator was asked for, 0 when it was not.
	Size int
	// Generator is the command as it was written, Call as it was run: "gen.py 4182 6". Of an input that a person named,
	// Call is the name.
	Generator, Call string
	// Test is the judgement, with the beginning of the solution's output. Its Input and Answer are files that last as long
	// as the Trial.
	Test Test
	// Input is all of it. Answer is the beginning of the trusted solution's, "" without one.
	Input  []byte
	Answer string
}

// Shrinking tells how far shrinking is.
type Shrinking struct {
	Tries    int
	From, To int // in bytes
	Elapsed  time.Duration
}

// Shrunk is the end of shrinking.
type Shrunk struct {
	// Finding is the smaller one.
	Finding Finding
	// From and To are the sizes in tokens, FromBytes and ToBytes in bytes.
	From, To           int
	FromBytes, ToBytes int
	Tries              int
	Elapsed            time.Duration
	// Minimal tells that no single further step succeeds. Otherwise the time was up.
	Minimal bool
	// Unchecked tells that no input validator looked at the steps.
	Unchecked bool
}

// Kept tells that the failing case was written somewhere.
type Kept struct {
	// Test is the name of the test of the package, "" when it only was written to Input and Answer.
	Test          string
	Input, Answer string
}

// Stressed closes a search.
type Stressed struct {
	Problem, Solution string
	Cases             int64 // that passed
	Elapsed           time.Duration
	// Verdict is AC when nothing was found, None when the solution was not run.
	Verdict verdict.Verdict
	// Seed and Call are those of the failing case.
	Seed        Seed
	Call        string
	Interrupted bool
	// Replay is the command that does it again, "" when there is nothing to repeat.
	Replay string
}

func (Stress) event()         {}
func (StressProgress) event() {}
func (Finding) event()        {}
func (Shrinking) event()      {}
func (Shrunk) event()         {}
func (Kept) event()           {}
func (Stressed) event()       {}
