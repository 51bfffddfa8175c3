package generators_test

import (
	"strings"
	"testing"

	"grundy/internal/pkgfmt/generators"
)

const rules = `# the tests
data:
  sample:
    data:
      "1":          # the first
        in: |
          5

          6
  secret:
    data:
      - small: gen 1
      # two in one
      - large:
          generate: gen 2

          yaml:
            description: x
      - "": gen 3
  invalid_input:
    data:
      bad: {in: x}
      worse: {in: y}   # much
`

func at(name, line string) *generators.Case {
	return &generators.Case{Name: name, Line: 1 + strings.Count(rules[:strings.Index(rules, line)], "\n")}
}

func TestTakeRemovesARuleAndNothingElse(t *testing.T) {
	for _, test := range []struct{ name, line, gone string }{
		{"secret/1-small", "- small", "      - small: gen 1\n"},
		{"secret/2-large", "- large", "      - large:\n          generate: gen 2\n\n          yaml:\n            description: x\n"},
		{"secret/3", `- ""`, "      - \"\": gen 3\n"},
		{"invalid_input/bad", "bad:", "      bad: {in: x}\n"},
	} {
		got, _, span, err := generators.RemoveRule([]byte(rules), at(test.name, test.line))
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if want := strings.Replace(rules, test.gone, "", 1); string(got) != want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, want)
		}
		if span.Count != strings.Count(test.gone, "\n") {
			t.Errorf("%s: %d lines, want %d", test.name, span.Count, strings.Count(test.gone, "\n"))
		}
	}
}

func TestTakingTheLastCaseLeavesAnEmptyFolder(t *testing.T) {
	got, entry, _, err := generators.RemoveRule([]byte(rules), at("sample/1", `"1"`))
	if err != nil {
		t.Fatal(err)
	}
	if want := "  sample:\n    data: {}\n  secret:"; !strings.Contains(string(got), want) {
		t.Errorf("got\n%s\nwant it to contain\n%s", got, want)
	}
	back, err := generators.Append(got, "sample/1", entry)
	if err != nil {
		t.Fatal(err)
	}
	if string(back) != rules {
		t.Errorf("put back, got\n%s\nwant\n%s", back, rules)
	}
}

func TestATakenRuleIsIndentedAsItsNewPlaceWants(t *testing.T) {
	rest, entry, _, err := generators.RemoveRule([]byte(rules), at("secret/2-large", "- large"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := generators.Append(rest, "invalid_input/huge", entry)
	if err != nil {
		t.Fatal(err)
	}
	want := "      huge:\n        generate: gen 2\n\n        yaml:\n          description: x\n"
	if !strings.HasSuffix(string(got), want) {
		t.Errorf("got\n%s\nwant it to end in\n%s", got, want)
	}
}

func TestRename(t *testing.T) {
	for _, test := range []struct{ name, line, to, old, now string }{
		{"secret/1-small", "- small", "1-tiny", "- small: gen", "- tiny: gen"},
		{"secret/3", `- ""`, "3-third", `- "": gen`, "- third: gen"},
		{"secret/1-small", "- small", "1", "- small: gen", `- "": gen`},
		{"sample/1", `"1"`, "one", `"1":  `, "one:  "},
		{"sample/1", `"1"`, "2", `"1":  `, `"2":  `},
		{"invalid_input/worse", "worse:", "worst", "worse: {", "worst: {"},
	} {
		got, err := generators.Rename([]byte(rules), at(test.name, test.line), test.to)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if want := strings.Replace(rules, test.old, test.now, 1); string(got) != want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, want)
		}
	}
}

func TestListed(t *testing.T) {
	if c := at("secret/1-small", "- small"); !generators.Listed([]byte(rules), c) {
		t.Error("an item of a list is not listed")
	}
	if c := at("sample/1", `"1"`); generators.Listed([]byte(rules), c) {
		t.Error("a key of a map is listed")
	}
}

func TestTakeRefusesWhatSharesItsLines(t *testing.T) {
	for _, text := range []string{
		"data: {secret: {data: {a: gen 1, b: gen 2}}}\n",
		"data:\n  secret:\n    data: [a: gen 1, b: gen 2]\n",
		"data:\n  secret:\n    data:\n      - a: gen 1\n        b: gen 2\n",
	} {
		line := 1 + strings.Count(text[:strings.Index(text, "a: gen")], "\n")
		if got, _, _, err := generators.RemoveRule([]byte(text), &generators.Case{Name: "secret/a", Line: line}); err == nil {
			t.Errorf("%q became %q", text, got)
		}
	}
}
