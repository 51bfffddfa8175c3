package exchange

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

// folder writes files into a new directory called package.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	return suite.WriteAll(t, filepath.Join(t.TempDir(), "package"), files)
}

// load reads a package and requires that no fault prevents judging.
func load(t *testing.T, dir string) *problem.Problem {
	t.Helper()
	p, faults := icpc.Load(dir)
	if fatal := faults.Fatal(true); len(fatal) > 0 {
		t.Fatal(fatal)
	}
	return p
}

// written writes a package to a directory and closes it.
func written(t *testing.T, p *Package, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	dir := filepath.Join(t.TempDir(), "written")
	if err := p.WriteFolder(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func content(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func hasNote(p *Package, text string) bool {
	for _, note := range p.Notes {
		if strings.Contains(note.String(), text) {
			return true
		}
	}
	return false
}

// noCompiler is for packages without programs in Go.
func noCompiler(_ context.Context, name string, _ []language.File) (string, error) {
	return "", fmt.Errorf("%s is compiled", name)
}

// scored is a scoring package with two groups.
var scored = map[string]string{
	"problem.yaml":                  "problem_format_version: 2025-09\nname: Scored\nuuid: 6a4f8a1e-2f65-4a2e-9d3b-0f2a7d6a5c24\ntype: scoring\nembargo_until: 2030-01-01\nlimits: {time_limit: 1, memory: 64}\n",
	"statement/problem.en.tex":      "\\problemname{Scored}\n",
	"data/sample/1.in":              "1\n",
	"data/sample/1.ans":             "1\n",
	"data/secret/test_group.yaml":   "max_score: 100\n",
	"data/secret/a/test_group.yaml": "max_score: 40\noutput_validator_args: [case_sensitive]\n",
	"data/secret/a/1.in":            "1\n",
	"data/secret/a/1.ans":           "1\n",
	"data/secret/a/1.yaml":          "hint: look\nfull_feedback: true\n",
	"data/secret/b/test_group.yaml": "max_score: 60\nscore_aggregation: sum\nrequire_pass: [secret/a]\n",
	"data/secret/b/1.in":            "2\n",
	"data/secret/b/1.ans":           "2\n",
	"data/secret/b/2.in":            "3\n",
	"data/secret/b/2.ans":           "3\n",
	"input_validators/v/build":      "#!/bin/sh\n",
	"input_validators/v/run":        "#!/bin/sh\nexit 42\n",
	"submissions/accepted/a.py":     "print(input())\n",
	"submissions/rejected/slow.py":  "while True: pass",
	".git/config":                   "hidden\n",
}

func TestToLegacy(t *testing.T) {
	p, err := Export(t.Context(), load(t, folder(t, scored)), DOMjudge, noCompiler, "")
	dir := written(t, p, err)
	for name, want := range map[string]string{
		"data/secret/a/testdata.yaml":  "output_validator_flags: case_sensitive\nrange: 0 40\non_reject: break\ngrader_flags: min\naccept_score: 40.0\n",
		"data/secret/b/testdata.yaml":  "range: 0 60\non_reject: continue\ngrader_flags: sum accept_if_any_accepted\naccept_score: 30.0\n",
		"data/secret/testdata.yaml":    "range: 0 100\non_reject: continue\ngrader_flags: sum accept_if_any_accepted\n",
		"data/testdata.yaml":           "on_reject: continue\ngrader_flags: sum ignore_sample\nrange: 0 100\n",
		"data/secret/a/1.hint":         "look\n",
		".timelimit":                   "1\n",
		"submissions/rejected/slow.py": "while True: pass\n# @EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT, RUN-ERROR\n",
	} {
		if got := content(t, dir, name); got != want {
			t.Errorf("%s is\n%s, want\n%s", name, got, want)
		}
	}
	for _, want := range []string{
		"problem.yaml: embargo_until has no place", "b/test_group.yaml: require_pass has no place",
		"1.yaml: full_feedback has no place", ".git: left out",
	} {
		if !hasNote(p, want) {
			t.Errorf("no note %q among %v", want, p.Notes)
		}
	}
	info, err := os.Stat(filepath.Join(dir, "input_validators", "v", "run"))
	if err != nil || info.Mode()&0o100 == 0 {
		t.Errorf("run cannot be executed: %v, %v", info.Mode(), err)
	}

	// And back: the groups are worth the same.
	back, err := converted(t.Context(), load(t, dir), ICPC)
	again := load(t, written(t, back, err))
	groups := again.Data.Groups[1].Groups
	if len(groups) != 2 || *groups[0].Grading.MaxScore != 40 || *groups[1].Grading.MaxScore != 60 ||
		groups[0].Grading.Aggregation != "pass-fail" || groups[1].Grading.Aggregation != "sum" {
		t.Errorf("the groups came back as %+v", groups)
	}
}

// TestGoSubmissionsInLegacy leaves out submissions that could not start, as long as another one is
// accepted.
func TestGoSubmissionsInLegacy(t *testing.T) {
	for _, tt := range []struct {
		name, memory string
		target       Target
		more         string // another submission
		want         bool   // whether those in Go are there
	}{
		{"too little memory", "512", Legacy, "submissions/accepted/b.py", false},
		{"just enough", "1024", Legacy, "submissions/accepted/b.py", true},
		{"memory is what is limited", "512", DOMjudge, "submissions/accepted/b.py", true},
		{"nobody else is accepted", "512", Legacy, "submissions/wrong_answer/b.py", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := maps.Clone(scored)
			files["problem.yaml"] = strings.Replace(files["problem.yaml"], "memory: 64", "memory: "+tt.memory, 1)
			delete(files, "submissions/accepted/a.py")
			files["submissions/accepted/a/a.go"] = "package main\n\nfunc main() {}\n"
			files[tt.more] = "print(1)\n"
			p, err := Export(t.Context(), load(t, folder(t, files)), tt.target, noCompiler, "")
			dir := written(t, p, err)
			_, err = os.Stat(filepath.Join(dir, "submissions", "accepted", "a", "a.go"))
			if kept := err == nil; kept != tt.want || hasNote(p, "submissions/accepted/a: left out") == tt.want {
				t.Errorf("kept: %v (%v), want %v; notes %v", kept, err, tt.want, p.Notes)
			}
			if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(tt.more))); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestFigures converts an SVG, unless there is a PDF beside it or the SVG cannot be converted.
func TestFigures(t *testing.T) {
	files := maps.Clone(scored)
	delete(files, "statement/problem.en.tex")
	files["statement/problem.en.md"] = "![a](drawn.svg)\n\n![b](own.svg)\n\n![c](hard.svg)\n\n![d](photo.png)\n\n![e](gone.png)\n"
	files["statement/drawn.svg"] = `<svg width="8" height="4"><circle r="1"/></svg>`
	files["statement/own.svg"] = `<svg/>`
	files["statement/own.pdf"] = "the author's"
	files["statement/hard.svg"] = `<svg width="8" height="4"><image/></svg>`
	files["statement/photo.png"] = "png"
	p, err := Export(t.Context(), load(t, folder(t, files)), ICPC, noCompiler, "")
	dir := written(t, p, err)
	text := content(t, dir, "statement/problem.en.tex")
	for _, want := range []string{
		`\includegraphics{drawn.pdf}`, `\includegraphics{own.pdf}`, `\emph{[c]}`, `\includegraphics{photo.png}`, `\emph{[e]}`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if got := content(t, dir, "statement/drawn.pdf"); !strings.Contains(got, "/MediaBox [0 0 6 3]") {
		t.Errorf("the drawn page is %q", got)
	}
	if got := content(t, dir, "statement/own.pdf"); got != "the author's" {
		t.Errorf("the author's page is %q now", got)
	}
	if !hasNote(p, "hard.svg: its description is shown instead, since LaTeX cannot show it (<image> is not known)") || hasNote(p, "drawn.svg") {
		t.Errorf("notes %v", p.Notes)
	}
}

// TestDescriptionsOfRules looks for descriptions that are only in generators.yaml in the places where judges
// read them.
func TestDescriptionsOfRules(t *testing.T) {
	files := maps.Clone(scored)
	files["data/invalid_input/bad.in"] = "x\n"
	files["generators/generators.yaml"] = "data:\n  sample:\n    data:\n      \"1\": {in: \"1\", desc: the first}\n" +
		"  secret:\n    data:\n      a:\n        data:\n          \"1\": {desc: has a hint}\n" +
		"  invalid_input:\n    data:\n      bad:\n        yaml:\n          description: no number\n"
	dir := folder(t, files)
	p := load(t, dir)
	alone, err := Export(t.Context(), p, ICPC, noCompiler, "")
	standing := written(t, alone, err)
	legacy, err := Export(t.Context(), p, Legacy, noCompiler, "")
	old := written(t, legacy, err)
	for name, want := range map[string]string{
		filepath.Join(standing, "data/sample/1.yaml"):          "description: the first\n",
		filepath.Join(standing, "data/secret/a/1.yaml"):        "hint: look\nfull_feedback: true\ndescription: has a hint\n",
		filepath.Join(standing, "data/invalid_input/bad.yaml"): "description: no number\n",
		filepath.Join(old, "data/sample/1.desc"):               "the first\n",
		filepath.Join(old, "data/secret/a/1.desc"):             "has a hint\n",
		filepath.Join(old, "data/secret/a/1.hint"):             "look\n",
	} {
		if got := content(t, "", name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	// A legacy package keeps its own in the same rules.
	if got := load(t, old).Data.AllCases()[0].Description; got != "the first" {
		t.Errorf("the first case came back as %q", got)
	}
}

func TestLegacyTo2025(t *testing.T) {
	dir := folder(t, map[string]string{
		"problem.yaml":                         "name: Old\nauthor: Ada and Bob\nvalidation: custom\nvalidator_flags: -x 'a b'\nkeywords: one two\nlimits: {memory: 12.5, time_multiplier: 3}\n",
		"problem_statement/problem.tex":        "\\problemname{Old}\n",
		"problem_statement/picture.png":        "png",
		"domjudge-problem.ini":                 "timelimit='1.5'\ncolor='#ff0000'\n",
		"output_validators/check/check.py":     "x\n",
		"output_validators/check/helper.py":    "y\n",
		"input_format_validators/v.py":         "z\n",
		"data/sample/g/1.in":                   "1\n",
		"data/sample/g/1.ans":                  "1\n",
		"data/secret/1.in":                     "1\n",
		"data/secret/1.ans":                    "1\n",
		"data/secret/1.desc":                   "the first\n",
		"data/secret/g/2.in":                   "2\n",
		"data/secret/g/2.ans":                  "2\n",
		"submissions/accepted/a.py":            "\n",
		"submissions/time_limit_exceeded/b.py": "\n",
	})
	p, err := Export(t.Context(), load(t, dir), ICPC, noCompiler, "")
	out := written(t, p, err)
	for _, name := range []string{
		"statement/problem.en.tex", "statement/picture.png", "output_validator/check.py", "output_validator/helper.py",
		"input_validators/v.py", "data/sample/g-1.in", "data/secret/00ungrouped/1.ans", "data/secret/g/2.in",
	} {
		if _, err := os.Stat(filepath.Join(out, filepath.FromSlash(name))); err != nil {
			t.Error(err)
		}
	}
	again := load(t, out)
	tc := again.Data.AllCases()[1]
	if tc.Description != "the first" || !cmp.Equal(tc.OutputArgs, []string{"-x", "a b"}) {
		t.Errorf("case %+v", tc)
	}
	if again.Limits.Time.Milliseconds() != 1500 || again.Limits.Memory>>20 != 13 || again.Limits.ACToTimeLimit != 3 {
		t.Errorf("limits %+v", again.Limits)
	}
	if !cmp.Equal(again.Credits, []string{"Ada", "Bob"}) || again.UUID == "" {
		t.Errorf("credits %v, uuid %q", again.Credits, again.UUID)
	}
	if !hasNote(p, "color = '#ff0000' has no place") {
		t.Errorf("nothing about the colour among %v", p.Notes)
	}
	if expect := again.Submissions[1].Expect[0]; len(expect.Permitted) != 3 {
		t.Errorf("legacy permits a wrong answer in time_limit_exceeded: %v", expect.Permitted)
	}
}

func TestNoSubmitAnswerInLegacy(t *testing.T) {
	files := map[string]string{}
	for name, text := range scored {
		files[name] = strings.Replace(text, "type: scoring", "type: [scoring, submit-answer]", 1)
	}
	if _, err := Export(t.Context(), load(t, folder(t, files)), Legacy, noCompiler, ""); err == nil || !strings.Contains(err.Error(), "submit-answer") {
		t.Errorf("error %v, want one about submit-answer", err)
	}
}

func TestWriteZip(t *testing.T) {
	dir := folder(t, scored)
	file := filepath.Join(t.TempDir(), "a.zip")
	var archives [2][]byte
	for i := range archives {
		p, err := Export(t.Context(), load(t, dir), ICPC, noCompiler, "")
		if err != nil {
			t.Fatal(err)
		}
		if err := p.WriteZip(t.Context(), file, i > 0); err != nil {
			t.Fatal(err)
		}
		if err := p.WriteZip(t.Context(), file, false); !IsTaken(err) {
			t.Errorf("error %v, want one that the file exists", err)
		}
		p.Close()
		if archives[i], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
		if later := os.Chtimes(filepath.Join(dir, "problem.yaml"), stamp, stamp); later != nil {
			t.Fatal(later)
		}
	}
	if !bytes.Equal(archives[0], archives[1]) {
		t.Error("the same package gives different archives")
	}
	archive, err := zip.NewReader(bytes.NewReader(archives[0]), int64(len(archives[0])))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range archive.File {
		wantRun := strings.HasSuffix(entry.Name, "/run") || strings.HasSuffix(entry.Name, "/build")
		if isRun := entry.Mode()&0o100 != 0; isRun != wantRun || !entry.Modified.Equal(stamp) {
			t.Errorf("%s has mode %v and time %v", entry.Name, entry.Mode(), entry.Modified)
		}
		if strings.HasPrefix(entry.Name, ".") {
			t.Errorf("%s is packed", entry.Name)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), ".export-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// An import or export can be cancelled while files are listed, and while they are written.
func TestWritingEndsWithItsContext(t *testing.T) {
	files := map[string]string{}
	for i := range 10 {
		files[fmt.Sprintf("%d.in", i)], files[fmt.Sprintf("%d.ans", i)] = "1\n", "1\n"
	}
	source := folder(t, files)
	if _, err := Import(suite.Ending(t.Context(), 5), source, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("import: got %v", err)
	}
	made, err := Import(t.Context(), source, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer made.Close()
	parent := t.TempDir()
	for name, write := range map[string]func(context.Context, string) error{
		"folder": made.WriteFolder,
		"zip":    func(ctx context.Context, name string) error { return made.WriteZip(ctx, name, false) },
	} {
		if err := write(suite.Ending(t.Context(), 5), filepath.Join(parent, name)); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if left, err := os.ReadDir(parent); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestWriteFolderIsAllOrNothing(t *testing.T) {
	parent := t.TempDir()
	tree, err := openTree(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := newPackage("x", tree)
	defer p.Close()
	if err := p.text("a", "a"); err != nil {
		t.Fatal(err)
	}
	if err := p.add("b", tree.file("gone")); err != nil {
		t.Fatal(err)
	}
	if err := p.WriteFolder(t.Context(), filepath.Join(parent, "x")); err == nil {
		t.Error("no error although a file is gone")
	}
	if entries, _ := os.ReadDir(parent); len(entries) > 0 {
		t.Errorf("left behind: %v", entries)
	}
	for _, name := range []string{"../a", "/a", "a", ".", "a/../../b"} {
		if err := p.text(name, ""); err == nil {
			t.Errorf("a file is added as %q", name)
		}
	}
}
