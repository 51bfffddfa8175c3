package author

import (
	"slices"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

// catchesOf returns which submissions each case catches, or nil when no submission is meant to fail.
func catchesOf(m event.Matrix) []event.CaseCatches {
	doomed := slices.DeleteFunc(slices.Clone(m.Rows), func(r event.MatrixRow) bool { return !r.MustFail })
	if len(doomed) == 0 {
		return nil
	}
	cases := make([]event.CaseCatches, len(m.Cases))
	for i, name := range m.Cases {
		cases[i].Case = name
	}
	for _, row := range doomed {
		last, count := 0, 0
		for i, cell := range row.Cells {
			if catches(cell) {
				cases[i].Catches = append(cases[i].Catches, row.Submission)
				last = i
				count++
			}
		}
		if count == 1 {
			cases[last].Alone = append(cases[last].Alone, row.Submission)
		}
	}
	return cases
}

// catches reports whether the case exposes the submission.
func catches(c event.Cell) bool {
	return c.Verdict != verdict.AC && c.Verdict != verdict.None && c.Verdict != verdict.JE
}

// note counts a finding in the summary.
func note(s *event.Verification, e event.Event) {
	switch e := e.(type) {
	case event.DataChecked:
		countFaults(s, e.Faults)
	case event.LimitChecked:
		s.TimeLimit = e.Limit
		countFaults(s, e.Faults)
	case event.SubmissionChecked:
		s.Earlier += e.Done.Earlier
		switch {
		case e.Skipped:
			s.Skipped++
		case e.Met():
			s.Met++
		default:
			s.Unmet++
			s.Faults++
		}
		if e.Done.Verdict == verdict.JE || slices.ContainsFunc(e.Cells, func(c event.Cell) bool { return c.Verdict == verdict.JE }) {
			s.JudgeErrors++
		}
	}
}

func countFaults(s *event.Verification, faults problem.Diagnostics) {
	s.Faults += faults.Count(problem.Error)
	s.Warnings += faults.Count(problem.Warning)
}
