package report

import (
	"fmt"
	"io"

	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/ui/terminal"
)

// Notices writes to standard error, beside every format, what people have to know of the packages of a run: faults of a package that
// the command can work with all the same, test cases that are left out, and why a package cannot be judged.
type Notices struct {
	out io.Writer
	pen terminal.Pen

	unusable string // the package whose faults follow, "" for one that can be judged
}

// NewNotices returns a Notices that writes to w.
func NewNotices(w io.Writer, color bool) *Notices {
	return &Notices{out: w, pen: terminal.Pen{Color: color}}
}

// Event takes an event in.
func (n *Notices) Event(e event.Event) {
	switch e := e.(type) {
	case event.Verifying:
		n.unusable = ""
		if e.Unusable {
			n.unusable = e.Problem
		}
	case event.DataChecked:
		if n.unusable != "" {
			fault := problem.FaultError{Package: n.unusable, Diagnostics: e.Faults}
			fmt.Fprintf(n.out, "%s %s\n", n.pen.Draw(terminal.Bad, "grundy:"), terminal.Text(fault.Error()))
		}
	default:
		if words := Warning(e); words != "" {
			if help := warningHelp(e); help != "" {
				words += "; " + help
			}
			fmt.Fprintf(n.out, "grundy: %s: %s\n", warningLevel(e), terminal.Line(words))
		}
	}
}

// Close does nothing: standard error stays open.
func (n *Notices) Close() error { return nil }

// Warning is what an event warns of, in a line; "" for events that do not warn.
func Warning(e event.Event) string {
	switch e := e.(type) {
	case event.Diagnostic:
		return e.Path + ": " + e.Diagnostic.String()
	case event.Note:
		return e.Diagnostic.String()
	case event.LeftOut:
		words := fmt.Sprintf("%s: only %d test cases are judged, those that the package ships; the others are generated (reason: %s",
			e.Problem, e.Judged, e.Reason)
		if e.Help != "" {
			words += "; remedy: " + e.Help
		}
		return words + ")"
	}
	return ""
}

// warningLevel is how much an event that warns matters. An error of a package that something else is judged by is only a warning.
func warningLevel(e event.Event) problem.Level {
	if note, ok := e.(event.Note); ok {
		return note.Level
	}
	return problem.Warning
}

// warningHelp is what to do about what an event warns of, "" if its words say so or nothing is known.
func warningHelp(e event.Event) string {
	switch e := e.(type) {
	case event.Diagnostic:
		return e.Help
	case event.Note:
		return e.Help
	}
	return ""
}
