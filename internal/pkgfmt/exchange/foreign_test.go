package exchange

import (
	"encoding/xml"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grundy/internal/base/yamldoc"
)

// testlibProblem is an interactive or other package whose programs are written with testlib.
func testlibProblem(interactive bool) map[string]string {
	files := map[string]string{
		"problem.yaml":                         "problem_format_version: 2025-09\nname: Guess\nuuid: 6a4f8a1e-2f65-4a2e-9d3b-0f2a7d6a5c27\nlimits: {time_limit: 0.5, memory: 64}\n",
		"statement/problem.en.tex":             "\\problemname{Guess}\nGuess \\textbf{it}.\n\\section*{Interaction}\nTalk.\n\\section*{Hints}\nNone.\n",
		"statement/problem.tlh.md":             "# Klingon\n",
		"data/sample/1.in":                     "1\n",
		"data/sample/1.ans":                    "1\n",
		"data/secret/1.in":                     "2\n",
		"data/secret/1.ans":                    "2\n",
		"data/invalid_input/word.in":           "x\n",
		"input_validators/v/val.cpp":           "#include \"testlib.h\"\n#include \"own.h\"\n",
		"input_validators/v/own.h":             "// own\n",
		"input_validators/v/testlib.h":         "// header\n",
		"output_validator/judge.cpp":           "#include <testlib.h>\n",
		"output_validator/testlib.h":           "// header\n",
		"generators/gen.cpp":                   "#include \"testlib.h\"\n",
		"submissions/accepted/a.py":            "print(1)\n",
		"submissions/wrong_answer/a.py":        "print(2)\n",
		"submissions/time_limit_exceeded/t.py": "while True: pass\n",
		"submissions/run_time_error/r.cpp":     "int main() { return 1; }\n",
	}
	if interactive {
		files["problem.yaml"] += "type: interactive\n"
		files["data/sample/1.interaction"] = "<3\n>1\n"
	}
	return files
}

func exported(t *testing.T, files map[string]string, target Target) (string, *Package) {
	t.Helper()
	p, err := Export(t.Context(), load(t, folder(t, files)), target, noCompiler, "")
	return written(t, p, err), p
}

// TestPolygonPackage does what a reader of Polygon's packages does: it follows the names of problem.xml.
func TestPolygonPackage(t *testing.T) {
	for _, files := range []map[string]string{testlibProblem(false), testlibProblem(true), scored} {
		dir, p := exported(t, files, ToPolygon)
		about, err := readPolygon([]byte(content(t, dir, "problem.xml")))
		if err != nil {
			t.Fatal(err)
		}
		named := []string{about.Checker.Source.Path}
		if about.Interactor != nil {
			named = []string{about.Interactor.Source.Path}
		}
		for _, s := range slices.Concat(about.Statements, about.Tutorials) {
			named = append(named, s.Path)
		}
		for _, v := range about.Validators {
			named = append(named, v.Source.Path)
		}
		mains := 0
		for _, s := range about.Solutions {
			named = append(named, s.Source.Path)
			if s.Tag == "main" {
				mains++
			}
		}
		for _, r := range about.Resources {
			named = append(named, r.Path)
		}
		ts := about.Judging.Testsets[0]
		for i := range ts.Tests {
			named = append(named, at(ts.Input, i+1), at(ts.Answer, i+1))
		}
		for _, name := range named {
			content(t, dir, name)
		}
		if mains != 1 || ts.Name != "tests" || !ts.Tests[0].Sample {
			t.Errorf("problem.xml says %+v", about)
		}
		if err := xml.Unmarshal([]byte(content(t, dir, "problem.xml")), new(struct {
			Count int `xml:"judging>testset>test-count"`
		})); err != nil {
			t.Error(err)
		}
		if files["input_validators/v/val.cpp"] == "" {
			continue
		}
		if content(t, dir, "files/own.h") != "// own\n" || content(t, dir, "files/testlib.h") != "// header\n" || len(about.Validators) != 1 || len(about.Executables) != 1 {
			t.Errorf("the programs are %+v, %+v", about.Validators, about.Executables)
		}
		for _, want := range []string{"the language tlh", "wrong_answer/a.py: is called wrong_answer_a.py there", "that RUN-ERROR is expected of it is lost"} {
			if !hasNote(p, want) {
				t.Errorf("no note %q among %v", want, p.Notes)
			}
		}
		if got := content(t, dir, "statement-sections/english/interaction.tex"); !strings.Contains(got, "Talk.") || !strings.Contains(got, `\textbf{Hints}`) {
			t.Errorf("the section is %q", got)
		}
	}
}

// TestPolygonAndBack imports what was exported: programs, samples and tags come back, and a second export is the same.
func TestPolygonAndBack(t *testing.T) {
	for _, files := range []map[string]string{testlibProblem(false), testlibProblem(true)} {
		dir, _ := exported(t, files, ToPolygon)
		made, err := Import(t.Context(), dir, Options{})
		back := written(t, made, err)
		p := load(t, back)
		if interaction := files["data/sample/1.interaction"]; interaction != "" && content(t, back, "data/sample/01.interaction") != interaction {
			t.Errorf("the conversation is %q", content(t, back, "data/sample/01.interaction"))
		}
		if len(p.InputValidators) != 1 || len(p.Output.Programs) != 1 || len(p.ValidatorCases) != 1 || p.Limits.Time.Milliseconds() != 500 {
			t.Errorf("the problem came back as %+v", p)
		}
		again, err := Export(t.Context(), p, ToPolygon, noCompiler, "")
		second := written(t, again, err)
		for _, name := range []string{"files/validator.cpp", "tests/01", "statement-sections/english/legend.tex", "files/testlib.h"} {
			if content(t, second, name) != content(t, dir, name) {
				t.Errorf("%s differs after another export", name)
			}
		}
	}
}

// hydroSubtask is a subtask as Hydro's normalizeSubtasks reads it (packages/common/subtask.ts).
type hydroSubtask struct {
	score   float64
	kind    string
	needs   []string
	in, out []string
}

func readHydro(t *testing.T, dir string) (config keys, subtasks []hydroSubtask) {
	t.Helper()
	config, err := yamldoc.ReadOrdered("config.yaml", []byte(content(t, dir, "testdata/config.yaml")))
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range mapsOf(get(config, "subtasks")) {
		s := hydroSubtask{kind: valueOf(m, "type"), needs: words(get(m, "if"))}
		if s.score, err = parseNumber(get(m, "score")); err != nil || valueOf(m, "id") != string(rune('1'+i)) {
			t.Errorf("subtask %d is %v: %v", i+1, m, err)
		}
		for _, c := range mapsOf(get(m, "cases")) {
			s.in, s.out = append(s.in, valueOf(c, "input")), append(s.out, valueOf(c, "output"))
		}
		subtasks = append(subtasks, s)
	}
	// Hydro looks for all these in testdata/, and takes a checker whose name has no ending for one of testlib's.
	named := slices.Concat(words(get(config, "user_extra_files")), words(get(config, "judge_extra_files")))
	for _, s := range subtasks {
		named = slices.Concat(named, s.in, s.out)
	}
	for _, key := range []string{"checker", "interactor", "validator"} {
		if name := valueOf(config, key); name != "" && (key != "checker" || path.Ext(name) != "") {
			named = append(named, name)
		} else if name != "" && standardChecker(name) == nil {
			t.Errorf("no checker of testlib is called %s", name)
		}
	}
	for _, name := range named {
		content(t, dir, "testdata/"+name)
	}
	return config, subtasks
}

func TestHydroPackage(t *testing.T) {
	dir, _ := exported(t, scored, ToHydro)
	dir = filepath.Join(dir, "package")
	config, subtasks := readHydro(t, dir)
	if valueOf(config, "time") != "1000ms" || valueOf(config, "memory") != "64m" || valueOf(config, "checker") != "wcmp" || len(subtasks) != 2 {
		t.Errorf("the configuration is %v", config)
	}
	if a, b := subtasks[0], subtasks[1]; a.score != 40 || a.kind != "min" || b.score != 60 || b.kind != "sum" || !slices.Equal(b.needs, []string{"1"}) || len(b.in) != 2 {
		t.Errorf("the subtasks are %+v", subtasks)
	}
	dir, _ = exported(t, testlibProblem(true), ToHydro)
	config, subtasks = readHydro(t, filepath.Join(dir, "package"))
	if valueOf(config, "type") != "interactive" || valueOf(config, "interactor") != "interactor.cc" || valueOf(config, "validator") != "validator.cc" ||
		len(subtasks) != 1 || len(subtasks[0].in) != 2 || !slices.Equal(words(get(config, "judge_extra_files")), []string{"own.h"}) {
		t.Errorf("the configuration is %v", config)
	}
}

// readDMOJ resolves the files of init.yml as dmoj/problem.py does, and returns the points of its cases and batches.
func readDMOJ(t *testing.T, dir string) (init keys, worth []string) {
	t.Helper()
	init, err := yamldoc.ReadOrdered("init.yml", []byte(content(t, dir, "init.yml")))
	if err != nil {
		t.Fatal(err)
	}
	batches := 0
	for _, m := range slices.Concat(mapsOf(get(init, "pretest_test_cases")), mapsOf(get(init, "test_cases"))) {
		worth = append(worth, valueOf(m, "points"))
		cases := []keys{m}
		if batched := mapsOf(get(m, "batched")); batched != nil {
			cases = batched
			batches++
			for _, needed := range words(get(m, "dependencies")) {
				if needed != "0" && needed >= string(rune('0'+batches)) {
					t.Errorf("batch %d depends on batch %s", batches, needed)
				}
			}
		}
		for _, c := range cases {
			content(t, dir, valueOf(c, "in"))
			content(t, dir, valueOf(c, "out"))
		}
	}
	program, _ := get(init, "interactive").(keys)
	if checker, isMap := get(init, "checker").(keys); isMap {
		program, _ = get(checker, "args").(keys)
	}
	for _, name := range words(get(program, "files")) {
		content(t, dir, name)
	}
	return init, worth
}

func TestDMOJPackage(t *testing.T) {
	dir, p := exported(t, scored, ToDMOJ)
	if _, worth := readDMOJ(t, dir); !slices.Equal(worth, []string{"1", "40", "30", "30"}) {
		t.Errorf("the cases are worth %v", worth)
	}
	if !hasNote(p, "require_pass: a: left out") {
		t.Errorf("the notes are %v", p.Notes)
	}
	dir, _ = exported(t, testlibProblem(true), ToDMOJ)
	init, worth := readDMOJ(t, dir)
	program, _ := get(init, "interactive").(keys)
	if !slices.Equal(worth, []string{"0", "100"}) || !slices.Equal(words(get(program, "files")), []string{"interactor.cpp", "testlib.h"}) || valueOf(program, "type") != "testlib" {
		t.Errorf("init.yml says %v", init)
	}
}

// TestStandardComparisons chooses checkers of testlib by flags and answers.
func TestStandardComparisons(t *testing.T) {
	for _, tt := range []struct{ flags, answer, testlib, dmoj string }{
		{"", "1 2", "wcmp", "standard"},
		{"", "Yes\nNO", "nyesno", "bridged"},
		{"", "abc", "", "bridged"},
		{"case_sensitive", "abc", "wcmp", "standard"},
		{"case_sensitive, space_change_sensitive", "a", "fcmp", "identical"},
		{"space_change_sensitive", "1", "", "bridged"},
		{"float_tolerance, 1e-6", "1.5 -2e3", "rcmp6", "floats"},
		{"float_tolerance, 1e-6", "x 1", "", "bridged"},
		{"case_sensitive, float_tolerance, 1e-5", "x 1", "", "floats"},
		{"case_sensitive, float_absolute_tolerance, 1e-6", "1", "", "floats"},
		{"float_tolerance, 0.5", "1", "", "bridged"},
	} {
		files := map[string]string{
			"problem.yaml":                "problem_format_version: 2025-09\nname: A\nuuid: 6a4f8a1e-2f65-4a2e-9d3b-0f2a7d6a5c28\nlimits: {time_limit: 1}\n",
			"data/secret/test_group.yaml": "output_validator_args: [" + tt.flags + "]\n",
			"data/secret/1.in":            "1\n", "data/secret/1.ans": tt.answer + "\n",
			"submissions/accepted/a.py": "print(1)\n",
		}
		dir, _ := exported(t, files, ToHydro)
		config, _ := readHydro(t, filepath.Join(dir, "package"))
		if want := map[bool]string{true: "check.cc", false: tt.testlib}[tt.testlib == ""]; valueOf(config, "checker") != want {
			t.Errorf("[%s], %q: Hydro's checker is %s, want %s", tt.flags, tt.answer, valueOf(config, "checker"), want)
		}
		dir, _ = exported(t, files, ToDMOJ)
		init, _ := readDMOJ(t, dir)
		checker, _ := get(init, "checker").(keys)
		if valueOf(checker, "name") != tt.dmoj {
			t.Errorf("[%s], %q: DMOJ's checker is %v, want %s", tt.flags, tt.answer, checker, tt.dmoj)
		}
	}
}

func TestForeignSets(t *testing.T) {
	if got := []string{ToPolygon.inSet("a", "problem.xml"), ToHydro.inSet("a", "a/problem.yaml"), ToDMOJ.inSet("a", "init.yml")}; !slices.Equal(got, []string{"problems/a/problem.xml", "a/problem.yaml", "a/init.yml"}) {
		t.Errorf("the files of a set are %v", got)
	}
}

func TestMarkdownOfLaTeX(t *testing.T) {
	const tex = "\\problemname{A}\nLook at \\textbf{this} and \\emph{that}: $a_1 < b$ ``so''.\n\\section*{Input}\n\\begin{itemize}\n  \\item one\\%\n\\end{itemize}\n\\includegraphics[width=1cm]{a.png}\n\\nextsample\n"
	const want = "Look at **this** and *that*: $a_1 < b$ “so”.\n## Input\n\n- one%\n![](a.png)\n"
	if got := markdownOf(tex); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
