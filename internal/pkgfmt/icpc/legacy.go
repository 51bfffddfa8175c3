package icpc

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

// legacyMetadata are the keys of a legacy problem.yaml that later parts need.
type legacyMetadata struct {
	custom   bool     // validation: custom
	flags    []string // validator_flags, for every test case
	scores   bool     // validation: custom score
	minimise bool     // grading.objective: min
	grading  []override
}

// override is a key of testdata.yaml that old packages have in problem.yaml, where it applies to all groups.
type override struct {
	key   string
	value yamldoc.Value
}

// newerKeys are keys of 2025-09 that legacy packages contain by mistake.
var newerKeys = map[string]string{
	"credits":            newer,
	"version":            newer,
	"embargo_until":      newer,
	"allow_file_writing": newer,
	"constants":          newer,
	"type":               "legacy-icpc has pass-fail problems only: write problem_format_version: legacy, or remove the key",
}

const newer = "this key is of 2025-09: add problem_format_version: 2025-09, or remove the key"

func (l *loader) loadLegacy(m *yamldoc.Mapping) {
	// Legacy submissions may write files; nothing in the format says otherwise.
	l.p.AllowFileWriting = true
	l.Tolerate(func() { l.loadLegacyOrigin(m) })
	l.loadLegacyType(m)
	l.loadLegacyLimits(m)
	// Kattis dropped these keys before the version was called legacy; some packages still contain them.
	for _, key := range []string{"libraries", "languages"} {
		if v, ok := m.Take(key); ok {
			v.Warn("remove the key", "the key has no effect in legacy")
		}
	}
	m.Finish(newerKeys)
}

// loadLegacyOrigin reads the authors, the source and the keywords.
func (l *loader) loadLegacyOrigin(m *yamldoc.Mapping) {
	if v, ok := m.Take("author"); ok {
		if authors, ok := v.PlainText(); ok {
			l.p.Credits = splitAuthors(authors)
		}
	}
	var source, url string
	m.Text("source", &source)
	m.Text("source_url", &url)
	if source != "" {
		l.p.Sources = []string{withURL(source, url)}
	} else if url != "" {
		l.Fail(problem.At(m.Find("source_url").Name), "add source, the name of the event", "source_url: there is no source")
	}
	l.loadLegacyKeywords(m)
}

var authorSeparator = lazyregexp.New(`,\s*|\s+and\s+|\s+&\s+`)

func splitAuthors(text string) []string {
	var authors []string
	for _, author := range authorSeparator().Split(text, -1) {
		if author = strings.TrimSpace(author); author != "" {
			authors = append(authors, author)
		}
	}
	return authors
}

func (l *loader) loadLegacyKeywords(m *yamldoc.Mapping) {
	v, ok := m.Take("keywords")
	if !ok {
		return
	}
	words, ok := v.Texts()
	if !ok {
		return
	}
	for _, word := range words {
		l.p.Keywords = append(l.p.Keywords, strings.Fields(word)...)
	}
}

func (l *loader) loadLegacyType(m *yamldoc.Mapping) {
	kind := "pass-fail"
	hasNewer := l.loadNewerTypes(m)
	if l.p.Format == problem.Legacy {
		if !hasNewer {
			m.Choice("type", &kind, "pass-fail", "scoring")
		}
		l.loadGrading(m, kind == "scoring")
	}
	l.p.Type.Scoring = kind == "scoring"
	if v, ok := m.Take("validation"); ok {
		l.loadValidation(v)
	}
	if v, ok := m.Take("validator_flags"); ok {
		l.legacy.flags, _ = flags(v)
	}
}

// loadNewerTypes reads a type such as "interactive multi-pass", which BAPCtools and others wrote into legacy packages. It
// reports whether there is one.
func (l *loader) loadNewerTypes(m *yamldoc.Mapping) bool {
	f := m.Find("type")
	if f == nil {
		return false
	}
	words := strings.Fields(f.Value.Raw())
	isNewer := func(word string) bool { return word == "interactive" || word == "multi-pass" }
	if !slices.ContainsFunc(words, isNewer) || slices.ContainsFunc(words, func(word string) bool { return word != "pass-fail" && !isNewer(word) }) {
		return false
	}
	m.Take("type")
	custom := strings.Join(slices.DeleteFunc(slices.Clone(words), func(word string) bool { return word == "pass-fail" }), " ")
	l.Lack(problem.At(f.Name), "write validation: custom "+custom, "legacy has no type %s", strings.Join(words, " "))
	l.legacy.custom = true
	l.p.Type.Interactive, l.p.Type.MultiPass = slices.Contains(words, "interactive"), slices.Contains(words, "multi-pass")
	return true
}

// loadValidation reads "default", or "custom" with words that describe the validator. multi-pass is DOMjudge's.
func (l *loader) loadValidation(v yamldoc.Value) {
	if v.Kind() == yamldoc.Map {
		l.loadValidationMap(v)
		return
	}
	text, ok := v.Text()
	if !ok {
		return
	}
	words := strings.Fields(text)
	const help = "write default, or custom with any of score, interactive, multi-pass"
	if len(words) == 0 || (words[0] != "default" && words[0] != "custom") {
		v.Fault(help, "want default or custom first, got %q", text)
		return
	}
	l.legacy.custom = words[0] == "custom"
	if !l.legacy.custom && len(words) > 1 {
		v.Fault(help, "default takes no further words, got %q", text)
		return
	}
	for _, word := range words[1:] {
		switch word {
		case "score":
			l.legacy.scores = true
			if !l.p.Type.Scoring {
				l.Lack(problem.At(v), "add type: scoring, or remove score", "validation: score is for scoring problems only")
			}
		case "interactive":
			l.p.Type.Interactive = true
		case "multi-pass":
			l.p.Type.MultiPass = true
		default:
			v.Fault(cmp.Or(yamldoc.Suggest(word, []string{"score", "interactive", "multi-pass"}), help), "unknown word %q", word)
		}
	}
}

// loadValidationMap reads what drafts of the format had: interactive: true.
func (l *loader) loadValidationMap(v yamldoc.Value) {
	m, ok := v.Mapping()
	if !ok {
		return
	}
	l.Lack(problem.At(v), "write text: custom, and any of score, interactive, multi-pass", "validation: want text, got a map")
	l.legacy.custom = true
	m.Boolean("interactive", &l.p.Type.Interactive)
	m.Boolean("multi-pass", &l.p.Type.MultiPass)
	m.Boolean("score", &l.legacy.scores)
	m.Finish(nil)
}

// flags reads a text of shell words.
func flags(v yamldoc.Value) ([]string, bool) {
	// A bare number, such as a bound for a validator, is common and harmless.
	raw := v.Raw()
	if k := v.Kind(); k != yamldoc.Text && k != yamldoc.Integer && k != yamldoc.Float {
		v.Want("text", "write the flags as one text")
		return nil, false
	}
	words, err := SplitWords(raw)
	if err != nil {
		v.Fault("close the quote, or put a backslash before it", "cannot split %q: %v", raw, err)
		return nil, false
	}
	return words, true
}

func (l *loader) loadGrading(m *yamldoc.Mapping, scoring bool) {
	v, ok := m.Take("grading")
	if !ok {
		return
	}
	grading, ok := v.Mapping()
	if !ok {
		return
	}
	if !scoring {
		l.Lack(problem.At(v), "add type: scoring, or remove the key", "grading is for scoring problems only")
	}
	objective := "max"
	grading.Choice("objective", &objective, "min", "max")
	l.legacy.minimise = objective == "min"
	var shown bool
	grading.Boolean("show_test_data_groups", &shown)
	for _, key := range []string{"accept_score", "reject_score", "range", "on_reject"} {
		if v, ok := grading.Take(key); ok {
			v.Warn("move it to data/testdata.yaml", "the key belongs into testdata.yaml")
			l.legacy.grading = append(l.legacy.grading, override{key, v})
		}
	}
	grading.Finish(nil)
}

// scoreRange reads two numbers, which may be infinite.
func scoreRange(v yamldoc.Value) (low, high float64, ok bool) {
	text, ok := v.Text()
	if !ok {
		return 0, 0, false
	}
	words := strings.Fields(text)
	if len(words) == 2 {
		var lowErr, highErr error
		low, lowErr = strconv.ParseFloat(words[0], 64)
		high, highErr = strconv.ParseFloat(words[1], 64)
		if lowErr == nil && highErr == nil && low <= high {
			return low, high, true
		}
	}
	v.Fault("write two numbers such as 0 100; inf and -inf are allowed", "want two numbers in order, got %q", text)
	return 0, 0, false
}

// graderFlags are the words of grader_flags (legacy, section "Default Grader Specification").
var (
	verdictRules = []string{"worst_error", "first_error", "always_accept"}
	scoreRules   = []string{"sum", "avg", "min", "max"}
	graderFlags  = slices.Concat(verdictRules, scoreRules, []string{"ignore_sample", "accept_if_any_accepted"})
)

// formerWorstError is what graders called worst_error at first; that of Kattis still knows the word.
const formerWorstError = "no_errors"
