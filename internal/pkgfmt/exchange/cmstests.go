package exchange

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/hint"
)

// cmsTest is a test of a task. Its input is a file, or made by the generator with the arguments.
type cmsTest struct {
	input, answer string // "" for one that is missing
	line          string // of gen/GEN, "" without it
	made          bool   // by the generator
}

// subtask is a group of tests that is worth points.
type subtask struct {
	points  float64
	about   string
	members []int
}

// tests imports input/inputN.txt with output/outputN.txt, or the lines of gen/GEN that make them, in groups for subtasks.
func (ci *cmsImport) tests() error {
	lines, subtasks, err := ci.readGEN()
	if err != nil {
		return err
	}
	tests, err := ci.findTests(lines, len(subtasks) > 0)
	if err != nil {
		return err
	}
	if wanted := ci.value("n_input"); wanted != "" && wanted != strconv.Itoa(len(tests)) {
		ci.note("task.yaml", "n_input is %s, but there are %d tests", wanted, len(tests))
	}
	if typed, says, err := ci.scoreType(len(tests)); err != nil {
		return err
	} else if says {
		subtasks = typed
	}
	grouped := map[int]bool{}
	for i, st := range subtasks {
		for _, member := range st.members {
			grouped[member] = true
			if err := ci.test("secret/"+subtaskName(i, len(subtasks)), member, len(tests), tests[member]); err != nil {
				return err
			}
		}
	}
	if len(subtasks) > 0 && len(grouped) == 0 {
		return hint.Errorf("give each subtask its tests", "no test belongs to a subtask")
	}
	for i, test := range tests {
		switch {
		case len(subtasks) == 0:
			if err := ci.test("secret", i, len(tests), test); err != nil {
				return err
			}
		case !grouped[i]:
			ci.note("task.yaml", "test %d is left out: it belongs to no subtask", i)
			ci.tree.used[test.input], ci.tree.used[test.answer] = true, true
		}
	}
	return ci.grading(subtasks)
}

// readGEN reads gen/GEN: a line for each test, "#ST: points" before those of a subtask, "#COPY: file" for an existing
// test. Other comments are prose.
func (ci *cmsImport) readGEN() (lines []string, subtasks []subtask, err error) {
	const name = "gen/GEN"
	if !ci.tree.has(name) {
		return nil, nil, nil
	}
	text, err := ci.tree.read(name)
	if err != nil {
		return nil, nil, err
	}
	for number, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		head, rest, _ := strings.Cut(line, ":")
		rest, about, _ := strings.Cut(rest, "#")
		rest = strings.TrimSpace(rest)
		switch head = strings.ReplaceAll(head, " ", ""); {
		case line == "":
			continue
		case head == "#ST":
			worth, err := strconv.ParseFloat(rest, 64)
			if err != nil || !(0 <= worth && worth <= maxPoints) {
				return nil, nil, hint.Errorf("write it as #ST: 20", "%s:%d: want points after #ST:, got %q", name, number+1, rest)
			}
			if len(subtasks) == 0 && len(lines) > 0 {
				return nil, nil, hint.Errorf("move them behind a line #ST", "%s:%d: the tests before the first #ST belong to no subtask", name, number+1)
			}
			subtasks = append(subtasks, subtask{points: worth, about: strings.TrimSpace(about)})
			continue
		case head == "#STNAME" && len(subtasks) > 0:
			subtasks[len(subtasks)-1].about = rest
			continue
		case head == "#STDEP":
			ci.note(name, "#STDEP has no place: subtask %d depends on %s", len(subtasks)-1, rest)
			continue
		case head == "#COPY":
			line = copyMark + rest
		case strings.HasPrefix(line, "#"):
			continue
		}
		command, _, _ := strings.Cut(line, "#")
		if len(subtasks) > 0 {
			last := &subtasks[len(subtasks)-1]
			last.members = append(last.members, len(lines))
		}
		lines = append(lines, strings.TrimSpace(command))
	}
	return lines, subtasks, nil
}

// copyMark begins the line of a test that is a copy of a file.
const copyMark = "copy "

// findTests finds the files of the tests. Without any input, the lines of gen/GEN make them.
func (ci *cmsImport) findTests(lines []string, inSubtasks bool) ([]cmsTest, error) {
	number := 0
	for ci.tree.has(fmt.Sprintf("input/input%d.txt", number)) {
		number++
	}
	switch {
	case number == 0 && len(lines) == 0:
		return nil, hint.Errorf("make the tests first, with task-maker or cmsMake", "input/input0.txt is missing, and there is no gen/GEN that says how it is made")
	case number > 0 && (inSubtasks || len(lines) > 0) && len(lines) != number:
		return nil, fmt.Errorf("gen/GEN has %d tests, but input/ has %d; make the tests again", len(lines), number)
	}
	tests := make([]cmsTest, max(number, len(lines)))
	for i := range tests {
		t := &tests[i]
		if i < len(lines) {
			t.line = lines[i]
		}
		if answer := fmt.Sprintf("output/output%d.txt", i); ci.tree.has(answer) {
			t.answer = answer
		} else if ci.manager == "" && !ci.hasSolution() {
			return nil, hint.Errorf("make the outputs first, with task-maker or cmsMake", "%s is missing, and there is no sol/solution that makes it", answer)
		}
		file, copied := strings.CutPrefix(t.line, copyMark)
		switch {
		case i < number:
			t.input = fmt.Sprintf("input/input%d.txt", i)
		case copied && !ci.tree.has(path.Clean(file)):
			return nil, hint.Errorf("correct the path", "gen/GEN: there is no file %s to copy", file)
		case copied:
			t.input = path.Clean(file)
		default:
			t.made = true
		}
	}
	return tests, nil
}

// hasSolution reports whether there is an official solution, which makes missing outputs.
func (ci *cmsImport) hasSolution() bool {
	return slices.ContainsFunc(ci.tree.in("sol"), func(name string) bool {
		return slices.Contains(solutionEndings, path.Ext(name)) && ci.isOfficial(name)
	})
}

// test adds a test to a directory below data/.
func (ci *cmsImport) test(folder string, number, count int, t cmsTest) error {
	c := testCase{name: fmt.Sprintf("%s/%0*d", folder, len(strconv.Itoa(count-1)), number), input: t.input, answer: t.answer}
	if t.line != "" {
		set(&c.settings, "description", "generated by: "+t.line)
	}
	if t.made {
		program, err := ci.generator()
		if err != nil {
			return err
		}
		c.command = program + " " + t.line
	}
	return ci.addCase(c)
}

// cmsGeneratorRun calls a generator of a task with the arguments of a line of gen/GEN.
const cmsGeneratorRun = `#!/bin/sh
here=$(dirname "$0")
exec "$here/generator" "$@"
`

// generator imports the program that makes the inputs, once, and returns its name in commands.
func (ci *cmsImport) generator() (string, error) {
	for _, base := range []string{"generator", "generatore"} {
		source := ci.program("gen/" + base)
		if source == "" {
			continue
		}
		folder := "generators/" + base
		if _, done := ci.files[folder+"/run"]; done {
			return base, nil
		}
		if isCpp(source) {
			ci.tree.used["gen/"+base] = true
			return base, ci.wrap(folder, cmsGeneratorRun, compiled{source, "gnu++17", "generator"})
		}
		if err := ci.besides(folder, source); err != nil {
			return "", err
		}
		return base, ci.uncompiled(folder, source, "generator", cmsGeneratorRun)
	}
	return "", hint.Errorf("make the tests first, with task-maker or cmsMake", "input/input0.txt is missing, and there is no gen/generator that makes it")
}

// besides copies what a script may read or import: the other files of its directory that are neither programs of the
// task nor notes for people.
func (ci *cmsImport) besides(folder, script string) error {
	if path.Ext(script) != ".py" {
		return nil
	}
	for _, name := range ci.tree.in(path.Dir(script)) {
		base := path.Base(name)
		own := slices.Contains([]string{"generator", "generatore", "validator", "valida"}, stem(base))
		if own || !slices.Contains([]string{".py", ".yaml", ".json"}, path.Ext(base)) {
			continue
		}
		if err := ci.copy(name, folder+"/"+ci.safeName(base)); err != nil {
			return err
		}
	}
	return nil
}

// validatorArgs are the arguments of the validator: the number of the subtask, counted from 1, or 0 for none.
func (ci *cmsImport) validatorArgs(subtask int) []string {
	if !ci.validates {
		return nil
	}
	return []string{strconv.Itoa(subtask + 1)}
}

func subtaskName(index, count int) string {
	return fmt.Sprintf("subtask%0*d", len(strconv.Itoa(max(count-1, 0))), index)
}

// scoreType reads the groups of score_type_parameters: points, and the number of tests or an expression for their
// names, which are 000, 001 and so on. It reports whether the task says so.
func (ci *cmsImport) scoreType(count int) (subtasks []subtask, says bool, err error) {
	kind := ci.value("score_type")
	parameters := get(ci.task, "score_type_parameters")
	if text, isText := parameters.(string); isText {
		if err := json.Unmarshal([]byte(text), &parameters); err != nil {
			return nil, false, hint.Errorf(groupsHelp, "task.yaml: score_type_parameters: %v", err)
		}
	}
	groups, isList := parameters.([]any)
	switch kind {
	case "":
		return nil, false, nil
	case "Sum":
		return nil, true, nil // all tests are worth the same
	case "GroupMin", "GroupMul", "GroupThreshold":
	default:
		ci.note("task.yaml", "score_type: %s has no place: subtasks are worth what their worst test gets", kind)
		return nil, false, nil
	}
	if !isList {
		return nil, false, nil // those of gen/GEN
	}
	next := 0
	for i, group := range groups {
		st, err := cmsGroup(group, &next, count)
		if err != nil {
			return nil, false, fmt.Errorf("task.yaml: score_type_parameters: group %d: %w", i, err)
		}
		subtasks = append(subtasks, st)
	}
	if kind == "GroupMul" {
		ci.note("task.yaml", "score_type: GroupMul has no place: a subtask is worth its worst test, not the product, which differs only where a checker gives parts")
	}
	if kind == "GroupThreshold" {
		ci.note("task.yaml", "score_type: GroupThreshold has no place: its thresholds are left out, and each test of a subtask must be accepted")
	}
	return subtasks, true, nil
}

// groupsHelp shows the form of the groups.
const groupsHelp = "write them as [[40, 3], [60, 5]]"

// cmsGroup reads one group. next is the first test that no group before it counted.
func cmsGroup(group any, next *int, count int) (subtask, error) {
	parts, isList := group.([]any)
	if !isList || len(parts) < 2 {
		return subtask{}, hint.Errorf(groupsHelp, "want points and tests, got %v", group)
	}
	worth, err := parseNumber(parts[0])
	if err != nil || !(0 <= worth && worth <= maxPoints) {
		return subtask{}, hint.Errorf(groupsHelp, "want points, got %v", parts[0])
	}
	st := subtask{points: worth}
	if text, isText := parts[1].(string); isText {
		expression, err := regexp.Compile("^(?:" + text + ")")
		if err != nil {
			return subtask{}, err
		}
		for i := range count {
			if expression.MatchString(fmt.Sprintf("%03d", i)) {
				st.members = append(st.members, i)
			}
		}
		return st, nil
	}
	number, err := parseNumber(parts[1])
	if err != nil || number < 0 || number > float64(count-*next) {
		return subtask{}, hint.Errorf(groupsHelp, "want a number of tests up to %d, got %v", count-*next, parts[1])
	}
	for range int(number) {
		st.members = append(st.members, *next)
		*next++
	}
	return st, nil
}

// grading writes the points of the subtasks. Each is worth the result of its worst test (CMS calls that GroupMin), or
// all or nothing (GroupThreshold). Without subtasks, all tests share a hundred points evenly.
func (ci *cmsImport) grading(subtasks []subtask) error {
	var all shares
	aggregation := "min"
	if ci.value("score_type") == "GroupThreshold" {
		aggregation = "pass-fail"
	}
	for i, st := range subtasks {
		if len(st.members) == 0 {
			ci.note("gen/GEN", "subtask %d has no tests; it is left out", i)
			continue
		}
		worth := ci.share("gen/GEN", fmt.Sprintf("subtask %d", i), st.points, &all)
		m := keys{{Key: "score_aggregation", Value: aggregation}, {Key: "max_score", Value: worth}}
		set(&m, "input_validator_args", ci.validatorArgs(i))
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
	if len(subtasks) == 0 {
		set(&m, "input_validator_args", ci.validatorArgs(0))
	}
	return ci.yaml("data/secret/test_group.yaml", m)
}
