package report

import (
	"fmt"
	"slices"

	"grundy/checker"
	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// forgiven is a leniency of the comparison on a test.
type forgiven struct {
	checker.Leniency
	test string
}

// forgive remembers the leniencies on a test, the first of each kind.
func (s *submission) forgive(e event.Test) {
	for _, f := range e.Leniencies {
		if !slices.ContainsFunc(s.forgiven, func(known forgiven) bool { return known.Kind == f.Kind }) {
			s.forgiven = append(s.forgiven, forgiven{f, e.Test})
		}
	}
}

// strictness says for each kind which judges reject it, and how to do so here.
var strictness = map[checker.LeniencyKind]string{
	checker.ForgivenCase:   `most sites tell upper from lower case, as does --checker-args case_sensitive`,
	checker.ForgivenLines:  `some sites want the same lines, as does --checker-args space_change_sensitive`,
	checker.ForgivenNumber: `some sites read plain numbers only`,
}

// forgiven says what was accepted here and may be rejected elsewhere.
func (l style) forgiven(all []forgiven) []string {
	var lines []string
	for _, f := range all {
		text := fmt.Sprintf("%s for %s (%s, line %d)", terminal.Line(f.Got), terminal.Line(f.Expected), terminal.Line(f.test), f.OutputLine)
		if strict := strictness[f.Kind]; strict != "" {
			text += ": " + strict
		}
		for i, line := range terminal.Wrap(text, max(20, l.width-13)) {
			label := ""
			if i == 0 {
				label = "forgiven"
			}
			lines = append(lines, l.fact(label, line))
		}
	}
	return lines
}
