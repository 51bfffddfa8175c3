package exchange

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/pkgfmt/problem"
)

// hydroImport is one import of a problem of Hydro, or of LightCPVerifier, whose config.yaml is of the same kind.
type hydroImport struct {
	*importer
	file   string // that of the configuration
	config keys
	// light says that the problem is LightCPVerifier's: programs lie beside config.yaml, tests are counted.
	light bool
	args  []string // of the output validator
	// shown are the files that statements show, samples the inputs of the samples in them.
	shown   []string
	samples map[string]bool
}

// hydro imports problem.yaml, statements and testdata/config.yaml as Hydro exports them.
func (im *importer) hydro(dir string) error {
	about, err := im.tree.readYAML("problem.yaml")
	if err != nil {
		return err
	}
	hi := &hydroImport{importer: im, file: "testdata/config.yaml", samples: map[string]bool{}}
	if !im.tree.has(hi.file) {
		hi.file = "testdata/config.yml"
	}
	if hi.config, err = im.tree.readYAML(hi.file); err != nil {
		return err
	}
	id := cmp.Or(valueOf(about, "pid"), filepath.Base(dir))
	im.ID = packageID(id)
	im.noteKeys("problem.yaml", "", about, "pid", "title", "tag")
	hi.languages, hi.names = map[string]bool{}, map[string]string{}
	for _, name := range im.tree.in(".") {
		base, isMarkdown := strings.CutSuffix(name, ".md")
		if !isMarkdown || base != "problem" && !strings.HasPrefix(base, "problem_") {
			continue
		}
		code := cmp.Or(strings.Map(func(r rune) rune {
			if r == '_' {
				return '-'
			}
			return r
		}, strings.TrimPrefix(strings.TrimPrefix(base, "problem"), "_")), "zh")
		code, _, _ = strings.Cut(code, "-")
		if hi.languages[code] {
			hi.note(name, "not imported: there is another statement in that language")
			im.tree.used[name] = true
			continue
		}
		hi.languages[code] = true
		hi.names[code] = valueOf(about, "title")
		if err := hi.markdown(name, code); err != nil {
			return err
		}
	}
	if err := hi.beside(); err != nil {
		return err
	}
	return hi.all(cmp.Or(valueOf(about, "title"), id), words(get(about, "tag")), "hydro", id)
}

var (
	// hydroSample matches a sample in a statement.
	hydroSample = lazyregexp.New("(?s)\n*```(input|output)([0-9]+)[ \\t]*\n(.*?)```[ \\t]*(?:\n|$)")
	hydroFile   = lazyregexp.New(`\]\(file://([^)\s]+)\)`)
)

// markdown imports a statement. The samples in it become test cases, which the package shows by itself.
func (hi *hydroImport) markdown(name, code string) error {
	content, err := hi.tree.read(name)
	if err != nil {
		return err
	}
	text := strings.ReplaceAll(string(content), "\r\n", "\n")
	found := map[string]map[string]string{}
	for _, match := range hydroSample().FindAllStringSubmatch(text, -1) {
		if found[match[2]] == nil {
			found[match[2]] = map[string]string{}
		}
		found[match[2]][match[1]] = match[3]
	}
	isInteractive := valueOf(hi.config, "type") == "interactive" // whose samples are conversations
	for number, sample := range found {
		if _, done := hi.files["data/sample/"+number+".in"]; done || isInteractive || sample["input"] == "" || sample["output"] == "" {
			continue
		}
		hi.samples[sample["input"]] = true
		for ending, part := range map[string]string{".in": "input", ".ans": "output"} {
			if err := hi.text("data/sample/"+number+ending, sample[part]); err != nil {
				return err
			}
		}
	}
	if !isInteractive {
		text = ended(strings.TrimSpace(hydroSample().ReplaceAllString(text, "\n")))
	}
	for _, match := range hydroFile().FindAllStringSubmatch(text, -1) {
		hi.shown = append(hi.shown, match[1])
	}
	return hi.text("statement/problem."+code+".md", hydroFile().ReplaceAllString(text, "]($1)"))
}

// beside imports the files that statements show, and offers others as attachments; solutions and their explanations.
func (hi *hydroImport) beside() error {
	for _, name := range hi.tree.in("additional_file") {
		base := hi.safeName(path.Base(name))
		folder := "attachments/"
		if slices.Contains(hi.shown, path.Base(name)) {
			folder = "statement/"
		}
		if err := hi.copy(name, folder+base); err != nil {
			return err
		}
	}
	for folder, to := range map[string]string{"solution": "solution", "std": "submissions/accepted"} {
		for _, name := range hi.tree.in(folder) {
			if err := hi.copy(name, to+"/"+hi.safeName(path.Base(name))); err != nil {
				return err
			}
		}
	}
	return nil
}

// lightCP imports config.yaml of LightCPVerifier with its testdata/.
func (im *importer) lightCP(dir string) error {
	config, err := im.tree.readYAML("config.yaml")
	if err != nil {
		return err
	}
	hi := &hydroImport{importer: im, file: "config.yaml", config: config, light: true}
	hi.languages, hi.names = map[string]bool{}, map[string]string{}
	name := filepath.Base(dir)
	for _, statement := range []string{"statement.md", "statement.txt"} {
		if im.tree.has(statement) && len(hi.languages) == 0 {
			hi.languages["en"], hi.names["en"] = true, name
			if err := im.copy(statement, "statement/problem.en.md"); err != nil {
				return err
			}
		}
	}
	return hi.all(name, nil, "lightcp", name)
}

// valueOf is the text of a key, "" without it.
func valueOf(m keys, names ...string) string {
	for _, name := range names {
		if v := get(m, name); v != nil {
			return fmt.Sprint(v)
		}
	}
	return ""
}

// all imports what the configuration says.
func (hi *hydroImport) all(title string, tags []string, uuid ...string) error {
	hi.findHeaders("testdata", ".")
	kind, err := hi.judge()
	if err != nil {
		return err
	}
	scoring, err := hi.tests()
	if err != nil {
		return err
	}
	if len(hi.samples) > 0 && len(hi.args) > 0 {
		if err := hi.yaml("data/sample/test_group.yaml", keys{{Key: "output_validator_args", Value: hi.args}}); err != nil {
			return err
		}
	}
	if scoring {
		kind = append(kind, "scoring")
	}
	for _, base := range words(get(hi.config, "user_extra_files")) {
		code := cmp.Or(graderCodes[path.Ext(base)], "default")
		if isHeader(base) || isCpp(base) {
			code = "cpp"
		}
		if !hi.tree.has("testdata/" + base) {
			hi.note("testdata/"+base, "missing, but %s names it", hi.file)
			continue
		}
		if err := hi.copy("testdata/"+base, "include/"+code+"/"+path.Base(base)); err != nil {
			return err
		}
	}
	if name := valueOf(hi.config, "filename"); name != "" {
		if err := hi.namedFiles(hi.file, problem.NamedFiles{Input: name + ".in", Output: name + ".out"}); err != nil {
			return err
		}
	}
	m := hi.head(kind, title, uuid...)
	set(&m, "keywords", tags)
	set(&m, "allow_file_writing", true)
	set(&m, "limits", hi.limits())
	hi.noteKeys(hi.file, "", hi.config, "type", "time", "time_limit", "memory", "memory_limit", "filename", "checker_type", "checker", "interactor", "validator", "subtasks",
		"cases", "score", "user_extra_files", "judge_extra_files", "input_prefix", "output_prefix", "input_suffix", "output_suffix")
	return hi.finish(m)
}

// limits returns the limits of the problem: the largest of those that subtasks and cases have of their own.
func (hi *hydroImport) limits() keys {
	time, memory := seconds(valueOf(hi.config, "time", "time_limit")), mebibytes(valueOf(hi.config, "memory", "memory_limit"))
	for _, part := range append(mapsOf(get(hi.config, "subtasks")), mapsOf(get(hi.config, "cases"))...) {
		own := []string{valueOf(part, "time", "time_limit"), valueOf(part, "memory", "memory_limit")}
		if own[0] != "" && seconds(own[0]) != time || own[1] != "" && mebibytes(own[1]) != memory {
			hi.note(hi.file, "limits of single subtasks or cases (%s) have no place: the largest ones hold for all", strings.TrimSpace(strings.Join(own, " ")))
		}
		time, memory = max(time, seconds(own[0])), max(memory, mebibytes(own[1]))
	}
	if time == 0 {
		time = 1
	}
	if memory == 0 {
		memory = 256
	}
	var limits keys
	setTimeLimit(&limits, time)
	set(&limits, "memory", memory)
	return limits
}

var withUnit = regexp.MustCompile(`(?i)^\s*([0-9.]+)\s*([a-zµ]*)\s*$`)

// seconds reads a time such as 1s, 500ms or 1.5; 0 for none.
func seconds(text string) float64 {
	parts := withUnit.FindStringSubmatch(text)
	if parts == nil {
		return 0
	}
	value := points(parts[1])
	switch strings.ToLower(parts[2]) {
	case "ms":
		return value / 1000
	case "us", "µs":
		return value / 1e6
	}
	return value
}

// mebibytes reads a size such as 256m, 1g or 65536k; 0 for none.
func mebibytes(text string) int {
	parts := withUnit.FindStringSubmatch(text)
	if parts == nil {
		return 0
	}
	value := points(parts[1])
	switch strings.ToLower(parts[2])[:min(1, len(parts[2]))] {
	case "g":
		value *= 1024
	case "k":
		value /= 1024
	}
	return max(1, int(value+0.999))
}

// place is the path of a program of the configuration, which may be a name or a map with a file; "" for none.
func (hi *hydroImport) place(key, usual string) string {
	name := valueOf(hi.config, key)
	if m, isMap := get(hi.config, key).(keys); isMap {
		name = valueOf(m, "file", "name")
	}
	for _, folder := range []string{"testdata/", ""} {
		if file := folder + cmp.Or(name, usual); hi.tree.has(file) {
			return file
		}
	}
	if name != "" && standardChecker(stem(name)) == nil {
		hi.note(hi.file, "%s: the file %s is missing", key, name)
	}
	return ""
}

// judge makes the output validator and the input validator, and returns the types of the problem.
func (hi *hydroImport) judge() ([]string, error) {
	if validator := hi.place("validator", ""); validator != "" {
		folder := "input_validators/" + stem(hi.safeName(path.Base(validator)))
		if err := hi.wrap(folder, validatorScript, compiled{validator, "gnu++17", "validator"}); err != nil {
			return nil, err
		}
	}
	checker := hi.place("checker", map[bool]string{true: "chk.cc"}[hi.light])
	kind := cmp.Or(valueOf(hi.config, "type"), "default")
	switch kind {
	case "default":
	case "interactive":
		interactor := hi.place("interactor", map[bool]string{true: "interactor.cc"}[hi.light])
		if interactor == "" {
			return nil, hint.Errorf("add the file, or name it with the key interactor", "%s: the interactor is missing", hi.file)
		}
		return []string{"interactive"}, hi.wrap("output_validator", testlibRun(interactorScript, true), compiled{interactor, "gnu++17", "interactor"})
	case "submit_answer":
		return []string{"submit-answer"}, hi.checker(checker)
	default:
		return nil, hint.Errorf("import a problem of the type default, interactive or submit_answer", "%s: problems of the type %s have no place in a package", hi.file, kind)
	}
	return nil, hi.checker(checker)
}

// checker makes the output validator from the checker, or chooses the comparison.
func (hi *hydroImport) checker(source string) error {
	kind := valueOf(hi.config, "checker_type")
	if hi.light && source != "" {
		kind = cmp.Or(kind, "testlib")
	}
	if kind == "testlib" && source == "" && !hi.light {
		// Hydro has testlib's own checkers by name.
		hi.args = standardChecker(stem(path.Base(valueOf(hi.config, "checker"))))
		if hi.args == nil {
			hi.note(hi.file, "checker: outputs are compared token by token")
		}
		return nil
	}
	switch {
	case source != "" && kind == "testlib":
		return hi.wrap("output_validator", testlibRun(checkerScript, true), compiled{source, "gnu++17", "checker"})
	case kind == "strict":
		hi.args = []string{"case_sensitive", "space_change_sensitive"}
	case source != "" && kind != "" && kind != "default":
		return hint.Errorf("rewrite it with testlib.h, and set checker_type: testlib", "%s: checkers of the type %s cannot be called", hi.file, kind)
	default:
		hi.args = []string{"case_sensitive"}
	}
	return nil
}

// standardChecker returns the arguments of the default comparison for one of testlib's checkers; nil for others.
func standardChecker(name string) []string {
	switch name {
	case "wcmp", "ncmp", "icmp", "hcmp", "acmp", "lcmp":
		return []string{"case_sensitive"}
	case "fcmp":
		return []string{"case_sensitive", "space_change_sensitive"}
	case "rcmp4":
		return []string{"float_tolerance", "1e-4"}
	case "rcmp6":
		return []string{"float_tolerance", "1e-6"}
	case "rcmp9":
		return []string{"float_tolerance", "1e-9"}
	case "yesno", "nyesno":
		return []string{}
	}
	return nil
}

// tests imports the cases of the subtasks, or all that testdata/ holds, and reports whether they are worth points.
func (hi *hydroImport) tests() (scoring bool, err error) {
	subtasks := mapsOf(get(hi.config, "subtasks"))
	if len(subtasks) == 0 {
		cases, err := hi.listed(mapsOf(get(hi.config, "cases")))
		if err != nil {
			return false, err
		}
		if len(cases) == 0 {
			cases = hi.found()
		}
		if len(cases) == 0 {
			return false, hint.Errorf("export the problem with its test data", "there are no tests in testdata/")
		}
		return true, hi.addGroups(hi.file, []pointGroup{{points: 100, cases: cases}}, true, hi.args)
	}
	var groups []pointGroup
	names := map[string]string{}
	next := 1
	for i, st := range subtasks {
		cases, err := hi.listed(mapsOf(get(st, "cases")))
		if err != nil {
			return false, err
		}
		if count, err := parseNumber(get(st, "n_cases")); err == nil && len(cases) == 0 {
			if cases, err = hi.counted(&next, int(min(count, 10_000))); err != nil {
				return false, err
			}
		}
		if len(cases) == 0 {
			hi.note(hi.file, "subtask %d has no cases; it is left out", i+1)
			continue
		}
		g := pointGroup{
			name: fmt.Sprintf("%0*d", len(strconv.Itoa(len(subtasks))), i+1), points: points(valueOf(st, "score")), cases: cases,
			aggregation: cmp.Or(valueOf(st, "type"), "min"),
		}
		if !slices.Contains([]string{"min", "sum"}, g.aggregation) {
			hi.note(hi.file, "subtask %d: type %s has no place: it is worth its worst case", i+1, g.aggregation)
			g.aggregation = "min"
		}
		if g.aggregation == "min" && !hi.hasBelow("output_validator") {
			g.aggregation = "pass-fail" // no checker gives a part
		}
		names[cmp.Or(valueOf(st, "id"), strconv.Itoa(i+1))] = "secret/" + g.name
		for _, needed := range words(get(st, "if")) {
			if name := names[needed]; slices.ContainsFunc(groups, func(g pointGroup) bool { return "secret/"+g.name == name && g.aggregation == "pass-fail" }) {
				g.needs = append(g.needs, name)
			} else {
				hi.note(hi.file, "subtask %d depends on %s: that has no place, since a part of the points may suffice there", i+1, needed)
			}
		}
		hi.noteKeys(hi.file, fmt.Sprintf("subtask %d: ", i+1), st, "id", "score", "type", "time", "memory", "time_limit", "memory_limit", "if", "cases", "n_cases")
		groups = append(groups, g)
	}
	if len(groups) == 0 {
		return false, hint.Errorf("export the problem with its test data", "no subtask has a case")
	}
	share := true
	for _, g := range groups {
		share = share && g.points == 0
	}
	if share {
		for i := range groups {
			groups[i].points = 100 / float64(len(groups))
		}
	}
	scoring = len(groups) > 1 || groups[0].aggregation == "sum" || hi.givesParts()
	if len(groups) == 1 && (groups[0].aggregation == "sum" || !scoring) {
		groups[0].name = ""
	}
	if !scoring {
		if groups[0].cases, err = hi.withoutSamples(groups[0].cases); err != nil {
			return false, err
		}
	}
	return scoring, hi.addGroups(hi.file, groups, scoring, hi.args)
}

// withoutSamples returns the cases that are not samples of the statement as well.
func (hi *hydroImport) withoutSamples(cases []testCase) ([]testCase, error) {
	var others []testCase
	for _, c := range cases {
		isSample, err := hi.isSample(c.input)
		if err != nil {
			return nil, err
		}
		if !isSample {
			others = append(others, c)
			continue
		}
		hi.tree.used[c.input], hi.tree.used[c.answer] = true, true
	}
	return others, nil
}

// isSample reports whether an input is that of a sample in a statement.
func (hi *hydroImport) isSample(input string) (bool, error) {
	for sample := range hi.samples {
		info, err := hi.tree.rootOf(input).Stat(input)
		if err != nil || info.Size() != int64(len(sample)) {
			continue
		}
		text, err := hi.tree.file(input).content()
		if err != nil {
			return false, fmt.Errorf("read %s: %w", input, err)
		}
		if string(text) == sample {
			return true, nil
		}
	}
	return false, nil
}

// listed returns the cases that the configuration names.
func (hi *hydroImport) listed(cases []keys) ([]testCase, error) {
	var found []testCase
	for _, m := range cases {
		input, output := "testdata/"+valueOf(m, "input"), "testdata/"+valueOf(m, "output")
		if !hi.tree.has(input) || !hi.tree.has(output) {
			return nil, hint.Errorf("export the problem with its test data", "%s names the case %s with the answer %s, of which one is missing", hi.file, input, output)
		}
		found = append(found, testCase{name: hi.safeName(stem(path.Base(input))), input: input, answer: output})
	}
	return found, nil
}

// counted returns the next cases of LightCPVerifier, which are numbered.
func (hi *hydroImport) counted(next *int, count int) ([]testCase, error) {
	var found []testCase
	for range count {
		input := fmt.Sprintf("testdata/%s%d%s", valueOf(hi.config, "input_prefix"), *next, cmp.Or(valueOf(hi.config, "input_suffix"), ".in"))
		answer := ""
		for _, suffix := range []string{cmp.Or(valueOf(hi.config, "output_suffix"), ".ans"), ".out"} {
			if name := fmt.Sprintf("testdata/%s%d%s", valueOf(hi.config, "output_prefix"), *next, suffix); answer == "" && hi.tree.has(name) {
				answer = name
			}
		}
		if !hi.tree.has(input) || answer == "" {
			return nil, hint.Errorf("add the file, or correct n_cases", "%s counts a case %s, which is missing, or its answer", hi.file, input)
		}
		found = append(found, testCase{name: hi.safeName(stem(path.Base(input))), input: input, answer: answer})
		*next++
	}
	return found, nil
}

// found pairs the inputs of testdata/ with answers, as Hydro does without a list.
func (hi *hydroImport) found() []testCase {
	var found []testCase
	for _, input := range hi.tree.in("testdata") {
		base := path.Base(input)
		for _, pair := range [][2]string{{".in", ".out"}, {".in", ".ans"}, {".txt", ".txt"}} {
			answer := "testdata/" + strings.TrimSuffix(base, pair[0]) + pair[1]
			if pair[0] == ".txt" {
				answer = "testdata/" + strings.Replace(base, "input", "output", 1)
			}
			if path.Ext(base) == pair[0] && answer != input && hi.tree.has(answer) {
				found = append(found, testCase{name: hi.safeName(stem(base)), input: input, answer: answer})
				break
			}
		}
	}
	return found
}
