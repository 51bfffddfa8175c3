package report

import (
	"fmt"
	"slices"
	"strings"

	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// machines are the workers that judged instead of this machine, with their classes.
type machines struct{ names, classes, beside []string }

// note adds the machine of a judgement.
func (m *machines) note(e event.Done) {
	if e.Machine != "" && !slices.Contains(m.names, e.Machine) {
		m.names = append(m.names, e.Machine)
	}
	if e.Class != "" && !slices.Contains(m.classes, e.Class) {
		m.classes = append(m.classes, e.Class)
	}
	if b := e.CrossCheck; b != nil {
		m.beside = append(m.beside, fmt.Sprintf("%s is judged by two, since one is %s; by %s it was %s in %s", terminal.Line(e.Submission),
			terminal.Line(b.Reason), terminal.Line(b.Machine), b.Verdict, Milliseconds(b.Slowest)))
	}
}

// lines names them, if there are any, because times differ between machines.
func (m *machines) lines(l style) []string {
	if len(m.names) == 0 {
		return nil
	}
	slices.Sort(m.names)
	slices.Sort(m.classes)
	var facts []string
	for _, name := range m.names {
		facts = append(facts, terminal.Line(name))
	}
	for _, class := range m.classes {
		facts = append(facts, "class "+terminal.Line(class))
	}
	var lines []string
	label := "machine"
	for _, line := range fold(facts, " · ", l.width-11) {
		lines, label = append(lines, l.fact(label, line)), ""
	}
	for _, text := range m.beside {
		for _, line := range fold(strings.Fields(text), " ", l.width-11) {
			lines = append(lines, l.fact("", line))
		}
	}
	return lines
}
