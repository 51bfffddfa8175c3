package mutate

import (
	"grundy/internal/base/verdict"
	"grundy/internal/event"
)

// count sums up results.
func count(s *event.Mutation, results []event.MutantResult) {
	s.Kills = map[verdict.Verdict]int{}
	for _, operator := range Operators() {
		row := event.OperatorRow{Operator: operator}
		for _, r := range results {
			if r.Mutant.Operator == operator {
				row.Add(r.Outcome)
			}
		}
		if row.Made > 0 {
			s.Rows = append(s.Rows, row)
		}
	}
	for _, r := range results {
		if r.Earlier {
			s.Earlier++
		}
		switch r.Outcome {
		case event.Killed:
			s.Kills[r.Verdict]++
		case event.Survived:
			s.Survivors = append(s.Survivors, r)
		case event.Unjudged:
			s.Failures = append(s.Failures, r)
		}
	}
}
