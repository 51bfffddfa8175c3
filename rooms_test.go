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

// TestRooms holds the order of rooms that docs/design.md draws: a package imports only packages in lines below its own, and
// modules that a room keeps to itself are imported by nobody else. Programs are run by jobs, so the runner is imported only where
// jobs are done and where it is made. Tests may look into any room.
func TestRooms(t *testing.T) {
	order := rooms(t)
	alone := map[string][]string{
		"github.com/BurntSushi/toml":    {"internal/pkgfmt/exchange"},
		"github.com/goccy/go-yaml":      {"internal/base/yamldoc"},
		"github.com/sergi/go-diff":      {"checker"},
		"github.com/urfave/cli/v2":      {"internal/ui/cli"},
		"github.com/yuin/goldmark":      {"internal/statement"},
		"github.com/wyatt915/treeblood": {"internal/statement"},
		"modernc.org/sqlite":            {"internal/store/history"},
		"github.com/nats-io":            {"internal/cluster/bus"},
		"github.com/klauspost/compress": {"internal/cluster"},
		module + "/runner":              {"internal/job/local", "internal/store/workspace"},
	}
	seen := map[string]bool{}
	for file, imports := range sources(t) {
		if path.Base(file) == "doc.go" && len(imports) == 0 {
			continue // the documentation of a group
		}
		room := path.Dir(file)
		if room == "." {
			room = "main"
		}
		place, known := order[room]
		if !known {
			if !seen[room] {
				t.Errorf("%s: docs/design.md has no line for the room %s: put it above all that it imports", file, room)
			}
			seen[room] = true
			continue
		}
		seen[room] = true
		for _, imported := range imports {
			for kept, owners := range alone {
				if (imported == kept || strings.HasPrefix(imported, kept+"/")) && !slices.Contains(owners, room) {
					t.Errorf("%s imports %s, which only %s may: ask that room", file, kept, strings.Join(owners, " and "))
				}
			}
			below, ours := strings.CutPrefix(imported, module+"/")
			if at, known := order[below]; ours && known && at <= place {
				t.Errorf("%s imports %s, which is not below %s: turn the dependency round, or move a room in docs/design.md", file, below, room)
			}
		}
	}
	for room := range order {
		if !seen[room] {
			t.Errorf("docs/design.md has a line for the room %s, which does not exist", room)
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

// rooms reads the order: by room, the line in which it stands, from the top.
func rooms(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile("docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```rooms\n(.*?)```").FindSubmatch(text)
	if block == nil {
		t.Fatal("docs/design.md has no block of rooms")
	}
	order := map[string]int{}
	for place, line := range strings.Split(strings.TrimSpace(string(block[1])), "\n") {
		for _, room := range strings.Fields(line) {
			if _, twice := order[room]; twice {
				t.Errorf("docs/design.md names the room %s twice", room)
			}
			order[room] = place
		}
	}
	return order
}

// sources are the imports of all files but tests, for every system, by file. Packages of problems and solutions are no rooms;
// nor are the folders of tests, and modules of their own.
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
			if hidden || entry.Name() == "testdata" || slices.Contains([]string{"tests", "solutions", "web"}, name) || path.Dir(name) == "problems" {
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
