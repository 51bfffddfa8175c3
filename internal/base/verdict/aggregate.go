package verdict

import (
	"fmt"
	"math"
	"slices"
)

// Aggregate combines the outcomes of a group's children, in judging order, into the outcome of the group. The
// result is the same whether judging stopped when Decided or went on to the end. A child that was not judged has
// the verdict None: 2025-09 counts it as not accepted with score 0, legacy and pass-fail leave it out. A judge
// error among the children that count is the group's outcome under all rules.
//
// Sources: 2025-09, section "Result aggregation"; legacy, sections "Test Data Groups" and "Default Grader
// Specification", as implemented by problemtools.
func Aggregate(g Grading, children []Grade) Grade { return AggregateBy(g, children, nil) }

// AggregateBy is Aggregate with a grader for groups with custom grading. The grader gets the outcomes that count,
// at least one.
func AggregateBy(g Grading, children []Grade, grade func(counted []Grade) Grade) Grade {
	counted := slices.DeleteFunc(slices.Clone(children), func(o Grade) bool { return o.Verdict == None })
	if g.Mode == ScoringLegacy && g.OnReject != "continue" {
		if i := slices.IndexFunc(counted, rejected); i >= 0 {
			counted = counted[:i+1]
		}
	}
	if i := slices.IndexFunc(counted, func(o Grade) bool { return o.Verdict == JE }); i >= 0 {
		return Grade{Verdict: JE, Reason: counted[i].Reason}
	}
	if len(counted) == 0 && len(children) > 0 {
		return Grade{Verdict: None}
	}
	if g.Custom && len(counted) > 0 && grade != nil {
		return grade(counted)
	}
	switch g.Mode {
	case ScoringLegacy:
		return aggregateLegacy(g, counted)
	case Scoring2025:
		return aggregate2025(g, children)
	default:
		return Grade{Verdict: firstError(counted)}
	}
}

// Decided reports whether the outcome of a group is certain after the given children, so that the rest need not be
// judged. Only a judge error among the rest could still change it.
func (g Grading) Decided(children []Grade) bool {
	switch g.Mode {
	case ScoringLegacy:
		if g.OnReject == "continue" {
			return false
		}
	case Scoring2025:
		// A rejected child scores 0, which decides a minimum as it decides pass-fail. A child that is a group
		// may be rejected with points, so only the score decides.
		if g.Aggregation == "sum" {
			return false
		}
		if g.Aggregation == "min" {
			return slices.ContainsFunc(children, func(o Grade) bool { return rejected(o) && o.Score == 0 })
		}
	}
	return slices.ContainsFunc(children, rejected)
}

func rejected(o Grade) bool { return o.Verdict != AC && o.Verdict != None }

// firstError is the verdict of the first outcome that was judged and not accepted, else AC.
func firstError(outcomes []Grade) Verdict {
	if i := slices.IndexFunc(outcomes, rejected); i >= 0 {
		return outcomes[i].Verdict
	}
	return AC
}

// aggregate2025 follows 2025-09, section "Scoring test data groups". The format defines a score and no verdict.
// Here the verdict is AC if everything is accepted, and otherwise the first failure.
func aggregate2025(g Grading, children []Grade) Grade {
	outcome := Grade{Verdict: firstError(children)}
	if len(children) == 0 {
		return outcome
	}
	switch g.Aggregation {
	case "sum":
		for _, child := range children {
			outcome.Score += child.Score
		}
	case "min":
		outcome.Score = math.Inf(1)
		for _, child := range children {
			outcome.Score = min(outcome.Score, child.Score)
		}
	default:
		complete := !slices.ContainsFunc(children, func(o Grade) bool { return o.Verdict != AC })
		if complete && g.MaxScore != nil {
			outcome.Score = *g.MaxScore
		}
	}
	if g.MaxScore != nil {
		outcome.Score = snap(outcome.Score, *g.MaxScore)
		if outcome.Score > *g.MaxScore {
			return Grade{Verdict: JE, Reason: fmt.Sprintf("score %g exceeds max_score %g", outcome.Score, *g.MaxScore)}
		}
	}
	return outcome
}

// snap corrects floating-point noise in a score that should be the maximum: 3 × 100/3 is 100.
func snap(score, maximum float64) float64 {
	if math.Abs(score-maximum) <= 1e-9*maximum {
		return maximum
	}
	return score
}

// aggregateLegacy is the default grader. Scores of rejected children count; only the submission's own score is
// void unless the whole is accepted.
func aggregateLegacy(g Grading, children []Grade) Grade {
	// The sample comes first. If it was rejected and judging stopped, it is the only child, and it counts.
	if g.IgnoreSample && len(children) > 1 {
		children = children[len(children)-1:]
	}
	return Grade{Verdict: legacyVerdict(g, children), Score: legacyScore(g, children)}
}

func legacyVerdict(g Grading, children []Grade) Verdict {
	anyAccepted := slices.ContainsFunc(children, func(o Grade) bool { return o.Verdict == AC })
	switch {
	case g.VerdictRule == "always_accept", g.AcceptIfAnyAccepted && anyAccepted:
		return AC
	case g.VerdictRule == "first_error":
		return firstError(children)
	default:
		return worstError(children)
	}
}

// worst lists the errors from the worst on, as the legacy format does. The format does not mention CE, which no
// test case has, and ILE, which is next to TLE here.
var worst = [...]Verdict{JE, CE, RTE, MLE, TLE, ILE, OLE, WA}

func worstError(outcomes []Grade) Verdict {
	for _, verdict := range worst {
		if slices.ContainsFunc(outcomes, func(o Grade) bool { return o.Verdict == verdict }) {
			return verdict
		}
	}
	return AC
}

func legacyScore(g Grading, children []Grade) float64 {
	if len(children) == 0 {
		return 0
	}
	sum, least, greatest := 0.0, math.Inf(1), math.Inf(-1)
	for _, child := range children {
		sum += child.Score
		least = min(least, child.Score)
		greatest = max(greatest, child.Score)
	}
	switch g.ScoreRule {
	case "avg":
		return sum / float64(len(children))
	case "min":
		return least
	case "max":
		return greatest
	default:
		return sum
	}
}
