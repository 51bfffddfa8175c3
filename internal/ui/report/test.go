package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/judge/sandbox"
	"grundy/internal/ui/terminal"
)

// detailed is how many failures of a kind are explained where everything stays on the screen.
const detailed = 3

// testText shows judgements. Live, it keeps one line at the bottom up to date: a glyph for each test, a bar and an
// estimate. Otherwise it writes one line per event. Several submissions get one line each, and a table at the end.
type testText struct {
	style
	options options
	many    bool
	// explained is how many failures with the same verdict are explained in full unless Verbose; all are listed at the end.
	explained int
	board     *board

	// The board's mutex guards what follows.
	current  *submission // nil between submissions
	rows     []tableRow
	machines machines
}

// submission is the state of the submission being judged.
type submission struct {
	progress
	failures failures
	details  [verdict.JE + 1]int
	why      string // the first failure in words
	skipped  string // why nothing is judged
	growth   string // how its time grows; "" if unknown
	forgiven []forgiven
}

func newTestText(w io.Writer, o options) *testText {
	t := &testText{style: newLook(o.Color, o.Width), options: o, many: o.Submissions > 1, explained: detailed}
	t.board = newBoard(w, o.Live, t.width, func() string {
		if t.current == nil {
			return ""
		}
		name := ""
		if t.many {
			name = t.title()
		}
		return t.current.liveLine(t.style, name)
	})
	return t
}

// Event shows an event.
func (t *testText) Event(e event.Event) {
	if _, ok := e.(event.Attempt); ok {
		return // it is for the history only
	}
	t.board.mutex.Lock()
	defer t.board.mutex.Unlock()
	if _, ok := e.(event.Plan); ok || t.current == nil {
		t.current = &submission{}
	}
	t.current.note(e)
	var lines []string
	switch e := e.(type) {
	case event.Plan:
		lines = t.planned(e)
	case event.Compile:
		lines = t.compiled(e)
	case event.Test:
		lines = t.tested(e)
	case event.GroupDone:
		lines = t.grouped(e)
	case event.Growth:
		t.current.growth = growthWords(e)
	case event.Done:
		lines = t.done(e)
		t.current = nil
	}
	t.board.print(lines)
}

// Close ends the drawing, writes the table when there were many submissions, and returns the first error of writing.
func (t *testText) Close() error {
	var lines []string
	if t.many && len(t.rows) > 0 {
		lines = append(append([]string{""}, t.table(t.rows)...), t.machines.lines(t.style)...)
	}
	return t.board.close(lines)
}

func (t *testText) planned(e event.Plan) []string {
	if t.many && !t.options.Verbose {
		return nil
	}
	var lines []string
	if t.many {
		lines = append(lines, "", "  "+t.pen.Draw(terminal.Strong, t.title()))
	}
	limit := "limit " + Seconds(e.TimeLimit)
	if e.TimeLimitSource != "" {
		limit += " (" + terminal.Line(e.TimeLimitSource) + ")"
	}
	facts := []string{terminal.Line(e.Problem), terminal.Count(e.Tests, "test"), limit, e.MemoryLimit.String()}
	return append(lines, t.setting("problem", facts, e.Tier)...)
}

// weaknesses are the tiers that a user should know about when reading times and verdicts.
var weaknesses = map[sandbox.Tier]string{
	sandbox.Namespaces:  "no cgroup: memory is watched, not bounded by the kernel",
	sandbox.Rootless:    "rootless, no cgroup: memory is watched, not bounded by the kernel",
	sandbox.Landlock:    "no namespaces: Landlock and a filter of system calls hold programs; memory is watched",
	sandbox.NotIsolated: "not isolated: run only programs that you trust",
}

func (t *testText) compiled(e event.Compile) []string {
	if e.Skipped {
		t.current.skipped = skipReason(e)
		return nil
	}
	beside := t.besideFact(e.Beside)
	if e.Failed != "" {
		lines := append(beside, t.fact("compile", t.pen.Draw(terminal.Bad, "failed")+"  "+terminal.Line(e.Failed)))
		if e.Command != "" {
			lines = append(lines, detailIndent+t.pen.Draw(terminal.Faint, terminal.Clip(terminal.Line(e.Command), t.width-len(detailIndent))))
		}
		if t.many {
			lines = append([]string{"  " + t.badge(verdict.CE) + " " + t.title()}, lines[len(beside)+1:]...)
		}
		for _, line := range t.wrap(below(e.Log, t.options.Directory), t.bounded(logLines)) {
			lines = append(lines, detailIndent+line)
		}
		return append(lines, indent(t.labelled("help", e.Help, messageLines))...)
	}
	if t.many && !t.options.Verbose {
		return nil
	}
	if e.Command == "" {
		return beside
	}
	lines := append(beside, t.compileFact(e))
	if t.options.Verbose {
		lines = append(lines, indent(t.labelled("log", e.Log, t.bounded(logLines)))...)
	}
	return lines
}

func (t *testText) tested(e event.Test) []string {
	s := t.current
	if e.Unjudged {
		return t.unjudged(e)
	}
	s.forgive(e)
	if e.Verdict != verdict.AC {
		s.failures.add(e.Verdict, e.Test)
		if s.why == "" {
			s.why = inWords(e)
		}
	}
	one := !t.options.Live && !t.many || t.options.Verbose
	explain := e.Verdict != verdict.AC && (!t.many || t.options.Verbose)
	if s.details[e.Verdict] >= t.explained && !t.options.Verbose {
		explain = false
	}
	var lines []string
	if one || explain {
		head := t.testHead(e, s.testColumns)
		if e.Verdict != verdict.AC && !explain && e.Reason != "" {
			head += "  " + terminal.Line(e.Reason)
		}
		lines = append(lines, head)
	}
	if explain {
		s.details[e.Verdict]++
		lines = append(lines, t.failure(e, t.options.Directory)...)
	} else if one {
		lines = append(lines, indent(t.runs(e))...)
		if t.options.Verbose {
			lines = append(lines, indent(t.labelled("stderr", below(e.Stderr, t.options.Directory), stderrLines))...)
		}
	}
	return lines
}

// unjudged shows a test without an answer: the output of the program, for the user to check.
func (t *testText) unjudged(e event.Test) []string {
	if t.many && !t.options.Verbose {
		return nil
	}
	lines := []string{t.testHead(e, t.current.testColumns) + "  " + t.pen.Draw(terminal.Faint, "not judged: there is no answer")}
	if e.Verdict != verdict.None {
		lines = append(lines, indent(t.wrap(e.Reason, messageLines))...)
	}
	lines = append(lines, indent(t.labelled("output", e.Output, t.bounded(outputLines)))...)
	lines = append(lines, indent(t.labelled("stderr", below(e.Stderr, t.options.Directory), t.bounded(stderrLines)))...)
	return append(lines, indent(t.path("input", e.Input, t.options.Directory))...)
}

func (t *testText) grouped(e event.GroupDone) []string {
	if t.many && !t.options.Verbose {
		return nil
	}
	points := e.Points()
	if e.Verdict == verdict.None {
		points = e.Verdict.Words()
	}
	line := "  " + t.creditBadge(e.Verdict, e.Credit()) + " " + terminal.Pad("group "+terminal.Line(e.Group), minTestColumns) + "  " + points
	return []string{strings.TrimRight(line, " ")}
}

func (t *testText) done(e event.Done) []string {
	s := t.current
	t.rows = append(t.rows, rowOf(s.plan, e))
	t.machines.note(e)
	if t.many {
		return t.compactDone(e)
	}
	if e.Skipped {
		return []string{"  " + t.badge(verdict.None) + " " + t.skipped(e)}
	}
	var lines []string
	if t.options.Live && s.strip.total > 0 && !t.options.Verbose {
		lines = append(lines, "  "+s.strip.draw(t.style, t.width-3), "")
	} else if e.Tests > 0 {
		lines = append(lines, "")
	}
	for i, line := range fold(t.summary(e), "   ", t.width-9) {
		before := t.creditBadge(e.Verdict, e.Credit())
		if i > 0 {
			before = strings.Repeat(" ", 5)
		}
		lines = append(lines, "  "+before+" "+line)
	}
	lines = append(lines, t.machines.lines(t.style)...)
	if e.Credit() == verdict.FullCredit {
		lines = append(lines, t.forgiven(s.forgiven)...)
	}
	if e.Verdict == verdict.JE || s.strip.total == 0 && e.Verdict != verdict.AC && e.Verdict != verdict.CE {
		lines = append(lines, indent(t.wrap(e.Reason, messageLines))...)
	}
	if s.failures.total > 0 {
		lines = append(lines, t.failed(s.failures)...)
		if t.options.Repeat != "" {
			lines = append(lines, t.fact("again", terminal.Line(t.options.Repeat)))
		}
	}
	return lines
}

// skipped says why nothing was judged.
func (t *testText) skipped(e event.Done) string {
	if t.current.skipped != "" {
		return "skipped: " + t.current.skipped
	}
	return "skipped: " + terminal.Line(e.Reason)
}

// inWords says what is wrong with a test, in one line.
func inWords(e event.Test) string {
	switch {
	case e.Difference != nil:
		return terminal.Line(e.Difference.Reason)
	case e.Reason != e.Verdict.Words():
		return terminal.Line(e.Reason)
	}
	return terminal.Line(e.Message)
}

// summary is "70/100 points", "40/42 passed", "slowest 612 ms (61 % of the limit)", "memory 4 MiB".
func (t *testText) summary(e event.Done) []string {
	if e.Verdict == verdict.CE {
		return []string{verdict.CE.Words()}
	}
	var parts []string
	if points := e.PointsWords(); points != "" {
		parts = append(parts, points)
	}
	switch {
	case e.Tests == 0:
		parts = append(parts, "no tests")
	case e.Tests > e.Unjudged:
		parts = append(parts, passed(e)+" passed")
	}
	if e.Unjudged > 0 {
		parts = append(parts, fmt.Sprintf("%d without an answer", e.Unjudged))
	}
	if e.NotRun > 0 {
		parts = append(parts, fmt.Sprintf("%d not run", e.NotRun))
	}
	if e.Interrupted {
		parts = append([]string{"interrupted"}, parts...)
	}
	if e.Passed+e.Failed+e.Unjudged > 0 {
		parts = append(parts, "slowest "+slowest(e), "memory "+e.Memory.Measured())
	}
	if growth := t.current.growth; growth != "" {
		parts = append(parts, growth)
	}
	if e.Profile != "" {
		parts = append(parts, "profile "+terminal.Line(e.Profile))
	}
	return parts
}

// passed is how many of the judged tests were passed: "40/42".
func passed(e event.Done) string { return fmt.Sprintf("%d/%d", e.Passed, e.Tests-e.Unjudged) }

// Outcome is a judgement in a few words: "WA, 20/21 passed".
func Outcome(e event.Done) string {
	switch {
	case e.Interrupted:
		return "interrupted, " + notRun(e)
	case e.Tests == 0 && e.Verdict == verdict.AC:
		return "no tests"
	case e.Verdict == verdict.CE || e.Skipped || e.Passed+e.Failed+e.Unjudged == 0:
		return e.Verdict.String()
	case e.Score != nil:
		return e.PointsWords() + ", " + passed(e) + " passed"
	}
	return e.Verdict.String() + ", " + passed(e) + " passed"
}

// fold joins parts into lines of at most the given number of columns.
func fold(parts []string, separator string, columns int) []string {
	var lines []string
	for _, part := range parts {
		last := len(lines) - 1
		if last >= 0 && terminal.Width(lines[last])+len(separator)+terminal.Width(part) <= columns {
			lines[last] += separator + part
		} else {
			lines = append(lines, part)
		}
	}
	return lines
}

// slowest returns the greatest time and its share of the limit: "612 ms (61 % of the limit)". Near the limit it also
// shows the spread: "980 ms (98 % of the limit, up to 1120 ms in 3 runs)".
func slowest(e event.Done) string {
	text := RunningTime(e.Slowest, e.TimeLimit)
	if e.TimeLimit <= 0 || e.Slowest >= e.TimeLimit {
		return text
	}
	spread := ""
	if len(e.SlowestRuns) > 0 {
		spread = fmt.Sprintf(", up to %s in %d runs", Milliseconds(slices.Max(e.SlowestRuns)), len(e.SlowestRuns))
	}
	return fmt.Sprintf("%s (%.0f %% of the limit%s)", text, 100*e.Slowest.Seconds()/e.TimeLimit.Seconds(), spread)
}

// Bounds of the width of the column of submission names.
const (
	minNameColumns = 28
	maxNameColumns = 48
)

func (o options) nameColumns() int {
	return min(max(longest(o.Names), o.NameColumns, minNameColumns), maxNameColumns)
}

// longest is how many columns the longest of some names takes.
func longest(names []string) int {
	columns := 0
	for _, name := range names {
		columns = max(columns, terminal.Width(terminal.Line(name)))
	}
	return columns
}

// compactDone is the single line of a submission among many, with the reason if it was not accepted.
func (t *testText) compactDone(e event.Done) []string {
	if e.Verdict == verdict.CE && !t.options.Verbose {
		return nil // the line of the build shows it
	}
	line := "  " + t.creditBadge(e.Verdict, e.Credit()) + " " + terminal.Pad(t.title(), t.options.nameColumns()) + "  "
	switch {
	case e.Skipped:
		return []string{line + t.skipped(e)}
	case e.Credit() == verdict.FullCredit:
		reached := passed(e)
		if e.Score != nil {
			reached = e.PointsWords() + "  " + reached
		}
		return append([]string{line + reached + terminal.PadLeft(RunningTime(e.Slowest, e.TimeLimit), 9)}, t.forgiven(t.current.forgiven)...)
	}
	why := terminal.Line(e.Reason)
	if e.Interrupted {
		why = "interrupted"
	} else if !strings.Contains(why, t.current.why) {
		why += ": " + t.current.why
	}
	if terminal.Width(line)+terminal.Width(why) <= t.width {
		return []string{line + why}
	}
	return append([]string{strings.TrimRight(line, " ")}, indent(t.wrap(why, messageLines))...)
}

func (t *testText) title() string { return terminal.Line(submissionTitle(t.current.plan)) }

// fact is a line with a label: "  compile  g++ -O2".
func (l style) fact(label, text string) string {
	return "  " + l.pen.Draw(terminal.Faint, terminal.Pad(label, 9)) + text
}

// setting shows how programs will run: facts below a label, and weaknesses of the sandbox.
func (l style) setting(label string, facts []string, tier sandbox.Tier) []string {
	var lines []string
	for i, line := range fold(facts, " · ", l.width-11) {
		if i > 0 {
			label = ""
		}
		lines = append(lines, l.fact(label, line))
	}
	if weak, ok := weaknesses[tier]; ok {
		lines = append(lines, l.fact("sandbox", l.pen.Draw(terminal.Slow, weak)+"  (grundy doctor explains)"))
	}
	return lines
}

// besideFact is the line of the files that went along with a single source.
func (l style) besideFact(names []string) []string {
	if len(names) == 0 {
		return nil
	}
	safe := make([]string, len(names))
	for i, name := range names {
		safe[i] = terminal.Line(name)
	}
	return []string{l.fact("with", terminal.Clip(strings.Join(safe, ", "), max(20, l.width-11)))}
}

// compileFact is the line of a successful build.
func (l style) compileFact(e event.Compile) string {
	took := Seconds(e.Time)
	if e.Cached {
		took = "cached"
	}
	room := max(20, l.width-24)
	return l.fact("compile", terminal.Pad(terminal.Clip(terminal.Line(e.Command), room), min(28, room))+"  "+took)
}

func (t *testText) bounded(limit int) int {
	if t.options.Verbose {
		return 1000
	}
	return limit
}

func indent(lines []string) []string {
	for i, line := range lines {
		lines[i] = detailIndent + line
	}
	return lines
}
