package exchange

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/verdict"
	"grundy/internal/pkgfmt/problem"
)

func TestTimeLimits(t *testing.T) {
	for _, tt := range []struct {
		seconds    float64
		resolution any
	}{
		{1, nil}, {2.5, 0.1}, {0.25, 0.01}, {1.125, 0.001}, {0.0125, 0.0001}, {0.00001, 0.00001}, {0.000001, 0.000001}, {1.0000001, nil}, {10, nil},
	} {
		var m keys
		setTimeLimit(&m, tt.seconds)
		if get(m, "time_limit") != tt.seconds || get(m, "time_resolution") != tt.resolution {
			t.Errorf("%g s is written as %v, want a resolution of %v", tt.seconds, m, tt.resolution)
		}
	}
	for _, none := range []string{"0", "-1", "NaN", "Inf"} {
		seconds, err := parseNumber(none)
		if err != nil {
			t.Fatal(err)
		}
		var m keys
		if setTimeLimit(&m, seconds); m != nil {
			t.Errorf("%s s is written as %v", none, m)
		}
	}
}

func TestFlagText(t *testing.T) {
	for want, args := range map[string][]string{
		`a b`: {"a", "b"}, `''`: {""}, `'a b'`: {"a b"}, `'it'\''s' x`: {"it's", "x"}, `'$x' '"' '\' '` + "`" + `'`: {"$x", `"`, `\`, "`"},
	} {
		if got := flagText(args); got != want {
			t.Errorf("%q is written as %s, want %s", args, got, want)
		}
	}
}

func TestExpectedResults(t *testing.T) {
	const ac, wa, tle, rte = verdict.AC, verdict.WA, verdict.TLE, verdict.RTE
	type demand = problem.Expectation
	verdicts := func(v ...verdict.Verdict) []verdict.Verdict { return v }
	for _, tt := range []struct {
		name   string
		expect []demand
		want   []verdict.Verdict
	}{
		{"nothing", nil, nil},
		{"what is required, sorted", []demand{{Permitted: verdicts(ac, wa), Required: verdicts(wa, ac)}}, verdicts(ac, wa)},
		{"what is permitted where nothing is required", []demand{{Permitted: verdicts(ac, tle)}}, verdicts(ac, tle)},
		{"what all demands wait for", []demand{{Required: verdicts(wa, tle)}, {Required: verdicts(tle, rte)}}, verdicts(tle)},
		{"what any waits for", []demand{{Required: verdicts(wa)}, {Required: verdicts(rte)}}, verdicts(wa, rte)},
		{"none of a part of the cases", []demand{{Pattern: "secret/1", Required: verdicts(wa)}, {}, {Required: verdicts(ac)}}, verdicts(ac)},
	} {
		if got := expectedResults(tt.expect); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	if got := resultList(verdicts(ac, rte, verdict.MLE, verdict.OLE, verdict.CE, verdict.JE)); got != "CORRECT, RUN-ERROR, OUTPUT-LIMIT, COMPILER-ERROR" {
		t.Errorf("the words are %s", got)
	}
}

func TestComments(t *testing.T) {
	for ending, want := range map[string]string{
		".cpp": "//", ".zig": "//", ".py": "#", ".cr": "#", ".hs": "--", ".erl": "%", ".scm": ";", ".txt": "", "": "",
	} {
		if got := commentStart(ending); got != want {
			t.Errorf("comments of %s begin with %q, want %q", ending, got, want)
		}
	}
}

func TestPointsAreRead(t *testing.T) {
	for text, want := range map[string]float64{"": 0, "x": 0, "-1": 0, "NaN": 0, "0": 0, "12.5": 12.5, "1e9": 1e9, "1e9.": 0, "1000000001": 0} {
		if got := points(text); got != want {
			t.Errorf("%q is %g points, want %g", text, got, want)
		}
	}
}

func TestStandards(t *testing.T) {
	for language, want := range map[string]string{
		"cpp.g++11": "gnu++11", "cpp.gcc14-64-msys2-g++23": "gnu++23", "cpp.g++20-64": "gnu++20", "": "gnu++17", "c.gcc": "gnu++17", "cpp.ms2019": "gnu++17",
	} {
		if got := standard(language); got != want {
			t.Errorf("%s is compiled as %s, want %s", language, got, want)
		}
	}
}

func TestUnits(t *testing.T) {
	for name, want := range map[string]string{
		"generators/a.go": "generators/a.go", "generators/a/b.go": "generators/a", "submissions/accepted/a.go": "submissions/accepted/a.go",
		"submissions/accepted/a/b.go": "submissions/accepted/a", "output_validator/a.go": "output_validator", "other/a.go": "other",
	} {
		if got := unit(name); got != want {
			t.Errorf("%s is compiled as %s, want %s", name, got, want)
		}
	}
	for name, want := range map[string]string{
		"input_validators/a.go": "input_validators/a.go", "input_validators/a/b.go": "input_validators/a", "output_validator/x/a.go": "output_validator",
		"output_validator": "", "submissions/a.go": "", "graders/a": "graders/a",
	} {
		if got := judgingProgram(name); got != want {
			t.Errorf("%s belongs to the program %q, want %q", name, got, want)
		}
	}
}

func TestNamesOfStatements(t *testing.T) {
	names := map[string]string{"en": "One", "de": "Eins"}
	for _, tt := range []struct {
		languages map[string]bool
		want      any
	}{
		{nil, "One"},
		{map[string]bool{"en": true}, "One"},
		{map[string]bool{"de": true}, keys{{Key: "de", Value: "Eins"}}},
		{map[string]bool{"en": true, "sv": true}, keys{{Key: "en", Value: "One"}, {Key: "sv", Value: "fallback"}}},
	} {
		if diff := cmp.Diff(tt.want, namesFor(tt.languages, names, "fallback")); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tt.languages, diff)
		}
	}
	if got := namesFor(nil, nil, "fallback"); got != "fallback" {
		t.Errorf("without names it is called %v", got)
	}
}

// TestTrees reads directories with leftovers of systems and with links.
func TestTrees(t *testing.T) {
	dir := folder(t, map[string]string{
		"a/b/c": "", "a/b/d": "", "a/e": "", "a.txt": "text", ".timelimit": "1", ".hidden/x": "", "__pycache__/x": "", "__MACOSX/x": "", "x.pyc": "",
		"y~": "", "Thumbs.db": "", "deep/Thumbs.db": "", "a-b/f": "", "z/z": "",
	})
	if err := os.Symlink("a", filepath.Join(dir, "linked")); err != nil {
		t.Skip(err)
	}
	tr, err := openTree(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.close()
	if got, want := strings.Join(tr.files, " "), ".timelimit a-b/f a.txt a/b/c a/b/d a/e linked/b/c linked/b/d linked/e z/z"; got != want {
		t.Errorf("files %s, want %s", got, want)
	}
	if got, want := strings.Join(tr.ignored, " "), ".hidden Thumbs.db __MACOSX __pycache__ deep/Thumbs.db x.pyc y~"; got != want {
		t.Errorf("ignored %s, want %s", got, want)
	}
	if got, want := strings.Join(tr.below("a"), " "), "a/b/c a/b/d a/e"; got != want {
		t.Errorf("below a: %s, want %s", got, want)
	}
	if got, want := strings.Join(tr.in("a"), " "), "a/e"; got != want {
		t.Errorf("in a: %s, want %s", got, want)
	}
	if !tr.hasDir("z") || tr.hasDir("deep") || !tr.has("a/e") || tr.has("a") || !tr.holds(".hidden/x") || tr.holds("a") || tr.holds("gone") {
		t.Error("what is there is not told from what is not")
	}
	if _, err := tr.read("a.txt"); err != nil {
		t.Error(err)
	}
	tr.used["a/b/c"], tr.used["linked/b/c"], tr.used["linked/b/d"], tr.used["linked/e"] = true, true, true, true
	if got, want := strings.Join(tr.unused(), " "), ".timelimit a-b/ a/b/d a/e z/"; got != want {
		t.Errorf("unused %s, want %s", got, want)
	}
}

func TestTreesRefuse(t *testing.T) {
	deep := "x"
	for range problem.MaxDepth {
		deep = "d/" + deep
	}
	for _, tt := range []struct {
		name string
		make func(dir string) error
		want string // "" for none
	}{
		{"as deep as allowed", func(dir string) error { return writeBelow(dir, deep) }, ""},
		{"deeper", func(dir string) error { return writeBelow(dir, "d/"+deep) }, "directories are nested deeper than 40 levels"},
		{"a link that leads out", func(dir string) error { return os.Symlink("..", filepath.Join(dir, "out")) }, "out: the link leads out of the directory or to nothing"},
		{"a link that leads nowhere", func(dir string) error { return os.Symlink("gone", filepath.Join(dir, "out")) }, "out: the link leads out of the directory or to nothing"},
		{"a link that leads around", func(dir string) error { return os.Symlink(".", filepath.Join(dir, "again")) }, "the link leads out of the directory or to nothing"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := tt.make(dir); err != nil {
				t.Skip(err)
			}
			tr, err := openTree(t.Context(), dir)
			if err == nil {
				tr.close()
			}
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func writeBelow(dir, name string) error {
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, nil, 0o644)
}

// TestBoundsOfText reads files of the largest size for hand-written files, and one byte more.
func TestBoundsOfText(t *testing.T) {
	dir := t.TempDir()
	for name, size := range map[string]int64{"fits": maxText, "large": maxText + 1} {
		file, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := file.Truncate(size); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
	tr, err := openTree(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.close()
	for name, want := range map[string]string{"fits": "", "large": "bytes", "gone": "no such file"} {
		_, read := tr.read(name)
		_, content := tr.file(name).content()
		for _, err := range []error{read, content} {
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s: error %v, want %q", name, err, want)
			}
		}
	}
}

// TestTestlib looks for the user's own header: a file, or one in a directory.
func TestTestlib(t *testing.T) {
	dir := folder(t, map[string]string{"testlib.h": "own", "other.h": "other", "empty/x": ""})
	for name, want := range map[string]string{"testlib.h": "own", "other.h": "other", ".": "own"} {
		if got, err := ownTestlib(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s gives %q, %v, want %q", name, got, err, want)
		}
	}
	for _, name := range []string{"gone.h", "empty", string(filepath.Separator) + "dev/null"} {
		if filepath.IsAbs(name) {
			if _, err := ownTestlib(name); err == nil {
				t.Errorf("%s is taken for a header", name)
			}
		} else if _, err := ownTestlib(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s is taken for a header", name)
		}
	}
	files := polygonFiles(`<test/>`, "", 1)
	files["problem.xml"] = strings.Replace(files["problem.xml"], "</problem>", `<assets><checker><source path="c.cpp"/></checker></assets></problem>`, 1)
	files["c.cpp"] = "#include \"testlib.h\"\n"
	_, err := Import(t.Context(), folder(t, files), Options{})
	if err == nil || !strings.Contains(err.Error(), "c.cpp includes testlib.h, which is not among the files") {
		t.Errorf("error %v, want that testlib.h is missing", err)
	}
	spare := Options{SpareTestlib: filepath.Join(dir, "testlib.h")}
	made, err := Import(t.Context(), folder(t, files), spare)
	if got := content(t, written(t, made, err), "output_validator/testlib.h"); got != "own" {
		t.Errorf("testlib.h is %q, want the spare one", got)
	}
	files["testlib.h"] = "theirs"
	made, err = Import(t.Context(), folder(t, files), spare)
	if got := content(t, written(t, made, err), "output_validator/testlib.h"); got != "theirs" {
		t.Errorf("testlib.h is %q, want that of the package", got)
	}
}

// TestCarriageReturns imports tests and a statement whose lines end in CRLF: the package has LF.
func TestCarriageReturns(t *testing.T) {
	files := polygonFiles(`<test/><test/>`, "", 2)
	files["tests/01.a"] = "a\rb\r\nc\r\n"
	files["tests/01"], files["statement-sections/english/legend.tex"] = "1\r\n", "one\r\ntwo\r\n"
	files["problem.xml"] = strings.Replace(files["problem.xml"], "<judging>", `<statements><statement language="english"/></statements><judging>`, 1)
	made, err := Import(t.Context(), folder(t, files), Options{})
	if got := content(t, written(t, made, err), "statement/problem.en.tex"); got != "\\problemname{}\n\none\ntwo\n" {
		t.Errorf("the statement is %q", got)
	}
	if !hasNote(made, "tests/01: lines end in CRLF, here and in 1 other files") {
		t.Errorf("no note of CRLF among %v", made.Notes)
	}
	made, err = Import(t.Context(), folder(t, files), Options{})
	dir := written(t, made, err)
	for name, want := range map[string]string{"01.in": "1\n", "01.ans": "a\rb\nc\n", "02.in": "1\n"} {
		if got := content(t, dir, "data/secret/"+name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// TestLineFeeds reads through buffers that end between the two characters.
func TestLineFeeds(t *testing.T) {
	for _, size := range []int{1, 2, 16, 17, 100} {
		text := strings.Repeat("ab\r\r\nc\n\r\n\r", 20)
		r := &lineFeeds{io.NopCloser(nil), bufio.NewReaderSize(iotest.HalfReader(strings.NewReader(text)), 16)}
		var got []byte
		for buffer := make([]byte, size); ; {
			n, err := r.Read(buffer)
			got = append(got, buffer[:n]...)
			if err != nil {
				break
			}
		}
		if want := strings.ReplaceAll(text, "\r\n", "\n"); string(got) != want {
			t.Errorf("%d bytes at a time: %q, want %q", size, got, want)
		}
	}
}

// TestGeneratedData exports data generated outside a package, and refuses if data is missing.
func TestGeneratedData(t *testing.T) {
	for _, target := range []Target{ICPC, Legacy} {
		dir := folder(t, scored)
		p := load(t, dir)
		elsewhere := folder(t, map[string]string{"b.in": "7\n", "b.ans": "8\n"})
		for _, tc := range p.Data.AllCases() {
			if tc.Name != "secret/b/2" {
				continue
			}
			tc.Input, tc.Answer, tc.Description = filepath.Join(elsewhere, "b.in"), filepath.Join(elsewhere, "b.ans"), "made"
			for _, ending := range []string{".in", ".ans"} {
				if err := os.Remove(filepath.Join(dir, "data", "secret", "b", "2"+ending)); err != nil {
					t.Fatal(err)
				}
			}
		}
		made, err := Export(t.Context(), p, target, noCompiler, "")
		out := written(t, made, err)
		if in, ans := content(t, out, "data/secret/b/2.in"), content(t, out, "data/secret/b/2.ans"); in != "7\n" || ans != "8\n" {
			t.Errorf("%s: %q, %q", target, in, ans)
		}
		name, want := "data/secret/b/2.yaml", "description: made\n"
		if target == Legacy {
			name, want = "data/secret/b/2.desc", "made\n"
		}
		if got := content(t, out, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
		if err := os.Remove(filepath.Join(elsewhere, "b.ans")); err != nil {
			t.Fatal(err)
		}
		if _, err := Export(t.Context(), p, target, noCompiler, ""); err == nil || !strings.Contains(err.Error(), "data/secret/b/2.ans is not shipped") {
			t.Errorf("%s: error %v, want that the answer was not generated", target, err)
		}
	}
}

// TestSources imports sources that are not directories.
func TestSources(t *testing.T) {
	dir := folder(t, map[string]string{"a.txt": "", "in/.x": "", "out/.x": "", "in/y": "", "out/y/z": ""})
	_, err := Import(t.Context(), filepath.Join(dir, "a.txt"), Options{})
	if err == nil || !strings.Contains(err.Error(), "want a directory, or a .zip or .kpp archive") {
		t.Errorf("error %v, want one about archives", err)
	}
	if isAtCoder(dir) {
		t.Error("hidden files and folders are taken for tests of AtCoder")
	}
	made, err := Export(t.Context(), load(t, folder(t, scored)), ICPC, noCompiler, "")
	if err != nil {
		t.Fatal(err)
	}
	defer made.Close()
	for _, ending := range []string{".zip", ".KPP"} {
		file := filepath.Join(t.TempDir(), "My-Set"+ending)
		if err := made.WriteZip(t.Context(), file, false); err != nil {
			t.Fatal(err)
		}
		again, err := Import(t.Context(), file, Options{Scratch: t.TempDir()})
		if err != nil || again.ID != "myset" {
			t.Fatalf("%s: %v, %v", ending, again, err)
		}
		if got := fmt.Sprint(again.names()); got != fmt.Sprint(made.names()) {
			t.Errorf("%s holds %s, want %s", ending, got, made.names())
		}
		again.Close()
	}
}
