package author

import (
	"slices"
	"time"

	"grundy/internal/problem"
	"grundy/internal/verdict"
)

// Summary is what a verification came to.
type Summary struct {
	Problem string
	Cases   int
	// Faults counts the errors found in the data, in the time limit and in submissions, one a submission at most.
	// Warnings do not make a package faulty.
	Faults, Warnings int
	// Met, Unmet and Skipped add up to the submissions that were reached.
	Met, Unmet, Skipped int
	// JudgeErrors counts submissions with a case that could not be judged; they are unmet too.
	JudgeErrors int
	TimeLimit   time.Duration
	Interrupted bool
	Matrix      Matrix
}

// OK tells that the whole package was verified and nothing is wrong with it.
func (s Summary) OK() bool { return s.Faults == 0 && !s.Interrupted }

// Matrix holds the result of each submission on each case.
type Matrix struct {
	Cases []string
	Rows  []Row
}

// Row is a submission's results, one for each of the matrix's cases; the verdict is None where it was not judged.
type Row struct {
	Submission string
	Cells      []Cell
}

func newMatrix(cases []*problem.Case) Matrix {
	var m Matrix
	for _, c := range cases {
		m.Cases = append(m.Cases, c.Name)
	}
	return m
}

func (m *Matrix) add(s SubmissionChecked) {
	byName := map[string]Cell{}
	for _, cell := range s.Cells {
		byName[cell.Case] = cell
	}
	row := Row{Submission: s.Submission}
	for _, name := range m.Cases {
		cell, judged := byName[name]
		if !judged {
			cell = Cell{Case: name}
		}
		row.Cells = append(row.Cells, cell)
	}
	m.Rows = append(m.Rows, row)
}

// note adds a finding to the counts.
func (s *Summary) note(event Event) {
	switch e := event.(type) {
	case DataChecked:
		s.count(e.Faults)
	case LimitChecked:
		s.TimeLimit = e.Limit
		s.count(e.Faults)
	case SubmissionChecked:
		s.Matrix.add(e)
		switch {
		case e.Skipped:
			s.Skipped++
		case e.Met():
			s.Met++
		default:
			s.Unmet++
			s.Faults++
		}
		if e.Done.Verdict == verdict.JE || slices.ContainsFunc(e.Cells, func(c Cell) bool { return c.Verdict == verdict.JE }) {
			s.JudgeErrors++
		}
	}
}

func (s *Summary) count(faults problem.Diagnostics) {
	for _, fault := range faults {
		if fault.Level == problem.Error {
			s.Faults++
		} else {
			s.Warnings++
		}
	}
}
