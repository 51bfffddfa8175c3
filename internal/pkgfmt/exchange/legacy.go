package exchange

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
)

// toLegacy converts a 2025-09 package to a legacy one. It keeps directories that legacy does not know, since its
// tools ignore them, and lists them in notes.
func (c *conversion) toLegacy() error {
	if c.problem.Type.SubmitAnswer {
		return errors.New("legacy packages have no submit-answer problems; export it with --to icpc")
	}
	if err := c.legacyMetadata(); err != nil {
		return err
	}
	for _, name := range c.tree.files {
		top, rest, _ := strings.Cut(name, "/")
		var err error
		switch {
		case name == "problem.yaml":
		case name == generators.RecordFile:
			// It uses file names of the other version, which grundy would not find.
			c.note(name, "left out: it is about files of 2025-09")
		case c.unread(top):
			c.noteUnread(top)
		case top == "output_validators" || top == "problem_statement": // of drafts
			err = c.substituted(name, name)
		case top == "statement":
			err = c.substituted(name, "problem_statement/"+rest)
		case top == "data" && c.outsideLegacyData(name):
		case top == "include":
			err = c.substituted(name, name)
		case top == "output_validator":
			err = c.substituted(name, c.legacyValidator(name))
		case top == "data":
			err = c.legacyData(name)
		case top == "submissions":
			err = c.legacySubmission(name)
		case top == "input_validators":
			err = c.substituted(name, name)
		case top == "answer_validators" || top == "input_visualizer" || top == "output_visualizer":
			c.keep(top)
			err = c.substituted(name, name)
		case name == ".timelimit" || top == "attachments":
			err = c.copy(name, name)
		default:
			c.keep(top)
			err = c.copy(name, name)
		}
		if err != nil {
			return err
		}
	}
	if c.problem.Type.Scoring && c.problem.Data.Grading.Mode != verdict.ScoringLegacy {
		if err := c.legacyScoring(); err != nil {
			return err
		}
	}
	c.noteLooser()
	if err := c.followMoves(); err != nil {
		return err
	}
	return c.legacyTimeLimit()
}

// legacyScoring writes the settings for which 2025-09 has defaults: for the whole, and for groups without a
// test_group.yaml.
func (c *conversion) legacyScoring() error {
	secret := findGroup(c.problem.Data, "secret")
	if err := c.yaml("data/"+legacySettings, rootGrading(secret.Grading)); err != nil {
		return err
	}
	for _, group := range append([]*problem.Group{findGroup(c.problem.Data, "sample"), secret}, secret.Groups...) {
		if group == nil || len(group.AllCases()) == 0 {
			continue
		}
		name := "data/" + group.Name + "/" + legacySettings
		if _, done := c.files[name]; done {
			continue
		}
		var m keys
		c.legacyGrading(&m, group.Name)
		if err := c.yaml(name, m); err != nil {
			return err
		}
	}
	return nil
}

// keep notes a file or directory that stays although the format does not know it.
func (c *conversion) keep(name string) {
	text := "kept; legacy has no place for it and its tools pass over it"
	switch name {
	case "static_validator":
		text = "kept, but legacy has no static validation, so no judge runs it"
	case "generators":
		return // no format has a place for generators, but they are usually there
	}
	c.note(name, "%s", text)
}

// legacyValidator returns the path for a file of output_validator/: in a directory of output_validators/ if the
// program has several files.
func (c *conversion) legacyValidator(name string) string {
	rest := strings.TrimPrefix(name, "output_validator/")
	if len(c.problem.Output.Programs) == 1 && c.problem.Output.Programs[0].Name != "output_validator" {
		return "output_validators/" + rest
	}
	return "output_validators/validator/" + rest
}

// substituted copies a text and replaces constants by their values, since legacy has no constants.
func (c *conversion) substituted(from, to string) error {
	if err := c.copy(from, to); err != nil || len(c.problem.Constants) == 0 || !isText(from) {
		return err
	}
	copied := c.files[to]
	text, err := copied.content()
	if err != nil || bytes.IndexByte(text, 0) >= 0 {
		return err
	}
	if path.Ext(from) == ".tex" {
		text = []byte(statement.BraceConstants(string(text)))
	}
	copied.data, copied.open = c.problem.WithConstants(text), nil
	c.files[to] = copied
	return nil
}

// isText reports whether a file may contain constants.
func isText(name string) bool {
	return !slices.Contains([]string{".pdf", ".png", ".jpg", ".jpeg", ".svg", ".gif", ".eps", ".zip"}, strings.ToLower(path.Ext(name)))
}

// legacyKeys are the keys that both versions write in the same way.
var legacyKeys = []string{"uuid", "license", "rights_owner", "validator_flags"}

func (c *conversion) legacyMetadata() error {
	m := keys{}
	set(&m, "problem_format_version", "legacy")
	for _, item := range c.metadata {
		key := fmt.Sprint(item.Key)
		switch {
		case slices.Contains(legacyKeys, key):
			set(&m, key, item.Value)
		case key == "problem_format_version":
		case key == "name":
			set(&m, key, c.problem.Name())
			if names, several := item.Value.(keys); several && len(names) > 1 {
				c.note("problem.yaml", "name: legacy has one; the others stand in the statements")
			}
		case key == "type":
			c.legacyType(&m)
		case key == "credits":
			c.legacyCredits(&m, item.Value)
		case key == "source":
			c.legacySource(&m, item.Value)
		case key == "keywords":
			c.legacyKeywords(&m, words(item.Value))
		case key == "limits":
			limits, _ := item.Value.(keys)
			set(&m, "limits", c.legacyLimits(limits))
		case key == "constants":
			c.note("problem.yaml", "constants: legacy has none; their values stand where their names stood")
		case key == "allow_file_writing":
			if item.Value == false {
				c.note("problem.yaml", "allow_file_writing: false has no place in legacy, where submissions may write files")
			}
		default:
			c.note("problem.yaml", "%s has no place in legacy", key)
		}
	}
	if get(c.metadata, "type") == nil {
		c.legacyType(&m)
	}
	if c.problem.Type.Scoring {
		// Contestants see the points of groups, as in 2025-09.
		set(&m, "grading", keys{{Key: "show_test_data_groups", Value: true}})
	}
	return c.yaml("problem.yaml", m)
}

func (c *conversion) legacyType(m *keys) {
	p := c.problem
	if p.Type.Scoring {
		set(m, "type", "scoring")
	}
	if len(p.Output.Programs) == 0 {
		return
	}
	validation := "custom"
	if p.Type.Interactive {
		validation += " interactive"
	}
	if p.Type.MultiPass {
		validation += " multi-pass"
		c.note("problem.yaml", "multi-pass: only DOMjudge and grundy know it in legacy packages")
	}
	if p.Type.Scoring && c.checkerScores() {
		validation += " score"
		c.note("output_validator", "score_multiplier.txt has no meaning in legacy, where a validator writes score.txt")
	}
	set(m, "validation", validation)
}

// checkerScores reports whether the output validator mentions scores. With the word score, legacy's tools fail on one
// that only accepts and rejects.
func (c *conversion) checkerScores() bool {
	return slices.ContainsFunc(slices.Concat(c.tree.below("output_validator"), c.tree.below("output_validators")), func(name string) bool {
		text, err := c.tree.read(name)
		return err != nil || bytes.Contains(text, []byte("score")) || bytes.Contains(text, []byte("quitp")) || bytes.Contains(text, []byte("_points"))
	})
}

func (c *conversion) legacyCredits(m *keys, credits any) {
	var authors []string
	if roles, ok := credits.(keys); ok {
		for _, role := range roles {
			if role.Key == "authors" {
				authors = c.persons(role.Value)
			} else {
				c.note("problem.yaml", "credits.%v has no place in legacy", role.Key)
			}
		}
	} else {
		authors = c.persons(credits)
	}
	set(m, "author", strings.Join(authors, ", "))
}

// persons returns the names of people without mail addresses, which legacy lacks.
func (c *conversion) persons(people any) []string {
	var names []string
	for _, item := range list(people) {
		person, ok := item.(keys)
		if !ok {
			names = append(names, fmt.Sprint(item))
			continue
		}
		for _, about := range person {
			if about.Key == "name" {
				names = append(names, fmt.Sprint(about.Value))
			} else {
				c.note("problem.yaml", "credits: %v of a person has no place in legacy", about.Key)
			}
		}
	}
	return names
}

func (c *conversion) legacySource(m *keys, sources any) {
	for i, item := range list(sources) {
		if i > 0 {
			c.note("problem.yaml", "source: legacy has one only; the others are left out")
			return
		}
		if source, ok := item.(keys); ok {
			set(m, "source", get(source, "name"))
			if url := get(source, "url"); url != nil {
				set(m, "source_url", url)
			}
		} else {
			set(m, "source", item)
		}
	}
}

func (c *conversion) legacyKeywords(m *keys, keywords []string) {
	for i, word := range keywords {
		if strings.Contains(word, " ") {
			keywords[i] = strings.Join(strings.Fields(word), "-")
			c.note("problem.yaml", "keywords: %q is written %s, since keywords hold no spaces in legacy", word, keywords[i])
		}
	}
	set(m, "keywords", strings.Join(keywords, " "))
}

func (c *conversion) legacyLimits(limits keys) keys {
	var m keys
	for _, item := range limits {
		switch key := fmt.Sprint(item.Key); key {
		case "time_limit": // in .timelimit
		case "time_multipliers":
			multipliers, _ := item.Value.(keys)
			if v := get(multipliers, "ac_to_time_limit"); v != nil {
				set(&m, "time_multiplier", v)
			}
			if v := get(multipliers, "time_limit_to_tle"); v != nil {
				set(&m, "time_safety_margin", v)
			}
		case "time_resolution":
			c.note("problem.yaml", "limits.time_resolution has no place in legacy")
		default:
			set(&m, key, item.Value)
		}
	}
	return m
}

// legacyTimeLimit writes the file in which the tools of Kattis and DOMjudge look for a fixed limit.
func (c *conversion) legacyTimeLimit() error {
	limit := c.problem.Limits.Time
	if limit == 0 || c.tree.has(".timelimit") {
		return nil
	}
	if c.target == Legacy {
		c.note("problem.yaml", "limits.time_limit has no key in legacy; it stands in .timelimit")
	}
	return c.text(".timelimit", fmt.Sprintf("%g\n", limit.Seconds()))
}

// outsideLegacyData notes test data that tools for legacy reject: data outside sample and secret, and files beside
// an input, whose directory they take for a group.
func (c *conversion) outsideLegacyData(name string) bool {
	parts := strings.Split(name, "/")
	if len(parts) > 2 && parts[1] != "sample" && parts[1] != "secret" {
		c.note(path.Join(parts[:2]...), "left out: legacy has no place for it")
		return true
	}
	if before, _, found := strings.Cut(name, ".files/"); found {
		c.note(before+".files", "left out: legacy has no files beside an input")
		return true
	}
	return false
}

// legacyData places a file of test data.
func (c *conversion) legacyData(name string) error {
	folder, base := path.Split(name)
	switch {
	case base == groupSettings:
		return c.legacyGroup(name)
	case base == legacySettings: // draft packages may have it already
		return c.draftSettings(name)
	case strings.HasSuffix(base, ".yaml"):
		return c.legacyCase(name)
	case strings.HasSuffix(base, ".out"):
		return c.copy(name, folder+strings.TrimSuffix(base, ".out")+".ans.statement")
	}
	for _, extension := range []string{".in.statement", ".ans.statement", ".in.download", ".ans.download"} {
		if strings.HasSuffix(base, extension) {
			c.note(name, "kept; legacy has no place for it")
		}
	}
	return c.copy(name, name)
}

// draftSettings keeps the settings of a group. Drafts may give arguments there as 2025-09 does.
func (c *conversion) draftSettings(name string) error {
	source, err := c.tree.readYAML(name)
	if err != nil {
		return err
	}
	var m keys
	converted := false
	for _, item := range source {
		if c.legacyArguments(&m, name, item) {
			converted = true
		} else {
			set(&m, fmt.Sprint(item.Key), item.Value)
		}
	}
	if !converted {
		return c.substituted(name, name)
	}
	return c.yaml(name, m)
}

// legacyArguments converts a setting of 2025-09 that gives arguments to validators. It reports whether it is one.
func (c *conversion) legacyArguments(m *keys, name string, item yamldoc.Item) bool {
	switch item.Key {
	case "input_validator_args":
		c.legacyInputFlags(m, name, item.Value)
	case "output_validator_args":
		set(m, "output_validator_flags", flagText(c.constants(words(item.Value))))
	default:
		return false
	}
	return true
}

// legacyCase writes the notes on a case as separate files.
func (c *conversion) legacyCase(name string) error {
	m, err := c.tree.readYAML(name)
	if err != nil {
		return err
	}
	stem := strings.TrimSuffix(name, ".yaml")
	for _, item := range m {
		switch item.Key {
		case "hint":
			err = c.text(stem+".hint", strings.TrimSpace(fmt.Sprint(item.Value))+"\n")
		case "description":
			err = c.text(stem+".desc", strings.TrimSpace(fmt.Sprint(item.Value))+"\n")
		default:
			c.note(name, "%v has no place in legacy, which configures groups only", item.Key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// legacyGroup converts test_group.yaml to testdata.yaml. In both formats groups below inherit the
// settings.
func (c *conversion) legacyGroup(name string) error {
	source, err := c.tree.readYAML(name)
	if err != nil {
		return err
	}
	folder := strings.TrimPrefix(path.Dir(name), "data/")
	var m keys
	for _, item := range source {
		isHandled := item.Key == "max_score" || item.Key == "score_aggregation" // below
		if !isHandled && !c.legacyArguments(&m, name, item) {
			c.note(name, "%v has no place in legacy", item.Key)
		}
	}
	if c.problem.Type.Scoring {
		c.legacyGrading(&m, folder)
	}
	return c.yaml(path.Join(path.Dir(name), legacySettings), m)
}

func (c *conversion) constants(args []string) []string {
	for i := range args {
		args[i] = string(c.problem.WithConstants([]byte(args[i])))
	}
	return args
}

func (c *conversion) legacyInputFlags(m *keys, name string, value any) {
	byValidator, ok := value.(keys)
	switch {
	case !ok:
		set(m, "input_validator_flags", flagText(c.constants(words(value))))
	case len(byValidator) == 1 && len(c.problem.InputValidators) == 1:
		set(m, "input_validator_flags", flagText(c.constants(words(byValidator[0].Value))))
	case len(byValidator) == 1:
		set(m, "input_validator_flags", keys{
			{Key: "name", Value: byValidator[0].Key},
			{Key: "flags", Value: flagText(c.constants(words(byValidator[0].Value)))},
		})
	default:
		c.note(name, "input_validator_args for several validators have no place in legacy")
	}
}

// legacyGrading expresses the grading of a scoring group in legacy. There scores belong to cases, and a group that
// is not accepted has none unless it says otherwise.
func (c *conversion) legacyGrading(m *keys, folder string) {
	group := findGroup(c.problem.Data, folder)
	if group == nil {
		return
	}
	if folder == "sample" { // it would inherit ignore_sample, which is for the whole alone
		set(m, "on_reject", "continue")
		set(m, "grader_flags", "sum")
		set(m, "accept_score", 0)
		return
	}
	grading := group.Grading
	cases := len(group.AllCases())
	if grading.MaxScore != nil {
		set(m, "range", fmt.Sprintf("0 %g", *grading.MaxScore))
	}
	if len(group.Groups) > 0 {
		set(m, "on_reject", "continue")
		set(m, "grader_flags", cmp.Or(map[string]string{"min": "min accept_if_any_accepted", "pass-fail": "sum"}[grading.Aggregation], "sum accept_if_any_accepted"))
		return
	}
	worth := 1.0
	if grading.MaxScore != nil {
		worth = *grading.MaxScore
	}
	switch grading.Aggregation {
	case "sum":
		if cases > 0 && grading.MaxScore != nil {
			worth /= float64(cases)
		}
		set(m, "on_reject", "continue")
		set(m, "grader_flags", "sum accept_if_any_accepted")
	case "min":
		set(m, "on_reject", "continue")
		set(m, "grader_flags", "min accept_if_any_accepted")
	default:
		set(m, "on_reject", "break")
		set(m, "grader_flags", "min")
	}
	set(m, "accept_score", worth)
}

func findGroup(g *problem.Group, name string) *problem.Group {
	if g.Name == name {
		return g
	}
	for _, child := range g.Groups {
		if found := findGroup(child, name); found != nil {
			return found
		}
	}
	return nil
}

// legacyFolders are the directories of submissions/ that tools for legacy packages judge.
var legacyFolders = []string{"accepted", partly, "wrong_answer", "run_time_error", "time_limit_exceeded"}

// legacySubmission places a file of submissions/. DOMjudge accepts any directory there, problemtools only known
// ones. So the submission goes to the directory of its only verdict, if it has just one.
func (c *conversion) legacySubmission(name string) error {
	parts := strings.Split(name, "/")
	switch {
	case name == submissionsFile:
		c.note(name, "kept; legacy has no place for it, only grundy reads it there")
		return nil // followMoves writes it
	case len(parts) < 3 || c.target != Legacy:
		return c.substituted(name, name)
	}
	submission := path.Join(parts[1:3]...)
	if c.outgrowsLimit(submission) {
		c.move(submission, "")
		c.note("submissions/"+submission, "left out: where tools for legacy limit memory to %s, they give no program in Go the address space to begin", c.problem.Limits.Memory)
		return nil
	}
	folder := c.legacyFolder(submission)
	if slices.Contains(legacyFolders, parts[1]) && folder != partly || parts[1] == partly {
		return c.substituted(name, name)
	}
	if folder == "" {
		c.move(submission, "")
		c.note("submissions/"+submission, "left out: legacy has no directory for its expectation")
		return nil
	}
	to := c.moveSubmission(name, folder)
	c.note("submissions/"+submission, "it is in %s, according to its expectation", strings.TrimSuffix(c.moves[submission], "/"+parts[2]))
	return c.substituted(name, to)
}

// noteLooser notes expectations that permit more there: legacy's directories of slow and of crashing submissions permit other
// failures beside the one that they want, and so do the comments of DOMjudge.
func (c *conversion) noteLooser() {
	for _, s := range c.problem.Submissions {
		folder, _, _ := strings.Cut(s.Name, "/")
		narrow := slices.ContainsFunc(s.Expect, func(e problem.Expectation) bool { return e.Permitted != nil && e.Required != nil })
		switch {
		case looserFolders[folder] != nil:
			c.note("submissions/"+folder, "legacy permits wrong answers and other failures there, too")
		case narrow && c.target == DOMjudge && folderResults[folder] == nil:
			c.note("submissions/"+s.Name, "DOMjudge is told what must happen, not what else may")
		}
	}
}

// goSpace is the address space that Go programs need to start: their runtime reserves three quarters of it first,
// and problemtools limits memory by limiting address space.
const goSpace = bytesize.GiB

// outgrowsLimit reports whether tools for legacy give a submission too little memory to start. If these are the
// only accepted ones, they are kept all the same.
func (c *conversion) outgrowsLimit(submission string) bool {
	if c.problem.Limits.Memory >= goSpace || !c.isInGo(submission) {
		return false
	}
	const accepted = "accepted/"
	return !strings.HasPrefix(submission, accepted) || slices.ContainsFunc(c.problem.Submissions, func(s problem.Submission) bool {
		return strings.HasPrefix(s.Name, accepted) && !c.isInGo(s.Name)
	})
}

// isInGo reports whether a submission, a file or a directory, has a source in Go.
func (c *conversion) isInGo(submission string) bool {
	name := "submissions/" + submission
	return isGo(name) || slices.ContainsFunc(c.tree.below(name), isGo)
}

// partly is the directory of submissions that get a part of the points. Legacy accepts them, since one group is enough.
const partly = "partially_accepted"

// legacyFolder is the directory of the only verdict that a submission may get, "" if there are several; or that of those
// which get some points, if it is expected to fail and yet to have some.
func (c *conversion) legacyFolder(submission string) string {
	i := slices.IndexFunc(c.problem.Submissions, func(s problem.Submission) bool { return s.Name == submission })
	if i < 0 {
		return ""
	}
	expected := c.problem.Submissions[i].Expect
	if !strings.HasPrefix(submission, "accepted/") && slices.ContainsFunc(expected, func(e problem.Expectation) bool {
		return e.Pattern == "" && e.Score != nil && e.Score.Min > 0
	}) {
		return partly
	}
	wanted := expectedResults(expected)
	for folder, verdicts := range folderResults {
		if slices.Equal(verdicts, wanted) {
			return folder
		}
	}
	return ""
}

// rootGrading is data/testdata.yaml of a scoring problem: samples give no points.
func rootGrading(secret verdict.Grading) keys {
	m := keys{{Key: "on_reject", Value: "continue"}}
	set(&m, "grader_flags", "sum ignore_sample")
	if secret.MaxScore != nil {
		set(&m, "range", fmt.Sprintf("0 %g", *secret.MaxScore))
	}
	return m
}
