package icpc

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

const metadataFile = "problem.yaml"

// versions are the accepted values of problem_format_version.
var versions = map[string]problem.Format{
	"2025-09":       problem.V2025,
	"2023-07":       problem.V2025,
	"2023-07-draft": problem.V2025,
	"legacy":        problem.Legacy,
	"legacy-icpc":   problem.LegacyICPC,
}

// loadMetadata reads problem.yaml. It returns false if that fails, because the meaning of everything else depends on
// it. A package without the file, or with an empty one, is legacy, as DOMjudge's may be.
func (l *loader) loadMetadata() bool {
	l.p.Format = problem.Legacy
	m, ok := l.metadata()
	if ok {
		l.takeMetadata(m)
	}
	return ok
}

func (l *loader) takeMetadata(m *yamldoc.Mapping) {
	if v, ok := m.Take("problem_format_version"); ok {
		l.loadVersion(v)
	}
	if !l.is2025() {
		m.OlderBooleans() // as in the YAML parsers of all other readers of these versions
	}
	l.loadCommon(m)
	l.p.Entry = problem.TakeEntry(m)
	if l.is2025() {
		l.load2025(m)
	} else {
		l.loadLegacy(m)
	}
	l.checkRights(m)
}

// metadata returns the map in problem.yaml; an empty one without the file, and false if it is faulty.
func (l *loader) metadata() (*yamldoc.Mapping, bool) {
	empty := l.Empty(metadataFile)
	if !l.isFile(metadataFile) {
		l.Lack(problem.Position{File: metadataFile}, "write one with at least problem_format_version: 2025-09 and name", "the file is missing")
		return empty, true
	}
	faults := len(l.Faults.Fatal(true))
	root, ok := l.document(metadataFile)
	if !ok {
		return empty, len(l.Faults.Fatal(true)) == faults
	}
	return root.Mapping()
}

func (l *loader) loadVersion(v yamldoc.Value) {
	version, ok := v.Text()
	if !ok {
		return
	}
	format, known := versions[version]
	if !known {
		// Drafts and newer versions share most keys with the newest version that we know.
		l.Lack(problem.At(v), "write 2025-09, legacy or legacy-icpc", "problem_format_version: unknown version %q; it is read as 2025-09", version)
		format = problem.V2025
	}
	l.p.Format = format
	l.draft = format == problem.V2025 && version != string(problem.V2025)
}

// loadCommon reads the keys that all versions share.
func (l *loader) loadCommon(m *yamldoc.Mapping) {
	l.loadUUID(m)
	l.Tolerate(func() {
		l.loadName(m)
		m.Choice("license", &l.p.License, licenses...)
		m.Text("rights_owner", &l.p.Rights)
	})
	if l.p.License == "" {
		l.p.License = "unknown"
	}
	if f := m.Find("rights_owner"); f != nil && f.Value.Kind() == yamldoc.Null {
		l.Lack(problem.At(f.Name), "name the owner, or remove the key", "rights_owner: want text, got nothing")
	}
}

// loadName reads one name, which is English, or a map of names by language, which real legacy packages have too.
func (l *loader) loadName(m *yamldoc.Mapping) {
	v, ok := m.Take("name")
	if !ok {
		return
	}
	if v.Kind() != yamldoc.Map {
		if name, ok := v.PlainText(); ok {
			l.p.Names["en"] = name
		}
		return
	}
	if !l.is2025() {
		l.Lack(problem.At(v), "write one name; the statements of other languages have theirs in \\problemname", "name: legacy has one name, not a map")
	}
	names, _ := v.Mapping()
	for _, f := range names.Rest() {
		if !naturalLanguage().MatchString(f.Key) {
			l.Fail(problem.At(f.Name), "write a code such as en or pt-BR", "%s: %q is not a language code", f.Value.Path(), f.Key)
		}
		if name, ok := f.Value.PlainText(); ok {
			l.p.Names[f.Key] = name
		}
	}
}

var uuidText = lazyregexp.New(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

func (l *loader) loadUUID(m *yamldoc.Mapping) {
	const help = "add one, for example from the command uuidgen"
	v, ok := m.Take("uuid")
	if !ok {
		if l.is2025() {
			l.Lack(problem.Position{File: metadataFile}, help, "uuid is missing")
		}
		return
	}
	text, ok := v.Text()
	if !ok {
		return
	}
	if !uuidText().MatchString(text) {
		l.Lack(problem.At(v), help, "uuid: %q is not a UUID", text)
		return
	}
	l.p.UUID = text
}

// olderKeys are keys of the legacy versions, with their replacements in 2025-09.
var olderKeys = map[string]string{
	"author":          "2025-09 writes credits: {authors: […]}",
	"source_url":      "2025-09 writes source: {name: …, url: …}",
	"validation":      "2025-09 writes type: [pass-fail, interactive, …], and the directory output_validator/ is enough",
	"validator_flags": "2025-09 writes output_validator_args: […] in data/secret/test_group.yaml",
	"grading":         "2025-09 writes type: scoring and configures groups in test_group.yaml",
}

func (l *loader) load2025(m *yamldoc.Mapping) {
	l.loadType(m)
	l.Tolerate(func() {
		m.Text("version", &l.p.Version)
		l.loadCredits(m)
		l.loadSources(m)
		l.checkEmbargo(m)
		l.loadKeywords(m)
	})
	l.loadLimits2025(m)
	l.loadLanguages(m)
	m.Boolean("allow_file_writing", &l.p.AllowFileWriting)
	l.loadConstants(m)
	if l.draft {
		l.loadDraft(m)
	}
	m.Finish(olderKeys)
}

func (l *loader) loadKeywords(m *yamldoc.Mapping) {
	v, ok := m.Take("keywords")
	if !ok {
		return
	}
	items, ok := v.Items("write a list: [" + strings.Join(strings.Fields(v.Raw()), ", ") + "]")
	if !ok {
		return
	}
	for _, item := range items {
		if word, ok := item.Text(); ok {
			l.p.Keywords = append(l.p.Keywords, word)
		}
	}
}

// loadDraft reads legacy keys that packages of the drafts still contain.
func (l *loader) loadDraft(m *yamldoc.Mapping) {
	for _, key := range []string{"author", "source_url", "validation", "validator_flags"} {
		v, ok := m.Take(key)
		if f := m.Find(key); f != nil {
			l.Lack(problem.At(f.Name), olderKeys[key], "unknown key %s", key)
		}
		switch {
		case ok && key == "validation":
			l.loadValidation(v)
		case ok && key == "validator_flags":
			l.legacy.flags, _ = flags(v)
		}
	}
}

// loadType reads the type and rejects impossible combinations (2025-09, section "Type").
func (l *loader) loadType(m *yamldoc.Mapping) {
	v, ok := m.Take("type")
	if !ok {
		return
	}
	names, ok := v.Texts()
	if !ok {
		return
	}
	if len(names) == 1 && len(strings.Fields(names[0])) > 1 {
		names = strings.Fields(names[0])
		l.Lack(problem.At(v), "write a list: ["+strings.Join(names, ", ")+"]", "type: want one type, or a list of several")
	}
	if len(names) == 0 {
		v.Fault("write pass-fail or leave the key out", "the list is empty")
	}
	known := []string{"pass-fail", "scoring", "multi-pass", "interactive", "submit-answer"}
	for i, name := range names {
		if !slices.Contains(known, name) {
			v.Fault(cmp.Or(yamldoc.Suggest(name, known), "choose from "+yamldoc.QuoteAll(known)), "unknown type %q", name)
		} else if slices.Contains(names[:i], name) {
			v.Fault("keep one of them", "%s stands twice", name)
		}
	}
	has := func(name string) bool { return slices.Contains(names, name) }
	for _, pair := range [][2]string{{"pass-fail", "scoring"}, {"submit-answer", "multi-pass"}, {"submit-answer", "interactive"}} {
		if has(pair[0]) && has(pair[1]) {
			v.Fault("remove one of them", "%s and %s cannot go together", pair[0], pair[1])
		}
	}
	l.p.Type = problem.Type{
		Scoring: has("scoring"), MultiPass: has("multi-pass"), Interactive: has("interactive"), SubmitAnswer: has("submit-answer"),
	}
}

// loadCredits keeps the authors, and checks the rest.
func (l *loader) loadCredits(m *yamldoc.Mapping) {
	v, ok := m.Take("credits")
	if !ok {
		return
	}
	if v.Kind() != yamldoc.Map {
		if author, ok := v.PlainText(); ok {
			l.p.Credits = []string{author}
		}
		return
	}
	credits, _ := v.Mapping()
	for _, role := range []string{"authors", "contributors", "testers", "packagers", "acknowledgements"} {
		v, ok := credits.Take(role)
		if !ok {
			continue
		}
		people := people(v)
		if role == "authors" {
			l.p.Credits = people
		}
	}
	if v, ok := credits.Take("translators"); ok {
		if translators, ok := v.Mapping(); ok {
			for _, f := range translators.Rest() {
				if !naturalLanguage().MatchString(f.Key) {
					l.Fail(problem.At(f.Name), "write a code such as en or pt-BR", "%s: %q is not a language code", f.Value.Path(), f.Key)
				}
				people(f.Value)
			}
		}
	}
	credits.Finish(nil)
}

// people reads a person or a list of persons, and returns "Name <mail>" or the name alone for each.
func people(v yamldoc.Value) []string {
	items := []yamldoc.Value{v}
	if v.Kind() == yamldoc.List {
		items, _ = v.Items("")
		if len(items) == 0 {
			v.Fault("add a person or remove the key", "the list is empty")
		}
	}
	var people []string
	for _, item := range items {
		if person, ok := person(item); ok {
			people = append(people, person)
		}
	}
	return people
}

func person(v yamldoc.Value) (string, bool) {
	if v.Kind() != yamldoc.Map {
		return v.PlainText()
	}
	m, _ := v.Mapping()
	var name, email, ignored string
	m.Text("name", &name)
	m.Text("email", &email)
	m.Text("orcid", &ignored)
	m.Text("kattis", &ignored)
	m.Finish(nil)
	if name == "" {
		v.Fault("add the key name", "the person has no name")
		return "", false
	}
	if email != "" {
		name += " <" + email + ">"
	}
	return name, true
}

func (l *loader) loadSources(m *yamldoc.Mapping) {
	v, ok := m.Take("source")
	if !ok {
		return
	}
	items := []yamldoc.Value{v}
	if v.Kind() == yamldoc.List {
		items, _ = v.Items("")
	}
	for _, item := range items {
		if source, ok := source(item); ok {
			l.p.Sources = append(l.p.Sources, source)
		}
	}
}

// source reads a text or a map of name and url, and returns "name (url)" or the name alone.
func source(v yamldoc.Value) (string, bool) {
	if v.Kind() != yamldoc.Map {
		return v.PlainText()
	}
	m, _ := v.Mapping()
	var name, url string
	m.Text("name", &name)
	m.Text("url", &url)
	m.Finish(nil)
	if name == "" {
		v.Fault("add the key name", "the source has no name")
		return "", false
	}
	return withURL(name, url), true
}

func withURL(name, url string) string {
	if url == "" {
		return name
	}
	return name + " (" + url + ")"
}

// checkEmbargo checks the time until which a package must not be published; the judge has no use for it.
func (l *loader) checkEmbargo(m *yamldoc.Mapping) {
	v, ok := m.Take("embargo_until")
	if !ok {
		return
	}
	text, ok := v.Text()
	if !ok {
		return
	}
	_, dayErr := time.Parse(time.DateOnly, text)
	_, timeErr := time.Parse("2006-01-02T15:04:05Z", text)
	if dayErr != nil && timeErr != nil {
		v.Fault("write 2026-01-31 or 2026-01-31T12:00:00Z", "%q is neither a date nor a UTC time", text)
	}
}

func (l *loader) loadLanguages(m *yamldoc.Mapping) {
	v, ok := m.Take("languages")
	if !ok {
		return
	}
	if v.Kind() == yamldoc.Text && v.Raw() == "all" {
		return
	}
	items, ok := v.Items("write all, or a list such as [cpp, python3]")
	if !ok {
		return
	}
	if len(items) == 0 {
		v.Fault("write all, or a list such as [cpp, python3]", "the list is empty")
	}
	for _, item := range items {
		if code, ok := languageCode(item); ok {
			l.p.Languages = append(l.p.Languages, code)
		}
	}
}

// languageCode reads the code of a programming language.
func languageCode(v yamldoc.Value) (string, bool) {
	code, ok := v.Text()
	if ok && !slices.Contains(languageCodes, code) {
		v.Fault(cmp.Or(yamldoc.Suggest(code, languageCodes), "the codes are those of the format's table of languages"), "unknown language %q", code)
		return "", false
	}
	return code, ok
}

var constantName = lazyregexp.New(`^[a-zA-Z_][a-zA-Z0-9_]*$`)

// loadConstants reads scalars, or maps with a scalar under value and alternative notations under other keys, exactly as
// they are written.
func (l *loader) loadConstants(m *yamldoc.Mapping) {
	v, ok := m.Take("constants")
	if !ok {
		return
	}
	constants, ok := v.Mapping()
	if !ok {
		return
	}
	l.p.Constants = map[string]string{}
	for _, f := range constants.Rest() {
		if !constantName().MatchString(f.Key) {
			l.Fail(problem.At(f.Name), "use letters, digits and _ only, and no digit first", "%s: %q is not a name for a constant", f.Value.Path(), f.Key)
			continue
		}
		if f.Value.Kind() != yamldoc.Map {
			l.loadConstant(f.Value, f.Key)
			continue
		}
		inner, _ := f.Value.Mapping()
		if held, ok := inner.Take("value"); ok {
			l.loadConstant(held, f.Key, f.Key+".value")
		} else {
			f.Value.Fault("add the key value", "the constant has no value")
		}
		l.Tolerate(func() {
			for _, variant := range inner.Rest() {
				l.loadConstant(variant.Value, f.Key+"."+variant.Key)
			}
		})
	}
}

// loadConstant stores the value of a constant under some names.
func (l *loader) loadConstant(v yamldoc.Value, names ...string) {
	switch v.Kind() {
	case yamldoc.Text, yamldoc.Integer, yamldoc.Float:
		for _, name := range names {
			l.p.Constants[name] = v.Raw()
		}
	default:
		v.Want("a number or text", "write a number or a text in quotes")
	}
}

// checkRights checks that a license that needs an owner has one, and that the public domain has none.
func (l *loader) checkRights(m *yamldoc.Mapping) {
	switch l.p.License {
	case "unknown":
	case "public domain":
		if f := m.Find("rights_owner"); f != nil && f.Value.Kind() != yamldoc.Null {
			l.Lack(problem.At(f.Name), "remove the key", "rights_owner: the public domain has no owner")
		}
	default:
		if l.p.Rights == "" && len(l.p.Credits) == 0 && len(l.p.Sources) == 0 {
			l.Lack(problem.At(m.Find("license").Name), "add rights_owner, or the author or source who is the owner",
				"rights_owner: license %s needs an owner", l.p.License)
		}
	}
}
