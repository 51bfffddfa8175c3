package edit

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/event"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
)

// drafted returns a draft of a package of the given format in a new directory.
func drafted(t *testing.T, format problem.Format) *draft {
	t.Helper()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "generators", "manual"), 0o755); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	return &draft{dir: dir, root: root, problem: &problem.Problem{ID: "p", Dir: dir, Format: format}, rules: &generators.Rules{Dir: dir}}
}

// TestEntry: small texts go into the rules, others into files of their own with unused names.
func TestEntry(t *testing.T) {
	seed := uint32(7)
	longest := strings.Repeat("x", maxInlineText-1) + "\n"
	for _, test := range []struct {
		name    string
		request New
		want    generators.Entry
		file    string // name of the input file beside the rules, if any
	}{
		{"texts", New{Input: []byte("1\n"), Answer: []byte("2\n"), Description: "d"}, generators.Entry{In: []byte("1\n"), Ans: []byte("2\n"), Description: "d"}, ""},
		{"no answer", New{Input: []byte("1\n")}, generators.Entry{In: []byte("1\n")}, ""},
		{"an empty text", New{Input: []byte{}}, generators.Entry{In: []byte{}}, ""},
		{"as long as may be", New{Input: []byte(longest)}, generators.Entry{In: []byte(longest)}, ""},
		{"too long", New{Input: []byte("x" + longest)}, generators.Entry{Copy: "manual/secret-new"}, "x" + longest},
		{"no newline", New{Input: []byte("1")}, generators.Entry{Copy: "manual/secret-new"}, "1"},
		{"carriage return", New{Input: []byte("1\r\n")}, generators.Entry{Copy: "manual/secret-new"}, "1\r\n"},
		{"no UTF-8", New{Input: []byte("\xff\n")}, generators.Entry{Copy: "manual/secret-new"}, "\xff\n"},
		{"the answer does not fit", New{Input: []byte("1\n"), Answer: []byte("2")}, generators.Entry{Copy: "manual/secret-new"}, "1\n"},
		{"a command", New{Command: "tree 5"}, generators.Entry{Command: "tree 5"}, ""},
		{"a command and a seed", New{Command: "tree {seed}", Seed: &seed}, generators.Entry{Command: "tree 7"}, ""},
		{"a command and an answer that does not fit", New{Command: "tree 5", Answer: []byte("2")}, generators.Entry{Command: "tree 5", Copy: "manual/secret-new"}, ""},
		{"a command and an answer", New{Command: "tree 5", Answer: []byte("2\n")}, generators.Entry{Command: "tree 5", Ans: []byte("2\n")}, ""},
	} {
		d := drafted(t, problem.V2025)
		got, err := d.entry("secret/new", test.request)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if got.Copy != test.want.Copy || got.Command != test.want.Command || string(got.In) != string(test.want.In) ||
			string(got.Ans) != string(test.want.Ans) || got.Description != test.want.Description || got.Legacy {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
		text, err := os.ReadFile(filepath.Join(d.dir, "generators/manual/secret-new.in"))
		if (err == nil) != (test.file != "") || string(text) != test.file {
			t.Errorf("%s: the file holds %.20q, %v", test.name, text, err)
		}
		_, err = os.Stat(filepath.Join(d.dir, "generators/manual/secret-new.ans"))
		if wants := test.want.Copy != "" && test.request.Answer != nil; (err == nil) != wants {
			t.Errorf("%s: the answer has a file: %v", test.name, err)
		}
	}
	d := drafted(t, problem.Legacy)
	for _, taken := range []string{"secret-new.in", "secret-new-2.ans"} {
		if err := os.WriteFile(filepath.Join(d.dir, "generators/manual", taken), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := d.entry("secret/new", New{Input: []byte("1")}); err != nil || got.Copy != "manual/secret-new-3" || !got.Legacy {
		t.Errorf("beside files of such names: %+v, %v", got, err)
	}
}

func TestPassingRule(t *testing.T) {
	for _, test := range []struct {
		format  problem.Format
		request New
		want    map[string]string
	}{
		{problem.V2025, New{Input: []byte("1\n")}, map[string]string{".in": "1\n"}},
		{problem.V2025, New{Input: []byte("1"), Answer: []byte("2"), Description: `a "b"`}, map[string]string{".in": "1", ".ans": "2", ".yaml": "description: \"a \\\"b\\\"\"\n"}},
		{problem.Legacy, New{Input: []byte("1"), Description: "a"}, map[string]string{".in": "1", ".desc": "a\n"}},
		{problem.Plain, New{Input: []byte("1"), Description: "a"}, map[string]string{".in": "1"}},
	} {
		got, err := drafted(t, test.format).passing("secret/new", test.request)
		if err != nil || got.Name != "secret/new" || got.Retries != 1 || got.Command != nil {
			t.Errorf("%+v, %v", got, err)
			continue
		}
		if diff := cmp.Diff(test.want, got.Texts); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.format, diff)
		}
	}
	d := drafted(t, problem.V2025)
	for command, want := range map[string]string{"{seed} {seed}": "", "nosuch 5": "no generator nosuch"} {
		_, err := d.passing("secret/new", New{Command: command})
		if refusal := (*Refusal)(nil); !errors.As(err, &refusal) || refusal.Help == "" || !strings.Contains(refusal.Message, want) {
			t.Errorf("%s: %v, want a refusal", command, err)
		}
	}
	if err := os.WriteFile(filepath.Join(d.dir, "generators/tree.py"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := d.passing("secret/new", New{Command: "tree 5 {seed}"})
	if err != nil || got.Command == nil || got.Command.Text != "tree 5 {seed}" || got.Texts[".in"] != "" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestNameOfANewCase(t *testing.T) {
	group := func(name string, groups ...*problem.Group) *problem.Group {
		return &problem.Group{Name: name, Groups: groups}
	}
	p := &Package{
		Problem: &problem.Problem{ID: "p", Format: problem.V2025, Data: group("", group("sample"), group("secret"), group("other", group("other/g")))},
		Rules:   &generators.Rules{},
	}
	for _, test := range []struct {
		request New
		want    string
	}{
		{New{Name: "a"}, "secret/a"},
		{New{Name: "a", Group: "data/sample/"}, "sample/a"},
		{New{Description: "Many stones", Source: "seed 5"}, "secret/many-stones"},
		{New{Description: "Many stones", Source: "seed 5", Label: true}, "secret/seed-5"},
		{New{Source: "seed 5"}, "secret/seed-5"},
		{New{}, "secret/case"},
		{New{Name: "a b"}, "!is not a valid name of a test case"},
		{New{Name: "a", Group: "nosuch"}, "!no group \"nosuch\""},
		{New{Name: "a", Group: "other"}, "!other has groups, so a case cannot lie beside them"},
	} {
		got, err := p.name(test.request)
		if fault, faulty := strings.CutPrefix(test.want, "!"); faulty {
			if err == nil || !strings.Contains(err.Error(), fault) {
				t.Errorf("%+v: %q, %v, want %q", test.request, got, err, fault)
			}
		} else if err != nil || got != test.want {
			t.Errorf("%+v: %q, %v, want %q", test.request, got, err, test.want)
		}
	}
	p.Problem.Format, p.Problem.Data = problem.Plain, group("")
	if got, err := p.name(New{Name: "a"}); err != nil || got != "secret/a" {
		t.Errorf("in a plain directory %q, %v", got, err)
	}
	if got, err := p.name(New{Name: "a", Group: "sample"}); err == nil {
		t.Errorf("in a plain directory without samples %q", got)
	}
}

func TestSomethingMustAnswer(t *testing.T) {
	model := []problem.Submission{{Name: "accepted/a.py", Path: "a.py"}}
	for _, test := range []struct {
		p       problem.Problem
		request New
		want    string
	}{
		{problem.Problem{ID: "p", Submissions: model}, New{}, ""},
		{problem.Problem{ID: "p"}, New{Answer: []byte{}}, ""},
		{problem.Problem{ID: "p", Type: problem.Type{Interactive: true}}, New{}, ""},
		{problem.Problem{ID: "p", Type: problem.Type{MultiPass: true}}, New{}, ""},
		{problem.Problem{ID: "p", Type: problem.Type{Scoring: true}}, New{}, "p: the model solution is missing"},
		{problem.Problem{ID: "p", Format: problem.Plain}, New{}, "p: a plain directory has no model solution"},
	} {
		err := (&Package{Problem: &test.p}).checkAnswer(test.request)
		if got := errorText(err); got != test.want {
			t.Errorf("%+v: %q, want %q", test.p, got, test.want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestAsBefore(t *testing.T) {
	renamed := []event.Renaming{{Old: "secret/1-a", New: "secret/2-a"}, {Old: "secret/2-b", New: "secret/3-b"}}
	for message, want := range map[string]string{
		"it is the same as secret/3-b": "it is the same as secret/2-b", "it is the same as secret/2-a": "it is the same as secret/1-a",
		"secret/2-a is odd": "secret/2-a is odd", "nothing": "nothing",
	} {
		if got := withOldName(message, renamed); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

func TestRefusals(t *testing.T) {
	if got := (&Refusal{Message: "no", Log: " \n"}).Error(); got != "no" {
		t.Errorf("without a log %q", got)
	}
	if got := (&Refusal{Message: "no", Log: " why\n"}).Error(); got != "no\nwhy" {
		t.Errorf("with a log %q", got)
	}
	other := errors.New("other")
	if !errors.Is(faulty(other), other) {
		t.Error("another error is lost")
	}
	for want, d := range map[string]problem.Diagnostic{
		"the package would be faulty: a.yaml:1: bad": {File: "a.yaml", Line: 1, Message: "bad", Help: "mend it"},
		"the package would be faulty: a.yaml: bad":   {File: "a.yaml", Message: "bad", Help: "mend it"},
	} {
		refusal, ok := errors.AsType[*Refusal](faulty(&problem.FaultError{Diagnostics: problem.Diagnostics{d}}))
		if !ok || refusal.Message != want || refusal.Hint() != "mend it" {
			t.Errorf("%+v, want %q", refusal, want)
		}
	}
	if empty := (&problem.FaultError{Package: "p"}); faulty(empty) != error(empty) {
		t.Error("faults without a diagnostic are no refusal")
	}
}

// A draft's file that equals the package's is left alone; every other file is written.
func TestIsUnchanged(t *testing.T) {
	d := drafted(t, problem.V2025)
	d.pack = &Package{Problem: &problem.Problem{Dir: t.TempDir()}}
	put := func(dir, text string) error { return os.WriteFile(filepath.Join(dir, "a"), []byte(text), 0o600) }
	link := func(dir, target string) error { return os.Symlink(target, filepath.Join(dir, "a")) }
	for _, test := range []struct {
		name         string
		makeA, makeB func(dir, text string) error
		ours, theirs string
		want         bool
	}{
		{"a copy", put, put, "1", "1", true},
		{"another text", put, put, "1", "2", false},
		{"a longer text", put, put, "1", "12", false},
		{"a link to the same", link, link, "b", "b", true},
		{"a link to another", link, link, "b", "c", false},
		{"a link out of the package, as the draft has it", link, link, filepath.Join(filepath.Dir(d.pack.Problem.Dir), "x"), "../x", true},
		{"a file in place of a link", put, link, "a", "b", false},
		{"a link in place of a file", link, put, "b", "1", false},
	} {
		for _, dir := range []string{d.dir, d.pack.Problem.Dir} {
			if err := os.RemoveAll(filepath.Join(dir, "a")); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := d.isUnchanged("a"); err == nil || got {
			t.Errorf("%s: nothing in the draft: %v, %v", test.name, got, err)
		}
		if err := test.makeA(d.dir, test.ours); err != nil {
			t.Skip(err)
		}
		if got, err := d.isUnchanged("a"); err != nil || got {
			t.Errorf("%s: nothing in the package: %v, %v", test.name, got, err)
		}
		if err := test.makeB(d.pack.Problem.Dir, test.theirs); err != nil {
			t.Skip(err)
		}
		if got, err := d.isUnchanged("a"); err != nil || got != test.want {
			t.Errorf("%s: %v, %v, want %v", test.name, got, err, test.want)
		}
	}
}
