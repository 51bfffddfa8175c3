package event

import (
	"slices"
	"time"

	"grundy/internal/pkgfmt/problem"
)

// Measuring reports what runs, for live progress.
type Measuring struct {
	Submission string `json:"submission"`
	Round      int    `json:"round"` // from 1
	Rounds     int    `json:"rounds"`
}

// Measured contains the running times of a submission on the case that decides for it.
type Measured struct {
	Problem    string `json:"problem"`
	Submission string `json:"submission"`
	Language   string `json:"language"`
	// Use says which bound it is, on the cases that Pattern matches.
	Use     problem.TimeLimitUse `json:"use"`
	Pattern string               `json:"pattern,omitempty"`
	Case    string               `json:"test,omitempty"`
	// Runs are CPU times, one per round. A language with a multiplied limit counts by the share of the limit that it
	// used.
	Runs []time.Duration `json:"runs_seconds"`
	// Stopped reports that the runs were stopped at the time that proves the submission too slow.
	Stopped bool `json:"stopped"`
	// Unmeasured is why there is no time, and Help the remedy.
	Unmeasured string `json:"reason,omitempty"`
	Help       string `json:"help,omitempty"`
	// Class is the class of machines with comparable times, and Machines those of them that measured; "" if this
	// machine measured.
	Class    string   `json:"class,omitempty"`
	Machines []string `json:"machines,omitempty"`
}

func (m Measured) derived() any {
	return struct {
		Least  time.Duration `json:"least_seconds"`
		Median time.Duration `json:"median_seconds"`
		Most   time.Duration `json:"most_seconds"`
	}{m.Least(), m.Median(), m.Most()}
}

// Least, Median and Most describe the spread of the runs; 0 without any.
func (m Measured) Least() time.Duration { return m.rank(0) }

// Median returns the time that counts; for an even number of runs, the greater of the middle two.
func (m Measured) Median() time.Duration { return m.rank(len(m.Runs) / 2) }

// Most returns the time of the slowest run.
func (m Measured) Most() time.Duration { return m.rank(len(m.Runs) - 1) }

func (m Measured) rank(i int) time.Duration {
	if len(m.Runs) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(m.Runs))[i]
}

// Need is the time limit that one language alone would require.
type Need struct {
	Language string         `json:"language"`
	Limit    time.Duration  `json:"time_limit_seconds"`
	Slowest  problem.Timing `json:"slowest"` // of the accepted submissions
}

// LimitsFound is the result of the measurements.
type LimitsFound struct {
	Problem string `json:"problem"`
	// Limit is the time limit by the format's formula; 0 if none satisfies it.
	Limit time.Duration `json:"time_limit_seconds"`
	// Given is the time limit that the package states, 0 for none, and Source where.
	Given  time.Duration `json:"given_seconds"`
	Source string        `json:"time_limit_source,omitempty"`
	Runs   int           `json:"runs"` // of each submission
	// Factors of the formula.
	ACToTimeLimit  float64 `json:"ac_to_time_limit"`
	TimeLimitToTLE float64 `json:"time_limit_to_tle"`
	// Slowest and Fastest bound the limit from below and from above; nil if there is none. Stopped reports that Fastest
	// was stopped, and would have taken longer.
	Slowest *problem.Timing `json:"slowest,omitempty"`
	Fastest *problem.Timing `json:"fastest,omitempty"`
	Stopped bool            `json:"stopped"`
	// Class is the class of machines on which Slowest was measured: the slowest of several. "" if this machine
	// measured.
	Class string `json:"class,omitempty"`
	Needs []Need `json:"needs"` // by language
	// Faults are warnings, and errors if no limit follows. The last Conflicts of them are the distances that the given
	// limit does not keep.
	Faults    problem.Diagnostics `json:"faults,omitempty"`
	Conflicts int                 `json:"conflicts,omitempty"`
	// JudgeErrors counts submissions that could not be judged.
	JudgeErrors int `json:"judge_errors"`
	// Written reports that Limit was written into the package afterwards; FindLimits itself never writes it.
	Written     bool `json:"written"`
	Interrupted bool `json:"interrupted"`
}

// OK reports whether a limit follows, and the package does not state one that contradicts the submissions.
func (l LimitsFound) OK() bool { return !l.Interrupted && len(l.Faults.Fatal(false)) == 0 }

// Sound reports whether a limit follows, whatever the package states.
func (l LimitsFound) Sound() bool { return l.Limit > 0 && len(l.unconflicted().Fatal(false)) == 0 }

// AsWritten returns the conclusion once the package states the limit that follows: nothing conflicts with that one.
func (l LimitsFound) AsWritten() LimitsFound {
	l.Faults, l.Conflicts, l.Written = l.unconflicted(), 0, true
	return l
}

func (l LimitsFound) unconflicted() problem.Diagnostics {
	return l.Faults[:max(0, len(l.Faults)-l.Conflicts)]
}

func (l LimitsFound) derived() any {
	return success{l.OK()}
}

// SafetyReport ends the measurements of the packages of a set.
type SafetyReport struct {
	Set string `json:"set"`
	// Packages are those of the set, in its order.
	Packages []SafetyRow `json:"packages"`
}

func (s SafetyReport) derived() any { return success{s.OK()} }

// OK reports whether a limit follows for each package, and none states one that contradicts its submissions.
func (s SafetyReport) OK() bool {
	return !slices.ContainsFunc(s.Packages, func(r SafetyRow) bool { return !r.OK })
}

// SafetyRow tells how far the time limit of a package is from the submissions that bound it.
type SafetyRow struct {
	PackageOutcome `json:",inline"`
	// Limit is the time limit that counts: the one that the package states, else the one that follows, which is Inferred.
	// 0 means that there is none.
	Limit    time.Duration `json:"time_limit_seconds"`
	Inferred bool          `json:"inferred"`
	// Classes are the classes of machines that measured; a single one without a name for this machine.
	Classes []SafetyClass `json:"classes,omitempty"`
}

// SafetyClass is what one class of machines measured of a package.
type SafetyClass struct {
	Class string `json:"class,omitempty"`
	// Languages are the slowest submissions that must be fast enough, by language.
	Languages []LanguageTiming `json:"languages,omitempty"`
	// Slowest is the slowest of them, and Below the limit in multiples of its time; 0 without one.
	Slowest *problem.Timing `json:"slowest,omitempty"`
	Below   float64         `json:"limit_to_slowest,omitempty"`
	// Fastest is the fastest submission that must be too slow, and Above its time in multiples of the limit; 0 without one.
	// Stopped reports that it was stopped, and would have taken longer.
	Fastest *problem.Timing `json:"fastest,omitempty"`
	Above   float64         `json:"fastest_to_limit,omitempty"`
	Stopped bool            `json:"stopped"`
}

// LanguageTiming is the slowest submission in a language.
type LanguageTiming struct {
	Language string         `json:"language"`
	Slowest  problem.Timing `json:"slowest"`
}

// Kind returns "measuring".
func (Measuring) Kind() string { return "measuring" }

// Kind returns "measured".
func (Measured) Kind() string { return "measured" }

// Kind returns "safety".
func (SafetyReport) Kind() string { return "safety" }

// Kind returns "limits".
func (LimitsFound) Kind() string { return "limits" }
