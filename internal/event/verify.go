package event

import (
	"slices"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/pkgfmt/problem"
)

// Check names a check of the data.
type Check string

// The checks, in the order in which they are made. Checks without a subject in the package are omitted.
const (
	Package        Check = "package"        // its files follow the format
	ValidInputs    Check = "inputs"         // every input validator accepts every input
	InvalidInputs  Check = "invalid_input"  // each of them is refused by some input validator
	InputTrials    Check = "input_trials"   // one of them refuses each changed input
	ValidAnswers   Check = "answers"        // every answer validator accepts every answer
	InvalidAnswers Check = "invalid_answer" // each of them is refused by some answer validator
	AnswerTrials   Check = "answer_trials"  // one of them refuses each changed answer
	JudgeAnswers   Check = "judge_answers"  // the output validator accepts each answer as an output
	KnownOutputs   Check = "known_output"   // it accepts valid_output and refuses invalid_output
	Examples       Check = "examples"       // data/ shows what the validators must refuse and accept
	Trials         Check = "trials"         // it rejects nonsense, and handles any output
	Drift          Check = "drift"          // data/ is what the rules of the generators make
	Bounds         Check = "bounds"         // each variable of the input reaches its minimum and its maximum
	Duplicates     Check = "duplicates"     // no two cases give a submission the same input
	Answers        Check = "different"      // the cases of a group with points have different answers
	Samples        Check = "samples"        // the statement shows the samples as they are
	Statements     Check = "statements"     // everything that they say is understood
	Hints          Check = "hints"          // the hints in the editorials can be opened one after the other
	Pictures       Check = "pictures"       // visualizers draw the samples
	Laboratory     Check = "laboratory"     // the grids of small positions are inputs that the model solution answers
	InputEndings   Check = "input_endings"  // lines of inputs end in LF alone, including the last one
	AnswerEndings  Check = "answer_endings" // the same for answers, which must not be empty
	Sanitizers     Check = "sanitizers"     // C and C++ programs contain no undefined behaviour that the sanitizers find
	Repeats        Check = "repeats"        // validators, checkers, interactors and generators give the same result for the same input
)

// The checks of a set of packages as a whole.
const (
	SetList      Check = "list"      // the file that lists its problems
	SetIDs       Check = "ids"       // no two packages have the same ID
	SetNames     Check = "names"     // no two problems have the same name
	SetUUIDs     Check = "uuids"     // nor the same UUID
	SetFormats   Check = "formats"   // all are in the same version of the format
	SetLimits    Check = "limits"    // their limits are written in the same form
	SetLicenses  Check = "licenses"  // they have the same licence
	SetLanguages Check = "languages" // and statements in the same languages
)

// Verifying starts the verification of a package, or of a set after its packages.
type Verifying struct {
	Problem string `json:"problem"`
	// Path is its directory; "" if it has none.
	Path string `json:"path,omitempty"`
	// Unusable reports that the package is too faulty to be judged: only its faults follow.
	Unusable bool `json:"unusable,omitempty"`
	// Set reports that it is a set whose packages are verified.
	Set bool `json:"set,omitempty"`
	// Unchanged reports that the package did not change and is therefore not verified: nothing else about it follows.
	Unchanged bool `json:"unchanged,omitempty"`
}

// DataChecked is the outcome of one check of the data or of a set.
type DataChecked struct {
	Problem string `json:"problem"`
	Check   Check  `json:"check"`
	// Checked counts the checked files or pairs.
	Checked int                 `json:"checked"`
	Faults  problem.Diagnostics `json:"faults,omitempty"`
}

func (d DataChecked) derived() any {
	return success{len(d.Faults.Fatal(false)) == 0}
}

// Running is a step of judging a submission, for live progress.
type Running struct {
	Submission string `json:"submission"`
	// Index counts the submissions from 1 to Total, in judging order.
	Index int   `json:"index"`
	Total int   `json:"total"`
	Event Event `json:"step"`
}

// SubmissionChecked compares a submission with its expectations.
type SubmissionChecked struct {
	Problem    string `json:"problem"`
	Submission string `json:"submission"`
	Language   string `json:"language"`
	// Expected lists the verdicts of which one should come out; nil if any may.
	Expected []verdict.Verdict `json:"expected"`
	// Actual is the verdict on Case, the case that decided: the first that is not permitted, else the first that was
	// required, else the first that is not accepted. Without such a case, it is the verdict of the whole submission.
	Actual verdict.Verdict `json:"actual"`
	Case   string          `json:"case,omitempty"`
	// Violations are the unmet expectations, in words. MustFail reports that some failure is required, and NotCaught
	// that all cases accept the submission nevertheless.
	Violations []string `json:"violations,omitempty"`
	MustFail   bool     `json:"must_fail"`
	NotCaught  bool     `json:"not_caught" event:"was unkilled"`
	// Skipped reports that the submission was not judged, which is not a fault of the package. If nothing could be
	// judged, for example because it does not compile, Reason says why and Help is the remedy.
	Skipped bool   `json:"skipped"`
	Reason  string `json:"reason,omitempty"`
	Help    string `json:"help,omitempty"`
	// Cells are the results on the cases, in judging order.
	Cells []Cell `json:"results,omitempty"`
	Done  Done   `json:"done"`
}

func (s SubmissionChecked) derived() any {
	return struct {
		OK          bool            `json:"ok"`
		Verdict     verdict.Verdict `json:"verdict"`
		Tests       int             `json:"tests"`
		Passed      int             `json:"passed"`
		Slowest     time.Duration   `json:"cpu_seconds"`
		SlowestTest string          `json:"slowest_test,omitempty"`
		TimeLimit   time.Duration   `json:"time_limit_seconds"`
		Memory      bytesize.Size   `json:"peak_bytes,omitempty"`
	}{s.Met(), s.Done.Verdict, s.Done.Tests, s.Done.Passed, s.Done.Slowest, s.Done.SlowestTest, s.Done.TimeLimit, s.Done.Memory}
}

// Met reports whether the submission was judged and meets its expectations.
func (s SubmissionChecked) Met() bool { return !s.Skipped && len(s.Violations) == 0 }

// Cell is the result of a submission on a case.
type Cell struct {
	Case    string          `json:"test"`
	Verdict verdict.Verdict `json:"verdict"`
	CPU     time.Duration   `json:"cpu_seconds"`
	Score   *float64        `json:"score,omitempty"`
}

// LimitChecked compares the time limit with the submissions that bound it.
type LimitChecked struct {
	Problem string `json:"problem"`
	// Limit is 0 if none could be inferred. Source is where it comes from, for users.
	Limit    time.Duration `json:"time_limit_seconds"`
	Source   string        `json:"time_limit_source,omitempty"`
	Inferred bool          `json:"inferred"`
	// Slowest and Fastest are the submissions that bound it from below and from above; nil if there are none. Ratio is
	// the limit in multiples of Slowest; 0 without it.
	Ratio   float64             `json:"ratio,omitempty"`
	Slowest *problem.Timing     `json:"slowest,omitempty"`
	Fastest *problem.Timing     `json:"fastest,omitempty"`
	Faults  problem.Diagnostics `json:"faults,omitempty"`
}

func (l LimitChecked) derived() any {
	return success{len(l.Faults.Fatal(false)) == 0}
}

// CatchesChecked shows what each case contributes. It is omitted if no submission should fail.
type CatchesChecked struct {
	Problem string        `json:"problem"`
	Cases   []CaseCatches `json:"cases"` // in judging order
}

// CaseCatches are the submissions that should fail and do so on a case; Alone are those that no other case catches.
type CaseCatches struct {
	Case    string   `json:"test"`
	Catches []string `json:"catches" event:"was kills"`
	Alone   []string `json:"alone"`
}

// Verified ends a verification.
type Verified struct {
	Summary Verification `json:",inline"`
}

func (v Verified) derived() any {
	return struct {
		OK    bool `json:"ok"`
		Tests int  `json:"tests"`
	}{v.Summary.OK(), len(v.Summary.Cases)}
}

// Verification is the result of a verification.
type Verification struct {
	Problem string `json:"problem"`
	// Cases are the names of the test cases, in judging order.
	Cases []string `json:"cases"`
	// Faults counts the errors in the data, in the time limit and in submissions, at most one per submission. Warnings
	// do not make a package faulty; notes are not counted.
	Faults   int `json:"faults"`
	Warnings int `json:"warnings"`
	// Met, Unmet and Skipped add up to the submissions that were reached.
	Met     int `json:"met"`
	Unmet   int `json:"unmet"`
	Skipped int `json:"not_judged"`
	// JudgeErrors counts submissions with a case that could not be judged; they are unmet too.
	JudgeErrors int           `json:"judge_errors"`
	TimeLimit   time.Duration `json:"time_limit_seconds"`
	Interrupted bool          `json:"interrupted"`
	// Failed reports that the judge failed: nothing is known of what was not reached.
	Failed bool `json:"failed,omitempty"`
	// Earlier is how many results of submissions on cases come from earlier runs.
	Earlier int `json:"earlier,omitempty"`
	// Used is what the programs used.
	Used Usage `json:"used"`
}

// OK reports whether the whole package was verified without faults.
func (s Verification) OK() bool { return s.Faults == 0 && !s.Interrupted && !s.Failed }

// SetVerified ends the verification of several packages.
type SetVerified struct {
	Set string `json:"set"`
	// Packages are those of the set, in its order.
	Packages []SetRow `json:"packages"`
	// Faults and Warnings count problems of the set as a whole.
	Faults   int `json:"faults"`
	Warnings int `json:"warnings"`
}

func (s SetVerified) derived() any { return success{s.OK()} }

// OK reports whether the set and its packages have no faults.
func (s SetVerified) OK() bool {
	return s.Faults == 0 && !slices.ContainsFunc(s.Packages, func(r SetRow) bool { return !r.OK() })
}

// SetRow is a package of a set.
type SetRow struct {
	Problem string `json:"problem"`
	Label   string `json:"label,omitempty"` // in the contest: "A"
	// Unusable reports that it is too faulty to be judged.
	Unusable bool `json:"unusable,omitempty"`
	// Unchanged reports that it did not change and was therefore not verified.
	Unchanged bool `json:"unchanged,omitempty"`
	// Unfinished reports that the user interrupted it, or that the judge failed.
	Unfinished bool `json:"unfinished,omitempty"`
	// The fields below are as in Verification.
	Tests     int           `json:"tests"`
	Faults    int           `json:"faults"`
	Warnings  int           `json:"warnings"`
	Met       int           `json:"met"`
	Unmet     int           `json:"unmet"`
	Skipped   int           `json:"not_judged"`
	TimeLimit time.Duration `json:"time_limit_seconds"`
}

func (r SetRow) derived() any { return success{r.OK()} }

// OK reports whether no fault of the package is known.
func (r SetRow) OK() bool { return r.Faults == 0 && !r.Unusable && !r.Unfinished }

// Matrix contains the result of each submission on each case. It is derived from the SubmissionChecked events.
type Matrix struct {
	Cases []string
	Rows  []MatrixRow
}

// MatrixRow contains a submission's results, one for each of the matrix's cases; the verdict is None if it was not
// judged.
type MatrixRow struct {
	Submission string
	Cells      []Cell
	// MustFail reports that some case has to catch it.
	MustFail bool
}

// Add adds the results of a submission.
func (m *Matrix) Add(s SubmissionChecked) {
	row := MatrixRow{Submission: s.Submission, MustFail: s.MustFail}
	if slices.EqualFunc(s.Cells, m.Cases, func(cell Cell, name string) bool { return cell.Case == name }) {
		row.Cells = s.Cells // shared: there may be many
		m.Rows = append(m.Rows, row)
		return
	}
	byName := map[string]Cell{}
	for _, cell := range s.Cells {
		byName[cell.Case] = cell
	}
	for _, name := range m.Cases {
		cell, judged := byName[name]
		if !judged {
			cell = Cell{Case: name}
		}
		row.Cells = append(row.Cells, cell)
	}
	m.Rows = append(m.Rows, row)
}

// Kind returns "verifying".
func (Verifying) Kind() string { return "verifying" }

// Kind returns "data".
func (DataChecked) Kind() string { return "data" }

// Kind returns "running".
func (Running) Kind() string { return "running" }

// Kind returns "submission".
func (SubmissionChecked) Kind() string { return "submission" }

// Kind returns "limit".
func (LimitChecked) Kind() string { return "limit" }

// Kind returns "catches".
func (CatchesChecked) Kind() string { return "catches" }

// Kind returns "verified".
func (Verified) Kind() string { return "verified" }

// Kind returns "set".
func (SetVerified) Kind() string { return "set" }
