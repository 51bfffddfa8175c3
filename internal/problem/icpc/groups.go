package icpc

import (
	"cmp"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"

	"grundy/internal/problem"
	"grundy/internal/verdict"
)

// settings are what test_group.yaml, testdata.yaml and NAME.yaml say about test cases.
type settings struct {
	args, inputArgs, outputArgs []string
	inputArgsFor                map[string][]string
	fullFeedback                bool
}

// groupSettings add what they say about a group as a whole.
type groupSettings struct {
	settings
	grading verdict.Grading
	static  *problem.StaticValidation
}

// rootGroup returns the settings of data/, which the groups below inherit.
func (l *loader) rootGroup() groupSettings {
	if l.is2025() {
		root := groupSettings{grading: l.defaultGrading("")}
		const file = "data/test_group.yaml"
		if l.isFile(file) {
			l.warn(place{file: file}, "move it to data/secret", "2025-09 has settings in sample, secret and groups only")
			own := l.groupSettings("data", root)
			root.settings = own.settings
		}
		return root
	}
	root := groupSettings{grading: verdict.DefaultLegacy()}
	root.outputArgs = l.legacy.flags
	for _, o := range l.legacy.grading {
		l.applyGrading(o.key, o.value, &root.grading)
	}
	return l.groupSettings("data", root)
}

// groupSettings reads the settings of a folder of test data.
func (l *loader) groupSettings(folder string, parent groupSettings) groupSettings {
	name := strings.TrimPrefix(strings.TrimPrefix(folder, "data"), "/")
	own := groupSettings{settings: parent.settings, grading: parent.grading}
	own.fullFeedback = inSample(name) || parent.fullFeedback
	if l.is2025() {
		own.grading = l.defaultGrading(name)
		if m, ok := l.groupDocument(path.Join(folder, l.groupFile())); ok {
			l.read2025(m, name, &own)
		}
		return own
	}
	own.grading.IgnoreSample = own.grading.IgnoreSample && name == ""
	if m, ok := l.groupDocument(path.Join(folder, l.groupFile())); ok {
		l.readLegacy(m, name, &own)
	}
	own.grading.Mode = verdict.ScoringLegacy
	if !l.p.Type.Scoring && plain(own.grading) {
		own.grading.Mode = verdict.PassFail
	}
	return own
}

// plain tells whether a legacy group is accepted when all in it is, so that its verdict needs none of the grader's rules.
func plain(g verdict.Grading) bool {
	return g.VerdictRule == "worst_error" && g.OnReject == "break" && !g.AcceptIfAnyAccepted && !g.IgnoreSample
}

func (l *loader) defaultGrading(group string) verdict.Grading {
	if !l.p.Type.Scoring {
		return verdict.Grading{Mode: verdict.PassFail}
	}
	return verdict.Default2025(group)
}

var constantSequence = regexp.MustCompile(`\{\{[a-zA-Z_][a-zA-Z0-9_]*\}\}`)

// groupDocument reads the settings of a group, in which constants stand for their values.
func (l *loader) groupDocument(file string) (*mapping, bool) {
	text, ok := l.read(file)
	if !ok {
		return nil, false
	}
	text = constantSequence.ReplaceAllFunc(text, func(sequence []byte) []byte {
		if constant, ok := l.p.Constants[string(sequence[2:len(sequence)-2])]; ok {
			return []byte(constant)
		}
		return sequence
	})
	root, ok := l.parse(file, text)
	if !ok {
		return nil, false
	}
	return root.mapping()
}

// read2025 reads test_group.yaml (2025-09, section "Test data configuration").
func (l *loader) read2025(m *mapping, name string, s *groupSettings) {
	m.settings(&s.settings)
	hasScore := name == "secret" || strings.HasPrefix(name, "secret/")
	for _, key := range []string{"max_score", "score_aggregation", "require_pass"} {
		v, ok := m.take(key)
		switch {
		case !ok:
		case !l.p.Type.Scoring:
			v.fault("remove the key, or add type: scoring", "the key is for scoring problems only")
		case !hasScore:
			v.fault("remove the key", "the key is for secret and its groups only")
		case key == "max_score":
			v.maxScore(&s.grading)
		case key == "score_aggregation":
			m.choice(key, &s.grading.Aggregation, "pass-fail", "sum", "min")
		case key == "require_pass":
			l.readRequirePass(v, name, &s.grading)
		}
	}
	l.readStatic(m, s)
	m.finish(map[string]string{
		"output_validator_flags": "2025-09 writes output_validator_args, a list",
		"input_validator_flags":  "2025-09 writes input_validator_args, a list",
		"grader_flags":           "2025-09 writes score_aggregation: sum, min or pass-fail",
		"range":                  "2025-09 writes max_score",
		"accept_score":           "2025-09 writes max_score",
	})
}

func (v value) maxScore(g *verdict.Grading) {
	if v.kind() == isText && v.raw() == "unbounded" {
		g.MaxScore = nil
		return
	}
	if v.kind() == isText {
		v.want("an integer or unbounded", "write digits only, or the word unbounded")
		return
	}
	if n, ok := v.integer(0); ok {
		score := float64(n)
		g.MaxScore = &score
	}
}

func (l *loader) readRequirePass(v value, name string, g *verdict.Grading) {
	groups, ok := v.texts()
	if !ok {
		return
	}
	for _, group := range groups {
		switch {
		case name == "secret" && group != "sample":
			v.fault("move the key into the groups", "secret can only depend on sample, got %q", group)
		case group != "sample" && !l.isDir("data/"+group):
			v.fault("name groups as secret/group1, or sample", "there is no group %q", group)
		case group != "sample" && (!strings.HasPrefix(group, "secret/") || group >= name):
			v.fault("name sample or a group that comes first", "%q does not come before %s", group, name)
		default:
			g.RequirePass = append(g.RequirePass, group)
		}
	}
}

// readStatic reads the static validation test case, in both ways of writing it: static_validation, true or a map of
// score and args, and static_validation_score beside static_validator_args.
func (l *loader) readStatic(m *mapping, s *groupSettings) {
	static := &problem.StaticValidation{}
	given, hasGiven := m.take("static_validation")
	score, hasScore := m.take("static_validation_score")
	args, hasArgs := m.take("static_validator_args")
	switch {
	case hasGiven && (hasScore || hasArgs):
		given.fault("keep one of them", "static_validation and the older keys cannot go together")
		return
	case hasGiven && given.kind() == isMap:
		inner, _ := given.mapping()
		score, hasScore = inner.take("score")
		inner.arguments("args", &static.Args)
		inner.finish(nil)
	case hasGiven:
		if run, ok := given.boolean(); !ok || !run {
			return
		}
	case hasArgs && !hasScore:
		args.fault("add static_validation_score", "there is no static_validation_score")
		return
	case hasArgs:
		static.Args, _ = args.arguments()
	}
	if !hasGiven && !hasScore {
		return
	}
	if hasScore && !(score.kind() == isText && score.raw() == "pass-fail") {
		n, ok := score.integer(0)
		if !ok {
			return
		}
		if s.grading.Mode != verdict.Scoring2025 || s.grading.Aggregation == "pass-fail" {
			score.fault("write pass-fail", "a group without scores has none for static validation")
			return
		}
		points := float64(n)
		static.Score = &points
	}
	if l.p.StaticValidator == nil {
		at := given
		if !hasGiven {
			at = score
		}
		at.fault("add static_validator/ or remove the key", "there is no static validator")
		return
	}
	s.static = static
}

// settings reads the keys that groups and test cases share.
func (m *mapping) settings(s *settings) {
	m.arguments("args", &s.args)
	if v, ok := m.take("input_validator_args"); ok {
		v.inputValidatorArgs(s)
	}
	m.arguments("output_validator_args", &s.outputArgs)
	var ignored []string
	m.arguments("input_visualizer_args", &ignored)
	m.arguments("output_visualizer_args", &ignored)
	m.boolean("full_feedback", &s.fullFeedback)
}

// inputValidatorArgs reads a list for all validators, or a map of lists by the validator's name.
func (v value) inputValidatorArgs(s *settings) {
	if v.kind() != isMap {
		if arguments, ok := v.arguments(); ok {
			s.inputArgs, s.inputArgsFor = arguments, nil
		}
		return
	}
	m, _ := v.mapping()
	s.inputArgs, s.inputArgsFor = nil, map[string][]string{}
	for _, f := range m.rest() {
		if arguments, ok := f.value.arguments(); ok {
			s.inputArgsFor[f.key] = arguments
		}
	}
}

// caseSettings reads NAME.yaml (2025-09, section "Test case configuration"), whose keys replace the group's.
func (l *loader) caseSettings(file string, s settings, c *problem.Case) settings {
	root, ok := l.document(file)
	if !ok {
		return s
	}
	m, ok := root.mapping()
	if !ok {
		return s
	}
	m.settings(&s)
	m.text("hint", &c.Hint)
	m.text("description", &c.Description)
	m.finish(map[string]string{
		"output_validator_flags": "2025-09 writes output_validator_args, a list",
		"input_validator_flags":  "2025-09 writes input_validator_args, a list",
	})
	return s
}

// checkScoring checks the rules between groups (2025-09, section "Scoring problems").
func (l *loader) checkScoring() {
	if !l.p.Type.Scoring {
		return
	}
	secret := l.p.Data.Groups[1]
	at := func(g *problem.Group) place { return place{file: "data/" + g.Name + "/test_group.yaml"} }
	aggregation := map[string]string{}
	for _, g := range append([]*problem.Group{secret}, secret.Groups...) {
		aggregation[g.Name] = g.Grading.Aggregation
		if g.Grading.Aggregation == "pass-fail" && g.Grading.MaxScore == nil {
			l.fail(at(g), "give max_score, or write score_aggregation: sum", "max_score: a pass-fail group needs one")
		}
	}
	total := 0.0
	for _, g := range secret.Groups {
		if secret.Grading.Aggregation == "pass-fail" && g.Grading.Aggregation != "pass-fail" {
			l.fail(at(g), "write score_aggregation: pass-fail", "score_aggregation: secret is pass-fail, so its groups must be")
		}
		if g.Grading.MaxScore != nil {
			total += *g.Grading.MaxScore
		} else if secret.Grading.MaxScore != nil && g.Grading.Aggregation != "pass-fail" {
			l.fail(at(g), "give max_score, or write max_score: unbounded for secret", "max_score: the group is unbounded, but secret is not")
		}
		for _, needed := range g.Grading.RequirePass {
			if needed != "sample" && aggregation[needed] != "pass-fail" {
				l.fail(at(g), "write score_aggregation: pass-fail there", "require_pass: %s is not pass-fail", needed)
			}
		}
	}
	if g := secret.Grading; g.Aggregation == "sum" && g.MaxScore != nil && len(secret.Groups) > 0 && math.Abs(total-*g.MaxScore) > 1e-9 {
		l.warn(at(secret), "make them agree", "max_score of secret is %g, but the groups' add up to %g", *g.MaxScore, total)
	}
}

// readLegacy reads testdata.yaml (legacy, section "Test Data Groups"). What it leaves out is inherited, key by key.
func (l *loader) readLegacy(m *mapping, name string, s *groupSettings) {
	for _, key := range []string{"on_reject", "accept_score", "reject_score", "range"} {
		v, ok := m.take(key)
		if !ok {
			continue
		}
		if key != "on_reject" && !l.p.Type.Scoring {
			v.fault("remove the key, or add type: scoring", "the key is for scoring problems only")
			continue
		}
		l.applyGrading(key, v, &s.grading)
	}
	grader := "default"
	m.choice("grading", &grader, "default", "custom")
	if grader == "custom" {
		m.find("grading").value.fault("use grader_flags instead", "custom graders are not supported")
	}
	if v, ok := m.take("grader_flags"); ok {
		v.graderFlags(name, &s.grading)
	}
	if v, ok := m.take("input_validator_flags"); ok {
		if validator, words, ok := v.namedFlags(); ok {
			s.inputArgs, s.inputArgsFor = words, nil
			if validator != "" {
				s.inputArgs, s.inputArgsFor = nil, map[string][]string{validator: words}
			}
		}
	}
	// A text is arguments in practice, although the format says that it names a validator.
	if v, ok := m.take("output_validator_flags"); ok {
		if _, words, ok := v.namedFlags(); ok {
			s.outputArgs = slices.Concat(l.legacy.flags, words)
		}
	}
	m.finish(map[string]string{
		"output_validator_args": "legacy writes output_validator_flags, one text",
		"input_validator_args":  "legacy writes input_validator_flags, one text",
		"max_score":             "legacy writes range: 0 100",
		"score_aggregation":     "legacy writes grader_flags",
	})
}

// applyGrading reads one of the keys that testdata.yaml and ancient packages' problem.yaml have.
func (l *loader) applyGrading(key string, v value, g *verdict.Grading) {
	switch key {
	case "on_reject":
		// first_error, worst_error and grade are the ancient words.
		words := map[string]string{
			"break": "break", "continue": "continue", "first_error": "break", "worst_error": "break", "grade": "continue",
		}
		text, ok := v.text()
		if !ok {
			return
		}
		if words[text] == "" {
			v.fault("write break or continue", "unknown value %q", text)
			return
		}
		g.OnReject = words[text]
	case "accept_score", "reject_score":
		score, ok := v.number(math.Inf(-1))
		if !ok {
			return
		}
		if key == "accept_score" {
			g.AcceptScore = score
		} else {
			g.RejectScore = score
		}
	case "range":
		if low, high, ok := v.scoreRange(); ok {
			g.RangeMin, g.RangeMax = low, high
		}
	}
}

// graderFlags reads the words for the default grader, the last of a kind counting, in place of all inherited ones.
func (v value) graderFlags(group string, g *verdict.Grading) {
	text, ok := v.text()
	if !ok {
		return
	}
	g.VerdictRule, g.ScoreRule, g.IgnoreSample, g.AcceptIfAnyAccepted = "worst_error", "sum", false, false
	for _, word := range strings.Fields(text) {
		switch {
		case slices.Contains(verdictRules, word):
			g.VerdictRule = word
		case slices.Contains(scoreRules, word):
			g.ScoreRule = word
		case word == "accept_if_any_accepted":
			g.AcceptIfAnyAccepted = true
		case word == "ignore_sample" && group == "":
			g.IgnoreSample = true
		case word == "ignore_sample":
			v.fault("move it to data/testdata.yaml", "ignore_sample is for the whole of data only")
		default:
			v.fault(cmp.Or(suggest(word, graderFlags), "use "+quoteAll(graderFlags)), "unknown flag %q", word)
		}
	}
}

// namedFlags reads flags, or a map with the flags for one validator by its name.
func (v value) namedFlags() (name string, words []string, ok bool) {
	if v.kind() != isMap {
		words, ok = v.flags()
		return "", words, ok
	}
	m, _ := v.mapping()
	m.text("name", &name)
	if flags, found := m.take("flags"); found {
		words, ok = flags.flags()
	} else {
		ok = true
	}
	m.finish(nil)
	if name == "" {
		v.fault("add the key name", "the flags are for no validator")
		return "", nil, false
	}
	return name, words, ok
}
