package exchange

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/verdict"
	"grundy/internal/pkgfmt/problem"
)

// forDOMjudge adds what DOMjudge reads in addition to a legacy package: its settings, and the expectations for
// submissions in directories that it does not know.
func (c *conversion) forDOMjudge() error {
	if !c.tree.has("domjudge-problem.ini") {
		if err := c.text("domjudge-problem.ini", c.ini()); err != nil {
			return err
		}
	}
	if c.problem.Limits.Time == 0 {
		c.note("problem.yaml", "no time limit: DOMjudge does not infer one and takes its own default; write limits.time_limit")
	}
	if _, there := c.files["problem.pdf"]; there {
		c.Notes = slices.DeleteFunc(c.Notes, func(n Note) bool { return n.File == "problem.pdf" }) // DOMjudge shows it
	} else if !slices.ContainsFunc(c.problem.Statements, func(s problem.Statement) bool { return s.Kind == "pdf" }) {
		c.note("problem_statement", "kept, but DOMjudge shows PDF, HTML and text only: make a PDF and add it as problem.pdf at the top of the zip")
	} else if err := c.topStatement(); err != nil {
		return err
	}
	for i := range c.problem.Submissions {
		if err := c.annotate(&c.problem.Submissions[i]); err != nil {
			return err
		}
	}
	return nil
}

// ini is domjudge-problem.ini: the displayed name, and the time limit in seconds.
func (c *conversion) ini() string {
	name := strings.ReplaceAll(c.problem.Name(), `'`, "’")
	text := fmt.Sprintf("name='%s'\n", name)
	if limit := c.problem.Limits.Time; limit > 0 {
		text += fmt.Sprintf("timelimit='%g'\n", limit.Seconds())
	}
	return text
}

// topStatement copies a PDF to where DOMjudge looks for it: the English one, else the first.
func (c *conversion) topStatement() error {
	if c.files["problem.pdf"].open != nil {
		return nil
	}
	var chosen string
	for _, name := range c.names() {
		if path.Dir(name) == "problem_statement" && path.Ext(name) == ".pdf" && strings.HasPrefix(path.Base(name), "problem.") {
			if chosen == "" || name == "problem_statement/problem.en.pdf" {
				chosen = name
			}
		}
	}
	if chosen == "" {
		return nil
	}
	return c.add("problem.pdf", c.files[chosen])
}

// folderResults is what DOMjudge expects of the submissions in a directory, regardless of their
// sources.
var folderResults = map[string][]verdict.Verdict{
	"accepted":            {verdict.AC},
	"wrong_answer":        {verdict.WA},
	"time_limit_exceeded": {verdict.TLE},
	"run_time_error":      {verdict.RTE},
}

var resultWords = map[verdict.Verdict]string{
	verdict.AC: "CORRECT", verdict.WA: "WRONG-ANSWER", verdict.TLE: "TIMELIMIT", verdict.RTE: "RUN-ERROR",
	verdict.MLE: "RUN-ERROR", verdict.OLE: "OUTPUT-LIMIT", verdict.CE: "COMPILER-ERROR",
}

// annotate writes the expectations into a source if its directory does not tell DOMjudge.
func (c *conversion) annotate(s *problem.Submission) error {
	folder, _, _ := strings.Cut(s.Name, "/")
	wanted := expectedResults(s.Expect)
	if slices.Equal(wanted, folderResults[folder]) {
		return nil
	}
	if folderResults[folder] != nil {
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
