package exchange

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/verdict"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

const formatVersion = "2025-09"

// to2025 converts a legacy package to a 2025-09 one.
func (c *conversion) to2025() error {
	if n := len(c.problem.Output.Programs); n > 1 {
		return fmt.Errorf("it has %d output validators, and 2025-09 knows one; export it with --to legacy", n)
	}
	if err := c.metadata2025(); err != nil {
		return err
	}
	notes := map[string]keys{}
	for _, name := range c.tree.files {
		if err := c.place2025(name, notes); err != nil {
			return err
		}
	}
	if err := c.settings2025(notes); err != nil {
		return err
	}
	return c.submissions2025()
}

// settings2025 writes the settings of groups and of cases, to which notes belong.
func (c *conversion) settings2025(notes map[string]keys) error {
	if err := c.groups2025(notes); err != nil {
		return err
	}
	for _, stem := range slices.Sorted(maps.Keys(notes)) {
		if err := c.yaml(stem+".yaml", notes[stem]); err != nil {
			return err
		}
	}
	return nil
}

// place2025 puts a file where 2025-09 wants it. It collects notes on cases by the case's name.
func (c *conversion) place2025(name string, notes map[string]keys) error {
	top, rest, _ := strings.Cut(name, "/")
	switch {
	case name == "problem.yaml" || name == ".timelimit":
		return nil
	case name == settingsFile:
		return c.noteINI()
	case c.unread(top):
		c.noteUnread(top)
		return nil
	case top == "problem_statement" || top == "statement" || name == "problem.pdf":
		return c.copy(name, c.statementName(name, cmp.Or(rest, name)))
	case top == "output_validators" || top == "output_validator":
		return c.copy(name, c.validator2025(name, rest))
	case top == "input_format_validators":
		return c.copy(name, "input_validators/"+rest)
	case top == "data" && rest != "":
		return c.data2025(name, notes)
	case name == submissionsFile:
		return nil // submissions2025 merges it
	case strings.HasPrefix(name, "submissions/partially_accepted/"):
		return c.rejectPartial(name)
	case top == "graders":
		c.note("graders", "kept; 2025-09 has no graders of a package's own")
	}
	return c.copy(name, name)
}

// rejectPartial moves a submission that gets a part of the points.
func (c *conversion) rejectPartial(name string) error {
	c.note("submissions/partially_accepted", "it is submissions/rejected now: 2025-09 does not call a part of the points accepted")
	return c.copy(name, c.moveSubmission(name, "rejected"))
}

// unread reports whether a directory holds statements that are not those of the package: it has another directory for them, by
// the name that its version wants.
func (c *conversion) unread(top string) bool {
	other := map[string]string{"statement": "problem_statement", "problem_statement": "statement"}[top]
	return other != "" && slices.ContainsFunc(c.problem.Statements, func(s problem.Statement) bool {
		return filepath.Dir(filepath.Clean(s.Path)) == filepath.Join(c.problem.Dir, other)
	})
}

func (c *conversion) noteUnread(top string) {
	c.note(top, "left out: the package's version reads statements from another directory")
}

// statementName is the path of a file beside the statements. It adds the language to a statement, which legacy may omit.
func (c *conversion) statementName(name, rest string) string {
	for _, s := range c.problem.Statements {
		if filepath.Clean(s.Path) == filepath.Join(c.problem.Dir, filepath.FromSlash(name)) {
			return "statement/problem." + s.Language + "." + s.Kind
		}
	}
	return "statement/" + rest
}

func (c *conversion) validator2025(name, rest string) string {
	if len(c.problem.Output.Programs) == 1 {
		if program := c.problem.Output.Programs[0].Name; strings.HasPrefix(name, program+"/") {
			return "output_validator/" + strings.TrimPrefix(name, program+"/")
		}
	}
	return "output_validator/" + rest
}

// noteINI reports contest settings, for which no package has a place.
func (c *conversion) noteINI() error {
	text, err := c.tree.read(settingsFile)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		key, value, found := strings.Cut(line, "=")
		if key = strings.TrimSpace(key); found && key != "timelimit" && key != "name" {
			c.note(settingsFile, "%s = %s has no place in 2025-09", key, strings.TrimSpace(value))
		}
	}
	return nil
}

// uuid is that of the package, or one that is made of its name.
func (c *conversion) uuid() string {
	if c.problem.UUID == "" {
		c.note("problem.yaml", "uuid: made of the name; replace it when the problem has one elsewhere")
		return uuidOf(c.problem.ID, c.problem.Name())
	}
	return c.problem.UUID
}

func (c *conversion) metadata2025() error {
	p := c.problem
	m := keys{}
	set(&m, "problem_format_version", formatVersion)
	if p.Type != (problem.Type{}) {
		set(&m, "type", typeNames(p.Type))
	}
	set(&m, "name", c.names2025())
	set(&m, "uuid", c.uuid())
	if len(p.Credits) > 0 {
		set(&m, "credits", keys{{Key: "authors", Value: p.Credits}})
	}
	if source := get(c.metadata, "source"); source != nil {
		if url := get(c.metadata, "source_url"); url != nil {
			set(&m, "source", keys{{Key: "name", Value: source}, {Key: "url", Value: url}})
		} else {
			set(&m, "source", source)
		}
	}
	if p.License != "unknown" {
		set(&m, "license", p.License)
	}
	set(&m, "rights_owner", p.Rights)
	set(&m, "keywords", p.Keywords)
	// Submissions of legacy packages may write files.
	set(&m, "allow_file_writing", true)
	set(&m, "limits", c.limits2025())
	for _, key := range []string{"libraries", "languages", "grading"} {
		if get(c.metadata, key) != nil {
			c.note("problem.yaml", "%s has no place in 2025-09", key)
		}
	}
	return c.yaml("problem.yaml", m)
}

func typeNames(t problem.Type) []string {
	var names []string
	for _, kind := range []struct {
		is   bool
		name string
	}{{t.Scoring, "scoring"}, {t.MultiPass, "multi-pass"}, {t.Interactive, "interactive"}, {t.SubmitAnswer, "submit-answer"}} {
		if kind.is {
			names = append(names, kind.name)
		}
	}
	return names
}

// names2025 returns the names in exactly the statements' languages.
func (c *conversion) names2025() any {
	languages := map[string]bool{}
	for _, s := range c.problem.Statements {
		languages[s.Language] = true
	}
	return namesFor(languages, c.problem.Names, c.problem.Name())
}

// namesFor returns names in the languages of statements, as a single text if that is only English.
func namesFor(languages map[string]bool, names map[string]string, fallback string) any {
	if len(languages) == 0 || len(languages) == 1 && languages["en"] {
		return cmp.Or(names["en"], fallback)
	}
	var m keys
	for _, language := range slices.Sorted(maps.Keys(languages)) {
		set(&m, language, cmp.Or(names[language], fallback))
	}
	return m
}

// uuidOf derives a UUID from words, so that repeated conversions of a package give the same problem.
func uuidOf(words ...string) string {
	sum := sha256.Sum256([]byte("grundy\x00" + strings.Join(words, "\x00")))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80 // version 8, whose content is up to its maker
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

func (c *conversion) limits2025() keys {
	source, _ := get(c.metadata, "limits").(keys)
	var limits, multipliers keys
	for _, item := range source {
		switch key := fmt.Sprint(item.Key); key {
		case "time_limit":
		case "time_multiplier":
			c.factor(&multipliers, key, "ac_to_time_limit", item.Value)
		case "time_safety_margin":
			c.factor(&multipliers, key, "time_limit_to_tle", item.Value)
		default:
			if fraction, ok := item.Value.(float64); ok {
				item.Value = int(math.Ceil(fraction))
				c.note("problem.yaml", "limits.%s is %v now, not %g: 2025-09 wants integers", key, item.Value, fraction)
			}
			set(&limits, key, item.Value)
		}
	}
	if len(multipliers) == 0 && c.problem.Limits.Time == 0 {
		// Legacy's defaults, so that the same limit is inferred.
		multipliers = keys{{Key: "ac_to_time_limit", Value: 5.0}, {Key: "time_limit_to_tle", Value: 2.0}}
	}
	set(&limits, "time_multipliers", multipliers)
	setTimeLimit(&limits, c.problem.Limits.Time.Seconds())
	return limits
}

func (c *conversion) factor(m *keys, from, to string, value any) {
	factor, err := parseNumber(value)
	if err != nil || factor < 1 {
		c.note("problem.yaml", "limits.%s: 2025-09 wants a factor of at least 1, not %v; the default holds", from, value)
		return
	}
	set(m, to, factor)
}

// setTimeLimit writes a time limit with a resolution that it is a multiple of; 0 writes nothing.
func setTimeLimit(m *keys, seconds float64) {
	if !(seconds > 0) || math.IsInf(seconds, 0) {
		return
	}
	set(m, "time_limit", seconds)
	for _, resolution := range []float64{1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001} {
		if steps := seconds / resolution; math.Abs(steps-math.Round(steps)) < 1e-6 {
			if resolution < 1 {
				set(m, "time_resolution", resolution)
			}
			return
		}
	}
}

// caseEndings are the extensions of notes on a case that are keys in 2025-09.
var caseEndings = map[string]string{".hint": "hint", ".desc": "description"}

func (c *conversion) data2025(name string, notes map[string]keys) error {
	base := path.Base(name)
	if base == legacySettings {
		c.tree.used[name] = true
		if depth := strings.Count(name, "/"); depth > 3 {
			c.note(name, "groups do not nest in 2025-09; how this one is graded is left out")
		}
		return nil // groups2025 writes the result
	}
	to := c.casePath(name)
	if key := caseEndings[path.Ext(base)]; key != "" {
		text, err := c.tree.read(name)
		if err != nil {
			return err
		}
		stem := strings.TrimSuffix(to, path.Ext(to))
		m := notes[stem]
		set(&m, key, strings.TrimSpace(string(text)))
		notes[stem] = m
		return nil
	}
	if stem, isInteraction := strings.CutSuffix(name, ".interaction"); isInteraction && !c.tree.has(stem+".in") {
		c.note(name, "left out: in 2025-09 a conversation is shown of a sample that has an input")
		return nil
	}
	if path.Ext(base) == ".yaml" {
		c.note(name, "left out: legacy gives it no meaning, 2025-09 would")
		return nil
	}
	return c.copy(name, to)
}

// ungrouped is the group for cases that are beside groups in legacy.
const ungrouped = "00ungrouped"

// casePath returns the path for a file of test data: in 2025-09 samples have no groups, and cases are not beside
// groups.
func (c *conversion) casePath(name string) string {
	parts := strings.Split(name, "/")
	if parts[1] == "sample" && len(parts) > 3 && !slices.ContainsFunc(parts[2:], func(p string) bool { return strings.HasSuffix(p, ".files") }) {
		c.note(path.Dir(name), "its cases lie in data/sample now: samples have no groups in 2025-09")
		return "data/sample/" + strings.Join(parts[2:], "-")
	}
	secret := findGroup(c.problem.Data, "secret")
	if parts[1] == "secret" && len(parts) == 3 && len(secret.Groups) > 0 && len(secret.Cases) > 0 {
		c.note("data/secret", "its cases beside groups lie in the group %s now", ungrouped)
		return "data/secret/" + ungrouped + "/" + parts[2]
	}
	return name
}

// groups2025 writes test_group.yaml for groups with settings, and the settings of cases that differ from them.
func (c *conversion) groups2025(notes map[string]keys) error {
	secret := findGroup(c.problem.Data, "secret")
	groups := append([]*problem.Group{findGroup(c.problem.Data, "sample")}, secret.Groups...)
	if len(secret.Cases) > 0 && len(secret.Groups) > 0 {
		groups = append(groups, &problem.Group{Name: "secret/" + ungrouped, Cases: secret.Cases, Grading: secret.Grading})
	} else if len(secret.Cases) > 0 {
		groups = append(groups, secret)
	}
	written := false
	var all shares
	for _, g := range groups {
		var m keys
		cases := g.AllCases()
		if len(cases) > 0 {
			m = argumentKeys(cases[0])
			for _, other := range cases[1:] {
				if !sameArguments(cases[0], other) {
					stem := c.casePath("data/" + other.Name)
					notes[stem] = append(notes[stem], argumentKeys(other)...)
				}
			}
		}
		if c.problem.Type.Scoring && g.Name != "sample" {
			c.grading2025(&m, g, &all)
		}
		written = written || g == secret
		if err := c.yaml("data/"+g.Name+"/test_group.yaml", m); err != nil {
			return err
		}
	}
	if !c.problem.Type.Scoring || written {
		return nil
	}
	var m keys
	c.wholeScore(&m, secret.Grading)
	return c.yaml("data/secret/test_group.yaml", m)
}

func argumentKeys(tc *problem.Case) keys {
	var m keys
	if tc.InputArgsFor != nil {
		var byName keys
		for _, name := range slices.Sorted(maps.Keys(tc.InputArgsFor)) {
			set(&byName, name, tc.InputArgsFor[name])
		}
		set(&m, "input_validator_args", byName)
	} else {
		set(&m, "input_validator_args", tc.InputArgs)
	}
	set(&m, "output_validator_args", tc.OutputArgs)
	return m
}

func sameArguments(a, b *problem.Case) bool {
	return slices.Equal(a.OutputArgs, b.OutputArgs) && slices.Equal(a.InputArgs, b.InputArgs) &&
		maps.EqualFunc(a.InputArgsFor, b.InputArgsFor, slices.Equal)
}

// grading2025 expresses the grading of a group in 2025-09. There a group gets points even if not all of it is
// accepted; in legacy only if accept_if_any_accepted says so.
func (c *conversion) grading2025(m *keys, g *problem.Group, all *shares) {
	aggregation, most := c.legacyWorth(g)
	set(m, "score_aggregation", aggregation)
	c.maxScore(m, g.Name, most, all)
}

// legacyWorth returns how a group of a legacy package adds up, and the most that it is worth, which may be infinite.
func (c *conversion) legacyWorth(g *problem.Group) (aggregation string, most float64) {
	grading := g.Grading
	aggregation = "pass-fail"
	if grading.AcceptIfAnyAccepted || grading.VerdictRule == "always_accept" {
		aggregation = grading.ScoreRule
	}
	if aggregation != "pass-fail" && aggregation != "sum" && aggregation != "min" {
		c.note("data/"+g.Name, "2025-09 has no score rule %s; the group adds up", aggregation)
		aggregation = "sum"
	}
	most = grading.RangeMax
	if math.IsInf(most, 0) && len(c.problem.Output.Programs) == 0 {
		most = grading.AcceptScore
		if grading.ScoreRule == "sum" {
			most *= float64(len(g.AllCases()))
		}
	}
	return aggregation, most
}

// wholeScore is the most that all groups are worth together.
func (c *conversion) wholeScore(m *keys, grading verdict.Grading) {
	if grading.ScoreRule == "min" {
		set(m, "score_aggregation", "min")
	}
	most := grading.RangeMax
	if math.IsInf(most, 0) {
		most = c.problem.Data.Grading.RangeMax
	}
	c.maxScore(m, "secret", most, &shares{})
}

func (c *conversion) maxScore(m *keys, group string, most float64, all *shares) {
	if math.IsInf(most, 0) {
		set(m, "max_score", "unbounded")
		return
	}
	set(m, "max_score", c.share("data/"+group, "the group", most, all))
}

// looserFolders are what legacy permits beyond 2025-09 in directories of the same name.
var looserFolders = map[string]keys{
	"time_limit_exceeded": {{Key: "permitted", Value: []string{"AC", "WA", "TLE"}}, {Key: "required", Value: []string{"TLE"}}},
	"run_time_error":      {{Key: "permitted", Value: []string{"AC", "WA", "TLE", "RTE"}}, {Key: "required", Value: []string{"RTE"}}},
}

// submissions2025 keeps submissions.yaml, and adds what legacy permits beyond it.
func (c *conversion) submissions2025() error {
	m, err := c.tree.readYAML(submissionsFile)
	if err != nil {
		return err
	}
	m = c.moved(m)
	for _, folder := range slices.Sorted(maps.Keys(looserFolders)) {
		if !c.tree.hasDir("submissions/" + folder) {
			continue
		}
		rule, _ := get(m, folder).(keys)
		for _, item := range looserFolders[folder] {
			if get(rule, fmt.Sprint(item.Key)) == nil {
				rule = append(rule, item)
			}
		}
		m = slices.DeleteFunc(m, func(item yamldoc.Item) bool { return item.Key == folder })
		set(&m, folder, rule)
	}
	return c.yaml(submissionsFile, m)
}
