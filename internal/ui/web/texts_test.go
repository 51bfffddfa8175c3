package web_test

import (
	"strings"
	"testing"
)

// TestDirectionOfStatements holds that a statement has its language and the direction in which that is written.
func TestDirectionOfStatements(t *testing.T) {
	p := newPlace(t)
	p.write(t, "problems/sum/problem.yaml", "problem_format_version: 2025-09\nname: {he: סכום}\nuuid: 0f3f9bbd-6d01-45a8-a13e-6e3f8f4d30ac\nlimits:\n  time_limit: 2\n")
	p.write(t, "problems/sum/statement/problem.he.md", "חברו את המספרים.\n")
	p.write(t, "problems/sum/data/secret/1.in", "1\n")
	p.write(t, "problems/sum/data/secret/1.ans", "1\n")
	b := p.open(t)
	for problem, want := range map[string]string{"double": `lang="en" dir="ltr"`, "sum": `lang="he" dir="rtl"`} {
		if _, _, page := b.ask("GET", "/p/"+problem, ""); !strings.Contains(page, `<div class="text" `+want+">") {
			t.Errorf("the statement of %s is not marked %s:\n%s", problem, want, page)
		}
	}
}
