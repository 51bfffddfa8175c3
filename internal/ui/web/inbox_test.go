package web_test

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grundy/internal/ui/web/problems"
)

// sent is what the extension sends of a problem.
const sent = `{"name":%q,"group":"Site - Round 7","url":%q,"interactive":false,"memoryLimit":256,"timeLimit":2000,
	"tests":[{"input":"1\n","output":"2\n"},{"input":"4\n","output":"8\n"}],"testType":"single","input":{"type":"stdin"},"output":{"type":"stdout"},
	"batch":{"id":%q,"size":%d}}`

// TestInbox walks the way of problems from the browser: two of a contest and one alone, each opened at once, solved, and judged again.
func TestInbox(t *testing.T) {
	needsBash(t)
	p := newPlace(t)
	free, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := free.Addr().(*net.TCPAddr).Port
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	p.companion = problems.Companion{Dir: filepath.Join(p.dir, "companion"), Port: port}
	b := p.open(t)
	await := func(what string) string {
		t.Helper()
		for range 600 {
			if _, _, text := b.ask("GET", "/api/inbox", ""); strings.Contains(text, what) {
				return text
			}
			time.Sleep(50 * time.Millisecond)
		}
		t.Fatalf("%q does not appear in the inbox", what)
		return ""
	}
	await(fmt.Sprintf("heard at port %d", port))
	_, head, _ := b.ask("GET", "/api/inbox", "")
	if status, _, _ := b.ask("GET", "/api/inbox", "", "If-None-Match", head.Get("ETag")); status != http.StatusNotModified {
		t.Errorf("an inbox in which nothing has changed: %d", status)
	}
	p.write(t, "solutions/double/double.sh", wrong) // of a problem of the library, which has the name of one that comes
	for _, page := range []string{
		fmt.Sprintf(sent, "A. Größe der 箱", "https://site.example/7/a", "x", 2),
		fmt.Sprintf(sent, "B. Other", "https://site.example/7/b", "x", 2),
		fmt.Sprintf(sent, "Alone", "https://site.example/alone", "y", 1),
	} {
		answer, err := http.Post(fmt.Sprintf("http://127.0.0.1:%d/", port), "application/json", strings.NewReader(page))
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			t.Fatalf("the extension is told %s", answer.Status)
		}
	}
	await("Größe der 箱")
	await("B. Other")
	list := await(`href="p/inbox:alone"`)
	for _, want := range []string{"<h2>round-7</h2>", `href="https://site.example/7/b"`} {
		if !strings.Contains(list, want) {
			t.Errorf("the inbox lacks %q:\n%s", want, list)
		}
	}
	first := "/p/" + url.PathEscape("inbox:round-7:a-größe-der-箱")
	_, _, text := b.ask("GET", first, "")
	for _, want := range []string{`href="https://site.example/7/a"`, "Größe der 箱", `<pre tabindex="0">4`, `rel="next">B. Other →`, `data-problem="inbox:round-7:a-größe-der-箱"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page of the first lacks %q:\n%s", want, text)
		}
	}

	// The editor's files, judgements and the history know the problem.
	if status, _, text := b.ask("PUT", "/api/files/inbox:alone/alone2.sh", right, "If-None-Match", "*"); status != http.StatusNoContent {
		t.Fatalf("save: %d %s", status, text)
	}
	if text, err := os.ReadFile(filepath.Join(p.dir, "solutions/alone/alone2.sh")); err != nil || string(text) != right {
		t.Errorf("the file holds %q, %v", text, err)
	}
	if done := find(b.follow(b.submit("inbox:alone/alone2.sh"), "", "kept"), "done"); !strings.Contains(done, `"verdict":"AC"`) || !strings.Contains(done, `"tests":2,`) {
		t.Errorf("judged: %s", done)
	}
	if _, _, runs := b.ask("GET", "/submissions", ""); !strings.Contains(runs, "<td>Alone</td>") {
		t.Errorf("the submissions name no problem:\n%s", runs)
	}
	if list := await(`aria-label="solved"`); strings.Count(list, `aria-label="solved"`) != 1 {
		t.Error("more is solved than was")
	}
	if _, _, text := b.ask("GET", "/s/1", ""); !strings.Contains(text, `href="p/inbox:alone?file=alone2.sh"`) {
		t.Errorf("the run does not lead to its problem:\n%s", text)
	}
	if done := find(b.follow(b.begin("/api/again/1", ""), "", "kept"), "done"); !strings.Contains(done, `"verdict":"AC"`) {
		t.Errorf("judged again: %s", done)
	}

	// What judges here sends nothing, and says so. What a site would get is one file.
	_, _, text = b.ask("GET", "/p/inbox:alone?file=alone2.sh", "")
	for _, want := range []string{`id="submit" data-action="Judge here"`, `>Submit to site.example</button>`, "sends nothing to site.example"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q:\n%s", want, text)
		}
	}
	if _, _, text := b.ask("GET", "/p/double", ""); strings.Contains(text, "Judge here") || strings.Contains(text, `id="site"`) {
		t.Errorf("a problem of the library offers a site:\n%s", text)
	}
	if status, _, text := b.ask("GET", "/api/onefile/inbox:alone/alone2.sh", ""); status != http.StatusOK || text != right {
		t.Errorf("one file: %d %s", status, text)
	}

	// A test of one's own lies beside the samples from then on, once.
	own := `{"input":"7","answer":"14"}`
	if status, _, text := b.ask("POST", "/api/tests/inbox:alone/alone2.sh", own); status != http.StatusCreated || !strings.Contains(text, "own-1.in") {
		t.Errorf("a test of one's own: %d %s", status, text)
	}
	for name, want := range map[string]string{"own-1.in": "7\n", "own-1.ans": "14\n"} {
		if text, err := os.ReadFile(filepath.Join(p.dir, "solutions/alone/samples", name)); err != nil || string(text) != want {
			t.Errorf("%s holds %q, %v", name, text, err)
		}
	}
	if status, _, text := b.ask("POST", "/api/tests/inbox:alone/alone2.sh", own); status != http.StatusUnprocessableEntity || !strings.Contains(text, "has this input already") {
		t.Errorf("the same test again: %d %s", status, text)
	}
	if status, _, text := b.ask("POST", "/api/tests/double/double.sh", own); status != http.StatusUnprocessableEntity {
		t.Errorf("a test of a problem of the library: %d %s", status, text)
	}
	if done := find(b.follow(b.submit("inbox:alone/alone2.sh"), "", "kept"), "done"); !strings.Contains(done, `"tests":3,`) {
		t.Errorf("judged with it: %s", done)
	}

	// Whatever else is asked for is no problem of the inbox.
	for _, id := range []string{"inbox:", "inbox:..", "inbox:..:problems:double", "inbox:.", "inbox:double", "inbox:nothing", "inbox::alone"} {
		if status, _, _ := b.ask("GET", "/p/"+id, ""); status != http.StatusNotFound {
			t.Errorf("%s: %d", id, status)
		}
		if status, _, _ := b.ask("PUT", "/api/files/"+id+"/x.sh", right, "If-None-Match", "*"); status != http.StatusNotFound {
			t.Errorf("a file of %s: %d", id, status)
		}
	}
}

// TestFolderByHand holds that a directory with settings that a user has made is a page, whatever its name, also without
// a test.
func TestFolderByHand(t *testing.T) {
	p := newPlace(t)
	p.write(t, "solutions/my 50% & more?/plain.yaml", "name: By hand\n")
	b := p.open(t)
	address := "p/" + url.PathEscape("inbox:my 50% & more?")
	if _, _, text := b.ask("GET", "/inbox", ""); !strings.Contains(text, `href="`+strings.ReplaceAll(address, "&", "&amp;")+`"`) {
		t.Errorf("the inbox does not lead to %s:\n%s", address, text)
	}
	if status, _, text := b.ask("GET", "/"+address, ""); status != http.StatusOK || !strings.Contains(text, "no test cases") {
		t.Errorf("its page: %d\n%s", status, text)
	}
}

// TestPalette holds that each page has the palette, and that it leads to the problems of the library and to those of the inbox.
func TestPalette(t *testing.T) {
	p := newPlace(t)
	p.write(t, "solutions/by-hand/plain.yaml", "name: By hand\n")
	b := p.open(t)
	_, _, text := b.ask("GET", "/api/palette", "")
	for _, want := range []string{`"page":"p/double"`, `"name":"By hand","id":"inbox:by-hand","page":"p/inbox:by-hand"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the palette lacks %s: %s", want, text)
		}
	}
	for _, path := range []string{"/", "/p/double", "/inbox", "/progress", "/nowhere"} {
		if _, _, page := b.ask("GET", path, ""); !strings.Contains(page, `<dialog id="palette"`) || !strings.Contains(page, "palette.js") {
			t.Errorf("%s has no palette", path)
		}
	}
}
