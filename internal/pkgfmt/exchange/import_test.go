package exchange

import (
	"archive/zip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grundy/internal/pkgfmt/icpc"
)

// polygonFiles is a Polygon package with points, in one testset, built from the given parts of
// problem.xml.
func polygonFiles(tests, groups string, number int) map[string]string {
	files := map[string]string{
		"problem.xml": `<problem short-name="p"><judging><testset name="tests"><time-limit>2000</time-limit>
			<memory-limit>67108865</memory-limit><input-path-pattern>tests\%02d</input-path-pattern>
			<answer-path-pattern>tests/%02d.a</answer-path-pattern><tests>` + tests + `</tests><groups>` + groups + `</groups>
			</testset></judging></problem>`,
	}
	for i := range number {
		files[fmt.Sprintf("tests/%02d", i+1)] = fmt.Sprintln(i)
		files[fmt.Sprintf("tests/%02d.a", i+1)] = fmt.Sprintln(i)
	}
	return files
}

func TestPolygonPoints(t *testing.T) {
	tests := []struct {
		name, tests, groups string
		want                []string // name, aggregation and points of the groups of secret
		total               float64
		cases               int
		note                string
	}{
		{
			name:  "the same for each test",
			tests: `<test points="10"/><test points="10"/>`, total: 20, cases: 2,
		},
		{
			name:  "others for each test",
			tests: `<test points="10"/><test points="15"/>`, total: 25, cases: 2,
			want: []string{"secret/01 sum 10", "secret/02 sum 15"},
		},
		{
			name:  "groups",
			tests: `<test points="10" group="10"/><test points="15" group="9"/><test points="15" group="9"/>`,
			groups: `<group name="9" points-policy="each-test"/>
				<group name="10" points-policy="complete-group"><dependencies><dependency group="9"/></dependencies></group>`,
			want: []string{"secret/09 sum 30", "secret/10 pass-fail 10"}, total: 40, cases: 3,
			note: "group 10 depends on secret/09, whose tests have points of their own",
		},
		{
			name:  "a dependency on what comes later, and half a point",
			tests: `<test points="10.5" group="a"/><test points="15" group="b"/>`,
			groups: `<group name="a" points-policy="complete-group"><dependencies><dependency group="b"/></dependencies></group>
				<group name="b" points-policy="complete-group"/>`,
			want: []string{"secret/a pass-fail 11", "secret/b pass-fail 15"}, total: 26, cases: 2,
			note: "group a depends on secret/b, which does not come before it",
		},
		{
			name:  "a sample that counts",
			tests: `<test points="10" sample="true"/><test points="10"/>`, total: 20, cases: 3,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			made, err := Import(t.Context(), folder(t, polygonFiles(test.tests, test.groups, 3)), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if test.note != "" && !hasNote(made, test.note) {
				t.Errorf("no note %q among %v", test.note, made.Notes)
			}
			p := load(t, written(t, made, nil))
			secret := p.Data.Groups[1]
			var got []string
			for _, g := range secret.Groups {
				got = append(got, fmt.Sprintf("%s %s %g", g.Name, g.Grading.Aggregation, *g.Grading.MaxScore))
			}
			if !slices.Equal(got, test.want) || *secret.Grading.MaxScore != test.total || len(p.Data.AllCases()) != test.cases {
				t.Errorf("groups %q of %g points, %d cases, want %q, %g, %d", got, *secret.Grading.MaxScore, len(p.Data.AllCases()), test.want, test.total, test.cases)
			}
			if p.Limits.Memory>>20 != 65 || p.Limits.Time.Seconds() != 2 {
				t.Errorf("limits %v, %v", p.Limits.Memory, p.Limits.Time)
			}
		})
	}
}

func TestPolygonPatterns(t *testing.T) {
	for _, test := range []struct{ pattern, want string }{
		{"tests/%02d", "tests/07"},
		{`tests\%d.in`, "tests/7.in"},
		{"tests/%03d.a", "tests/007.a"},
		{"tests/%1$02d", "tests/07"},
		{"100%%/%i", "100%/7"},
		{"tests/%s", "tests/%s"},
	} {
		if got := at(test.pattern, 7); got != test.want {
			t.Errorf("%s gives %s, want %s", test.pattern, got, test.want)
		}
	}
}

func TestImportRefuses(t *testing.T) {
	task := map[string]string{
		"task.yaml": "name: t\n", "input/input0.txt": "1\n", "output/output0.txt": "1\n",
	}
	with := func(name, text string) map[string]string {
		files := map[string]string{name: text}
		for other, text := range task {
			files[other] = text
		}
		return files
	}
	tests := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"no XML", map[string]string{"problem.xml": "<problem"}, "problem.xml: XML syntax error"},
		{"no tests", map[string]string{"problem.xml": "<problem/>"}, "there is no testset"},
		{"tests without files", polygonFiles(`<test/>`, "", 0), "the files of the tests are missing"},
		{"YAML", map[string]string{"task.yaml": "a: [", "input/input0.txt": ""}, "task.yaml"},
		{"points that are none", with("gen/GEN", "#ST: many\n1\n"), "gen/GEN:1: want points"},
		{"another number of tests", with("gen/GEN", "#ST: 100\n1\n2\n"), "gen/GEN has 2 tests, but input/ has 1"},
		{"too many processes", map[string]string{"task.yaml": "name: t\nnum_processes: 1000\n", "check/manager": "x"}, `cannot talk with "1000" processes`},
		{"a missing answer", map[string]string{"1.in": "1\n", "2.in": "2\n", "1.ans": "1\n"}, "no answer for the case 2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := Import(t.Context(), folder(t, test.files), Options{}); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}

// TestImportStaysInside imports a problem.xml that refers to files of the machine.
func TestImportStaysInside(t *testing.T) {
	files := polygonFiles(`<test/>`, "", 1)
	files["problem.xml"] = strings.Replace(files["problem.xml"], "</problem>",
		`<assets><checker type="testlib"><source path="../secret.cpp"/></checker></assets></problem>`, 1)
	dir := folder(t, files)
	if err := os.WriteFile(filepath.Join(filepath.Dir(dir), "secret.cpp"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if made, err := Import(t.Context(), dir, Options{}); err == nil {
		made.Close()
		t.Error("a file outside of the package is imported")
	}
	if _, err := Import(t.Context(), filepath.Join(dir, "nothing"), Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want that there is nothing", err)
	}
}

// TestImportRefusesArchives imports an archive with an entry that leads out of it.
func TestImportRefusesArchives(t *testing.T) {
	dir := t.TempDir()
	file, err := os.Create(filepath.Join(dir, "bad.zip"))
	if err != nil {
		t.Fatal(err)
	}
	archive := zip.NewWriter(file)
	for _, name := range []string{"problem.xml", "../outside"} {
		if _, err := archive.Create(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(archive.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	scratch := filepath.Join(dir, "scratch")
	if _, err := Import(t.Context(), file.Name(), Options{Scratch: scratch}); err == nil || !strings.Contains(err.Error(), "leads out") {
		t.Errorf("error %v, want one about the path that leads out", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "outside")); err == nil {
		t.Error("the entry was written outside")
	}
}

// FuzzPolygon imports any problem.xml: the result is an error, or a package with all names inside it.
func FuzzPolygon(f *testing.F) {
	f.Add([]byte(polygonFiles(`<test points="1" group="2" sample="true"/><test cmd="gen" group="10"/>`,
		`<group name="2"><dependencies><dependency group="999"/></dependencies></group>`, 0)["problem.xml"]))
	f.Fuzz(func(t *testing.T, text []byte) {
		files := polygonFiles("", "", 2)
		files["problem.xml"] = string(text)
		made, err := Import(t.Context(), folder(t, files), Options{Format: Polygon})
		if err != nil {
			return
		}
		defer made.Close()
		for _, name := range made.names() {
			if !fs.ValidPath(name) {
				t.Errorf("the package holds %q", name)
			}
		}
	})
}

// FuzzGEN reads any gen/GEN; an imported package must be loadable.
func FuzzGEN(f *testing.F) {
	f.Add("#ST:0")
	f.Add("0\n0\n#ST:0")
	f.Add("#ST: 40\n1\n#ST: 60 # more\n#COPY: a\n# a word\n\n")
	f.Add("\xe8\r0\n0") // in Latin-1
	f.Fuzz(func(t *testing.T, text string) {
		made, err := Import(t.Context(), folder(t, map[string]string{
			"task.yaml": "name: t\n", "gen/GEN": text, "input/input0.txt": "1\n", "output/output0.txt": "1\n",
			"input/input1.txt": "2\n", "output/output1.txt": "2\n",
		}), Options{Format: CMS})
		if err != nil {
			return
		}
		dir := written(t, made, nil)
		if _, faults := icpc.Load(dir); len(faults.Fatal(true)) > 0 {
			t.Errorf("the package is faulty: %v", faults.Fatal(true))
		}
	})
}

// FuzzCMS reads any task.yaml: the result is an error, or a package with all names inside it.
func FuzzCMS(f *testing.F) {
	f.Add("name: t\ntime_limit: 1.5\nmemory_limit: 256\nn_input: 2\ninfile: a\noutfile: ''\nscore_type: GroupMin\nscore_type_parameters: '[[10, 1], [90, 1]]'\n")
	f.Add("task_type: Communication\ntask_type_parameters: [1]\ntoken_mode: &a [*a]\n")
	f.Fuzz(func(t *testing.T, text string) {
		made, err := Import(t.Context(), folder(t, map[string]string{
			"task.yaml": text, "input/input0.txt": "1\n", "output/output0.txt": "1\n", "input/input1.txt": "2\n", "output/output1.txt": "2\n",
		}), Options{Format: CMS})
		if err != nil {
			return
		}
		defer made.Close()
		for _, name := range made.names() {
			if !fs.ValidPath(name) {
				t.Errorf("the package holds %q", name)
			}
		}
	})
}

// FuzzScores reads any score.txt of AtCoder; an imported package must be loadable.
func FuzzScores(f *testing.F) {
	f.Add("Sample(0): a\nAll(100): *\n")
	f.Add("a(30): a, b.txt\n\nFeedback: a\nb c(70): ?? b*\nd(1): [ab]\n")
	f.Add("all(1): *\nall(2): *\n ../(3): a\n(4): b\nexample(0): c\n")
	f.Fuzz(func(t *testing.T, text string) {
		files := map[string]string{"etc/score.txt": text}
		for _, name := range []string{"a.txt", "b.txt", "c.txt"} {
			files["in/"+name], files["out/"+name] = "1\n", "1\n"
		}
		made, err := Import(t.Context(), folder(t, files), Options{Format: AtCoder})
		if err != nil {
			return
		}
		dir := written(t, made, nil)
		if _, faults := icpc.Load(dir); len(faults.Fatal(true)) > 0 {
			t.Errorf("the package is faulty: %v", faults.Fatal(true))
		}
	})
}

// FuzzConfigurations reads any file in which other judges describe a problem: the result is an error, or a package with all
// names inside it.
func FuzzConfigurations(f *testing.F) {
	f.Add("test_cases: [{in: 1.in, out: 1.out, points: 5}]\nchecker: {name: bridged, args: {files: c.cpp}}\n")
	f.Add("test_cases: {input_format: '(?P<case>[0-9])'}\nfile_io: {input: a}\n")
	f.Add("subtasks: [{score: 1, n_cases: 1, if: [0]}]\ntime: 1s\nmemory: 2g\nchecker: [1]\ncases: &a [*a]\n")
	f.Add("name: a\nsolutions: [{path: '*.cpp'}]\ntestcases: [{name: a, generatorScript: {path: 1.in}, subgroups: [{}]}]\nvars: {a: {b: 1}}\n")
	f.Add("scores: {1: 100}\nsinol_expected_scores: {a.cpp: {expected: {1: OK}}}\nmemory_limit: -1\nextra_compilation_files: x\n")
	f.Fuzz(func(t *testing.T, text string) {
		for format, name := range map[Format]string{
			DMOJ: "init.yml", Hydro: "testdata/config.yaml", LightCP: "config.yaml", Rbx: rbxFile, Sinol: "config.yml",
		} {
			made, err := Import(t.Context(), folder(t, map[string]string{
				name: text, "1.in": "1\n", "1.out": "1\n", "c.cpp": "int main() {}", "testdata/1.in": "1\n", "testdata/1.ans": "1\n",
				"in/a1.in": "1\n", "out/a1.out": "1\n", "prog/a.cpp": "int main() {}",
			}), Options{Format: format, Scratch: t.TempDir()})
			if err != nil {
				continue
			}
			for _, name := range made.names() {
				if !fs.ValidPath(name) {
					t.Errorf("the package holds %q", name)
				}
			}
			made.Close()
		}
	})
}

// TestDMOJArchive imports tests that lie in an archive, whose files come before those beside init.yml.
func TestDMOJArchive(t *testing.T) {
	dir := folder(t, map[string]string{
		"init.yml": "archive: tests.zip\ntest_cases: [{in: a/1.in, out: a/1.out, points: 100}]\n", "a/1.out": "beside\n",
	})
	file, err := os.Create(filepath.Join(dir, "tests.zip"))
	if err != nil {
		t.Fatal(err)
	}
	archive := zip.NewWriter(file)
	for name, text := range map[string]string{"a/1.in": "1\n", "a/1.out": "packed\n", "a/2.in": "2\n", "b.txt": ""} {
		entry, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entry.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(archive.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	made, err := Import(t.Context(), dir, Options{Scratch: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if !hasNote(made, "a/2.in: not imported") {
		t.Errorf("no note of the case that nothing names among %v", made.Notes)
	}
	written := written(t, made, nil)
	if got := content(t, written, "data/secret/1.in") + content(t, written, "data/secret/1.ans"); got != "1\npacked\n" {
		t.Errorf("the case is %q", got)
	}
}
