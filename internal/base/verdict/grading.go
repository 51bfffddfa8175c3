package verdict

import "math"

// Grading says how the outcomes of a group's children become the outcome of the group. It covers both the 2025-09
// format's test_group.yaml and the legacy format's default grader (testdata.yaml).
type Grading struct {
	// Mode selects the rules.
	Mode GradingMode

	// 2025-09 (section "Test Data Groups").
	Aggregation string   // "pass-fail", "sum" or "min"
	MaxScore    *float64 // nil: unbounded
	RequirePass []string // groups, or "sample", that must be accepted for this group to be judged

	// Legacy (sections "Test Data Groups" and "Graders"), merged with the settings of the parents.
	OnReject                 string // "break" or "continue"
	VerdictRule              string // "worst_error", "first_error" or "always_accept"
	ScoreRule                string // "sum", "avg", "min" or "max"
	IgnoreSample             bool
	AcceptIfAnyAccepted      bool
	AcceptScore, RejectScore float64 // score of a case that has none of its own, samples included
	RangeMin, RangeMax       float64 // permitted range of the group's score: see OutOfRange
	CheckerScores            bool    // the checker scores cases, so that AcceptScore is not the most they may score
	Minimise                 bool    // the smallest score is the best
	// Custom replaces the default grader and its rules by a program of the package, which gets Flags.
	Custom bool
	Flags  []string
}

// GradingMode is the family of rules that a Grading follows.
type GradingMode string

// PassFail accepts when everything is accepted and has no score.
const (
	PassFail      GradingMode = "pass-fail"
	Scoring2025   GradingMode = "2025-09"
	ScoringLegacy GradingMode = "legacy"
)

// Grade is a verdict with its score. The score of a case is what Grading.CaseScore computes from the
// checker's.
type Grade struct {
	Verdict Verdict
	Score   float64
	// Reason says why the aggregation failed, with the verdict JE.
	Reason string
}

// Default2025 is the grading of a group of a scoring problem without settings in test_group.yaml (2025-09, section
// "Test data configuration"). The name is the group's path below data: "", "sample", "secret", "secret/group1".
// The root adds up sample, which never has points, and secret, whose score is the submission's.
func Default2025(group string) Grading {
	switch group {
	case "":
		return Grading{Mode: Scoring2025, Aggregation: "sum"}
	case "secret":
		hundred := 100.0
		return Grading{Mode: Scoring2025, Aggregation: "sum", MaxScore: &hundred}
	default:
		return Grading{Mode: Scoring2025, Aggregation: "pass-fail"}
	}
}

// DefaultLegacy is the grading of a group without any testdata.yaml (legacy, sections "Test Data Groups" and "Default
// Grader Specification").
func DefaultLegacy() Grading {
	return Grading{
		Mode:        ScoringLegacy,
		OnReject:    "break",
		VerdictRule: "worst_error",
		ScoreRule:   "sum",
		AcceptScore: 1,
		RangeMin:    math.Inf(-1),
		RangeMax:    math.Inf(1),
	}
}
