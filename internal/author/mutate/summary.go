package mutate

import "grundy/internal/verdict"

// Summary is what a run came to.
type Summary struct {
	Problem, Solution, Language string
	// Rows has a count for each operator that made mutants; Total adds them up.
	Rows  []Row
	Total Row
	// Kills counts the killed mutants by the verdict that killed them.
	Kills map[verdict.Verdict]int
	// Survivors and Failures, the unjudged ones, are in the order of the text.
	Survivors, Failures []Result
	// Stale are the explanations of this solution that explain nothing. It is known of a whole run only.
	Stale []Stale
	// OutOfTime tells that the budget ended before the last mutant, Interrupted that a person did.
	OutOfTime, Interrupted bool
}

// Row counts the mutants of an operator by what became of them.
type Row struct {
	Operator Operator
	Made     int
	Outcomes map[Outcome]int
}

// Viable is the number of mutants that could have been noticed: killed or survived.
func (r Row) Viable() int { return r.Outcomes[Killed] + r.Outcomes[Survived] }

// Score is the share of the viable mutants that were killed, 1 without any.
func (r Row) Score() float64 {
	if r.Viable() == 0 {
		return 1
	}
	return float64(r.Outcomes[Killed]) / float64(r.Viable())
}

func (r *Row) add(outcome Outcome) {
	if r.Outcomes == nil {
		r.Outcomes = map[Outcome]int{}
	}
	r.Made++
	r.Outcomes[outcome]++
}

// count sums results up.
func (s *Summary) count(results []Result) {
	s.Kills = map[verdict.Verdict]int{}
	for _, operator := range Operators() {
		row := Row{Operator: operator}
		for _, r := range results {
			if r.Mutant.Operator == operator {
				row.add(r.Outcome)
			}
		}
		if row.Made > 0 {
			s.Rows = append(s.Rows, row)
		}
	}
	for _, r := range results {
		s.Total.add(r.Outcome)
		switch r.Outcome {
		case Killed:
			s.Kills[r.Verdict]++
		case Survived:
			s.Survivors = append(s.Survivors, r)
		case Unjudged:
			s.Failures = append(s.Failures, r)
		}
	}
}
