package plain

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"grundy/internal/base/bytesize"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

// folder makes a directory with the given files; a file's content is its own name.
func folder(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, file := range files {
		suite.Write(t, filepath.Join(dir, filepath.FromSlash(file)), file)
	}
	return dir
}

// describe gives a line a case, "name input answer", with the files' contents, which are their names.
func describe(t *testing.T, p *problem.Problem) []string {
	t.Helper()
	var lines []string
	for _, c := range p.Data.AllCases() {
		line := c.Name
		for _, file := range []string{c.Input, c.Answer} {
			content := "-"
			if file != "" {
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				content = string(data)
			}
			line += " " + content
		}
		lines = append(lines, line)
		if want := strings.HasPrefix(c.Name, "sample/"); c.Sample != want {
			t.Errorf("%s: Sample = %v", c.Name, c.Sample)
		}
	}
	return lines
}

func words(faults problem.Diagnostics) []string {
	var lines []string
	for _, fault := range faults {
		lines = append(lines, fmt.Sprintf("%s: %s", fault.Level, fault))
	}
	return lines
}

func TestLoad(t *testing.T) {
	for _, test := range []struct {
		name   string
		files  []string
		want   []string
		faults []string
	}{
		{"in and ans", []string{"1.in", "1.ans"}, []string{"secret/1 1.in 1.ans"}, nil},
		{"in and out", []string{"1.in", "1.out", "a.cpp", "a.out"}, []string{"secret/1 1.in 1.out"}, nil},
		{
			"natural order, samples first",
			[]string{"10.in", "10.out", "2.in", "2.out", "sample-1.in", "sample-1.out"},
			[]string{"sample/sample-1 sample-1.in sample-1.out", "secret/2 2.in 2.out", "secret/10 10.in 10.out"},
			nil,
		},
		{"oj", []string{"test/sample-1.in", "test/sample-1.out", "a.cpp"}, []string{"sample/sample-1 test/sample-1.in test/sample-1.out"}, nil},
		{
			"two directories",
			[]string{"in/1.txt", "out/1.txt", "in/2.txt", "out/2.txt"},
			[]string{"secret/1 in/1.txt out/1.txt", "secret/2 in/2.txt out/2.txt"},
			nil,
		},
		{"input and output", []string{"input/a.txt", "output/a.txt"}, []string{"secret/a input/a.txt output/a.txt"}, nil},
		{"numbered in two directories", []string{"input/input0.txt", "output/output0.txt"}, []string{"secret/input0 input/input0.txt output/output0.txt"}, nil},
		{"in files in two directories", []string{"in/1.in", "out/1.out"}, []string{"secret/1 in/1.in out/1.out"}, nil},
		{
			"numbered",
			[]string{"input00.txt", "output00.txt", "input01.txt", "output01.txt"},
			[]string{"secret/input00 input00.txt output00.txt", "secret/input01 input01.txt output01.txt"},
			nil,
		},
		{"input.txt", []string{"input.txt", "output.txt"}, []string{"secret/input input.txt output.txt"}, nil},
		{"Polygon", []string{"01", "01.a", "02", "02.a", "notes"}, []string{"secret/01 01 01.a", "secret/02 02 02.a"}, nil},
		{"cf-tool", []string{"in1.txt", "ans1.txt", "in2.txt", "ans2.txt"}, []string{"secret/in1 in1.txt ans1.txt", "secret/in2 in2.txt ans2.txt"}, nil},
		{"atcoder-tools", []string{"in_1.txt", "out_1.txt"}, []string{"secret/in_1 in_1.txt out_1.txt"}, nil},
		{"no extension", []string{"in1", "out1", "in2", "out2", "inside"}, []string{"secret/in1 in1 out1", "secret/in2 in2 out2"}, nil},
		{"input and output without extension", []string{"input1", "output1"}, []string{"secret/input1 input1 output1"}, nil},
		{"expected", []string{"1.in", "1.expected"}, []string{"secret/1 1.in 1.expected"}, nil},
		{"an expected output", []string{"input.txt", "expected.txt"}, []string{"secret/input input.txt expected.txt"}, nil},
		{"hyphens", []string{"sample-input-1.txt", "sample-output-1.txt"}, []string{"sample/sample-input-1 sample-input-1.txt sample-output-1.txt"}, nil},
		{"texts with numbers", []string{"01.txt", "01_out.txt", "02.txt"}, []string{"secret/01 01.txt 01_out.txt", "secret/02 02.txt -"}, nil},
		{"samples", []string{"samples/1.in", "samples/1.out"}, []string{"sample/1 samples/1.in samples/1.out"}, nil},
		{"testcases", []string{"testcases/in1.txt", "testcases/out1.txt"}, []string{"secret/in1 testcases/in1.txt testcases/out1.txt"}, nil},
		{"in two directories below another", []string{"tests/in/1.txt", "tests/out/1.txt"}, []string{"secret/1 tests/in/1.txt tests/out/1.txt"}, nil},
		{"Polygon's tests", []string{"tests/01", "tests/01.a"}, []string{"secret/01 tests/01 tests/01.a"}, nil},
		{
			"numbered extensions",
			[]string{"sum.in1", "sum.out1", "sum.in10", "sum.ou10", "sum.in2", "sum.ou2"},
			[]string{"secret/sum.in1 sum.in1 sum.out1", "secret/sum.in2 sum.in2 sum.ou2", "secret/sum.in10 sum.in10 sum.ou10"},
			nil,
		},
		{"cpbooster", []string{"A.in1", "A.ans1"}, []string{"secret/A.in1 A.in1 A.ans1"}, nil},
		{"COCI", []string{"kasino.in.1a", "kasino.out.1a"}, []string{"secret/kasino.in.1a kasino.in.1a kasino.out.1a"}, nil},
		{"USACO, old", []string{"I.1", "O.1"}, []string{"secret/I.1 I.1 O.1"}, nil},
		{"ACM archives", []string{"A.1.dat", "A.1.ans"}, []string{"secret/A.1 A.1.dat A.1.ans"}, nil},
		{"Infoarena", []string{"1-sum.in", "1-sum.ok"}, []string{"secret/1-sum 1-sum.in 1-sum.ok"}, nil},
		{"Themis", []string{"sum.inp", "sum.out"}, []string{"secret/sum sum.inp sum.out"}, nil},
		{"capitals", []string{"SUM.INP", "SUM.OUT"}, []string{"secret/SUM SUM.INP SUM.OUT"}, nil},
		{"capitals of DOS", []string{"1.IN", "1.OUT", "2.IN", "2.ans"}, []string{"secret/1 1.IN 1.OUT", "secret/2 2.IN 2.ans"}, nil},
		{"capitals count where nothing else is there", []string{"1.in", "1.ans", "NOTES.IN"}, []string{"secret/1 1.in 1.ans"}, nil},
		{"directories in capitals", []string{"TESTS/IN/1.TXT", "TESTS/OUT/1.TXT"}, []string{"secret/1 TESTS/IN/1.TXT TESTS/OUT/1.TXT"}, nil},
		{"AtCoder's archive", []string{"in/00_sample_00", "out/00_sample_00", "in/01_x", "out/01_x"}, []string{"sample/00_sample_00 in/00_sample_00 out/00_sample_00", "secret/01_x in/01_x out/01_x"}, nil},
		{"JOI", []string{"in/01-01.txt", "out/01-01.txt"}, []string{"secret/01-01 in/01-01.txt out/01-01.txt"}, nil},
		{"in and out before txt", []string{"1.in.txt", "1.out.txt", "a_in.txt"}, []string{"secret/1.in 1.in.txt 1.out.txt"}, nil},
		{"data files without answers are none", []string{"1.in", "1.ans", "weights.dat", "in1", "x.i1"}, []string{"secret/1 1.in 1.ans"}, nil},
		{
			"spaces and Unicode",
			[]string{"größter Fall.in", "größter Fall.ans", "テスト.in", "テスト.ans"},
			[]string{"secret/größter Fall größter Fall.in größter Fall.ans", "secret/テスト テスト.in テスト.ans"},
			nil,
		},
		{"hidden files are nothing", []string{"1.in", "1.ans", ".2.in", ".in"}, []string{"secret/1 1.in 1.ans"}, nil},

		{
			"missing answer",
			[]string{"1.in", "1.ans", "2.in"},
			[]string{"secret/1 1.in 1.ans", "secret/2 2.in -"},
			nil,
		},
		{
			"missing answer in two directories",
			[]string{"in/1.txt"},
			[]string{"secret/1 in/1.txt -"},
			nil,
		},
		{
			"missing answer of Polygon",
			[]string{"01", "01.a", "02"},
			[]string{"secret/01 01 01.a", "secret/02 02 -"},
			nil,
		},
		{
			"orphan",
			[]string{"1.in", "1.ans", "3.ans", "2.out"},
			[]string{"secret/1 1.in 1.ans"},
			[]string{"warning: 2.out: answer without its input 2.in", "warning: 3.ans: answer without its input 3.in"},
		},
		{
			"two answers",
			[]string{"1.in", "1.ans", "1.out"},
			[]string{"secret/1 1.in 1.ans"},
			[]string{"warning: 1.ans: two answers for the case 1: 1.ans is used, 1.out is not"},
		},
		{
			"two layouts",
			[]string{"1.in", "1.ans", "input1.txt", "output1.txt"},
			nil,
			[]string{"error: two layouts at once: 1.in is named like N.in, and input1.txt like inputN.txt"},
		},
		{
			"two layouts, one without answers",
			[]string{"1.in", "1.ans", "input.txt"},
			[]string{"secret/1 1.in 1.ans"},
			nil,
		},
		{
			"two layouts, one in directories",
			[]string{"01", "01.a", "in/1.txt", "out/1.txt"},
			nil,
			[]string{"error: two layouts at once: 01 is named like N, and in/1.txt like in/N.txt"},
		},
		{"empty", nil, nil, []string{"error: no test cases"}},
		{"nothing of use", []string{"a.cpp", "1.ans", "01", "README"}, nil, []string{"error: no test cases"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := folder(t, test.files...)
			p, faults := Load(dir)
			if diff := cmp.Diff(test.want, describe(t, p)); diff != "" {
				t.Errorf("cases differ (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.faults, words(faults)); diff != "" {
				t.Errorf("faults differ (-want +got):\n%s", diff)
			}
			for _, fault := range faults {
				if fault.Help == "" {
					t.Errorf("%s: no help", fault)
				}
			}
			empty := slices.Contains(words(faults), "error: no test cases")
			if got := Is(dir); got == empty {
				t.Errorf("Is = %v", got)
			}
		})
	}
}

func TestLoadGivesTheProblem(t *testing.T) {
	dir := filepath.Join(folder(t, "Мой набор/1.in", "Мой набор/1.ans"), "Мой набор")
	p, faults := Load(dir)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if p.ID != "Мой набор" || p.Names["en"] != "Мой набор" || p.Dir != dir || p.Format != problem.Plain {
		t.Errorf("got ID %q, names %v, dir %q, format %q", p.ID, p.Names, p.Dir, p.Format)
	}
	if p.Limits.Time != 2*time.Second || p.Limits.TimeSource != "default" || p.Limits.Memory != 256*bytesize.MiB || p.Limits.Output != 64*bytesize.MiB {
		t.Errorf("limits are %+v", p.Limits)
	}
}

func TestLoadTellsOfAMissingFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "absent")
	_, faults := Load(dir)
	if len(faults.Fatal(true)) != 1 || !strings.Contains(faults[0].Message, "cannot read the directory") {
		t.Errorf("faults are %v", faults)
	}
	if Is(dir) {
		t.Error("Is = true")
	}
}

func TestPackageIsNotPlain(t *testing.T) {
	if Is(folder(t, "problem.yaml", "1.in", "1.ans")) {
		t.Error("a directory with problem.yaml is taken for plain")
	}
}

func TestSymbolicLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege")
	}
	outside := folder(t, "secret.in", "dir/1.txt")
	for _, test := range []struct {
		name   string
		files  []string
		links  map[string]string
		want   []string
		faults []string
	}{
		{
			"inside",
			[]string{"data/x", "1.ans"},
			map[string]string{"1.in": "data/x"},
			[]string{"secret/1 data/x 1.ans"},
			nil,
		},
		{
			"input that leads out",
			[]string{"1.in", "1.ans", "2.ans"},
			map[string]string{"2.in": filepath.Join(outside, "secret.in")},
			[]string{"secret/1 1.in 1.ans"},
			[]string{"error: 2.in: symbolic link that leads out of the directory"},
		},
		{
			"answer that leads out",
			[]string{"1.in"},
			map[string]string{"1.ans": filepath.Join(outside, "secret.in")},
			[]string{"secret/1 1.in -"},
			[]string{"error: 1.ans: symbolic link that leads out of the directory"},
		},
		{
			"directory that leads out",
			[]string{"out/1.txt"},
			map[string]string{"in": filepath.Join(outside, "dir")},
			nil,
			[]string{"error: in: symbolic link that leads out of the directory"},
		},
		{
			"broken",
			[]string{"1.ans"},
			map[string]string{"1.in": "nowhere"},
			nil,
			[]string{"error: 1.in: broken symbolic link: no such file or directory"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := folder(t, test.files...)
			for name, target := range test.links {
				if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
			p, faults := Load(dir)
			if diff := cmp.Diff(test.want, describe(t, p)); diff != "" {
				t.Errorf("cases differ (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.faults, words(faults)); diff != "" {
				t.Errorf("faults differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAFolderThatIsALinkItself(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege")
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(folder(t, "1.in", "1.ans"), link); err != nil {
		t.Fatal(err)
	}
	if p, faults := Load(link); len(faults) > 0 || len(p.Data.AllCases()) != 1 || p.ID != "link" {
		t.Errorf("got %v, faults %v", p.ID, faults)
	}
}

func TestManyCases(t *testing.T) {
	var files []string
	for i := range 10_000 {
		files = append(files, fmt.Sprintf("%d.in", i), fmt.Sprintf("%d.ans", i))
	}
	dir := folder(t, files...)
	start := time.Now()
	p, faults := Load(dir)
	// About 0.1 s as a rule; the bound only excludes that each file is looked for among all others.
	if took := time.Since(start); took > time.Minute {
		t.Errorf("loading takes %v", took)
	}
	cases := p.Data.AllCases()
	if len(faults) > 0 || len(cases) != 10_000 || cases[9_999].Name != "secret/9999" {
		t.Errorf("got %d cases, faults %v", len(cases), faults)
	}
}

func TestManyFaultsAreBounded(t *testing.T) {
	var files []string
	for i := range 1000 {
		files = append(files, fmt.Sprintf("%d.ans", i))
	}
	_, faults := Load(folder(t, append(files, "0.in")...))
	if len(faults) != 21 || faults[20].Message != "and 979 more like these" || faults[20].Level != problem.Warning {
		t.Errorf("got %d faults, the last is %v", len(faults), faults[len(faults)-1])
	}
}

func TestLoadPattern(t *testing.T) {
	for _, test := range []struct {
		pattern string
		files   []string
		want    []string
		err     string
	}{
		{"%s.%e", []string{"1.in", "1.out"}, []string{"secret/1 1.in 1.out"}, ""},
		{"%s.%e", []string{"1.in", "1.ans"}, []string{"secret/1 1.in 1.ans"}, ""},
		{"%e/case_%s.txt", []string{"in/case_1.txt", "out/case_1.txt", "in/other"}, []string{"secret/case_1 in/case_1.txt out/case_1.txt"}, ""},
		{"data/%e-%s", []string{"data/in-1", "data/out-1"}, []string{"secret/in-1 data/in-1 data/out-1"}, ""},
		{"./%s_%e.txt", []string{"a_in.txt", "a_out.txt"}, []string{"secret/a_in a_in.txt a_out.txt"}, ""},
		{"100%%_%s.%e", []string{"100%_1.in", "100%_1.out"}, []string{"secret/100%_1 100%_1.in 100%_1.out"}, ""},
		{"%s", nil, nil, "want %e"},
		{"%e.txt", []string{"in.txt", "out.txt", "in1.txt"}, []string{"secret/in in.txt out.txt"}, ""},
		{"A_%e%s.txt", []string{"A_input0.txt", "A_output0.txt"}, []string{"secret/A_input0 A_input0.txt A_output0.txt"}, ""},
		{"%s%s.%e", nil, nil, "want one %s"},
		{"%s/%e.txt", nil, nil, "not in a directory's"},
		{"%x%s.%e", nil, nil, "want s, e or %"},
		{"%s.%e%", nil, nil, "want s, e or %"},
		{"../%s.%e", nil, nil, "below the directory"},
		{"/tmp/%s.%e", nil, nil, "below the directory"},
	} {
		t.Run(strings.ReplaceAll(test.pattern, "/", " "), func(t *testing.T) {
			p, faults, err := LoadPattern(folder(t, test.files...), test.pattern, "")
			if test.err != "" {
				if err == nil || !strings.Contains(err.Error(), test.err) {
					t.Errorf("error is %v, want it to speak of %q", err, test.err)
				}
				return
			}
			if err != nil || len(faults) > 0 {
				t.Fatalf("error %v, faults %v", err, faults)
			}
			if diff := cmp.Diff(test.want, describe(t, p)); diff != "" {
				t.Errorf("cases differ (-want +got):\n%s", diff)
			}
		})
	}
	_, faults, err := LoadPattern(folder(t, "1.in"), "%s_%e", "")
	if err != nil || len(faults) != 1 || faults[0].Message != "no test cases: no file is named N_in" {
		t.Errorf("a pattern without files: error %v, faults %v", err, faults)
	}
}

func TestSiblings(t *testing.T) {
	for _, test := range []struct {
		name   string
		source string
		files  []string
		want   []string
	}{
		{"named after it", "a.cpp", []string{"a.in", "a.out", "b.in", "b.out", "1.in", "1.out"}, []string{"secret/a a.in a.out"}},
		{"named after it and numbered", "a.cpp", []string{"a2.in", "a2.ans", "a-10.in", "a-10.ans", "ab.in", "ab.ans"}, []string{"secret/a-10 a-10.in a-10.ans", "secret/a2 a2.in a2.ans"}},
		{"a number goes on", "a1.cpp", []string{"a1-1.in", "a1-1.ans", "a10.in", "a10.ans"}, []string{"secret/a1-1 a1-1.in a1-1.ans"}},
		{"named after nothing", "a.cpp", []string{"1.in", "1.ans", "b.py", "b.in", "b.ans"}, []string{"secret/1 1.in 1.ans"}},
		{"oj", "a.cpp", []string{"test/sample-1.in", "test/sample-1.out"}, []string{"sample/sample-1 test/sample-1.in test/sample-1.out"}},
		{"numbered extensions", "sum.cpp", []string{"sum.in1", "sum.ou1", "max.in1", "max.ou1", "max.cpp"}, []string{"secret/sum.in1 sum.in1 sum.ou1"}},
		{"ACM archives", "A.cpp", []string{"A.1.dat", "A.1.ans", "B.1.dat", "B.1.ans"}, []string{"secret/A.1 A.1.dat A.1.ans"}},
		{"in samples", "a.cpp", []string{"b.py", "b.in", "b.ans", "samples/1.in", "samples/1.out"}, []string{"sample/1 samples/1.in samples/1.out"}},
		{"in a directory of its name", "A.cpp", []string{"A/1.in", "A/1.ans", "B.cpp", "B/1.in", "B/1.ans", "2.in", "2.ans"}, []string{"secret/1 A/1.in A/1.ans"}},
		{"in a directory of its name among tests", "A.cpp", []string{"tests/A/1.in", "tests/A/1.out", "tests/B/1.in"}, []string{"secret/1 tests/A/1.in tests/A/1.out"}},
		{"another layout", "a.cpp", []string{"input1.txt", "output1.txt"}, []string{"secret/input1 input1.txt output1.txt"}},
		{"none", "a.cpp", []string{"b.py", "b.in", "b.ans"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := folder(t, append(test.files, test.source)...)
			p, faults := Siblings(filepath.Join(dir, test.source))
			for _, fault := range faults {
				if fault.Level == problem.Error {
					t.Errorf("fault %v", fault)
				}
			}
			if test.want == nil {
				if p != nil {
					t.Errorf("got %v, want none", describe(t, p))
				}
				return
			}
			if p == nil {
				t.Fatal("got none")
			}
			if diff := cmp.Diff(test.want, describe(t, p)); diff != "" {
				t.Errorf("cases differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNatural(t *testing.T) {
	// "01" and "1" have the same value, and then bytes decide.
	want := []string{"", "01", "1", "2", "10", "a", "a1", "a1b", "a2", "a10", "a10b01", "a10b1", "a19", "a20", "b", "é"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, natural)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("order differs (-want +got):\n%s", diff)
	}
}

func TestNaturalIsAnOrder(t *testing.T) {
	names := rapid.StringMatching(`[ab0-2]{0,5}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := names.Draw(t, "a"), names.Draw(t, "b"), names.Draw(t, "c")
		if natural(a, b) != -natural(b, a) {
			t.Fatalf("natural(%q, %q) = %d, the other way %d", a, b, natural(a, b), natural(b, a))
		}
		if (natural(a, b) == 0) != (a == b) {
			t.Fatalf("natural(%q, %q) = 0", a, b)
		}
		if natural(a, b) <= 0 && natural(b, c) <= 0 && natural(a, c) > 0 {
			t.Fatalf("%q ≤ %q ≤ %q, but not %q ≤ %q", a, b, c, a, c)
		}
	})
}

func TestNearest(t *testing.T) {
	for _, test := range []struct {
		name  string
		files []string
		want  string
	}{
		{"nothing", []string{"a.cpp", "README.md", "Makefile"}, ""},
		{"a directory that holds tests", []string{"a.cpp", "mine/1.in", "mine/1.ans"}, "the directory mine with tests: --problem DIR/mine"},
		{"the least deep directory", []string{"a.cpp", "a/b/c/1.in", "a/b/c/1.ans", "z/mine/1.in", "z/mine/1.ans"}, "the directory z/mine with tests: --problem DIR/z/mine"},
		{"too deep a directory", []string{"a.cpp", "a/b/c/d/1.in", "a/b/c/d/1.ans"}, ""},
		{"a hidden directory", []string{"a.cpp", ".git/1.in", ".git/1.ans"}, ""},
		{"an answer alone", []string{"a.cpp", "1.out", "a.out"}, "1.out, an answer without its input 1.in"},
		{"a directory called as an answer", []string{"a.cpp", "1.out/x", "2.out"}, "2.out, an answer without its input 2.in"},
		{"tests of another file", []string{"a.cpp", "b.py", "b.in"}, "b.in, which belongs to b.py: --problem DIR judges with all tests there"},
		{"a pair of another file", []string{"alt.py", "1.py", "1.in", "1.ans"}, "1.in, which belongs to 1.py: --problem DIR judges with all tests there"},
		{"an odd name", []string{"a.cpp", "first-input", "main"}, "first-input: rename it, or name the pattern of such files with --pattern"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := folder(t, test.files...)
			if got, want := Nearest(dir), strings.ReplaceAll(test.want, "DIR", dir); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
	dir := folder(t, "1.in", "1.ans", "deeper/a.cpp")
	if got, want := Nearest(filepath.Join(dir, "deeper")), "the directory above with tests: --problem "; !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAnswersThatAreWanted(t *testing.T) {
	for _, test := range []struct {
		name  string
		files []string
		want  []string // below the directory
	}{
		{"none is missing", []string{"1.in", "1.ans"}, []string{""}},
		{"no answer at all", []string{"1.in"}, []string{"1.ans"}},
		{"as the others are named", []string{"1.in", "1.out", "2.in"}, []string{"", "2.out"}},
		{"in another directory", []string{"in/1.txt"}, []string{"out/1.txt"}},
		{"numbered extensions", []string{"a.in1", "a.ou1", "a.in2"}, []string{"", "a.ou2"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := folder(t, test.files...)
			p, faults := Load(dir)
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			var got []string
			for _, c := range p.Data.AllCases() {
				wanted := c.AnswerWanted
				if wanted != "" {
					var err error
					if wanted, err = filepath.Rel(dir, wanted); err != nil {
						t.Fatal(err)
					}
				}
				got = append(got, filepath.ToSlash(wanted))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("answers differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestByteOrderMarks(t *testing.T) {
	dir := folder(t, "1.in", "1.ans", "2.in", "2.ans")
	for _, file := range []string{"1.in", "2.ans"} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte("\ufeff1\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_, faults := Load(dir)
	const message = "begins with a byte order mark, which programs take for a part of the first word"
	if diff := cmp.Diff([]string{"warning: 1.in: " + message, "warning: 2.ans: " + message}, words(faults)); diff != "" {
		t.Errorf("faults differ (-want +got):\n%s", diff)
	}
}
