package icpc

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/verdict"
	"grundy/internal/pkgfmt/problem"
)

func caseNames(g *problem.Group) []string {
	var names []string
	for _, c := range g.AllCases() {
		names = append(names, c.Name)
	}
	return names
}

func findCase(t *testing.T, p *problem.Problem, name string) *problem.Case {
	t.Helper()
	for _, c := range p.Data.AllCases() {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no case %s among %v", name, caseNames(p.Data))
	return nil
}

// pair is a test case as an archive.
func pair(name string) string {
	return file("data/"+name+".in", "1\n") + file("data/"+name+".ans", "1\n")
}

func TestOrderIsLexicographicWithSamplesFirst(t *testing.T) {
	p := loadClean(t, complete2025, pair("secret/10")+pair("secret/2")+pair("secret/1-b")+pair("secret/1.a")+pair("sample/2"))
	want := []string{"sample/1", "sample/2", "secret/1", "secret/1-b", "secret/1.a", "secret/10", "secret/2"}
	if diff := cmp.Diff(want, caseNames(p.Data)); diff != "" {
		t.Errorf("cases (-want +got):\n%s", diff)
	}
	for _, c := range p.Data.AllCases() {
		if c.Sample != strings.HasPrefix(c.Name, "sample/") || c.FullFeedback != c.Sample {
			t.Errorf("%s: got sample %v, full feedback %v", c.Name, c.Sample, c.FullFeedback)
		}
	}
}

func TestDataFaults2025(t *testing.T) {
	scoring := yaml2025("type: scoring\n")
	tests := []struct {
		name    string
		overlay string
		want    []string
	}{
		{"missing answer", file("data/secret/7.in", ""), []string{"error data/secret/7.ans: test case secret/7 has no answer"}},
		{"orphan answer", file("data/secret/7.ans", ""), []string{"lack data/secret/7.ans: there is no input secret/7.in"}},
		{"orphan settings", file("data/secret/7.yaml", ""), []string{"lack data/secret/7.yaml: there is no input"}},
		{"orphan image", file("data/secret/7.png", ""), []string{"warning data/secret/7.png: there is no input"}},
		{"groups and cases mixed", pair("secret/g/1") + file("data/secret/g/test_group.yaml", "args: [a]\n"), []string{"error data/secret/1.in: groups and test cases are mixed: data/secret/g is a group"}},
		{"directory that is no group", file("data/secret/notes/a.txt", ""), []string{"warning data/secret/notes: the directory holds no test case"}},
		{
			"directories of files that belong to no case", file("data/secret/notes/7.ans", "") + file("data/secret/zz/8.ans", ""),
			[]string{"lack data/secret/notes/7.ans: there is no input secret/notes/7.in", "lack data/secret/zz/8.ans: there is no input secret/zz/8.in"},
		},
		{"file of settings before a case", pair("secret/z") + file("data/secret/test_group.yaml", "args: [a]\n") + file("data/secret/z.yaml", "hnt: a\n"), []string{"lack data/secret/z.yaml:1: unknown key hnt"}},
		{"group without cases", file("data/secret!", "") + pair("secret/a/1") + file("data/secret/b/test_group.yaml", "args: [a]\n"), []string{"error data/secret/b: the group has no test case"}},
		{"nested group", file("data/secret!", "") + pair("secret/a/b/1") + file("data/secret/a/b/test_group.yaml", "args: [a]\n"), []string{"lack data/secret/a/b/test_group.yaml: groups do not nest"}},
		{"directory named as a case", file("data/secret!", "") + pair("secret/a/1") + pair("secret/a/1/2"), []string{"error data/secret/a/1: a test case beside the directory has the same name"}},
		{"group in sample", pair("sample/a/1") + file("data/sample/a/test_group.yaml", "args: [a]\n"), []string{"error data/sample/a/test_group.yaml: sample must not have groups"}},
		{"unknown validator", file("data/secret/1.yaml", "input_validator_args: {validate: [a], other.py: [b]}\n"), []string{"error data/secret/1.yaml:1: there is no input_validators/other.py"}},
		{"no secret case", file("data/secret!", ""), []string{"lack data/secret: there is no secret test case"}},
		{"no case", file("data/secret!", "") + file("data/sample!", ""), []string{"error data/secret: there is no test case"}},
		{
			"two unknown directories, and a file", file("data/notes.txt", "") + file("data/old/1.in", "") + file("data/zz/1.in", ""),
			[]string{"warning data/old: unknown directory", "warning data/zz: unknown directory"},
		},
		{"no data", file("data!", ""), []string{"error data: the directory is missing"}},
		{"unknown directory", file("data/secrets/1.in", ""), []string{"warning data/secrets: unknown directory"}},
		{"legacy settings", file("data/secret/testdata.yaml", ""), []string{"error data/secret/testdata.yaml: version 2025-09 reads test_group.yaml"}},
		{"case named as the settings", pair("secret/test_group") + file("data/secret/test_group.yaml", "args: [a]\n"), []string{"error data/secret/test_group.in: its settings would be those of the group"}},
		{"both shown answers", file("data/sample/1.out", "") + file("data/sample/1.ans.statement", ""), []string{"lack data/sample/1.out: both .out and .ans.statement"}},
		{
			"interaction", file("data/sample/1.interaction", "") + file("data/sample/1.in.statement", ""),
			[]string{"lack data/sample/1.in.statement: .in.statement cannot stand beside .interaction", "warning data/sample/1.interaction: the problem is neither interactive nor multi-pass"},
		},
		{"two images", file("data/secret/1.png", "") + file("data/secret/1.svg", ""), []string{"warning data/secret/1.svg: test case secret/1 has more than one"}},
		{
			"hint and description", file("data/secret/1.hint", "a\n") + file("data/secret/1.desc", "a\n"),
			[]string{"warning data/secret/1.hint: 2025-09 does not know .hint files", "warning data/secret/1.desc: 2025-09 does not know .desc files"},
		},
		{
			"bad name", file("data/secret/ä.in", "") + file("data/secret/a b.in", "") + file("data/secret/-1.in", "") + file("data/secret/.x.in", ""),
			[]string{"warning data/secret/ä.in: the name is not allowed", "warning data/secret/a b.in: the name", "warning data/secret/-1.in: the name"},
		},
		{"args as text", file("data/secret/1.yaml", "output_validator_args: float_tolerance 1e-6\n"), []string{`error data/secret/1.yaml:1: output_validator_args: want a list`}},
		{"list in args", file("data/secret/1.yaml", "args: [[1]]\n"), []string{`error data/secret/1.yaml:1: args[0]: want an argument, got a list`}},
		{"unknown key of a case", file("data/secret/1.yaml", "hnt: a\n"), []string{"lack data/secret/1.yaml:1: unknown key hnt"}},
		{"unknown key of a group", file("data/secret/test_group.yaml", "\nmax_scor: 1\n"), []string{"lack data/secret/test_group.yaml:2: unknown key max_scor"}},
		{"score of pass-fail", file("data/secret/test_group.yaml", "max_score: 1\n"), []string{"error data/secret/test_group.yaml:1: max_score: the key is for scoring problems only"}},
		{"score of sample", scoring + file("data/sample/test_group.yaml", "max_score: 1\n"), []string{"error data/sample/test_group.yaml:1: max_score: the key is for secret"}},
		{"bad max_score", scoring + file("data/secret/test_group.yaml", "max_score: many\n"), []string{`error data/secret/test_group.yaml:1: max_score: want an integer or unbounded, got "many"`}},
		{"bad aggregation", scoring + file("data/secret/test_group.yaml", "score_aggregation: max\n"), []string{`error data/secret/test_group.yaml:1: score_aggregation: unknown value "max"`}},
		{"pass-fail secret without bound", scoring + file("data/secret/test_group.yaml", "max_score: unbounded\nscore_aggregation: pass-fail\n"), []string{"error data/secret/test_group.yaml: max_score: a pass-fail group needs one"}},
		{"static validation without validator", file("data/secret/test_group.yaml", "static_validation_score: pass-fail\n"), []string{"error data/secret/test_group.yaml:1: static_validation_score: there is no static validator"}},
		{"static args alone", file("static_validator/s.py", "") + file("data/secret/test_group.yaml", "static_validator_args: [a]\n"), []string{"error data/secret/test_group.yaml:1: static_validator_args: there is no static_validation_score"}},
		{"static score of pass-fail", file("static_validator/s.py", "") + file("data/secret/test_group.yaml", "static_validation_score: 5\n"), []string{"error data/secret/test_group.yaml:1: static_validation_score: a group without scores"}},
		{"two ways of static validation", file("static_validator/s.py", "") + file("data/secret/test_group.yaml", "static_validation: true\nstatic_validation_score: pass-fail\n"), []string{"error data/secret/test_group.yaml:1: static_validation: static_validation and the older keys"}},
		{"static validation and older arguments", file("static_validator/s.py", "") + file("data/secret/test_group.yaml", "static_validation: true\nstatic_validator_args: [a]\n"), []string{"error data/secret/test_group.yaml:1: static_validation: static_validation and the older keys"}},
		{"static score in words", file("static_validator/s.py", "") + file("data/secret/test_group.yaml", "static_validation_score: five\n"), []string{`error data/secret/test_group.yaml:1: static_validation_score: want an integer`}},
		{"invalid_output incomplete", file("data/invalid_output/1.in", ""), []string{"lack data/invalid_output/1.ans: test case invalid_output/1 lacks it", "lack data/invalid_output/1.out: test case"}},
		{
			"several of invalid_output incomplete", file("data/invalid_output/1.ans", "") + file("data/invalid_output/2.in", "") + file("data/invalid_output/2.ans", "") + file("data/invalid_output/3.in", "") + file("data/invalid_output/3.ans", ""),
			[]string{"lack data/invalid_output/1.ans: there is no input", "lack data/invalid_output/2.out: test case", "lack data/invalid_output/3.out: test case"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, faults := load(t, complete2025, test.overlay)
			wantFaults(t, faults, test.want...)
		})
	}
}

// TestFoldersThatAreNoGroups has directories without a test_group.yaml keep cases in order and mean nothing by
// themselves.
func TestFoldersThatAreNoGroups(t *testing.T) {
	folders := pair("secret/a/1") + pair("secret/a/b/2") + pair("sample/c/3")
	for _, overlay := range []string{"", file("data/secret!", "") + pair("secret/x/1"), yaml2025("type: scoring\n")} {
		p := loadClean(t, complete2025, overlay+folders)
		secret := p.Data.Groups[1]
		names := caseNames(secret)
		if len(secret.Groups) > 0 || !slices.Contains(names, "secret/a/1") || !slices.Contains(names, "secret/a/b/2") || !slices.IsSorted(names) {
			t.Errorf("%q: got %d groups, and in secret %v", overlay, len(secret.Groups), names)
		}
		if hundred := 100.0; p.Type.Scoring && (*secret.Grading.MaxScore != hundred || *secret.Grading.CaseMaximum(len(secret.Cases), 0) != hundred/3) {
			t.Errorf("got the grading %+v", secret.Grading)
		}
		findCase(t, p, "sample/c/3")
	}
	// One that is a group makes groups of the others; those that are accepted or not need no settings.
	p := loadClean(t, complete2025, file("data/secret!", "")+pair("secret/a/1")+pair("secret/b/1")+file("data/secret/b/test_group.yaml", "args: [x]\n"))
	if groups := p.Data.Groups[1].Groups; len(groups) != 2 || groups[0].Name != "secret/a" {
		t.Errorf("got the groups %v", groups)
	}
}

// TestArgumentsByName finds validators by the names of their files, with their endings or without.
func TestArgumentsByName(t *testing.T) {
	p := loadClean(t, complete2025, file("answer_validators/first.py", "\n")+file("answer_validators/second/a.py", "\n")+
		file("data/secret/test_group.yaml", "answer_validator_args: {first: [a], second: [b]}\n")+file("data/secret/1.yaml", "args: [x]\n"))
	c := findCase(t, p, "secret/1")
	for i, want := range []string{"a", "b"} {
		if got := c.AnswerValidatorArgs(p.AnswerValidators[i]); !slices.Equal(got, []string{want}) {
			t.Errorf("%s gets %q, want %q", p.AnswerValidators[i].Name, got, want)
		}
	}
}

func TestMissingAnswerBesideOutSaysRename(t *testing.T) {
	_, faults := load(t, complete2025, file("data/secret/7.in", "")+file("data/secret/7.out", ""))
	if want := "rename data/secret/7.out to data/secret/7.ans"; len(faults) != 1 || faults[0].Help != want {
		t.Errorf("got %v, want the help %q", faults, want)
	}
}

func TestScoringGroups2025(t *testing.T) {
	group := func(name, yaml string) string {
		return pair("secret/"+name+"/1") + file("data/secret/"+name+"/test_group.yaml", yaml)
	}
	base := yaml2025("type: scoring\n") + file("data/secret!", "")
	p := loadClean(t, complete2025, base+group("a", "max_score: 40\n")+
		group("b", "max_score: 60\nscore_aggregation: min\nrequire_pass: [sample, secret/a]\n"))
	forty, sixty, hundred := 40.0, 60.0, 100.0
	secret := p.Data.Groups[1]
	for _, test := range []struct {
		group *problem.Group
		want  verdict.Grading
	}{
		{p.Data, verdict.Default2025("")},
		{secret, verdict.Grading{Mode: verdict.Scoring2025, Aggregation: "sum", MaxScore: &hundred}},
		{secret.Groups[0], verdict.Grading{Mode: verdict.Scoring2025, Aggregation: "pass-fail", MaxScore: &forty}},
		{secret.Groups[1], verdict.Grading{Mode: verdict.Scoring2025, Aggregation: "min", MaxScore: &sixty, RequirePass: []string{"sample", "secret/a"}}},
	} {
		if diff := cmp.Diff(test.want, test.group.Grading); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.group.Name, diff)
		}
	}

	tests := []struct {
		name    string
		overlay string
		want    []string
	}{
		{"unbounded pass-fail", group("a", "args: []\n"), []string{"error data/secret/a/test_group.yaml: max_score: a pass-fail group needs one", "warning data/secret/test_group.yaml: max_score of secret is 100"}},
		{"unbounded in bounded", group("a", "score_aggregation: sum\n"), []string{"error data/secret/a/test_group.yaml: max_score: the group is unbounded", "warning data/secret/test_group.yaml: max_score of secret"}},
		{"all unbounded", group("a", "score_aggregation: sum\n") + file("data/secret/test_group.yaml", "max_score: unbounded\n"), nil},
		{"groups that add up to more", group("a", "max_score: 60\n") + group("b", "max_score: 60\n"), []string{"warning data/secret/test_group.yaml: max_score of secret is 100, but the groups' add up to 120"}},
		{"pass-fail secret", group("a", "max_score: 100\nscore_aggregation: sum\n") + file("data/secret/test_group.yaml", "score_aggregation: pass-fail\n"), []string{"error data/secret/a/test_group.yaml: score_aggregation: secret is pass-fail"}},
		{"later group", group("a", "max_score: 40\nrequire_pass: secret/b\n") + group("b", "max_score: 60\n"), []string{`error data/secret/a/test_group.yaml:2: require_pass: "secret/b" does not come before`}},
		{"unknown group", group("a", "max_score: 100\nrequire_pass: b\n"), []string{`error data/secret/a/test_group.yaml:2: require_pass: there is no group "b"`}},
		{"the group itself", group("a", "max_score: 100\nrequire_pass: secret/a\n"), []string{`error data/secret/a/test_group.yaml:2: require_pass: "secret/a" does not come before`}},
		{"group with scores", group("a", "max_score: 40\nscore_aggregation: sum\n") + group("b", "max_score: 60\nrequire_pass: secret/a\n"), []string{"error data/secret/b/test_group.yaml: require_pass: secret/a is not pass-fail"}},
		{"secret on a group", group("a", "max_score: 100\n") + file("data/secret/test_group.yaml", "require_pass: secret/a\n"), []string{`error data/secret/test_group.yaml:1: require_pass: secret can only depend on sample`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, faults := load(t, complete2025, base+test.overlay)
			wantFaults(t, faults, test.want...)
		})
	}
}

func TestArgsOfCasesReplaceThoseOfGroups(t *testing.T) {
	p := loadClean(t, complete2025, yaml2025("constants: {eps: 1e-6}\n")+file("data/secret!", "")+
		pair("secret/a/1")+pair("secret/a/2")+pair("secret/b/1")+`
-- data/secret/test_group.yaml --
output_validator_args: [case_sensitive]
full_feedback: true
-- data/secret/a/test_group.yaml --
args: [-n, 3]
input_validator_args: [small]
output_validator_args: [float_tolerance, {{eps}}]
full_feedback: false
-- data/secret/a/2.yaml --
args: [1e-6, 0x10, true, "a b"]
input_validator_args: {validate.py: [large]}
hint: think
description: |
  an edge
  case
`)
	group, own, inherited := findCase(t, p, "secret/a/1"), findCase(t, p, "secret/a/2"), findCase(t, p, "secret/b/1")
	check := func(what string, got, want []string) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	check("args of the group", group.Args, []string{"-n", "3"})
	check("constant in the group's args", group.OutputArgs, []string{"float_tolerance", "1e-6"})
	check("args as written", own.Args, []string{"1e-6", "0x10", "true", "a b"})
	check("kept from the group", own.OutputArgs, []string{"float_tolerance", "1e-6"})
	check("kept from secret", inherited.OutputArgs, []string{"case_sensitive"})
	check("for all validators", group.InputValidatorArgs(p.InputValidators[0]), []string{"small", "-n", "3"})
	check("for one validator", own.InputValidatorArgs(p.InputValidators[0]), []string{"large", "1e-6", "0x10", "true", "a b"})
	check("for another", own.InputValidatorArgs(problem.Program{Name: "input_validators/other"}), []string{"1e-6", "0x10", "true", "a b"})
	if own.Hint != "think" || own.Description != "an edge\ncase\n" {
		t.Errorf("got hint %q, description %q", own.Hint, own.Description)
	}
	if group.FullFeedback || !inherited.FullFeedback {
		t.Errorf("full feedback: got %v in the group that says no, %v in the one that inherits", group.FullFeedback, inherited.FullFeedback)
	}
}

func TestFilesOfACase(t *testing.T) {
	p := loadClean(t, complete2025, file("data/sample/1.in.statement", "")+file("data/sample/1.out", "")+file("data/sample/1.in.download", "")+
		file("data/sample/1.ans.download", "")+file("data/sample/1.files/a.txt", "")+file("data/sample/1.png", ""))
	c := findCase(t, p, "sample/1")
	in := func(name string) string { return filepath.Join(p.Dir, "data", "sample", name) }
	want := &problem.Case{
		Name: "sample/1", Input: in("1.in"), Answer: in("1.ans"), Files: in("1.files"), Sample: true, FullFeedback: true,
		Picture:    in("1.png"),
		ShownInput: in("1.in.statement"), ShownAnswer: in("1.out"), DownloadInput: in("1.in.download"), DownloadAnswer: in("1.ans.download"),
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Errorf("case (-want +got):\n%s", diff)
	}
	if len(p.ValidatorCases) != 1 || p.ValidatorCases[0].Kind != problem.ValidOutput || p.ValidatorCases[0].Output != in("1.out") {
		t.Errorf("a sample's .out must be a valid output, got %+v", p.ValidatorCases)
	}
}

func TestValidatorCases(t *testing.T) {
	p := loadClean(t, complete2025, file("answer_validators/a.py", "")+file("data/invalid_input/bad.in", "")+file("data/invalid_input/bad.yaml", "input_validator_args: [x]\n")+
		pair("invalid_answer/a")+pair("invalid_output/o/o")+file("data/invalid_output/o/o.out", "")+file("data/invalid_output/test_group.yaml", "output_validator_args: [y]\n")+
		pair("valid_output/v")+file("data/valid_output/v.out", ""))
	var got []string
	for _, c := range p.ValidatorCases {
		got = append(got, string(c.Kind)+" "+c.Name+" "+filepath.Base(c.Output)+" "+strings.Join(append(c.InputArgs, c.OutputArgs...), " "))
	}
	want := []string{"invalid_input invalid_input/bad . x", "invalid_answer invalid_answer/a . ", "invalid_output invalid_output/o/o o.out y", "valid_output valid_output/v v.out "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("validator cases (-want +got):\n%s", diff)
	}
	if len(p.AnswerValidators) != 1 || p.AnswerValidators[0].Name != "answer_validators/a.py" {
		t.Errorf("answer validators: got %v", p.AnswerValidators)
	}
}

func TestStaticValidation(t *testing.T) {
	for _, yaml := range []string{
		"static_validation_score: pass-fail\nstatic_validator_args: [a]\n",
		"static_validation: {args: [a]}\n",
		"static_validation: {args: [a], score: pass-fail}\n",
	} {
		p := loadClean(t, complete2025, file("static_validator/s.py", "")+file("data/sample/test_group.yaml", yaml))
		if diff := cmp.Diff(&problem.StaticValidation{Args: []string{"a"}}, p.Data.Groups[0].StaticValidation); diff != "" {
			t.Errorf("%s(-want +got):\n%s", yaml, diff)
		}
		if p.StaticValidator == nil || p.StaticValidator.Name != "static_validator/s.py" {
			t.Errorf("static validator: got %v", p.StaticValidator)
		}
	}
	p := loadClean(t, complete2025, yaml2025("type: scoring\n")+file("static_validator/s.py", "")+file("data/secret/test_group.yaml", "static_validation_score: 10\n"))
	if s := p.Data.Groups[1].StaticValidation; s == nil || s.Score == nil || *s.Score != 10 {
		t.Errorf("score: got %+v", s)
	}
	p = loadClean(t, complete2025, file("data/secret/test_group.yaml", "static_validation: false\n"))
	if p.Data.Groups[1].StaticValidation != nil {
		t.Error("static_validation: false must not define a test case")
	}
}

func TestLegacyGroupsInheritKeyByKey(t *testing.T) {
	p := loadClean(t, completeLegacy, yamlLegacy("type: scoring\nvalidator_flags: base\n")+pair("secret/g/h/1")+pair("secret/g/2")+file("data/secret/empty/readme.txt", "")+`
-- data/testdata.yaml --
on_reject: continue
grader_flags: min ignore_sample
range: 0 100
accept_score: 10
input_validator_flags: a 'b c'
-- data/secret/testdata.yaml --
output_validator_flags: case_sensitive
-- data/secret/g/testdata.yaml --
grader_flags: always_accept avg
range: -inf +inf
input_validator_flags: {name: validate.py, flags: x}
`)
	secret := p.Data.Groups[1]
	group := secret.Groups[0]
	if len(secret.Groups) != 1 || group.Name != "secret/g" || group.Groups[0].Name != "secret/g/h" {
		t.Fatalf("got groups %v", caseNames(p.Data))
	}
	root := verdict.DefaultLegacy()
	root.OnReject, root.ScoreRule, root.IgnoreSample, root.RangeMin, root.RangeMax, root.AcceptScore = "continue", "min", true, 0, 100, 10
	below := root
	below.IgnoreSample = false
	inner := below
	inner.VerdictRule, inner.ScoreRule, inner.RangeMin, inner.RangeMax = "always_accept", "avg", math.Inf(-1), math.Inf(1)
	for _, test := range []struct {
		group *problem.Group
		want  verdict.Grading
	}{{p.Data, root}, {p.Data.Groups[0], below}, {secret, below}, {group, inner}, {group.Groups[0], inner}} {
		if diff := cmp.Diff(test.want, test.group.Grading); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.group.Name, diff)
		}
	}
	outer, nested := findCase(t, p, "secret/1"), findCase(t, p, "secret/g/h/1")
	if diff := cmp.Diff([]string{"base", "case_sensitive"}, nested.OutputArgs); diff != "" {
		t.Errorf("output flags (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a", "b c"}, outer.InputArgs); diff != "" {
		t.Errorf("input flags (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string][]string{"validate.py": {"x"}}, nested.InputArgsFor); diff != "" {
		t.Errorf("named input flags (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"base"}, findCase(t, p, "sample/1").OutputArgs); diff != "" {
		t.Errorf("sample's output flags (-want +got):\n%s", diff)
	}
}

func TestLegacyModeFollowsTheGrader(t *testing.T) {
	if got := loadClean(t, completeLegacy).Data.Grading.Mode; got != verdict.PassFail {
		t.Errorf("plain: got %s", got)
	}
	for _, rule := range []string{"grader_flags: accept_if_any_accepted", "grader_flags: ignore_sample", "grader_flags: always_accept", "on_reject: continue"} {
		if got := loadClean(t, completeLegacy, file("data/testdata.yaml", rule+"\n")).Data.Grading; got.Mode != verdict.ScoringLegacy {
			t.Errorf("with %s: got %+v", rule, got)
		}
	}
}

func TestDataFaultsLegacy(t *testing.T) {
	tests := []struct {
		name    string
		overlay string
		want    []string
	}{
		{"missing answer", file("data/secret/7.in", ""), []string{"error data/secret/7.ans: test case secret/7 has no answer"}},
		{"orphan answer", file("data/secret/7.ans", ""), []string{"lack data/secret/7.ans: there is no input"}},
		{"newer settings", file("data/secret/test_group.yaml", ""), []string{"error data/secret/test_group.yaml: version legacy reads testdata.yaml"}},
		{"settings of a case", file("data/secret/1.yaml", "args: [a]\n"), []string{"warning data/secret/1.yaml: legacy does not know settings of a single test case"}},
		{"score of pass-fail", file("data/testdata.yaml", "accept_score: 1\n"), []string{"lack data/testdata.yaml:1: accept_score: the key is for scoring problems only"}},
		{
			"scores of pass-fail", file("data/testdata.yaml", "accept_score: 1\nrange: 0 1\n"),
			[]string{"lack data/testdata.yaml:1: accept_score: the key is", "lack data/testdata.yaml:2: range: the key is"},
		},
		{"only a range of pass-fail", file("data/testdata.yaml", "range: 0 1\n"), []string{"lack data/testdata.yaml:1: range: the key is"}},
		{"flags of an output validator without one", file("data/testdata.yaml", "output_validator_flags: {name: other, flags: x}\n"), nil},
		{
			"flags of an unknown output validator", yamlLegacy("validation: custom\n") + file("output_validators/v.py", "") + file("data/testdata.yaml", "output_validator_flags: {name: other, flags: x}\n"),
			[]string{"error data/testdata.yaml:1: there is no output_validators/other"},
		},
		{"range", yamlLegacy("type: scoring\n") + file("data/testdata.yaml", "range: 10 1\n"), []string{`error data/testdata.yaml:1: range: want two numbers in order, got "10 1"`}},
		{"range of one number", yamlLegacy("type: scoring\n") + file("data/testdata.yaml", "range: 5 5\n"), nil},
		{"range with a word", yamlLegacy("type: scoring\n") + file("data/testdata.yaml", "range: 0 x\n"), []string{`error data/testdata.yaml:1: range: want two numbers in order, got "0 x"`}},
		{"grader flag", file("data/testdata.yaml", "grader_flags: worst\n"), []string{`error data/testdata.yaml:1: grader_flags: unknown flag "worst"`}},
		{"ignore_sample below", file("data/secret/testdata.yaml", "grader_flags: ignore_sample\n"), []string{"lack data/secret/testdata.yaml:1: grader_flags: ignore_sample is for the whole of data only"}},
		{"custom grader", file("data/testdata.yaml", "grading: custom\ngrader_flags: its own words\n") + file("graders/g.py", ""), nil},
		{"no grader", file("data/testdata.yaml", "grading: custom\n"), []string{"error data/testdata.yaml:1: grading: there is no grader in graders/"}},
		{"two graders", file("graders/g.py", "") + file("graders/h.py", ""), []string{"error graders: want one grader, got 2"}},
		{"flags of an unknown validator", file("data/testdata.yaml", "input_validator_flags: {name: other, flags: x}\n"), []string{"error data/testdata.yaml:1: there is no input_validators/other"}},
		{"on_reject", file("data/testdata.yaml", "on_reject: stop\n"), []string{`error data/testdata.yaml:1: on_reject: unknown value "stop"`}},
		{"grading in problem.yaml", yamlLegacy("type: scoring\ngrading: {accept_score: 5}\n"), []string{"warning problem.yaml:3: grading.accept_score: the key belongs into testdata.yaml"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, faults := load(t, completeLegacy, test.overlay)
			wantFaults(t, faults, test.want...)
		})
	}
}

func TestLegacyAnnotations(t *testing.T) {
	p := loadClean(t, completeLegacy, file("data/secret/1.hint", "think\n")+file("data/secret/1.desc", "an edge case\n"))
	if c := findCase(t, p, "sample/1"); c.Hint != "" || c.Description != "" {
		t.Errorf("of another case, got hint %q, description %q", c.Hint, c.Description)
	}
	alone := loadClean(t, completeLegacy, file("data/secret/1.desc", "an edge case\n"))
	if c := findCase(t, alone, "secret/1"); c.Hint != "" || c.Description != "an edge case" {
		t.Errorf("got hint %q, description %q", c.Hint, c.Description)
	}
	if c := findCase(t, p, "secret/1"); c.Hint != "think" || c.Description != "an edge case" {
		t.Errorf("got hint %q, description %q", c.Hint, c.Description)
	}
}

func TestInteractiveLegacySampleWithoutInput(t *testing.T) {
	interactive := yamlLegacy("validation: custom interactive\n") + file("output_validators/v.py", "")
	p := loadClean(t, completeLegacy, interactive+file("data/sample/2.interaction", "<1\n"))
	if len(p.Shown) != 1 || p.Shown[0].Input != "" || filepath.Base(p.Shown[0].Interaction) != "2.interaction" || !p.Shown[0].Sample {
		t.Errorf("shown are %+v", p.Shown)
	}
	if slices.ContainsFunc(p.Data.AllCases(), func(c *problem.Case) bool { return c.Input == "" }) {
		t.Error("a sample without an input is judged")
	}
	_, faults := load(t, completeLegacy, interactive+file("data/secret/2.interaction", "<1\n"))
	wantFaults(t, faults, "warning data/secret/2.interaction: there is no input")
	for _, answer := range []string{".ans", ".out"} {
		p, _ := load(t, completeLegacy, interactive+file("data/sample/2.interaction", "<1\n")+file("data/sample/2"+answer, ""))
		if len(p.Shown) > 0 {
			t.Errorf("with %s, the sample lacks its input, but is shown: %+v", answer, p.Shown)
		}
	}
}

func TestLinks(t *testing.T) {
	skipOnWindows(t)
	dir := write(t, complete2025, file("data/secret!", "")+pair("secret/a/1"))
	symlink(t, "../a/1.in", dir, "data/secret/b/1.in")
	symlink(t, "../a/1.ans", dir, "data/secret/b/1.ans")
	symlink(t, "a", dir, "data/secret/c")
	p, faults := Load(dir)
	wantFaults(t, faults)
	if diff := cmp.Diff([]string{"sample/1", "secret/a/1", "secret/b/1", "secret/c/1"}, caseNames(p.Data)); diff != "" {
		t.Errorf("links inside the package (-want +got):\n%s", diff)
	}

	outside := filepath.Join(t.TempDir(), "1.in")
	if err := os.WriteFile(outside, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	dir = write(t, complete2025)
	symlink(t, outside, dir, "data/secret/2.in")
	symlink(t, "../../..", dir, "submissions/accepted/up")
	symlink(t, "nowhere", dir, "data/secret/3.in")
	p, faults = Load(dir)
	wantFaults(t, faults, "error data/secret/2.in: the link to "+outside+" leads out", "lack submissions/accepted/up: the link to ../../.. leads out",
		"error data/secret/3.in: the link to nowhere leads nowhere")
	if len(p.Submissions) != 1 || len(p.Data.AllCases()) != 2 {
		t.Errorf("refused links must be invisible, got %v and %v", p.Submissions, caseNames(p.Data))
	}

	dir = write(t, complete2025)
	symlink(t, "..", dir, "data/secret/loop")
	_, faults = Load(dir)
	wantFaults(t, faults, "error data/secret/loop/secret: the link leads to a directory above it")
}

func TestPackageBehindALink(t *testing.T) {
	skipOnWindows(t)
	dir := write(t, complete2025)
	link := filepath.Join(t.TempDir(), "linked")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a b"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	p, faults := Load(link)
	wantFaults(t, faults, "warning a b: the name is not allowed")
	if p.ID != "linked" || len(p.Data.AllCases()) != 2 || len(p.Submissions) != 1 {
		t.Errorf("got ID %s, cases %v", p.ID, caseNames(p.Data))
	}
}

// TestNamesThatDifferInCase checks that files and directories with the same letters are named, once for each name.
func TestNamesThatDifferInCase(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"data/secret/a.in", "data/secret/A.in", "submissions/accepted/a.py", "submissions/Accepted/a.py", "other/b/a.py"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if listed, err := os.ReadDir(filepath.Join(dir, "data/secret")); err != nil || len(listed) < 2 {
		t.Skip("this file system takes such names for one")
	}
	_, faults := Load(dir)
	var got []string
	for _, fault := range faults {
		if strings.Contains(fault.Message, "in case only") {
			got = append(got, fault.File)
		}
	}
	if want := []string{"data/secret/a.in", "submissions/accepted"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
