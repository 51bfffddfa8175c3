package verdict

import (
	"math"
	"slices"
)

// CaseMaximum is the most that one case of a group may score, nil if that is unbounded or cases have no score. It
// needs the number of cases in the group, without the static validation, and the maximum of the latter (0 without
// one).
//
// Sources: 2025-09, section "Scoring problems"; legacy, section "Graders".
func (g Grading) CaseMaximum(cases int, static float64) *float64 {
	switch {
	case g.Mode == ScoringLegacy && !g.CheckerScores:
		return &g.AcceptScore
	case g.Mode != Scoring2025 || g.MaxScore == nil || cases == 0:
		return nil
	case g.Aggregation == "sum":
		each := (*g.MaxScore - static) / float64(cases)
		return &each
	case g.Aggregation == "min":
		return g.MaxScore
	default:
		return nil
	}
}

// Maximum is the most that a group may score: what it declares, or less if its cases and groups cannot reach that. It
// needs their maxima in judging order. It is nil if that is unbounded, or if only a program of the package knows it.
func (g Grading) Maximum(parts []*float64) *float64 {
	switch g.Mode {
	case Scoring2025:
		return g.maximum2025(parts)
	case ScoringLegacy:
		return g.maximumLegacy(parts)
	default:
		return new(float64)
	}
}

func (g Grading) maximum2025(parts []*float64) *float64 {
	if g.Aggregation != "pass-fail" {
		return g.reachable(parts, g.MaxScore)
	}
	if g.MaxScore == nil {
		return new(float64) // the samples
	}
	return g.MaxScore
}

func (g Grading) maximumLegacy(parts []*float64) *float64 {
	var declared *float64
	if !math.IsInf(g.RangeMax, 0) {
		declared = &g.RangeMax
	}
	switch {
	case g.Minimise:
		return nil
	case g.Custom:
		return declared
	case g.IgnoreSample && len(parts) > 1:
		parts = parts[len(parts)-1:]
	}
	return g.reachable(parts, declared)
}

// reachable is what parts with all points add up to, but not more than declared, nil for no bound.
func (g Grading) reachable(parts []*float64, declared *float64) *float64 {
	if slices.Contains(parts, nil) {
		return declared
	}
	var full []Grade
	for _, part := range parts {
		full = append(full, Grade{Verdict: AC, Score: *part})
	}
	g.MaxScore = nil // it bounds below, and is no error
	most := Aggregate(g, full).Score
	if declared != nil {
		most = min(snap(most, *declared), *declared)
	}
	return &most
}
