package plain

import (
	"crypto/md5"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"grundy/internal/base/bytesize"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

// set makes a directory with settings and one test.
func set(t *testing.T, text string) string {
	t.Helper()
	dir := folder(t, "a.cpp", "samples/1.in", "samples/1.ans")
	if err := os.WriteFile(filepath.Join(dir, SettingsFile), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestSettings(t *testing.T) {
	dir := set(t, "name: Two Piles\nurl: https://cses.fi/problemset/task/1754\ntime-limit: 1.5\nmemory-limit: 64MiB\n")
	beside, faults := Siblings(filepath.Join(dir, "a.cpp"))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	named, faults := Load(dir)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	for _, p := range []*problem.Problem{beside, named, Bare(dir)} {
		l := p.Limits
		if p.Name() != "Two Piles" || p.Sources[0] != "https://cses.fi/problemset/task/1754" ||
			l.Time != 1500*time.Millisecond || l.TimeSource != SettingsFile || l.Memory != 64*bytesize.MiB || !l.MemoryStated {
			t.Errorf("got %v, %v, %+v", p.Names, p.Sources, l)
		}
	}
}

func TestFolderWithSettingsIsAProblem(t *testing.T) {
	dir := folder(t, SettingsFile, "a.cpp")
	if err := os.WriteFile(filepath.Join(dir, SettingsFile), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if !Is(dir) {
		t.Error("it is taken for no problem")
	}
	if _, faults := Siblings(filepath.Join(dir, "a.cpp")); len(faults.Fatal(true)) != 1 || faults[0].Message != "no test cases" {
		t.Errorf("got %v", faults)
	}
}

func TestFaultySettings(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"time-limt: 1s", "error: plain.yaml:1: unknown key time-limt"},
		{"time-limit: fast", `error: plain.yaml:1: time-limit: want a time of at least 1ms, got "fast"`},
		{"memory-limit: 256", `error: plain.yaml:1: memory-limit: want a size, got "256"`},
		{"url: file:///etc/passwd", `error: plain.yaml:1: url: want the address of a page in the web, got "file:///etc/passwd"`},
		{"name: [a]", "error: plain.yaml:1: name: want text, got a list"},
		{"- a", "error: plain.yaml:1: want a map, got a list"},
		{"interactor: judge.py", "error: plain.yaml:1: interactor: there is no file judge.py"},
		{"checker: a.cpp\ninteractor: a.cpp", "error: plain.yaml:2: interactor: checker and interactor"},
		{"checker: ../1.in", `error: plain.yaml:1: checker: want a file below the directory, got "../1.in"`},
		{"tolerance: small", "error: plain.yaml:1: tolerance: output comparison: float_tolerance: want a number"},
		{"checker-args: casesensitive", `error: plain.yaml: checker-args: output comparison: unknown flag "casesensitive"`},
		{"checker-dialect: kattis", "error: plain.yaml:1: checker-dialect: want icpc, testlib, plain, cms, sinol, oj or peg"},
		{"input-file: a/cow.in", `warning: plain.yaml: the page names the file "a/cow.in": here input is given on standard input`},
		{"output-file: cow out", `warning: plain.yaml: the page names the file "cow out": here output is read from standard output`},
		{strings.Repeat("#", maxSettings+1), "error: plain.yaml: file is larger than 64 KiB"},
	} {
		_, faults := Load(set(t, test.text))
		if got := words(faults); len(got) != 1 || !strings.HasPrefix(got[0], test.want) {
			t.Errorf("%.40s: got %q, want %q", test.text, got, test.want)
		}
	}
	dir := folder(t, "1.in", "1.ans")
	if err := os.Symlink("/etc/hosts", filepath.Join(dir, SettingsFile)); err != nil {
		t.Skip(err)
	}
	if _, faults := Load(dir); len(faults.Fatal(true)) != 1 || !strings.Contains(faults[0].Message, "leads out") {
		t.Errorf("a link that leads out: got %v", faults)
	}
}

func TestSizesAreWrittenExactly(t *testing.T) {
	for size, want := range map[bytesize.Size]string{
		256 * bytesize.MiB: "256MiB", bytesize.MiB: "1MiB", bytesize.MiB + bytesize.KiB: "1025KiB", bytesize.KiB: "1KiB", bytesize.KiB + 1: "1025B", 3: "3B",
	} {
		if got := string(Settings{Memory: size}.Text()); got != "memory-limit: "+want+"\n" {
			t.Errorf("%d: %q, want %q", size, got, want)
		}
	}
}

func TestAddress(t *testing.T) {
	dir := folder(t, "a.cpp")
	source := filepath.Join(dir, "a.cpp")
	prob := filepath.Join(dir, fmt.Sprintf(".cph/.a.cpp_%x.prob", md5.Sum([]byte(source))))
	for _, step := range []struct{ file, text, want string }{
		{"", "", ""},
		{prob, "no JSON", ""},
		{prob, `{"name": "A", "url": "file:///etc/passwd"}`, ""},
		{prob, `{"name": "A", "url": "https://example.org/a"}`, "https://example.org/a"},
		{filepath.Join(dir, SettingsFile), "url: https://example.org/b\n", "https://example.org/b"},
	} {
		if step.file != "" {
			suite.Write(t, step.file, step.text)
		}
		if got := Address(source); got != step.want {
			t.Errorf("with %q: %q, want %q", step.text, got, step.want)
		}
	}
}

// What is written is read as it was meant, whatever a page is called.
func TestSettingsAreReadAsWritten(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String()
		page := Page{
			Name: text.Draw(t, "name"), TimeLimit: float64(rapid.IntRange(1, 600000).Draw(t, "time")),
			MemoryLimit: rapid.Float64Range(0.001, 4096).Draw(t, "memory"), Interactive: rapid.Bool().Draw(t, "interactive"),
			Input: Stream{Type: "regex", Pattern: text.Draw(t, "pattern")}, Output: Stream{Type: "file", FileName: text.Draw(t, "file")},
		}
		want := page.Settings()
		if err := os.WriteFile(filepath.Join(dir, SettingsFile), want.Text(), 0o644); err != nil {
			t.Fatal(err)
		}
		got, faults := ReadSettings(dir)
		if len(faults) > 0 {
			t.Fatalf("%q: %v", want.Text(), faults)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("settings differ (-want +got):\n%s", diff)
		}
	})
}
