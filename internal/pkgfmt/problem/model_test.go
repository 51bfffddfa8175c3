package problem

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/verdict"
)

func TestAbout(t *testing.T) {
	p := &Problem{Type: Type{Scoring: true, MultiPass: true}, Keywords: []string{"games", "difficulty: 3", "scoring", "nim"}}
	if diff := cmp.Diff([]string{"scoring", "multi-pass", "games", "nim"}, p.About()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	all := Type{Scoring: true, MultiPass: true, Interactive: true, SubmitAnswer: true}
	if diff := cmp.Diff([]string{"scoring", "interactive", "multi-pass", "submit-answer"}, all.Names()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got := (Type{}).Names(); len(got) != 0 {
		t.Errorf("a usual problem is %q", got)
	}
}

func TestDifficulty(t *testing.T) {
	for _, test := range []struct {
		keywords []string
		want     int
	}{
		{nil, 0},
		{[]string{"games"}, 0},
		{[]string{"games", "difficulty:1"}, 1},
		{[]string{"difficulty: 10", "difficulty: 2"}, 10},
		{[]string{"difficulty: 0"}, 0},
		{[]string{"difficulty: -1", "difficulty: 2"}, 2},
		{[]string{"difficulty: 11"}, 0},
		{[]string{"difficulty: hard", "difficulty: 7"}, 7},
	} {
		if got := (&Problem{Keywords: test.keywords}).Difficulty(); got != test.want {
			t.Errorf("%q: %d, want %d", test.keywords, got, test.want)
		}
	}
}

// TestFault: a fault lies where the program's file is, however the program is made up.
func TestFault(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "generators", "tree"), 0o755); err != nil {
		t.Fatal(err)
	}
	file := Program{Name: "generators/tree.py", Path: filepath.Join(dir, "generators", "tree.py")}
	folder := Program{Name: "generators/tree", Path: filepath.Join(dir, "generators", "tree")}
	listed := Program{Name: "generators/tree", Files: []string{"tree.py", "lib.py"}}
	for _, test := range []struct {
		program    Program
		file, want string
	}{
		{file, "", "generators/tree.py"},
		{file, "tree.py", "generators/tree.py"},
		{file, "lib.py", "generators/lib.py"},
		{folder, "", "generators/tree"},
		{folder, "main.cpp", "generators/tree/main.cpp"},
		{listed, "", "generators/tree"},
		{listed, "lib.py", "generators/lib.py"},
		{listed, "tree", "generators/tree"},
	} {
		want := Diagnostic{Level: Error, File: test.want, Line: 3, Program: test.program.Name}
		if got := test.program.Fault(test.file, 3); got != want {
			t.Errorf("%s of %s: %+v, want %+v", test.file, test.program.Name, got, want)
		}
	}
}

func TestDiagnostics(t *testing.T) {
	for want, d := range map[string]Diagnostic{
		"broken":                {Message: "broken", Line: 0},
		"problem.yaml: broken":  {File: "problem.yaml", Message: "broken"},
		"problem.yaml:1: wrong": {File: "problem.yaml", Line: 1, Message: "wrong"},
	} {
		if got := d.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	all := Diagnostics{
		{Level: Warning, Message: "odd"}, {Level: Error, Practice: true, Message: "no statement"}, {Level: Error, Message: "no data", Help: "add some"},
	}
	if got := all.Fatal(false); len(got) != 2 || got[0].Message != "no statement" {
		t.Errorf("for an author %v", got)
	}
	if got := all.Fatal(true); len(got) != 1 || got[0].Message != "no data" {
		t.Errorf("for practice %v", got)
	}
	err := &FaultError{Package: "nim", Diagnostics: all.Fatal(false)}
	if want := "problem \"nim\" is faulty\n  no statement\n  no data\n    help: add some"; err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
	_, missing := os.Open(filepath.Join(t.TempDir(), "none"))
	if got := Reason(missing); strings.Contains(got.Error(), "none") || !errors.Is(got, fs.ErrNotExist) {
		t.Errorf("the reason is %q", got)
	}
	if other := errors.New("other"); !errors.Is(Reason(other), other) {
		t.Error("another error is lost")
	}
}

func TestTolerate(t *testing.T) {
	var r Report
	r.Fail(Position{File: "a"}, "", "before")
	r.Tolerate(func() {
		r.Fail(Position{File: "b"}, "", "meanwhile")
		r.Warn(Position{File: "c"}, "", "odd")
		r.Lack(Position{File: "d"}, "", "missing")
	})
	r.Fail(Position{File: "e"}, "", "afterwards")
	var tolerated []string
	for _, d := range r.Faults {
		if d.Practice {
			tolerated = append(tolerated, d.File)
		}
	}
	if want := []string{"b", "d"}; !slices.Equal(tolerated, want) {
		t.Errorf("practice tolerates %q, want %q", tolerated, want)
	}
}

func TestValidatorArguments(t *testing.T) {
	check, other := Program{Name: "input_validators/check.py"}, Program{Name: "input_validators/other"}
	for _, test := range []struct {
		c                    Case
		checked, by, answers []string
	}{
		{Case{}, nil, nil, nil},
		{
			Case{Args: []string{"s"}, InputArgs: []string{"a", "b"}, AnswerArgs: []string{"c"}},
			[]string{"a", "b", "s"},
			[]string{"a", "b", "s"},
			[]string{"c"},
		},
		{
			Case{
				Args: []string{"s"}, InputArgs: []string{"a"}, InputArgsFor: map[string][]string{"check.py": {"x"}},
				AnswerArgs: []string{"c"}, AnswerArgsFor: map[string][]string{"check.py": {"y"}},
			},
			[]string{"x", "s"},
			[]string{"s"},
			[]string{"y"},
		},
	} {
		if got := test.c.InputValidatorArgs(check); !slices.Equal(got, test.checked) {
			t.Errorf("%+v: check gets %q, want %q", test.c, got, test.checked)
		}
		if got := test.c.InputValidatorArgs(other); !slices.Equal(got, test.by) {
			t.Errorf("%+v: other gets %q, want %q", test.c, got, test.by)
		}
		if got := test.c.AnswerValidatorArgs(check); !slices.Equal(got, test.answers) {
			t.Errorf("%+v: for answers %q, want %q", test.c, got, test.answers)
		}
	}
}

func TestSubmissionsByName(t *testing.T) {
	p := &Problem{Submissions: []Submission{
		{Name: "wrong_answer/nim.py", Path: "1"},
		{Name: "accepted/nim.go", Path: "2"},
		{Name: "accepted/slow.py", Path: "3"},
		{Name: "accepted/nim.py", Path: "4"},
		{Name: "mixed/best.c", Path: "5", Model: true},
	}}
	for name, want := range map[string]string{
		"accepted/nim.py": "4", "submissions/wrong_answer/nim.py": "1", "nim.go": "2", "best.c": "5", "nim.py": "", "none": "", "accepted": "",
	} {
		got := ""
		if s := p.Submission(name); s != nil {
			got = s.Path
		}
		if got != want {
			t.Errorf("%s: found %q, want %q", name, got, want)
		}
	}
	for except, want := range map[string]string{"": "5", "5": "2"} {
		if got := p.Model(except); got == nil || got.Path != want {
			t.Errorf("but for %q, the model is %+v, want %s", except, got, want)
		}
	}
	p.Submissions = p.Submissions[:2]
	if got := p.Model("2"); got != nil {
		t.Errorf("a wrong submission is the model: %+v", got)
	}
}

func TestSamples(t *testing.T) {
	p := &Problem{Shown: []*Case{{Name: "sample/2"}}, Data: newTree()}
	for _, c := range p.Data.Groups[0].Cases {
		c.Sample = true
	}
	var names []string
	for _, c := range p.Samples() {
		names = append(names, c.Name)
	}
	if want := []string{"sample/2", "sample/a", "sample/b"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	if len(p.Shown) != 1 {
		t.Error("the shown samples were changed")
	}
}

func TestName(t *testing.T) {
	for _, test := range []struct {
		names map[string]string
		want  string
	}{
		{nil, "nim"},
		{map[string]string{"sv": "Stenar", "de": "Steine"}, "Steine"},
		{map[string]string{"sv": "Stenar", "en": "Stones", "de": "Steine"}, "Stones"},
	} {
		if got := (&Problem{ID: "nim", Names: test.names}).Name(); got != test.want {
			t.Errorf("%v: %q, want %q", test.names, got, test.want)
		}
	}
}

func TestWithConstants(t *testing.T) {
	p := &Problem{Constants: map[string]string{"n": "100", "n.tex": "10^2"}}
	const text = "{{n}} {{n.tex}} {{m}} {n} {{ n }}"
	if got := string(p.WithConstants([]byte(text))); got != "100 10^2 {{m}} {n} {{ n }}" {
		t.Errorf("got %q", got)
	}
	if got := string((&Problem{}).WithConstants([]byte(text))); got != text {
		t.Errorf("without constants %q", got)
	}
}

func TestSortByInput(t *testing.T) {
	dir := t.TempDir()
	var cases []*Case
	for name, size := range map[string]int{"small": 1, "large": 30, "middle": 9} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, &Case{Name: name, Input: file})
	}
	cases = append(cases, &Case{Name: "missing", Input: filepath.Join(dir, "missing")})
	SortByInput(cases)
	var names []string
	for _, c := range cases {
		names = append(names, c.Name)
	}
	if want := []string{"missing", "small", "middle", "large"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

func TestLegacyFormats(t *testing.T) {
	for format, want := range map[Format]bool{Legacy: true, LegacyICPC: true, V2025: false, Plain: false} {
		if format.IsLegacy() != want {
			t.Errorf("%s is legacy: %v", format, !want)
		}
	}
}

func TestDecisive(t *testing.T) {
	const wa, tle, rte = verdict.WA, verdict.TLE, verdict.RTE
	of := func(verdicts ...verdict.Verdict) []verdict.Verdict { return verdicts }
	every := of(wa, tle, rte, verdict.MLE, verdict.OLE, verdict.ILE)
	for _, test := range []struct {
		name   string
		expect []Expectation
		want   []verdict.Verdict
	}{
		{"accepted", []Expectation{{Permitted: of(verdict.AC)}}, every},
		{"nothing expected", nil, every},
		{"wrong, and else accepted", []Expectation{{Permitted: of(verdict.AC, wa), Required: of(wa)}}, every},
		{"wrong somewhere", []Expectation{{Required: of(wa)}}, of(wa)},
		{"slow or idle somewhere", []Expectation{{Required: of(tle)}}, of(tle, verdict.OLE, verdict.ILE)},
		{"wrong here, crashes there", []Expectation{{Required: of(wa)}, {Required: of(rte)}}, nil},
		{"wrong somewhere, never slow", []Expectation{{Required: of(wa)}, {Permitted: of(verdict.AC, wa, rte)}}, of(wa, tle, verdict.ILE)},
		{"wrong as a whole", []Expectation{{Required: of(wa), Whole: true}}, every},
		{"wrong in a group", []Expectation{{Pattern: "secret/1", Permitted: of(verdict.AC)}}, nil},
		{"points", []Expectation{{Permitted: of(verdict.AC), Score: &Range{1, 2}}}, nil},
	} {
		got, all := (&Submission{Expect: test.expect}).Decisive()
		if !slices.Equal(got, test.want) || all != (len(got) == len(every)) {
			t.Errorf("%s: %v, all of them: %v, want %v", test.name, got, all, test.want)
		}
	}
}
