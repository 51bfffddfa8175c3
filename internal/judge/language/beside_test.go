package language

import (
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

func TestFilesBeside(t *testing.T) {
	tests := []struct {
		name, file, text string
		there            []string // the files in the directory, whose content refers to nothing
		want             []string
	}{
		{"quotes", "a.cpp", "#include \"util.h\"\n  # include \"lib/g.hpp\" // graphs", []string{"util.h", "lib/g.hpp", "other.h"}, []string{"util.h", "lib/g.hpp"}},
		{"angle brackets", "a.cc", "#include <atcoder/all>\n#include <debug.h>\n#include <vector>", []string{"atcoder/all", "debug.h", "vector"}, []string{"atcoder/all", "debug.h"}},
		{"by a macro", "a.cpp", "#define GRAPH \"g.h\"\n#include GRAPH\n#define N <lib/n.h>", []string{"g.h", "lib/n.h"}, []string{"g.h", "lib/n.h"}},
		{"other directives", "a.c", "\uFEFF#include/* */\"a.h\"\n#import \"b.h\"\n#include_next \"c.h\"\n# include \\\n \"d.h\"\n#embed \"e.bin\"", []string{"a.h", "b.h", "c.h", "d.h", "e.bin"}, []string{"a.h", "b.h", "c.h", "d.h", "e.bin"}},
		{"outside", "a.cpp", "#include \"../util.h\"\n#include \"/etc/passwd\"", []string{"util.h"}, nil},
		{"no text for the compiler", "a.txt", "#include \"util.h\"", []string{"util.h"}, nil},
		{"missing", "a.cpp", "#include \"util.h\"", nil, nil},
		{"itself", "a.cpp", "#include \"a.cpp\"", nil, nil},
		{"several imports", "a.py", "import sys, one as o, two.three", []string{"one.py", "two/__init__.py", "two/three.py", "three.py"}, []string{"one.py", "two/__init__.py", "two/three.py"}},
		{"one line", "a.py", "import sys; import one", []string{"one.py"}, []string{"one.py"}},
		{"names", "a.py", "from pack import (\n  one, # comment\n  two as t,\n)", []string{"pack/one.py", "pack/two.py", "one.py"}, []string{"pack/one.py", "pack/two.py"}},
		{"indented", "a.py", "def f():\n    from one import x\n", []string{"one.py", "x.py"}, []string{"one.py"}},
		{"a word in a text", "a.py", "print('important import')\nimportant = 1", []string{"ant.py", "important.py"}, nil},
		{"lines that go on", "a.py", "import \\\n  one, two\nfrom größe import \\\n  x", []string{"one.py", "two.py", "größe.py"}, []string{"one.py", "two.py", "größe.py"}},
		{"calls", "a.py", "importlib.import_module('one'); __import__(\"two.three\"); exec(open('four.py').read())", []string{"one.py", "two/three.py", "four.py"}, []string{"one.py", "two/three.py", "four.py"}},
		{"path", "a.py", "sys.path.insert(0, os.path.join(os.path.dirname(__file__), 'lib'))\nsys.path.append('.')\nimport one", []string{"lib/one.py", "other.py"}, []string{"lib/one.py"}},
		{"other ways to require", "a.js", "require(`./one`); require(__dirname + '/two'); path.join(__dirname, 'three.json')", []string{"one.js", "two.js", "three.json"}, []string{"one.js", "two.js", "three.json"}},
		{"require", "a.js", "const a = require('./one'), b = require(\"./two.json\"); require('fs')", []string{"one.js", "two.json", "fs.js"}, []string{"one.js", "two.json"}},
		{"modules", "a.mjs", "import { x } from './one.mjs'\nimport './two/index.js'", []string{"one.mjs", "two/index.js", "package.json"}, []string{"one.mjs", "package.json", "two/index.js"}},
		{"classes", "Main.java", "class Main { Stack s = new Stack(); Über u; String t; }", []string{"Stack.java", "Über.java", "Other.java"}, []string{"Stack.java", "Über.java"}},
		{"packages", "Main.java", "import lib.Graph;\nimport static lib.Tools.max;", []string{"lib/Graph.java", "lib/Tools.java"}, []string{"lib/Graph.java", "lib/Tools.java"}},
		{"its own package", "Main.java", "package mine;\nimport mine.deep.Tree;\nclass Main { Graph g; }", []string{"deep/Tree.java", "Graph.java"}, []string{"deep/Tree.java", "Graph.java"}},
		{"without an import", "Main.java", "class Main { int x = lib.deep.Tree.x; }", []string{"lib/deep/Tree.java", "Tree.java"}, []string{"Tree.java", "lib/deep/Tree.java"}},
		{"all of a package", "Main.java", "import lib.*;\nimport lib.deep.*;", []string{"lib/Graph.java", "lib/deep/Tree.java", "lib/deep/er/No.java"}, []string{"lib/Graph.java", "lib/deep/Tree.java"}},
		{"crate", "main.rs", "mod one;\npub mod two;\nmod three { }\nconst S: &str = include_str!(\"four.txt\");", []string{"one.rs", "two/mod.rs", "three.rs", "four.txt"}, []string{"one.rs", "two/mod.rs", "four.txt"}},
		{"attributes", "main.rs", "#[macro_use] mod one;\n#[allow(dead_code)]\npub(crate) mod two;\n// mod three;", []string{"one.rs", "two.rs", "three.rs"}, []string{"one.rs", "two.rs"}},
		{"relative", "a.rb", "require_relative 'one'\nrequire 'set'", []string{"one.rb", "set.rb"}, []string{"one.rb"}},
		{"perl", "a.pl", "use strict;\nuse My::Sum qw(add);\nrequire './two.pl';", []string{"My/Sum.pm", "two.pl", "other.pm"}, []string{"My/Sum.pm", "two.pl"}},
		{"small letters", "a.pl", "use mine;", []string{"mine.pm"}, []string{"mine.pm"}},
		{"php", "a.php", "<?php require_once 'one.php'; include(__DIR__ . '/two.php');", []string{"one.php", "two.php"}, []string{"one.php", "two.php"}},
		{"bash", "a.sh", "source ./one.sh\n. \"$(dirname \"$0\")/two.sh\"; source three.sh", []string{"one.sh", "two.sh", "three.sh"}, []string{"one.sh", "two.sh", "three.sh"}},
		{"lua", "a.lua", "local a = require 'one'\nrequire(\"lib.two\"); dofile('three.lua')", []string{"one.lua", "lib/two.lua", "three.lua"}, []string{"one.lua", "lib/two.lua", "three.lua"}},
		{"haskell", "a.hs", "import qualified Data.Map as M\nimport Lib.One (x)", []string{"Lib/One.hs", "One.hs"}, []string{"Lib/One.hs"}},
		{"pascal", "a.pas", "uses SysUtils, One, two in 'lib/two.pas';\n{$I three.inc}", []string{"one.pas", "lib/two.pas", "three.inc"}, []string{"one.pas", "lib/two.pas", "three.inc"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, map[string]string{test.file: test.text})
			for _, name := range test.there {
				write(t, dir, map[string]string{name: ""})
			}
			if got := foundBeside(t, filepath.Join(dir, test.file)); !slices.Equal(got, test.want) {
				t.Errorf("found %q, want %q", got, test.want)
			}
		})
	}
}

// Files refer to others from where they lie, and to one another in circles.
func TestFilesBesideOthers(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"a.py":         "import pack.one",
		"pack/one.py":  "from . import two\nfrom .sub.three import x\nimport four",
		"pack/two.py":  "from .one import y",
		"pack/four.py": "", "four.py": "",
		"pack/sub/three.py": "from ..five import z", "pack/five.py": "",
	})
	got := foundBeside(t, filepath.Join(dir, "a.py"))
	slices.Sort(got)
	if want := []string{"four.py", "pack/five.py", "pack/one.py", "pack/sub/three.py", "pack/two.py"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

// Of a Go file's own package those that declare what it names go along, unless they are programs themselves; of the
// packages of its module those that it imports.
func TestGoFilesBeside(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"a.go":        "package main\nimport (\n\t\"fmt\"\n\tg \"me/solve/graph\" // mine\n)\nfunc main() { fmt.Println(add(1, 2), g.New()) }",
		"add.go":      "package main\nfunc add(a, b int) int { return less(a, b) }",
		"less.go":     "package main\nfunc less(a, b int) int { return a - b }",
		"other.go":    "package main\nfunc other() {}",
		"add_test.go": "package main\nfunc add() {}",
		"b.go":        "package main\nfunc add() {}\nfunc main() {}",
		"tool.go":     "package tool\nfunc add() {}",
		"go.mod":      "module me/solve\n\ngo 1.21\n", "graph/graph.go": "package graph\nfunc New() int { return 0 }", "graph/g_test.go": "package graph",
	})
	got := foundBeside(t, filepath.Join(dir, "a.go"))
	slices.Sort(got)
	if want := []string{"add.go", "go.mod", "graph/graph.go", "less.go"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

// The module of a program lies in a directory above. Methods and groups of constants are found, too, and what is embedded.
func TestGoFilesOfModuleAbove(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.mod":       "module contest\n",
		"lib/lib.go":   "package lib\nfunc New() int { return 0 }",
		"one/a.go":     "package main\nimport \"contest/lib\"\n//go:embed table.txt\nvar table string\nfunc main() { println(lib.New(), first, T{}.Next()) }",
		"one/t.go":     "package main\ntype T struct{}\nfunc (T) main() {}",
		"one/next.go":  "package main\nfunc (t T) Next() int { return 0 }",
		"one/first.go": "package main\nconst (\n\tzero = 0\n\tfirst = 1\n)",
		"one/_.go":     "package main\nvar _ = 1", "one/table.txt": "", "one/other.txt": "",
	})
	got := foundBeside(t, filepath.Join(dir, "one", "a.go"))
	slices.Sort(got)
	if want := []string{"first.go", "go.mod", "lib/lib.go", "next.go", "t.go", "table.txt"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	write(t, dir, map[string]string{"one/validators/v.go": "package main\nimport \"contest/lib\"\nfunc main() { lib.New() }", "one/problem.yaml": ""})
	if got := foundBeside(t, filepath.Join(dir, "one", "validators", "v.go")); len(got) > 0 {
		t.Errorf("found %q, want nothing outside of a package", got)
	}
	if err := os.Remove(filepath.Join(dir, "one", "problem.yaml")); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "windows" {
		return // whose directories inherit who may write
	}
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if got := foundBeside(t, filepath.Join(dir, "one", "a.go")); slices.Contains(got, "lib/lib.go") {
		t.Errorf("found %q in a directory where every user may write", got)
	}
}

// What a file without a known ending includes is found, too; the main file of a package of Node is named by its manifest.
func TestFilesBesideThroughOthers(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"a.cpp": "#include <atcoder/all>", "atcoder/all": "#include <atcoder/dsu>", "atcoder/dsu": "#include \"atcoder/dsu.hpp\"", "atcoder/dsu.hpp": "",
		"a.js": "require('./lib')", "lib/package.json": `{"main": "src/it.js"}`, "lib/src/it.js": "require('./more')", "lib/src/more.js": "",
	})
	for name, want := range map[string][]string{
		"a.cpp": {"atcoder/all", "atcoder/dsu", "atcoder/dsu.hpp"},
		"a.js":  {"lib/package.json", "lib/src/it.js", "lib/src/more.js"},
	} {
		if got := foundBeside(t, filepath.Join(dir, name)); !slices.Equal(got, want) {
			t.Errorf("%s: found %q, want %q", name, got, want)
		}
	}
}

// A directory is a submission with all its files; nothing beside it counts.
func TestNothingBesideADirectory(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"s/a.py": "import one", "one.py": ""})
	source, err := ReadWithBeside(filepath.Join(dir, "s"))
	if err != nil || len(source.Files) != 1 || source.Beside != nil {
		t.Errorf("read %+v, %v", source, err)
	}
}

func FuzzReferredTo(f *testing.F) {
	for _, text := range []string{
		"import a.b, c", "from .. import (x", "#include \"../../x\"", "mod a;", "use A::B;", "require('./..')", "import ...*;", "import \"x/..\"",
	} {
		f.Add(text, "lib/a")
	}
	root := f.TempDir()
	write(f, root, map[string]string{"go.mod": "module x"})
	f.Fuzz(func(t *testing.T, text, from string) {
		for _, ending := range append(slices.Collect(maps.Keys(references())), ".go") {
			files, err := referredTo(File{Name: from + ending, Data: []byte(text)}, root, references()[ending])
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range files {
				if !filepath.IsLocal(filepath.FromSlash(file.Name)) {
					t.Errorf("%q refers to %q", text, file.Name)
				}
			}
		}
	})
}

// foundBeside returns the names of the files that go along with a source.
func foundBeside(t *testing.T, path string) []string {
	t.Helper()
	source, err := ReadWithBeside(path)
	if err != nil {
		t.Fatal(err)
	}
	return namesOf(source.Beside)
}

func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
