package icpc

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/pkgfmt/problem"
)

// statementName matches problem.<language>.<kind>; legacy may omit the language, which is then English.
var statementName = lazyregexp.New(`^problem(?:\.([A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?))?\.(tex|md|pdf)$`)

// editorialName matches solution.<language>.<kind>, in solution/ (2025-09, section "Solution").
var editorialName = lazyregexp.New(`^solution(?:\.([A-Za-z]{2,3}(?:-[A-Za-z]{2})?))?\.(tex|md|pdf)$`)

// loadEditorials finds the texts in solution/, or beside the statement, where older versions of BAPCtools have them.
func (l *loader) loadEditorials() {
	for _, folder := range []string{"solution", "problem_statement"} {
		if l.p.Editorials = l.textsIn(folder, editorialName()); len(l.p.Editorials) > 0 || l.is2025() {
			return
		}
	}
}

func (l *loader) loadStatements() {
	own, other, kind := "problem_statement", "statement", "tex"
	if l.is2025() {
		own, other, kind = other, own, "md"
	}
	l.p.Statements = l.textsIn(own, statementName())
	if len(l.p.Statements) == 0 {
		if l.p.Statements = l.textsIn(other, statementName()); len(l.p.Statements) > 0 {
			l.Lack(problem.Position{File: other}, "rename the directory to "+own, "version %s keeps statements in %s/", l.p.Format, own)
		}
	}
	// DOMjudge packages may have their only statement beside problem.yaml.
	if len(l.p.Statements) == 0 && !l.is2025() && l.isFile("problem.pdf") {
		l.p.Statements = []problem.Statement{{Language: "en", Path: l.abs("problem.pdf"), Kind: "pdf"}}
	}
	if len(l.p.Statements) == 0 {
		l.Lack(problem.Position{File: own}, "write "+own+"/problem.en."+kind, "the statement is missing")
	}
	if l.is2025() {
		l.checkNames()
	} else {
		l.completeNames()
	}
}

// textsIn lists the texts in a directory, in all languages.
func (l *loader) textsIn(folder string, name *regexp.Regexp) []problem.Statement {
	var statements []problem.Statement
	for _, e := range l.entries(folder) {
		parts := name.FindStringSubmatch(e.name)
		if parts == nil || e.isDir {
			continue
		}
		language := parts[1]
		if language == "" {
			if language = "en"; l.is2025() {
				l.Lack(problem.Position{File: e.path}, "rename it to "+strings.TrimSuffix(e.name, parts[2])+"en."+parts[2], "the name lacks the language")
			}
		}
		if !naturalLanguage().MatchString(language) {
			l.Lack(problem.Position{File: e.path}, "write a code such as en or pt-BR", "%q is not a language code", language)
		}
		statements = append(statements, problem.Statement{Language: language, Path: l.abs(e.path), Kind: parts[2]})
	}
	return statements
}

// checkNames requires a name in exactly the languages of the statements (2025-09, section "Name").
func (l *loader) checkNames() {
	if len(l.p.Names) == 0 {
		l.Lack(problem.Position{File: metadataFile}, "add name: followed by the problem's name", "name is missing")
		l.completeNames()
		return
	}
	languages := l.statementLanguages()
	if len(languages) == 0 {
		return
	}
	for _, language := range languages {
		if l.p.Names[language] == "" {
			l.Lack(problem.Position{File: metadataFile}, "write name: {"+language+": …}",
				"name: there is a statement in %s but no name in that language", language)
		}
	}
	for _, language := range sortedKeys(l.p.Names) {
		if !slices.Contains(languages, language) {
			l.Lack(problem.Position{File: metadataFile}, "remove the name or write statement/problem."+language+".md",
				"name: there is a name in %s but no statement in that language", language)
		}
	}
}

func (l *loader) statementLanguages() []string {
	var languages []string
	for _, s := range l.p.Statements {
		if !slices.Contains(languages, s.Language) {
			languages = append(languages, s.Language)
		}
	}
	return languages
}

// completeNames takes missing names from the statements; legacy packages often have them only there.
func (l *loader) completeNames() {
	languages := l.statementLanguages()
	// A single name in problem.yaml is in the language of one of the statements, which need not be English.
	if name := l.p.Names["en"]; len(l.p.Names) == 1 && name != "" && len(languages) > 0 && !slices.Contains(languages, "en") {
		l.p.Names = map[string]string{languages[0]: name}
	}
	for _, s := range l.p.Statements {
		if l.p.Names[s.Language] != "" || s.Kind != "tex" {
			continue
		}
		relative := path.Join(path.Base(path.Dir(filepath.ToSlash(s.Path))), path.Base(filepath.ToSlash(s.Path)))
		if text, ok := l.read(relative); ok {
			if name := nameInTeX(string(text)); name != "" {
				l.p.Names[s.Language] = name
			}
		}
	}
}

var plainName = lazyregexp.New(`(?m)^\s*%+\s*plainproblemname:\s*(\S.*)$`)

// nameInTeX finds the argument of \problemname, or the comment that contains it without markup.
func nameInTeX(text string) string {
	if match := plainName().FindStringSubmatch(text); match != nil {
		return strings.TrimSpace(match[1])
	}
	_, rest, found := strings.Cut(text, `\problemname{`)
	if !found {
		return ""
	}
	depth := 1
	for i, c := range rest {
		switch c {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			return strings.Join(strings.Fields(rest[:i]), " ")
		}
	}
	return ""
}
