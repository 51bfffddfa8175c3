package report

import (
	"fmt"
	"io"
	"strings"

	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// editText shows changes of the test cases of a package as text.
type editText struct {
	style
	verbose bool
	out     io.Writer
	err     error
}

func newEditText(w io.Writer, o options) *editText {
	return &editText{style: newLook(o.Color, o.Width), verbose: o.Verbose, out: w}
}

// Event shows what was changed.
func (t *editText) Event(e event.Event) {
	var lines []string
	switch e := e.(type) {
	case event.Added:
		lines = t.added(e)
	case event.Changed:
		lines = t.changed(e)
	}
	if t.err == nil && len(lines) > 0 {
		_, t.err = io.WriteString(t.out, strings.Join(lines, "\n")+"\n")
	}
}

// Close returns the first error of writing.
func (t *editText) Close() error { return t.err }

// added describes a new case: which programs checked it, and what it is good for.
func (t *editText) added(a event.Added) []string {
	head := "added"
	if a.Dry {
		head = "would be added"
	}
	lines := []string{
		fmt.Sprintf("%s  %s %s", t.pen.Draw(terminal.Strong, terminal.Line(a.Problem)), t.pen.Draw(terminal.Strong, terminal.Line(a.Case)), head),
	}
	if a.Rule != "" {
		lines = append(lines, "  rule     "+terminal.Line(a.Rule))
	}
	lines = append(lines, fmt.Sprintf("  input    %s, %s", a.Input, asked(a.Validators, "input validator accepts it", "input validators accept it", "no input validator looked at it")))
	if a.Answered != "" {
		lines = append(lines, "  answer   by "+terminal.Line(a.Answered))
	}
	lines = append(lines, "  check    "+asked(len(a.Accepted), "accepted submission agrees", "accepted submissions agree", "no accepted submission looked at it"))
	lines = append(lines, t.catches(a)...)
	for _, name := range a.Skipped {
		lines = append(lines, "  skipped  "+terminal.Line(name))
	}
	return append(lines, t.trailer(a.Renamed, a.Files, a.Notes)...)
}

func asked(count int, one, several, none string) string {
	switch count {
	case 0:
		return none
	case 1:
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", count, several)
}

// catches lists the wrong submissions that the case catches, first those that no case caught before.
func (t *editText) catches(a event.Added) []string {
	if len(a.Catches) == 0 {
		if len(a.NotCaught) == 0 {
			return nil
		}
		return t.noted("it catches none of the wrong submissions")
	}
	var first, others []string
	for _, k := range a.Catches {
		line := fmt.Sprintf("  catches  %s %s", t.badge(k.Verdict), terminal.Line(k.Submission))
		if !k.Permitted {
			line += "  a verdict that its directory does not permit"
		}
		if k.First {
			first = append(first, line+"  "+t.pen.Draw(terminal.Good, "nothing caught it before"))
		} else {
			others = append(others, line)
		}
	}
	if len(first) == 0 {
		others = append(others, t.noted("all of them were caught before")...)
	}
	return append(first, others...)
}

func (t *editText) noted(text string) []string {
	var lines []string
	for i, line := range t.wrap(text, messageLines) {
		label := "  note     "
		if i > 0 {
			label = "           "
		}
		lines = append(lines, label+line)
	}
	return lines
}

// changed lists cases that were removed or renamed.
func (t *editText) changed(c event.Changed) []string {
	head := t.pen.Draw(terminal.Strong, terminal.Line(c.Problem))
	if c.Dry {
		head += "  nothing was changed, this is what would be"
	}
	lines := []string{head}
	for _, name := range c.Removed {
		lines = append(lines, "  removed  "+terminal.Line(name))
	}
	return append(lines, t.trailer(c.Renamed, c.Files, c.Notes)...)
}

// trailer lists what else happened.
func (t *editText) trailer(renamed []event.Renaming, files, notes []string) []string {
	var lines []string
	for _, r := range renamed {
		lines = append(lines, fmt.Sprintf("  renamed  %s → %s", terminal.Line(r.Old), terminal.Line(r.New)))
	}
	const most = 12
	for i, file := range files {
		if i >= most && !t.verbose && len(files) > most+1 {
			lines = append(lines, fmt.Sprintf("           … %d more", len(files)-i))
			break
		}
		label := "           "
		if i == 0 {
			label = "  files    "
		}
		lines = append(lines, label+t.pen.Draw(terminal.Faint, terminal.Line(file)))
	}
	for _, note := range notes {
		lines = append(lines, t.noted(note)...)
	}
	return lines
}
