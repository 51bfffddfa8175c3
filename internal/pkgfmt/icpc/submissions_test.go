package icpc

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/verdict"
	"grundy/internal/pkgfmt/problem"
)

// describe gives the expectations of a submission as "pattern: permitted / required", and its bound in the end.
func describe(s problem.Submission) string {
	var parts []string
	for _, e := range s.Expect {
		text := verdictNames(e.Permitted) + " / " + verdictNames(e.Required)
		if e.Pattern != "" {
			text = e.Pattern + ": " + text
		}
		if e.Score != nil {
			text += " score " + e.Score.String()
		}
		if e.Message != nil {
			text += " message " + e.Message.String()
		}
		parts = append(parts, text)
	}
	if bound := boundOf(s); bound != problem.NoBound {
		parts = append(parts, string(bound))
	}
	return strings.Join(parts, "; ")
}

// boundOf is the upper bound that a submission sets with any part of the data, or the lower one that it sets with all.
func boundOf(s problem.Submission) problem.TimeLimitUse {
	bound := problem.NoBound
	for _, e := range s.Expect {
		switch {
		case e.UseForTimeLimit == problem.UpperBound:
			return problem.UpperBound
		case e.UseForTimeLimit == problem.LowerBound && e.Pattern == "":
			bound = problem.LowerBound
		}
	}
	return bound
}

func wantSubmissions(t *testing.T, p *problem.Problem, want map[string]string) {
	t.Helper()
	got := map[string]string{}
	for _, s := range p.Submissions {
		got[s.Name] = describe(s)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("submissions (-want +got):\n%s", diff)
	}
}

// everyFolder has a submission in each default directory.
const everyFolder = `
-- submissions/rejected/a.py --
-- submissions/wrong_answer/a.py --
-- submissions/time_limit_exceeded/a.py --
-- submissions/run_time_error/a.py --
-- submissions/brute_force/a.py --
`

func TestDefaultFolders(t *testing.T) {
	p := loadClean(t, complete2025, everyFolder)
	wantSubmissions(t, p, map[string]string{
		"accepted/nim.py":          "AC / ; lower",
		"rejected/a.py":            " / RTE, TLE, WA",
		"wrong_answer/a.py":        "AC, WA / WA; lower",
		"time_limit_exceeded/a.py": "AC, TLE / TLE; upper",
		"run_time_error/a.py":      "AC, RTE / RTE; lower",
		"brute_force/a.py":         "AC, RTE, TLE / RTE, TLE",
	})
	p = loadClean(t, completeLegacy, yamlLegacy("type: scoring\n"), file("data/testdata.yaml", "range: 0 100\n"), everyFolder, file("submissions/partially_accepted/a.py", ""))
	wantSubmissions(t, p, map[string]string{
		"accepted/nim.py":          "AC / ; lower",
		"rejected/a.py":            " / RTE, TLE, WA",
		"wrong_answer/a.py":        "AC, WA / WA",
		"time_limit_exceeded/a.py": "AC, WA, TLE / TLE; upper",
		"run_time_error/a.py":      " / RTE",
		"brute_force/a.py":         "AC, RTE, TLE / RTE, TLE",
		"partially_accepted/a.py":  " / AC score 0 to 99.9999",
	})
}

func TestPartiallyAcceptedOfAMinimisation(t *testing.T) {
	p := loadClean(t, completeLegacy, yamlLegacy("type: scoring\ngrading: {objective: min}\n"), file("data/testdata.yaml", "range: 0 100\n"), file("submissions/partially_accepted/a.py", ""))
	if score := p.Submissions[1].Expect[0].Score; score == nil || score.Contains(0) || !score.Contains(100) {
		t.Errorf("got %v, want all but 0", score)
	}
	p = loadClean(t, completeLegacy, yamlLegacy("type: scoring\ngrading: {objective: min}\n"), file("data/testdata.yaml", "range: 1000000 2000000\n"), file("submissions/partially_accepted/a.py", ""))
	if score := p.Submissions[1].Expect[0].Score; score == nil || score.Min != 1000001 || score.Max != 2000000 {
		t.Errorf("got %v, want all from 1000001", score)
	}
	p = loadClean(t, completeLegacy, yamlLegacy("type: scoring\n"), file("submissions/partially_accepted/a.py", ""))
	if score := p.Submissions[1].Expect[0].Score; score != nil {
		t.Errorf("without a range: got %v", score)
	}
	_, faults := load(t, completeLegacy, file("submissions/partially_accepted/a.py", ""))
	wantFaults(t, faults, "lack submissions/partially_accepted: partially_accepted is for scoring problems only",
		"warning submissions/partially_accepted/a.py: nothing says what is expected of the submission")
}

func TestWhatIsASubmission(t *testing.T) {
	p, faults := load(t, complete2025, `
-- submissions/accepted/README.md --
-- submissions/accepted/.hidden.py --
-- submissions/accepted/nim.pyc --
-- submissions/accepted/several/a.py --
-- submissions/accepted/several/b.py --
-- submissions/README.txt --
-- submissions/stray.py --
-- submissions/odd/a.py --
`)
	wantFaults(t, faults, "warning submissions/stray.py: the file is in no directory", "warning submissions/odd/a.py: nothing says what is expected")
	wantSubmissions(t, p, map[string]string{"accepted/nim.py": "AC / ; lower", "accepted/several": "AC / ; lower", "odd/a.py": ""})
}

func TestSubmissionsFile(t *testing.T) {
	tests := []struct {
		name string
		yaml string
		want map[string]string // of the submissions that the file changes
	}{
		{
			"default directory is replaced and inherits", "time_limit_exceeded:\n  permitted: [AC, WA, TLE]\n",
			map[string]string{"time_limit_exceeded/a.py": "AC, WA, TLE / TLE; upper"},
		},
		{
			"glob adds", "time_limit_exceeded/*:\n  permitted: [AC, WA, TLE]\n",
			map[string]string{"time_limit_exceeded/a.py": "AC, TLE / TLE; AC, WA, TLE / ; upper"},
		},
		{
			"braces", "'{rejected,brute_force}/{a,b}.py': {required: TLE}\n",
			map[string]string{"rejected/a.py": " / RTE, TLE, WA;  / TLE; upper", "brute_force/a.py": "AC, RTE, TLE / RTE, TLE;  / TLE; upper"},
		},
		{
			"star stops at a slash", "'*/a.py': {message: 'a+b'}\n'*': {language: python3}\n",
			map[string]string{"rejected/a.py": " / RTE, TLE, WA;  /  message a\\+b;  / ", "accepted/nim.py": "AC / ;  / ; lower"},
		},
		{
			"groups", "rejected/a.py:\n  sample: {permitted: [AC]}\n  secret/*: {permitted: [AC, TLE], required: [TLE]}\n",
			map[string]string{"rejected/a.py": " / RTE, TLE, WA;  / ; sample: AC / ; secret/*: AC, TLE / TLE; upper"},
		},
		{"opt out", "accepted: {use_for_time_limit: false}\n", map[string]string{"accepted/nim.py": "AC / "}},
		{"stay in", "accepted: {use_for_time_limit: true}\n", map[string]string{"accepted/nim.py": "AC / ; lower"}},
		{"opt in below", "brute_force: {use_for_time_limit: lower}\n", map[string]string{"brute_force/a.py": "AC, RTE / RTE, TLE; lower"}},
		{"opt in above", "brute_force: {use_for_time_limit: upper}\n", map[string]string{"brute_force/a.py": "AC, RTE, TLE / TLE; upper"}},
		{"neither", "rejected: {required: [TLE, RTE]}\n", map[string]string{"rejected/a.py": " / TLE, RTE"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := loadClean(t, complete2025, everyFolder, file("submissions/submissions.yaml", test.yaml))
			got := map[string]string{}
			for _, s := range p.Submissions {
				if _, ok := test.want[s.Name]; ok {
					got[s.Name] = describe(s)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("submissions (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSubmissionMetadata(t *testing.T) {
	p := loadClean(t, complete2025, yaml2025("type: scoring\n"), `
-- submissions/submissions.yaml --
accepted/nim.py:
  language: python3numpy
  entrypoint: main
  authors: [Ann, {name: Bob}]
  model_solution: true
  score: [40, 60]
  secret: {score: 50}
`)
	want := problem.Submission{
		Name: "accepted/nim.py", Path: p.Submissions[0].Path, Language: "python3numpy", Entrypoint: "main",
		Authors: []string{"Ann", "Bob"}, Model: true,
		Expect: []problem.Expectation{
			{Permitted: []verdict.Verdict{verdict.AC}, UseForTimeLimit: problem.LowerBound},
			{Score: &problem.Range{Min: 40, Max: 60}},
			{Pattern: "secret", Score: &problem.Range{Min: 50, Max: 50}},
		},
	}
	regexps := cmp.Comparer(func(a, b *regexp.Regexp) bool {
		return (a == nil) == (b == nil) && (a == nil || a.String() == b.String())
	})
	if diff := cmp.Diff(want, p.Submissions[0], regexps); diff != "" {
		t.Errorf("submission (-want +got):\n%s", diff)
	}
}

func TestSubmissionsFileFaults(t *testing.T) {
	tests := []struct {
		name string
		yaml string
		want []string
	}{
		{"double star", "'**/a.py': {permitted: [AC]}\n", []string{`error submissions/submissions.yaml:1: pattern "**/a.py"`}},
		{"two patterns", "'**': {permitted: [AC]}\n'[a]': {permitted: [AC]}\n", []string{`error submissions/submissions.yaml:1: pattern "**"`, `error submissions/submissions.yaml:2: pattern "[a]"`}},
		{"accepted in a group alone", "accepted:\n  permitted: [AC, WA]\n  secret: {permitted: [AC]}\n", []string{"lack submissions/accepted: there is no accepted submission"}},
		{"brackets", "'accepted/[n]im.py': {permitted: [AC]}\n", []string{`error submissions/submissions.yaml:1: pattern "accepted/[n]im.py"`}},
		{"brackets in a group", "accepted/nim.py:\n  'secret/[1]': {permitted: [AC]}\n", []string{`error submissions/submissions.yaml:2: pattern "secret/[1]"`}},
		{"unknown key", "accepted: {permited: [AC]}\n", []string{"lack submissions/submissions.yaml:1: unknown key accepted.permited"}},
		{"unknown key of a group", "accepted:\n  sample:\n    permited: [AC]\n", []string{"lack submissions/submissions.yaml:3: unknown key accepted.sample.permited"}},
		{"scores of pass-fail", "accepted: {score: [1, 5]}\n", []string{"error submissions/submissions.yaml:1: accepted.score: the key is for scoring problems only"}},
		{"unknown verdict", "accepted: {permitted: [AC, OK]}\n", []string{`error submissions/submissions.yaml:1: accepted.permitted: unknown verdict "OK"`}},
		{"no verdict", "accepted: {permitted: []}\n", []string{"error submissions/submissions.yaml:1: accepted.permitted: the list is empty"}},
		{"no submission", "accepted/nim.cpp: {permitted: [AC]}\n", []string{"warning submissions/submissions.yaml:1: no submission matches accepted/nim.cpp"}},
		{"no group", "accepted:\n  secret/group1: {permitted: [AC]}\n", []string{"warning submissions/submissions.yaml:2: accepted.secret/group1: no test group or case matches"}},
		{"score of pass-fail", "accepted: {score: 5}\n", []string{"error submissions/submissions.yaml:1: accepted.score: the key is for scoring problems only"}},
		{"language", "accepted: {language: pyhton3}\n", []string{`error submissions/submissions.yaml:1: accepted.language: unknown language "pyhton3"`}},
		{"two languages", "accepted: {language: python3}\naccepted/nim.py: {language: python2}\n", []string{"error submissions/submissions.yaml:2: accepted/nim.py: language of accepted/nim.py is already python3"}},
		{"required is not permitted", "accepted: {permitted: [AC], required: [WA]}\n", []string{"error submissions/submissions.yaml:1: accepted: a verdict is required that is not permitted: WA", "error submissions/accepted/nim.py: a verdict is required"}},
		{"nothing is permitted", "accepted/*: {permitted: [WA]}\n", []string{"error submissions/accepted/nim.py: no verdict is permitted"}},
		{"use", "accepted: {use_for_time_limit: middle}\n", []string{`error submissions/submissions.yaml:1: accepted.use_for_time_limit: unknown value "middle"`}},
		{"upper of accepted", "accepted: {use_for_time_limit: upper}\n", []string{"error submissions/submissions.yaml:1: accepted.use_for_time_limit: an upper bound must time out"}},
		{"upper that requires more", "accepted: {permitted: [TLE], required: [AC], use_for_time_limit: upper}\n", []string{
			"error submissions/submissions.yaml:1: accepted: a verdict is required that is not permitted: AC",
			"error submissions/submissions.yaml:1: accepted.use_for_time_limit: an upper bound must time out", "error submissions/accepted/nim.py: ",
			"lack submissions/accepted: there is no accepted submission",
		}},
		{"no map", "accepted: 5\n", []string{"error submissions/submissions.yaml:1: accepted: want a map, got an integer 5"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, faults := load(t, complete2025, file("submissions/submissions.yaml", test.yaml))
			wantFaults(t, faults, test.want...)
		})
	}
}

func TestExpectedScores(t *testing.T) {
	for score, want := range map[string]any{
		"5": problem.Range{Min: 5, Max: 5}, "[5, 5]": problem.Range{Min: 5, Max: 5}, "[5, 6]": problem.Range{Min: 5, Max: 6},
		"[6, 5]": "6 is more than 5", "[5]": "want two numbers, got 1", "[a, 5]": "want a number",
		"[5, a]": "want a number",
	} {
		p, faults := load(t, complete2025, yaml2025("type: scoring\n"), file("submissions/submissions.yaml", "accepted: {score: "+score+"}\n"))
		var got *problem.Range
		for _, e := range p.Submissions[0].Expect {
			if e.Score != nil {
				got = e.Score
			}
		}
		if message, faulty := want.(string); faulty {
			if got != nil || len(faults) == 0 || !strings.Contains(faults[0].Message, message) {
				t.Errorf("%s: %v and the faults %v, want %q", score, got, faults, message)
			}
			continue
		}
		if len(faults) > 0 || got == nil || *got != want {
			t.Errorf("%s: %v and the faults %v, want %v", score, got, faults, want)
		}
	}
}

func TestExpectedResultsInTheSource(t *testing.T) {
	p, faults := load(t, completeLegacy, `
-- submissions/mixed/a.py --
# @EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT
-- submissions/mixed/b.c --
/* @EXPECTED_RESULTS@: run_time_error */
-- submissions/mixed/c.py --
# nothing
-- submissions/mixed/d/main.py --
# nothing
-- submissions/mixed/d/util.py --
x = 1 # @EXPECTED_RESULTS@: CORRECT
-- submissions/mixed/d/lib/inner.py --
# @EXPECTED_RESULTS@: WRONG-ANSWER
-- submissions/mixed/e.py --

# @EXPECTED_RESULTS@: FAST
-- submissions/mixed/f.py --
# @EXPECTED_RESULTS@: CHECK-MANUALLY
-- submissions/mixed/g.py --
# @EXPECTED_RESULTS@: NO-OUTPUT, OUTPUT-LIMIT, COMPILER-ERROR
-- submissions/accepted/slow.py --
# @EXPECTED_RESULTS@: CORRECT, TIMELIMIT
-- submissions/wrong_answer/tle.py --
# @EXPECTED_RESULTS@: TIMELIMIT
-- submissions/time_limit_exceeded/tle.py --
# @EXPECTED_RESULTS@: TIMELIMIT
-- submissions/rejected/wa.py --
# @EXPECTED_RESULTS@: WRONG-ANSWER
`)
	wantFaults(t, faults,
		"warning submissions/mixed/c.py: nothing says what is expected",
		`lack submissions/mixed/e.py:2: @EXPECTED_RESULTS@: unknown result "FAST"`, "warning submissions/mixed/e.py: nothing says",
		"warning submissions/mixed/f.py:1: @EXPECTED_RESULTS@: the result is for people to judge", "warning submissions/mixed/f.py: nothing says",
		"warning submissions/accepted/slow.py: @EXPECTED_RESULTS@ is AC, TLE, but the directory is accepted; the directory counts",
		"warning submissions/wrong_answer/tle.py: @EXPECTED_RESULTS@ is TLE, but the directory is wrong_answer; the directory counts")
	wantSubmissions(t, p, map[string]string{
		"accepted/nim.py":            "AC / ; lower",
		"accepted/slow.py":           "AC / AC; lower",
		"mixed/a.py":                 " / WA, TLE",
		"mixed/b.c":                  " / RTE",
		"mixed/c.py":                 "",
		"mixed/d":                    "AC / AC; lower",
		"mixed/e.py":                 "",
		"mixed/f.py":                 "",
		"mixed/g.py":                 " / WA, OLE, CE",
		"wrong_answer/tle.py":        "AC, WA / WA",
		"rejected/wa.py":             " / WA",
		"time_limit_exceeded/tle.py": " / TLE; upper",
	})
}

func TestPrograms(t *testing.T) {
	name := func(programs []problem.Program) []string {
		var names []string
		for _, p := range programs {
			names = append(names, p.Name)
		}
		return names
	}
	tests := []struct {
		name    string
		overlay string
		want    []string
	}{
		{"one file", file("output_validator/v.py", ""), []string{"output_validator/v.py"}},
		{"file and README", file("output_validator/v.py", "") + file("output_validator/README.md", ""), []string{"output_validator/v.py"}},
		{"file and header", file("output_validator/v.cpp", "") + file("output_validator/validation.h", ""), []string{"output_validator"}},
		{"several files", file("output_validator/a.cpp", "") + file("output_validator/b.cpp", ""), []string{"output_validator"}},
		{"folder", file("output_validator/v/a.cpp", ""), []string{"output_validator/v"}},
		{"build script", file("output_validator/build", "") + file("output_validator/src/a.cpp", "") + file("output_validator/lib/b.cpp", ""), []string{"output_validator"}},
	}
	for _, test := range tests {
		p := loadClean(t, complete2025, test.overlay)
		if diff := cmp.Diff(test.want, name(p.Output.Programs)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
	p := loadClean(t, complete2025, file("input_validators/b/build", "")+file("input_validators/notes.md", "")+file("include/default/a.h", "")+file("include/cpp/b.h", ""))
	if diff := cmp.Diff([]string{"input_validators/b", "input_validators/validate.py"}, name(p.InputValidators)); diff != "" {
		t.Errorf("input validators (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"cpp", "default"}, sortedKeys(p.Includes)); diff != "" {
		t.Errorf("includes (-want +got):\n%s", diff)
	}
}

// Files that compilers made are not the program of a directory, which a visualizer need not have.
func TestVisualizerOfBuiltFiles(t *testing.T) {
	p, faults := load(t, completeLegacy, file("input_visualizer/draw.exe", "")+file("input_visualizer/README.md", ""))
	wantFaults(t, faults, "warning input_visualizer: the directory holds no program; it is ignored")
	if p.InputVisualizer != nil {
		t.Errorf("the visualizer is %+v", p.InputVisualizer)
	}
}
