package exchange

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
)

// cmsImport is one import of a CMS directory in the format italy_yaml.
type cmsImport struct {
	*importer
	task keys
	// manager is the program that talks to the solutions of a communication task, "" in other tasks.
	manager string
	// processes is the number of processes of a solution that the manager talks to.
	processes int
}

// cms imports a task for CMS or task-maker: input/ and output/ by number, subtasks from gen/GEN, a checker that
// prints a score.
func (im *importer) cms() error {
	task, err := im.tree.readYAML("task.yaml")
	if err != nil {
		return err
	}
	ci := &cmsImport{importer: im, task: task}
	if name := ci.value("name", "nome_breve"); name != "" {
		im.ID = packageID(name)
	}
	im.findHeaders("sol", "check", "cor", "gen", "att", ".")
	if err := ci.findManager(); err != nil {
		return err
	}
	for _, step := range []func() error{
		ci.statement, ci.tests, ci.samples, ci.checker, ci.communication, ci.validator, ci.graders, ci.files, ci.solutions, ci.generators, ci.attachments, ci.metadata,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// value is the text of the first key that exists; CMS has Italian names for some keys.
func (ci *cmsImport) value(names ...string) string {
	for _, name := range names {
		if v := get(ci.task, name); v != nil {
			return fmt.Sprint(v)
		}
	}
	return ""
}

// cmsKeys are the keys of task.yaml with an equivalent; the others are listed in notes.
var cmsKeys = []string{
	"name", "nome_breve", "title", "nome", "time_limit", "timeout", "memory_limit", "memlimit", "infile", "outfile",
	"n_input", "primary_language", "output_only", "num_processes", "user_io", "task_type_parameters",
}

func (ci *cmsImport) metadata() error {
	kind := []string{"scoring"}
	if ci.isOutputOnly() {
		kind = append(kind, "submit-answer")
	}
	if ci.manager != "" {
		kind = append(kind, "interactive")
	}
	title := cmp.Or(ci.value("title", "nome"), ci.ID)
	m := ci.head(kind, title, "cms", ci.value("name", "nome_breve"), title)
	set(&m, "allow_file_writing", true)
	var limits keys
	if seconds, err := parseNumber(ci.value("time_limit", "timeout")); err == nil {
		setTimeLimit(&limits, seconds)
	}
	if memory, err := parseNumber(ci.value("memory_limit", "memlimit")); err == nil && memory >= 1 {
		// There each process has its own limit; here all of them share one.
		set(&limits, "memory", int(memory)*ci.processes)
	}
	set(&m, "limits", limits)
	if ci.processes > 1 {
		set(&m, "languages", []string{"c", "cpp"})
	}
	for _, item := range ci.task {
		key := fmt.Sprint(item.Key)
		if key == "task_type" && item.Value == ci.taskType() {
			continue
		}
		if !slices.Contains(cmsKeys, key) {
			ci.note("task.yaml", "%s: %v has no place", key, item.Value)
		}
	}
	return ci.finish(m)
}

// taskType is CMS' name for the type of the task that the directory implies.
func (ci *cmsImport) taskType() string {
	switch {
	case ci.manager != "":
		return "Communication"
	case ci.isOutputOnly():
		return "OutputOnly"
	default:
		return "Batch"
	}
}

func (ci *cmsImport) isOutputOnly() bool { return ci.value("output_only") == "true" }

func (ci *cmsImport) statement() error {
	ci.languages, ci.names = map[string]bool{}, map[string]string{}
	for _, folder := range []string{"statement", "testo"} {
		for _, name := range ci.tree.in(folder) {
			base, ending := stem(path.Base(name)), strings.TrimPrefix(path.Ext(name), ".")
			isMain := slices.Contains([]string{"statement", "testo", "english", "italian"}, base) || base == ci.value("name", "nome_breve")
			if !isMain || !slices.Contains([]string{"pdf", "tex", "md"}, ending) {
				continue
			}
			code := cmp.Or(ci.value("primary_language"), map[string]string{"testo": "it"}[folder], "en")
			if base == "english" || base == "italian" {
				code = polygonLanguages[base]
			}
			// A PDF is built from the source beside it.
			if ending == "tex" && ci.tree.has(folder+"/"+base+".pdf") || ci.languages[code] {
				continue
			}
			ci.languages[code] = true
			if err := ci.copy(name, "statement/problem."+code+"."+ending); err != nil {
				return err
			}
		}
	}
	return nil
}

// subtask is a line #ST of gen/GEN with the tests that follow.
type subtask struct {
	points float64
	about  string
	tests  int
}

// subtasks reads gen/GEN: a line for each test, "#ST: points" before those of a subtask, "#COPY: file" for an
// existing test. Other comments are prose.
func (ci *cmsImport) subtasks() ([]subtask, []string, error) {
	const name = "gen/GEN"
	if !ci.tree.has(name) {
		return nil, nil, nil
	}
	text, err := ci.tree.read(name)
	if err != nil {
		return nil, nil, err
	}
	var subtasks []subtask
	var commands []string
	for number, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		head, rest, _ := strings.Cut(line, ":")
		rest, about, _ := strings.Cut(rest, "#")
		switch head = strings.ReplaceAll(head, " ", ""); {
		case line == "":
			continue
		case head == "#ST":
			worth, err := strconv.ParseFloat(strings.TrimSpace(rest), 64)
			if err != nil || !(0 <= worth && worth <= maxPoints) {
				return nil, nil, hint.Errorf("write it as #ST: 20", "%s:%d: want points after #ST:, got %q", name, number+1, strings.TrimSpace(rest))
			}
			if len(subtasks) == 0 && len(commands) > 0 {
				return nil, nil, hint.Errorf("move them behind a line #ST", "%s:%d: the tests before the first #ST belong to no subtask", name, number+1)
			}
			subtasks = append(subtasks, subtask{points: worth, about: strings.TrimSpace(about)})
			continue
		case head == "#COPY":
			line = "copy " + strings.TrimSpace(rest)
		case strings.HasPrefix(line, "#"):
			continue
		}
		command, _, _ := strings.Cut(line, "#")
		commands = append(commands, strings.TrimSpace(command))
		if len(subtasks) > 0 {
			subtasks[len(subtasks)-1].tests++
		}
	}
	return subtasks, commands, nil
}

// tests imports input/inputN.txt with output/outputN.txt, in groups for subtasks.
func (ci *cmsImport) tests() error {
	subtasks, commands, err := ci.subtasks()
	if err != nil {
		return err
	}
	number := 0
	for ; ci.tree.has(fmt.Sprintf("input/input%d.txt", number)); number++ {
	}
	switch {
	case number == 0:
		return errors.New("input/input0.txt is missing; make the tests first, with task-maker or cmsMake")
	case len(commands)+len(subtasks) > 0 && len(commands) != number:
		return fmt.Errorf("gen/GEN has %d tests, but input/ has %d; make the tests again", len(commands), number)
	}
	if wanted := ci.value("n_input"); wanted != "" && wanted != strconv.Itoa(number) {
		ci.note("task.yaml", "n_input is %s, but input/ has %d", wanted, number)
	}
	group, left := -1, 0
	for i := range number {
		folder := "secret"
		for group+1 < len(subtasks) && left == 0 {
			group++
			left = subtasks[group].tests
		}
		if group >= 0 {
			left--
			folder += "/" + subtaskName(group, len(subtasks))
		}
		var settings keys
		if len(commands) > 0 {
			set(&settings, "description", "generated by: "+commands[i])
		}
		input, answer := fmt.Sprintf("input/input%d.txt", i), fmt.Sprintf("output/output%d.txt", i)
		if !ci.tree.has(answer) {
			return fmt.Errorf("%s is missing; make the outputs first, with task-maker or cmsMake", answer)
		}
		if err := ci.addCase(testCase{name: fmt.Sprintf("%s/%0*d", folder, len(strconv.Itoa(number-1)), i), input: input, answer: answer, settings: settings}); err != nil {
			return err
		}
	}
	return ci.grading(subtasks)
}

func subtaskName(index, count int) string {
	return fmt.Sprintf("subtask%0*d", len(strconv.Itoa(max(count-1, 0))), index)
}

// grading writes the points of the subtasks. Each is worth the result of its worst test (CMS calls that GroupMin).
// Without subtasks, all tests share a hundred points evenly.
func (ci *cmsImport) grading(subtasks []subtask) error {
	var all shares
	for i, st := range subtasks {
		if st.tests == 0 {
			ci.note("gen/GEN", "subtask %d has no tests; it is left out", i)
			continue
		}
		worth := ci.share("gen/GEN", fmt.Sprintf("subtask %d", i), st.points, &all)
		m := keys{{Key: "score_aggregation", Value: "min"}, {Key: "max_score", Value: worth}}
		if err := ci.yaml("data/secret/"+subtaskName(i, len(subtasks))+"/test_group.yaml", m); err != nil {
			return err
		}
		if st.about != "" {
			ci.note("gen/GEN", "the name of subtask %d has no place: %s", i, st.about)
		}
	}
	total := all.given
	if len(subtasks) == 0 {
		total = 100
	}
	m := keys{{Key: "max_score", Value: total}}
	set(&m, "args", ci.solutionArgs())
	return ci.yaml("data/secret/test_group.yaml", m)
}

var sampleInput = lazyregexp.New(`^(.*)input([0-9]*)\.txt$`)

// samples imports the sample pairs among the attachments.
func (ci *cmsImport) samples() error {
	for _, name := range ci.tree.in("att") {
		parts := sampleInput().FindStringSubmatch(path.Base(name))
		if parts == nil {
			continue
		}
		answer := "att/" + parts[1] + "output" + parts[2] + ".txt"
		if !ci.tree.has(answer) {
			continue
		}
		var m keys
		set(&m, "args", ci.solutionArgs())
		if err := ci.addCase(testCase{name: "sample/" + ci.safeName(cmp.Or(parts[2], "0")), input: name, answer: answer, settings: m}); err != nil {
			return err
		}
	}
	return nil
}

// cmsCheckerRun calls a checker of CMS: three files, a score from 0 to 1 on standard output, a message on standard
// error.
const cmsCheckerRun = `#!/bin/sh
# Calls a checker of CMS by the ICPC protocol: INPUT ANSWER FEEDBACK/, the output at standard input, exit code 42 or 43.
here=$(dirname "$0")
output=$3/output.cms
cat >"$output" || exit 1
message=$3/judgemessage.txt
score=$("$here/checker" "$1" "$2" "$output" 2>"$message") || exit 1
rm -f "$output"
` + cmsVerdict

// cmsVerdict ends the scripts: the first line, the score, decides.
const cmsVerdict = `cat "$message" >&2
score=$(printf '%s\n' "$score" | sed -n 1p | tr -d ' \r\t')
case $score in
'' | *[!0-9.]*) exit 1 ;;
esac
[ -n "$(printf %s "$score" | tr -d 0.)" ] || exit 43
printf '%s\n' "$score" >"$3/score_multiplier.txt"
exit 42
`

// checker wraps the task's checker, from its source if there is one. In a communication task the manager judges.
func (ci *cmsImport) checker() error {
	if ci.manager != "" {
		return nil
	}
	for _, folder := range []string{"check", "cor"} {
		for _, base := range []string{"checker", "correttore"} {
			if program := ci.program(folder + "/" + base); program != "" {
				return ci.judge(program, "checker", cmsCheckerRun)
			}
		}
	}
	return nil
}

// program finds a program by its path without extension: its C++ source, a script, or an executable; "" for none.
func (ci *cmsImport) program(path string) string {
	for _, ending := range []string{".cpp", ".cc", ".cxx", ".py", ".sh", ""} {
		if ci.tree.has(path + ending) {
			return path + ending
		}
	}
	return ""
}

// judge makes the output validator from a program that a script calls.
func (ci *cmsImport) judge(source, name, run string) error {
	if !isCpp(source) {
		return ci.uncompiled("output_validator", source, name, run)
	}
	ci.tree.used[stem(source)] = true // the executable built from the source
	return ci.wrap("output_validator", run, compiled{source, "gnu++17", name})
}

// cmsValidatorRun calls a validator of an Italian task with the input's file and the number of the
// subtask.
const cmsValidatorRun = `#!/bin/sh
# Calls a validator of a CMS task by the ICPC protocol: the input at standard input, exit code 42 or 43.
here=$(dirname "$0")
input=$(mktemp) || exit 1
cat >"$input"
"$here/validator" "$input" "$@"
code=$?
rm -f "$input"
[ "$code" -eq 0 ] && exit 42
exit 43
`

func (ci *cmsImport) validator() error {
	for _, base := range []string{"validator", "valida"} {
		for _, ending := range []string{".cpp", ".cc", ".cxx", ".py", ".sh"} {
			source := "gen/" + base + ending
			switch {
			case !ci.tree.has(source):
				continue
			case isCpp(source):
				ci.tree.used["gen/"+base] = true
				return ci.wrap("input_validators/"+base, cmsValidatorRun, compiled{source, "gnu++17", "validator"})
			}
			return ci.uncompiled("input_validators/"+base, source, "validator", cmsValidatorRun)
		}
	}
	return nil
}

// graderCodes are the languages in which a task can provide a main program that calls the solution.
var graderCodes = map[string]string{".c": "c", ".cpp": "cpp", ".java": "java", ".py": "python3", ".pas": "pascal", ".go": "go", ".rs": "rust"}

// graders adds the graders to all submissions, with the headers that they share.
func (ci *cmsImport) graders() error {
	for _, name := range ci.tree.in("sol") {
		base := path.Base(name)
		code := graderCodes[path.Ext(base)]
		if stem(base) != "grader" && stem(base) != "stub" || code == "" {
			continue
		}
		if err := ci.copy(name, "include/"+code+"/"+base); err != nil {
			return err
		}
		for header, file := range ci.headers {
			if to := "include/" + code + "/" + header; (code == "cpp" || code == "c") && path.Dir(file) == "sol" {
				if err := ci.copy(file, to); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

var solutionEndings = []string{
	".c", ".cc", ".cpp", ".cs", ".cxx", ".go", ".hs", ".java", ".js", ".kt", ".pas", ".php", ".py", ".rb", ".rs", ".sh",
}

// solutions marks the official solution as accepted. About the others it only knows that they run.
func (ci *cmsImport) solutions() error {
	for _, name := range ci.tree.in("sol") {
		base := path.Base(name)
		if ci.tree.used[name] || !slices.Contains(solutionEndings, path.Ext(base)) {
			continue
		}
		if !ci.canRunAsSeveral(name) {
			ci.note(name, "left out: only solutions in C and C++ can be started as several processes")
			ci.tree.used[name] = true
			continue
		}
		official := slices.Contains([]string{"solution", "soluzione", "sol", ci.value("name", "nome_breve")}, stem(base))
		folder := "mixed"
		if official {
			folder = "accepted"
		}
		to := folder + "/" + ci.safeName(base)
		if err := ci.copy(name, "submissions/"+to); err != nil {
			return err
		}
		if official {
			set(&ci.submissions, to, keys{{Key: "model_solution", Value: true}})
			continue
		}
		ci.note(name, "its expectation is unknown: it is in submissions/mixed, where every verdict is permitted")
		set(&ci.submissions, to, keys{{Key: "permitted", Value: []string{"AC", "WA", "TLE", "RTE"}}})
	}
	return nil
}

// generators imports the programs that make the tests.
func (ci *cmsImport) generators() error {
	for _, name := range ci.tree.in("gen") {
		base := path.Base(name)
		isSource := graderCodes[path.Ext(base)] != "" || path.Ext(base) == ".sh" || base == "GEN" || ci.headers[base] == name
		if !isSource || ci.tree.used[name] && base != "GEN" {
			continue
		}
		if err := ci.copy(name, "generators/"+ci.safeName(base)); err != nil {
			return err
		}
	}
	return nil
}

// attachments imports the other files for contestants.
func (ci *cmsImport) attachments() error {
	for _, name := range ci.tree.below("att") {
		if ci.tree.used[name] {
			continue
		}
		if err := ci.copy(name, "attachments/"+ci.safeName(strings.ReplaceAll(strings.TrimPrefix(name, "att/"), "/", "-"))); err != nil {
			return err
		}
	}
	return nil
}
