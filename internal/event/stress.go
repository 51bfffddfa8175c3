package event

import (
	"math"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/judge/sandbox"
)

// Seed is the seed of a generated input. It has 31 bits, as in generators.yaml.
type Seed uint32

// MaxSeed is the greatest seed.
const MaxSeed = Seed(math.MaxInt32)

// Decision is how the judge decides whether the solution failed.
type Decision string

// The decisions.
const (
	ByAnswer  Decision = "answer"  // the checker, with the reference solution's answer
	ByChecker Decision = "checker" // the checker or interactor alone
	ByEnding  Decision = "ending"  // only whether the solution ends properly within its limits
)

// Stress reports that everything was built.
type Stress struct {
	Problem  string `json:"problem"` // its ID
	Solution string `json:"solution"`
	// Path is the path of the solution, as in Plan.
	Path string `json:"path,omitempty"`
	// Against is the reference solution; "" without one.
	Against    string        `json:"against,omitempty"`
	Decision   Decision      `json:"decision"`
	Generators []string      `json:"generators,omitempty"` // commands as they were written
	Validators []string      `json:"validators,omitempty"`
	TimeLimit  time.Duration `json:"time_limit_seconds"`
	Tier       sandbox.Tier  `json:"tier"`
	Slots      int           `json:"slots"`
	Seed       Seed          `json:"seed"`
	// Compiles are the builds of the solution and of the reference solution.
	Compiles []Compile `json:"compiles,omitempty"`
}

// StressProgress reports the progress of the search.
type StressProgress struct {
	Cases int64 `json:"cases"` // that passed
	// Seed is the greatest seed whose case has started.
	Seed Seed `json:"seed"`
	// Bound is the greatest size so far if generators take sizes, else 0. Bytes is the size of the largest input.
	Bound   int           `json:"size_bound,omitempty"`
	Bytes   int64         `json:"largest_bytes"`
	Elapsed time.Duration `json:"wall_seconds"`
}

// Counterexample is an input on which the solution failed.
type Counterexample struct {
	Problem  string `json:"problem"`
	Solution string `json:"solution"`
	// Index counts the cases from 1; 0 for an input that the user named.
	Index int64 `json:"index,omitempty"`
	Seed  Seed  `json:"seed"`
	// Size is the size given to the generator; 0 for none.
	Size int `json:"size,omitempty"`
	// Generator is the command as it was written, Call as it was run: "gen.py 4182 6". For an input that the user
	// named, Call is its name.
	Generator string `json:"generator,omitempty"`
	Call      string `json:"call"`
	// Bytes and Tokens are the size of the input.
	Bytes  int `json:"input_bytes"`
	Tokens int `json:"input_tokens"`
	// Input is the whole input; see Excerpt. Answer is the beginning of the reference solution's answer; "" without
	// one.
	Input  []byte `json:"input,omitempty"`
	Answer string `json:"answer,omitempty"`
	// Test is the judgement, with the beginning of the solution's output. Its Input and Answer are files that exist as
	// long as the search.
	Test Test `json:"test"`
}

// shownInput bounds the inputs in events, in bytes.
const shownInput = 64 << 10

// Excerpt returns the finding as it is emitted: without an input that is too large to be read.
func (f Counterexample) Excerpt() Counterexample {
	if len(f.Input) > shownInput {
		f.Input = nil
	}
	return f
}

func (f Counterexample) derived() any {
	return struct {
		Verdict verdict.Verdict `json:"verdict"`
		Reason  string          `json:"reason"`
		Message string          `json:"message,omitempty"`
		CPU     time.Duration   `json:"cpu_seconds"`
		Output  string          `json:"output,omitempty"`
		Stderr  string          `json:"stderr,omitempty"`
	}{f.Test.Verdict, f.Test.Reason, f.Test.Message, f.Test.CPU, f.Test.Output, f.Test.Stderr}
}

// Shrinking reports the progress of shrinking.
type Shrinking struct {
	Tries   int           `json:"tries"`
	From    int           `json:"from_bytes"`
	To      int           `json:"to_bytes"`
	Elapsed time.Duration `json:"wall_seconds"`
}

// Shrunk is the end of shrinking.
type Shrunk struct {
	// Finding is the smaller one.
	Finding Counterexample `json:",inline"`
	Tries   int            `json:"tries"`
	// From and To are the sizes in tokens, FromBytes and ToBytes in bytes.
	From      int `json:"from_tokens"`
	To        int `json:"to_tokens"`
	FromBytes int `json:"from_bytes"`
	ToBytes   int `json:"to_bytes"`
	// Minimal reports that no single further step succeeds. Otherwise the time ran out.
	Minimal bool `json:"minimal"`
	// Validated reports that input validators checked the steps.
	Validated bool          `json:"validated"`
	Elapsed   time.Duration `json:"wall_seconds"`
}

func (s Shrunk) derived() any { return s.Finding.derived() }

// Explanation says why the solution fails on an input. Unknown parts are "".
type Explanation struct {
	Problem  string `json:"problem"`
	Solution string `json:"solution"`
	// Breakdown is what the sanitizers report.
	Breakdown
	// Position is a drawing of the game, in lines. In a dialogue, it is the one before the move Played, after which the
	// game could no longer be won; Winning is a move that would have won.
	Position string `json:"position,omitempty"`
	Played   string `json:"played,omitempty"`
	Winning  string `json:"winning,omitempty"`
	// Forbidden says why the rules forbid the move Played.
	Forbidden string `json:"forbidden,omitempty"`
	// Why says who wins in the position, and why.
	Why string `json:"why,omitempty"`
	// TheoryWithheld reports that Winning and Why are known and are not said: they would be help before the problem is
	// solved.
	TheoryWithheld bool `json:"theory_withheld,omitempty"`
}

// Kept reports that the failing case was written to a file.
type Kept struct {
	// Test is the name of the package's test case; "" if it was only written to Input and Answer.
	Test   string `json:"test,omitempty"`
	Input  string `json:"input,omitempty"`
	Answer string `json:"answer,omitempty"`
	// Picture is the file with a picture of the input; "" if none was requested or drawn.
	Picture string `json:"picture,omitempty"`
}

// Stressed ends a search.
type Stressed struct {
	Problem  string `json:"problem"`
	Solution string `json:"solution"`
	// Verdict is AC if nothing was found, None if the solution was not run.
	Verdict verdict.Verdict `json:"verdict"`
	Cases   int64           `json:"cases"` // generated ones that passed
	// TestCases counts the test cases of the problem that passed; they are tried where no generated input fails.
	TestCases int `json:"test_cases,omitempty"`
	// Seed and Call are those of the failing case.
	Seed        Seed          `json:"seed,omitempty"`
	Call        string        `json:"call,omitempty"`
	Elapsed     time.Duration `json:"wall_seconds"`
	Interrupted bool          `json:"interrupted"`
	// Replay is the command that repeats it; "" if there is nothing to repeat.
	Replay string `json:"replay,omitempty"`
}

// Kind returns "stress".
func (Stress) Kind() string { return "stress" }

// Kind returns "progress".
func (StressProgress) Kind() string { return "progress" }

// Kind returns "finding".
func (Counterexample) Kind() string { return "finding" }

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
