package plain

import (
	"crypto/md5"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/bytesize"
	"grundy/tests/suite"
)

const page = `{
	"name": "A. Лестница ../../etc/passwd", "group": "Codeforces - Round 1", "url": "https://example.org/problem/A",
	"interactive": false, "memoryLimit": 512, "timeLimit": 1500, "local": false, "newKey": {},
	"tests": [{"id": 1, "input": "1 2\n", "output": "3\n"}, {"id": 2, "input": "4 5\n", "output": "9\n"}],
	"srcPath": "/home/x/a.cpp", "testType": "single", "input": {"type": "stdin"}, "output": {"type": "stdout"}
}`

func write(t *testing.T, name, text string) string {
	t.Helper()
	return suite.Write(t, filepath.Join(t.TempDir(), name), text)
}

func TestLoadProb(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "cache")
	file := write(t, ".a.cpp_00.prob", page)
	for range 2 { // the second time the tests are there already
		p, faults, err := LoadProb(file, cache)
		if err != nil || len(faults) > 0 {
			t.Fatalf("error %v, faults %v", err, faults)
		}
		want := []string{"sample/1 1 2\n 3\n", "sample/2 4 5\n 9\n"}
		if diff := cmp.Diff(want, describe(t, p)); diff != "" {
			t.Errorf("cases differ (-want +got):\n%s", diff)
		}
		if p.ID != "a-лестница-etc-passwd" || p.Names["en"] != "A. Лестница ../../etc/passwd" || p.Sources[0] != "https://example.org/problem/A" {
			t.Errorf("got ID %q, names %v, sources %v", p.ID, p.Names, p.Sources)
		}
		if p.Limits.Time != 1500*time.Millisecond || p.Limits.TimeSource != ".a.cpp_00.prob" || p.Limits.Memory != 512*bytesize.MiB {
			t.Errorf("limits are %+v", p.Limits)
		}
		entries, err := os.ReadDir(cache)
		if err != nil || len(entries) != 1 || !strings.HasPrefix(entries[0].Name(), "a-лестница-etc-passwd-") {
			t.Errorf("the cache holds %v, %v", entries, err)
		}
	}
}

func TestLoadProbFaults(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{
			"defaults", `{"name": "x", "tests": [{"input": "", "output": "1"}]}`, nil,
		},
		{
			"no output", `{"name": "x", "tests": [{"input": "1", "output": ""}]}`,
			[]string{"warning: x.prob: test 1 has no expected output: only an empty one is accepted"},
		},
		{"no tests", `{"name": "x"}`, []string{"error: x.prob: no tests"}},
		{
			"too many tests", `{"tests": [` + strings.Repeat(`{"output": "1"},`, 1000) + `{"output": "1"}]}`,
			[]string{"error: x.prob: tests: want at most 1000, got 1001"},
		},
		{
			"limits", `{"timeLimit": 1e9, "memoryLimit": -1, "tests": [{"output": "1"}]}`,
			[]string{"error: x.prob: timeLimit: want milliseconds from 1 to 600000, got 1e+09", "error: x.prob: memoryLimit: want MB up to 1048576, got -1"},
		},
		{
			"files", `{"tests": [{"output": "1"}], "input": {"type": "file", "fileName": "cow/in"}, "output": {"type": "stdout"}}`,
			[]string{`warning: x.prob: the page names the file "cow/in": here input is given on standard input`},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			cache := filepath.Join(t.TempDir(), "cache")
			_, faults, err := LoadProb(write(t, "x.prob", test.text), cache)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, words(faults)); diff != "" {
				t.Errorf("faults differ (-want +got):\n%s", diff)
			}
			if _, err := os.Stat(cache); (err == nil) != (len(faults.Fatal(true)) == 0) {
				t.Errorf("cache directory: %v, though the faults are %v", err, faults)
			}
		})
	}
}

func TestLoadProbErrors(t *testing.T) {
	cache := t.TempDir()
	for _, test := range []struct{ name, file, want string }{
		{"absent", filepath.Join(cache, "absent.prob"), "absent.prob"},
		{"not JSON", write(t, "x.prob", "name: x"), "want the JSON of Competitive Companion"},
		{"wrong types", write(t, "x.prob", `{"tests": "none"}`), "want the JSON of Competitive Companion"},
		{"as large as may be", write(t, "x.prob", strings.Repeat(" ", MaxPage)), "want the JSON"},
		{"too large", write(t, "x.prob", strings.Repeat(" ", MaxPage+1)), "larger than 16 MiB"},
	} {
		if _, _, err := LoadProb(test.file, cache); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error is %v, want it to speak of %q", test.name, err, test.want)
		}
	}
	blocked := write(t, "file", "")
	if _, _, err := LoadProb(write(t, "x.prob", page), filepath.Join(blocked, "cache")); err == nil || !strings.Contains(err.Error(), "write the tests") {
		t.Errorf("a cache that cannot be written: error is %v", err)
	}
}

func FuzzLoadProb(f *testing.F) {
	f.Add(page)
	f.Add(`{"name":"", "tests":[{"input":null}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		cache := filepath.Join(t.TempDir(), "cache")
		p, _, err := LoadProb(write(t, "x.prob", text), cache)
		if err != nil {
			return
		}
		if rel, err := filepath.Rel(cache, p.Dir); err != nil || rel != filepath.Base(p.Dir) {
			t.Fatalf("tests go to %q", p.Dir)
		}
	})
}

func TestProb(t *testing.T) {
	dir := folder(t, "a.cpp", "b.cpp")
	source := filepath.Join(dir, "a.cpp")
	if got := Prob(source); got != "" {
		t.Errorf("without .cph: %q", got)
	}
	moved := fmt.Sprintf(".cph/.a.cpp_%x.prob", md5.Sum([]byte("/elsewhere/a.cpp")))
	exact := fmt.Sprintf(".cph/.a.cpp_%x.prob", md5.Sum([]byte(source)))
	put := func(name string) {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Join(dir, ".cph"), 0o755), os.WriteFile(filepath.Join(dir, name), []byte(page), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for _, other := range []string{moved[:len(moved)-1], strings.TrimSuffix(moved, ".prob") + ".json", ".cph/.a.cpp_.prob"} {
		if put(other); Prob(source) != "" {
			t.Errorf("%s was taken", other)
		}
	}
	for _, step := range []struct{ add, want string }{{moved, moved}, {exact, exact}} {
		put(step.add)
		if got := Prob(source); got != filepath.Join(dir, step.want) {
			t.Errorf("got %q, want %q", got, step.want)
		}
	}
	if got := Prob(filepath.Join(dir, "b.cpp")); got != "" {
		t.Errorf("another source: %q", got)
	}
}

// What lies on a bound is allowed, and 0 leaves what problems have without a word.
func TestProbLimits(t *testing.T) {
	without, _, err := LoadProb(write(t, "x.prob", `{"tests": [{"output": "1"}]}`), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p, faults, err := LoadProb(write(t, "x.prob", `{"timeLimit": 0, "memoryLimit": 0, "tests": [`+strings.Repeat(`{"output": "1"},`, 999)+`{"output": "1"}]}`), t.TempDir())
	if err != nil || len(faults) > 0 || len(p.Data.AllCases()) != 1000 || p.Limits != without.Limits || p.Limits.Time == 0 || p.Limits.TimeSource == "x.prob" {
		t.Errorf("limits of 0: %+v, %v, %v, want %+v", p.Limits, faults, err, without.Limits)
	}
	p, faults, err = LoadProb(write(t, "x.prob", `{"timeLimit": 600000, "memoryLimit": 1048576, "tests": [{"output": "1"}]}`), t.TempDir())
	if err != nil || len(faults) > 0 || p.Limits.Time != 10*time.Minute || p.Limits.Memory != 1024*bytesize.GiB {
		t.Errorf("the greatest limits: %+v, %v, %v", p.Limits, faults, err)
	}
}
