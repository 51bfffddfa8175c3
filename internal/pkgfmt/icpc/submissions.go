package icpc

import (
	"cmp"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/base/verdict"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

const (
	submissionsFolder = "submissions"
	submissionsFile   = "submissions/submissions.yaml"
)

// leftovers matches what Python leaves beside sources when it runs them.
var leftovers = lazyregexp.New(`^__pycache__$|\.pyc$`)

// noProgram matches data and texts that authors leave beside their submissions.
var noProgram = lazyregexp.New(`(?i)\.(in|ans|out|interaction|desc|log|te?xt|md|csv|json|ya?ml|pdf|png|jpe?g|html?|tex|zip|diff)$|^(makefile|\.ds_store|\.gitignore)$`)

// builtStarts are how built programs and libraries begin: ELF, PE, Mach-O and Java classes.
var builtStarts = []string{"\x7fELF", "MZ", "\xcf\xfa\xed\xfe", "\xce\xfa\xed\xfe", "\xca\xfe\xba\xbe"}

func (l *loader) loadSubmissions() {
	rules := l.submissionRules()
	for _, folder := range l.entries(submissionsFolder) {
		if !folder.isDir {
			if folder.path != submissionsFile && !readme(folder.name) {
				l.Warn(problem.Position{File: folder.path}, "move it into a directory such as submissions/accepted",
					"the file is in no directory of submissions; it is ignored")
			}
			continue
		}
		if l.isStray(folder) {
			continue
		}
		for _, e := range l.entries(folder.path) {
			switch {
			case readme(e.name) || leftovers().MatchString(e.name) || l.isStray(e) || l.isProgramFile(e):
			case !e.isDir && !l.p.Type.SubmitAnswer && noProgram().MatchString(e.name) && !isNamed(folder.name+"/"+e.name, rules):
				l.Warn(problem.Position{File: e.path}, "move it out of submissions/", "the file is no program; it is ignored")
			default:
				l.p.Submissions = append(l.p.Submissions, l.loadSubmission(folder.name, e, rules))
			}
		}
	}
	for _, r := range rules {
		if !r.used && r.written {
			l.Warn(r.at, "correct the pattern or remove the key", "no submission matches %s", r.pattern)
		}
	}
	if !slices.ContainsFunc(l.p.Submissions, accepted) {
		l.Lack(problem.Position{File: "submissions/accepted"}, "add a solution that is right and fast enough", "there is no accepted submission")
	}
}

// isNamed reports whether submissions.yaml is about a submission.
func isNamed(name string, rules []*rule) bool {
	return slices.ContainsFunc(rules, func(r *rule) bool { return r.written && problem.Match(r.pattern, name) })
}

// isProgramFile reports whether a submission without an ending is a built program, which no judge takes, and adds a
// warning. Validators may be built programs.
func (l *loader) isProgramFile(e entry) bool {
	if e.isDir || path.Ext(e.name) != "" {
		return false
	}
	file, err := os.Open(l.abs(e.path))
	if err != nil {
		return false
	}
	defer file.Close()
	start := make([]byte, 4)
	_, err = io.ReadFull(file, start)
	if err != nil || !slices.ContainsFunc(builtStarts, func(known string) bool { return strings.HasPrefix(string(start), known) }) {
		return false
	}
	l.warnOfBuilt(e)
	return true
}

// accepted reports whether a submission must be accepted on every case.
func accepted(s problem.Submission) bool {
	return slices.ContainsFunc(s.Expect, func(e problem.Expectation) bool {
		return e.Pattern == "" && slices.Equal(e.Permitted, []verdict.Verdict{verdict.AC})
	})
}

func (l *loader) loadSubmission(folder string, e entry, rules []*rule) problem.Submission {
	name := strings.TrimPrefix(e.path, submissionsFolder+"/")
	s := problem.Submission{Name: name, Path: l.abs(e.path)}
	annotation, annotated := l.annotation(e)
	var demands []demand
	matched := false
	for _, r := range rules {
		if !problem.Match(r.pattern, name) {
			continue
		}
		r.used, matched = true, true
		if annotated && !r.written {
			annotated = false
			if narrowed, ok := l.narrow(e, folder, r, annotation); ok {
				demands = append(demands, narrowed)
				continue
			}
		}
		demands = append(demands, r.demands...)
		s.Language = l.settle(r, name, "language", s.Language, r.language)
		s.Entrypoint = l.settle(r, name, "entrypoint", s.Entrypoint, r.entrypoint)
		s.Authors = append(s.Authors, r.authors...)
		s.Model = s.Model || r.model
	}
	switch {
	case annotated:
		demands = append(demands, annotation)
	case !matched && annotatedVerdicts[resultWord(folder)] != nil:
		// DOMjudge also treats the names of directories as results.
		demands = append(demands, wholeResult(annotatedVerdicts[resultWord(folder)]))
	case folder == "mixed" && !matched:
		l.Warn(problem.Position{File: e.path}, "write a comment such as @EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT",
			"nothing says what is expected of the submission")
	case !matched:
		l.Warn(problem.Position{File: e.path}, cmp.Or(yamldoc.Suggest(folder, knownFolders(rules)), "move it, or add its directory to "+submissionsFile),
			"nothing says what is expected of the submission")
	}
	l.checkDemands(e, demands)
	for _, d := range demands {
		d.Expectation.UseForTimeLimit = l.boundOf(d)
		s.Expect = append(s.Expect, d.Expectation)
	}
	return s
}

// settle adds the settings of a rule to a submission, which must not contradict an earlier rule.
func (l *loader) settle(r *rule, submission, key, earlier, says string) string {
	if earlier != "" && says != "" && earlier != says {
		l.Fail(r.at, "keep one of them", "%s: %s of %s is already %s", r.pattern, key, submission, earlier)
		return earlier
	}
	return cmp.Or(earlier, says)
}

// boundOf returns which bound of the time limit is set by the slowest case that a demand covers.
func (l *loader) boundOf(d demand) problem.TimeLimitUse {
	switch d.use {
	case "none":
		return problem.NoBound
	case "lower":
		return problem.LowerBound
	case "upper":
		return problem.UpperBound
	}
	only := func(list []verdict.Verdict, v verdict.Verdict) bool { return slices.Equal(list, []verdict.Verdict{v}) }
	switch {
	case only(d.Required, verdict.TLE):
		return problem.UpperBound
	case !l.is2025():
		// Legacy uses only the accepted submissions.
		if only(d.Permitted, verdict.AC) {
			return problem.LowerBound
		}
	case d.Permitted != nil && !slices.Contains(d.Permitted, verdict.TLE):
		return problem.LowerBound
	}
	return problem.NoBound
}

// checkDemands rejects demands that no submission can meet together.
func (l *loader) checkDemands(e entry, demands []demand) {
	permitted := allVerdicts
	for _, d := range demands {
		if d.Pattern == "" && d.Permitted != nil {
			permitted = intersect(permitted, d.Permitted)
		}
	}
	const help = "correct permitted and required in " + submissionsFile
	if len(permitted) == 0 {
		l.Fail(problem.Position{File: e.path}, help, "no verdict is permitted by all patterns that match the submission")
		return
	}
	for _, d := range demands {
		if d.Required != nil && len(intersect(permitted, d.Required)) == 0 {
			l.Fail(problem.Position{File: e.path}, help, "a verdict is required that is not permitted: %s", verdictNames(d.Required))
		}
	}
}

var allVerdicts = []verdict.Verdict{
	verdict.AC, verdict.WA, verdict.TLE, verdict.RTE, verdict.MLE, verdict.OLE, verdict.ILE, verdict.CE,
}

func intersect(a, b []verdict.Verdict) []verdict.Verdict {
	return slices.DeleteFunc(slices.Clone(a), func(v verdict.Verdict) bool { return !slices.Contains(b, v) })
}

func verdictNames(verdicts []verdict.Verdict) string {
	names := make([]string, len(verdicts))
	for i, v := range verdicts {
		names[i] = v.String()
	}
	return strings.Join(names, ", ")
}

// annotationText matches DOMjudge's notation for expectations in the source.
var annotationText = lazyregexp.New(`(?i)@EXPECTED_RESULTS@\s*:\s*([A-Za-z_, -]+)`)

// annotatedVerdicts are DOMjudge's words, in the spelling of resultWord. A program that asks for too much memory may
// get an error or be killed.
var annotatedVerdicts = map[string][]verdict.Verdict{
	"CORRECT":               {verdict.AC},
	"ACCEPTED":              {verdict.AC},
	"WRONG-ANSWER":          {verdict.WA},
	"NO-OUTPUT":             {verdict.WA},
	"TIMELIMIT":             {verdict.TLE},
	"TIME-LIMIT-EXCEEDED":   {verdict.TLE},
	"RUN-ERROR":             {verdict.RTE},
	"RUN-TIME-ERROR":        {verdict.RTE},
	"MEMORY-LIMIT":          {verdict.RTE, verdict.MLE},
	"MEMORY-LIMIT-EXCEEDED": {verdict.RTE, verdict.MLE},
	"OUTPUT-LIMIT":          {verdict.OLE},
	"OUTPUT-LIMIT-EXCEEDED": {verdict.OLE},
	"COMPILER-ERROR":        {verdict.CE},
	"COMPILE-ERROR":         {verdict.CE},
}

// resultWord returns a result in DOMjudge's spelling, in which underscores are dashes.
func resultWord(text string) string {
	return strings.ReplaceAll(strings.ToUpper(strings.Trim(text, " -")), "_", "-")
}

// annotation finds @EXPECTED_RESULTS@ in the sources of a submission.
func (l *loader) annotation(e entry) (demand, bool) {
	if e.isDir {
		for _, inner := range l.entries(e.path) {
			if inner.isDir {
				continue
			}
			if d, found := l.annotation(inner); found {
				return d, true
			}
		}
		return demand{}, false
	}
	info, err := l.target(e.path)
	if err != nil || info.Size() > maxText {
		return demand{}, false
	}
	text, _ := l.read(e.path)
	match := annotationText().FindSubmatchIndex(text)
	if match == nil {
		return demand{}, false
	}
	at := problem.Position{File: e.path, Line: strings.Count(string(text[:match[0]]), "\n") + 1}
	var verdicts []verdict.Verdict
	for word := range strings.SplitSeq(string(text[match[2]:match[3]]), ",") {
		word = resultWord(word)
		meant, known := annotatedVerdicts[word]
		switch {
		case word == "CHECK-MANUALLY":
			l.Warn(at, "look at the result yourself", "@EXPECTED_RESULTS@: the result is for people to judge")
		case !known:
			l.Lack(at, cmp.Or(yamldoc.Suggest(word, sortedKeys(annotatedVerdicts)), "write words such as CORRECT, WRONG-ANSWER, TIMELIMIT, RUN-ERROR"),
				"@EXPECTED_RESULTS@: unknown result %q", word)
		default:
			verdicts = append(verdicts, meant...)
		}
	}
	if len(verdicts) == 0 {
		return demand{}, false
	}
	slices.Sort(verdicts)
	return wholeResult(slices.Compact(verdicts)), true
}

// wholeResult demands one of some results of a submission as a whole, as DOMjudge does, whatever else happens on later
// cases.
func wholeResult(verdicts []verdict.Verdict) demand {
	if slices.Equal(verdicts, []verdict.Verdict{verdict.AC}) {
		return demand{Expectation: problem.Expectation{Permitted: verdicts, Required: verdicts}}
	}
	return demand{Expectation: problem.Expectation{Required: verdicts, Whole: true}}
}

// narrow returns the part of what a comment expects that the submission's directory expects too; false if there is
// none, and the directory alone counts, as in DOMjudge and BAPCtools.
func (l *loader) narrow(e entry, folder string, r *rule, annotated demand) (demand, bool) {
	expected := r.demands[0].Required
	if expected == nil {
		expected = r.demands[0].Permitted
	}
	both := intersect(annotated.Required, expected)
	beyond := slices.DeleteFunc(slices.Clone(annotated.Required), func(v verdict.Verdict) bool {
		// The format counts what other limits end as run-time errors.
		return slices.Contains(expected, v) || v != verdict.WA && v != verdict.AC && v != verdict.TLE && slices.Contains(expected, verdict.RTE)
	})
	if len(beyond) > 0 {
		l.Warn(problem.Position{File: e.path}, "move the submission or correct the comment",
			"@EXPECTED_RESULTS@ is %s, but the directory is %s; the directory counts", verdictNames(annotated.Required), folder)
	}
	return wholeResult(both), len(both) > 0
}

// knownFolders are the directories of submissions that say what is expected.
func knownFolders(rules []*rule) []string {
	known := []string{"mixed"}
	for _, r := range rules {
		known = append(known, r.pattern)
	}
	return known
}
