package report

import (
	"fmt"

	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// killSearchText shows the search for inputs that kill survivors of a mutation: what kills each, or up to which bound nothing
// does.
type killSearchText struct {
	stress *stressText // shows the inputs
	name   func(event.MutantResult) string

	search       event.KillSearch // zero without a search
	tried, total int
	progress     event.StressProgress
	added        string // the test case that the input became; "" for none
}

// event gives the lines of an event.
func (h *killSearchText) event(e event.Event) []string {
	switch e := e.(type) {
	case event.KillSearch:
		h.search, h.tried, h.total = e, 0, e.Survivors
		return h.head(e)
	case event.StressProgress:
		h.progress = e
	case event.Counterexample:
		h.stress.found = &e
	case event.Shrunk:
		h.stress.found = &e.Finding
	case event.Added:
		h.added = e.Case
	case event.KillSearchResult:
		h.tried, h.progress = e.Count, event.StressProgress{}
		return h.result(e)
	case event.KillSearchDone:
		h.search = event.KillSearch{}
		return h.done(e)
	}
	return nil
}

// liveLine is "  2/5 survivors  312 generated inputs".
func (h *killSearchText) liveLine() string {
	if h.search.Survivors == 0 {
		return ""
	}
	line := fmt.Sprintf("  %d/%d survivors  %s", h.tried, h.total, bar(h.tried, h.total, 10))
	if h.progress.Cases > 0 {
		line += fmt.Sprintf("  %s", terminal.Count(int(h.progress.Cases), "generated input"))
	}
	return line
}

// head says which inputs every survivor runs on.
func (h *killSearchText) head(e event.KillSearch) []string {
	small := "no small input is known to be valid"
	if e.Bound > 0 {
		small = fmt.Sprintf("%s, of %s", terminal.Count(e.Small, "small input"), smallInput(e.Bound))
	}
	text := fmt.Sprintf("trying to kill %s: %s", terminal.Count(e.Survivors, "survivor"), small)
	if e.Varied > 0 {
		text += fmt.Sprintf(", %d like known ones", e.Varied)
	}
	if e.Generated+e.Large+len(e.Generators) == 0 {
		return []string{"", "  " + text + ", none generated: the package has no generators"}
	}
	text += fmt.Sprintf(", %d generated", e.Generated)
	if e.Large > 0 {
		text += fmt.Sprintf(", %d large", e.Large)
	}
	if len(e.Generators) > 0 {
		text += fmt.Sprintf(", then for %s each by %s", Seconds(e.Time), terminal.Count(len(e.Generators), "generator"))
	}
	return []string{"", "  " + text}
}

// smallInput says the size of a whole input within the bound n.
func smallInput(n int) string { return fmt.Sprintf("at most %d numbers and letters up to %d", n, n) }

// result shows the result for a survivor.
func (h *killSearchText) result(e event.KillSearchResult) []string {
	pen := h.stress.pen
	lines := []string{""}
	switch {
	case e.Result.Outcome != event.Killed:
		line := "  " + pen.Draw(terminal.Bad, "✗") + " " + h.name(e.Result)
		if e.Equal > 0 {
			line = "  " + pen.Draw(terminal.Slow, "○") + " " + h.name(e.Result) + "   equal on every input of " + smallInput(e.Equal)
		}
		return append(lines, line, detailIndent+fmt.Sprintf("%s tell nothing", terminal.Count(int(e.Tried), "input")))
	case e.FoundFor != "":
		line := "  " + h.stress.badge(e.Result.Verdict) + " " + h.name(e.Result) + "   on the input for " + terminal.Line(e.FoundFor)
		return append(lines, line)
	}
	lines = append(lines, "  "+h.stress.badge(e.Result.Verdict)+" "+h.name(e.Result))
	lines = append(lines, h.stress.explain()...)
	if h.added != "" {
		lines = append(lines, detailIndent+pen.Draw(terminal.Faint, "added  ")+terminal.Line(h.added))
		h.added = ""
	}
	return append(lines, indent(h.stress.labelled("not added", e.Refused, messageLines))...)
}

// done is "✓ 3 of 4 survivors killed by 2 inputs, which --add makes test cases".
func (h *killSearchText) done(e event.KillSearchDone) []string {
	sign, ink := "✗", terminal.Bad
	switch {
	case e.Interrupted:
		sign, ink = "○", terminal.Slow
	case e.Covered == e.Survivors:
		sign, ink = "✓", terminal.Good
	}
	text := fmt.Sprintf("%d of %s killed", e.Killed, terminal.Count(e.Survivors, "survivor"))
	if e.Inputs > 0 {
		text += " by " + terminal.Count(e.Inputs, "input")
	}
	switch {
	case e.Added > 0:
		text += fmt.Sprintf("; %s added", terminal.Count(e.Added, "test case"))
	case e.Inputs > 0:
		text += "; --add makes test cases of them"
	}
	if e.Interrupted {
		text += "; interrupted"
	}
	lines := []string{"", "  " + h.stress.pen.Draw(ink, sign) + " " + text}
	if left := e.Survivors - e.Killed; left > 0 && !e.Interrupted {
		lines = append(lines, "  "+h.stress.pen.Draw(terminal.Faint, "next    ")+" "+next)
	}
	return lines
}
