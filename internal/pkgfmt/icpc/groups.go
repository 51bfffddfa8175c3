package icpc

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/verdict"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

// settings are the settings of test cases in test_group.yaml, testdata.yaml and NAME.yaml.
type settings struct {
	args, outputArgs []string
	input, answer    validatorArgs
	// inputVisualizer and outputVisualizer are the arguments of the visualizers.
	inputVisualizer, outputVisualizer []string
	fullFeedback                      bool
}

// validatorArgs are the arguments of data validators: of all, or of each by its name.
type validatorArgs struct {
	all    []string
	byName map[string][]string // nil for all
}

// groupSettings adds the settings of a group as a whole.
type groupSettings struct {
	settings
	grading verdict.Grading
	static  *problem.StaticValidation
}

// rootGroup returns the settings of data/, which the groups below inherit.
func (l *loader) rootGroup() groupSettings {
	if !l.olderData {
		root := groupSettings{grading: l.defaultGrading("")}
		root.outputArgs = l.legacy.flags // of a draft
		const file = "data/test_group.yaml"
		if l.isFile(file) {
			l.Warn(problem.Position{File: file}, "move it to data/secret", "2025-09 has settings in sample, secret and groups only")
			own := l.groupSettings("data", root)
			root.settings = own.settings
		}
		return root
	}
	root := groupSettings{grading: verdict.DefaultLegacy()}
	root.grading.CheckerScores, root.grading.Minimise = l.legacy.scores, l.legacy.minimise
	root.outputArgs = l.legacy.flags
	for _, o := range l.legacy.grading {
		l.applyGrading(o.key, o.value, &root.grading)
	}
	return l.groupSettings("data", root)
}

// groupSettings reads the settings of a directory of test data.
func (l *loader) groupSettings(folder string, parent groupSettings) groupSettings {
	name := strings.TrimPrefix(strings.TrimPrefix(folder, "data"), "/")
	own := groupSettings{settings: parent.settings, grading: parent.grading}
	own.fullFeedback = inSample(name) || parent.fullFeedback
	if !l.olderData {
		own.grading = l.defaultGrading(name)
		if m, ok := l.groupDocument(path.Join(folder, l.groupFile())); ok {
			l.read2025(m, name, &own)
		}
		return own
	}
	own.grading.IgnoreSample = own.grading.IgnoreSample && name == ""
	if m, ok := l.groupDocument(path.Join(folder, l.groupFile())); ok {
		if l.draft {
			l.takeSettings(m, &own.settings)
		}
		l.readLegacy(m, name, &own)
	}
	own.grading.Mode = verdict.ScoringLegacy
	if !l.p.Type.Scoring && plain(own.grading) {
		own.grading.Mode = verdict.PassFail
	}
	return own
}

// plain reports whether a legacy group is accepted exactly if all its members are, so that its verdict needs none of
// the grader's rules.
func plain(g verdict.Grading) bool {
	return !g.Custom && g.VerdictRule == "worst_error" && g.OnReject == "break" && !g.AcceptIfAnyAccepted && !g.IgnoreSample
}

func (l *loader) defaultGrading(group string) verdict.Grading {
	if !l.p.Type.Scoring {
		return verdict.Grading{Mode: verdict.PassFail}
	}
	return verdict.Default2025(group)
}

// groupDocument reads the settings of a group, with constants replaced by their values.
func (l *loader) groupDocument(file string) (*yamldoc.Mapping, bool) {
	text, ok := l.read(file)
	if !ok {
		return nil, false
	}
	root, ok := l.Parse(file, l.p.WithConstants(text))
	if !ok {
		return nil, false
	}
	return root.Mapping()
}

// read2025 reads test_group.yaml (2025-09, section "Test data configuration").
func (l *loader) read2025(m *yamldoc.Mapping, name string, s *groupSettings) {
	l.takeSettings(m, &s.settings)
	hasScore := name == "secret" || strings.HasPrefix(name, "secret/")
	for _, key := range []string{"max_score", "score_aggregation", "require_pass"} {
		v, ok := m.Take(key)
		switch {
		case !ok:
		case !l.p.Type.Scoring:
			v.Fault("remove the key, or add type: scoring", "the key is for scoring problems only")
		case !hasScore:
			v.Fault("remove the key", "the key is for secret and its groups only")
		case key == "max_score":
			maxScore(v, &s.grading)
		case key == "score_aggregation":
			m.Choice(key, &s.grading.Aggregation, "pass-fail", "sum", "min")
		case key == "require_pass":
			l.readRequirePass(v, name, &s.grading)
		}
	}
	l.readStatic(m, s)
	m.Finish(map[string]string{
		"output_validator_flags": "2025-09 writes output_validator_args, a list",
		"input_validator_flags":  "2025-09 writes input_validator_args, a list",
		"grader_flags":           "2025-09 writes score_aggregation: sum, min or pass-fail",
		"range":                  "2025-09 writes max_score",
		"accept_score":           "2025-09 writes max_score",
	})
}

func maxScore(v yamldoc.Value, g *verdict.Grading) {
	if v.Kind() == yamldoc.Text && v.Raw() == "unbounded" {
		g.MaxScore = nil
		return
	}
	if v.Kind() == yamldoc.Text {
		v.Want("an integer or unbounded", "write digits only, or the word unbounded")
		return
	}
	if n, ok := v.Integer(0); ok {
		score := float64(n)
		g.MaxScore = &score
	}
}

func (l *loader) readRequirePass(v yamldoc.Value, name string, g *verdict.Grading) {
	groups, ok := v.Texts()
	if !ok {
		return
	}
	for _, group := range groups {
		switch {
		case name == "secret" && group != "sample":
			v.Fault("move the key into the groups", "secret can only depend on sample, got %q", group)
		case group != "sample" && !l.isDir("data/"+group):
			v.Fault("name groups as secret/group1, or sample", "there is no group %q", group)
		case group != "sample" && (!strings.HasPrefix(group, "secret/") || group >= name):
			v.Fault("name sample or a group that comes first", "%q does not come before %s", group, name)
		default:
			g.RequirePass = append(g.RequirePass, group)
		}
	}
}

// readStatic reads the static validation test case, in both notations: static_validation, true or a map of score and
// args, and static_validation_score with static_validator_args.
func (l *loader) readStatic(m *yamldoc.Mapping, s *groupSettings) {
	static := &problem.StaticValidation{}
	given, hasGiven := m.Take("static_validation")
	score, hasScore := m.Take("static_validation_score")
	args, hasArgs := m.Take("static_validator_args")
	switch {
	case hasGiven && (hasScore || hasArgs):
		given.Fault("keep one of them", "static_validation and the older keys cannot go together")
		return
	case hasGiven && given.Kind() == yamldoc.Map:
		inner, _ := given.Mapping()
		score, hasScore = inner.Take("score")
		inner.Arguments("args", &static.Args)
		inner.Finish(nil)
	case hasGiven:
		if run, ok := given.Boolean(); !ok || !run {
			return
		}
	case hasArgs && !hasScore:
		args.Fault("add static_validation_score", "there is no static_validation_score")
		return
	case hasArgs:
		static.Args, _ = args.Arguments()
	}
	if !hasGiven && !hasScore {
		return
	}
	if hasScore && !(score.Kind() == yamldoc.Text && score.Raw() == "pass-fail") {
		n, ok := score.Integer(0)
		if !ok {
			return
		}
		if s.grading.Mode != verdict.Scoring2025 || s.grading.Aggregation == "pass-fail" {
			score.Fault("write pass-fail", "a group without scores has none for static validation")
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
		at.Fault("add static_validator/ or remove the key", "there is no static validator")
		return
	}
	s.static = static
}

// takeSettings reads the keys that groups and test cases share. answer_validator_args is from BAPCtools.
func (l *loader) takeSettings(m *yamldoc.Mapping, s *settings) {
	m.Arguments("args", &s.args)
	if v, ok := m.Take("input_validator_args"); ok {
		l.readValidatorArgs(v, inputValidators, &s.input)
	}
	if v, ok := m.Take("answer_validator_args"); ok {
		l.readValidatorArgs(v, answerValidators, &s.answer)
	}
	m.Arguments("output_validator_args", &s.outputArgs)
	m.Arguments("input_visualizer_args", &s.inputVisualizer)
	m.Arguments("output_visualizer_args", &s.outputVisualizer)
	m.Boolean("full_feedback", &s.fullFeedback)
}

// readValidatorArgs reads a list for all validators in a directory, or a map of lists by the validator's name.
func (l *loader) readValidatorArgs(v yamldoc.Value, folder string, args *validatorArgs) {
	if v.Kind() != yamldoc.Map {
		if arguments, ok := v.Arguments(); ok {
			*args = validatorArgs{all: arguments}
		}
		return
	}
	m, _ := v.Mapping()
	*args = validatorArgs{byName: map[string][]string{}}
	for _, f := range m.Rest() {
		arguments, ok := f.Value.Arguments()
		name, known := l.validatorName(problem.At(f.Name), folder, f.Key)
		if ok && known {
			args.byName[name] = arguments
		}
	}
}

// caseSettings reads NAME.yaml (2025-09, section "Test case configuration"), whose keys replace the group's.
func (l *loader) caseSettings(file string, s settings, c *problem.Case) settings {
	root, ok := l.document(file)
	if !ok {
		return s
	}
	m, ok := root.Mapping()
	if !ok {
		return s
	}
	l.takeSettings(m, &s)
	m.Text("hint", &c.Hint)
	m.Text("description", &c.Description)
	m.Finish(map[string]string{
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
	at := func(g *problem.Group) problem.Position {
		return problem.Position{File: "data/" + g.Name + "/test_group.yaml"}
	}
	aggregation := map[string]string{}
	for _, g := range append([]*problem.Group{secret}, secret.Groups...) {
		aggregation[g.Name] = g.Grading.Aggregation
		if g.Grading.Aggregation == "pass-fail" && g.Grading.MaxScore == nil {
			l.Fail(at(g), "give max_score, or write score_aggregation: sum", "max_score: a pass-fail group needs one")
		}
	}
	total := 0.0
	for _, g := range secret.Groups {
		if secret.Grading.Aggregation == "pass-fail" && g.Grading.Aggregation != "pass-fail" {
			l.Fail(at(g), "write score_aggregation: pass-fail", "score_aggregation: secret is pass-fail, so its groups must be")
		}
		if g.Grading.MaxScore != nil {
			total += *g.Grading.MaxScore
		} else if secret.Grading.MaxScore != nil && g.Grading.Aggregation != "pass-fail" {
			l.Fail(at(g), "give max_score, or write max_score: unbounded for secret", "max_score: the group is unbounded, but secret is not")
		}
		for _, needed := range g.Grading.RequirePass {
			if needed != "sample" && aggregation[needed] != "pass-fail" {
				l.Fail(at(g), "write score_aggregation: pass-fail there", "require_pass: %s is not pass-fail", needed)
			}
		}
	}
	if g := secret.Grading; g.Aggregation == "sum" && g.MaxScore != nil && len(secret.Groups) > 0 && math.Abs(total-*g.MaxScore) > 1e-9 {
		l.Warn(at(secret), "make them agree", "max_score of secret is %g, but the groups' add up to %g", *g.MaxScore, total)
	}
}

// readLegacy reads testdata.yaml (legacy, section "Test Data Groups"). Missing keys are inherited.
func (l *loader) readLegacy(m *yamldoc.Mapping, name string, s *groupSettings) {
	for _, key := range []string{"on_reject", "accept_score", "reject_score", "range"} {
		v, ok := m.Take(key)
		if !ok {
			continue
		}
		if key != "on_reject" && !l.p.Type.Scoring {
			l.Lack(problem.At(v), "remove the key, or add type: scoring", "%s: the key is for scoring problems only; it is ignored", v.Path())
			continue
		}
		l.applyGrading(key, v, &s.grading)
	}
	l.readGrader(m, name, &s.grading)
	if v, ok := m.Take("input_validator_flags"); ok {
		if validator, words, ok := namedFlags(v); ok && validator == "" {
			s.input = validatorArgs{all: words}
		} else if ok {
			if name, known := l.validatorName(problem.At(v), inputValidators, validator); known {
				s.input = validatorArgs{byName: map[string][]string{name: words}}
			}
		}
	}
	// In practice a text contains arguments, although the format says that it names a validator.
	if v, ok := m.Take("output_validator_flags"); ok {
		validator, words, ok := namedFlags(v)
		if ok && validator != "" && len(l.validators[outputValidators]) > 0 {
			_, ok = l.validatorName(problem.At(v), outputValidators, validator)
		}
		if ok {
			s.outputArgs = slices.Concat(l.legacy.flags, words)
		}
	}
	m.Finish(map[string]string{
		"output_validator_args": "legacy writes output_validator_flags, one text",
		"input_validator_args":  "legacy writes input_validator_flags, one text",
		"max_score":             "legacy writes range: 0 100",
		"score_aggregation":     "legacy writes grader_flags",
	})
}

// readGrader reads which grader is used, and its flags: arbitrary words for the package's own grader.
func (l *loader) readGrader(m *yamldoc.Mapping, group string, g *verdict.Grading) {
	grader := "default"
	if g.Custom {
		grader = "custom"
	}
	m.Choice("grading", &grader, "default", "custom")
	g.Custom = grader == "custom"
	if f := m.Find("grading"); g.Custom && l.p.Grader == nil && f != nil {
		f.Value.Fault("add the program graders/grader.py, or use grader_flags alone", "there is no grader in graders/")
	}
	v, ok := m.Take("grader_flags")
	switch {
	case !ok:
	case g.Custom:
		g.Flags, _ = flags(v)
	default:
		l.readGraderFlags(v, group, g)
	}
}

// applyGrading reads one of the keys of testdata.yaml, which old packages have in problem.yaml.
func (l *loader) applyGrading(key string, v yamldoc.Value, g *verdict.Grading) {
	switch key {
	case "on_reject":
		// first_error, worst_error and grade are the ancient words.
		words := map[string]string{
			"break": "break", "continue": "continue", "first_error": "break", "worst_error": "break", "grade": "continue",
		}
		text, ok := v.Text()
		if !ok {
			return
		}
		if words[text] == "" {
			v.Fault("write break or continue", "unknown value %q", text)
			return
		}
		g.OnReject = words[text]
	case "accept_score", "reject_score":
		score, ok := v.Number(math.Inf(-1))
		if !ok {
			return
		}
		if key == "accept_score" {
			g.AcceptScore = score
		} else {
			g.RejectScore = score
		}
	case "range":
		if low, high, ok := scoreRange(v); ok {
			g.RangeMin, g.RangeMax = low, high
		}
	}
}

// readGraderFlags reads the flags of the default grader; the last of a kind counts, and they replace all inherited
// ones.
func (l *loader) readGraderFlags(v yamldoc.Value, group string, g *verdict.Grading) {
	text, ok := v.Text()
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
			l.Lack(problem.At(v), "move it to data/testdata.yaml", "%s: ignore_sample is for the whole of data only; it is ignored", v.Path())
		case word == formerWorstError:
			v.Warn("write worst_error", "%s is the former name of worst_error", word)
			g.VerdictRule = "worst_error"
		default:
			v.Fault(cmp.Or(yamldoc.Suggest(word, graderFlags), "use "+yamldoc.QuoteAll(graderFlags)), "unknown flag %q", word)
		}
	}
}

// namedFlags reads flags, or a map with the flags for one validator by its name.
func namedFlags(v yamldoc.Value) (name string, words []string, ok bool) {
	if v.Kind() != yamldoc.Map {
		words, ok = flags(v)
		return "", words, ok
	}
	m, _ := v.Mapping()
	m.Text("name", &name)
	if written, found := m.Take("flags"); found {
		words, ok = flags(written)
	} else {
		ok = true
	}
	m.Finish(nil)
	if name == "" {
		v.Fault("add the key name", "the flags are for no validator")
		return "", nil, false
	}
	return name, words, ok
}
