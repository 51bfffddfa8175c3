package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/ui/terminal"
)

// verifyText shows the findings of a verification as text: a line about the data, one for each submission, one about
// the time limit, and the matrix of submissions and cases. Live, it shows the submission that is being judged below
// that.
type verifyText struct {
	style
	options options
	board   *board

	// The board's mutex guards what follows.
	problem  string
	opened   event.Verifying
	data     []event.DataChecked
	compared *event.BoundsCompared // nil for none
	begun    bool                  // something was written
	told     bool                  // the line about the data
	headed   bool                  // the heading of the submissions
	current  *event.Running
	running  progress
	checked  []event.SubmissionChecked
	caught   []event.CaseCatches
	machines machines
	why      map[string]string // what is wrong with the first failed cases of the current submission
	said     map[string]string // the first submission that failed for a reason
	unsaid   []string          // of a summary, the outcome of the last package without a failure
}

func newVerifyText(w io.Writer, o options) *verifyText {
	v := &verifyText{style: newLook(o.Color, o.Width), options: o, said: map[string]string{}}
	v.board = newBoard(w, o.Live, v.width, v.liveLine)
	return v
}

// Event shows a finding.
func (v *verifyText) Event(e event.Event) {
	v.board.mutex.Lock()
	defer v.board.mutex.Unlock()
	var lines []string
	switch e := e.(type) {
	case event.Verifying:
		v.opened, v.problem, v.said = e, "", map[string]string{}
		if e.Unchanged && !v.options.Summary {
			lines = append(v.begin(e.Problem), "  "+v.pen.Draw(terminal.Faint, "○")+" unchanged, not verified")
		}
	case event.SetVerified:
		lines = v.set(e)
	}
	switch {
	case v.opened.Unusable: // its faults are on standard error
	case v.options.Summary:
		lines = append(lines, v.failures(e)...)
	default:
		lines = append(lines, v.found(e)...)
	}
	v.board.print(lines)
}

// found processes the findings about a package.
func (v *verifyText) found(e event.Event) []string {
	var lines []string
	switch e := e.(type) {
	case event.DataChecked:
		lines = v.begin(e.Problem)
		if label := ofPrograms[e.Check]; label != "" {
			lines = append(append(lines, v.tellData()...), v.wrappedLine(label, CheckWords(e))...)
			lines = append(lines, v.faultsOf(e)...)
			v.current = nil
			break
		}
		v.data = append(v.data, e)
	case event.Running:
		lines = v.tellData()
		v.follow(e)
	case event.SubmissionChecked:
		lines = append(v.begin(e.Problem), v.tellData()...)
		lines = append(append(lines, v.head()...), v.submission(e)...)
		v.checked = append(v.checked, e)
		v.machines.note(e.Done)
		v.current, v.why = nil, nil
	case event.BoundsCompared:
		v.compared = &e
	case event.LimitChecked:
		lines = append(v.begin(e.Problem), v.tellData()...)
		lines = append(lines, v.limit(e)...)
	case event.CatchesChecked:
		v.caught = e.Cases
	case event.Verified:
		lines = append(v.begin(e.Summary.Problem), v.tellData()...)
		lines = append(lines, v.done(e.Summary)...)
		v.current = nil
	}
	return lines
}

// follow notes a step of the current submission.
func (v *verifyText) follow(e event.Running) {
	if _, ok := e.Event.(event.Plan); ok || v.current == nil {
		v.running, v.why = progress{}, map[string]string{}
	}
	v.current = &e
	v.running.note(e.Event)
	if test, ok := e.Event.(event.Test); ok && test.Verdict != verdict.AC && len(v.why) < namedFailures {
		v.why[test.Test] = inWords(test)
	}
}

// Close ends the drawing and returns the first error of writing.
func (v *verifyText) Close() error { return v.board.close(nil) }

func (v *verifyText) liveLine() string {
	if v.current == nil {
		return ""
	}
	name := fmt.Sprintf("%d/%d %s", v.current.Index, v.current.Total, terminal.Line(v.current.Submission))
	return v.running.liveLine(v.style, name)
}

// begin writes the name of a problem above its findings.
func (v *verifyText) begin(name string) []string {
	if name == v.problem {
		return nil
	}
	var lines []string
	if v.begun {
		lines = append(lines, "")
	}
	v.begun = true
	v.problem, v.told, v.headed, v.checked, v.caught, v.machines = name, false, false, nil, nil, machines{}
	return append(lines, v.pen.Draw(terminal.Strong, terminal.Line(name)))
}

// ofPrograms are the checks that run the package's programs again, which are shown after the submissions, with their
// labels.
var ofPrograms = map[event.Check]string{event.Sanitizers: "sanitizers", event.Repeats: "repeats"}

// The columns of the submissions' lines.
const (
	expectedColumns = 11
	gotColumns      = 4
	slowestColumns  = 9
)

// tellData writes the findings about the data, once.
func (v *verifyText) tellData() []string {
	if v.told {
		return nil
	}
	v.told = true
	var parts, found []string
	for _, check := range v.data {
		if words := CheckWords(check); words != "" {
			parts = append(parts, words)
		}
		found = append(found, v.faultsOf(check)...)
	}
	v.data = nil
	if v.compared != nil {
		found = append(found, v.boundsTable(*v.compared)...)
		v.compared = nil
	}
	var lines []string
	for i, line := range fold(parts, ", ", v.width-11) {
		label := ""
		if i == 0 {
			label = "tests"
		}
		lines = append(lines, v.labelledLine(label, line))
	}
	return append(lines, found...)
}

// faultLines bounds the listed findings of one check unless Verbose.
const faultLines = 10

// faultsOf lists the findings of a check of the data.
func (v *verifyText) faultsOf(check event.DataChecked) []string {
	faults, hidden := check.Faults, 0
	if !v.options.Verbose {
		faults = condensed(faults)
	}
	if len(faults) > faultLines && !v.options.Verbose {
		faults, hidden = faults[:faultLines], len(faults)-faultLines
	}
	lines := v.faults(faults)
	if hidden > 0 {
		lines = append(lines, fmt.Sprintf("    … %d more in %s", hidden, inPlainWords(check.Check)))
	}
	return lines
}

// condensed merges findings that say the same of several files into one line, and of notes keeps only the text.
func condensed(faults problem.Diagnostics) problem.Diagnostics {
	type kind struct {
		level   problem.Level
		message string
	}
	first := map[kind]int{}
	more := map[int]int{}
	var few problem.Diagnostics
	for _, fault := range faults {
		k := kind{fault.Level, fault.Message}
		at, known := first[k]
		if known {
			more[at]++
			continue
		}
		first[k] = len(few)
		if fault.Level == problem.Note {
			fault.Help = ""
		}
		few = append(few, fault)
	}
	for at, n := range more {
		few[at].Message += fmt.Sprintf(" (and %d more; -v lists them)", n)
		if few[at].Level != problem.Error {
			few[at].Help = ""
		}
	}
	return few
}

// head is the line above the submissions, once.
func (v *verifyText) head() []string {
	if v.headed {
		return nil
	}
	v.headed = true
	head := terminal.Pad("solution", v.options.nameColumns()) + " " + terminal.Pad("expected", expectedColumns) + " " +
		terminal.Pad("got", gotColumns) + terminal.PadLeft("slowest", slowestColumns) + "  on"
	return []string{"    " + v.pen.Draw(terminal.Faint, head)}
}

// CheckWords is the outcome of a check of the data: "42 inputs valid". It is "" if there was nothing to check.
func CheckWords(check event.DataChecked) string {
	faulty, doubtful := check.Faults.Count(problem.Error), check.Faults.Count(problem.Warning)
	in := inPlainWords(check.Check)
	if ofPrograms[check.Check] != "" {
		in = terminal.Count(check.Checked, "run")
	}
	switch {
	case faulty > 0:
		return terminal.Count(faulty, "problem") + " in " + in
	case doubtful > 0:
		return terminal.Count(doubtful, "warning") + " in " + in
	case check.Checked == 0:
		return ""
	}
	switch check.Check {
	case event.ValidInputs:
		return terminal.Count(check.Checked, "input") + " valid"
	case event.InvalidInputs:
		return terminal.Count(check.Checked, "invalid input") + " refused"
	case event.InputTrials:
		return terminal.Count(check.Checked, "trial") + " of the input validators passed"
	case event.AnswerTrials:
		return terminal.Count(check.Checked, "trial") + " of the answer validators passed"
	case event.ValidAnswers:
		return terminal.Count(check.Checked, "answer") + " valid"
	case event.InvalidAnswers:
		return terminal.Count(check.Checked, "invalid answer") + " refused"
	case event.JudgeAnswers:
		return terminal.Count(check.Checked, "answer") + " accepted as output"
	case event.KnownOutputs:
		return terminal.Count(check.Checked, "known output") + " judged right"
	case event.Duplicates:
		return "no duplicates"
	case event.Trials:
		return terminal.Count(check.Checked, "trial") + " of the checker passed"
	case event.Drift:
		return "data/ is as generated"
	case event.Bounds:
		return terminal.Count(check.Checked, "bound") + " reached"
	case event.Answers:
		return "answers differ in each group"
	case event.Samples:
		return "samples match the statement"
	case event.Statements:
		return terminal.Count(check.Checked, "text") + " understood"
	case event.Hints:
		return terminal.Count(check.Checked, "hint") + " in order"
	case event.Pictures:
		return terminal.Count(check.Checked, "picture") + " drawn"
	case event.Laboratory:
		return terminal.Count(check.Checked, "grid") + " of the laboratory right"
	case event.InputEndings:
		return "inputs end well"
	case event.AnswerEndings:
		return "answers end well"
	case event.Sanitizers:
		if len(check.Faults) > 0 { // what is wrong with submissions that may fail
			return terminal.Count(check.Checked, "run") + " without a fault of the package"
		}
		return terminal.Count(check.Checked, "run") + " without a finding"
	case event.Repeats:
		return terminal.Count(check.Checked, "run") + " that say the same each time"
	}
	return fmt.Sprintf("%s: %d checked", in, check.Checked)
}

func inPlainWords(check event.Check) string {
	return terminal.Line(strings.ReplaceAll(string(check), "_", " "))
}

// labelledLine is "  tests      42 inputs valid".
func (l style) labelledLine(label, text string) string {
	return "  " + l.pen.Draw(terminal.Faint, terminal.Pad(label, 11)) + text
}

// faults lists diagnostics with their position and remedy.
func (l style) faults(faults problem.Diagnostics) []string {
	var lines []string
	for _, fault := range faults {
		sign := l.pen.Draw(terminal.Bad, "✗")
		switch fault.Level {
		case problem.Warning:
			sign = l.pen.Draw(terminal.Slow, "!")
		case problem.Note:
			sign = l.pen.Draw(terminal.Note, "·")
		}
		for i, line := range l.wrap(fault.String(), messageLines) {
			if i > 0 {
				sign = " "
			}
			lines = append(lines, "  "+sign+" "+line)
		}
		if fault.Help != "" {
			lines = append(lines, indent(l.wrap("help: "+fault.Help, messageLines))...)
		}
	}
	return lines
}

// submission returns a line of the table, and below it why expectations are not met.
func (v *verifyText) submission(e event.SubmissionChecked) []string {
	sign := v.pen.Draw(terminal.Good, "✓")
	switch {
	case e.Skipped:
		sign = v.pen.Draw(terminal.Faint, "○")
	case !e.Met():
		sign = v.pen.Draw(terminal.Bad, "✗")
	}
	line := "  " + sign + " " + terminal.Pad(terminal.Line(e.Submission), v.options.nameColumns()) + " " +
		terminal.Pad(ExpectedWords(e.Expected), expectedColumns) + " "
	if e.Skipped {
		return []string{line + "skipped: " + UnjudgedReason(e)}
	}
	line += v.pen.Draw(marks[e.Actual].ink, terminal.Pad(e.Actual.String(), gotColumns))
	slowest := ""
	if e.Done.Passed+e.Done.Failed > 0 {
		slowest = RunningTime(e.Done.Slowest, e.Done.TimeLimit)
	}
	line += terminal.PadLeft(slowest, slowestColumns)
	if e.Case != "" {
		line += "  " + terminal.Line(strings.TrimPrefix(e.Case, "secret/"))
	}
	if e.NotCaught {
		line += "  ← no test catches it"
	}
	lines := []string{strings.TrimRight(line, " ")}
	for i, violation := range slices.DeleteFunc(slices.Clone(e.Violations), func(v string) bool { return v == e.Reason }) {
		if i == violationLines && !v.options.Verbose {
			lines = append(lines, detailIndent+fmt.Sprintf("… %d more", len(e.Violations)-i))
			break
		}
		lines = append(lines, indent(v.wrap(violation, messageLines))...)
	}
	if why := v.why[e.Case]; why != "" && !e.Met() {
		lines = append(lines, indent(v.wrap(e.Case+": "+v.once(why, e.Submission), messageLines))...)
	}
	if e.Reason != "" {
		lines = append(lines, indent(v.wrap(UnjudgedReason(e), messageLines))...)
	}
	return lines
}

// once returns why a submission failed, or names the first one that failed for the same reason.
func (v *verifyText) once(why, submission string) string {
	first, known := v.said[why]
	if !known {
		v.said[why] = submission
		return why
	}
	return "as for " + first
}

const violationLines = 5

// ExpectedWords lists the expected verdicts: "AC", "WA or TLE", "any".
func ExpectedWords(expected []verdict.Verdict) string {
	if expected == nil {
		return "any"
	}
	var words []string
	for _, v := range expected {
		words = append(words, v.String())
	}
	return strings.Join(words, " or ")
}

// UnjudgedReason says why a submission was not judged, with the remedy.
func UnjudgedReason(e event.SubmissionChecked) string {
	if e.Help == "" {
		return terminal.Line(e.Reason)
	}
	return terminal.Line(e.Reason) + " — " + terminal.Line(e.Help)
}

// limit returns the line of the time limit, and what is wrong with it.
func (v *verifyText) limit(e event.LimitChecked) []string {
	return append(v.wrappedLine("limit", LimitWords(e)), v.faults(e.Faults)...)
}

// LimitWords returns a time limit with its bounds: "1 s = 4.9 × 204 ms, nim.go on secret/17".
func LimitWords(e event.LimitChecked) string {
	text := "none"
	if e.Limit > 0 {
		text = Seconds(e.Limit)
	}
	if e.Inferred && e.Limit > 0 {
		text += " (inferred)"
	}
	if e.Slowest != nil && e.Ratio > 0 {
		text += fmt.Sprintf(" = %.1f × %s, %s", e.Ratio, Milliseconds(e.Slowest.Time), place(e.Slowest))
	}
	if e.Fastest != nil {
		text += fmt.Sprintf("; too slow from %s on, %s", Milliseconds(e.Fastest.Time), place(e.Fastest))
	}
	return text
}

// wrappedLine is a text with a label before its first line.
func (l style) wrappedLine(label, text string) []string {
	var lines []string
	for i, line := range terminal.Wrap(text, max(20, l.width-14)) {
		lines = append(lines, l.labelledLine(only(i == 0, label), line))
	}
	return lines
}

func place(t *problem.Timing) string {
	return terminal.Line(t.Submission) + " on " + terminal.Line(t.Case)
}

// done returns the matrix and the result.
func (v *verifyText) done(s event.Verification) []string {
	matrix := event.Matrix{Cases: s.Cases}
	for _, checked := range v.checked {
		matrix.Add(checked)
	}
	lines := v.matrix(matrix, v.caught)
	if catches := v.catches(v.caught); len(catches) > 0 {
		lines = append(append(lines, ""), catches...)
	}
	if len(lines) > 0 {
		lines = append([]string{""}, append(lines, "")...)
	}
	if s.Earlier > 0 {
		lines = append(lines, earlierLine(s.Earlier))
	}
	lines = append(lines, v.machines.lines(v.style)...)
	return append(lines, v.outcome(s))
}

// outcome is the last line about a package.
func (v *verifyText) outcome(s event.Verification) string {
	sign, ink := "✓", terminal.Good
	switch {
	case s.Interrupted:
		sign, ink = "○", terminal.Slow
	case s.Faults > 0:
		sign, ink = "✗", terminal.Bad
	}
	return "  " + v.pen.Draw(ink, sign) + " " + OutcomeWords(s)
}

// OutcomeWords summarizes a verification: "1 problem found, 20 of 21 submissions as expected".
func OutcomeWords(s event.Verification) string {
	var parts []string
	switch {
	case s.Faults > 0:
		parts = append(parts, terminal.Count(s.Faults, "problem")+" found")
	case !s.Interrupted:
		parts = append(parts, "no problems found")
	}
	if s.Interrupted {
		parts = append([]string{"interrupted"}, parts...)
	}
	if s.Warnings > 0 {
		parts = append(parts, terminal.Count(s.Warnings, "warning"))
	}
	if all := s.Met + s.Unmet + s.Skipped; all > 0 {
		parts = append(parts, fmt.Sprintf("%d of %s as expected", s.Met, terminal.Count(all, "submission")))
	}
	if s.Skipped > 0 {
		parts = append(parts, fmt.Sprintf("%d skipped", s.Skipped))
	}
	return strings.Join(parts, ", ")
}
