package icpc

import (
	"cmp"
	"math"
	"regexp"
	"slices"

	"grundy/internal/base/verdict"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

// rule is the expectation of a pattern of submissions.yaml, or of a default directory, for the matching submissions.
type rule struct {
	pattern              string
	at                   problem.Position
	language, entrypoint string
	authors              []string
	model                bool
	demands              []demand // for a default directory, the first is on all cases
	written              bool     // in submissions.yaml
	used                 bool
}

// demand is an expectation, with its use for the time limit: "lower", "upper", "none", or "" for the default.
type demand struct {
	problem.Expectation
	use string
}

// defaultRules are the directories with predefined meanings (2025-09, section "Default directories"; legacy, section
// "Example Submissions"). brute_force and rejected are accepted in legacy packages too.
func (l *loader) defaultRules() []*rule {
	const ac, wa, tle, rte = verdict.AC, verdict.WA, verdict.TLE, verdict.RTE
	type verdicts = []verdict.Verdict
	rules := []*rule{
		defaultRule("accepted", verdicts{ac}, nil),
		defaultRule("rejected", nil, verdicts{rte, tle, wa}),
		defaultRule("wrong_answer", verdicts{ac, wa}, verdicts{wa}),
		defaultRule("brute_force", verdicts{ac, rte, tle}, verdicts{rte, tle}),
	}
	if l.is2025() {
		rules = append(rules,
			defaultRule("time_limit_exceeded", verdicts{ac, tle}, verdicts{tle}),
			defaultRule("run_time_error", verdicts{ac, rte}, verdicts{rte}))
	} else {
		rules = append(rules,
			defaultRule("time_limit_exceeded", verdicts{ac, wa, tle}, verdicts{tle}),
			defaultRule("run_time_error", nil, verdicts{rte}))
	}
	const partial = "partially_accepted"
	if !l.olderData || !l.isDir(submissionsFolder+"/"+partial) {
		return rules
	}
	if !l.p.Type.Scoring {
		l.Lack(problem.Position{File: submissionsFolder + "/" + partial}, "rename the directory", "%s is for scoring problems only", partial)
		return rules
	}
	r := defaultRule(partial, nil, verdicts{ac})
	r.demands[0].Score = l.partialScore()
	return append(rules, r)
}

func defaultRule(folder string, permitted, required []verdict.Verdict) *rule {
	return &rule{pattern: folder, demands: []demand{{Expectation: problem.Expectation{Permitted: permitted, Required: required}}}}
}

// partialScore returns every score of the range except the best; nil if there is no best.
func (l *loader) partialScore() *problem.Range {
	low, high := l.p.Data.Grading.RangeMin, l.p.Data.Grading.RangeMax
	// More than the rounding error of sums of scores.
	const step = 1e-6
	switch {
	case l.legacy.minimise && !math.IsInf(low, 0):
		return &problem.Range{Min: low + step*max(1, math.Abs(low)), Max: high}
	case !l.legacy.minimise && !math.IsInf(high, 0):
		return &problem.Range{Min: low, Max: high - step*max(1, math.Abs(high))}
	}
	return nil
}

// submissionRules returns the default rules and those of submissions.yaml. A key that names a default directory
// replaces its rule and inherits missing keys; all other keys add rules.
func (l *loader) submissionRules() []*rule {
	rules := l.defaultRules()
	root, ok := l.document(submissionsFile)
	if !ok {
		return rules
	}
	m, ok := root.Mapping()
	if !ok {
		return rules
	}
	if !l.is2025() {
		m.OlderBooleans()
	}
	for _, f := range m.Rest() {
		if err := problem.ValidGlob(f.Key); err != nil {
			l.Fail(problem.At(f.Name), "write * for part of a name and {a,b} for alternatives", "%v", err)
			continue
		}
		i := slices.IndexFunc(rules, func(r *rule) bool { return r.pattern == f.Key })
		base := &rule{pattern: f.Key, demands: []demand{{}}}
		if i >= 0 {
			base = rules[i]
		}
		r, ok := l.readRule(f, *base)
		switch {
		case !ok:
		case i >= 0:
			rules[i] = r
		default:
			rules = append(rules, r)
		}
	}
	return rules
}

// readRule reads a rule, which inherits missing keys from base.
func (l *loader) readRule(f *yamldoc.Field, base rule) (*rule, bool) {
	m, ok := f.Value.Mapping()
	if !ok {
		return nil, false
	}
	r := base
	r.at, r.written = problem.At(f.Name), true
	r.demands = []demand{base.demands[0]}
	if v, ok := m.Take("language"); ok {
		if code, ok := languageCode(v); ok {
			r.language = code
		}
	}
	m.Text("entrypoint", &r.entrypoint)
	if v, ok := m.Take("authors"); ok {
		r.authors = people(v)
	}
	m.Boolean("model_solution", &r.model)
	l.readDemand(m, &r.demands[0])
	for _, f := range m.Rest(yamldoc.Map) {
		if d, ok := l.readGroupDemand(f); ok {
			r.demands = append(r.demands, d)
		}
	}
	m.Finish(map[string]string{"author": "did you mean authors?", "use_for_timelimit": "did you mean use_for_time_limit?"})
	return &r, true
}

// readGroupDemand reads the demand on some groups or cases.
func (l *loader) readGroupDemand(f *yamldoc.Field) (demand, bool) {
	d := demand{Expectation: problem.Expectation{Pattern: f.Key}}
	if err := problem.ValidGlob(f.Key); err != nil {
		l.Fail(problem.At(f.Name), "write * for part of a name and {a,b} for alternatives", "%v", err)
		return demand{}, false
	}
	if !l.matchesData(l.p.Data, f.Key) {
		l.Warn(problem.At(f.Name), "name a group or case below data/, such as secret/group1", "%s: no test group or case matches", f.Value.Path())
	}
	m, _ := f.Value.Mapping()
	l.readDemand(m, &d)
	m.Finish(nil)
	return d, true
}

func (l *loader) matchesData(g *problem.Group, pattern string) bool {
	return g.Name != "" && problem.Match(pattern, g.Name) ||
		slices.ContainsFunc(g.Cases, func(c *problem.Case) bool { return problem.Match(pattern, c.Name) }) ||
		slices.ContainsFunc(g.Groups, func(below *problem.Group) bool { return l.matchesData(below, pattern) })
}

func (l *loader) readDemand(m *yamldoc.Mapping, d *demand) {
	verdicts(m, "permitted", &d.Permitted)
	verdicts(m, "required", &d.Required)
	if v, ok := m.Take("score"); ok {
		if !l.p.Type.Scoring {
			v.Fault("remove the key", "the key is for scoring problems only")
		} else {
			d.Score = expectedScore(v)
		}
	}
	if v, ok := m.Take("message"); ok {
		if message, ok := v.Text(); ok && message != "" {
			d.Message = regexp.MustCompile(regexp.QuoteMeta(message))
		}
	}
	if v, ok := m.Take("use_for_time_limit"); ok {
		timeLimitUse(v, d)
	}
	if d.Permitted != nil && d.Required != nil && len(intersect(d.Permitted, d.Required)) == 0 {
		m.Fault("add it to permitted", "a verdict is required that is not permitted: %s", verdictNames(d.Required))
	}
}

// verdicts reads a list of verdicts, or one alone.
func verdicts(m *yamldoc.Mapping, key string, target *[]verdict.Verdict) {
	v, ok := m.Take(key)
	if !ok {
		return
	}
	words, ok := v.Texts()
	if !ok {
		return
	}
	if len(words) == 0 {
		v.Fault("list some of AC, WA, TLE, RTE, or leave the key out", "the list is empty")
		return
	}
	known := []string{"AC", "WA", "TLE", "RTE"}
	var list []verdict.Verdict
	for _, word := range words {
		if !slices.Contains(known, word) {
			v.Fault(cmp.Or(yamldoc.Suggest(word, known), "the format has AC, WA, TLE and RTE; other limits count as RTE"), "unknown verdict %q", word)
			return
		}
		parsed, err := verdict.Parse(word)
		if err == nil {
			list = append(list, parsed)
		}
	}
	*target = list
}

// expectedScore reads a number or a list of two.
func expectedScore(v yamldoc.Value) *problem.Range {
	if v.Kind() != yamldoc.List {
		if score, ok := v.Number(0); ok {
			return &problem.Range{Min: score, Max: score}
		}
		return nil
	}
	items, _ := v.Items("")
	if len(items) != 2 {
		v.Fault("write [lowest, highest]", "want two numbers, got %d", len(items))
		return nil
	}
	low, okLow := items[0].Number(0)
	high, okHigh := items[1].Number(0)
	if okLow && okHigh && low > high {
		v.Fault("write [lowest, highest]", "%g is more than %g", low, high)
	}
	if !okLow || !okHigh || low > high {
		return nil
	}
	return &problem.Range{Min: low, Max: high}
}

// timeLimitUse reads a boolean, lower or upper. lower also demands no time-out, upper a time-out (2025-09, section
// "Timelimit inference").
func timeLimitUse(v yamldoc.Value, d *demand) {
	if v.Kind() == yamldoc.Boolean {
		if use, _ := v.Boolean(); !use {
			d.use = "none"
		}
		return
	}
	tle := []verdict.Verdict{verdict.TLE}
	switch use, _ := v.Text(); use {
	case "lower":
		d.use = use
		if slices.Equal(d.Required, tle) {
			v.Fault("change one of them", "a lower bound must not time out, but TLE is required")
			return
		}
		if d.Permitted == nil {
			d.Permitted = []verdict.Verdict{verdict.AC, verdict.WA, verdict.TLE, verdict.RTE}
		}
		d.Permitted = slices.DeleteFunc(slices.Clone(d.Permitted), func(v verdict.Verdict) bool { return v == verdict.TLE })
	case "upper":
		d.use = use
		if d.Required != nil && !slices.Contains(d.Required, verdict.TLE) || d.Permitted != nil && !slices.Contains(d.Permitted, verdict.TLE) {
			v.Fault("change one of them", "an upper bound must time out, but the verdicts say otherwise")
			return
		}
		d.Required = tle
	default:
		if v.Kind() == yamldoc.Text {
			v.Fault("write true, false, lower or upper", "unknown value %q", use)
		}
	}
}
