package event

import (
	"time"

	"grundy/internal/base/verdict"
)

// MutationStarted starts a run: the original is being judged.
type MutationStarted struct {
	Problem  string `json:"problem"`
	Solution string `json:"solution"`
}

// Mutants reports what will be done.
type Mutants struct {
	Problem  string `json:"problem"`
	Solution string `json:"solution"`
	Language string `json:"language"`
	// Made counts the mutants of the solution, Chosen those that are judged.
	Made   int `json:"made"`
	Chosen int `json:"chosen"`
	Tests  int `json:"tests"`
	// Slowest is the CPU time of the original on its slowest case, Limit the time limit of the mutants.
	Slowest time.Duration `json:"cpu_seconds"`
	Limit   time.Duration `json:"time_limit_seconds"`
}

// MutantJudged reports the result of a mutant.
type MutantJudged struct {
	Result MutantResult `json:",inline"`
	// Count is the number of mutants that were judged so far, of Total.
	Count int `json:"count"`
	Total int `json:"total"`
}

// Mutated ends a run.
type Mutated struct {
	Summary Mutation `json:",inline"`
}

func (m Mutated) derived() any {
	s := m.Summary
	return struct {
		OK    bool    `json:"ok"`
		Score float64 `json:"score"`
	}{len(s.Survivors) == 0 && len(s.Failures) == 0 && !s.Interrupted, s.Total().Score()}
}

// MutantOutcome is what happened to a mutant.
type MutantOutcome string

// The outcomes.
const (
	Killed     MutantOutcome = "killed"     // some case rejects it, or gives it a lower score
	Survived   MutantOutcome = "survived"   // every case accepts it, and no explanation says why it is right
	Explained  MutantOutcome = "explained"  // it survived, and the package says why it is right
	Equivalent MutantOutcome = "equivalent" // it is the same program as the original
	Stillborn  MutantOutcome = "stillborn"  // it does not compile
	Unjudged   MutantOutcome = "unjudged"   // the judge or the package failed on it
	NotRun     MutantOutcome = "not run"    // the time ran out before
)

// Outcomes lists them, from those that say least about the tests to those that say most.
func Outcomes() []MutantOutcome {
	return []MutantOutcome{NotRun, Unjudged, Stillborn, Equivalent, Explained, Killed, Survived}
}

// MutantResult is the result of a mutant.
type MutantResult struct {
	Mutant  Mutant        `json:",inline"`
	Place   string        `json:"file"` // below the submissions of the package: "accepted/nim.go"
	Outcome MutantOutcome `json:"outcome"`
	// Verdict is the verdict on Case, which killed it.
	Verdict verdict.Verdict `json:"verdict"`
	Case    string          `json:"test,omitempty"`
	// Reason is the judgement in words, or why the mutant is right.
	Reason string `json:"reason,omitempty"`
	// KillCommand is the command that searches for an input that kills a survivor; "" for none.
	KillCommand string `json:"kill_command,omitempty" event:"was hunt"`
	// Earlier reports that nothing was built or run: earlier runs know the result.
	Earlier bool `json:"earlier,omitempty"`
}

// Mutant is a source with one change.
type Mutant struct {
	// ID consists of the operator, the changed lines, and a number if several changes are equal: it stays the same when
	// lines are added or changed elsewhere.
	ID       string   `json:"mutant"`
	Operator Operator `json:"operator"`
	// File is the name of the changed file, Line the first changed line, from 1.
	File string `json:"name"`
	Line int    `json:"line"`
	// Before and After are the changed lines without their indentation, joined by line breaks.
	Before string `json:"before"`
	After  string `json:"after"`
	Hunks  []Hunk `json:"hunks,omitempty"`
}

// Hunk is a run of changed lines with the line above and the line below, if there are any.
type Hunk struct {
	Line   int      `json:"line"` // of the first of Before, from 1
	Before []string `json:"before,omitempty"`
	After  []string `json:"after,omitempty"`
	Above  []string `json:"above,omitempty"`
	Below  []string `json:"below,omitempty"`
}

// Operator is a kind of change; package mutate has them all.
type Operator string

// Stale is an explanation that explains nothing.
type Stale struct {
	// Explanation names it for users: the solution, and the mutant that it is for.
	Explanation string `json:"explanation"`
	// Why says what happened to the mutants.
	Why string `json:"reason"`
}

// Mutation is the result of a run.
type Mutation struct {
	Problem  string `json:"problem"`
	Solution string `json:"solution"`
	Language string `json:"language"`
	// Rows contains a count for each operator that made mutants.
	Rows []OperatorRow `json:"operators"`
	// Kills counts the killed mutants by the verdict that killed them.
	Kills map[verdict.Verdict]int `json:"kills,omitempty"`
	// Survivors and Failures, the unjudged ones, are in the order of the text.
	Survivors []MutantResult `json:"survivors,omitempty"`
	Failures  []MutantResult `json:"failures,omitempty"`
	// Stale are the explanations of this solution that explain nothing. They are known only for a whole run.
	Stale []Stale `json:"stale,omitempty"`
	// OutOfTime reports that the time ran out before the last mutant, Interrupted that the user stopped it.
	OutOfTime   bool `json:"out_of_time"`
	Interrupted bool `json:"interrupted"`
	// Earlier is how many of the results come from earlier runs.
	Earlier int `json:"earlier,omitempty"`
}

// Total adds up the rows. It has no operator.
func (m Mutation) Total() OperatorRow {
	var total OperatorRow
	for _, row := range m.Rows {
		total.Made += row.Made
		for _, outcome := range Outcomes() {
			*total.Outcomes.of(outcome) += row.Outcomes.Count(outcome)
		}
	}
	return total
}

// OperatorRow counts the mutants of an operator by their outcome.
type OperatorRow struct {
	Operator Operator      `json:"operator"`
	Made     int           `json:"made"`
	Outcomes OutcomeCounts `json:",inline"`
}

// Add counts a mutant.
func (r *OperatorRow) Add(outcome MutantOutcome) {
	r.Made++
	*r.Outcomes.of(outcome)++
}

// OutcomeCounts is how often each outcome occurred.
type OutcomeCounts struct {
	NotRun     int `json:"not_run"`
	Unjudged   int `json:"unjudged"`
	Stillborn  int `json:"stillborn"`
	Equivalent int `json:"equivalent"`
	Explained  int `json:"explained"`
	Killed     int `json:"killed"`
	Survived   int `json:"survived"`
}

// Count returns how often an outcome occurred.
func (c OutcomeCounts) Count(outcome MutantOutcome) int { return *c.of(outcome) }

func (c *OutcomeCounts) of(outcome MutantOutcome) *int {
	switch outcome {
	case NotRun:
		return &c.NotRun
	case Stillborn:
		return &c.Stillborn
	case Equivalent:
		return &c.Equivalent
	case Explained:
		return &c.Explained
	case Killed:
		return &c.Killed
	case Survived:
		return &c.Survived
	default:
		return &c.Unjudged
	}
}

// Viable returns the number of mutants that a case could have caught: killed or survived.
func (r OperatorRow) Viable() int { return r.Outcomes.Killed + r.Outcomes.Survived }

// Score returns the share of the viable mutants that were killed; 1 without any.
func (r OperatorRow) Score() float64 {
	if r.Viable() == 0 {
		return 1
	}
	return float64(r.Outcomes.Killed) / float64(r.Viable())
}

// Kind returns "mutating".
func (MutationStarted) Kind() string { return "mutating" }

// Kind returns "mutants".
func (Mutants) Kind() string { return "mutants" }

// Kind returns "mutant".
func (MutantJudged) Kind() string { return "mutant" }

// Kind returns "mutated".
func (Mutated) Kind() string { return "mutated" }
