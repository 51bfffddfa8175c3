package exchange

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/pkgfmt/icpc"
)

// rbxImport is one import of a problem of rbx.
type rbxImport struct {
	*importer
	about   keys
	args    []string // of the output validator
	vars    map[string]string
	inlined int // inputs written in testplans
}

// rbxFile is the file with everything about the problem.
const rbxFile = "problem.rbx.yml"

// rbx imports a directory with problem.rbx.yml: tests by files and testplans, programs written with testlib.h, solutions with
// outcomes. Answers are always made.
func (im *importer) rbx(dir string) error {
	about, err := im.tree.readYAML(rbxFile)
	if err != nil {
		return err
	}
	ri := &rbxImport{importer: im, about: about, vars: map[string]string{}}
	name := cmp.Or(valueOf(about, "name"), filepath.Base(dir))
	im.ID = packageID(name)
	vars, _ := get(about, "vars").(keys)
	ri.flatten("", vars)
	im.findHeaders(ri.folders()...)
	if im.headers[rbxHeader] == "" {
		im.given = map[string][]byte{rbxHeader: ri.header()}
	}
	kind := []string{}
	if ri.isScoring() {
		kind = append(kind, "scoring")
	}
	if strings.EqualFold(valueOf(about, "type"), "communication") {
		kind = append(kind, "interactive")
	}
	for _, step := range []func() error{ri.statements, ri.judge, ri.validators, ri.solutions, ri.tests, ri.generators} {
		if err := step(); err != nil {
			return err
		}
	}
	m := ri.head(kind, name, "rbx", name)
	set(&m, "allow_file_writing", true)
	var limits keys
	if ms, err := parseNumber(get(about, "timeLimit")); err == nil {
		setTimeLimit(&limits, ms/1000)
	}
	if mib, err := parseNumber(get(about, "memoryLimit")); err == nil && mib >= 1 {
		set(&limits, "memory", int(mib))
	}
	if kib, err := parseNumber(get(about, "outputLimit")); err == nil && kib >= 1 {
		set(&limits, "output", max(1, int(kib)/1024))
	}
	set(&m, "limits", limits)
	ri.noteKeys(rbxFile, "", about, "name", "titles", "languages", "type", "scoring", "timeLimit", "memoryLimit", "outputLimit", "checker", "interactor", "validator",
		"extraValidators", "generators", "generatorScript", "solutions", "testcases", "statements", "tutorials", "vars")
	return ri.finish(m)
}

// folders lists the directories that may hold headers.
func (ri *rbxImport) folders() []string {
	folders := []string{"."}
	for _, name := range ri.tree.files {
		if dir := path.Dir(name); !slices.Contains(folders, dir) {
			folders = append(folders, dir)
		}
	}
	return folders
}

// flatten reads variables by their paths: N.max.
func (ri *rbxImport) flatten(prefix string, vars keys) {
	for _, item := range vars {
		name := prefix + fmt.Sprint(item.Key)
		if below, isMap := item.Value.(keys); isMap {
			ri.flatten(name+".", below)
			continue
		}
		text := fmt.Sprint(item.Value)
		if number, err := parseNumber(item.Value); err == nil && strings.ContainsAny(text, "eE") { // 1e9
			text = strconv.FormatFloat(number, 'f', -1, 64)
		}
		ri.vars[name] = text
	}
}

// code returns the path of a program, which is a text or a map with the key path; "" for none.
func (ri *rbxImport) code(value any) string {
	if m, isMap := value.(keys); isMap {
		return path.Clean(valueOf(m, "path"))
	}
	if value == nil {
		return ""
	}
	return path.Clean(fmt.Sprint(value))
}

var (
	rbxBlock    = lazyregexp.New(`(?s)%-?\s*block\s+(\w+)\s*\n(.*?)%-?\s*endblock`)
	rbxVariable = lazyregexp.New(`\\VAR\{\s*(?:vars\.)?([\w.]+)\s*(?:\|[^}]*)?\}`)
)

// statements imports the sources of statements and editorials: their blocks, with the values of variables.
func (ri *rbxImport) statements() error {
	ri.languages, ri.names = map[string]bool{}, map[string]string{}
	titles, _ := get(ri.about, "titles").(keys)
	for _, title := range titles {
		ri.names[fmt.Sprint(title.Key)] = fmt.Sprint(title.Value)
	}
	for _, kind := range []struct{ key, folder, base string }{{"statements", "statement", "problem"}, {"tutorials", "solution", "solution"}} {
		for _, m := range mapsOf(get(ri.about, kind.key)) {
			languages := []string{cmp.Or(valueOf(m, "language"), "en")}
			if languages[0] == "*" {
				languages = words(get(ri.about, "languages"))
			}
			for _, code := range languages {
				if err := ri.statement(kind.key, kind.folder, kind.folder+"/"+kind.base, code, valueOf(m, "file", "path")); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (ri *rbxImport) statement(kind, folder, base, code, file string) error {
	from := path.Clean(strings.ReplaceAll(file, "{lang}", code))
	if !ri.tree.has(from) {
		ri.note(from, "missing, but %s names it", rbxFile)
		return nil
	}
	to := base + "." + code + path.Ext(from)
	if _, done := ri.files[to]; done {
		return nil
	}
	if folder == "statement" {
		ri.languages[code] = true
	}
	ending := path.Ext(from)
	if ending != ".tex" {
		return ri.copy(from, to)
	}
	source, err := ri.tree.read(from)
	if err != nil {
		return err
	}
	text := ""
	if kind == "statements" {
		text = "\\problemname{" + ri.names[code] + "}\n"
	}
	blocks := map[string]string{}
	for _, block := range rbxBlock().FindAllStringSubmatch(string(source), -1) {
		blocks[block[1]+".tex"] = strings.TrimSpace(block[2])
	}
	if len(blocks) == 0 {
		blocks["legend.tex"] = strings.TrimSpace(string(source))
	}
	for _, section := range sections {
		body := blocks[section.file]
		delete(blocks, section.file)
		if body == "" {
			continue
		}
		if section.heading != "" {
			text += "\n\\section*{" + section.heading + "}\n"
		}
		text += "\n" + body + "\n"
	}
	for name := range blocks {
		ri.note(from, "the block %s has no place", stem(name))
	}
	text = rbxVariable().ReplaceAllStringFunc(text, func(mark string) string {
		if value, found := ri.vars[rbxVariable().FindStringSubmatch(mark)[1]]; found {
			return value
		}
		ri.note(from, "%s is not known", mark)
		return mark
	})
	for _, name := range ri.tree.in(path.Dir(from)) {
		if slices.Contains([]string{".png", ".jpg", ".jpeg", ".pdf", ".svg"}, strings.ToLower(path.Ext(name))) && strings.Contains(text, stem(path.Base(name))) {
			place := folder + "/" + path.Base(name)
			if _, done := ri.files[place]; !done {
				if err := ri.copy(name, place); err != nil {
					return err
				}
			}
		}
	}
	return ri.text(to, text)
}

// judge makes the output validator: the interactor, the checker, or both.
func (ri *rbxImport) judge() error {
	checker, interactor := ri.code(get(ri.about, "checker")), ri.code(get(ri.about, "interactor"))
	if m, isMap := get(ri.about, "checker").(keys); isMap {
		if mode := cmp.Or(valueOf(m, "mode"), "testlib"); mode != "testlib" {
			return hint.Errorf("write one with testlib.h", "%s: checkers of the mode %s cannot be called", rbxFile, mode)
		}
	}
	scoring := ri.isScoring()
	if checker != "" && !ri.tree.has(checker) {
		// rbx brings testlib's own checkers.
		if ri.args = standardChecker(stem(path.Base(checker))); ri.args == nil {
			return hint.Errorf("add the file to the problem", "%s: the checker %s is missing", rbxFile, checker)
		}
		checker = ""
	}
	if interactor != "" {
		programs := []compiled{{interactor, "gnu++20", "interactor"}}
		if checker != "" {
			programs = append(programs, compiled{checker, "gnu++20", "checker"})
		}
		ri.args = nil
		return ri.wrap("output_validator", testlibRun(interactorScript, scoring), programs...)
	}
	if checker == "" {
		return nil
	}
	return ri.wrap("output_validator", testlibRun(checkerScript, scoring), compiled{checker, "gnu++20", "checker"})
}

func (ri *rbxImport) validators() error {
	for _, value := range append([]any{get(ri.about, "validator")}, list(get(ri.about, "extraValidators"))...) {
		source := ri.code(value)
		if source == "" {
			continue
		}
		if err := ri.wrap("input_validators/"+stem(ri.safeName(path.Base(source))), validatorScript, compiled{source, "gnu++20", "validator"}); err != nil {
			return err
		}
	}
	return nil
}

// rbxOutcomes maps outcomes, in lower case with their parts joined by spaces, to directories and expectations.
var rbxOutcomes = map[string]struct {
	folder              string
	permitted, required []string
}{
	"any":                             {"mixed", []string{"AC", "WA", "TLE", "RTE"}, nil},
	"accepted":                        {folder: "accepted"},
	"accepted or time limit exceeded": {"mixed", []string{"AC", "TLE"}, nil},
	"wrong answer":                    {folder: "wrong_answer"},
	"incorrect":                       {folder: "rejected"},
	"runtime error":                   {folder: "run_time_error"},
	"time limit exceeded":             {folder: "time_limit_exceeded"},
	"memory limit exceeded":           {folder: "run_time_error"},
	"output limit exceeded":           {"mixed", []string{"AC", "TLE", "RTE"}, []string{"TLE", "RTE"}},
	"tle or rte":                      {folder: "brute_force"},
	"tle or mle":                      {folder: "brute_force"},
	"mle or rte":                      {folder: "run_time_error"},
}

var rbxAliases = map[string]string{
	"ac": "accepted", "correct": "accepted", "wa": "wrong answer", "fail": "incorrect", "rte": "runtime error", "re": "runtime error",
	"timeout": "time limit exceeded", "tle": "time limit exceeded", "tl": "time limit exceeded", "mle": "memory limit exceeded", "ml": "memory limit exceeded",
	"ole": "output limit exceeded", "ol": "output limit exceeded", "accepted or tle": "accepted or time limit exceeded", "ac or tle": "accepted or time limit exceeded",
	"tle or re": "tle or rte", "ml or re": "mle or rte", "tl or ml": "tle or mle",
}

// outcomeOf is the name of an outcome in rbxOutcomes.
func outcomeOf(text string) string {
	name := strings.ToLower(strings.NewReplacer("_", " ", "-", " ", "/", " or ", "+", " or ").Replace(strings.TrimSpace(text)))
	return cmp.Or(rbxAliases[name], name)
}

// solutions imports the solutions by paths and patterns. The first accepted one makes the answers.
func (ri *rbxImport) solutions() error {
	for _, m := range mapsOf(get(ri.about, "solutions")) {
		pattern := path.Clean(valueOf(m, "path"))
		outcome, known := rbxOutcomes[outcomeOf(cmp.Or(valueOf(m, "outcome"), "accepted"))]
		if !known {
			ri.note(pattern, "not imported: the outcome %q is not known", valueOf(m, "outcome"))
			continue
		}
		found := false
		for _, source := range ri.tree.files {
			if matches, err := path.Match(pattern, source); err != nil || !matches || ri.tree.used[source] || !slices.Contains(solutionEndings, path.Ext(source)) {
				continue
			}
			found = true
			name, err := ri.submission(outcome.folder, source)
			if err != nil {
				return err
			}
			var more keys
			if outcome.folder == "accepted" && ri.model == "" {
				set(&more, "model_solution", true)
				ri.model = "/submissions/" + name
			}
			set(&more, "permitted", outcome.permitted)
			set(&more, "required", outcome.required)
			set(&ri.submissions, name, append(more, ri.outcomesOfGroups(m, pattern)...))
		}
		if !found && !strings.ContainsAny(pattern, "*?[") {
			ri.note(pattern, "missing, but %s names it", rbxFile)
		}
		ri.noteKeys(rbxFile, "the solution "+pattern+": ", m, "path", "outcome", "outcomePerGroup", "language")
	}
	if ri.model == "" {
		return hint.Errorf("add one, with the outcome ACCEPTED", "%s names no accepted solution, which would make the answers", rbxFile)
	}
	return nil
}

// rbxTags are the tags of Polygon that demand of a group what the directories of rbxOutcomes demand of all tests.
var rbxTags = map[string]string{
	"accepted": "accepted", "wrong_answer": "wrong-answer", "rejected": "rejected", "time_limit_exceeded": "time-limit-exceeded",
	"run_time_error": "memory-limit-exceeded", "brute_force": "time-limit-exceeded-or-memory-limit-exceeded",
}

// outcomesOfGroups returns what is expected of a solution on single groups; "*" stands for those that are not named.
func (ri *rbxImport) outcomesOfGroups(solution keys, pattern string) keys {
	wanted, _ := get(solution, "outcomePerGroup").(keys)
	var all keys
	for _, group := range ri.groupNames() {
		text := cmp.Or(valueOf(wanted, group), valueOf(wanted, "*"))
		if text == "" || group == "samples" && valueOf(wanted, group) == "" {
			continue
		}
		outcome, known := rbxOutcomes[outcomeOf(text)]
		if !known {
			ri.note(rbxFile, "the solution %s: outcomePerGroup: the outcome %q is not known", pattern, text)
			continue
		}
		demand := tagVerdicts[rbxTags[outcome.folder]]
		if outcome.folder == "mixed" {
			demand.permitted, demand.required = outcome.permitted, outcome.required
		}
		var m keys
		set(&m, "permitted", demand.permitted)
		set(&m, "required", demand.required)
		set(&all, ri.groupFolder(group), m)
	}
	return all
}

// groupNames lists the groups in their order.
func (ri *rbxImport) groupNames() []string {
	var names []string
	for _, m := range mapsOf(get(ri.about, "testcases")) {
		names = append(names, valueOf(m, "name"))
	}
	return names
}

// isScoring reports whether groups are worth points.
func (ri *rbxImport) isScoring() bool {
	return strings.EqualFold(valueOf(ri.about, "scoring"), "points")
}

// groupFolder is the directory below data/ that a group becomes. Groups are judged in the order of their directories, so
// these have numbers if a group depends on one whose name comes later.
func (ri *rbxImport) groupFolder(name string) string {
	if name == "samples" {
		return "sample"
	}
	names := slices.DeleteFunc(ri.groupNames(), func(name string) bool { return name == "samples" })
	if len(names) == 1 && !ri.isScoring() {
		return "secret"
	}
	numbered := false
	for _, m := range mapsOf(get(ri.about, "testcases")) {
		for _, needed := range words(get(m, "deps")) {
			numbered = numbered || needed != "samples" && ri.safeName(needed) > ri.safeName(valueOf(m, "name"))
		}
	}
	folder := ri.safeName(name)
	if numbered {
		folder = fmt.Sprintf("%0*d-%s", len(strconv.Itoa(len(names))), 1+slices.Index(names, name), folder)
	}
	return "secret/" + folder
}

// tests imports the groups: that called samples becomes the samples.
func (ri *rbxImport) tests() error {
	var samples []testCase
	var groups []pointGroup
	for _, m := range mapsOf(get(ri.about, "testcases")) {
		name := valueOf(m, "name")
		cases, err := ri.cases(m, name)
		if err != nil {
			return err
		}
		for i := range cases {
			cases[i].name = fmt.Sprintf("%03d", i)
		}
		ri.noteKeys(rbxFile, "the group "+name+": ", m, "name", "testcases", "testcaseGlob", "generators", "generatorScript", "subgroups", "score", "deps")
		switch {
		case len(cases) == 0:
			ri.note(rbxFile, "the group %s has no tests; it is left out", name)
		case name == "samples":
			samples = cases
		default:
			g := pointGroup{name: groupBelow(ri.groupFolder(name)), points: points(valueOf(m, "score")), aggregation: "pass-fail", cases: cases}
			for _, needed := range words(get(m, "deps")) {
				folder := ri.groupFolder(needed)
				switch {
				case needed == "samples":
					g.needs = append(g.needs, "sample")
				case slices.ContainsFunc(groups, func(g pointGroup) bool { return "secret/"+g.name == folder }) && groupBelow(folder) < g.name:
					g.needs = append(g.needs, folder)
				default:
					ri.note(rbxFile, "the group %s depends on %s, which is not judged before it; that has no place", name, needed)
				}
			}
			groups = append(groups, g)
		}
	}
	if len(groups) == 0 && len(samples) == 0 {
		return hint.Errorf("add a group", "%s names no tests", rbxFile)
	}
	if len(groups) == 0 {
		groups = []pointGroup{{cases: slices.Clone(samples)}} // a package judges by its secret cases
	}
	if err := ri.addSamples(samples, ri.args); err != nil {
		return err
	}
	return ri.addGroups(rbxFile, groups, ri.isScoring(), ri.args)
}

// groupBelow is the name of a group's directory below secret, "" for secret itself.
func groupBelow(folder string) string {
	return strings.TrimPrefix(strings.TrimPrefix(folder, "secret"), "/")
}

// cases returns the tests of a group: files, those of a pattern, calls of generators, and testplans.
func (ri *rbxImport) cases(m keys, group string) ([]testCase, error) {
	var cases []testCase
	for _, tc := range mapsOf(get(m, "testcases")) {
		c, err := ri.byFile(valueOf(tc, "inputPath"), valueOf(tc, "outputPath"))
		if err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	if pattern := valueOf(m, "testcaseGlob"); pattern != "" {
		for _, name := range ri.tree.files {
			if matches, err := path.Match(path.Clean(pattern), name); err == nil && matches && path.Ext(name) != ".ans" && path.Ext(name) != ".out" && path.Ext(name) != ".tex" {
				c, err := ri.byFile(name, "")
				if err != nil {
					return nil, err
				}
				cases = append(cases, c)
			}
		}
	}
	for _, call := range mapsOf(get(m, "generators")) {
		c, err := ri.byCommand(rbxFile, strings.TrimSpace(valueOf(call, "name")+" "+valueOf(call, "args")))
		if err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	for _, value := range []any{get(m, "generatorScript"), ri.shared(m)} {
		planned, err := ri.plan(ri.code(value), group)
		if err != nil {
			return nil, err
		}
		cases = append(cases, planned...)
	}
	for _, below := range mapsOf(get(m, "subgroups")) {
		more, err := ri.cases(below, group+"/"+valueOf(below, "name"))
		if err != nil {
			return nil, err
		}
		cases = append(cases, more...)
	}
	return cases, nil
}

// shared is the testplan of the whole problem, for groups that name nothing themselves.
func (ri *rbxImport) shared(m keys) any {
	for _, key := range []string{"testcases", "testcaseGlob", "generators", "generatorScript", "subgroups"} {
		if get(m, key) != nil {
			return nil
		}
	}
	return get(ri.about, "generatorScript")
}

func (ri *rbxImport) byFile(input, output string) (testCase, error) {
	input = path.Clean(input)
	if !ri.tree.has(input) {
		return testCase{}, hint.Errorf("add the file, or remove it from "+rbxFile, "the test %s is missing", input)
	}
	c := testCase{input: input}
	for _, answer := range []string{output, stem(input) + ".ans", stem(input) + ".out"} {
		if answer != "" && ri.tree.has(path.Clean(answer)) && c.answer == "" {
			c.answer = path.Clean(answer)
		}
	}
	return c, nil
}

// byCommand makes a test by the call of a generator: its name in problem.rbx.yml, or its path without extension.
func (ri *rbxImport) byCommand(at, text string) (testCase, error) {
	args, err := icpc.SplitWords(text)
	if err != nil || len(args) == 0 {
		return testCase{}, hint.Errorf("write a generator and its arguments", "%s: %q is not a call of a generator", at, text)
	}
	source := ""
	for _, m := range mapsOf(get(ri.about, "generators")) {
		if valueOf(m, "name") == args[0] {
			source = ri.code(m)
		}
	}
	for _, name := range ri.tree.files {
		if source == "" && (name == path.Clean(args[0]) || stem(name) == path.Clean(args[0])) && slices.Contains(solutionEndings, path.Ext(name)) {
			source = name
		}
	}
	if source == "" || !ri.tree.has(source) {
		return testCase{}, hint.Errorf("add the program, or correct the name", "%s: there is no generator %s", at, args[0])
	}
	if strings.ContainsAny(text, `{}"'\`) {
		// A command has no quotes, and braces of its own.
		ri.inlined++
		name := fmt.Sprintf("%s_%d", stem(ri.safeName(path.Base(source))), ri.inlined)
		run := fmt.Sprintf("#!/bin/sh\nhere=$(dirname \"$0\")\nexec \"$here/generator\" %s\n", flagText(args[1:]))
		return testCase{command: name, settings: madeAs(text)}, ri.generator(name, source, run)
	}
	name := stem(ri.safeName(path.Base(source)))
	return testCase{command: strings.Join(append([]string{name}, args[1:]...), " "), settings: madeAs(text)},
		ri.generator(name, source, "#!/bin/sh\nhere=$(dirname \"$0\")\nexec \"$here/generator\" \"$@\"\n")
}

func madeAs(command string) keys {
	return keys{{Key: "description", Value: "generated by: " + command}}
}

// generator imports a program that makes tests, once by that name.
func (ri *rbxImport) generator(name, source, run string) error {
	folder := "generators/" + name
	if _, done := ri.files[folder+"/run"]; done {
		return nil
	}
	if isCpp(source) {
		return ri.wrap(folder, run, compiled{source, "gnu++20", "generator"})
	}
	return ri.uncompiled(folder, source, "generator", run)
}

// generators imports the other programs that make tests.
func (ri *rbxImport) generators() error {
	for _, m := range mapsOf(get(ri.about, "generators")) {
		source := ri.code(m)
		if ri.tree.used[source] || !ri.tree.has(source) {
			continue
		}
		if err := ri.generator(stem(ri.safeName(path.Base(source))), source, generatorScript); err != nil {
			return err
		}
	}
	return nil
}
