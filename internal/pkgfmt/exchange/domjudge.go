package exchange

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/verdict"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/pkgfmt/problemset"
)

// forDOMjudge adds what DOMjudge reads in addition to a legacy package: its settings, the statement as a PDF, and the
// expectations for submissions in directories that it does not know. It changes settings that DOMjudge refuses.
func (c *conversion) forDOMjudge() error {
	if c.problem.Limits.Time == 0 {
		c.note("problem.yaml", "no time limit: DOMjudge does not infer one and takes its own default; write limits.time_limit")
	}
	for _, step := range []func() error{c.domjudgeSettings, c.domjudgeFlags, c.domjudgeGroups, c.domjudgeStatement} {
		if err := step(); err != nil {
			return err
		}
	}
	for i := range c.problem.Submissions {
		if err := c.annotate(&c.problem.Submissions[i]); err != nil {
			return err
		}
	}
	return nil
}

// settingsFile keeps what DOMjudge reads about a problem that the format has no place for.
const settingsFile = "domjudge-problem.ini"

// domjudgeSettings writes the name, the time limit and the names under which DOMjudge keeps the problem, as far as the
// package does not state them: otherwise DOMjudge takes those names from the archive.
func (c *conversion) domjudgeSettings() error {
	values := [][2]string{{"name", c.problem.Name()}}
	if limit := c.problem.Limits.Time; limit > 0 {
		values = append(values, [2]string{"timelimit", fmt.Sprintf("%g", limit.Seconds())})
	}
	values = append(values, [2]string{"externalid", c.ID}, [2]string{"short-name", c.ID})
	settings, err := c.files[settingsFile].content()
	if err != nil {
		return fmt.Errorf("read %s: %w", settingsFile, err)
	}
	for _, value := range values {
		if !settingLine(value[0]).Match(settings) {
			settings = withSetting(settings, value[0], value[1])
		}
	}
	c.files[settingsFile] = file{data: settings}
	return nil
}

// settingLine finds the line of a key.
func settingLine(key string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)^\s*` + regexp.QuoteMeta(key) + `\s*=.*$`)
}

// withSetting gives a key a value, in place of an earlier one.
func withSetting(settings []byte, key, value string) []byte {
	line := key + "='" + strings.NewReplacer("'", "’", "\n", " ").Replace(value) + "'"
	if found := settingLine(key); found.Match(settings) {
		return found.ReplaceAllLiteral(settings, []byte(line))
	}
	if len(settings) > 0 && settings[len(settings)-1] != '\n' {
		settings = append(settings, '\n')
	}
	return append(settings, line+"\n"...)
}

// PlaceIn tells DOMjudge the label and the colour of a package's problem in a contest.
func (p *Package) PlaceIn(contest problemset.Member) {
	settings, there := p.files[settingsFile]
	if !there {
		return
	}
	text := settings.data
	for _, value := range [][2]string{{"short-name", contest.Label}, {"color", cmp.Or(contest.RGB, contest.Color)}} {
		if value[1] != "" {
			text = withSetting(text, value[0], value[1])
		}
	}
	p.files[settingsFile] = file{data: text}
}

// domjudgeFlags moves arguments that validators get with every case to problem.yaml: only later versions of DOMjudge
// read those of groups. It names interactors by the one word after which DOMjudge looks.
func (c *conversion) domjudgeFlags() error {
	m, err := c.keysOf("problem.yaml")
	if err != nil {
		return err
	}
	before := len(m)
	cases := c.problem.Data.AllCases()
	differ := func(tc *problem.Case) bool { return !slices.Equal(tc.OutputArgs, cases[0].OutputArgs) }
	switch {
	case len(cases) == 0 || get(m, "validator_flags") != nil:
	case slices.ContainsFunc(cases, differ):
		c.note("data", "the arguments of the output validator differ from group to group: older versions of DOMjudge pass only validator_flags of problem.yaml")
	default:
		set(&m, "validator_flags", flagText(c.constants(slices.Clone(cases[0].OutputArgs))))
		c.flagsMoved = len(m) > before
	}
	validation := fmt.Sprint(get(m, "validation"))
	switch {
	case c.problem.Type.Interactive && c.problem.Type.MultiPass:
		c.warn("problem.yaml", "DOMjudge knows no validation that is both interactive and multi-pass: set the problem's types there")
	case c.problem.Type.Interactive && validation != "custom interactive":
		for i := range m {
			if m[i].Key == "validation" {
				m[i].Value = "custom interactive"
				c.note("problem.yaml", "validation: %s is written custom interactive, the words that DOMjudge reads", validation)
			}
		}
	case !c.flagsMoved:
		return nil
	}
	return c.rewrite("problem.yaml", m)
}

// domjudgeGroups removes from the settings of groups what makes DOMjudge refuse the package, and settings without
// content.
func (c *conversion) domjudgeGroups() error {
	for _, name := range c.names() {
		if path.Base(name) != legacySettings || !strings.HasPrefix(name, "data/") {
			continue
		}
		m, err := c.keysOf(name)
		if err != nil {
			return err
		}
		before := len(m)
		m = slices.DeleteFunc(m, func(item yamldoc.Item) bool {
			switch item.Key {
			case "output_validator_flags":
				return c.flagsMoved
			case "accept_score":
				return !isScore(fmt.Sprint(item.Value))
			case "range":
				bounds := strings.Fields(fmt.Sprint(item.Value))
				return len(bounds) != 2 || !isScore(bounds[0]) || !isScore(bounds[1])
			}
			return false
		})
		if len(m) == before && len(m) > 0 {
			continue
		}
		if err := c.rewrite(name, m); err != nil {
			return err
		}
	}
	return nil
}

// isScore reports whether DOMjudge takes a text as a score: a finite number that is not negative.
func isScore(text string) bool {
	score, err := strconv.ParseFloat(text, 64)
	return err == nil && score >= 0 && !math.IsInf(score, 0)
}

// keysOf reads a map that the package holds, which is empty for an empty or missing file.
func (c *conversion) keysOf(name string) (keys, error) {
	text, err := c.files[name].content()
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return yamldoc.ReadOrdered(name, text)
}

// rewrite replaces a map that the package holds. An empty one leaves no file.
func (c *conversion) rewrite(name string, m keys) error {
	delete(c.files, name)
	return c.yaml(name, m)
}

// statementEndings are those of statements that DOMjudge shows, the best first.
var statementEndings = []string{".pdf", ".html", ".txt"}

// domjudgeStatement puts a statement where DOMjudge looks for one: the English PDF, or that in the first language. If
// the package lacks it, Unprinted says which to print.
func (c *conversion) domjudgeStatement() error {
	for _, stem := range []string{"problem_statement/problem", "problem"} {
		for _, ending := range statementEndings {
			if _, there := c.files[stem+ending]; there {
				c.Notes = slices.DeleteFunc(c.Notes, func(n Note) bool { return n.File == stem+ending })
				return nil
			}
		}
	}
	var chosen problem.Statement
	for _, s := range c.problem.Statements {
		if chosen.Language == "" || s.Language == "en" && (chosen.Language != "en" || s.Kind == "pdf") || s.Language == chosen.Language && s.Kind == "pdf" {
			chosen = s
		}
	}
	if pdf, there := c.files["problem_statement/"+filepath.Base(chosen.Path)]; there && chosen.Kind == "pdf" {
		return c.add("problem.pdf", pdf)
	}
	c.Unprinted = chosen.Language
	return nil
}

// AddPDF gives the package the statement that DOMjudge shows.
func (p *Package) AddPDF(pdf []byte) {
	p.files["problem.pdf"], p.Unprinted = file{data: pdf}, ""
}

// folderResults is what DOMjudge expects of the submissions in a directory, regardless of their
// sources.
var folderResults = map[string][]verdict.Verdict{
	"accepted":            {verdict.AC},
	"wrong_answer":        {verdict.WA},
	"time_limit_exceeded": {verdict.TLE},
	"run_time_error":      {verdict.RTE},
}

// domjudgeFolders are the other directories after which DOMjudge knows what to expect.
var domjudgeFolders = []string{"compiler_error", "no_output", "output_limit", "compiler-error", "no-output", "output-limit"}

var resultWords = map[verdict.Verdict]string{
	verdict.AC: "CORRECT", verdict.WA: "WRONG-ANSWER", verdict.TLE: "TIMELIMIT", verdict.RTE: "RUN-ERROR",
	verdict.MLE: "RUN-ERROR", verdict.OLE: "OUTPUT-LIMIT", verdict.CE: "COMPILER-ERROR",
}

// annotate writes the expectations into a source if its directory does not tell DOMjudge.
func (c *conversion) annotate(s *problem.Submission) error {
	folder, _, _ := strings.Cut(s.Name, "/")
	wanted := expectedResults(s.Expect)
	known, isKnown := folderResults[folder]
	if slices.Equal(wanted, known) || slices.Contains(domjudgeFolders, strings.ToLower(folder)) {
		return nil
	}
	if isKnown {
		c.note("submissions/"+s.Name, "the expectation in submissions.yaml has no place: DOMjudge goes by the directory %s", folder)
		return nil
	}
	if len(wanted) == 0 {
		c.note("submissions/"+s.Name, "nothing is expected of it, so DOMjudge asks people to judge the result")
		return nil
	}
	name := c.mainSource("submissions/" + s.Name)
	text, err := c.files[name].content()
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	if strings.Contains(string(text), "@EXPECTED_RESULTS@") {
		return nil
	}
	comment := commentStart(path.Ext(name))
	if comment == "" {
		c.note(name, "add a comment @EXPECTED_RESULTS@: %s: the language's comments are not known here", resultList(wanted))
		return nil
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text, '\n')
	}
	text = append(text, fmt.Sprintf("%s @EXPECTED_RESULTS@: %s\n", comment, resultList(wanted))...)
	c.files[name] = file{data: text, runnable: c.files[name].runnable}
	return nil
}

// expectedResults returns the verdicts of which one must occur over all cases: those that satisfy every
// expectation, or else those that satisfy some expectation.
func expectedResults(expect []problem.Expectation) []verdict.Verdict {
	var some, all []verdict.Verdict
	for _, e := range expect {
		wanted := e.Required
		if wanted == nil {
			wanted = e.Permitted
		}
		if e.Pattern != "" || wanted == nil {
			continue
		}
		if some == nil {
			all = slices.Clone(wanted)
		}
		some = append(some, wanted...)
		all = slices.DeleteFunc(all, func(v verdict.Verdict) bool { return !slices.Contains(wanted, v) })
	}
	if len(all) > 0 {
		some = all
	}
	slices.Sort(some)
	return slices.Compact(some)
}

func resultList(verdicts []verdict.Verdict) string {
	var names []string
	for _, v := range verdicts {
		if word := resultWords[v]; word != "" && !slices.Contains(names, word) {
			names = append(names, word)
		}
	}
	return strings.Join(names, ", ")
}

// mainSource is the file of a submission, or the first one in its directory whose comment syntax is
// known.
func (c *conversion) mainSource(name string) string {
	if _, isFile := c.files[name]; isFile {
		return name
	}
	for _, inner := range c.names() {
		if strings.HasPrefix(inner, name+"/") && commentStart(path.Ext(inner)) != "" {
			return inner
		}
	}
	return name
}

// commentStart begins a line comment, "" for unknown extensions.
func commentStart(ending string) string {
	switch ending {
	case ".c", ".cc", ".cpp", ".cxx", ".cs", ".d", ".dart", ".fs", ".go", ".h", ".hpp", ".java", ".js", ".kt", ".pas", ".php", ".rs", ".scala", ".swift", ".ts", ".zig":
		return "//"
	case ".bash", ".jl", ".nim", ".pl", ".py", ".py2", ".py3", ".r", ".rb", ".sh", ".ex", ".exs", ".tcl", ".cr":
		return "#"
	case ".hs", ".lua", ".adb", ".sql":
		return "--"
	case ".erl", ".pro", ".m":
		return "%"
	case ".lisp", ".rkt", ".clj", ".scm":
		return ";"
	}
	return ""
}
