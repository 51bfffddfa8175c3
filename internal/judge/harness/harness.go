package harness

import (
	"bytes"
	"embed"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/judge/language"
)

//go:embed templates
var templates embed.FS

// Words says in which languages the judge calls functions.
const Words = "Python, C++, Java and JavaScript"

// family is how functions are called in some languages.
type family struct {
	languages []string // their IDs
	template  string
	// name is the file of the program; the ending is that of the template. It must not be that of a submission.
	name string
	// whole matches what a submission has that is a program by itself.
	whole func() *regexp.Regexp
	// prepare changes the source of the submission; nil leaves it.
	prepare func(source []byte) []byte
	// values replaces words of the template besides file and function; nil for none.
	values func(source []byte, function string) []string
}

func families() []family {
	return []family{
		{
			languages: []string{"python3", "pypy3", "python3numpy"}, template: "python.py", name: "grundy_harness.py",
			whole: pythonProgram,
		},
		{languages: []string{"javascript"}, template: "javascript.js", name: "grundy_harness.js", whole: nodeProgram},
		{
			languages: []string{"cpp", "cpp-sanitized", "cppgmp"}, template: "cpp.cpp", name: "grundy_harness.cpp", whole: mainFunction,
			values: func(source []byte, function string) []string {
				if solution().Match(source) {
					return []string{"{{call}}", "call_method<Solution>(&Solution::" + function + ")"}
				}
				return []string{"{{call}}", "call_function(&" + function + ")"}
			},
		},
		{
			languages: []string{"java"}, template: "GrundyHarness.java", name: "GrundyHarness.java", whole: mainFunction,
			prepare: func(source []byte) []byte {
				if bytes.HasPrefix(bytes.TrimSpace(source), []byte("package ")) {
					return source
				}
				// In the first line, so that the numbers of lines stay.
				return append([]byte("import java.math.*; import java.util.*; import java.util.function.*; import java.util.stream.*; "), source...)
			},
		},
	}
}

// solution matches the class that sites ask for, and methods the beginning of one in Python and in languages like C.
var (
	solution = lazyregexp.New(`(?m)^\s*(?:public\s+|final\s+)*(?:class|struct)\s+Solution\b`)
	methods  = lazyregexp.New(`(?m)^\s+(?:def\s+(\w+)|(?:[\w<>\[\],:&* ]+[\s&*>])?(\w+))\s*\([^;{]*[{:]\s*$`)
)

// The parts of programs, for family.whole.
var (
	pythonProgram = lazyregexp.New(`\binput\s*\(|\bsys\.stdin\b|\bopen\s*\(`)
	nodeProgram   = lazyregexp.New(`\bprocess\b|\breadline\b|\breadFileSync\b`)
	mainFunction  = lazyregexp.New(`\bmain\s*\(`)
)

// of returns the family of a language, nil if functions are not called in it.
func of(lang *language.Language) *family {
	for _, f := range families() {
		if slices.Contains(f.languages, lang.ID) {
			return &f
		}
	}
	return nil
}

// Wrap makes a program of a source that defines a function. The error is a *language.CompileError if it does not.
func Wrap(source language.Source, lang *language.Language, function string) (language.Source, error) {
	rejected := func(format string, args ...any) (language.Source, error) {
		return source, &language.CompileError{Language: lang, Reason: fmt.Sprintf(format, args...)}
	}
	f := of(lang)
	switch {
	case f == nil:
		return rejected("the problem wants the function %s, and the judge calls functions in %s", function, Words)
	case len(source.Files) != 1:
		return rejected("the problem wants the function %s in a single file, got %d files", function, len(source.Files))
	}
	file := source.Files[0]
	text, err := file.Read()
	if err != nil {
		return source, err
	}
	if !regexp.MustCompile(`\b` + regexp.QuoteMeta(function) + `\b`).Match(text) {
		return rejected("the source does not define the function %s", function)
	}
	if f.prepare != nil {
		text = f.prepare(text)
	}
	own := language.File{Name: path.Base(file.Name), Data: text}
	if path.Ext(own.Name) == "" {
		own.Name = lang.FileName(own.Name)
	}
	code, err := templates.ReadFile("templates/" + f.template)
	if err != nil {
		return source, err
	}
	words := []string{"{{file}}", own.Name, "{{function}}", function}
	if f.values != nil {
		words = append(words, f.values(text, function)...)
	}
	main := language.File{Name: f.name, Data: []byte(strings.NewReplacer(words...).Replace(string(code)))}
	source.Language, source.Entrypoint = lang.ID, strings.TrimSuffix(f.name, path.Ext(f.name))
	if lang.ID == "java" {
		source.Files = []language.File{main, own}
	} else {
		source.Files, source.Beside = []language.File{main}, append([]language.File{own}, source.Beside...)
	}
	return source, nil
}

// Uncalled says what is wrong with a source that Defines names where the problem does not want a function.
const Uncalled = "it defines the class Solution and no program, so it reads nothing and prints nothing"

// Remedy says how a problem wants a function.
func Remedy(function string) string {
	return "say in the problem what is called: entry: {function: " + function + "} in plain.yaml or problem.yaml, \"entry\": {\"function\": \"" + function + "\"} in a line of grundy judge"
}

// Defines returns the method of a source that defines the class Solution and no program, as sites ask for it; "" for others.
func Defines(source language.Source, lang *language.Language) (function string) {
	f := of(lang)
	if f == nil || len(source.Files) != 1 {
		return ""
	}
	text, err := source.Files[0].Read()
	if err != nil {
		return ""
	}
	class := solution().FindIndex(text)
	if class == nil || f.whole().Match(text) {
		return ""
	}
	for _, found := range methods().FindAllSubmatch(text[class[1]:], -1) {
		name := string(slices.Concat(found[1], found[2]))
		if !strings.HasPrefix(name, "__") && !slices.Contains([]string{"if", "for", "while", "switch", "constructor", "Solution"}, name) {
			return name
		}
	}
	return "solve"
}
