package event

import (
	"math"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/judge/sandbox"
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
	Problem  string `json:"problem"` // its ID
	Solution string `json:"solution"`
	// Path is where the solution lies, as in Plan.
	Path string `json:"path,omitempty"`
	// Against is the trusted solution, "" without one.
	Against    string        `json:"against,omitempty"`
	Decision   Decision      `json:"decision"`
	Generators []string      `json:"generators,omitempty"` // commands as they were written
	Validators []string      `json:"validators,omitempty"`
	TimeLimit  time.Duration `json:"time_limit_seconds"`
	Tier       sandbox.Tier  `json:"tier"`
	Slots      int           `json:"slots"`
	Seed       Seed          `json:"seed"`
	// Compiles are the builds of the solution and of the trusted one.
	Compiles []Compile `json:"compiles,omitempty"`
}

// StressProgress tells how far the search is.
type StressProgress struct {
	Cases int64 `json:"cases"` // that passed
	// Seed is the greatest one of which the case began.
	Seed Seed `json:"seed"`
	// Bound is the greatest size so far where generators are asked for sizes, else 0. Bytes is the largest input.
	Bound   int           `json:"size_bound,omitempty"`
	Bytes   int64         `json:"largest_bytes"`
	Elapsed time.Duration `json:"wall_seconds"`
}

// Finding is an input on which the solution failed.
type Finding struct {
	Problem  string `json:"problem"`
	Solution string `json:"solution"`
	// Index counts the cases from 1, 0 for an input that a person named.
	Index int64 `json:"index,omitempty"`
	Seed  Seed  `json:"seed"`
	// Size is what the generator was asked for, 0 when it was not.
	Size int `json:"size,omitempty"`
	// Generator is the command as it was written, Call as it was run: "gen.py 4182 6". Of an input that a person named,
	// Call is the name.
	Generator string `json:"generator,omitempty"`
	Call      string `json:"call"`
	// Bytes and Tokens are the size of the input.
	Bytes  int `json:"input_bytes"`
	Tokens int `json:"input_tokens"`
	// Input is all of it; see Excerpt. Answer is the beginning of the trusted solution's, "" without one.
	Input  []byte `json:"input,omitempty"`
	Answer string `json:"answer,omitempty"`
	// Test is the judgement, with the beginning of the solution's output. Its Input and Answer are files that last as long
	// as the search.
	Test Test `json:"test"`
}

// shownInput bounds, in bytes, the inputs that an event holds.
const shownInput = 64 << 10

// Excerpt is the finding as it is emitted: an input that is too large to be read is left out.
func (f Finding) Excerpt() Finding {
	if len(f.Input) > shownInput {
		f.Input = nil
	}
	return f
}

func (f Finding) derived() any {
	return struct {
		Verdict verdict.Verdict `json:"verdict"`
		Reason  string          `json:"reason"`
		Message string          `json:"message,omitempty"`
		CPU     time.Duration   `json:"cpu_seconds"`
		Output  string          `json:"output,omitempty"`
		Stderr  string          `json:"stderr,omitempty"`
	}{f.Test.Verdict, f.Test.Reason, f.Test.Message, f.Test.CPU, f.Test.Output, f.Test.Stderr}
}

// Shrinking tells how far shrinking is.
type Shrinking struct {
	Tries   int           `json:"tries"`
	From    int           `json:"from_bytes"`
	To      int           `json:"to_bytes"`
	Elapsed time.Duration `json:"wall_seconds"`
}

// Shrunk is the end of shrinking.
type Shrunk struct {
	// Finding is the smaller one.
	Finding Finding `json:",inline"`
	Tries   int     `json:"tries"`
	// From and To are the sizes in tokens, FromBytes and ToBytes in bytes.
	From      int `json:"from_tokens"`
	To        int `json:"to_tokens"`
	FromBytes int `json:"from_bytes"`
	ToBytes   int `json:"to_bytes"`
	// Minimal tells that no single further step succeeds. Otherwise the time was up.
	Minimal bool `json:"minimal"`
	// Validated tells that input validators looked at the steps.
	Validated bool          `json:"validated"`
	Elapsed   time.Duration `json:"wall_seconds"`
}

func (s Shrunk) derived() any { return s.Finding.derived() }

// Explanation says why the solution fails on an input. What nobody knows is "".
type Explanation struct {
	Problem  string `json:"problem"`
	Solution string `json:"solution"`
	// Breakdown is what the sanitizers say.
	Breakdown
	// Position is a drawing of the game, in lines. In a dialogue it is the one before the move Played, the first after which the
	// game could not be won any more; Winning is a move that would have won.
	Position string `json:"position,omitempty"`
	Played   string `json:"played,omitempty"`
	Winning  string `json:"winning,omitempty"`
	// Why tells who wins in the position, and why.
	Why string `json:"why,omitempty"`
}

// Kept tells that the failing case was written somewhere.
type Kept struct {
	// Test is the name of the test of the package, "" when it only was written to Input and Answer.
	Test   string `json:"test,omitempty"`
	Input  string `json:"input,omitempty"`
	Answer string `json:"answer,omitempty"`
	// Picture is the file with a picture of the input, "" where none was wanted or drawn.
	Picture string `json:"picture,omitempty"`
}

// Stressed closes a search.
type Stressed struct {
	Problem  string `json:"problem"`
	Solution string `json:"solution"`
	// Verdict is AC when nothing was found, None when the solution was not run.
	Verdict verdict.Verdict `json:"verdict"`
	Cases   int64           `json:"cases"` // that passed
	// Seed and Call are those of the failing case.
	Seed        Seed          `json:"seed,omitempty"`
	Call        string        `json:"call,omitempty"`
	Elapsed     time.Duration `json:"wall_seconds"`
	Interrupted bool          `json:"interrupted"`
	// Replay is the command that does it again, "" when there is nothing to repeat.
	Replay string `json:"replay,omitempty"`
}

// Kind returns "stress".
func (Stress) Kind() string { return "stress" }

// Kind returns "progress".
func (StressProgress) Kind() string { return "progress" }

// Kind returns "finding".
func (Finding) Kind() string { return "finding" }

// Kind returns "shrinking".
func (Shrinking) Kind() string { return "shrinking" }

// Kind returns "shrunk".
func (Shrunk) Kind() string { return "shrunk" }

// Kind returns "explanation".
func (Explanation) Kind() string { return "explanation" }

// Kind returns "kept".
func (Kept) Kind() string { return "kept" }

// Kind returns "stressed".
func (Stressed) Kind() string { return "stressed" }
