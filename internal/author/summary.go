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
	// Warnings do not make a package faulty; notes are not counted.
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
	// MustFail tells that some case has to kill it.
	MustFail bool
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
	row := Row{Submission: s.Submission, MustFail: s.MustFail}
	for _, name := range m.Cases {
		cell, judged := byName[name]
		if !judged {
			cell = Cell{Case: name}
		}
		row.Cells = append(row.Cells, cell)
	}
	m.Rows = append(m.Rows, row)
}

// kills tells what each case is good for, nil when no submission is meant to fail.
func (m *Matrix) kills() []CaseKills {
	doomed := slices.DeleteFunc(slices.Clone(m.Rows), func(r Row) bool { return !r.MustFail })
	if len(doomed) == 0 {
		return nil
	}
	cases := make([]CaseKills, len(m.Cases))
	for i, name := range m.Cases {
		cases[i].Case = name
	}
	for _, row := range doomed {
		last, count := 0, 0
		for i, cell := range row.Cells {
			if cell.kills() {
				cases[i].Kills = append(cases[i].Kills, row.Submission)
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

// kills tells that the case shows what is wrong with the submission.
func (c Cell) kills() bool {
	return c.Verdict != verdict.AC && c.Verdict != verdict.None && c.Verdict != verdict.JE
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
		switch fault.Level {
		case problem.Error:
			s.Faults++
		case problem.Warning:
			s.Warnings++
		}
	}
}
