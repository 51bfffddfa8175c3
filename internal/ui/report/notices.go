package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

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

	// repeated are the warnings of the run of warnings that is being written. Those that say what the first of them says wait
	// for its end, and are then told as one.
	repeated []*repeatedWarning
}

// repeatedWarning is a warning that has been written, with those that say the same.
type repeatedWarning struct {
	of    string // what all of them say, without the places
	level problem.Level
	later []warning
}

// warning is what an event warns of.
type warning struct {
	level                problem.Level
	place, message, help string
}

// namedRepeats is how many places of equal warnings are named.
const namedRepeats = 10

// NewNotices returns a Notices that writes to w.
func NewNotices(w io.Writer, color bool) *Notices {
	return &Notices{out: w, pen: terminal.Pen{Color: color}}
}

// Event takes an event in.
func (n *Notices) Event(e event.Event) {
	w, warns := warningOf(e)
	if warns {
		n.warn(w)
		return
	}
	n.endRun()
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
	}
}

// warn writes a warning, unless one that says the same has been written.
func (n *Notices) warn(w warning) {
	of := w.message + "\n" + w.help
	at := slices.IndexFunc(n.repeated, func(r *repeatedWarning) bool { return r.of == of && r.level == w.level })
	if at >= 0 {
		n.repeated[at].later = append(n.repeated[at].later, w)
		return
	}
	n.repeated = append(n.repeated, &repeatedWarning{of: of, level: w.level})
	n.write(w)
}

func (n *Notices) write(w warning) {
	words := w.words()
	if w.help != "" {
		words += "; " + w.help
	}
	fmt.Fprintf(n.out, "grundy: %s: %s\n", w.level, terminal.Line(words))
}

// endRun tells of the warnings that waited: a single one as it is, several by their number and places.
func (n *Notices) endRun() {
	for _, r := range n.repeated {
		switch len(r.later) {
		case 0:
		case 1:
			n.write(r.later[0])
		default:
			n.write(merged(r.later))
		}
	}
	n.repeated = nil
}

// merged is one warning for several that say the same.
func merged(equal []warning) warning {
	var places []string
	for _, w := range equal {
		if w.place != "" && !slices.Contains(places, w.place) {
			places = append(places, w.place)
		}
	}
	first := equal[0]
	first.place = ""
	first.message += fmt.Sprintf(" (%d more times", len(equal))
	if named := places[:min(len(places), namedRepeats)]; len(named) > 0 {
		first.message += ": " + strings.Join(named, ", ")
		if len(named) < len(places) {
			first.message += ", …"
		}
	}
	first.message += ")"
	return first
}

// Close ends the last run of warnings. Standard error stays open.
func (n *Notices) Close() error {
	n.endRun()
	return nil
}

// Warning is what an event warns of, in a line; "" for events that do not warn.
func Warning(e event.Event) string {
	w, _ := warningOf(e)
	return w.words()
}

// words are the warning in a line, without what to do.
func (w warning) words() string {
	if w.place == "" {
		return w.message
	}
	return w.place + ": " + w.message
}

// warningOf reports whether an event warns, and of what. An error of a package that something else is judged by is only a
// warning.
func warningOf(e event.Event) (w warning, warns bool) {
	switch e := e.(type) {
	case event.Diagnostic:
		place := e.Path
		if within := e.Place(); within != "" {
			place += ": " + within
		}
		return warning{problem.Warning, place, e.Message, e.Help}, true
	case event.Note:
		return warning{e.Level, e.Place(), e.Message, e.Help}, true
	case event.LeftOut:
		words := fmt.Sprintf("only %d test cases are judged, those that the package ships; the others are generated (reason: %s", e.Judged, e.Reason)
		if e.Help != "" {
			words += "; remedy: " + e.Help
		}
		return warning{problem.Warning, e.Problem, words + ")", ""}, true
	}
	return warning{}, false
}
