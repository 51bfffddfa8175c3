package exchange

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// cmsImport is one import of a CMS directory in the format italy_yaml.
type cmsImport struct {
	*importer
	task keys
	// manager is the program that talks to the solutions of a communication task, "" in other tasks.
	manager string
	// controller is the manager where it is one of task-maker's interactive tasks, "" for CMS' managers.
	controller string
	// processes is the number of processes of a solution that the manager talks to.
	processes int
	// validates says that there is an input validator, which gets the number of the subtask.
	validates bool
	// rulesFile is the file that has the subtasks and says how tests are made.
	rulesFile string
}

// cmsTasks are the names of the file about the task. task-maker writes the first from the second.
var cmsTasks = []string{"task.yaml", "task.yaml.orig", "task.yml"}

// cms imports a task for CMS or task-maker: input/ and output/ by number, subtasks from gen/GEN or gen/cases.gen, a checker that
// prints a score.
func (im *importer) cms() error {
	file := cmsTasks[max(0, slices.IndexFunc(cmsTasks, im.tree.has))]
	task, err := im.tree.readYAML(file)
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
		ci.statement, ci.validator, ci.tests, ci.samples, ci.checker, ci.communication, ci.graders, ci.taskFiles, ci.solutions, ci.generators, ci.attachments, ci.metadata,
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
	"n_input", "primary_language", "output_only", "num_processes", "user_io", "task_type_parameters", "score_type", "score_type_parameters",
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
	case ci.controller != "":
		return "Interactive"
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
			base, inName, _ := strings.Cut(base, ".")
			isMain := slices.Contains([]string{"statement", "testo"}, base) || polygonLanguages[base] != "" || base == ci.value("name", "nome_breve")
			if !isMain || !slices.Contains([]string{"pdf", "tex", "md"}, ending) {
				continue
			}
			code := cmp.Or(inName, polygonLanguages[base], ci.value("primary_language"), map[string]string{"testo": "it"}[folder], "en")
			// A PDF is built from the source beside it.
			if ending == "tex" && ci.tree.has(stem(name)+".pdf") || ci.languages[code] {
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
		set(&m, "input_validator_args", ci.validatorArgs(-1))
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
`

// The ends of the scripts: the first line, the score, decides. Where subtasks have thresholds, a positive score up to the
// threshold, which is the only argument, accepts.
const (
	cmsScore = `cat "$message" >&2
score=$(printf '%s\n' "$score" | sed -n 1p | tr -d ' \r\t')
case $score in
'' | *[!0-9.]*) exit 1 ;;
esac
[ -n "$(printf %s "$score" | tr -d 0.)" ] || exit 43
`
	cmsVerdict = `printf '%s\n' "$score" >"$3/score_multiplier.txt"
exit 42
`
	cmsThreshold = `awk "BEGIN { exit !($score <= ${4:-1}) }" || exit 43
exit 42
`
)

// verdictScript is the end of the script that calls the checker or the manager.
func (ci *cmsImport) verdictScript() string {
	if ci.hasThresholds() {
		return cmsScore + cmsThreshold
	}
	return cmsScore + cmsVerdict
}

// checker wraps the task's checker, from its source if there is one. In a communication task the manager judges.
func (ci *cmsImport) checker() error {
	if ci.manager != "" {
		return nil
	}
	if program := ci.findChecker(); program != "" {
		return ci.judge(program, "checker", cmsCheckerRun+ci.verdictScript())
	}
	return nil
}

// findChecker is the path of the task's checker, "" for none.
func (ci *cmsImport) findChecker() string {
	for _, folder := range []string{"check", "cor"} {
		for _, base := range []string{"checker", "correttore"} {
			if program := ci.program(folder + "/" + base); program != "" {
				return program
			}
		}
	}
	return ""
}

// givesParts reports whether a test can have other scores than 0 and 1.
func (ci *cmsImport) givesParts() bool { return cmp.Or(ci.manager, ci.findChecker()) != "" }

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
				ci.validates = true
				return ci.wrap("input_validators/"+base, cmsValidatorRun, compiled{source, "gnu++17", "validator"})
			}
			ci.validates = true
			if err := ci.besides("input_validators/"+base, source); err != nil {
				return err
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
		official := ci.isOfficial(name)
		folder := "mixed"
		if official {
			folder = "accepted"
		}
		to := folder + "/" + ci.safeName(base)
		if err := ci.copy(name, "submissions/"+to); err != nil {
			return err
		}
		if official {
			ci.setModel(to)
			continue
		}
		ci.note(name, "its expectation is unknown: it is in submissions/mixed, where every verdict is permitted")
		set(&ci.submissions, to, keys{{Key: "permitted", Value: []string{"AC", "WA", "TLE", "RTE"}}})
	}
	return nil
}

// isOfficial reports whether a solution has the name of the official one.
func (ci *cmsImport) isOfficial(name string) bool {
	return slices.Contains([]string{"solution", "soluzione", "sol", ci.value("name", "nome_breve")}, stem(path.Base(name)))
}

// generators imports the other programs that make the tests.
func (ci *cmsImport) generators() error {
	for _, name := range ci.tree.in("gen") {
		base := path.Base(name)
		isSource := graderCodes[path.Ext(base)] != "" || path.Ext(base) == ".sh" || name == ci.rulesFile || ci.headers[base] == name
		if !isSource || ci.tree.used[name] && name != ci.rulesFile {
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
