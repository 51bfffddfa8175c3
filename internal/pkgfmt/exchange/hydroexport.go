package exchange

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/pkgfmt/problem"
)

// toHydro writes a problem as Hydro exports its own: a directory with problem.yaml, statements, and testdata/ with
// config.yaml.
func (c *conversion) toHydro() error {
	config := keys{{Key: "type", Value: c.hydroType()}}
	set(&config, "time", strconv.FormatFloat(math.Round(c.timeLimit()*1e6)/1000, 'f', -1, 64)+"ms")
	set(&config, "memory", fmt.Sprintf("%dm", c.memoryMiB()))
	for _, step := range []func(*keys) error{c.hydroJudges, c.hydroFiles, c.hydroTests} {
		if err := step(&config); err != nil {
			return err
		}
	}
	if err := c.yaml("testdata/config.yaml", config); err != nil {
		return err
	}
	for _, step := range []func() error{c.hydroStatements, c.hydroTexts, c.hydroSolutions} {
		if err := step(); err != nil {
			return err
		}
	}
	about := keys{{Key: "pid", Value: c.ID}, {Key: "title", Value: c.problem.Name()}}
	set(&about, "tag", c.problem.Keywords)
	c.noteMetadata("keywords")
	if err := c.yaml("problem.yaml", about); err != nil {
		return err
	}
	c.nest() // Hydro imports directories of problems
	return nil
}

func (c *conversion) hydroType() string {
	switch {
	case c.problem.Type.Interactive:
		return "interactive"
	case c.problem.Type.SubmitAnswer:
		return "submit_answer"
	}
	return "default"
}

// hydroJudges adds the programs that judge. Hydro finds testlib's own checkers by their names.
func (c *conversion) hydroJudges(config *keys) error {
	const folder, ending = "testdata", ".cc" // C++ by Hydro's table of languages
	j, err := c.addJudges(folder, ending)
	if err != nil {
		return err
	}
	switch {
	case j.interactor != "":
		set(config, "interactor", j.interactor)
		if j.checker != "" {
			c.note("output_validator", "the checker behind the interactor is not called in %s", systemNames[c.target])
		}
	case c.problem.Type.Interactive:
	case j.standard != "":
		set(config, "checker_type", "testlib")
		set(config, "checker", j.standard)
	default:
		if j.checker == "" {
			if j.checker, err = c.addComparison(folder, ending, j.options); err != nil {
				return err
			}
		}
		set(config, "checker_type", "testlib")
		set(config, "checker", j.checker)
	}
	validators, err := c.addValidators(folder, ending)
	if err != nil {
		return err
	}
	for i, name := range validators {
		if i == 0 {
			set(config, "validator", name)
			continue
		}
		delete(c.files, folder+"/"+name)
		c.note("input_validators", "%s: left out, since Hydro takes one validator", name)
	}
	var headers []string
	for _, name := range c.names() {
		if base := path.Base(name); isHeader(name) && base != testlibHeader {
			headers = append(headers, base)
		}
	}
	set(config, "judge_extra_files", headers)
	return nil
}

// hydroFiles adds the names of files for solutions, and what is compiled with them.
func (c *conversion) hydroFiles(config *keys) error {
	files := c.problem.Files
	name, isInput := strings.CutSuffix(files.Input, ".in")
	switch {
	case files == problem.NamedFiles{}:
	case isInput && files.Output == name+".out":
		set(config, "filename", name)
	default:
		c.noPlace("grundy.yaml", fmt.Sprintf("files called %q and %q", files.Input, files.Output))
	}
	c.markUsed("grundy.yaml")
	var extra []string
	for _, name := range c.tree.below("include") {
		base := path.Base(name)
		if slices.Contains(extra, base) {
			c.noPlace(name, "")
			continue
		}
		if err := c.substituted(name, "testdata/"+base); err != nil {
			return err
		}
		extra = append(extra, base)
	}
	set(config, "user_extra_files", extra)
	return nil
}

// hydroTests adds the tests as subtasks. Without points there is one, which the samples belong to.
func (c *conversion) hydroTests(config *keys) error {
	groups := c.worthGroups()
	c.note("data", "the names of cases begin with their groups there, and samples are numbered")
	if !c.problem.Type.Scoring && len(groups) > 0 {
		groups[0].cases = slices.Concat(c.samples(), groups[0].cases)
	} else if len(c.samples()) > 0 {
		c.note("data/sample", "statements show them, but Hydro judges no cases without points")
	}
	numbers := map[string]int{}
	var subtasks []any
	for i, g := range groups {
		numbers[g.name] = i + 1
		kind := map[bool]string{true: "min", false: "sum"}[g.aggregation == "pass-fail"]
		m := keys{{Key: "id", Value: i + 1}, {Key: "score", Value: pointsOf(g.points)}, {Key: "type", Value: kind}}
		var needs []any
		for _, needed := range g.needs {
			if numbers[needed] == 0 {
				c.noPlace("data/secret/"+g.name, "require_pass: "+needed)
				continue
			}
			needs = append(needs, numbers[needed])
		}
		if len(needs) > 0 {
			set(&m, "if", needs)
		}
		if g.points == 0 {
			c.note("data/secret/"+g.name, "a subtask without points gets a share of what others leave of 100")
		}
		var cases []any
		for _, tc := range g.cases {
			name := flatName(tc)
			if err := c.addCase(tc, "testdata/"+name+".in", "testdata/"+name+".out"); err != nil {
				return err
			}
			cases = append(cases, keys{{Key: "input", Value: name + ".in"}, {Key: "output", Value: name + ".out"}})
		}
		subtasks = append(subtasks, append(m, keys{{Key: "cases", Value: cases}}...))
	}
	set(config, "subtasks", subtasks)
	return nil
}

// hydroStatements adds the statements in Markdown, with the samples as Hydro shows them, and PDFs.
func (c *conversion) hydroStatements() error {
	if err := c.copyStatements(); err != nil {
		return err
	}
	beside := c.takeStatementFiles()
	samples, err := c.hydroSamples()
	if err != nil {
		return err
	}
	for _, code := range c.languagesOfStatements() {
		text := ""
		for _, kind := range []string{"md", "tex", "pdf"} {
			name := "problem." + code + "." + kind
			f, there := beside[name]
			if !there {
				continue
			}
			delete(beside, name)
			if text != "" {
				c.note("statement/"+name, "left out: another statement says the same")
				continue
			}
			if kind == "pdf" {
				beside["statement."+code+".pdf"] = f
				text = "@[pdf](file://statement." + code + ".pdf)\n"
				continue
			}
			content, err := f.content()
			if err != nil {
				return err
			}
			text = string(content)
			if kind == "tex" {
				text = markdownOf(text)
				c.note("statement/"+name, "LaTeX is translated to Markdown by simple rules: look at the result")
			}
		}
		for name := range beside {
			text = strings.ReplaceAll(text, "]("+name+")", "](file://"+name+")")
		}
		if err := c.text("problem_"+code+".md", ended(text)+samples); err != nil {
			return err
		}
	}
	for name, f := range beside {
		if err := c.add("additional_file/"+path.Base(name), f); err != nil {
			return err
		}
	}
	return nil
}

// hydroSamples are the samples as blocks of code, which Hydro shows side by side.
func (c *conversion) hydroSamples() (string, error) {
	var text strings.Builder
	for i, tc := range c.samples() {
		e, err := c.shownOf(tc)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&text, "\n```input%d\n%s```\n\n```output%d\n%s```\n", i+1, ended(e.Input), i+1, ended(e.Output))
	}
	return text.String(), nil
}

// hydroTexts adds editorials and attachments.
func (c *conversion) hydroTexts() error {
	for _, s := range c.problem.Editorials {
		text, err := c.textAt(s.Path)
		if err != nil {
			return err
		}
		switch s.Kind {
		case "tex":
			text = markdownOf(text)
		case "pdf":
			continue
		}
		if err := c.text("solution/solution."+s.Language+".md", string(c.problem.WithConstants([]byte(text)))); err != nil {
			return err
		}
	}
	for _, name := range c.tree.below("attachments") {
		if err := c.copy(name, "additional_file/"+strings.ReplaceAll(strings.TrimPrefix(name, "attachments/"), "/", "-")); err != nil {
			return err
		}
	}
	return nil
}

// hydroStandards is how many solutions Hydro judges when it imports a problem.
const hydroStandards = 5

// hydroEndings maps the endings of sources to Hydro's languages.
var hydroEndings = map[string]string{".cpp": ".cc", ".cc": ".cc", ".cxx": ".cc", ".c": ".c", ".py": ".py", ".java": ".java", ".kt": ".kt", ".pas": ".pas", ".rs": ".rs", ".go": ".go"}

// hydroSolutions adds accepted solutions, which Hydro judges at once. It has no place for others.
func (c *conversion) hydroSolutions() error {
	count := 0
	for _, s := range c.problem.Submissions {
		name := "submissions/" + s.Name
		ending := hydroEndings[path.Ext(name)]
		if ending == "" || !c.tree.has(name) || path.Dir(s.Name) != "accepted" || count == hydroStandards {
			c.noPlace(name, "")
			c.markUsed(name)
			continue
		}
		count++
		if err := c.substituted(name, "std/"+strconv.Itoa(count)+ending); err != nil {
			return err
		}
	}
	return nil
}
