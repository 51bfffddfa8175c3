package problem

import (
	"fmt"
	"maps"
	"math"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/verdict"
)

// CaseResult is the result of a submission on a test case.
type CaseResult struct {
	// Name is the case's, or "" for a verdict on the submission as a whole: a compile error.
	Name    string
	Verdict verdict.Verdict
	// Messages are those of the checker, for the judge and for the contestant.
	Messages []string
}

// Violation is an expectation that a submission does not meet.
type Violation struct {
	// Case is the first case at fault; "" if no single case is.
	Case string
	// Text is the violation in words: "secret/17 got WA, permitted are AC, TLE".
	Text string
}

// Meets returns the expectations that the results of a submission on all cases violate. scores are those of groups by
// name, "" for the submission itself; without scores, a demand for one is violated.
//
// MLE counts as RTE, ILE as TLE, and OLE as either, unless an expectation names them: "All test cases must have a verdict in
// this subset of AC, WA, TLE, RTE", so endless output is "too slow" where that is expected.
// A judge error meets no expectation.
//
// Source: 2025-09, section "Example submissions".
func Meets(expect []Expectation, results []CaseResult, scores map[string]float64) []Violation {
	var violations []Violation
	if i := slices.IndexFunc(results, func(r CaseResult) bool { return r.Verdict == verdict.JE }); i >= 0 {
		violations = append(violations, Violation{results[i].Name, subject(results[i]) + " got JE"})
	}
	for _, e := range expect {
		var matched []CaseResult
		for _, r := range results {
			if r.Verdict != verdict.JE && Match(e.Pattern, r.Name) {
				matched = append(matched, r)
			}
		}
		violations = append(violations, e.checkPermitted(matched)...)
		violations = append(violations, e.checkRequired(matched)...)
		violations = append(violations, e.checkMessage(matched)...)
		violations = append(violations, e.checkScore(scores)...)
	}
	return violations
}

func (e Expectation) checkPermitted(results []CaseResult) []Violation {
	if e.Permitted == nil {
		return nil
	}
	var bad []CaseResult
	for _, r := range results {
		if !includes(e.Permitted, r.Verdict) {
			bad = append(bad, r)
		}
	}
	if len(bad) == 0 {
		return nil
	}
	more := ""
	if len(bad) > 1 {
		more = fmt.Sprintf(" (and %d more)", len(bad)-1)
	}
	text := fmt.Sprintf("%s got %s%s, permitted: %s", subject(bad[0]), bad[0].Verdict, more, list(e.Permitted))
	return []Violation{{bad[0].Name, text}}
}

func (e Expectation) checkRequired(results []CaseResult) []Violation {
	if e.Whole {
		return e.checkWhole(results)
	}
	if e.Required == nil || slices.ContainsFunc(results, func(r CaseResult) bool { return includes(e.Required, r.Verdict) }) {
		return nil
	}
	return []Violation{{"", fmt.Sprintf("%s got %s", e.no("case"), list(e.Required))}}
}

// Decisive returns the verdicts whose first occurrence on any case decides whether a submission meets its expectations:
// one that is not permitted, or one that all demands require. There is none if single cases, messages or points are
// demanded. all reports that any failure decides.
func (s *Submission) Decisive() (verdicts []verdict.Verdict, all bool) {
	failures := []verdict.Verdict{verdict.WA, verdict.TLE, verdict.RTE, verdict.MLE, verdict.OLE, verdict.ILE}
	if slices.ContainsFunc(s.Expect, func(e Expectation) bool { return e.Pattern != "" || e.Score != nil || e.Message != nil }) {
		return nil, false
	}
	for _, v := range failures {
		forbidden := slices.ContainsFunc(s.Expect, func(e Expectation) bool { return e.Permitted != nil && !includes(e.Permitted, v) })
		waiting := slices.ContainsFunc(s.Expect, func(e Expectation) bool { return !e.Whole && e.Required != nil && !includes(e.Required, v) })
		if forbidden || !waiting {
			verdicts = append(verdicts, v)
		}
	}
	return verdicts, len(verdicts) == len(failures)
}

// checkWhole checks only the first failure.
func (e Expectation) checkWhole(results []CaseResult) []Violation {
	decides := CaseResult{Verdict: verdict.AC}
	if i := slices.IndexFunc(results, func(r CaseResult) bool { return r.Verdict != verdict.AC }); i >= 0 {
		decides = results[i]
	}
	if includes(e.Required, decides.Verdict) {
		return nil
	}
	return []Violation{{decides.Name, fmt.Sprintf("%s got %s, want %s", subject(decides), decides.Verdict, list(e.Required))}}
}

func (e Expectation) checkMessage(results []CaseResult) []Violation {
	if e.Message == nil {
		return nil
	}
	for _, r := range results {
		if slices.ContainsFunc(r.Messages, e.Message.MatchString) {
			return nil
		}
	}
	return []Violation{{"", fmt.Sprintf("%s matches %q", e.no("message"), e.Message)}}
}

func (e Expectation) checkScore(scores map[string]float64) []Violation {
	if e.Score == nil {
		return nil
	}
	var violations []Violation
	found := false
	for _, group := range slices.Sorted(maps.Keys(scores)) {
		if !e.scores(group) {
			continue
		}
		found = true
		if score := scores[group]; !e.Score.Contains(score) {
			of := ""
			if group != "" {
				of = " of " + group
			}
			violations = append(violations, Violation{"", fmt.Sprintf("score%s is %g, want %s", of, score, e.Score)})
		}
	}
	if !found {
		violations = append(violations, Violation{"", fmt.Sprintf("%s, want %s", e.no("score"), e.Score)})
	}
	return violations
}

// scores reports whether a demand is about the score of a group: that of the topmost groups that the pattern matches.
func (e Expectation) scores(group string) bool {
	if e.Pattern == "" || group == "" {
		return e.Pattern == group
	}
	return Match(e.Pattern, group) && !Match(e.Pattern, path.Dir(group))
}

// no returns "no case" or "no case of secret/group1".
func (e Expectation) no(what string) string {
	if e.Pattern == "" {
		return "no " + what
	}
	return "no " + what + " of " + e.Pattern
}

// Contains reports whether x is in the interval, up to rounding errors.
func (r Range) Contains(x float64) bool {
	noise := 1e-9 * max(1, math.Abs(x))
	return x >= r.Min-noise && x <= r.Max+noise
}

// String returns "40" or "30 to 40".
func (r Range) String() string {
	if r.Min == r.Max {
		return fmt.Sprintf("%g", r.Min)
	}
	return fmt.Sprintf("%g to %g", r.Min, r.Max)
}

func includes(verdicts []verdict.Verdict, v verdict.Verdict) bool {
	if slices.Contains(verdicts, v) {
		return true
	}
	switch v {
	case verdict.MLE:
		return slices.Contains(verdicts, verdict.RTE)
	case verdict.OLE:
		// It was stopped while it ran: we cannot know whether it would have crashed or run forever.
		return slices.Contains(verdicts, verdict.RTE) || slices.Contains(verdicts, verdict.TLE)
	case verdict.ILE:
		return slices.Contains(verdicts, verdict.TLE)
	default:
		return false
	}
}

func subject(r CaseResult) string {
	if r.Name == "" {
		return "submission"
	}
	return r.Name
}

func list(verdicts []verdict.Verdict) string {
	names := make([]string, len(verdicts))
	for i, v := range verdicts {
		names[i] = v.String()
	}
	return strings.Join(names, ", ")
}
