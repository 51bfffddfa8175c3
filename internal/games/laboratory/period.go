package laboratory

import "fmt"

// Period is how a sequence repeats itself: with a length, from a place on.
type Period struct{ Before, Length int }

// repeats is how often a period must be seen.
const repeats = 3

// PeriodOf finds how a sequence repeats itself as far as it goes: the shortest period that is seen three times at least, and in half
// of the sequence at least; false where there is none.
func PeriodOf(row []string) (Period, bool) {
	n := len(row)
	for length := 1; length*repeats <= n; length++ {
		// What repeats itself to the end begins behind the last place that differs from the one a period later.
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

// Periods says how each row repeats itself, by the answers at the indices of its cells; "" where it does not, or not all are known.
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
