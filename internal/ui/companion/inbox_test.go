package companion

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/event"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
)

// newInbox is one below a directory of the test, with sources in a language of its own.
func newInbox(t *testing.T) *Inbox {
	t.Helper()
	return &Inbox{Dir: filepath.Join(t.TempDir(), "solutions"), Source: func(p *problem.Problem) (string, []byte, error) {
		return p.ID + ".cpp", []byte("// " + p.Name() + "\n"), nil
	}}
}

func put(t *testing.T, inbox *Inbox, text string) event.Received {
	t.Helper()
	page, err := plain.ReadPage([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := page.Check(); err != nil {
		t.Fatal(err)
	}
	received, err := inbox.Put(page)
	if err != nil {
		t.Fatal(err)
	}
	return received
}

// tree lists the files below a directory, with slashes.
func tree(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		files = append(files, filepath.ToSlash(name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The pages of many sites become problems that can be judged, or say why they cannot.
func TestSites(t *testing.T) {
	for site, want := range map[string]struct {
		folder string
		tests  int
		notes  []string // their beginnings
	}{
		"codeforces":             {"d-xor-sequence", 1, nil},
		"codeforces_files":       {"a-left-and-right", 2, nil},
		"codeforces_interactive": {"d-приятная-игра", 1, []string{"interactive problem, and the page has no interactor (--interactor FILE judges it with one, and grundy run lets you talk with the solution)"}},
		"atcoder":                {"a-product", 2, nil},
		"atcoder_ja":             {"b-高橋君とカード", 1, nil},
		"codechef":               {"chef-and-remissness", 1, nil},
		"cses":                   {"removing-digits", 1, nil},
		"kattis":                 {"a-different-problem", 1, nil},
		"hackerrank":             {"a-very-big-sum", 1, nil},
		"spoj":                   {"prime1-prime-generator", 1, nil},
		"luogu":                  {"p1001-a-b-problem", 1, nil},
		"yandex":                 {"a-стеклянные-шарики", 1, nil},
		"usaco":                  {"problem-1-roundabout-rounds", 1, nil},
		"baekjoon":               {"1000번-a-b", 1, nil},
		"library_checker":        {"nim-product-mathbb-f-2-64", 1, nil},
		"uoj":                    {"unr-1-争夺圣杯", 0, []string{"the page has no tests: put some into samples"}},
	} {
		t.Run(site, func(t *testing.T) {
			text := content(t, "testdata/sites/"+site+".json")
			page, err := plain.ReadPage([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			inbox := newInbox(t)
			received := put(t, inbox, text)
			dir := filepath.Join(inbox.Dir, want.folder)
			if received.Directory != dir || received.Known || received.Contest != "" || received.Source != filepath.Join(dir, want.folder+".cpp") {
				t.Errorf("got %+v", received)
			}
			p, faults := plain.Siblings(received.Source)
			var samples []string
			for _, c := range p.Samples() {
				samples = append(samples, content(t, c.Input), content(t, c.Answer))
			}
			var texts []string
			for _, test := range page.Tests {
				texts = append(texts, test.Input, test.Output)
			}
			if diff := cmp.Diff(texts, samples); diff != "" || len(page.Tests) != want.tests {
				t.Errorf("the samples differ (-page +found):\n%s", diff)
			}
			if page.TimeLimit > 0 && (p.Limits.Time != page.Time() || p.Limits.Memory != page.Memory()) {
				t.Errorf("the limits are %+v", p.Limits)
			}
			if p.Sources[0] != page.URL || p.Name() != plain.Title(page.Name) {
				t.Errorf("name %q, sources %q", p.Name(), p.Sources)
			}
			if len(want.notes) == 0 && len(faults) > 0 {
				t.Errorf("faults: %v", faults)
			}
			if !slices.EqualFunc(received.Notes, want.notes, strings.HasPrefix) {
				t.Errorf("notes: %q, want %q", received.Notes, want.notes)
			}
		})
	}
}

const sum = `{"name": "Sum", "group": "CSES - Basics", "url": "https://cses.fi/problemset/task/1", "timeLimit": 1000, "memoryLimit": 512,
	"tests": [{"input": "1 2\n", "output": "3\n"}]`

func TestNothingIsOverwritten(t *testing.T) {
	inbox := newInbox(t)
	first := put(t, inbox, sum+"}")
	// What the user changes stays, and what is missing comes back.
	for name, text := range map[string]string{"sum.cpp": "mine", "samples/1.ans": "4\n"} {
		if err := os.WriteFile(filepath.Join(first.Directory, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(first.Directory, "samples", "1.in")); err != nil {
		t.Fatal(err)
	}
	again := put(t, inbox, sum+"}")
	want := event.Received{
		Name: "Sum", URL: first.URL, Directory: first.Directory, Known: true, Source: first.Source, Tests: 1,
		Added: []string{filepath.Join(first.Directory, "samples", "1.in")}, Kept: []string{filepath.Join(first.Directory, "samples", "1.ans")},
	}
	if diff := cmp.Diff(want, again); diff != "" {
		t.Errorf("received differs (-want +got):\n%s", diff)
	}
	if content(t, first.Source) != "mine" || content(t, filepath.Join(first.Directory, "samples", "1.ans")) != "4\n" {
		t.Error("what the person wrote is gone")
	}
	// A solution in another language stands for the one that was begun.
	if err := os.Rename(first.Source, filepath.Join(first.Directory, "other.py")); err != nil {
		t.Fatal(err)
	}
	if third := put(t, inbox, sum+"}"); third.Source != filepath.Join(first.Directory, "other.py") || len(third.Added) > 0 {
		t.Errorf("got %+v", third)
	}
	// Another problem of that name, and a directory of the user's, are others.
	other := put(t, inbox, strings.Replace(sum, "task/1", "task/2", 1)+"}")
	if err := os.Mkdir(filepath.Join(inbox.Dir, "sum-3"), 0o755); err != nil {
		t.Fatal(err)
	}
	third := put(t, inbox, strings.Replace(sum, "task/1", "task/3", 1)+"}")
	if filepath.Base(other.Directory) != "sum-2" || filepath.Base(third.Directory) != "sum-4" || filepath.Base(third.Source) != "sum-4.cpp" {
		t.Errorf("got %s and %s", other.Directory, third.Directory)
	}
}

func TestContest(t *testing.T) {
	inbox := newInbox(t)
	for i, name := range []string{"A. One", "B. Two", "C. Three"} {
		text := strings.Replace(sum, `"Sum"`, `"`+name+`"`, 1)
		text = strings.Replace(text, "task/1", "task/"+name[:1], 1) + `, "batch": {"id": "b", "size": 3}}`
		received := put(t, inbox, text)
		if received.Contest != filepath.Join(inbox.Dir, "basics") || received.Number != i+1 || received.Size != 3 {
			t.Errorf("got %+v", received)
		}
		if incomplete := inbox.Incomplete(); (len(incomplete) == 0) != (i == 2) {
			t.Errorf("after %d: %d contests are incomplete", i+1, len(incomplete))
		}
	}
	want := []string{}
	for _, name := range []string{"a-one", "b-two", "c-three"} {
		for _, file := range []string{strings.ToUpper(name[:1]) + ".cpp", "plain.yaml", "samples/1.ans", "samples/1.in"} {
			want = append(want, name+"/"+file)
		}
	}
	if diff := cmp.Diff(want, tree(t, filepath.Join(inbox.Dir, "basics"))); diff != "" {
		t.Errorf("the contest's folder differs (-want +got):\n%s", diff)
	}
	// A problem of the contest's name is none of its directory, and the other way round.
	put(t, inbox, strings.Replace(sum, `"Sum"`, `"Finals"`, 1)+"}")
	received := put(t, inbox, strings.Replace(sum, "Basics", "Finals", 1)+`, "batch": {"id": "c", "size": 2}}`)
	if received.Contest != filepath.Join(inbox.Dir, "finals-contest") {
		t.Errorf("the contest went to %s", received.Contest)
	}
}

func TestContestName(t *testing.T) {
	for group, want := range map[string]string{
		"Codeforces - Codeforces Round 1017 (Div. 4)": "codeforces-round-1017-div-4",
		"AtCoder - ABC - Finals":                      "abc-finals",
		"Luogu":                                       "luogu",
		"CSES - ":                                     "cses",
		"":                                            "contest",
		"../../..":                                    "problem",
	} {
		if got := contestName(group); got != want {
			t.Errorf("contestName(%q) = %q, want %q", group, got, want)
		}
	}
}

// Whatever a page is called, its directory lies in the inbox, and nothing else is written.
func TestHostileNames(t *testing.T) {
	for _, name := range []string{
		"../../../outside", "/etc/passwd", `..\\..\\outside`, `C:\\Windows`, "a/../../outside", ".", "..", "...", "con", "NUL.txt", "-rf",
		"\\u0000", "a\\u0000b", "\\u001b[2J", "\\u202egnp.exe", "a\\nb: c", "plain.yaml", "samples", ".git", "~", "$(id)", "%2e%2e%2f", "\\ud800",
		strings.Repeat("x", 5000), strings.Repeat("é", 5000), "*/ int main(){} /*",
	} {
		inbox := newInbox(t)
		text := strings.Replace(sum, `"Sum"`, `"`+name+`"`, 1)
		text = strings.Replace(text, "CSES - Basics", name, 1) + `, "batch": {"id": "../b", "size": 2}}`
		received := put(t, inbox, text)
		if below, err := filepath.Rel(inbox.Dir, received.Directory); err != nil || !filepath.IsLocal(below) || len(strings.Split(filepath.ToSlash(below), "/")) != 2 {
			t.Errorf("%.40q: the folder is %s", name, received.Directory)
		}
		above := tree(t, filepath.Dir(inbox.Dir))
		for _, file := range above {
			if !strings.HasPrefix(file, "solutions/") {
				t.Errorf("%.40q: wrote %s", name, file)
			}
		}
		if len(above) != 4 || strings.ContainsFunc(received.Name, func(r rune) bool { return r < ' ' }) {
			t.Errorf("%.40q: got %q, %q", name, above, received.Name)
		}
	}
}

func TestFullFolder(t *testing.T) {
	inbox := newInbox(t)
	if err := os.WriteFile(inbox.Dir, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	page, err := plain.ReadPage([]byte(sum + "}"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inbox.Put(page); err == nil || !strings.HasPrefix(err.Error(), "Sum: ") || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file in place of the folder: got %v", err)
	}
}

// TestLayouts holds that a layout names directories, that sources of contests have short names, that a problem which comes twice
// has one directory, and that the names of other problems are left alone.
func TestLayouts(t *testing.T) {
	page := func(n int, more string) string {
		return fmt.Sprintf(`{"name": "%c. Nim", "group": "Codeforces - Round 145", "url": "https://codeforces.com/contest/1/problem/%[1]c", "tests": []%s}`, 'A'+n, more)
	}
	inbox := newInbox(t)
	inbox.Reserved = func(name string) bool { return name == "b-nim" }
	inbox.Layout = "{judge}/{contest}/{letter}"
	want := filepath.Join(inbox.Dir, "codeforces", "round-145", "A")
	if received := put(t, inbox, page(0, "")); received.Directory != want || received.Known {
		t.Errorf("got %+v, want %s", received, want)
	}
	hello := `{"name": "Hello World!", "group": "Kattis", "url": "https://open.kattis.com/problems/hello", "tests": []}`
	if received := put(t, inbox, hello); received.Directory != filepath.Join(inbox.Dir, "kattis", "hello-world") {
		t.Errorf("without a contest: got %+v", received)
	}
	inbox.Layout = ""
	if received := put(t, inbox, page(0, `, "batch": {"id": "x", "size": 2}`)); received.Directory != want || !received.Known {
		t.Errorf("again: got %+v, want %s", received, want)
	}
	if received := put(t, inbox, page(1, `, "batch": {"id": "x", "size": 2}`)); received.Source != filepath.Join(inbox.Dir, "round-145", "b-nim", "B.cpp") {
		t.Errorf("in a contest: got %+v", received)
	}
	inbox.Reserved = func(name string) bool { return name == "c-nim" }
	if received := put(t, inbox, page(2, "")); received.Directory != filepath.Join(inbox.Dir, "c-nim-2") {
		t.Errorf("called as another problem: got %+v", received)
	}
	for _, faulty := range []string{"../{problem}", "/tmp/{problem}", "{problem}/{x}", "{judge}/all", "a:{problem}", ".{problem}"} {
		if layout, err := ReadLayout(faulty); err == nil {
			t.Errorf("%s is read as %s", faulty, layout)
		}
	}
}
