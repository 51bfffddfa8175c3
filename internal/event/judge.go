package event

import (
	"time"

	"grundy/checker"
	"grundy/internal/bytesize"
	"grundy/internal/language"
	"grundy/internal/sandbox"
	"grundy/internal/verdict"
)

// Plan opens a submission.
type Plan struct {
	Problem     string // its ID
	ProblemName string
	Submission  string // as the person named it: "a.cpp", "accepted/nim.go"
	Language    string // the language's code, "" when it could not be told
	Tests       int
	TimeLimit   time.Duration
	// TimeLimitSource says where it comes from, for people.
	TimeLimitSource string
	MemoryLimit     bytesize.Size
	OutputLimit     bytesize.Size
	Tier            sandbox.Tier
	Slots           int
}

// Compile reports the build. Failed holds the reason in words when the source is at fault or cannot be built.
type Compile struct {
	Submission string
	Language   string // its name for people: "C++"
	Command    string // "" for languages that are not compiled
	Cached     bool
	Time       time.Duration
	Failed     string
	Log        string // what the compiler printed, bounded
	// Skipped tells that the toolchain is missing: Failed names it and Help says how to install it.
	Skipped bool
	Help    string
	// Missing is what Skipped is about, for errors.
	Missing *language.MissingError
}

// Start tells that a case began to run; Rerun counts from 1 when it is run again because it was near its limit.
type Start struct {
	Submission string
	Test       string
	Rerun      int
}

// Test is the judgement of one case.
type Test struct {
	Submission string
	Test       string // "secret/01"
	Index      int    // position in judging order, from 1
	Sample     bool
	Verdict    verdict.Verdict
	// Reason is the judgement in words: "killed by the kernel at 256 MiB".
	Reason string
	// Score is the case's score; nil in pass-fail problems.
	Score *float64
	// CPU and Wall are those of the deciding run; Runs lists the CPU times of all runs when there were several.
	CPU, Wall time.Duration
	Runs      []time.Duration
	// Instructions are the deciding run's, 0 where the hardware does not count them.
	Instructions int64
	// Limits that held for this case in this language.
	TimeLimit   time.Duration
	MemoryLimit bytesize.Size
	Memory      bytesize.Size // peak
	// How the run ended: the first process's exit code (-1 after a signal) and signal, the limit that ended the run,
	// processes that the kernel killed for want of memory, and those that were left and were killed.
	Exit, Signal        int
	Breach              sandbox.Breach
	OOMKills, Survivors int
	Tier                sandbox.Tier
	// Message and TeamMessage are the checker's, bounded.
	Message, TeamMessage string
	Difference           *checker.Difference
	// Input and Answer are paths on the host. InputDigest and AnswerDigest name what they hold by its SHA-256 in
	// hexadecimal, for readers elsewhere; "" where there is no such file, or when a case was tried that no package has.
	Input, Answer             string
	InputDigest, AnswerDigest string
	// Output, Stderr and Transcript are bounded beginnings, for people.
	Output     string
	Stderr     string
	Transcript []Exchange
	Passes     int // of a multi-pass problem, else 1
}

// Exchange is a piece of an interactive run's transcript.
type Exchange struct {
	At   time.Duration // since the start
	From Party
	Text string
}

// Party is one side of an interaction.
type Party string

// The two sides.
const (
	FromSubmission Party = "submission"
	FromInteractor Party = "interactor"
)

// GroupDone is the outcome of a test group, for scoring problems.
type GroupDone struct {
	Submission string
	Group      string
	Verdict    verdict.Verdict
	Score      float64
	MaxScore   *float64
}

// Done closes a submission.
type Done struct {
	Problem    string
	Submission string
	Language   string
	Verdict    verdict.Verdict
	// Reason is the verdict in words, with the test that decided: "wrong answer on secret/17".
	Reason string
	// First is the first test that was not accepted, "" when there is none.
	First string
	Score *float64
	// Passed, Failed and NotRun add up to Tests.
	Tests, Passed, Failed, NotRun int
	// Slowest is the greatest CPU time, SlowestTest its case, and SlowestRuns are the times of that one's runs when there
	// were several; Memory is the greatest peak.
	Slowest     time.Duration
	SlowestTest string
	SlowestRuns []time.Duration
	TimeLimit   time.Duration
	Memory      bytesize.Size
	Wall        time.Duration // of the whole judgement
	Skipped     bool          // nothing was judged: the toolchain is missing
	Interrupted bool          // cancelled by the person
	Tier        sandbox.Tier
}

func (Plan) event()      {}
func (Compile) event()   {}
func (Start) event()     {}
func (Test) event()      {}
func (GroupDone) event() {}
func (Done) event()      {}
