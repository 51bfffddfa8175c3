package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"grundy/internal/author/mutate"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// mutateText shows the results of mutants as text: a table of operators, and the survivors with their changes. Live, it
// shows the progress below that.
type mutateText struct {
	style
	options options
	board   *board

	// The board's mutex guards what follows.
	search   killSearchText
	begun    bool
	started  time.Time // zero while nothing runs
	total    int       // mutants, 0 while the original is judged
	judged   int
	survived int
	words    map[string]string // the results of the packages so far
}

// mutationWords sums up a run: "41 of 43 killed, 2 survived".
func mutationWords(s event.Mutation) string {
	all := s.Total()
	return fmt.Sprintf("%d of %s killed, %d survived", all.Outcomes.Count(event.Killed), terminal.Count(all.Made, "mutant"), all.Outcomes.Count(event.Survived))
}

func newMutateText(w io.Writer, o options) *mutateText {
	m := &mutateText{style: newLook(o.Color, o.Width), options: o, words: map[string]string{}}
	m.search = killSearchText{stress: &stressText{style: m.style, options: o}, name: m.name}
	m.board = newBoard(w, o.Live, m.width, m.liveLine)
	return m
}

// Event shows an event.
func (m *mutateText) Event(e event.Event) {
	m.board.mutex.Lock()
	defer m.board.mutex.Unlock()
	var lines []string
	switch e := e.(type) {
	case event.MutationStarted:
		lines = m.head(e)
		m.begun, m.started, m.total, m.judged, m.survived = true, time.Now(), 0, 0, 0
	case event.Mutants:
		lines = m.plan(e)
		m.started, m.total = time.Now(), e.Chosen
	case event.MutantJudged:
		m.judged = e.Count
		if e.Result.Outcome == event.Survived {
			m.survived++
		}
		if m.options.Verbose {
			lines = []string{m.line(e.Result)}
		}
	case event.Mutated:
		m.started = time.Time{}
		lines = m.done(e.Summary)
		m.words[e.Summary.Problem] = mutationWords(e.Summary)
	case event.SetOutcome:
		lines = m.setOutcome(e, m.words)
	default:
		lines = m.search.event(e)
	}
	m.board.print(lines)
}

// Close ends the drawing and returns the first error of writing.
func (m *mutateText) Close() error { return m.board.close(nil) }

// liveLine is "  12/48 mutants  ▕██▌       ▏ 0:12 left  1 survived".
func (m *mutateText) liveLine() string {
	if m.started.IsZero() {
		return m.search.liveLine()
	}
	elapsed := time.Since(m.started)
	if m.total == 0 {
		return "  " + m.pen.Draw(terminal.Faint, "judging the original  "+clock(elapsed))
	}
	line := fmt.Sprintf("  %d/%d mutants  %s ", m.judged, m.total, bar(m.judged, m.total, 10))
	if m.judged > 0 {
		left := time.Duration(float64(elapsed) / float64(m.judged) * float64(m.total-m.judged))
		line += clock(left) + " left"
	}
	if m.survived > 0 {
		line += "  " + m.pen.Draw(terminal.Bad, fmt.Sprintf("%d survived", m.survived))
	}
	return line
}

func (m *mutateText) head(e event.MutationStarted) []string {
	title := m.pen.Draw(terminal.Strong, terminal.Line(e.Problem)) + " · " + terminal.Line(e.Solution)
	if m.begun {
		return []string{"", title}
	}
	return []string{title}
}

// plan is a line about what will be done.
func (m *mutateText) plan(e event.Mutants) []string {
	made := terminal.Count(e.Chosen, "mutant")
	if e.Chosen < e.Made {
		made = fmt.Sprintf("%d of %s", e.Chosen, terminal.Count(e.Made, "mutant"))
	}
	text := fmt.Sprintf("%s, %s, limit %s: the original takes %s", made, terminal.Count(e.Tests, "test"), Seconds(e.Limit), Milliseconds(e.Slowest))
	return []string{"  " + text}
}

// table counts the results of the mutants, a line per operator. It omits outcomes without mutants, except the last two.
func (m *mutateText) table(s event.Mutation) []string {
	head := []string{"operator", "made"}
	var shown []event.MutantOutcome
	total := s.Total()
	for _, outcome := range event.Outcomes() {
		if outcome == event.Killed || outcome == event.Survived || total.Outcomes.Count(outcome) > 0 {
			shown = append(shown, outcome)
			head = append(head, string(outcome))
		}
	}
	cells := [][]string{head}
	row := func(name string, r event.OperatorRow) {
		line := []string{name, fmt.Sprint(r.Made)}
		for _, outcome := range shown {
			line = append(line, orDash(r.Outcomes.Count(outcome)))
		}
		cells = append(cells, line)
	}
	for _, r := range s.Rows {
		row(terminal.Line(string(r.Operator)), r)
	}
	row("all", total)
	widths := columnWidths(cells, m.width-2, 0)
	var lines []string
	for i, line := range cells {
		for column, cell := range line {
			if column == 0 {
				line[column] = terminal.Pad(cell, widths[column])
				continue
			}
			line[column] = terminal.PadLeft(cell, widths[column])
			if survived := column == len(line)-1 && cell != "–"; i > 0 && survived {
				line[column] = m.pen.Draw(terminal.Bad, line[column])
			}
		}
		text := strings.Join(line, "  ")
		if i == 0 {
			text = m.pen.Draw(terminal.Faint, text)
		}
		lines = append(lines, "  "+text)
	}
	return lines
}

func orDash(n int) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprint(n)
}

// done is the table, the survivors and the result.
func (m *mutateText) done(s event.Mutation) []string {
	lines := m.table(s)
	for _, r := range s.Failures {
		lines = append(lines, "", "  "+m.badge(verdict.JE)+" "+m.name(r))
		lines = append(lines, indent(m.wrap(r.Reason, messageLines))...)
	}
	for _, r := range s.Survivors {
		lines = append(lines, "")
		lines = append(lines, m.survivor(r)...)
	}
	lines = append(lines, "")
	for _, stale := range s.Stale {
		text := fmt.Sprintf("%s explains nothing (%s): %s", mutate.ExplanationsFile, stale.Why, stale.Explanation)
		for i, line := range m.wrap(text, messageLines) {
			sign := m.pen.Draw(terminal.Slow, "!")
			if i > 0 {
				sign = " "
			}
			lines = append(lines, "  "+sign+" "+line)
		}
	}
	if s.Earlier > 0 {
		lines = append(lines, earlierLine(s.Earlier))
	}
	lines = append(lines, m.result(s))
	if len(s.Survivors) > 0 && s.Survivors[0].KillCommand != "" {
		lines = append(lines, "  "+m.pen.Draw(terminal.Faint, "next    ")+" "+next)
	}
	return lines
}

// next is the advice about survivors.
const next = "grundy stress and grundy add, or a reason in " + mutate.ExplanationsFile

// name is "3fa1b2c4  constant  accepted/nim.go:13".
func (m *mutateText) name(r event.MutantResult) string {
	return fmt.Sprintf("%s  %s  %s:%d", terminal.Line(r.Mutant.ID), terminal.Pad(terminal.Line(string(r.Mutant.Operator)), 9), terminal.Line(r.Place), r.Mutant.Line)
}

// shownHunks bounds the shown parts of a change in several places.
const shownHunks = 3

// survivor is a mutant with what was changed, and how to find an input that kills it.
func (m *mutateText) survivor(r event.MutantResult) []string {
	lines := []string{"  " + m.pen.Draw(terminal.Bad, "✗") + " " + m.name(r)}
	for i, hunk := range r.Mutant.Hunks {
		if i == shownHunks && !m.options.Verbose {
			lines = append(lines, detailIndent+fmt.Sprintf("… and %s more", terminal.Count(len(r.Mutant.Hunks)-i, "place")))
			break
		}
		lines = append(lines, m.hunk(hunk)...)
	}
	if r.KillCommand != "" {
		lines = append(lines, detailIndent+m.pen.Draw(terminal.Faint, "kill  ")+terminal.Line(r.KillCommand))
	}
	return lines
}

// hunk draws changed lines with a line around them. It cuts long lines to the part with the change.
func (m *mutateText) hunk(h event.Hunk) []string {
	for _, lines := range []*[]string{&h.Above, &h.Before, &h.After, &h.Below} {
		*lines = untabbed(*lines)
	}
	margin := commonMargin([][]string{h.Above, h.Before, h.After, h.Below})
	gutter := len(fmt.Sprint(h.Line + len(h.Before)))
	room := max(20, m.width-1-len(detailIndent)-gutter-4) // four for the sign and the spaces
	var lines []string
	draw := func(sign string, ink terminal.Ink, from, change int, texts []string) {
		for i, text := range texts {
			text = strings.TrimRight(terminal.Text(strings.TrimPrefix(text, margin)), " ")
			if hidden := min(change-room/2, terminal.Width(text)-room); hidden > 0 {
				text = terminal.ClipLeft(text, terminal.Width(text)-hidden)
			}
			line := fmt.Sprintf("%s%s %s  %s", detailIndent, sign, terminal.PadLeft(fmt.Sprint(from+i), gutter), terminal.Clip(text, room))
			lines = append(lines, m.pen.Draw(ink, strings.TrimRight(line, " ")))
		}
	}
	for len(h.Before) > 0 && len(h.After) > 0 && h.Before[0] == h.After[0] { // lines were inserted after it
		h.Above, h.Line = append(h.Above, h.Before[0]), h.Line+1
		h.Before, h.After = h.Before[1:], h.After[1:]
	}
	change := firstChange(h.Before, h.After) - len(margin)
	draw(" ", terminal.Faint, h.Line-len(h.Above), 0, h.Above)
	draw("−", terminal.Bad, h.Line, change, h.Before)
	draw("+", terminal.Good, h.Line, change, h.After)
	draw(" ", terminal.Faint, h.Line+len(h.Before), 0, h.Below)
	return lines
}

// untabbed replaces tabs by fewer spaces than terminals use.
func untabbed(lines []string) []string {
	shown := make([]string, len(lines))
	for i, line := range lines {
		shown[i] = strings.ReplaceAll(line, "\t", "    ")
	}
	return shown
}

// firstChange returns the smallest column at which a line differs from its replacement.
func firstChange(before, after []string) int {
	first := -1
	for i := range min(len(before), len(after)) {
		equal := 0
		for equal < min(len(before[i]), len(after[i])) && before[i][equal] == after[i][equal] {
			equal++
		}
		if before[i] != after[i] && (first < 0 || equal < first) {
			first = equal
		}
	}
	return max(first, 0)
}

// commonMargin returns the indentation that all non-empty lines share.
func commonMargin(groups [][]string) string {
	margin, first := "", true
	for _, group := range groups {
		for _, line := range group {
			content := strings.TrimLeft(line, " ")
			if content == "" {
				continue
			}
			own := line[:len(line)-len(content)]
			if first {
				margin, first = own, false
			}
			for !strings.HasPrefix(own, margin) {
				margin = margin[:len(margin)-1]
			}
		}
	}
	return margin
}

// result is "✗ 41 of 43 killed (95 %): 30 WA, 8 RTE, 3 TLE; 2 survived".
func (m *mutateText) result(s event.Mutation) string {
	sign, ink := "✓", terminal.Good
	total := s.Total()
	killed, viable := total.Outcomes.Killed, total.Viable()
	// Rounded down: 100 percent means all.
	text := fmt.Sprintf("%d of %d killed (%d %%)", killed, viable, int(100*total.Score()))
	left := total.Outcomes.NotRun
	switch {
	case total.Made == left:
		sign, ink, text = "○", terminal.Slow, "no mutant was judged"
	case viable == 0:
		text = "no mutant could be told from the original"
	}
	var kills []string
	for v := range verdict.JE {
		if s.Kills[v] > 0 {
			kills = append(kills, fmt.Sprintf("%d %s", s.Kills[v], v))
		}
	}
	if len(kills) > 0 {
		text += ": " + strings.Join(kills, ", ")
	}
	if survived := len(s.Survivors); survived > 0 {
		sign, ink = "✗", terminal.Bad
		text += fmt.Sprintf("; %d survived", survived)
	}
	if len(s.Failures) > 0 {
		sign, ink = "?", terminal.Broken
		text += fmt.Sprintf("; %d could not be judged", len(s.Failures))
	}
	if left > 0 {
		why := "the time was up"
		if s.Interrupted {
			why = "interrupted"
			sign, ink = "○", terminal.Slow
		}
		text += fmt.Sprintf("; %s, %d not run", why, left)
	}
	return "  " + m.pen.Draw(ink, sign) + " " + text
}

// line is a mutant in one line, for the verbose output.
func (m *mutateText) line(r event.MutantResult) string {
	badge := m.pen.Draw(terminal.Faint, terminal.Pad(terminal.Line(string(r.Outcome)), 10))
	what := ""
	switch r.Outcome {
	case event.Killed:
		what = "  " + r.Verdict.String() + " on " + terminal.Line(r.Case)
	case event.Survived:
		badge = m.pen.Draw(terminal.Bad, terminal.Pad(string(r.Outcome), 10))
	case event.Unjudged, event.Explained:
		what = "  " + terminal.Line(r.Reason)
	}
	return "  " + badge + " " + m.name(r) + what
}
