package exchange

import (
	"archive/zip"
	"fmt"
	"io"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problemset"
)

// domjudgeProblem is what DOMjudge's importer (its ImportProblemService) makes of an archive.
type domjudgeProblem struct {
	settings    map[string]string
	timeLimit   float64
	validation  string              // "default", "custom", "custom interactive", "custom multi-pass"
	arguments   string              // of the output validator, with every case
	executables map[string][]string // the files of the validators for input, answer and output, all in one directory
	statement   string
	cases       []string
	expected    map[string]string // what is expected of submissions
	complaints  []string          // for which it refuses the package or warns
}

// domjudgeImport does what DOMjudge does with the archive of a package: it reads the same files by the same rules.
func domjudgeImport(t *testing.T, p *Package) domjudgeProblem {
	t.Helper()
	archive := filepath.Join(t.TempDir(), "another name.zip")
	if err := p.WriteZip(t.Context(), archive, false); err != nil {
		t.Fatal(err)
	}
	opened, err := zip.OpenReader(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	d := &domjudgeArchive{t: t, texts: map[string]string{}}
	for _, f := range opened.File {
		from, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		_ = from.Close()
		d.entries = append(d.entries, f.Name)
		d.texts[f.Name] = string(text)
	}
	d.metadata()
	for _, purpose := range []string{"input", "answer", "output"} {
		d.validator(purpose)
	}
	d.groups()
	d.data()
	d.submissions()
	return d.domjudgeProblem
}

// domjudgeArchive is an archive that is imported.
type domjudgeArchive struct {
	domjudgeProblem
	t       *testing.T
	entries []string // in the order of the archive
	texts   map[string]string
}

func (d *domjudgeArchive) complain(format string, args ...any) {
	d.complaints = append(d.complaints, fmt.Sprintf(format, args...))
}

func (d *domjudgeArchive) yaml(name string) keys {
	d.t.Helper()
	m, err := yamldoc.ReadOrdered(name, []byte(d.texts[name]))
	if err != nil {
		d.t.Fatal(err)
	}
	return m
}

// metadata reads the settings, the limit, which two files must not state differently, and problem.yaml.
func (d *domjudgeArchive) metadata() {
	d.settings = map[string]string{}
	for line := range strings.Lines(d.texts["domjudge-problem.ini"]) {
		if key, value, found := strings.Cut(strings.TrimSpace(line), "="); found {
			d.settings[strings.TrimSpace(key)] = strings.Trim(strings.TrimSpace(value), `'"`)
		}
	}
	d.timeLimit, _ = strconv.ParseFloat(d.settings["timelimit"], 64)
	if text, there := d.texts[".timelimit"]; there {
		if limit, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err != nil || limit != d.timeLimit {
			d.complain("conflicting time limits")
		}
	}
	m := d.yaml("problem.yaml")
	d.validation = "default"
	for _, word := range strings.Fields(fmt.Sprint(get(m, "type"))) {
		if word == "interactive" {
			d.validation = "custom interactive"
		}
	}
	if stated := fmt.Sprint(get(m, "validation")); slices.Contains([]string{"custom", "custom interactive", "custom multi-pass"}, stated) {
		d.validation = stated
	}
	if flags := get(m, "validator_flags"); flags != nil {
		d.arguments = fmt.Sprint(flags)
	}
	for _, name := range []string{
		"problem_statement/problem.pdf", "problem_statement/problem.html", "problem_statement/problem.txt", "problem.pdf", "problem.html", "problem.txt",
	} {
		if _, there := d.texts[name]; there {
			d.statement = name
			return
		}
	}
}

// validator takes all files of a purpose, which must lie in the directory of the first one, and lays them into one.
func (d *domjudgeArchive) validator(purpose string) {
	var files []string
	for _, name := range d.entries {
		if strings.HasPrefix(name, purpose+"_validator") && !strings.HasSuffix(name, "/") {
			files = append(files, name)
		}
	}
	if len(files) == 0 {
		if purpose == "output" && d.validation != "default" {
			d.complain("custom validator specified but not found")
		}
		return
	}
	if d.executables == nil {
		d.executables = map[string][]string{}
	}
	for _, name := range files {
		if !strings.HasPrefix(name, path.Dir(files[0])+"/") {
			d.complain("found multiple custom %s validators", purpose)
			return
		}
		d.executables[purpose] = append(d.executables[purpose], path.Base(name))
	}
	if purpose != "output" || slices.ContainsFunc(d.executables[purpose], isScript) {
		return
	}
	known := []string{".c", ".cpp", ".C", ".cc", ".java", ".py"}
	if !slices.ContainsFunc(files, func(name string) bool { return slices.Contains(known, path.Ext(name)) }) {
		d.complain("the validator is neither a script build nor in C, C++, Java or Python")
	}
}

// groups reads the settings of groups, which must not be empty.
func (d *domjudgeArchive) groups() {
	score := func(text string) bool {
		value, err := strconv.ParseFloat(text, 64)
		return err == nil && value >= 0 && value < 1e300
	}
	for _, name := range d.entries {
		if base := path.Base(name); !strings.HasPrefix(name, "data/") || base != "testdata.yaml" && base != "test_group.yaml" {
			continue
		}
		m := d.yaml(name)
		if len(m) == 0 {
			d.complain("could not parse %s", name)
		}
		if accept := get(m, "accept_score"); accept != nil && !score(fmt.Sprint(accept)) {
			d.complain("%s: invalid accept_score %v", name, accept)
		}
		if bounds := strings.Fields(fmt.Sprint(get(m, "range"))); get(m, "range") != nil &&
			(len(bounds) != 2 || !score(bounds[0]) || !score(bounds[1])) {
			d.complain("%s: invalid range %v", name, bounds)
		}
	}
}

// data takes inputs that have an answer, samples first.
func (d *domjudgeArchive) data() {
	for _, kind := range []string{"sample", "secret"} {
		var found []string
		for _, name := range d.entries {
			stem, isInput := strings.CutSuffix(name, ".in")
			if _, answered := d.texts[stem+".ans"]; isInput && answered && strings.HasPrefix(name, "data/"+kind+"/") {
				found = append(found, strings.TrimPrefix(stem, "data/"))
			}
		}
		slices.Sort(found)
		d.cases = append(d.cases, found...)
	}
}

// submissions takes files directly in a directory of submissions, and directories that have an entry of their own.
func (d *domjudgeArchive) submissions() {
	remap := map[string]string{
		"ACCEPTED": "CORRECT", "WRONG_ANSWER": "WRONG-ANSWER", "TIME_LIMIT_EXCEEDED": "TIMELIMIT", "RUN_TIME_ERROR": "RUN-ERROR",
		"COMPILER_ERROR": "COMPILER-ERROR", "NO_OUTPUT": "NO-OUTPUT", "OUTPUT_LIMIT": "OUTPUT-LIMIT",
	}
	normal := func(result string) string {
		result = strings.ToUpper(strings.TrimSpace(result))
		if other := remap[result]; other != "" {
			return other
		}
		return result
	}
	d.expected = map[string]string{}
	for _, name := range d.entries {
		parts := strings.Split(name, "/")
		single := len(parts) == 3 && parts[2] != ""
		if parts[0] != "submissions" || !single && !(len(parts) == 4 && parts[3] == "") {
			continue
		}
		files := []string{name}
		if !single {
			files = slices.DeleteFunc(slices.Clone(d.entries), func(other string) bool {
				return path.Dir(other)+"/" != name || strings.HasSuffix(other, "/")
			})
		}
		wanted := []string{normal(parts[1])}
		for _, file := range files {
			_, after, found := strings.Cut(d.texts[file], "@EXPECTED_RESULTS@: ")
			if !found {
				continue
			}
			line, _, _ := strings.Cut(after, "\n")
			results := strings.Split(line, ",")
			for i := range results {
				results[i] = normal(results[i])
			}
			if slices.Contains([]string{"CORRECT", "WRONG-ANSWER", "TIMELIMIT", "RUN-ERROR", "COMPILER-ERROR", "NO-OUTPUT", "OUTPUT-LIMIT"}, wanted[0]) &&
				!slices.Contains(results, wanted[0]) {
				d.complain("%s: annotated result does not match directory", name)
			}
			wanted = results
			break
		}
		d.expected[strings.TrimSuffix(strings.TrimPrefix(name, "submissions/"), "/")] = strings.Join(wanted, ", ")
	}
}

// TestDOMjudgeImports checks what DOMjudge's importer makes of exported packages: it refuses none of them.
func TestDOMjudgeImports(t *testing.T) {
	const legacy = "name: Old\nvalidation: %s\n"
	with := func(files map[string]string) map[string]string {
		all := map[string]string{
			"problem_statement/problem.en.pdf": "%PDF-1.4\n", ".timelimit": "1.5\n", "data/sample/1.in": "1\n", "data/sample/1.ans": "1\n",
			"data/secret/a.in": "2\n", "data/secret/a.ans": "2\n", "input_validators/v.py": "", "submissions/accepted/a.py": "print(input())\n",
		}
		maps.Copy(all, files)
		return all
	}
	tests := []struct {
		name  string
		files map[string]string
		want  func(d domjudgeProblem) (got, want any)
	}{
		{"names and limits do not depend on the archive's name", scored, func(d domjudgeProblem) (any, any) {
			return d.settings, map[string]string{"name": "Scored", "timelimit": "1", "externalid": "package", "short-name": "P", "color": "#ff0000"}
		}},
		{"cases in order", scored, func(d domjudgeProblem) (any, any) {
			return d.cases, []string{"sample/1", "secret/a/1", "secret/b/1", "secret/b/2"}
		}},
		{"what sources expect", scored, func(d domjudgeProblem) (any, any) {
			return d.expected, map[string]string{"accepted/a.py": "CORRECT", "rejected/slow.py": "WRONG-ANSWER, TIMELIMIT, RUN-ERROR"}
		}},
		{"submissions of several files", with(map[string]string{
			"problem.yaml": "name: Old\n", "submissions/accepted/two/main.py": "import b\n", "submissions/accepted/two/b.py": "print(input())\n",
			"submissions/mixed/two/main.py": "import b\n", "submissions/mixed/two/b.py": "# @EXPECTED_RESULTS@: CORRECT, TIMELIMIT\n",
		}), func(d domjudgeProblem) (any, any) {
			return d.expected, map[string]string{"accepted/a.py": "CORRECT", "accepted/two": "CORRECT", "mixed/two": "CORRECT, TIMELIMIT"}
		}},
		{"its own directories of results", with(map[string]string{
			"problem.yaml": "name: Old\n", "submissions/no_output/quiet.py": "", "submissions/compiler_error/no.py": "(",
		}), func(d domjudgeProblem) (any, any) {
			return d.expected, map[string]string{"accepted/a.py": "CORRECT", "no_output/quiet.py": "NO-OUTPUT", "compiler_error/no.py": "COMPILER-ERROR"}
		}},
		{"several validators of inputs", with(map[string]string{
			"problem.yaml": "name: Old\n", "input_validators/a/build": "", "input_validators/a/run": "", "input_validators/b/build": "", "input_validators/b/run": "",
		}), func(d domjudgeProblem) (any, any) {
			return d.executables, map[string][]string{"input": {"build", "run"}}
		}},
		{"a checker that is a script", with(map[string]string{
			"problem.yaml": fmt.Sprintf(legacy, "custom"), "output_validators/check.sh": "exit 42\n",
		}), func(d domjudgeProblem) (any, any) {
			return d.executables["output"], []string{"check.sh", "run"}
		}},
		{"a checker of several files", with(map[string]string{
			"problem.yaml": fmt.Sprintf(legacy, "custom"), "output_validators/c/main.cpp": "", "output_validators/c/b.cpp": "", "output_validators/c/b.h": "",
		}), func(d domjudgeProblem) (any, any) {
			return d.executables["output"], []string{"b.cpp", "b.h", "build", "main.cpp"}
		}},
		{"a checker that the package does not use", with(map[string]string{
			"problem.yaml": fmt.Sprintf(legacy, "default"), "output_validators/check.py": "",
		}), func(d domjudgeProblem) (any, any) { return len(d.executables["output"]), 0 }},
		{"an interactor that scores", with(map[string]string{
			"problem.yaml": "name: Old\ntype: scoring\nvalidation: custom interactive score\n", "output_validators/i.py": "",
		}), func(d domjudgeProblem) (any, any) { return d.validation, "custom interactive" }},
		{"arguments of all cases", with(map[string]string{
			"problem.yaml": "name: Old\n", "data/testdata.yaml": "output_validator_flags: float_tolerance 1e-6\n",
		}), func(d domjudgeProblem) (any, any) { return d.arguments, "float_tolerance 1e-6" }},
		{"settings of groups that it refuses", with(map[string]string{
			"problem.yaml": "name: Old\ntype: scoring\n", "data/testdata.yaml": "range: -inf +inf\n", "data/secret/testdata.yaml": "# nothing\n",
			"data/sample/testdata.yaml": "accept_score: -1\non_reject: continue\n",
		}), func(d domjudgeProblem) (any, any) { return d.timeLimit, 1.5 }},
		{"the statement", with(map[string]string{"problem.yaml": "name: Old\n"}), func(d domjudgeProblem) (any, any) {
			return d.statement, "problem.pdf"
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Export(t.Context(), load(t, folder(t, tt.files)), DOMjudge, noCompiler, "")
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			p.PlaceIn(problemset.Member{Label: "P", Color: "red", RGB: "#ff0000"})
			imported := domjudgeImport(t, p)
			if len(imported.complaints) > 0 {
				t.Errorf("DOMjudge says %q", imported.complaints)
			}
			got, want := tt.want(imported)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("DOMjudge imports (-want +got):\n%s", diff)
			}
		})
	}
}

// TestDOMjudgeTakesOneChecker checks that a package with several output validators is refused with a remedy.
func TestDOMjudgeTakesOneChecker(t *testing.T) {
	dir := folder(t, map[string]string{
		"problem.yaml": "name: Old\nvalidation: custom\n", "data/secret/a.in": "2\n", "data/secret/a.ans": "2\n",
		"output_validators/a.py": "", "output_validators/b.py": "", "problem_statement/problem.en.tex": "x",
	})
	if _, err := Export(t.Context(), load(t, dir), DOMjudge, noCompiler, ""); err == nil || !strings.Contains(err.Error(), "2 output validators") {
		t.Errorf("error %v", err)
	}
	made, err := Export(t.Context(), load(t, dir), Legacy, noCompiler, "")
	written(t, made, err)
}
