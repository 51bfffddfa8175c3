package event

import (
	"time"

	"grundy/internal/problem"
	"grundy/internal/verdict"
)

// Check names a check of the data.
type Check string

// The checks, in the order in which they are made. Those that a package has nothing for are left out.
const (
	ValidInputs    Check = "inputs"         // every input validator accepts every input
	InvalidInputs  Check = "invalid_input"  // some input validator refuses each of them
	ValidAnswers   Check = "answers"        // every answer validator accepts every answer
	InvalidAnswers Check = "invalid_answer" // some answer validator refuses each of them
	JudgeAnswers   Check = "judge_answers"  // the output validator accepts each answer as an output
	KnownOutputs   Check = "known_output"   // it accepts valid_output and refuses invalid_output
	Trials         Check = "trials"         // it rejects nonsense, and has a word on whatever is printed
	Bounds         Check = "bounds"         // each variable of the input reaches its minimum and its maximum
	Duplicates     Check = "duplicates"     // no two cases give a submission the same input
	Samples        Check = "samples"        // the statement shows the samples as they are
	InputEndings   Check = "input_endings"  // lines of inputs end in LF alone, the last one too
	AnswerEndings  Check = "answer_endings" // so do those of answers, which are not empty
)

// DataChecked is the outcome of one check of the data.
type DataChecked struct {
	Problem string
	Check   Check
	// Checked counts the files or pairs that were tried.
	Checked int
	Faults  problem.Diagnostics
}

// Running is a step of judging a submission, for live progress.
type Running struct {
	Submission string
	// Index counts the submissions from 1, in the order in which they are judged, up to Total.
	Index, Total int
	Event        Event
}

// SubmissionChecked compares a submission with what is expected of it.
type SubmissionChecked struct {
	Problem, Submission, Language string
	// Expected are the verdicts of which one should come out, nil when any may.
	Expected []verdict.Verdict
	// Actual is the verdict on Case, the one that decided: the first that is not permitted, else the first that was
	// required, else the first that is not accepted. Without such a case it is the verdict of the whole.
	Actual verdict.Verdict
	Case   string
	// Violations are the expectations that are not met. MustFail tells that some failure is required, and Unkilled that all
	// cases accept it nevertheless.
	Violations         []problem.Violation
	MustFail, Unkilled bool
	// Skipped tells that the submission was not judged, which is no fault of the package. Where nothing could be judged,
	// Reason says why and Help what to do.
	Skipped      bool
	Reason, Help string
	// Cells are the results on the cases, in judging order.
	Cells []Cell
	Done  Done
}

// Met tells that the submission was judged and does what is expected of it.
func (s SubmissionChecked) Met() bool { return !s.Skipped && len(s.Violations) == 0 }

// Cell is the result of a submission on a case.
type Cell struct {
	Case    string
	Verdict verdict.Verdict
	CPU     time.Duration
	Score   *float64
}

// LimitChecked compares the time limit with the submissions that bound it.
type LimitChecked struct {
	Problem string
	// Limit is 0 when none could be inferred. Source says where it comes from, for people.
	Limit    time.Duration
	Source   string
	Inferred bool
	// Slowest and Fastest are the submissions that bound it from below and from above, nil when there are none. Ratio is
	// the limit in multiples of Slowest, 0 without it.
	Slowest, Fastest *problem.Timing
	Ratio            float64
	Faults           problem.Diagnostics
}

// KillsChecked tells what each case is good for. It is left out when no submission was meant to fail.
type KillsChecked struct {
	Problem string
	Cases   []CaseKills // in judging order
}

// CaseKills are the submissions that are meant to fail and do so on a case; Alone are those that no other case kills.
type CaseKills struct {
	Case         string
	Kills, Alone []string
}

// Verified closes a verification.
type Verified struct{ Summary Verification }

// Verification is what a verification came to.
type Verification struct {
	Problem string
	Cases   int
	// Faults counts the errors found in the data, in the time limit and in submissions, one a submission at most.
	// Warnings do not make a package faulty; notes are not counted.
	Faults, Warnings int
	// Met, Unmet and Skipped add up to the submissions that were reached.
	Met, Unmet, Skipped int
	// JudgeErrors counts submissions with a case that could not be judged; they are unmet too.
	JudgeErrors int
	TimeLimit   time.Duration
	Interrupted bool
	Matrix      Matrix
	// Used is what the programs took.
	Used Usage `json:"used"`
}

// OK tells that the whole package was verified and nothing is wrong with it.
func (s Verification) OK() bool { return s.Faults == 0 && !s.Interrupted }

// Matrix holds the result of each submission on each case.
type Matrix struct {
	Cases []string
	Rows  []MatrixRow
}

// MatrixRow is a submission's results, one for each of the matrix's cases; the verdict is None where it was not judged.
type MatrixRow struct {
	Submission string
	Cells      []Cell
	// MustFail tells that some case has to kill it.
	MustFail bool
}

func (DataChecked) event()       {}
func (Running) event()           {}
func (SubmissionChecked) event() {}
func (LimitChecked) event()      {}
func (KillsChecked) event()      {}
func (Verified) event()          {}
