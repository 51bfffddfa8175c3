package report

import (
	"fmt"
	"path/filepath"
	"strings"

	"grundy/checker"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// The lines that are shown of each part of a failure.
const (
	stderrLines     = 12
	outputLines     = 8
	shortInputLines = 10
	messageLines    = 10
	logLines        = 30
	transcriptLines = 12
)

const detailIndent = "     "

// The columns of a test's name. The rest of the line is for memory and time.
const (
	minTestColumns = 24
	maxTestColumns = 40
	otherColumns   = 32
)

// testHead is the line of one test: verdict, name, time, instructions if they were counted, and memory. longest is the
// length of the longest name in the column.
func (l style) testHead(e event.Test, longest int) string {
	columns := min(max(longest, minTestColumns), maxTestColumns, max(12, l.width-otherColumns))
	name := terminal.Pad(terminal.Line(e.Test), columns)
	usage := terminal.PadLeft(RunningTime(e.CPU, e.TimeLimit), 9) + "  "
	if e.Instructions > 0 {
		usage += terminal.PadLeft(instructions(e.Instructions), 12) + "  "
	}
	usage += terminal.PadLeft(e.Memory.Measured(), 9)
	head := "  " + l.badge(e.Verdict) + " " + name + " " + usage
	if e.Score != nil {
		head += "  score " + verdict.FormatScore(*e.Score)
	}
	return head
}

// failure returns everything that explains a test that was not accepted, without its head.
func (l style) failure(e event.Test, base string) []string {
	var lines []string
	add := func(more ...string) {
		for _, line := range more {
			lines = append(lines, detailIndent+line)
		}
	}
	said := e.Reason
	if e.Difference != nil {
		said = e.Difference.Reason
		add(l.wrap(differenceHead(e.Difference), messageLines)...)
		lines = append(lines, l.sideBySide(e.Difference, detailIndent)...)
		add(l.wrap(excuse(e.Difference), messageLines)...)
	} else if e.Reason != e.Verdict.Words() {
		add(l.wrap(e.Reason, messageLines)...)
	}
	add(l.labelled("fault", below(e.Fault, base), messageLines)...)
	add(l.labelled("help", e.FaultHelp, messageLines)...)
	add(l.runs(e)...)
	if !strings.Contains(said, strings.TrimSpace(e.Message)) {
		add(l.labelled("checker", e.Message, messageLines)...)
	}
	if e.TeamMessage != e.Message {
		add(l.labelled("hint", e.TeamMessage, messageLines)...)
	}
	if e.Verdict == verdict.WA && e.Difference == nil && len(e.Transcript) == 0 {
		add(l.labelled("output", e.Output, outputLines)...)
	}
	add(l.labelled("stderr", below(e.Stderr, base), stderrLines)...)
	add(l.transcript(e.Transcript)...)
	add(l.labelled("input", e.InputText, shortInputLines)...)
	if e.InputText == "" {
		add(l.path("input", e.Input, base)...)
	} else {
		add(l.path("file", e.Input, base)...)
	}
	if e.Verdict == verdict.WA {
		add(l.path("answer", e.Answer, base)...)
	}
	return lines
}

// excuse says which rule would accept an output that was rejected, "" for none.
func excuse(d *checker.Difference) string {
	switch {
	case d.CaseOnly:
		return "only upper and lower case differ: --ignore-case accepts that"
	case d.Within != "":
		return fmt.Sprintf("all are within %[1]s: tolerance: %[1]s in plain.yaml accepts that", d.Within)
	case d.OrderOnly:
		return "the same words in another order, which a --checker may accept"
	}
	return ""
}

// runs lists the times of a test that was run several times because it came near the time limit.
func (l style) runs(e event.Test) []string {
	var times []string
	for _, run := range e.Runs {
		times = append(times, Milliseconds(run))
	}
	return l.labelled("runs", strings.Join(times, ", "), messageLines)
}

// wrap breaks foreign text into lines of the screen, at most limit of them.
func (l style) wrap(text string, limit int) []string {
	if text == "" {
		return nil
	}
	var lines []string
	for line := range strings.SplitSeq(strings.TrimRight(terminal.Text(text), " \n"), "\n") {
		lines = append(lines, terminal.Wrap(line, max(20, l.width-len(detailIndent)-labelWidth))...)
	}
	return excerpt(lines, limit)
}

const labelWidth = 8

// labelled puts a label before the first line of a text and indents the others below it.
func (l style) labelled(label, text string, limit int) []string {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	lines := l.wrap(text, limit)
	for i, line := range lines {
		before := strings.Repeat(" ", labelWidth)
		if i == 0 {
			before = l.pen.Draw(terminal.Faint, terminal.Pad(label, labelWidth))
		}
		lines[i] = before + line
	}
	return lines
}

// path shows a path uncut, so that it can be copied; below base, it is relative.
func (l style) path(label, path, base string) []string {
	if path == "" {
		return nil
	}
	return []string{l.pen.Draw(terminal.Faint, terminal.Pad(label, labelWidth)) + terminal.Line(relative(path, base))}
}

// relative returns a path below base relative to it, and other paths unchanged. base may be "".
func relative(path, base string) string {
	if below, err := filepath.Rel(base, path); base != "" && err == nil && filepath.IsLocal(below) {
		return below
	}
	return path
}

// below shortens the paths in a text that are below a directory, which may be "".
func below(text, folder string) string {
	if folder == "" {
		return text
	}
	return strings.ReplaceAll(text, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator), "")
}

// transcript shows the end of an interaction, where it went wrong.
func (l style) transcript(exchanges []event.Exchange) []string {
	if len(exchanges) == 0 {
		return nil
	}
	title := "transcript"
	if hidden := len(exchanges) - transcriptLines; hidden > 0 {
		title = fmt.Sprintf("transcript, %d earlier left out", hidden)
		exchanges = exchanges[hidden:]
	}
	lines := []string{l.pen.Draw(terminal.Faint, title)}
	for _, e := range exchanges {
		who := l.pen.Draw(terminal.Note, "judge →")
		if e.From == event.FromSubmission {
			who = l.pen.Draw(terminal.Strong, "yours ←")
		}
		line := fmt.Sprintf("%8.3f s  %s  %s", e.At.Seconds(), who, terminal.Line(e.Text))
		lines = append(lines, terminal.Clip(line, l.width-len(detailIndent)))
	}
	return lines
}

// excerpt keeps the beginning and the end of a text: compilers put the reason first, tracebacks last.
func excerpt(lines []string, limit int) []string {
	if len(lines) <= limit {
		return lines
	}
	head := limit / 2
	tail := limit - head - 1
	shown := append([]string{}, lines[:head]...)
	shown = append(shown, fmt.Sprintf("… %s left out", terminal.Count(len(lines)-head-tail, "line")))
	return append(shown, lines[len(lines)-tail:]...)
}
