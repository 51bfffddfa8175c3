package exchange

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"slices"
	"strings"

	"grundy/checker"
	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/base/verdict"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// A foreign format is not the ICPC's: files have other names, and only programs written with testlib can judge. Exports
// read the model of the problem rather than its files, so that packages of all versions are alike to them.

// foreignFormats write the problem for another system, by its target.
var foreignFormats = map[Target]func(*conversion) error{
	ToPolygon: (*conversion).toPolygon,
	ToHydro:   (*conversion).toHydro,
	ToDMOJ:    (*conversion).toDMOJ,
}

// systemNames are the names of the systems in notes.
var systemNames = map[Target]string{ToPolygon: "Polygon", ToHydro: "Hydro", ToDMOJ: "DMOJ"}

// toForeign converts a package to a foreign format.
func (c *conversion) toForeign() error {
	kind := c.problem.Type
	if kind.MultiPass || kind.SubmitAnswer && c.target != ToHydro {
		return hint.Errorf("export it with --to icpc", "%s has no problems of the type %s", systemNames[c.target], strings.Join(typeNames(kind), " "))
	}
	for _, name := range []string{"problem.yaml", ".timelimit", settingsFile, submissionsFile} {
		c.tree.used[name] = true // the model of the problem has it
	}
	if err := foreignFormats[c.target](c); err != nil {
		return err
	}
	c.noteCases()
	for _, name := range c.tree.unused() {
		c.noPlace(name, "")
	}
	return nil
}

// inSet is the path of a file of a problem in an archive of several.
func (t Target) inSet(id, name string) string {
	switch t {
	case ToPolygon:
		return path.Join("problems", id, name)
	case ToHydro:
		return name // below the name of the problem already
	}
	return path.Join(id, name)
}

// foreignContest adds what a foreign system reads of a contest.
func (c *contest) foreignContest() error {
	if c.target != ToPolygon {
		return nil
	}
	return c.polygonContest()
}

// nest moves all files below the name of the problem.
func (c *conversion) nest() {
	nested := map[string]file{}
	for name, f := range c.files {
		nested[path.Join(c.ID, name)] = f
	}
	c.files = nested
}

// noPlace notes what the system cannot hold: something in a file or directory, or the whole if it is "".
func (c *conversion) noPlace(name, what string) {
	if what != "" {
		what += ": "
	}
	c.note(name, "%sleft out, since %s has no place for it", what, systemNames[c.target])
}

// markUsed keeps a file or the files of a directory from being noted again.
func (c *conversion) markUsed(name string) {
	c.tree.used[name] = true
	for _, file := range c.tree.below(name) {
		c.tree.used[file] = true
	}
}

// noteMetadata notes the keys of problem.yaml that the system does not know.
func (c *conversion) noteMetadata(known ...string) {
	known = append(known, "problem_format_version", "name", "type", "validation", "validator_flags", "allow_file_writing", "constants", "grading")
	if len(c.problem.Names) > 1 && c.target != ToPolygon {
		c.note("problem.yaml", "name: %s has one; the others are left out", systemNames[c.target])
	}
	for _, item := range c.metadata {
		switch key := fmt.Sprint(item.Key); {
		case key == "limits":
			limits, _ := item.Value.(keys)
			for _, limit := range limits {
				if name := fmt.Sprint(limit.Key); name != "time_limit" && name != "memory" && name != "time_resolution" {
					c.noPlace("problem.yaml", "limits."+name)
				}
			}
		case !slices.Contains(known, key):
			c.noPlace("problem.yaml", key)
		}
	}
}

// noteCases notes what test cases have beyond input and answer.
func (c *conversion) noteCases() {
	for _, tc := range c.problem.Data.AllCases() {
		group := "data/" + path.Dir(tc.Name)
		for _, part := range []struct {
			what string
			has  bool
		}{
			{"files beside an input", tc.Files != ""},
			{"args", len(tc.Args) > 0},
			{"input_validator_args", len(tc.InputArgs) > 0 || tc.InputArgsFor != nil},
			{"output_validator_args", len(tc.OutputArgs) > 0 && len(c.problem.Output.Programs) > 0},
			{"input_visualizer_args", len(tc.InputVisualizerArgs) > 0},
			{"output_visualizer_args", len(tc.OutputVisualizerArgs) > 0},
			{"full_feedback", tc.FullFeedback && !tc.Sample},
			{"hint", tc.Hint != ""},
			{"description", tc.Description != "" && c.target != ToPolygon},
			{"a file to download instead", tc.DownloadInput != "" || tc.DownloadAnswer != ""},
			{"a text instead of the sample", (tc.ShownInput != "" || tc.ShownAnswer != "") && c.target == ToDMOJ},
			{"a conversation", tc.Interaction != "" && c.target == ToDMOJ},
		} {
			if part.has {
				c.noPlace(group, part.what)
			}
		}
	}
	for _, tc := range c.problem.Shown {
		c.noPlace("data/"+tc.Name, "a sample without an input")
	}
	for _, name := range c.tree.below("data") {
		if ending := path.Ext(name); ending != ".in" && ending != ".ans" {
			c.tree.used[name] = true // the notes above tell of it, or the model holds it
		}
	}
}

// sourceFile returns a file of the problem by its path on the host: one of the package, or one that was generated.
func (c *conversion) sourceFile(place string) (file, error) {
	if name := c.problem.Place(place); c.tree.has(name) {
		return c.tree.file(name), nil
	}
	if _, err := os.Stat(place); err != nil {
		return file{}, fmt.Errorf("%s is not shipped with the package and was not generated (grundy generate makes it): %w", c.problem.Place(place), err)
	}
	return file{open: func() (io.ReadCloser, error) { return os.Open(place) }}, nil
}

// addCase adds the input and the answer of a case, which is empty if there is none.
func (c *conversion) addCase(tc *problem.Case, input, answer string) error {
	for name, place := range map[string]string{input: tc.Input, answer: tc.Answer} {
		var f file
		if place != "" {
			var err error
			if f, err = c.sourceFile(place); err != nil {
				return err
			}
		}
		if err := c.add(name, f); err != nil {
			return err
		}
	}
	return nil
}

// flatName names a case where all lie in one directory: "1-near-02".
func flatName(tc *problem.Case) string {
	return strings.ReplaceAll(strings.TrimPrefix(tc.Name, "secret/"), "/", "-")
}

// textAt returns the content of a file of the problem by its path on the host, "" for none.
func (c *conversion) textAt(place string) (string, error) {
	if place == "" {
		return "", nil
	}
	f, err := c.sourceFile(place)
	if err != nil {
		return "", err
	}
	text, err := f.content()
	return string(text), err
}

// worthGroup is a test group with its worth, for systems where points belong to groups.
type worthGroup struct {
	name        string // "" for secret itself
	cases       []*problem.Case
	aggregation string // "sum", "min" or "pass-fail"
	points      float64
	needs       []string // names of groups, "sample" among them
}

// worthGroups returns the groups below secret; without groups, or in problems without points, one of all cases.
func (c *conversion) worthGroups() []worthGroup {
	secret := findGroup(c.problem.Data, "secret")
	switch {
	case secret == nil:
		return nil
	case !c.problem.Type.Scoring:
		return []worthGroup{{cases: secret.AllCases(), aggregation: "pass-fail", points: 100}}
	}
	var groups []worthGroup
	if len(secret.Groups) == 0 {
		groups = append(groups, c.worthOf("", secret))
	} else if len(secret.Cases) > 0 {
		groups = append(groups, c.worthOf(ungrouped, &problem.Group{Name: "secret/" + ungrouped, Cases: secret.Cases, Grading: secret.Grading}))
	}
	for _, g := range secret.Groups {
		if len(g.AllCases()) == 0 {
			continue
		}
		groups = append(groups, c.worthOf(strings.TrimPrefix(g.Name, "secret/"), g))
	}
	if len(groups) == 1 && groups[0].aggregation == "pass-fail" && c.target != ToPolygon {
		c.note("problem.yaml", "type: all points belong to one group that is all or nothing, so there are none in %s", systemNames[c.target])
	}
	return groups
}

func (c *conversion) worthOf(name string, g *problem.Group) worthGroup {
	w := worthGroup{name: name, cases: g.AllCases(), aggregation: g.Grading.Aggregation}
	if g.Grading.Mode == verdict.ScoringLegacy {
		w.aggregation, w.points = c.legacyWorth(g)
	} else if most := g.Grading.MaxScore; most != nil {
		w.points = *most
	} else {
		w.points = math.Inf(1)
	}
	if math.IsInf(w.points, 0) {
		w.points = float64(len(w.cases))
		c.note("data/"+g.Name, "its points have no bound, which %s wants: %g are assumed", systemNames[c.target], w.points)
	}
	if w.aggregation == "min" {
		if len(c.problem.Output.Programs) > 0 {
			c.note("data/"+g.Name, "it is worth its worst case, of which %s gives all or nothing", systemNames[c.target])
		}
		w.aggregation = "pass-fail" // without a checker of its own a case gets all or nothing
	}
	for _, needed := range g.Grading.RequirePass {
		w.needs = append(w.needs, strings.TrimPrefix(needed, "secret/"))
	}
	return w
}

// pointsOf writes points as an integer where they are one.
func pointsOf(points float64) any {
	if whole := int(points); float64(whole) == points {
		return whole
	}
	return points
}

// samples returns the samples that are test cases.
func (c *conversion) samples() []*problem.Case {
	if sample := findGroup(c.problem.Data, "sample"); sample != nil {
		return sample.AllCases()
	}
	return nil
}

// comparisonArgs returns the arguments of the built-in comparison, which foreign formats have for a problem only.
func (c *conversion) comparisonArgs() (checker.Options, error) {
	var args []string
	if secret := findGroup(c.problem.Data, "secret"); secret != nil && len(secret.AllCases()) > 0 {
		args = secret.AllCases()[0].OutputArgs
	}
	for _, tc := range c.problem.Data.AllCases() {
		if !slices.Equal(args, tc.OutputArgs) {
			c.note("data/"+path.Dir(tc.Name), "output_validator_args of single groups have no place in %s: %q hold for all", systemNames[c.target], args)
		}
	}
	return checker.ParseOptions(args)
}

// standardComparisons are testlib's own checkers that judge as the built-in comparison does under options, where all words of
// the answers fit.
var standardComparisons = []struct {
	name    string
	options checker.Options
	fits    func(word string) bool
}{
	{"rcmp4", checker.Options{FloatAbsolute: "1e-4", FloatRelative: "1e-4"}, isDecimal},
	{"rcmp6", checker.Options{FloatAbsolute: "1e-6", FloatRelative: "1e-6"}, isDecimal},
	{"rcmp9", checker.Options{FloatAbsolute: "1e-9", FloatRelative: "1e-9"}, isDecimal},
	{"fcmp", checker.Options{CaseSensitive: true, SpaceChangeSensitive: true}, anyWord},
	{"wcmp", checker.Options{CaseSensitive: true}, anyWord},
	{"nyesno", checker.Options{}, isYesOrNo},
	{"wcmp", checker.Options{}, hasNoLetters},
}

var decimal = lazyregexp.New(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)

func isDecimal(word string) bool { return decimal().MatchString(word) }
func anyWord(string) bool        { return true }
func isYesOrNo(word string) bool {
	return strings.EqualFold(word, "yes") || strings.EqualFold(word, "no")
}

func hasNoLetters(word string) bool {
	return strings.ToLower(word) == strings.ToUpper(word)
}

// standardComparison returns the name of testlib's own checker that judges the problem as the built-in comparison does, ""
// if there is none.
func (c *conversion) standardComparison(o checker.Options) (string, error) {
	if o.FloatAbsolute != "" {
		o.CaseSensitive = false // numbers have none
	}
	for _, known := range standardComparisons {
		if known.options != o {
			continue
		}
		if fit, err := c.answersFit(known.fits); fit || err != nil {
			return known.name, err
		}
	}
	return "", nil
}

// answersFit reports whether all words of the answers fit.
func (c *conversion) answersFit(fits func(word string) bool) (bool, error) {
	for _, tc := range c.problem.Data.AllCases() {
		if tc.Answer == "" {
			continue
		}
		f, err := c.sourceFile(tc.Answer)
		if err != nil {
			return false, err
		}
		if fit, err := f.wordsFit(fits); !fit || err != nil {
			return false, err
		}
	}
	return true, nil
}

func (f file) wordsFit(fits func(word string) bool) (bool, error) {
	from, err := f.reader()
	if err != nil {
		return false, err
	}
	defer from.Close()
	words := bufio.NewScanner(from)
	words.Buffer(nil, maxText)
	words.Split(bufio.ScanWords)
	for words.Scan() {
		if !fits(words.Text()) {
			return false, nil
		}
	}
	return words.Err() == nil, nil
}

//go:embed assets/compare.cpp
var comparisonSource string

// comparisonProgram is a checker for testlib that judges as the built-in comparison does.
func comparisonProgram(o checker.Options) string {
	tolerance := func(text string) string {
		if text == "" {
			return "-1"
		}
		return text + "L"
	}
	return strings.NewReplacer(
		"@CASE@", fmt.Sprint(o.CaseSensitive), "@SPACE@", fmt.Sprint(o.SpaceChangeSensitive),
		"@ABSOLUTE@", tolerance(o.FloatAbsolute), "@RELATIVE@", tolerance(o.FloatRelative),
	).Replace(comparisonSource)
}

// builtProgram matches what the scripts of packTestlib and of imports compile.
var builtProgram = lazyregexp.New(`(?m)-o (\w+) (\S+)$`)

// testlibSources returns the C++ sources of a program that speaks testlib's protocol, by what they are: "checker",
// "interactor", "validator" or "generator". It returns nil for any other program.
func (c *conversion) testlibSources(program, kind string) (map[string]string, error) {
	files := c.tree.below(program)
	if c.tree.has(program) {
		files = []string{program}
	}
	sources := map[string]string{}
	if slices.ContainsFunc(files, isScript) {
		build, run := program+"/build", program+"/run"
		if !c.tree.has(build) || !c.tree.has(run) {
			return nil, nil
		}
		text, err := c.tree.read(run)
		if err != nil {
			return nil, err
		}
		if !isTestlibScript(string(text)) {
			return nil, nil
		}
		if text, err = c.tree.read(build); err != nil {
			return nil, err
		}
		for _, match := range builtProgram().FindAllStringSubmatch(string(text), -1) {
			sources[match[1]] = program + "/" + match[2]
		}
	} else if programs := slices.DeleteFunc(slices.Clone(files), func(name string) bool { return !isCpp(name) }); len(programs) == 1 {
		sources[kind] = programs[0]
	}
	for name, source := range sources {
		if !c.tree.has(source) {
			delete(sources, name)
			continue
		}
		text, err := c.tree.read(source)
		if err != nil {
			return nil, err
		}
		if uses, err := (language.Source{Files: []language.File{{Name: source, Data: text}}}).UsesTestlib(); err != nil || !uses {
			return nil, err
		}
	}
	if sources[kind] == "" {
		return nil, nil
	}
	return sources, nil
}

// isTestlibScript reports whether a script is one that translates testlib's protocol.
func isTestlibScript(run string) bool {
	return slices.ContainsFunc([]string{checkerScript, interactorScript, validatorScript, generatorScript}, func(script string) bool {
		return strings.HasPrefix(run, script)
	})
}

// markScripts keeps the files of a testlib program that every system has from being noted: its scripts and testlib.h.
func (c *conversion) markScripts(program string) {
	for _, name := range c.tree.below(program) {
		if isScript(name) || path.Base(name) == testlibHeader {
			c.tree.used[name] = true
		}
	}
}

// addProgram copies a C++ source, and beside it the headers that it includes.
func (c *conversion) addProgram(source, to string) error {
	if _, done := c.files[to]; done {
		return hint.Errorf("rename one of the two files", "two programs would be called %s", to)
	}
	if err := c.substituted(source, to); err != nil {
		return err
	}
	return c.addHeaders(source, path.Dir(to))
}

// addHeaders copies what a source includes from beside it, directly or indirectly, to a directory, and testlib.h from
// wherever it is.
func (c *conversion) addHeaders(source, folder string) error {
	text, err := c.tree.read(source)
	if err != nil {
		return err
	}
	for _, match := range inclusion().FindAllSubmatch(text, -1) {
		name := string(match[1])
		beside := path.Join(path.Dir(source), name)
		to := path.Join(folder, name)
		if earlier, done := c.files[to]; done {
			if err := c.sameHeader(earlier, beside); err != nil {
				return err
			}
			continue
		}
		switch {
		case c.tree.has(beside):
			if err := c.substituted(beside, to); err != nil {
				return err
			}
			if name != testlibHeader {
				if err := c.addHeaders(beside, folder); err != nil {
					return err
				}
			}
		case name == testlibHeader:
			if err := c.addOwnTestlib(to); err != nil {
				return err
			}
		}
	}
	return nil
}

// sameHeader reports a header that differs from another of its name, since all programs lie in one directory. Of several
// versions of testlib.h the first serves all.
func (c *conversion) sameHeader(earlier file, beside string) error {
	if !c.tree.has(beside) || path.Base(beside) == testlibHeader {
		c.tree.used[beside] = true
		return nil
	}
	text, err := c.tree.read(beside)
	if err != nil {
		return err
	}
	known, err := earlier.content()
	if err != nil {
		return err
	}
	if string(c.problem.WithConstants(text)) != string(known) {
		return hint.Errorf("rename one of the two files", "%s differs from another file of that name, and all programs lie in one directory", beside)
	}
	return nil
}

// addOwnTestlib adds the user's testlib.h, if there is one.
func (c *conversion) addOwnTestlib(to string) error {
	header, err := c.testlibFor("", "")
	if err != nil {
		return err
	}
	if header.data == nil {
		c.note(to, "not there: programs include testlib.h, which neither the package nor you have; %s has its own", systemNames[c.target])
		return nil
	}
	return c.add(to, header)
}

// lacksTestlib warns of a program that cannot judge in a foreign format.
func (c *conversion) lacksTestlib(program, instead string) {
	c.markUsed(program)
	c.warn(program, fmt.Sprintf("left out: %s takes programs in one C++ file written with testlib.h only; %s", systemNames[c.target], instead))
}

// judges are the programs that judge outputs: a checker, an interactor or both. Without them outputs are compared.
type judges struct {
	checker, interactor string          // names of files
	standard            string          // testlib's own checker that compares in the same way, or ""
	options             checker.Options // of the comparison
}

// addJudges adds the programs that judge outputs to a directory, with an ending for C++.
func (c *conversion) addJudges(folder, ending string) (judges, error) {
	var j judges
	if len(c.problem.Output.Programs) > 0 {
		program := c.problem.Output.Programs[0].Name
		kind := "checker"
		if c.problem.Type.Interactive {
			kind = "interactor"
		}
		sources, err := c.testlibSources(program, kind)
		if err != nil {
			return j, err
		}
		if len(c.problem.Output.Programs) > 1 || sources == nil {
			for _, p := range c.problem.Output.Programs {
				c.lacksTestlib(p.Name, map[string]string{"checker": "until you write one, outputs are compared token by token", "interactor": "nothing can be judged until you write one"}[kind])
			}
		}
		for _, part := range []struct {
			kind, name string
			to         *string
		}{{"checker", "check", &j.checker}, {"interactor", "interactor", &j.interactor}} {
			source := sources[part.kind]
			if source == "" || len(c.problem.Output.Programs) > 1 {
				continue
			}
			*part.to = part.name + ending
			if err := c.addProgram(source, path.Join(folder, *part.to)); err != nil {
				return j, err
			}
		}
		c.markScripts(program)
	}
	if j.checker != "" || c.problem.Type.Interactive {
		return j, nil
	}
	var err error
	if len(c.problem.Output.Programs) == 0 {
		j.options, err = c.comparisonArgs()
	}
	if err == nil {
		j.standard, err = c.standardComparison(j.options)
	}
	return j, err
}

// addComparison adds the comparison as a program, with its header.
func (c *conversion) addComparison(folder, ending string, o checker.Options) (name string, err error) {
	name = "check" + ending
	c.note("data", "output_validator_args: %s compares by them there", name)
	if err := c.text(path.Join(folder, name), comparisonProgram(o)); err != nil {
		return "", err
	}
	header := path.Join(folder, testlibHeader)
	if _, done := c.files[header]; done {
		return name, nil
	}
	return name, c.addOwnTestlib(header)
}

// addValidators adds the input validators to a directory, with an ending for C++, and returns their names.
func (c *conversion) addValidators(folder, ending string) ([]string, error) {
	var names []string
	for i, v := range c.problem.InputValidators {
		sources, err := c.testlibSources(v.Name, "validator")
		if err != nil {
			return nil, err
		}
		if sources == nil {
			c.lacksTestlib(v.Name, "inputs are not validated there until you write one")
			continue
		}
		name := "validator" + ending
		if i > 0 {
			name = fmt.Sprintf("validator%d%s", i+1, ending)
		}
		if err := c.addProgram(sources["validator"], path.Join(folder, name)); err != nil {
			return nil, err
		}
		c.markScripts(v.Name)
		names = append(names, name)
	}
	return names, nil
}

// timeLimit is the time limit in seconds. Foreign formats have no limits that are inferred.
func (c *conversion) timeLimit() float64 {
	if limit := c.problem.Limits.Time; limit > 0 {
		return limit.Seconds()
	}
	c.warn("problem.yaml", "no time limit: "+systemNames[c.target]+" infers none and gets 1 s; write limits.time_limit")
	return 1
}

// memoryMiB is the memory limit.
func (c *conversion) memoryMiB() int64 { return int64(c.problem.Limits.Memory >> 20) }
