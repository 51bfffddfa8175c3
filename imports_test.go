package main_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "grundy"

// TestLayers holds the layers that docs/design.md draws: a package imports only packages in lines below its own, and only the
// packages named here import certain modules, or what lies below a path with "/" at its end. Jobs run programs, so only the
// executor and the wiring import the runner. Of games the judge knows an interface, and only their commands and pages import
// more. Tests may import any package.
func TestLayers(t *testing.T) {
	order := layers(t)
	alone := map[string][]string{
		"github.com/BurntSushi/toml":    {"internal/pkgfmt/exchange", "internal/judge/language"},
		"github.com/goccy/go-yaml":      {"internal/base/yamldoc"},
		"github.com/sergi/go-diff":      {"checker"},
		"github.com/urfave/cli/v2":      {"internal/ui/cli"},
		"github.com/yuin/goldmark":      {"internal/statement"},
		"github.com/dop251/goja":        {"internal/statement/formula"},
		"modernc.org/sqlite":            {"internal/store/history"},
		"github.com/nats-io":            {"internal/cluster/bus"},
		"github.com/sourcegraph":        {"internal/ui/editor"},
		"github.com/klauspost/compress": {"internal/cluster"},
		module + "/runner":              {"internal/job/local", "internal/store/workspace"},
		module + "/checker/games":       {"internal/games/play", "internal/games/prebuilt"},
		module + "/internal/games/":     {"internal/games/lessons", "internal/games/programs", "internal/ui/cli", "internal/ui/web/games"},
	}
	seen := map[string]bool{}
	for file, imports := range sources(t) {
		if path.Base(file) == "doc.go" && len(imports) == 0 {
			continue // the documentation of a group
		}
		name := path.Dir(file)
		if name == "." {
			name = "main"
		}
		place, known := order[name]
		if !known {
			if !seen[name] {
				t.Errorf("%s: docs/design.md has no line for the package %s: put it above all that it imports", file, name)
			}
			seen[name] = true
			continue
		}
		seen[name] = true
		for _, imported := range imports {
			for kept, owners := range alone {
				if (imported == kept || strings.HasPrefix(imported, strings.TrimSuffix(kept, "/")+"/")) && !slices.Contains(owners, name) {
					t.Errorf("%s imports %s, which only %s may: ask that package", file, kept, strings.Join(owners, " and "))
				}
			}
			below, ours := strings.CutPrefix(imported, module+"/")
			if at, known := order[below]; ours && known && at <= place {
				t.Errorf("%s imports %s, which is not below %s: turn the dependency round, or move a package in docs/design.md", file, below, name)
			}
		}
	}
	for name := range order {
		if !seen[name] {
			t.Errorf("docs/design.md has a line for the package %s, which does not exist", name)
		}
	}
}

// TestCompiledExamples: Go code in the documentation of a package is an Example of its tests, which the compiler reads.
func TestCompiledExamples(t *testing.T) {
	for name := range sources(t) {
		if path.Base(name) != "doc.go" {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(line, "//\t") && strings.Contains(line, " := ") {
				t.Errorf("%s:%d: move the code to an Example in example_test.go: %s", name, i+1, line)
			}
		}
	}
}

// layers reads the layers: by package, its line, counted from the top.
func layers(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile("docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```layers\n(.*?)```").FindSubmatch(text)
	if block == nil {
		t.Fatal("docs/design.md has no block of layers")
	}
	order := map[string]int{}
	for place, line := range strings.Split(strings.TrimSpace(string(block[1])), "\n") {
		for _, name := range strings.Fields(line) {
			if _, twice := order[name]; twice {
				t.Errorf("docs/design.md names the package %s twice", name)
			}
			order[name] = place
		}
	}
	return order
}

// sources are the imports of all files but tests, for every system, by file. It leaves out packages of problems and solutions,
// the directories of tests, and other modules.
func sources(t *testing.T) map[string][]string {
	t.Helper()
	imports := map[string][]string{}
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if entry.IsDir() {
			hidden := strings.HasPrefix(entry.Name(), ".") && name != "."
			if hidden || entry.Name() == "testdata" || slices.Contains([]string{"editors", "solutions", "tests", "web"}, name) || path.Dir(name) == "problems" {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return nil // a template of a program, which is no part of ours
		}
		imports[name] = nil
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imports[name] = append(imports[name], imported)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return imports
}
