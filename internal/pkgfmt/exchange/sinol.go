package exchange

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/hint"
)

// sinolImport is one import of a package of sinol-make, which OIOIOI reads too.
type sinolImport struct {
	*importer
	config keys
	id     string // begins the names of all files
}

// sinol imports a package of sinol-make: config.yml, tests in in/ and out/, programs in prog/ whose names say what they
// are.
func (im *importer) sinol(ctx context.Context, dir string) error {
	config, err := im.tree.readYAML("config.yml")
	if err != nil {
		return err
	}
	si := &sinolImport{importer: im, config: config}
	if si.id = si.text("sinol_task_id"); si.id == "" {
		si.id = si.idOfFiles(filepath.Base(dir))
	}
	im.ID = packageID(si.id)
	im.findHeaders("prog", ".")
	tests := func() error { return si.tests(ctx) }
	for _, step := range []func() error{si.statements, si.programs, tests, si.solutions, si.attachments} {
		if err := step(); err != nil {
			return err
		}
	}
	kind := []string{"scoring"}
	if si.interactive {
		kind = append(kind, "interactive")
	}
	m := si.head(kind, cmp.Or(si.text("title"), si.id), "sinol", si.id)
	set(&m, "allow_file_writing", true)
	set(&m, "limits", si.limits())
	for _, name := range []string{"time_limits", "memory_limits", "override_limits"} {
		if limits := get(config, name); limits != nil {
			si.note("config.yml", "%s: %s has no place: one limit holds for all tests", name, shortValue(limits))
		}
	}
	si.note("config.yml", "a test that takes more than half of the time limit is worth less there; here it is worth all")
	si.noteKeys("config.yml", "", config, "title", "title_pl", "title_en", "sinol_task_id", "time_limit", "memory_limit", "time_limits", "memory_limits", "override_limits",
		"scores", "extra_compilation_files", "extra_execution_files", "sinol_expected_scores")
	return si.finish(m)
}

func (si *sinolImport) text(key string) string {
	if v := get(si.config, key); v != nil {
		return fmt.Sprint(v)
	}
	return ""
}

var sinolTest = regexp.MustCompile(`^([A-Za-z_-]+)([0-9]+)([a-z]*)\.in$`)

// idOfFiles finds the task's short name: the one that begins the inputs, else that of the directory.
func (si *sinolImport) idOfFiles(fallback string) string {
	for _, name := range si.tree.in("in") {
		if parts := sinolTest.FindStringSubmatch(path.Base(name)); parts != nil {
			return parts[1]
		}
	}
	return fallback
}

func (si *sinolImport) limits() keys {
	var limits keys
	if ms, err := parseNumber(si.text("time_limit")); err == nil {
		setTimeLimit(&limits, ms/1000)
	}
	if kib, err := parseNumber(si.text("memory_limit")); err == nil && kib >= 1 {
		set(&limits, "memory", max(1, int(kib+1023)/1024))
	}
	return limits
}

// statements imports doc/IDzad.pdf, else its source; IDzad-en is in English.
func (si *sinolImport) statements() error {
	si.languages, si.names = map[string]bool{}, map[string]string{}
	for code, key := range map[string]string{"pl": "title", "en": "title_en"} {
		if name := si.text(key); name != "" {
			si.names[code] = name
		}
	}
	for code, base := range map[string]string{"pl": si.id + "zad", "en": si.id + "zad-en"} {
		for _, ending := range []string{".pdf", ".md", ".tex"} {
			name := "doc/" + base + ending
			if !si.tree.has(name) {
				continue
			}
			if si.languages[code] {
				si.tree.used[name] = true // the PDF is made from it
				continue
			}
			si.languages[code] = true
			if err := si.copy(name, "statement/problem."+code+ending); err != nil {
				return err
			}
		}
	}
	if len(si.languages) == 0 {
		si.names = map[string]string{"en": cmp.Or(si.text("title"), si.id)}
	}
	return nil
}

// sinolCheckerRun calls a checker of sinol: three files, OK or WRONG, a comment and per cent on standard output.
const sinolCheckerRun = `#!/bin/sh
# Calls a checker of sinol by the ICPC protocol: INPUT ANSWER FEEDBACK/, the output at standard input, exit code 42 or 43.
here=$(dirname "$0")
output=$3/output.sinol
cat >"$output" || exit 1
said=$("$here/checker" "$1" "$output" "$2") || exit 1
rm -f "$output"
` + sinolVerdict

// sinolInteractorRun calls an interactor of sinol, which talks with the solution by its standard streams.
const sinolInteractorRun = `#!/bin/sh
# Calls an interactor of sinol by the ICPC protocol: INPUT ANSWER FEEDBACK/, the conversation at standard input and output, exit
# code 42 or 43. It says OK or WRONG, a comment and per cent on standard error.
here=$(dirname "$0")
"$here/interactor" "$1" "$2" 2>"$3/said.sinol" || exit 1
exec >/dev/null
said=$(cat "$3/said.sinol")
rm -f "$3/said.sinol"
` + sinolVerdict

// sinolVerdict judges by the lines that a program of sinol said.
const sinolVerdict = `line() { printf '%s\n' "$said" | sed -n "$1p" | tr -d '\r'; }
line 2 >"$3/judgemessage.txt"
case $(line 1) in
OK*) ;;
WRONG*) exit 43 ;;
*) exit 1 ;;
esac
percent=$(line 3 | tr -d ' %')
case $percent in
'' | *[!0-9.]*) percent=100 ;;
esac
[ -n "$(printf %s "$percent" | tr -d 0.)" ] || exit 43
awk "BEGIN { print $percent / 100 }" >"$3/score_multiplier.txt"
exit 42
`

// sinolValidatorRun calls a validator of sinol, which accepts by exit code 0.
const sinolValidatorRun = `#!/bin/sh
# Calls a validator of sinol by the ICPC protocol: the input at standard input, exit code 42 or 43.
here=$(dirname "$0")
"$here/validator" >&2 && exit 42
exit 43
`

// programs imports the checker, the validator, the generator, and the files that are compiled with solutions.
func (si *sinolImport) programs() error {
	for _, role := range []struct{ suffix, folder, program, run string }{
		{"chk", "output_validator", "checker", sinolCheckerRun},
		{"soc", "output_validator", "interactor", sinolInteractorRun},
		{"inwer", "input_validators/" + si.safeName(si.id) + "inwer", "validator", sinolValidatorRun},
		{"ingen", "generators/" + si.generator(), "generator", sinolGeneratorRun},
	} {
		endings := []string{".cpp", ".cc", ".py", ".sh"}
		if role.suffix == "ingen" { // sinol-make takes the script, which calls the others
			endings = []string{".sh", ".cpp", ".cc", ".py"}
		}
		for _, ending := range endings {
			source := "prog/" + si.id + role.suffix + ending
			if !si.tree.has(source) {
				continue
			}
			si.interactive = si.interactive || role.suffix == "soc"
			var err error
			switch {
			case isCpp(source):
				err = si.wrap(role.folder, role.run, compiled{source, "gnu++17", role.program})
			default:
				err = si.uncompiled(role.folder, source, role.program, role.run)
			}
			if err == nil && role.suffix == "ingen" && ending == ".sh" {
				err = si.besides(role.folder, source)
			}
			if err != nil {
				return err
			}
			break
		}
	}
	return si.extraFiles()
}

// extraFiles imports the files beside which solutions are compiled or run.
func (si *sinolImport) extraFiles() error {
	files := words(get(si.config, "extra_compilation_files"))
	extra, _ := get(si.config, "extra_execution_files").(keys)
	for _, item := range extra {
		files = append(files, words(item.Value)...)
	}
	for _, base := range files {
		name, code := "prog/"+base, graderCodes[path.Ext(base)]
		switch {
		case !si.tree.has(name):
			si.note(name, "missing, but config.yml names it")
			continue
		case isHeader(base) || isCpp(base):
			code = "cpp"
		case code == "":
			code = "default"
		}
		if err := si.copy(name, "include/"+code+"/"+base); err != nil {
			return err
		}
	}
	return nil
}

// tests imports in/IDn.in with out/IDn.out, or the rules that make them. The number is that of the group; 0 and "ocen" are public.
func (si *sinolImport) tests(ctx context.Context) error {
	inputs, err := si.inputs(ctx)
	if err != nil {
		return err
	}
	var samples []testCase
	groups := map[int]*pointGroup{}
	var numbers []int
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		parts := sinolTest.FindStringSubmatch(name + ".in")
		c := testCase{name: parts[2] + parts[3], input: inputs[name]}
		if c.input == "" {
			c.command = si.generator() + " " + name
		}
		if answer := "out/" + name + ".out"; si.tree.has(answer) {
			c.answer = answer
		} else if !si.interactive && !slices.ContainsFunc(si.tree.in("prog"), si.isModel) {
			return hint.Errorf("make it with sinol-make outgen", "in/%s.in has no answer %s, and there is no prog/%s that makes it", name, answer, si.id)
		}
		number, err := strconv.Atoi(parts[2])
		if err != nil {
			return err
		}
		if number == 0 || strings.HasSuffix(parts[3], "ocen") {
			samples = append(samples, c)
			continue
		}
		if groups[number] == nil {
			groups[number] = &pointGroup{aggregation: "min"}
			numbers = append(numbers, number)
		}
		groups[number].cases = append(groups[number].cases, c)
	}
	if len(numbers) == 0 {
		return hint.Errorf("make the tests first: sinol-make ingen, then sinol-make outgen", "there are no tests in/%s1.in", si.id)
	}
	slices.Sort(numbers)
	scores, _ := get(si.config, "scores").(keys)
	var all []pointGroup
	for _, number := range numbers {
		g := groups[number]
		g.name = si.groupName(number, numbers[len(numbers)-1])
		g.points = 100 / float64(len(numbers))
		if len(scores) > 0 {
			g.points = 0
		}
		for _, score := range scores {
			if fmt.Sprint(score.Key) == strconv.Itoa(number) {
				g.points = points(fmt.Sprint(score.Value))
			}
		}
		all = append(all, *g)
	}
	if err := si.addSamples(samples, nil); err != nil {
		return err
	}
	return si.addGroups("config.yml", all, true, nil)
}

// groupName makes names that sort by number.
func (si *sinolImport) groupName(number, most int) string {
	return fmt.Sprintf("%0*d", len(strconv.Itoa(most)), number)
}

// isModel reports whether a program is a main solution: its name is the task's, without a number.
func (si *sinolImport) isModel(name string) bool {
	return stem(path.Base(name)) == si.id && slices.Contains(solutionEndings, path.Ext(name))
}

// solutions imports the programs of prog/: ID.cpp and ID2.cpp are correct, IDs1.cpp is slow, IDb1.cpp is wrong.
func (si *sinolImport) solutions() error {
	kind := regexp.MustCompile(`^` + regexp.QuoteMeta(si.id) + `([bs]?)[0-9]*(?:_.*)?$`)
	for _, name := range si.tree.in("prog") {
		base := path.Base(name)
		parts := kind.FindStringSubmatch(stem(base))
		if parts == nil || !slices.Contains(solutionEndings, path.Ext(base)) || si.tree.used[name] {
			continue
		}
		expected, fails := si.expected(base)
		folder := "accepted"
		if parts[1] != "" || fails {
			folder = "rejected"
		}
		to := folder + "/" + si.safeName(base)
		if err := si.copy(name, "submissions/"+to); err != nil {
			return err
		}
		var more keys
		if si.isModel(name) && !fails {
			set(&more, "model_solution", true)
			si.model = cmp.Or(si.model, "/submissions/"+to)
		}
		if parts[1] == "s" && len(expected) == 0 {
			set(&more, "permitted", []string{"AC", "TLE", "RTE"})
			set(&more, "required", []string{"TLE", "RTE"})
		}
		set(&si.submissions, to, append(more, expected...))
	}
	return nil
}

// sinolStatus maps the words of expected scores to verdicts.
var sinolStatus = map[string]string{"OK": "AC", "WA": "WA", "TL": "TLE", "RE": "RTE", "ML": "RTE"}

// expected returns what sinol_expected_scores says of a solution's groups, and whether it fails any.
func (si *sinolImport) expected(base string) (found keys, fails bool) {
	all, _ := get(si.config, "sinol_expected_scores").(keys)
	about, _ := get(all, base).(keys)
	groups, _ := get(about, "expected").(keys)
	for _, item := range groups {
		status := item.Value
		if m, isMap := status.(keys); isMap {
			status = get(m, "status")
		}
		number, err := strconv.Atoi(fmt.Sprint(item.Key))
		folder := ""
		for file := range si.files {
			group, isGroup := strings.CutSuffix(file, "/test_group.yaml")
			if n, nameErr := strconv.Atoi(path.Base(group)); isGroup && nameErr == nil && n == number {
				folder = strings.TrimPrefix(group, "data/")
			}
		}
		word := sinolStatus[fmt.Sprint(status)]
		switch {
		case number == 0 && err == nil:
			folder = "sample"
			if !si.hasBelow("data/sample") {
				continue
			}
		case err != nil || folder == "":
			word = ""
		}
		switch {
		case word == "":
			si.note("config.yml", "sinol_expected_scores: %s: group %v: %v has no place", base, item.Key, status)
		case word == "AC":
			set(&found, folder, keys{{Key: "permitted", Value: []string{"AC"}}})
		default:
			fails = true
			set(&found, folder, keys{{Key: "permitted", Value: []string{"AC", word}}, {Key: "required", Value: []string{word}}})
		}
	}
	return found, fails
}

// attachments imports the files for contestants.
func (si *sinolImport) attachments() error {
	for _, folder := range []string{"attachments", "dlazaw"} {
		for _, name := range si.tree.below(folder) {
			to := si.safeName(strings.ReplaceAll(strings.TrimPrefix(name, folder+"/"), "/", "-"))
			if err := si.copy(name, "attachments/"+to); err != nil {
				return err
			}
		}
	}
	return nil
}
