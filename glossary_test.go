package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// common are exported names that many packages use and that need no entry in docs/glossary.md, by the reason.
var common = map[string]string{
	"methods of interfaces of Go's library": "Close Error Is Read String Unwrap Write",
	"verbs of Go: what a package does, or has done, with the noun beside them": `
		Add Check Count Find Follow Generate Load New Open Parse Put Register Remove Run Search Serve Set Take Validate Wait`,
	"nouns of any program, which mean what they mean in English": `
		Address Choice Config Line Number Options Page Path Plain Size Step Text Word Words`,
	"parts of games, whose packages have them alike":                        "End Lost Moves Of Over Winning",
	"of package problem's diagnostics, errors and YAML: where something is": "Place File",
}

// mostPackages is in how many packages a name may stand before readers must be told what it means.
const mostPackages = 3

// TestGlossary: an exported name that stands in many packages means one thing, which docs/glossary.md tells, or is in the list above.
func TestGlossary(t *testing.T) {
	text, err := os.ReadFile("docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(text), "\n"); lines > 80 {
		t.Errorf("docs/glossary.md has %d lines, want at most 80", lines)
	}
	// The emphasised words of the pages, as they are and in the singular.
	told := map[string]bool{}
	for _, term := range regexp.MustCompile(`\*+([\pL -]+)\*`).FindAllStringSubmatch(string(text), -1) {
		for word := range strings.FieldsSeq(strings.ToLower(term[1])) {
			told[word], told[strings.TrimSuffix(word, "s")] = true, true
		}
	}
	excused := map[string]string{}
	for reason, names := range common {
		for name := range strings.FieldsSeq(names) {
			excused[name] = reason
		}
	}
	all := exported(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		word := strings.ToLower(name)
		if len(all[name]) > mostPackages && excused[name] == "" && !told[word] && !told[strings.TrimSuffix(word, "s")] {
			t.Errorf("%s stands in %s: explain it in docs/glossary.md, give it other names, or add it to the list with the reason",
				name, strings.Join(slices.Sorted(maps.Keys(all[name])), ", "))
		}
	}
	for name := range excused {
		if len(all[name]) <= mostPackages {
			t.Errorf("%s stands in %d packages: remove it from the list", name, len(all[name]))
		}
	}
}

// exported are the exported names of all packages: of types, functions, methods, constants and variables, with the packages.
func exported(t *testing.T) map[string]map[string]bool {
	t.Helper()
	names := map[string]map[string]bool{}
	for file := range sources(t) {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			continue // a template of a program, which is no part of ours
		}
		add := func(identifiers ...*ast.Ident) {
			for _, identifier := range identifiers {
				if identifier.IsExported() {
					if names[identifier.Name] == nil {
						names[identifier.Name] = map[string]bool{}
					}
					names[identifier.Name][path.Dir(file)] = true
				}
			}
		}
		for _, declared := range tree.Decls {
			switch declared := declared.(type) {
			case *ast.FuncDecl:
				add(declared.Name)
			case *ast.GenDecl:
				for _, spec := range declared.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						add(spec.Name)
					case *ast.ValueSpec:
						add(spec.Names...)
					}
				}
			}
		}
	}
	return names
}
