package language_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/store/cache"
	"grundy/tests/suite"
)

// shared is the cache of all tests in this package: preparing C++ and Go takes seconds.
var shared string

// TestMain: these tests look at all toolchains of the machine.
func TestMain(m *testing.M) {
	dir, remove, err := suite.Cache()
	if err = errors.Join(err, suite.UseMachinePath()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	shared = dir
	code := m.Run()
	if err := remove(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

var limits = language.Limits{Code: 128 * bytesize.KiB, Time: time.Minute, Memory: 2 * bytesize.GiB}

// newBuilder returns a builder with a cache in dir. Without a configuration it uses the built-in rows.
func newBuilder(t *testing.T, dir, config string) *language.Builder {
	t.Helper()
	table, err := language.Load(language.Rows{File: config})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	store := cache.Open(dir, t.TempDir(), log)
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	builder := &language.Builder{Table: table, Cache: store, Log: log, Environment: os.Environ(), Libraries: language.Libraries{
		"grundy/checker/testlib": fstest.MapFS{
			"twice.go":      {Data: []byte("package testlib\n\nfunc Twice(x int) int { return 2 * x }\n")},
			"twice_test.go": {Data: []byte("package testlib\n\nbroken\n")},
			"doc.txt":       {Data: []byte("no source")},
		},
	}}
	t.Cleanup(builder.Wait) // before the cache is closed
	return builder
}

// configure writes a languages file and returns its path.
func configure(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "languages.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func source(files map[string]string) language.Source {
	var s language.Source
	for name, text := range files {
		s.Files = append(s.Files, language.File{Name: name, Data: []byte(text)})
	}
	return s
}

// skipMissing skips a test whose toolchain is not on this machine, and fails it for any other error.
func skipMissing(t *testing.T, err error) {
	t.Helper()
	var missing *language.MissingError
	if errors.As(err, &missing) {
		t.Skipf("%v: %s", missing, missing.Install)
	}
	var failed *language.CompileError
	if errors.As(err, &failed) {
		t.Fatalf("%v\n%s\n%s", err, failed.Command, failed.Log)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func execute(t *testing.T, b *box, program *language.Program, input string) (string, sandbox.Result) {
	t.Helper()
	mounts := program.Mounts("program")
	text, result, err := b.capture(sandbox.Spec{
		Args: program.Args(b, mounts[0], 256*bytesize.MiB), Env: program.Env(), Mounts: mounts,
	}, input)
	if err != nil {
		t.Fatal(err)
	}
	return text, result
}

// Every program reads two numbers and prints their sum.
var sums = map[string]struct {
	language, entry string
	files           map[string]string
	source          language.Source
}{
	"C": {language: "c", files: map[string]string{
		"sum.c": "#include <stdio.h>\n#include <math.h>\nint main(void){double a,b;scanf(\"%lf%lf\",&a,&b);printf(\"%.0f\\n\",floor(a)+b);}",
	}},
	"C, several files": {language: "c", files: map[string]string{
		"sum.c": "#include \"add.h\"\n#include <stdio.h>\nint main(void){int a,b;scanf(\"%d%d\",&a,&b);printf(\"%d\\n\",add(a,b));}",
		"add.h": "int add(int,int);", "lib/add.c": "int add(int a,int b){return a+b;}", "README.md": "text",
	}},
	"C++": {language: "cpp", files: map[string]string{
		"sum with spaces.cpp": "#include <iostream>\nint main(){int a,b;std::cin>>a>>b;std::cout<<a+b<<'\\n';}",
	}},
	"C++, precompiled header": {language: "cpp", files: map[string]string{
		"sum.cc":  "#include <bits/stdc++.h>\n#include \"add.hpp\"\nusing namespace std;int main(){int a,b;cin>>a>>b;cout<<add(a,b)<<endl;}",
		"add.hpp": "inline int add(int a,int b){return a+b;}",
	}},
	"C++, name like an option": {language: "cpp", files: map[string]string{
		"-fsyntax-only.cpp": "#include <iostream>\nint main(){int a,b;std::cin>>a>>b;std::cout<<a+b<<'\\n';}",
	}},
	"C, sanitized": {language: "c-sanitized", source: language.Source{Sanitize: true}, files: map[string]string{
		"sum.c": "#include <stdio.h>\nint main(void){int a,b;scanf(\"%d%d\",&a,&b);printf(\"%d\\n\",a+b);}",
	}},
	"C++, sanitized": {language: "cpp-sanitized", source: language.Source{Sanitize: true}, files: map[string]string{
		"sum.cpp": "#include <iostream>\n#include <vector>\nint main(){std::vector<int> v(2);std::cin>>v[0]>>v[1];std::cout<<v[0]+v[1]<<'\\n';}",
	}},
	"Go": {language: "go", files: map[string]string{
		"sum.go": "//go:build ignore\n\npackage main\n\nimport \"fmt\"\n\nfunc main() { var a, b int; fmt.Scan(&a, &b); fmt.Println(a + b) }\n",
	}},
	"Go, several files": {language: "go", files: map[string]string{
		"sum.go": "package main\n\nimport \"fmt\"\n\nfunc main() { var a, b int; fmt.Scan(&a, &b); fmt.Println(add(a, b)) }\n",
		"add.go": "package main\n\nfunc add(a, b int) int { return a + b }\n",
	}},
	"Go, library": {language: "go", files: map[string]string{
		"sum.go": "package main\n\nimport (\n\t\"fmt\"\n\n\t\"grundy/checker/testlib\"\n)\n\n" +
			"func main() { var a, b int; fmt.Scan(&a, &b); fmt.Println(testlib.Twice(a+b) / 2) }\n",
	}},
	"Go, own module and library": {language: "go", files: map[string]string{
		"go.mod":     "module mine\n\ngo 1.21\n",
		"sum.go":     "package main\n\nimport (\n\t\"fmt\"\n\n\t\"mine/add\"\n\t\"grundy/checker/testlib\"\n)\n\nfunc main() { var a, b int; fmt.Scan(&a, &b); fmt.Println(testlib.Twice(add.Add(a, b)) / 2) }\n",
		"add/add.go": "package add\n\nfunc Add(a, b int) int { return a + b }\n",
	}},
	"Python": {language: "python3", entry: "sum.py", files: map[string]string{
		"sum.py": "print(sum(map(int, input().split())))\n",
	}},
	"Python, several files": {language: "python3", entry: "solve.py", files: map[string]string{
		"solve.py": "import add\nif __name__ == '__main__':\n    print(add.add(*map(int, input().split())))\n",
		"add.py":   "def add(a, b):\n    return a + b\n",
	}},
	"Python by its first line": {language: "python3", entry: "solve.py", files: map[string]string{
		"solve": "#!/usr/bin/env -S python3.9 -u\nprint(sum(map(int, input().split())))\n",
	}},
	"Java": {language: "java", entry: "Sum", files: map[string]string{
		"a.java": "import java.util.*;\n/* class Not { void main( } */\npublic class Sum { public static void main(String[] a) { Scanner s = new Scanner(System.in); System.out.println(s.nextInt() + s.nextInt()); } }",
	}},
	"Java, several files in a package": {language: "java", entry: "games.Main", files: map[string]string{
		"games/Main.java": "package games;\nimport java.util.*;\nclass Main { public static void main(String... a) { Scanner s = new Scanner(System.in); System.out.println(Add.add(s.nextInt(), s.nextInt())); } }",
		"games/Add.java":  "package games;\npublic class Add { static int add(int a, int b) { return a + b; } public static void main(String[] a) {} }",
	}},
	"JavaScript": {language: "javascript", entry: "sum.js", files: map[string]string{
		"sum.js": "console.log(require('fs').readFileSync(0,'utf8').trim().split(' ').map(Number).reduce((a,b)=>a+b))\n",
	}},
	"JavaScript, several files": {language: "javascript", entry: "main.js", files: map[string]string{
		"main.js": "const add = require('./add');\nconst [a, b] = require('fs').readFileSync(0,'utf8').split(' ').map(Number); console.log(add(a, b))\n",
		"add.js":  "module.exports = (a, b) => a + b\n",
	}},
	"Rust": {language: "rust", entry: "sum.rs", files: map[string]string{
		"sum.rs": "use std::io;\nfn main() { let mut s = String::new(); io::stdin().read_line(&mut s).unwrap(); println!(\"{}\", s.split_whitespace().map(|x| x.parse::<i64>().unwrap()).sum::<i64>()); }\n",
	}},
	"Rust, several files": {language: "rust", entry: "solve.rs", files: map[string]string{
		"solve.rs": "mod add;\nuse std::io;\n\nfn main() { let mut s = String::new(); io::stdin().read_line(&mut s).unwrap(); println!(\"{}\", add::add(&s)); }\n",
		"add.rs":   "pub fn add(s: &str) -> i64 { s.split_whitespace().map(|x| x.parse::<i64>().unwrap()).sum() }\n",
	}},
	"Perl": {language: "perl", entry: "sum.pl", files: map[string]string{
		"sum.pl": "use strict;\nmy ($a, $b) = split ' ', <STDIN>;\nprint $a + $b, \"\\n\";\n",
	}},
	"Perl, several files": {language: "perl", entry: "main.pl", files: map[string]string{
		"main.pl": "use strict;\nuse Add;\nmy ($a, $b) = split ' ', <STDIN>;\nprint Add::add($a, $b), \"\\n\";\n",
		"Add.pm":  "package Add;\nsub add { return $_[0] + $_[1] }\n1;\n",
	}},
	"Bash": {language: "bash", entry: "sum.sh", files: map[string]string{
		"sum.sh": "read a b\necho $((a + b))\n",
	}},
	"build and run": {language: "scripts", files: map[string]string{
		"build": "#!/bin/sh\nmv body run\n", "body": "#!/bin/sh\nread a b; echo $((a + b))\n",
	}},
	"run alone": {language: "scripts", files: map[string]string{
		"run": "#!/bin/sh\n. \"$(dirname \"$0\")/add\"\n", "add": "read a b; echo $((a + b))\n",
	}},
	"language and entry point given": {
		language: "python3", entry: "b.py", source: language.Source{Language: "python3", Entrypoint: "b"}, files: map[string]string{
			"a.py": "print('wrong')\n", "b.py": "print(sum(map(int, input().split())))\n", "main.cpp": "int main(){}",
		},
	},
	"language given for an odd name": {language: "cpp", source: language.Source{Language: "cpp"}, files: map[string]string{
		"solution.txt": "#include <cstdio>\nint main(){int a,b;scanf(\"%d%d\",&a,&b);printf(\"%d\\n\",a+b);}",
	}},
	"ending in capitals": {language: "python3", entry: "SUM.py", files: map[string]string{
		"SUM.PY": "print(sum(map(int, input().split())))\n",
	}},
	"included after the size check": {
		language: "python3", entry: "main.py", files: map[string]string{"main.py": "print('overwritten')\n", "add.py": "add = None\n"},
		source: language.Source{Includes: []language.File{
			{Name: "main.py", Data: []byte("from add import add\nprint(add(input().split()))\n#" + strings.Repeat("x", 200<<10))},
			{Name: "add.py", Data: []byte("def add(words): return sum(map(int, words))\n")},
		}},
	},
}

func TestPrograms(t *testing.T) {
	builder := newBuilder(t, shared, "")
	for name, test := range sums {
		t.Run(name, func(t *testing.T) {
			b := &box{t: t}
			s := source(test.files)
			s.Language, s.Entrypoint, s.Includes, s.Sanitize = test.source.Language, test.source.Entrypoint, test.source.Includes, test.source.Sanitize
			program, err := builder.Build(t.Context(), b, s, limits)
			skipMissing(t, err)
			if program.Language.ID != test.language || program.Entry != test.entry {
				t.Errorf("language %q, entry %q, want %q, %q", program.Language.ID, program.Entry, test.language, test.entry)
			}
			if got, result := execute(t, b, program, "3 4\n"); strings.TrimSpace(got) != "7" || result.Exit != 0 {
				t.Errorf("got %q, exit code %d\n%s", got, result.Exit, program.Log)
			}

			b = &box{t: t}
			again, err := builder.Build(t.Context(), b, s, limits)
			if err != nil {
				t.Fatal(err)
			}
			if !again.Cached || len(b.runs) > 0 || again.Dir != program.Dir || again.Command != program.Command {
				t.Errorf("the second build: cached %v, %d runs, %+v", again.Cached, len(b.runs), again)
			}
		})
	}
}

func TestCompileErrors(t *testing.T) {
	builder := newBuilder(t, shared, "")
	tests := map[string]struct{ text, log string }{
		"a.c":    {"int main(void){ retrun 0; }", "a.c:1"},
		"a.cpp":  {"#include <bits/stdc++.h>\nint main(){ undefined_name; }", "undefined_name"},
		"a.go":   {"package main\n\nfunc main() { undefinedName() }\n", "undefined: undefinedName"},
		"a.py":   {"print(1\n", "SyntaxError"},
		"A.java": {"class A { public static void main(String[] a) { int x = \"\"; } }", "incompatible types"},
		"a.js":   {"let let = 1 +;\n", "SyntaxError"},
		"a.rs":   {"fn main() { let x: i32 = \"\"; }\n", "mismatched types"},
		"a.pl":   {"use strict; my $x = ;\n", "syntax error"},
		"a.sh":   {"if true; then\n", "syntax error"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, tries := &box{t: t}, 1
			if name == "a.c" {
				tries = 2 // a failure is not cached, and leaves nothing to run
			}
			for range tries {
				_, err := builder.Build(t.Context(), b, source(map[string]string{name: test.text}), limits)
				var failed *language.CompileError
				if !errors.As(err, &failed) {
					skipMissing(t, err)
					t.Fatalf("it compiled")
				}
				if !strings.Contains(failed.Log, test.log) || failed.Command == "" || !strings.HasPrefix(failed.Reason, "exit code ") {
					t.Errorf("command %q, reason %q, log:\n%s", failed.Command, failed.Reason, failed.Log)
				}
			}
			if len(b.runs) != tries {
				t.Errorf("%d compilations, want %d", len(b.runs), tries)
			}
		})
	}
}

func TestFaultsBeforeCompiling(t *testing.T) {
	builder := newBuilder(t, shared, "")
	tests := map[string]struct {
		source language.Source
		want   string
	}{
		"code size": {source(map[string]string{"a.sh": strings.Repeat("#", 129<<10)}), "compile error: the source has 132096 bytes, the limit is 128 KiB"},
		"no main":   {source(map[string]string{"A.java": "class A {}"}), "compile error: no class has a main method"},
		"no such class": {
			language.Source{Files: source(map[string]string{"A.java": "class A { void main() {} }"}).Files, Entrypoint: "B"},
			"compile error: no class B has a main method",
		},
		"ambiguous":   {source(map[string]string{"a.py": "", "b.py": ""}), "it is unclear which file to start: a.py, b.py"},
		"no entry":    {language.Source{Files: source(map[string]string{"a.py": ""}).Files, Entrypoint: "b.py"}, "the entry point b.py is not among the files"},
		"wrong given": {language.Source{Files: source(map[string]string{"a.py": "", "b.py": ""}).Files, Language: "bash"}, "there is no Bash source among the files"},
		"escape":      {source(map[string]string{"../a.sh": ""}), `"../a.sh" cannot be the name of a source`},
		"absolute":    {source(map[string]string{"/a.sh": ""}), `"/a.sh" cannot be the name of a source`},
		"unreadable":  {language.Source{Files: []language.File{{Name: "a.sh", Path: "/nonexistent/a.sh"}}}, "read the source a.sh: stat /nonexistent/a.sh: no such file or directory"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := builder.Build(t.Context(), &box{t: t}, test.source, limits) // may try the toolchain first
			var missing *language.MissingError
			if errors.As(err, &missing) {
				t.Skip(err)
			}
			b := &box{t: t}
			_, err = builder.Build(t.Context(), b, test.source, limits)
			if err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
			if len(b.runs) > 0 {
				t.Error("a compiler was started")
			}
		})
	}
}

func TestLimitsOfCompilers(t *testing.T) {
	builder := newBuilder(t, shared, "")
	s := source(map[string]string{"a.sh": "echo limits\n"})
	tests := map[string]struct {
		result sandbox.Result
		want   string
	}{
		"cpu":            {sandbox.Result{Exit: -1, Signal: 9, Breach: sandbox.CPUBreach}, "the compiler was killed at 1m0s of CPU time"},
		"wall":           {sandbox.Result{Exit: -1, Signal: 9, Breach: sandbox.WallBreach}, "the compiler was killed after 2m5s"},
		"memory":         {sandbox.Result{Exit: -1, Signal: 9, Breach: sandbox.MemoryBreach}, "the compiler was killed at 2 GiB of memory"},
		"child's memory": {sandbox.Result{Exit: 1, OOMKills: 1}, "the compiler was killed at 2 GiB of memory"},
		"output":         {sandbox.Result{Exit: -1, Signal: 25, Breach: sandbox.OutputBreach}, "the compiler made more than 256 MiB"},
		"signal":         {sandbox.Result{Exit: -1, Signal: 11}, "the compiler was killed by signal 11"},
		"exit":           {sandbox.Result{Exit: 3}, "exit code 3"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			b := &box{t: t, force: &test.result}
			_, err := builder.Build(t.Context(), b, s, limits)
			var failed *language.CompileError
			if !errors.As(err, &failed) || failed.Reason != test.want {
				t.Fatalf("got %v, want %s", err, test.want)
			}
			got := b.runs[0].Limits
			if got.CPU != time.Minute || got.Wall != 125*time.Second || got.Memory != 2*bytesize.GiB || got.Processes < 512 {
				t.Errorf("limits %+v", got)
			}
		})
	}
}

// A compiler that dies of a file that is too large says so in its own words.
func TestTooLargeProgram(t *testing.T) {
	config := configure(t, `
large:
  name: Large
  extensions: [.large]
  compile: bash -c 'echo File size limit exceeded signal terminated program as >&2; exit 4'
  run: bash
`)
	_, err := newBuilder(t, t.TempDir(), config).Build(t.Context(), &box{t: t}, source(map[string]string{"a.large": ""}), limits)
	var failed *language.CompileError
	if !errors.As(err, &failed) || !strings.Contains(failed.Reason, "a file of more than 512 MiB") {
		t.Errorf("got %v", err)
	}
}

func TestCompilerLogIsBounded(t *testing.T) {
	config := configure(t, `
flood:
  name: Flood
  extensions: [.flood]
  compile: bash -c 'yes é | head -c 3000000; exit 1'
  run: bash
`)
	_, err := newBuilder(t, t.TempDir(), config).Build(t.Context(), &box{t: t}, source(map[string]string{"a.flood": ""}), limits)
	var failed *language.CompileError
	if !errors.As(err, &failed) {
		t.Fatal(err)
	}
	if got := len(failed.Log); got < 60<<10 || got > 65<<10 || !strings.HasSuffix(failed.Log, "left out\n") {
		t.Errorf("%d bytes: %.100q", got, failed.Log[max(0, got-100):])
	}
}

func TestCacheDependsOnSourceFlagsAndIncludes(t *testing.T) {
	dir := t.TempDir()
	plain := map[string]string{"a.c": "#ifndef X\n#define X 1\n#endif\n#include <stdio.h>\nint main(void){printf(\"%d\",X);}"}
	changed := maps.Clone(plain)
	changed["a.c"] = strings.Replace(plain["a.c"], "%d", "<%d>", 1)
	steps := []struct {
		name, config string
		source       language.Source
		cached       bool
		out          string
	}{
		{"first", "", source(plain), false, "1"},
		{"same", "", source(plain), true, "1"},
		{"other source", "", source(changed), false, "<1>"},
		{"other flags", "c: {compile: 'gcc|clang|cc -DX=2 -o {binary} {files}'}\n", source(plain), false, "2"},
		{"included", "", language.Source{Files: source(plain).Files, Includes: source(changed).Files}, true, "<1>"},
		{"first again", "", source(plain), true, "1"},
	}
	for _, step := range steps {
		config := ""
		if step.config != "" {
			config = configure(t, step.config)
		}
		b := &box{t: t}
		program, err := newBuilder(t, dir, config).Build(t.Context(), b, step.source, limits)
		skipMissing(t, err)
		if out, _ := execute(t, b, program, ""); program.Cached != step.cached || out != step.out {
			t.Errorf("%s: cached %v, printed %q", step.name, program.Cached, out)
		}
	}
}

// A file with the name of a build's result, or left by an earlier build, is never run.
func TestNothingStaleIsRun(t *testing.T) {
	builder := newBuilder(t, t.TempDir(), "")
	files := map[string]string{"build": "#!/bin/sh\nexit 0\n", "grundy-program": "#!/bin/sh\necho stale\n"}
	_, err := builder.Build(t.Context(), &box{t: t}, source(files), limits)
	var failed *language.CompileError
	if !errors.As(err, &failed) || failed.Reason != "the compilation made no program run" {
		t.Errorf("got %v", err)
	}
}

func TestPrecompiledHeaderIsOnlyFaster(t *testing.T) {
	suite.NeedsAll(t, "compiles C++ with and without the precompiled header")
	builder := newBuilder(t, shared, "")
	without := configure(t, "cpp: {prepare: null}")
	plain := newBuilder(t, t.TempDir(), without)
	body := "#include <bits/stdc++.h>\nusing namespace std;\nint main(){vector<int> v{3,1,2};sort(v.begin(),v.end());for(int x:v)cout<<__builtin_popcount(x)<<' ';}\n"
	// The dangerous case: options in the source before the header.
	s := source(map[string]string{"a.cpp": "#pragma GCC optimize(\"O3\")\n#pragma GCC target(\"popcnt\")\n" + body})
	b := &box{t: t}
	fast, err := builder.Build(t.Context(), b, s, limits)
	skipMissing(t, err)
	if !slices.ContainsFunc(b.runs[0].Mounts, func(m sandbox.Mount) bool { return m.Name == "prepared" && !m.Writable }) {
		t.Error("there was no precompiled header")
	}
	slow, err := plain.Build(t.Context(), &box{t: t}, s, limits)
	skipMissing(t, err)
	if executable(t, fast) != executable(t, slow) {
		t.Error("the executables differ")
	}
}

// A failed preparation is not repeated for every build, and does no harm.
func TestFailedPreparationIsRemembered(t *testing.T) {
	tries := filepath.Join(t.TempDir(), "tries")
	builder := newBuilder(t, t.TempDir(), configure(t, fmt.Sprintf(`
bash:
  compile: bash -c 'test -z "$PREPARED"'
  compile-env: {PREPARED: "{prepared}"}
  prepare: {command: bash -c "echo >> %s; exit 1"}
`, tries)))
	for _, text := range []string{"echo 1\n", "echo 2\n"} {
		_, err := builder.Build(t.Context(), &box{t: t}, source(map[string]string{"a.sh": text}), limits)
		skipMissing(t, err)
	}
	if got, err := os.ReadFile(tries); err != nil || string(got) != "\n" {
		t.Errorf("tried %d times, %v", len(got), err)
	}
}

// The built-in preparation names packages that exist in the standard library.
func TestPreparedPackagesExist(t *testing.T) {
	table, err := language.Load()
	if err != nil {
		t.Fatal(err)
	}
	row, _ := table.Lookup("go")
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("Go is not in PATH")
	}
	packages := row.Prepare.Command[0][2:]
	out, err := exec.CommandContext(t.Context(), tool, append([]string{"list"}, packages...)...).CombinedOutput()
	if err != nil || len(strings.Fields(string(out))) != len(packages) {
		t.Errorf("%v: %s", err, out)
	}
}

// shown is a box that calls a function with the sources before they are compiled.
type shown struct {
	*box
	see func(sources fs.FS)
}

func (b shown) Run(ctx context.Context, spec sandbox.Spec) (sandbox.Result, error) {
	for _, c := range spec.Copies {
		b.see(os.DirFS(c.Host))
	}
	return b.box.Run(ctx, spec)
}

// Go adds to its index, which it cannot write here, files that have not changed for two seconds. Even on a busy
// machine the sources must not grow that old.
func TestGoSourcesStayYoung(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("Go is not in PATH")
	}
	var times []time.Time
	b := shown{box: &box{t: t}, see: func(sources fs.FS) {
		for _, name := range []string{"sum.go", "add/add.go"} {
			if info, err := fs.Stat(sources, name); err == nil { // false for the program that shows that Go works
				times = append(times, info.ModTime())
			}
		}
	}}
	_, err := newBuilder(t, shared, "").Build(t.Context(), b, source(map[string]string{
		"sum.go": "package main\n\nfunc main() { println(\"young\") }\n", "add/add.go": "package add\n",
	}), limits)
	if err != nil {
		t.Fatal(err)
	}
	if len(times) != 2 || slices.ContainsFunc(times, func(at time.Time) bool { return time.Until(at) < time.Minute }) {
		t.Errorf("the sources are of %v, want two times to come", times)
	}
}

// executable returns the result of a build.
func executable(t *testing.T, program *language.Program) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(program.Dir, "grundy-program"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestConfigOverridesAndAdds(t *testing.T) {
	config := configure(t, `
bash:
  name: My Bash
  env: {GREETING: hello there}
shout:
  name: Shout
  extensions: [.shout, .sh2]
  compile: ["bash -c 'tr a-z A-Z < {main} > out'"]
  run: bash -c "cat {program}/out; echo {memory}"
`)
	builder := newBuilder(t, t.TempDir(), config)
	b := &box{t: t}
	program, err := builder.Build(t.Context(), b, source(map[string]string{"a.sh": "echo $GREETING\n"}), limits)
	skipMissing(t, err)
	if out, _ := execute(t, b, program, ""); out != "hello there\n" || program.Language.Name != "My Bash" {
		t.Errorf("%s printed %q", program.Language.Name, out)
	}
	program, err = builder.Build(t.Context(), b, source(map[string]string{"a.shout": "quiet\n"}), limits)
	skipMissing(t, err)
	if out, _ := execute(t, b, program, ""); out != "QUIET\n256\n" {
		t.Errorf("printed %q", out)
	}
	if want := "bash -c 'tr a-z A-Z < a.shout > out'"; program.Command != want {
		t.Errorf("command %q, want %q", program.Command, want)
	}
}

func TestMissingToolchain(t *testing.T) {
	config := configure(t, `
gone: {name: Gone, extensions: [.gone], run: "no-such-tool-1|no-such-tool-2", url: https://example.org}
half: {name: Half, extensions: [.half], run: bash, requires: {the other half: {command: bash -c false, prints: x}}}
lucky: {name: Lucky, extensions: [.lucky], run: "no-such-tool-1 {main}", otherwise: bash2}
bash2: {name: Second Bash, also: [.lucky], run: "bash {program}/{main}"}
`)
	builder := newBuilder(t, t.TempDir(), config)
	b := &box{t: t}
	for file, want := range map[string]string{
		"a.gone": "Gone: no-such-tool-1 or no-such-tool-2 was not found; see https://example.org",
		"a.half": "Half: the other half was not found; ",
	} {
		_, err := builder.Build(t.Context(), b, source(map[string]string{file: ""}), limits)
		var missing *language.MissingError
		if !errors.As(err, &missing) {
			t.Fatalf("%s: got %v", file, err)
		}
		if got := missing.Error() + "; " + missing.Install; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	program, err := builder.Build(t.Context(), b, source(map[string]string{"a.lucky": "echo lucky\n"}), limits)
	skipMissing(t, err)
	if out, _ := execute(t, b, program, ""); out != "lucky\n" || program.Language.ID != "bash2" {
		t.Errorf("%s printed %q", program.Language.ID, out)
	}
}

// A missing part is looked for again at once, so that a user who follows the hint need not wait for a cache to
// expire.
func TestMissingPartThatComesLater(t *testing.T) {
	part := filepath.Join(t.TempDir(), "part")
	config := configure(t, fmt.Sprintf(`
half: {name: Half, extensions: [.half], run: 'bash {program}/{main}', requires: {the other half: {command: cat %s, prints: here}}}
`, part))
	builder, b := newBuilder(t, t.TempDir(), config), &box{t: t}
	build := func() error {
		_, err := builder.Build(t.Context(), b, source(map[string]string{"a.half": "echo half\n"}), limits)
		return err
	}
	var missing *language.MissingError
	if err := build(); !errors.As(err, &missing) {
		t.Fatalf("got %v, want that a part is missing", err)
	}
	if missing.Tool != "the other half" {
		t.Skip(missing)
	}
	if err := os.WriteFile(part, []byte("here\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := build(); err != nil {
		t.Error(err)
	}
}

// inBox returns a function that lends boxes of tests, in which toolchains are tried.
func inBox(t *testing.T) func(context.Context, func(sandbox.Box) error) error {
	return func(_ context.Context, do func(sandbox.Box) error) error { return do(&box{t: t}) }
}

func TestInspect(t *testing.T) {
	builder := newBuilder(t, shared, "")
	for _, status := range builder.Inspect(t.Context(), inBox(t)) {
		switch row := status.Language; {
		case status.Err != nil:
			t.Errorf("%s: %v", row.ID, status.Err)
		case status.Missing != "":
			t.Logf("%s: %s is missing: %s", row.ID, status.Missing, status.Install)
			if status.Install == "" {
				t.Errorf("%s: no word on how to install it", row.ID)
			}
		default:
			t.Logf("%s: %s %s", row.ID, status.Path, status.Version)
			if status.Version == "" && len(row.Version) > 0 {
				t.Errorf("%s: no version was found", row.ID)
			}
		}
	}
}

// Warm builds start no command: what is known about a toolchain holds as long as its command is the same.
func TestToolchainsAreRemembered(t *testing.T) {
	tools := t.TempDir()
	tries, tool := filepath.Join(tools, "tries"), filepath.Join(tools, "tool")
	write := func(version string) {
		t.Helper()
		text := fmt.Sprintf("#!/bin/sh\necho >> %s\necho version %s\n", tries, version)
		if err := os.WriteFile(tool, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", tools+string(os.PathListSeparator)+os.Getenv("PATH"))
	config := configure(t, "tool: {name: Tool, extensions: [.tool], run: tool, version: tool --version, version-pattern: 'version (.+)'}")
	for i, step := range []struct {
		version string
		write   bool
		tries   int
	}{{"1", true, 1}, {"1", false, 1}, {"2.0", true, 2}, {"2.0", false, 2}} {
		if step.write {
			write(step.version)
		}
		builder := newBuilder(t, shared, config)
		if _, err := builder.Build(t.Context(), &box{t: t}, source(map[string]string{"a.tool": ""}), limits); err != nil {
			t.Fatal(err)
		}
		for _, status := range builder.Inspect(t.Context(), inBox(t)) {
			if status.Language.ID == "tool" && (status.Version != step.version || status.Path != tool) {
				t.Errorf("step %d: %+v", i, status)
			}
		}
		if got, err := os.ReadFile(tries); err != nil || len(got) != step.tries {
			t.Errorf("step %d: asked %d times, %v, want %d", i, len(got), err, step.tries)
		}
	}
}

func TestLimitsForRuntimes(t *testing.T) {
	builder := newBuilder(t, shared, "")
	b := &box{t: t}
	given := sandbox.Limits{Processes: 1, Memory: bytesize.MiB}
	for file, want := range map[string]sandbox.Limits{
		"a.c":  given,
		"a.go": {Processes: 64, Memory: bytesize.MiB},
	} {
		text := cmp.Or(map[string]string{"a.c": "int main(void){}", "a.go": "package main\n\nfunc main() {}\n"}[file])
		program, err := builder.Build(t.Context(), b, source(map[string]string{file: text}), limits)
		skipMissing(t, err)
		if got := program.Limits(given); got != want {
			t.Errorf("%s: got %+v, want %+v", file, got, want)
		}
	}
}

// TestRuntimeFile: Erlang's virtual machine keeps machine code in files of up to 64 MiB. Under the usual output limit
// the signal for too large files would end it.
func TestRuntimeFile(t *testing.T) {
	for id, want := range map[string]bytesize.Size{"elixir": 64 * bytesize.MiB, "erlang": 64 * bytesize.MiB, "c": 8 * bytesize.MiB} {
		row, _ := builtin(t).Lookup(id)
		limits := (&language.Program{Language: row}).Limits(sandbox.Limits{Output: 8 * bytesize.MiB})
		if got := limits.FileSize(); got != want || limits.Output != 8*bytesize.MiB {
			t.Errorf("%s: files of %v, output of %v; want %v and 8 MiB", id, got, limits.Output, want)
		}
	}
}

// commonHeaders are the headers that submissions include most, and those of GNU that include others by path.
var commonHeaders = []string{
	"<bits/stdc++.h>", "<bits/extc++.h>", "\"bits/stdc++.h\"", "<iostream>", "<vector>", "<algorithm>", "<string>", "<cstdio>", "<map>",
	"<set>", "<cmath>", "<queue>", "<cstring>", "<utility>", "<cstdlib>", "<unordered_map>", "<stack>", "<numeric>", "<unordered_set>",
	"<iomanip>", "<sstream>", "<bitset>", "<functional>", "<cassert>", "<climits>", "<deque>", "<list>", "<array>", "<tuple>",
	"<limits>", "<random>", "<chrono>", "<memory>", "<iterator>", "<complex>", "<fstream>", "<stdio.h>", "<math.h>", "<string.h>",
	"<stdint.h>", "<ext/pb_ds/assoc_container.hpp>", "<ext/pb_ds/tree_policy.hpp>", "<ext/rope>",
}

// TestPrecompiledHeaderChangesNothing includes headers in many orders, before and after the precompiled one, and by
// path.
func TestPrecompiledHeaderChangesNothing(t *testing.T) {
	suite.NeedsAll(t, "compiles C++ with and without the precompiled header")
	prepared := newBuilder(t, shared, "")
	plain := newBuilder(t, t.TempDir(), configure(t, "cpp: {prepare: null}"))
	orders := [][]string{
		{"<bits/stdc++.h>", "<bits/extc++.h>"},
		{"<bits/extc++.h>", "<bits/stdc++.h>"},
		{"<bits/stdc++.h>", "<bits/stdc++.h>", "\"bits/stdc++.h\""},
		commonHeaders,
	}
	if path := headerPath(t); path != "" {
		orders = append(orders, []string{"<bits/stdc++.h>", path}, []string{path, "<bits/stdc++.h>"})
	}
	random := rand.New(rand.NewPCG(suite.Seed(t), 0))
	for range 8 {
		order := slices.Clone(commonHeaders)
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		orders = append(orders, order[:random.IntN(len(order))+1])
	}
	for _, order := range orders {
		var text strings.Builder
		for _, header := range order {
			text.WriteString("#include " + header + "\n")
		}
		text.WriteString("int main() {}\n")
		s := source(map[string]string{"a.cpp": text.String()})
		_, without := plain.Build(t.Context(), &box{t: t}, s, limits)
		skipMissing(t, without)
		_, with := prepared.Build(t.Context(), &box{t: t}, s, limits)
		if (with == nil) != (without == nil) {
			t.Errorf("with the precompiled header %v, without %v:\n%s", with, without, text.String())
		}
	}
}

// headerPath returns the path of the system's bits/stdc++.h as an argument of #include, or "" if the compiler does
// not say.
func headerPath(t *testing.T) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), "g++", "-x", "c++", "-M", "-")
	command.Stdin = strings.NewReader("#include <bits/stdc++.h>\n")
	out, err := command.Output()
	if err != nil {
		return ""
	}
	for word := range strings.FieldsSeq(string(out)) {
		if strings.HasSuffix(word, "/bits/stdc++.h") {
			return strconv.Quote(word)
		}
	}
	return ""
}
