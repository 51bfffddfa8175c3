package icpc

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"grundy/internal/problem"
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

// loadMetadata reads problem.yaml, and returns false when it cannot be read: the meaning of all else depends on it. A
// package without one, or with an empty one, is legacy, as DOMjudge's may be.
func (l *loader) loadMetadata() bool {
	l.p.Format = problem.Legacy
	m, ok := l.metadata()
	if ok {
		l.takeMetadata(m)
	}
	return ok
}

func (l *loader) takeMetadata(m *mapping) {
	if v, ok := m.take("problem_format_version"); ok {
		l.loadVersion(v)
	}
	l.loadCommon(m)
	if l.is2025() {
		l.load2025(m)
	} else {
		l.loadLegacy(m)
	}
	l.checkRights(m)
}

// metadata returns the map in problem.yaml, an empty one when there is none, and false when it is faulty.
func (l *loader) metadata() (*mapping, bool) {
	empty := &mapping{value: value{document: &document{report: l.report, file: metadataFile}}}
	if !l.isFile(metadataFile) {
		l.lack(place{file: metadataFile}, "write one with at least problem_format_version: 2025-09 and name", "the file is missing")
		return empty, true
	}
	faults := len(l.faults.Fatal(true))
	root, ok := l.document(metadataFile)
	if !ok {
		return empty, len(l.faults.Fatal(true)) == faults
	}
	return root.mapping()
}

func (l *loader) loadVersion(v value) {
	version, ok := v.text()
	if !ok {
		return
	}
	format, known := versions[version]
	if !known {
		v.fault("write 2025-09, legacy or legacy-icpc", "unknown version %q", version)
		// Most keys of a newer version are probably those of the newest that is known.
		format = problem.V2025
	}
	l.p.Format = format
}

// loadCommon reads the keys that all versions share.
func (l *loader) loadCommon(m *mapping) {
	l.loadName(m)
	l.loadUUID(m)
	m.choice("license", &l.p.License, licenses...)
	if l.p.License == "" {
		l.p.License = "unknown"
	}
	m.text("rights_owner", &l.p.Rights)
}

// loadName reads one name, which is English, or a map of names by language, which real legacy packages have too.
func (l *loader) loadName(m *mapping) {
	v, ok := m.take("name")
	if !ok {
		return
	}
	if v.kind() != isMap {
		if name, ok := v.plainText(); ok {
			l.p.Names["en"] = name
		}
		return
	}
	names, _ := v.mapping()
	for _, f := range names.rest() {
		if !naturalLanguage.MatchString(f.key) {
			l.fail(f.at, "write a code such as en or pt-BR", "%s: %q is no language code", f.value.path, f.key)
		}
		if name, ok := f.value.plainText(); ok {
			l.p.Names[f.key] = name
		}
	}
}

var uuidText = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

func (l *loader) loadUUID(m *mapping) {
	const help = "add one, for example from the command uuidgen"
	v, ok := m.take("uuid")
	if !ok {
		if l.is2025() {
			l.lack(place{file: metadataFile}, help, "uuid is missing")
		}
		return
	}
	text, ok := v.text()
	if !ok {
		return
	}
	if !uuidText.MatchString(text) {
		l.lack(v.place(), help, "uuid: %q is not a UUID", text)
	}
	l.p.UUID = text
}

// olderKeys are keys of the legacy versions, with what 2025-09 has for them.
var olderKeys = map[string]string{
	"author":          "2025-09 writes credits: {authors: […]}",
	"source_url":      "2025-09 writes source: {name: …, url: …}",
	"validation":      "2025-09 writes type: [pass-fail, interactive, …], and the folder output_validator/ is enough",
	"validator_flags": "2025-09 writes output_validator_args: […] in data/secret/test_group.yaml",
	"grading":         "2025-09 writes type: scoring and configures groups in test_group.yaml",
}

func (l *loader) load2025(m *mapping) {
	l.loadType(m)
	m.text("version", &l.p.Version)
	l.loadCredits(m)
	l.loadSources(m)
	l.checkEmbargo(m)
	l.loadLimits2025(m)
	if v, ok := m.take("keywords"); ok {
		if items, ok := v.items("write a list: [" + strings.Join(strings.Fields(v.raw()), ", ") + "]"); ok {
			for _, item := range items {
				if word, ok := item.text(); ok {
					l.p.Keywords = append(l.p.Keywords, word)
				}
			}
		}
	}
	l.loadLanguages(m)
	m.boolean("allow_file_writing", &l.p.AllowFileWriting)
	l.loadConstants(m)
	m.finish(olderKeys)
}

// loadType reads the type and refuses what cannot go together (2025-09, section "Type").
func (l *loader) loadType(m *mapping) {
	v, ok := m.take("type")
	if !ok {
		return
	}
	names, ok := v.texts()
	if !ok {
		return
	}
	if len(names) == 0 {
		v.fault("write pass-fail or leave the key out", "the list is empty")
	}
	known := []string{"pass-fail", "scoring", "multi-pass", "interactive", "submit-answer"}
	for i, name := range names {
		if !slices.Contains(known, name) {
			v.fault(cmp.Or(suggest(name, known), "choose from "+quoteAll(known)), "unknown type %q", name)
		} else if slices.Contains(names[:i], name) {
			v.fault("keep one of them", "%s stands twice", name)
		}
	}
	has := func(name string) bool { return slices.Contains(names, name) }
	for _, pair := range [][2]string{{"pass-fail", "scoring"}, {"submit-answer", "multi-pass"}, {"submit-answer", "interactive"}} {
		if has(pair[0]) && has(pair[1]) {
			v.fault("remove one of them", "%s and %s cannot go together", pair[0], pair[1])
		}
	}
	l.p.Type = problem.Type{
		Scoring: has("scoring"), MultiPass: has("multi-pass"), Interactive: has("interactive"), SubmitAnswer: has("submit-answer"),
	}
}

// loadCredits keeps the authors, and checks the rest.
func (l *loader) loadCredits(m *mapping) {
	v, ok := m.take("credits")
	if !ok {
		return
	}
	if v.kind() != isMap {
		if author, ok := v.plainText(); ok {
			l.p.Credits = []string{author}
		}
		return
	}
	credits, _ := v.mapping()
	for _, role := range []string{"authors", "contributors", "testers", "packagers", "acknowledgements"} {
		v, ok := credits.take(role)
		if !ok {
			continue
		}
		people := v.people()
		if role == "authors" {
			l.p.Credits = people
		}
	}
	if v, ok := credits.take("translators"); ok {
		if translators, ok := v.mapping(); ok {
			for _, f := range translators.rest() {
				if !naturalLanguage.MatchString(f.key) {
					l.fail(f.at, "write a code such as en or pt-BR", "%s: %q is no language code", f.value.path, f.key)
				}
				f.value.people()
			}
		}
	}
	credits.finish(nil)
}

// people reads a person or a list of them, and returns "Name <mail>" or the name alone.
func (v value) people() []string {
	items := []value{v}
	if v.kind() == isList {
		items, _ = v.items("")
		if len(items) == 0 {
			v.fault("add a person or remove the key", "the list is empty")
		}
	}
	var people []string
	for _, item := range items {
		if person, ok := item.person(); ok {
			people = append(people, person)
		}
	}
	return people
}

func (v value) person() (string, bool) {
	if v.kind() != isMap {
		return v.plainText()
	}
	m, _ := v.mapping()
	var name, email, ignored string
	m.text("name", &name)
	m.text("email", &email)
	m.text("orcid", &ignored)
	m.text("kattis", &ignored)
	m.finish(nil)
	if name == "" {
		v.fault("add the key name", "the person has no name")
		return "", false
	}
	if email != "" {
		name += " <" + email + ">"
	}
	return name, true
}

func (l *loader) loadSources(m *mapping) {
	v, ok := m.take("source")
	if !ok {
		return
	}
	items := []value{v}
	if v.kind() == isList {
		items, _ = v.items("")
	}
	for _, item := range items {
		if source, ok := item.source(); ok {
			l.p.Sources = append(l.p.Sources, source)
		}
	}
}

// source reads a text or a map of name and url, and returns "name (url)" or the name alone.
func (v value) source() (string, bool) {
	if v.kind() != isMap {
		return v.plainText()
	}
	m, _ := v.mapping()
	var name, url string
	m.text("name", &name)
	m.text("url", &url)
	m.finish(nil)
	if name == "" {
		v.fault("add the key name", "the source has no name")
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
func (l *loader) checkEmbargo(m *mapping) {
	v, ok := m.take("embargo_until")
	if !ok {
		return
	}
	text, ok := v.text()
	if !ok {
		return
	}
	_, dayErr := time.Parse(time.DateOnly, text)
	_, timeErr := time.Parse("2006-01-02T15:04:05Z", text)
	if dayErr != nil && timeErr != nil {
		v.fault("write 2026-01-31 or 2026-01-31T12:00:00Z", "%q is no date and no UTC time", text)
	}
}

func (l *loader) loadLanguages(m *mapping) {
	v, ok := m.take("languages")
	if !ok {
		return
	}
	if v.kind() == isText && v.raw() == "all" {
		return
	}
	items, ok := v.items("write all, or a list such as [cpp, python3]")
	if !ok {
		return
	}
	if len(items) == 0 {
		v.fault("write all, or a list such as [cpp, python3]", "the list is empty")
	}
	for _, item := range items {
		if code, ok := item.languageCode(); ok {
			l.p.Languages = append(l.p.Languages, code)
		}
	}
}

// languageCode reads the code of a programming language.
func (v value) languageCode() (string, bool) {
	code, ok := v.text()
	if ok && !slices.Contains(languageCodes, code) {
		v.fault(cmp.Or(suggest(code, languageCodes), "the codes are those of the format's table of languages"), "unknown language %q", code)
		return "", false
	}
	return code, ok
}

var constantName = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_]*$`)

// loadConstants reads scalars, or maps that hold one under value, and keeps them as they are written.
func (l *loader) loadConstants(m *mapping) {
	v, ok := m.take("constants")
	if !ok {
		return
	}
	constants, ok := v.mapping()
	if !ok {
		return
	}
	l.p.Constants = map[string]string{}
	for _, f := range constants.rest() {
		if !constantName.MatchString(f.key) {
			l.fail(f.at, "use letters, digits and _ only, and no digit first", "%s: %q is no name for a constant", f.value.path, f.key)
			continue
		}
		scalar := f.value
		if scalar.kind() == isMap {
			inner, _ := scalar.mapping()
			held, ok := inner.take("value")
			if !ok {
				scalar.fault("add the key value", "the constant has no value")
				continue
			}
			// What stands beside the value is for tools that give constants types or comments.
			scalar = held
		}
		switch scalar.kind() {
		case isText, isInteger, isFloat:
			l.p.Constants[f.key] = scalar.raw()
		default:
			scalar.want("a number or text", "write a number or a text in quotes")
		}
	}
}

// checkRights checks that a license that needs an owner has one, and the public domain none.
func (l *loader) checkRights(m *mapping) {
	switch l.p.License {
	case "unknown":
	case "public domain":
		if f := m.find("rights_owner"); f != nil && f.value.kind() != isNull {
			l.fail(f.at, "remove the key", "rights_owner: the public domain has no owner")
		}
	default:
		if l.p.Rights == "" && len(l.p.Credits) == 0 && len(l.p.Sources) == 0 {
			l.lack(m.find("license").at, "add rights_owner, or the author or source who is the owner",
				"rights_owner: license %s needs an owner", l.p.License)
		}
	}
}
