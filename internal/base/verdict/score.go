package verdict

import (
	"errors"
	"fmt"
	"math"
)

// CaseScore is the score of one case of a group, computed from the case's CaseMaximum and the checker's result: an
// absolute score (score.txt), a multiplier of the maximum (score_multiplier.txt), or nothing. An error names a
// violation of the format; the case is then a judge error.
//
// Sources: 2025-09, section "Scoring test cases"; legacy, section "Graders". In legacy a multiplier, which only
// checkers of other dialects write, applies to accept_score.
func (g Grading) CaseScore(maximum *float64, accepted bool, score, multiplier *float64) (float64, error) {
	switch g.Mode {
	case ScoringLegacy:
		return g.legacyCaseScore(accepted, score, multiplier)
	case Scoring2025:
		return g.caseScore2025(maximum, accepted, score, multiplier)
	default:
		return 0, nil
	}
}

func (g Grading) legacyCaseScore(accepted bool, score, multiplier *float64) (float64, error) {
	switch {
	case score != nil && !isFinite(*score):
		return 0, fmt.Errorf("score.txt: want a finite number, got %g", *score)
	case score != nil:
		return *score, nil
	case !accepted:
		return g.RejectScore, nil
	case multiplier == nil:
		return g.AcceptScore, nil
	case !(*multiplier >= 0 && *multiplier <= 1):
		return 0, fmt.Errorf("score multiplier: want 0 to 1, got %g", *multiplier)
	default:
		return *multiplier * g.AcceptScore, nil
	}
}

func (g Grading) caseScore2025(maximum *float64, accepted bool, score, multiplier *float64) (float64, error) {
	// The sample is the only pass-fail group without a maximum; scores are ignored there.
	if g.Aggregation == "pass-fail" && g.MaxScore == nil {
		return 0, nil
	}
	switch {
	case score != nil && multiplier != nil:
		return 0, errors.New("the validator wrote both score.txt and score_multiplier.txt")
	case !accepted && (score != nil || multiplier != nil):
		return 0, errors.New("the validator rejected and wrote a score")
	case !accepted:
		return 0, nil
	case g.Aggregation == "pass-fail" && (score != nil || multiplier != nil):
		return 0, errors.New("the validator wrote a score in a group with pass-fail aggregation")
	case g.Aggregation == "pass-fail":
		return 0, nil
	case score != nil && !(*score >= 0 && isFinite(*score)):
		return 0, fmt.Errorf("score.txt: want a number of at least 0, got %g", *score)
	case score != nil && maximum != nil && snap(*score, *maximum) > *maximum:
		return 0, fmt.Errorf("score.txt: %g exceeds the case's maximum of %g", *score, *maximum)
	case score != nil && maximum != nil:
		return snap(*score, *maximum), nil
	case score != nil:
		return *score, nil
	case maximum == nil && multiplier != nil:
		return 0, errors.New("the validator wrote score_multiplier.txt in a group of unbounded score")
	case maximum == nil:
		return 0, errors.New("the validator accepted without score.txt in a group of unbounded score")
	case multiplier == nil:
		return *maximum, nil
	case !(*multiplier >= 0 && *multiplier <= 1):
		return 0, fmt.Errorf("score_multiplier.txt: want 0 to 1, got %g", *multiplier)
	default:
		return *multiplier * *maximum, nil
	}
}

// ScoresCases reports whether single cases have points, and not only the group as a whole.
func (g Grading) ScoresCases() bool {
	return g.Mode == ScoringLegacy || g.Mode == Scoring2025 && g.Aggregation != "pass-fail"
}

func isFinite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }

// OutOfRange reports whether a group's score lies outside the range that its legacy testdata.yaml declares.
// Verification reports it as a fault of the package; the verdict stands.
func (g Grading) OutOfRange(score float64) bool {
	return g.Mode == ScoringLegacy && (score < g.RangeMin || score > g.RangeMax)
}

// Missing returns the first group of RequirePass that is not accepted, "" if the group may be judged.
//
// Source: 2025-09, section "Group dependencies".
func (g Grading) Missing(accepted func(group string) bool) string {
	for _, group := range g.RequirePass {
		if !accepted(group) {
			return group
		}
	}
	return ""
}
