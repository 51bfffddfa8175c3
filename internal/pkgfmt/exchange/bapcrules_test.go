package exchange

import (
	"maps"
	"strings"
	"testing"
)

// TestRulesForBAPCtools checks that rules name generators, all cases and settings, and a solution that can start.
func TestRulesForBAPCtools(t *testing.T) {
	files := maps.Clone(scored)
	maps.Copy(files, map[string]string{
		"generators/generators.yaml": "# words\nsolution: /submissions/accepted/a.go\ndata:\n  sample:\n    data:\n      \"1\":\n        desc: by hand\n" +
			"  secret:\n    data:\n      a:\n        data:\n          \"1\": g 1 {seed}\n      b:\n        data:\n          - \"2\":\n              in: |\n                3\n",
		"generators/g.py":           "print(1)\n",
		"submissions/accepted/a.go": "package main\n",
		"data/invalid_input/bad.in": "x\n",
	})
	made, err := Export(t.Context(), load(t, folder(t, files)), ICPC, noCompiler, "")
	dir := written(t, made, err)
	rules := content(t, dir, "generators/generators.yaml")
	for _, want := range []string{
		"solution: /submissions/accepted/a.py\n", "generators:\n  g:\n    - g.py\n", `"1": g 1 {seed}`,
		"copy: manual/sample/1\n", "description: by hand\n", "copy: manual/invalid_input/bad\n", "max_score: 40\n",
	} {
		if !strings.Contains(rules, want) {
			t.Errorf("no %q in\n%s", want, rules)
		}
	}
	for name, want := range map[string]string{"generators/manual/sample/1.in": "1\n", "generators/manual/invalid_input/bad.in": "x\n"} {
		if got := content(t, dir, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if !hasNote(made, "data/secret/b/1.in: bt generate of BAPCtools removes it") {
		t.Errorf("no note on a case that a list would number: %v", made.Notes)
	}
	load(t, dir)
}
