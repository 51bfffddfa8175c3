package report

import (
	"fmt"
	"strings"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// failures remembers which tests failed: the first names, and the number of all.
type failures struct {
	total int
	names [verdict.JE + 1][]string
	count [verdict.JE + 1]int
}

// namedFailures bounds the names that are kept for each verdict.
const namedFailures = 40

func (f *failures) add(v verdict.Verdict, test string) {
	f.total++
	f.count[v]++
	if len(f.names[v]) < namedFailures {
		f.names[v] = append(f.names[v], strings.TrimPrefix(test, "secret/"))
	}
}

// failed lists the failed tests by verdict, one verdict a line.
func (l style) failed(f failures) []string {
	var lines []string
	for v, names := range f.names {
		if len(names) == 0 {
			continue
		}
		room := l.width - 8
		var shown []string
		for _, name := range names {
			name = terminal.Line(name)
			more := fmt.Sprintf("and %d more", f.count[v]-len(shown))
			if room < terminal.Width(name)+1+len(more) && len(shown) > 0 {
				break
			}
			room -= terminal.Width(name) + 1
			shown = append(shown, name)
		}
		if hidden := f.count[v] - len(shown); hidden > 0 {
			shown = append(shown, fmt.Sprintf("and %d more", hidden))
		}
		lines = append(lines, "  "+l.badge(verdict.Verdict(v))+" "+strings.Join(shown, " "))
	}
	return lines
}

// tableRow is a submission in the table at the end.
type tableRow struct {
	problem, solution, language string
	verdict                     verdict.Verdict
	credit                      verdict.Credit
	skipped, interrupted        bool
	points, tests, slowest      string
	memory                      bytesize.Size
}

// belowProblem returns the part of a submission's path below the directory named after its problem.
func belowProblem(submission, problem string) string {
	if at := strings.LastIndex("/"+submission, "/"+problem+"/"); at >= 0 && problem != "" {
		return submission[at+len(problem)+1:]
	}
	return submission
}

func rowOf(plan event.Plan, e event.Done) tableRow {
	row := tableRow{
		problem:     e.Problem,
		solution:    belowProblem(e.Submission, e.Problem),
		language:    e.Language,
		verdict:     e.Verdict,
		credit:      e.Credit(),
		points:      e.Points(),
		skipped:     e.Skipped,
		interrupted: e.Interrupted,
		memory:      e.Memory,
	}
	if row.language == "" {
		row.language = plan.Language
	}
	if e.Passed+e.Failed > 0 {
		row.tests = passed(e)
		row.slowest = RunningTime(e.Slowest, e.TimeLimit)
	}
	return row
}

// table lists the verdicts of all submissions, a line each.
func (l style) table(rows []tableRow) []string {
	cells := [][]string{{"problem", "solution", "language", "verdict", "tests", "slowest", "memory"}}
	for _, row := range rows {
		word := row.credit.Letters(row.verdict)
		if row.skipped {
			word = "skipped"
		} else if row.interrupted {
			word = "interrupted"
		} else if row.points != "" {
			word = strings.TrimLeft(word+" "+row.points, " ")
		}
		memory := ""
		if row.memory > 0 {
			memory = row.memory.String()
		}
		cells = append(cells, []string{
			terminal.Line(row.problem), terminal.Line(row.solution), terminal.Line(row.language),
			markOf(row.verdict, row.credit).glyph + " " + word, row.tests, row.slowest, memory,
		})
	}
	widths := columnWidths(cells, l.width-2, 1)
	lines := make([]string, 0, len(cells))
	for i, row := range cells {
		for column := range row {
			row[column] = terminal.ClipLeft(row[column], widths[column])
			if column >= 4 {
				row[column] = terminal.PadLeft(row[column], widths[column])
			} else {
				row[column] = terminal.Pad(row[column], widths[column])
			}
			switch {
			case i == 0:
				row[column] = l.pen.Draw(terminal.Faint, row[column])
			case column == 3:
				row[column] = l.pen.Draw(markOf(rows[i-1].verdict, rows[i-1].credit).ink, row[column])
			}
		}
		lines = append(lines, "  "+strings.TrimRight(strings.Join(row, "  "), " "))
	}
	return lines
}

// columnWidths returns the widths of the widest cells; if they do not fit on the screen, the flexible column shrinks.
func columnWidths(rows [][]string, room, flexible int) []int {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for column, cell := range row {
			widths[column] = max(widths[column], terminal.Width(cell))
		}
	}
	total := 2 * (len(widths) - 1)
	for _, width := range widths {
		total += width
	}
	if total > room {
		widths[flexible] = max(8, widths[flexible]-(total-room))
	}
	return widths
}
