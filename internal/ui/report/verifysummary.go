package report

import (
	"slices"

	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/ui/terminal"
)

// failures returns what a summary shows of a finding about a package: what makes it faulty.
func (v *verifyText) failures(e event.Event) []string {
	var lines []string
	name := v.opened.Problem
	switch e := e.(type) {
	case event.DataChecked:
		if v.opened.Set {
			v.data = append(v.data, e) // the table comes first
			return nil
		}
		e.Faults = errorsAlone(e.Faults)
		lines = v.faultsOf(e)
	case event.Running:
		v.follow(e)
	case event.SubmissionChecked:
		if !e.Met() && !e.Skipped {
			lines = v.submission(e)
		}
		v.current, v.why = nil, nil
	case event.LimitChecked:
		lines = v.faults(errorsAlone(e.Faults))
	case event.Verified:
		lines = []string{v.outcome(e.Summary)}
		v.current = nil
		if e.Summary.OK() {
			v.unsaid, lines = append([]string{v.pen.Draw(terminal.Strong, terminal.Line(name))}, lines...), nil
		}
	case event.SetVerified:
		v.unsaid = nil
	case event.End:
		return v.unsaid // there was no table
	}
	if len(lines) == 0 {
		return nil
	}
	return append(v.begin(name), lines...)
}

// errorsAlone leaves out what does not make a package faulty.
func errorsAlone(faults problem.Diagnostics) problem.Diagnostics {
	return slices.DeleteFunc(slices.Clone(faults), func(d problem.Diagnostic) bool { return d.Level != problem.Error })
}
