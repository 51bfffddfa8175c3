package verdict

// Grading says how the outcomes of a group's children become the outcome of the group. It covers both the 2025-09
// format's test_group.yaml and the legacy format's default grader (testdata.yaml).
type Grading struct {
	// Mode selects the rules.
	Mode GradingMode

	// 2025-09 (section "Test Data Groups").
	Aggregation string   // "pass-fail", "sum" or "min"
	MaxScore    *float64 // nil: unbounded
	RequirePass []string // groups or "sample" that must be accepted first

	// Legacy (section "Graders"). A nil group of flags means the default of its parent was already merged in.
	OnReject                 string // "break" or "continue"
	VerdictRule              string // "worst_error", "first_error" or "always_accept"
	ScoreRule                string // "sum", "avg", "min" or "max"
	IgnoreSample             bool
	AcceptIfAnyAccepted      bool
	AcceptScore, RejectScore float64
	RangeMin, RangeMax       float64
}

// GradingMode is the family of rules that a Grading follows.
type GradingMode string

// PassFail accepts when everything is accepted and has no score.
const (
	PassFail      GradingMode = "pass-fail"
	Scoring2025   GradingMode = "2025-09"
	ScoringLegacy GradingMode = "legacy"
)

// Outcome is a verdict with its score. In 2025-09 the score of a case is the multiplier or score that the checker
// gave, already applied to the case's maximum.
type Outcome struct {
	Verdict Verdict
	Score   float64
}
