package event

import (
	"slices"
	"time"

	"grundy/internal/problem"
)

// Measuring tells what is run, for live progress.
type Measuring struct {
	Submission    string
	Round, Rounds int // from 1
}

// Measured are the running times of a submission on the case that decides for it.
type Measured struct {
	Problem, Submission, Language string
	// Use tells which bound it is, on the cases that Pattern matches.
	Use     problem.TimeLimitUse
	Pattern string
	Case    string
	// Runs are CPU times, one a round. A language with a multiplied limit counts by the share of the limit that it used.
	Runs []time.Duration
	// Stopped tells that the runs were ended at the time that proves the submission too slow.
	Stopped bool
	// Unmeasured is why there is no time, and Help what to do.
	Unmeasured, Help string
}

// Least, Median and Most are the spread of the runs; 0 without any.
func (m Measured) Least() time.Duration { return m.rank(0) }

// Median is the time that counts: of an even number of runs the greater one in the middle.
func (m Measured) Median() time.Duration { return m.rank(len(m.Runs) / 2) }

// Most is the time of the slowest run.
func (m Measured) Most() time.Duration { return m.rank(len(m.Runs) - 1) }

func (m Measured) rank(i int) time.Duration {
	if len(m.Runs) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(m.Runs))[i]
}

// Need is the time limit that one language alone would ask for.
type Need struct {
	Language string
	Slowest  problem.Timing // of the accepted submissions
	Limit    time.Duration
}

// LimitsFound is what the measurements amount to.
type LimitsFound struct {
	Problem string
	Runs    int // of each submission
	// Limit is the time limit by the format's formula, 0 when none satisfies it.
	Limit time.Duration
	// Given is the time limit that the package states, 0 for none, and Source where.
	Given  time.Duration
	Source string
	// Slowest and Fastest bound the limit from below and from above, nil where nothing does. Stopped tells that Fastest
	// was ended, and would have taken longer.
	Slowest, Fastest *problem.Timing
	Stopped          bool
	// Factors of the formula.
	ACToTimeLimit, TimeLimitToTLE float64
	Needs                         []Need // by language
	// Faults are errors where no limit follows, and warnings. Conflicts are the distances that the given limit does not
	// keep. JudgeErrors counts submissions that could not be judged.
	Faults, Conflicts problem.Diagnostics
	JudgeErrors       int
	Interrupted       bool
	// Written tells that the package states Limit since then; FindLimits itself never does that.
	Written bool
}

// OK tells that a limit follows, and that the package does not state one that contradicts the submissions.
func (l LimitsFound) OK() bool {
	return !l.Interrupted && len(l.Faults.Fatal(false)) == 0 && (l.Written || len(l.Conflicts) == 0)
}

func (Measuring) event()   {}
func (Measured) event()    {}
func (LimitsFound) event() {}
