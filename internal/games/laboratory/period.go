package laboratory

import "fmt"

// Period says that a sequence is periodic: with a length, after some elements before.
type Period struct{ Before, Length int }

// repeats is how often a period must occur.
const repeats = 3

// PeriodOf finds the period of a sequence, as far as it goes: the shortest one that occurs at least three times
// and covers at least half of the sequence. It returns false if there is none.
func PeriodOf(row []string) (Period, bool) {
	n := len(row)
	for length := 1; length*repeats <= n; length++ {
		// The periodic part begins after the last element that differs from the one a period later.
		before := n - length
		for before > 0 && row[before-1] == row[before-1+length] {
			before--
		}
		if n-before >= repeats*length && 2*(n-before) >= n {
			return Period{before, length}, true
		}
	}
	return Period{}, false
}

// Periods describes the period of each row, given the answers by the index of their cell. It is "" if the row is
// not periodic, or some answers are unknown.
func (g *Grid) Periods(answers map[int]string) []string {
	periods := make([]string, len(g.Rows))
	for row := range g.Rows {
		var line []string
		for column := range g.Columns {
			if answer, known := answers[row*len(g.Columns)+column]; known {
				line = append(line, answer)
			}
		}
		period, repeats := PeriodOf(line)
		if !repeats || len(line) < len(g.Columns) {
			continue
		}
		if periods[row] = fmt.Sprintf("period %d", period.Length); period.Before > 0 {
			periods[row] += " from " + g.Columns[period.Before].String()
		}
	}
	return periods
}
