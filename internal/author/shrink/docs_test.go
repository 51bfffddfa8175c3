package shrink

import (
	"os"
	"strings"
	"testing"
)

// The table in docs/shrinking.md lists the kinds of steps.
func TestDocumentedSteps(t *testing.T) {
	page, err := os.ReadFile("../../../docs/shrinking.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows strings.Builder
	for _, k := range Kinds() {
		rows.WriteString("| " + k.Name + " | " + k.Does + " |\n")
	}
	if !strings.Contains(string(page), "\n|---|---|\n"+rows.String()+"\n") {
		t.Errorf("docs/shrinking.md does not have this table:\n%s", rows.String())
	}
	if len(Kinds()) != len(kindsUsed(t)) {
		t.Errorf("kinds of the test inputs: got %v, want all of %d", kindsUsed(t), len(Kinds()))
	}
}

// kindsUsed returns the kinds of steps for an input with a little of everything.
func kindsUsed(t *testing.T) map[string]bool {
	t.Helper()
	used := map[string]bool{}
	for _, input := range []string{
		"2\n3 2\n1 2\n2 3\n3 1\n1 3\n3 1\n",
		"4\n2 1 4 3\nabc 2.5\n",
	} {
		everyStep([]byte(input), func(k Kind, _ []byte) bool {
			used[k.Name] = true
			return true
		})
	}
	return used
}
