package exchange

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/verdict"
	"grundy/internal/pkgfmt/problem"
)

// polygonExport writes a problem as Polygon packs its own.
type polygonExport struct {
	*conversion
	about     polygonProblem
	groups    []worthGroup
	examples  []polygonSample
	tutorials map[string]string // by Polygon's names of languages
	pdfs      map[string]file   // statements, by the codes of languages
}

// toPolygon writes the archive of a package that Polygon exports: problem.xml with the files that it names.
func (c *conversion) toPolygon() error {
	pe := &polygonExport{conversion: c}
	pe.about.ShortName = c.ID
	pe.about.Judging.InputFile, pe.about.Judging.OutputFile = c.problem.Files.Input, c.problem.Files.Output
	for _, step := range []func() error{pe.tests, pe.judges, pe.validators, pe.resources, pe.executables, pe.solutions, pe.statements} {
		if err := step(); err != nil {
			return err
		}
	}
	for _, word := range c.problem.Keywords {
		pe.about.Tags = append(pe.about.Tags, polygonTag{word})
	}
	c.noteMetadata("keywords")
	return c.xml("problem.xml", &pe.about)
}

// xml adds a document to the package.
func (p *Package) xml(name string, document any) error {
	text, err := xml.MarshalIndent(document, "", "    ")
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return p.text(name, `<?xml version="1.0" encoding="utf-8" standalone="no"?>`+"\n"+string(text)+"\n")
}

// polygonContest adds contest.xml, which lists the problems.
func (c *contest) polygonContest() error {
	type listed struct {
		Index string `xml:"index,attr"`
		Path  string `xml:"path,attr"`
	}
	about := struct {
		XMLName  xml.Name      `xml:"contest"`
		Names    []polygonName `xml:"names>name"`
		Problems []listed      `xml:"problems>problem"`
	}{Names: []polygonName{{"english", c.set.Name}}}
	for _, entry := range c.entries {
		about.Problems = append(about.Problems, listed{entry.Label, "problems/" + entry.Package.ID})
	}
	return c.xml("contest.xml", about)
}

const (
	polygonTests   = "tests/%02d"
	polygonSamples = "samples" // the group of the samples
	cppType        = "cpp.g++17"
)

// tests writes all cases, the samples first, as tests of one set.
func (pe *polygonExport) tests() error {
	ts := polygonTestset{
		Name: "tests", TimeLimit: pe.timeLimit() * 1000, MemoryLimit: int64(pe.problem.Limits.Memory),
		Input: polygonTests, Answer: polygonTests + ".a",
	}
	add := func(tc *problem.Case, test polygonTest) error {
		test.Method, test.Description = "manual", strings.TrimSpace(tc.Description)
		ts.Tests = append(ts.Tests, test)
		number := len(ts.Tests)
		return pe.addCase(tc, at(ts.Input, number), at(ts.Answer, number))
	}
	pe.groups = pe.worthGroups()
	scoring := pe.problem.Type.Scoring
	for _, tc := range pe.samples() {
		test := polygonTest{Sample: true}
		if scoring {
			test.Group = polygonSamples
		}
		if err := add(tc, test); err != nil {
			return err
		}
	}
	if scoring && len(ts.Tests) > 0 {
		ts.Groups = append(ts.Groups, polygonGroup{Name: polygonSamples, Policy: "complete-group"})
	}
	for _, g := range pe.groups {
		var test polygonTest
		if scoring {
			test.Group, test.Points = g.name, strconv.FormatFloat(g.points/float64(len(g.cases)), 'f', -1, 64)
			if g.name != "" {
				ts.Groups = append(ts.Groups, g.polygon())
			}
		}
		for _, tc := range g.cases {
			if err := add(tc, test); err != nil {
				return err
			}
		}
	}
	ts.TestCount = strconv.Itoa(len(ts.Tests))
	pe.note("data", "the tests are numbered there, and their names are lost")
	pe.about.Judging.Testsets = []polygonTestset{ts}
	return nil
}

func (g worthGroup) polygon() polygonGroup {
	group := polygonGroup{Name: g.name, Points: strconv.FormatFloat(g.points, 'f', -1, 64), Policy: "each-test"}
	if g.aggregation == "pass-fail" {
		group.Policy = "complete-group"
	}
	for _, needed := range g.needs {
		if needed == "sample" {
			needed = polygonSamples
		}
		group.Dependencies = append(group.Dependencies, polygonDependency{needed})
	}
	return group
}

// judges adds the checker, which every problem of Polygon has, and the interactor.
func (pe *polygonExport) judges() error {
	j, err := pe.addJudges("files", ".cpp")
	if err != nil {
		return err
	}
	if j.interactor != "" {
		pe.about.Interactor = &polygonExecutable{polygonFile{Path: "files/" + j.interactor, Type: cppType}}
	}
	if pe.problem.Type.Interactive && j.checker == "" {
		return nil
	}
	checker := &polygonChecker{Type: "testlib"}
	if j.checker == "" {
		if j.checker, err = pe.addComparison("files", ".cpp", j.options); err != nil {
			return err
		}
		if j.standard != "" {
			checker.Name = "std::" + j.standard + ".cpp"
		}
	}
	checker.Source = polygonFile{Path: "files/" + j.checker, Type: cppType}
	checker.Copy = &polygonFile{Path: j.checker}
	pe.files[j.checker] = pe.files["files/"+j.checker]
	checker.Testset, err = pe.judgedCases("files/tests/checker-tests/%02d", func(kind problem.ValidatorCaseKind) string {
		return map[problem.ValidatorCaseKind]string{problem.ValidOutput: "OK", problem.InvalidOutput: "WRONG_ANSWER"}[kind]
	})
	pe.about.Checker = checker
	return err
}

// judgedCases adds the cases with a known judgement to which a verdict belongs, as tests of a program; nil for none.
func (pe *polygonExport) judgedCases(pattern string, verdictOf func(problem.ValidatorCaseKind) string) (*polygonTestset, error) {
	ts := &polygonTestset{Input: pattern}
	for _, vc := range pe.problem.ValidatorCases {
		expected := verdictOf(vc.Kind)
		if expected == "" || vc.Sample {
			continue
		}
		ts.Tests = append(ts.Tests, polygonTest{Verdict: expected})
		number := len(ts.Tests)
		parts := map[string]string{at(pattern, number): vc.Input}
		if vc.Output != "" {
			ts.Output, ts.Answer = pattern+".o", pattern+".a"
			parts[at(ts.Output, number)], parts[at(ts.Answer, number)] = vc.Output, vc.Answer
		}
		for name, place := range parts {
			f, err := pe.sourceFile(place)
			if err != nil {
				return nil, err
			}
			if err := pe.add(name, f); err != nil {
				return nil, err
			}
		}
	}
	if len(ts.Tests) == 0 {
		return nil, nil
	}
	ts.TestCount = strconv.Itoa(len(ts.Tests))
	return ts, nil
}

func (pe *polygonExport) validators() error {
	names, err := pe.addValidators("files", ".cpp")
	if err != nil || len(names) == 0 {
		return err
	}
	for _, name := range names {
		pe.about.Validators = append(pe.about.Validators, polygonValidator{Source: polygonFile{Path: "files/" + name, Type: cppType}})
	}
	pe.about.Validators[0].Testset, err = pe.judgedCases("files/tests/validator-tests/%02d", func(kind problem.ValidatorCaseKind) string {
		return map[problem.ValidatorCaseKind]string{problem.InvalidInput: "INVALID"}[kind]
	})
	return err
}

// resources adds what is compiled with solutions, and lists the headers of programs.
func (pe *polygonExport) resources() error {
	for _, name := range pe.names() {
		if path.Dir(name) == "files" && isHeader(name) {
			pe.about.Resources = append(pe.about.Resources, polygonFile{Path: name, Type: "h.g++"})
		}
	}
	taken := map[string]string{}
	for _, name := range pe.tree.below("include") {
		parts := strings.SplitN(name, "/", 3)
		if len(parts) < 3 || strings.Contains(parts[2], "/") {
			pe.noPlace(name, "")
			continue
		}
		i := slices.IndexFunc(polygonTypes, func(t struct{ kind, code string }) bool { return t.code == parts[1] })
		mask := "*"
		switch {
		case i >= 0:
			mask = strings.Split(polygonTypes[i].kind, ".")[0] + ".*"
		case parts[1] != "default":
			pe.noPlace(name, "")
			continue
		}
		to := "files/" + parts[2]
		if _, isTaken := pe.files[to]; isTaken {
			pe.note(name, "left out: %s has that name in Polygon, where all files lie in one directory", cmp.Or(taken[to], to))
			continue
		}
		taken[to] = name
		if err := pe.substituted(name, to); err != nil {
			return err
		}
		pe.about.Resources = append(pe.about.Resources, polygonFile{Path: to, ForTypes: mask, Assets: []polygonAsset{{Name: "SOLUTION"}}})
	}
	return nil
}

// executables adds the generators that Polygon can run. The tests are there already.
func (pe *polygonExport) executables() error {
	made := map[string]bool{}
	for _, name := range pe.tree.below("generators") {
		program := strings.Join(strings.SplitN(name, "/", 3)[:2], "/")
		if made[program] {
			continue
		}
		made[program] = true
		sources, err := pe.testlibSources(program, "generator")
		if err != nil {
			return err
		}
		if sources == nil {
			continue // it is noted as left out
		}
		to := "files/" + stem(path.Base(program)) + ".cpp"
		if err := pe.addProgram(sources["generator"], to); err != nil {
			return err
		}
		pe.markUsed(program)
		pe.about.Executables = append(pe.about.Executables, polygonExecutable{polygonFile{Path: to, Type: cppType}})
	}
	return nil
}

// polygonSources maps the endings of sources to Polygon's types.
var polygonSources = map[string]string{
	".cpp": cppType, ".cc": cppType, ".cxx": cppType, ".c": "c.gcc", ".java": "java11", ".py": "python.3", ".kt": "kotlin", ".pas": "pas.fpc", ".go": "go",
	".rs": "rust", ".d": "d", ".cs": "csharp.mono", ".hs": "haskell.ghc", ".js": "js.node", ".rb": "ruby", ".php": "php", ".pl": "perl", ".scala": "scala", ".ml": "ocaml",
}

func (pe *polygonExport) solutions() error {
	model := pe.problem.Model("")
	for i := range pe.problem.Submissions {
		s := &pe.problem.Submissions[i]
		name := "submissions/" + s.Name
		source := name
		if !pe.tree.has(name) {
			sources := slices.DeleteFunc(slices.Clone(pe.tree.below(name)), func(name string) bool { return polygonSources[path.Ext(name)] == "" })
			if len(sources) != 1 {
				pe.note(name, "left out: Polygon takes solutions of one file")
				pe.markUsed(name)
				continue
			}
			source = sources[0]
		}
		kind := polygonSources[path.Ext(source)]
		if s.Language == "python2" {
			kind = "python.2"
		}
		tag := pe.tag(s)
		if s == model {
			tag = "main"
		}
		if kind == "" || tag == "" {
			pe.note(name, "left out: Polygon has no %s for it", map[bool]string{true: "language", false: "tag"}[kind == ""])
			pe.markUsed(name)
			continue
		}
		to := "solutions/" + path.Base(source)
		if _, taken := pe.files[to]; taken {
			to = "solutions/" + strings.ReplaceAll(strings.TrimPrefix(source, "submissions/"), "/", "_")
			pe.note(source, "is called %s there, where all solutions lie in one directory", path.Base(to))
		}
		if err := pe.substituted(source, to); err != nil {
			return err
		}
		if isCpp(source) {
			if err := pe.addHeaders(source, "files"); err != nil {
				return err
			}
		}
		pe.about.Solutions = append(pe.about.Solutions, polygonSolution{Tag: tag, Source: polygonFile{Path: to, Type: kind}, ExtraTags: pe.extraTags(s)})
	}
	if model == nil {
		pe.warn("submissions", "there is no accepted submission, and Polygon wants a main solution")
	}
	return nil
}

// tag is what Polygon expects of a solution, "" if no tag says it.
func (pe *polygonExport) tag(s *problem.Submission) string {
	wanted := expectedResults(s.Expect)
	tag := tagOf(wanted)
	if tag == "accepted" && slices.ContainsFunc(s.Expect, func(e problem.Expectation) bool { return e.Score != nil && e.Score.Max < pe.total() }) {
		return "rejected" // by some tests, of which it misses the points
	}
	if tag == "rejected" && !slices.Equal(wanted, []verdict.Verdict{verdict.WA, verdict.TLE, verdict.RTE}) && len(wanted) > 0 {
		pe.note("submissions/"+s.Name, "that %s is expected of it is lost: Polygon's tag rejected permits any failure", resultList(wanted))
	}
	return tag
}

// total is the most that a submission can get.
func (pe *polygonExport) total() float64 {
	sum := 0.0
	for _, g := range pe.groups {
		sum += g.points
	}
	return sum
}

func tagOf(wanted []verdict.Verdict) string {
	const ac, wa, tle, rte, mle = verdict.AC, verdict.WA, verdict.TLE, verdict.RTE, verdict.MLE
	is := func(verdicts ...verdict.Verdict) bool {
		slices.Sort(verdicts)
		return slices.Equal(wanted, verdicts)
	}
	switch {
	case is(ac):
		return "accepted"
	case is(wa):
		return "wrong-answer"
	case is(tle):
		return "time-limit-exceeded"
	case is(mle):
		return "memory-limit-exceeded"
	case is(ac, tle):
		return "time-limit-exceeded-or-accepted"
	case is(tle, mle), is(tle, rte), is(tle, rte, mle):
		return "time-limit-exceeded-or-memory-limit-exceeded"
	case len(wanted) > 0 && !slices.Contains(wanted, ac):
		return "rejected"
	}
	return ""
}

// extraTags are what is expected of single groups. Everything else that is expected is noted.
func (pe *polygonExport) extraTags(s *problem.Submission) []polygonExtraTag {
	var tags []polygonExtraTag
	for _, e := range s.Expect {
		if e.Score != nil || e.Message != nil {
			pe.noPlace("submissions/"+s.Name, "the expected score or message")
		}
		if e.Pattern == "" {
			continue
		}
		group := strings.TrimPrefix(e.Pattern, "secret/")
		if e.Pattern == "sample" {
			group = polygonSamples
		}
		isGroup := group == polygonSamples || slices.ContainsFunc(pe.groups, func(g worthGroup) bool { return g.name == group })
		wanted := e.Required
		if wanted == nil {
			wanted = e.Permitted
		}
		tag := tagOf(slices.Sorted(slices.Values(wanted)))
		if !isGroup || tag == "" || !pe.problem.Type.Scoring {
			pe.noPlace("submissions/"+s.Name, "what is expected on "+e.Pattern)
			continue
		}
		tags = append(tags, polygonExtraTag{Testset: "tests", Group: group, Tag: tag})
	}
	return tags
}
