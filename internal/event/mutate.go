package event

import (
	"time"

	"grundy/internal/verdict"
)

// MutationStarted opens a run: the original is being judged.
type MutationStarted struct{ Problem, Solution string }

// Mutants tells what will be done.
type Mutants struct {
	Problem, Solution, Language string
	// Made counts the mutants of the solution, Chosen those that are judged.
	Made, Chosen int
	Tests        int
	// Slowest is the CPU time of the original on its slowest case, Limit the time limit of the mutants.
	Slowest, Limit time.Duration
}

// MutantJudged tells what became of a mutant.
type MutantJudged struct {
	Result MutantResult
	// Count is the number of mutants that were judged until now, of Total.
	Count, Total int
}

// Mutated closes a run.
type Mutated struct{ Summary Mutation }

// MutantOutcome is what became of a mutant.
type MutantOutcome string

// The outcomes.
const (
	Killed     MutantOutcome = "killed"     // some case does not accept it, or gives it less
	Survived   MutantOutcome = "survived"   // every case accepts it, and nobody says why it is right
	Explained  MutantOutcome = "explained"  // it survived, and the package says why it is right
	Equivalent MutantOutcome = "equivalent" // it is the same program as the original
	Stillborn  MutantOutcome = "stillborn"  // it does not compile
	Unjudged   MutantOutcome = "unjudged"   // the judge or the package failed on it
	NotRun     MutantOutcome = "not run"    // the time was up before
)

// MutantResult is what became of a mutant.
type MutantResult struct {
	Mutant  Mutant
	Place   string // its file below the submissions of the package: "accepted/nim.go"
	Outcome MutantOutcome
	// Verdict is that on Case, which killed it.
	Verdict verdict.Verdict
	Case    string
	// Reason is the judgement in words, or why the mutant is right.
	Reason string
}

// Mutant is a source with one change.
type Mutant struct {
	// ID is made of the operator and of the changed lines, and of which of several equal changes this is: it stays the
	// same when lines are added or changed elsewhere.
	ID       string
	Operator Operator
	// File is the name of the changed file, Line the first changed line, from 1.
	File string
	Line int
	// Before and After are the changed lines without their indentation, joined by line breaks.
	Before, After string
	Hunks         []Hunk
}

// Hunk is a run of changed lines with the line above and the line below, where there are any.
type Hunk struct {
	Line          int // of the first of Before, from 1
	Before, After []string
	Above, Below  []string
}

// Operator is a kind of change; package mutate has them all.
type Operator string

// Stale is an explanation that explains nothing.
type Stale struct {
	// Explanation names it for people: the solution, and the mutant that is meant.
	Explanation string
	// Why says what became of the mutants.
	Why string
}

// Mutation is what a run came to.
type Mutation struct {
	Problem, Solution, Language string
	// Rows has a count for each operator that made mutants; Total adds them up.
	Rows  []OperatorRow
	Total OperatorRow
	// Kills counts the killed mutants by the verdict that killed them.
	Kills map[verdict.Verdict]int
	// Survivors and Failures, the unjudged ones, are in the order of the text.
	Survivors, Failures []MutantResult
	// Stale are the explanations of this solution that explain nothing. It is known of a whole run only.
	Stale []Stale
	// OutOfTime tells that the budget ended before the last mutant, Interrupted that a person did.
	OutOfTime, Interrupted bool
}

// OperatorRow counts the mutants of an operator by what became of them.
type OperatorRow struct {
	Operator Operator
	Made     int
	Outcomes map[MutantOutcome]int
}

// Viable is the number of mutants that could have been noticed: killed or survived.
func (r OperatorRow) Viable() int { return r.Outcomes[Killed] + r.Outcomes[Survived] }

// Score is the share of the viable mutants that were killed, 1 without any.
func (r OperatorRow) Score() float64 {
	if r.Viable() == 0 {
		return 1
	}
	return float64(r.Outcomes[Killed]) / float64(r.Viable())
}

func (MutationStarted) event() {}
func (Mutants) event()         {}
func (MutantJudged) event()    {}
func (Mutated) event()         {}
