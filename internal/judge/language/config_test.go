package language_test

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grundy/internal/judge/language"
)

// The codes of the ICPC list (appendix "Languages" of the problem package format).
var icpc = strings.Fields(`ada algol68 apl bash c cgmp cobol cpp cppgmp crystal csharp d dart elixir erlang forth fortran
	fsharp gerbil go haskell java javaalgs4 javascript julia kotlin lisp lua modula2 nim objectivec ocaml octave odin pascal
	perl php prolog python2 python3 python3numpy racket ruby rust scala simula smalltalk snobol swift typescript
	visualbasic zig`)

func TestBuiltinRows(t *testing.T) {
	table := builtin(t)
	for _, code := range icpc {
		row, found := table.Lookup(code)
		if !found || row.Code != code {
			t.Errorf("%s is missing", code)
		}
	}
	tested := map[string]bool{}
	for _, row := range table.Languages() {
		if len(row.Install) == 0 && row.URL == "" && row.ID != "scripts" && row.ID != "executable" {
			t.Errorf("%s: no word on how to install it", row.ID)
		}
		if row.Tested {
			tested[row.ID] = true
		}
	}
	built := map[string]bool{}
	for _, test := range sums {
		built[test.language] = true
	}
	if !maps.Equal(tested, built) {
		t.Errorf("rows that say they are tested: %v, rows with tests: %v", tested, built)
	}
}

func TestConfigFaults(t *testing.T) {
	tests := []struct {
		name, text, want string
	}{
		{"syntax", "c:\n  name: [\n", ":2: "},
		{"no mapping", "- c\n", ":1: want a map, got a list"},
		{"no row", "c: 7\n", ":1: c: want a map, got an integer 7"},
		{"bad ID", "C++:\n  name: x\n", `:1: "C++" cannot be an ID`},
		{"unknown key", "c:\n  name: C\n  compiler: gcc\n", ":3: unknown key c.compiler (did you mean compile?)"},
		{"unknown nested key", "c:\n  prepare:\n    cmd: x\n", `:3: c.prepare: unknown field "cmd"`},
		{"wrong type", "c:\n  tested: perhaps\n", ":2: c.tested: "},
		{"list for text", "c:\n  name: [a]\n", ":2: c.name: "},
		{"duplicate key", "c:\n  name: a\n  name: b\n", ":3: "},
		{"duplicate row", "x:\n  name: a\nx:\n  name: b\n", ":3: "},
		{"two documents", "c: {}\n---\nd: {}\n", ":3: want one document, got 2"},
		{"open quote", "c:\n\n  run: \"it's\"\n", ":3: c.run: the quote ' is not closed"},
		{"bad expression", "c:\n  content: '['\n", ":2: c.content: error parsing regexp"},
		{"empty expression", "c:\n  content: ''\n", ":2: c.content: the regular expression is empty"},
		{"unknown placeholder", "c:\n  run: \"{program}/{binray}\"\n", ":2: c.run: unknown placeholder {binray} (known placeholders are program, main, "},
		{"placeholder out of place", "c:\n  run: \"{files}\"\n", ":2: c.run: unknown placeholder {files}"},
		{"no name", "new:\n  run: x\n", ":1: new.name is missing"},
		{"misspelt ID", "pyton3:\n  time-multiplier: 3\n", ":1: pyton3.name is missing (did you mean python3?)"},
		{"no run", "new:\n  name: New\n", ":1: new.run is missing"},
		{"ending", "c:\n  extensions: [c]\n", `:2: c.extensions: "c" is not a file ending`},
		{"multiplier", "c:\n  time-multiplier: 0\n", ":2: c.time-multiplier: want a positive number, got 0"},
		{"manager", "c:\n  install: {aptt: gcc}\n", `:2: c.install: unknown package manager "aptt" (known are apt, `},
		{"otherwise", "c:\n  otherwise: nothing\n", `:2: c.otherwise: there is no other language "nothing"`},
		{"itself", "c:\n  otherwise: c\n", `:2: c.otherwise: there is no other language "c"`},
		{"optional", "go:\n  optional: {files: {add: x}}\n", `:2: go.optional: "files" cannot be the name of an option`},
		{"probe", "go:\n  optional: {fast: {add: x, when: [{prints: y}]}}\n", ":2: go.optional: fast: a probe has no command"},
		{"flags without a place", "python3:\n  flags: -O\n", ":2: python3.flags: the compile command has no place for them (write {flags} "},
		{"requires", "c:\n  requires: {part: {prints: y}}\n", ":2: c.requires: part: command is missing"},
		{"preparation", "c:\n  prepare: {files: {a: b}}\n", ":2: c.prepare: command is missing"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			config := configure(t, test.text)
			_, err := language.Load(language.Rows{File: config})
			var fault *language.ConfigError
			if !errors.As(err, &fault) {
				t.Fatalf("got %v", err)
			}
			if got := err.Error(); !strings.HasPrefix(got, config+test.want) {
				t.Errorf("got  %s\nwant %s", strings.TrimPrefix(got, config), test.want)
			}
		})
	}
}

func TestAllFaultsAreReported(t *testing.T) {
	_, err := language.Load(language.Rows{File: configure(t, "c:\n  nme: C\n  rnu: x\nd:\n  time-multiplier: -1\n")})
	if err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("got %v", err)
	}
}

func TestConfigsThatChangeNothing(t *testing.T) {
	for _, text := range []string{"", "\n", "# a comment\n", "null\n", "---\n", "c: {}\n"} {
		table, err := language.Load(language.Rows{File: configure(t, text)})
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got, want := len(table.Languages()), len(builtin(t).Languages()); got != want {
			t.Errorf("%q: %d rows, want %d", text, got, want)
		}
	}
	if _, err := language.Load(language.Rows{File: filepath.Join(t.TempDir(), "missing")}); err != nil {
		t.Error(err)
	}
	if _, err := language.Load(language.Rows{File: t.TempDir()}); err == nil {
		t.Error("a folder was read as a configuration")
	}
}

func TestConfigKeepsWhatItDoesNotName(t *testing.T) {
	table, err := language.Load(language.Rows{File: configure(t, "rust: {time-multiplier: 1.5, install: {apt: my-rust}}\nmine: {name: Mine, extensions: [.py], run: mine}\n")})
	if err != nil {
		t.Fatal(err)
	}
	row, _ := table.Lookup("rust")
	want, _ := builtin(t).Lookup("rust")
	if row.TimeMultiplier != 1.5 || row.Name != want.Name || !slices.Equal(row.Run, want.Run) || len(row.Install) != 1 {
		t.Errorf("got %+v", row)
	}
	// A new row precedes the built-in ones and takes their endings.
	if row, err := table.Detect(source(map[string]string{"a.py": ""})); err != nil || row.ID != "mine" {
		t.Errorf("got %v, %v", row, err)
	}
}
