package exchange

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problem"
)

// polygonImport is one import of a Polygon package.
type polygonImport struct {
	*importer
	about     *polygonProblem
	scoring   bool
	unbounded bool // whether the checker alone decides how many points a test is worth
	// allOrNothing is whether groups are all or nothing in which the checker may award a part of a test's points.
	allOrNothing bool
	shares       shares                       // of all groups
	samples      map[[sha256.Size]byte]string // names of samples by their input
	examples     map[int]example
	groupNames   map[[2]string]string // below data/, by testset and group
	made         map[string]string    // names of imported generators by their sources
	// Validators get what they ask for as arguments.
	asksForGroup, asksForTestset bool
}

// polygon imports a package that Polygon built, with its tests or the programs that make them.
func (im *importer) polygon() error {
	text, err := im.tree.read("problem.xml")
	if err != nil {
		return err
	}
	about, err := readPolygon(text)
	if err != nil {
		return err
	}
	if about.ShortName != "" {
		im.ID = packageID(about.ShortName)
	}
	pi := &polygonImport{importer: im, about: about, samples: map[[sha256.Size]byte]string{}, groupNames: map[[2]string]string{}, made: map[string]string{}}
	im.findHeaders("files", ".", "solutions")
	pi.interactive = about.Interactor != nil
	pi.unbounded = pi.checkerDecides()
	pi.scoring = pi.unbounded || slices.ContainsFunc(about.Judging.Testsets, polygonTestset.hasPoints)
	for _, step := range []func() error{
		pi.lineEnds, pi.statements, pi.validators, pi.tests, pi.judge, pi.solutionResources, pi.solutions, pi.generators, pi.checkerTests, pi.metadata,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (ts polygonTestset) hasPoints() bool {
	return slices.ContainsFunc(ts.Tests, func(t polygonTest) bool { return points(t.Points) > 0 }) ||
		slices.ContainsFunc(ts.Groups, func(g polygonGroup) bool { return points(g.Points) > 0 })
}

// checkerDecides reports whether points are enabled, but no test has any: the checker awards them.
func (pi *polygonImport) checkerDecides() bool {
	enabled := false
	for _, ts := range pi.about.Judging.Testsets {
		if ts.hasPoints() {
			return false
		}
		enabled = enabled || slices.ContainsFunc(ts.Tests, func(t polygonTest) bool { return t.Points != "" })
	}
	return enabled && pi.checkerAwards()
}

// checkerAwards reports whether the checker may award a part of the points.
func (pi *polygonImport) checkerAwards() bool {
	checker, err := pi.tree.read(pi.about.Checker.Source.Path)
	return err == nil && parts().Match(checker)
}

func (pi *polygonImport) metadata() error {
	var kind []string
	if pi.scoring {
		kind = append(kind, "scoring")
	}
	if pi.about.Interactor != nil {
		kind = append(kind, "interactive")
	}
	m := pi.head(kind, cmp.Or(pi.about.ShortName, pi.ID), "polygon", pi.about.URL, pi.about.ShortName)
	if pi.about.URL != "" {
		set(&m, "source", keys{{Key: "name", Value: "Polygon"}, {Key: "url", Value: pi.about.URL}})
	}
	var keywords []string
	for _, tag := range pi.about.Tags {
		keywords = append(keywords, tag.Value)
	}
	set(&m, "keywords", keywords)
	set(&m, "allow_file_writing", true)
	set(&m, "limits", pi.limits())
	judging := pi.about.Judging
	if err := pi.namedFiles("problem.xml", problem.NamedFiles{Input: streamFile(judging.InputFile), Output: streamFile(judging.OutputFile)}); err != nil {
		return err
	}
	if judging.RunCount != "" && judging.RunCount != "1" {
		pi.note("problem.xml", "run-count %s has no place: each test is run once", judging.RunCount)
	}
	return pi.finish(m)
}

// limits returns the limits of the testset called tests, else of the first one.
func (pi *polygonImport) limits() keys {
	testsets := pi.about.Judging.Testsets
	chosen := testsets[max(0, slices.IndexFunc(testsets, func(ts polygonTestset) bool { return ts.Name == "tests" }))]
	for _, ts := range testsets {
		if ts.TimeLimit != chosen.TimeLimit || ts.MemoryLimit != chosen.MemoryLimit {
			pi.note("problem.xml", "testset %s has limits of its own, %g ms and %d bytes; those of %s hold for all",
				ts.Name, ts.TimeLimit, ts.MemoryLimit, chosen.Name)
		}
	}
	var limits keys
	setTimeLimit(&limits, chosen.TimeLimit/1000)
	if chosen.MemoryLimit > 0 {
		set(&limits, "memory", int((chosen.MemoryLimit+1<<20-1)>>20))
	}
	return limits
}

// judge makes the output validator: the checker, or the interactor followed by the checker.
func (pi *polygonImport) judge() error {
	checker := compiled{pi.about.Checker.Source.Path, standard(pi.about.Checker.Source.Type), "checker"}
	if top := pi.about.Checker.Copy; top != nil {
		pi.tree.used[top.Path] = true // the same again
	}
	if kind := pi.about.Checker.Type; kind != "" && kind != "testlib" {
		return hint.Errorf("write one with testlib.h and pack it again", "problem.xml: the checker is of the kind %q, and only testlib's are known", kind)
	}
	if i := pi.about.Interactor; i != nil {
		programs := []compiled{{i.Source.Path, standard(i.Source.Type), "interactor"}}
		if checker.source != "" {
			programs = append(programs, checker)
		}
		return pi.wrap("output_validator", pi.testlibRun(interactorScript), programs...)
	}
	if checker.source == "" {
		pi.note("problem.xml", "there is no checker: outputs are compared token by token")
		return nil
	}
	return pi.wrap("output_validator", pi.testlibRun(checkerScript), checker)
}

// testlibRun is the script that calls the checker or the interactor.
func (pi *polygonImport) testlibRun(script string) string {
	if pi.unbounded {
		return script + fmt.Sprintf(testlibVerdict, "\t"+noScore+"\n", noScore+"; ", pointsScore)
	}
	if pi.allOrNothing {
		script += allOrNothing
	}
	return testlibRun(script, pi.scoring)
}

func (pi *polygonImport) validators() error {
	for n, v := range pi.about.Validators {
		text, err := pi.tree.read(v.Source.Path)
		if err != nil {
			return err
		}
		pi.asksForGroup = pi.asksForGroup || bytes.Contains(text, []byte("validator.group"))
		pi.asksForTestset = pi.asksForTestset || bytes.Contains(text, []byte("validator.testset"))
		folder := "input_validators/" + stem(pi.safeName(path.Base(v.Source.Path)))
		if err := pi.wrap(folder, validatorScript, compiled{v.Source.Path, standard(v.Source.Type), "validator"}); err != nil {
			return err
		}
		if v.Testset == nil {
			continue
		}
		for i, test := range v.Testset.Tests {
			input := at(v.Testset.Input, i+1)
			switch {
			case !pi.tree.has(input):
				pi.note(input, "missing: the test of a validator is left out")
			case test.verdictOf() == "INVALID":
				name := fmt.Sprintf("data/invalid_input/v%d-%02d", n+1, i+1)
				if err := pi.copy(input, name+".in"); err != nil {
					return err
				}
				var settings keys
				set(&settings, "input_validator_args", pi.validatorArgs(polygonTestset{Name: test.Testset}, test.Group))
				if err := pi.yaml(name+".yaml", settings); err != nil {
					return err
				}
			default:
				pi.tree.used[input] = true
				pi.note(input, "not imported: the package has no place for valid inputs that are not test cases")
			}
		}
	}
	return nil
}

// checkerTests converts tests of the checker to outputs with a known judgement.
func (pi *polygonImport) checkerTests() error {
	ts := pi.about.Checker.Testset
	if ts == nil || pi.about.Interactor != nil {
		return nil
	}
	for i, test := range ts.Tests {
		input, output, answer := at(ts.Input, i+1), at(ts.Output, i+1), at(ts.Answer, i+1)
		folder := "invalid_output"
		switch test.verdictOf() {
		case "OK", "ACCEPTED":
			folder = "valid_output"
		case "WRONG_ANSWER", "PRESENTATION_ERROR":
		default:
			pi.note("problem.xml", "test %d of the checker expects %s, which has no place", i+1, test.Verdict)
			continue
		}
		if !pi.tree.has(input) || !pi.tree.has(output) || !pi.tree.has(answer) {
			pi.note(input, "missing, or its output or answer: the test of the checker is left out")
			continue
		}
		name := fmt.Sprintf("data/%s/c%02d", folder, i+1)
		for _, part := range [][2]string{{input, ".in"}, {output, ".out"}, {answer, ".ans"}} {
			if err := pi.copy(part[0], name+part[1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// polygonTags maps Polygon's tags to directories and, where these do not suffice, to expectations.
var polygonTags = map[string]struct {
	folder              string
	permitted, required []string
}{
	"main":                            {folder: "accepted"},
	"accepted":                        {folder: "accepted"},
	"wrong-answer":                    {folder: "wrong_answer"},
	"presentation-error":              {folder: "wrong_answer"},
	"time-limit-exceeded":             {folder: "time_limit_exceeded"},
	"memory-limit-exceeded":           {folder: "run_time_error"},
	"time-limit-exceeded-or-accepted": {folder: "mixed", permitted: []string{"AC", "TLE"}},
	"time-limit-exceeded-or-memory-limit-exceeded": {folder: "brute_force"},
	"rejected": {folder: "rejected"},
	"failed":   {folder: "rejected"},
}

// leastMissed is how many points a solution misses at least if it does not have all.
const leastMissed = 0.01

func (pi *polygonImport) solutions() error {
	partly := pi.scoring && pi.givesParts()
	for _, s := range pi.about.Solutions {
		tag, known := polygonTags[s.Tag]
		switch {
		case s.Tag == "do-not-run":
			pi.note(s.Source.Path, "not imported: it is tagged do-not-run, and every submission of a package is judged")
			pi.tree.used[s.Source.Path] = true
			continue
		case !known:
			pi.note(s.Source.Path, "not imported: the tag %q is not known", s.Tag)
			pi.tree.used[s.Source.Path] = true
			continue
		}
		// What misses a part of the points is no wrong answer of a package.
		missesPoints := partly && (s.Tag == "rejected" || s.Tag == "failed" || s.Tag == "wrong-answer")
		if missesPoints {
			tag.folder = "mixed"
		}
		name, err := pi.submission(tag.folder, s.Source.Path)
		if err != nil {
			return err
		}
		var more keys
		if s.Tag == "main" {
			set(&more, "model_solution", true)
			pi.model = "/submissions/" + name
		}
		if strings.HasPrefix(s.Source.Type, "python.2") || s.Source.Type == "python.pypy2" {
			set(&more, "language", "python2")
		}
		set(&more, "permitted", tag.permitted)
		set(&more, "required", tag.required)
		if missesPoints {
			set(&more, "permitted", []string{"AC", "WA", "TLE", "RTE"})
			if most := pi.shares.given; most > 0 {
				set(&more, "score", []float64{0, float64(most) - leastMissed})
			}
		}
		set(&pi.submissions, name, append(more, pi.extraTags(s)...))
	}
	return nil
}

// tagVerdicts are the verdicts that a tag demands of a testset or a group.
var tagVerdicts = map[string]struct{ permitted, required []string }{
	"accepted":                        {permitted: []string{"AC"}},
	"main":                            {permitted: []string{"AC"}},
	"wrong-answer":                    {[]string{"AC", "WA"}, []string{"WA"}},
	"presentation-error":              {[]string{"AC", "WA"}, []string{"WA"}},
	"time-limit-exceeded":             {[]string{"AC", "TLE"}, []string{"TLE"}},
	"memory-limit-exceeded":           {[]string{"AC", "RTE"}, []string{"RTE"}},
	"time-limit-exceeded-or-accepted": {permitted: []string{"AC", "TLE"}},
	"time-limit-exceeded-or-memory-limit-exceeded": {[]string{"AC", "TLE", "RTE"}, []string{"TLE", "RTE"}},
	"rejected": {required: []string{"WA", "TLE", "RTE"}},
	"failed":   {required: []string{"WA", "TLE", "RTE"}},
}

// extraTags returns what is expected of a solution on single groups.
func (pi *polygonImport) extraTags(s polygonSolution) keys {
	var all keys
	for _, extra := range s.ExtraTags {
		group, found := pi.groupOf(extra.Testset, extra.Group)
		verdicts, known := tagVerdicts[extra.Tag]
		if !found || !known || get(all, group) != nil {
			pi.note(s.Source.Path, "the extra tag %s has no place: testset %q, group %q", extra.Tag, extra.Testset, extra.Group)
			continue
		}
		var m keys
		set(&m, "permitted", verdicts.permitted)
		set(&m, "required", verdicts.required)
		set(&all, group, m)
	}
	return all
}

// submission copies a solution, to its own directory if it includes headers of the package.
func (im *importer) submission(folder, source string) (name string, err error) {
	if !im.tree.has(source) {
		return "", hint.Errorf("take the full package from Polygon", "the solution %s is missing", source)
	}
	name = folder + "/" + im.safeName(path.Base(source))
	if !isCpp(source) && path.Ext(source) != ".c" {
		return name, im.copy(source, "submissions/"+name)
	}
	text, err := im.tree.read(source)
	if err != nil {
		return "", err
	}
	before := len(im.files)
	if err := im.includeFrom("submissions/"+stem(name), source, text); err != nil {
		return "", err
	}
	to := "submissions/" + name
	if len(im.files) > before {
		name = stem(name)
		to = "submissions/" + name + "/" + path.Base(to)
	}
	return name, im.add(to, file{data: im.flat(text)})
}

func stem(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }
