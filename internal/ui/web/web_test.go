package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"grundy/internal/base/environment"
	"grundy/internal/games"
	"grundy/internal/games/laboratory"
	"grundy/internal/games/play"
	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/web"
	"grundy/internal/ui/web/hub"
	"grundy/internal/ui/web/problems"
	"grundy/tests/suite"
)

// childVariable makes the test binary a server of the place that it names, until it is killed; it prints its address.
const childVariable = "GRUNDY_TEST_SERVE"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childVariable); dir != "" {
		p := &place{dir: dir}
		w, err := p.workspace()
		if err != nil {
			panic(err)
		}
		address, _, err := p.serve(context.Background(), w)
		if err != nil {
			panic(err)
		}
		fmt.Println(address)
		select {}
	}
	_, end, err := suite.Begin()
	if err != nil {
		panic(err)
	}
	code := m.Run()
	if err := end(); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// place is a user's, with a problem "double".
type place struct {
	dir        string
	now        func() time.Time // nil for the present
	hideLevels bool
	packages   []string
	companion  problems.Companion
	hub        hub.Status
	settings   problems.Settings
	executor   func(context.Context, *workspace.Workspace) (workspace.Executor, error) // nil for the judge
}

const statement = `<script>alert(1)</script>

Print twice the number $n$. [a link](javascript:alert(2)) <img src=x onerror=alert(3)>

![a figure](figure.svg)

![elsewhere](https://evil.example/pixel.png)
`

func newPlace(t *testing.T) *place {
	t.Helper()
	p := &place{dir: t.TempDir()}
	for name, text := range map[string]string{
		"problems/double/problem.yaml":            "problem_format_version: 2025-09\nname: Double <b>\nuuid: 0f3f9bbd-6d01-45a8-a13e-6e3f8f4d30ab\nkeywords: [arithmetic, \"<i>\"]\nlimits:\n  time_limit: 2\n",
		"problems/double/statement/problem.en.md": statement,
		"problems/double/statement/figure.svg":    `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(4)</script></svg>`,
		"problems/double/data/sample/1.in":        "1\n", "problems/double/data/sample/1.ans": "2\n",
		"problems/double/data/secret/1.in": "20\n", "problems/double/data/secret/1.ans": "40\n",
		"problems/double/data/secret/2.in": "300\n", "problems/double/data/secret/2.ans": "600\n",
	} {
		p.write(t, name, text)
	}
	return p
}

func (p *place) write(t *testing.T, name, text string) {
	t.Helper()
	suite.Write(t, filepath.Join(p.dir, filepath.FromSlash(name)), text)
}

func (p *place) workspace() (*workspace.Workspace, error) {
	temporary := filepath.Join(p.dir, "temporary")
	if err := os.MkdirAll(temporary, 0o755); err != nil {
		return nil, err
	}
	return workspace.Open(workspace.Config{
		Environment: environment.Variables{"HOME=" + p.dir, "TMPDIR=" + temporary, "PATH=" + os.Getenv("PATH")},
		Problems:    filepath.Join(p.dir, "problems"), KeepRuns: history.DefaultKeep, Log: slog.New(slog.DiscardHandler), Executor: p.executor,
		Games: games.Registry{Grids: laboratory.Grids{}, Theory: play.Theory{}},
	})
}

// serve serves the place until ctx ends; ended is closed then.
func (p *place) serve(ctx context.Context, w *workspace.Workspace) (address string, ended <-chan struct{}, err error) {
	listener, err := web.Listen(0)
	if err != nil {
		return "", nil, err
	}
	now := p.now
	if now == nil {
		now = time.Now
	}
	server, err := web.New(web.Config{
		Workspace: w, Solutions: filepath.Join(p.dir, "solutions"), Folder: p.dir, Packages: p.packages, HideLevels: p.hideLevels,
		Companion: p.companion, Hub: p.hub, Settings: p.settings, Version: "test", Now: now, Log: w.Log(),
	}, listener.Addr())
	if err != nil {
		return "", nil, err
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := server.Serve(ctx, listener); err != nil {
			panic(err)
		}
	}()
	return server.Address(), done, nil
}

// browser is one that was let in.
type browser struct {
	*testing.T
	http.Client
	root string
}

// open serves the place as long as the test lasts, to a browser that is let in.
func (p *place) open(t *testing.T) *browser {
	t.Helper()
	w, err := p.workspace()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	address, ended, err := p.serve(ctx, w)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		<-ended
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return enter(t, address)
}

func enter(t *testing.T, address string) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	root, _, _ := strings.Cut(address, "/?")
	b := &browser{t, http.Client{Jar: jar}, root}
	t.Cleanup(b.CloseIdleConnections)
	if answer, err := b.Get(address); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("the address does not open: %v %v", answer, err)
	}
	return b
}

// base is the path that all pages lie below.
func (b *browser) base() string {
	_, path, _ := strings.Cut(strings.TrimPrefix(b.root, "http://"), "/")
	return "/" + path
}

// ask sends a request and gives status, head and body of the answer.
func (b *browser) ask(method, path, body string, header ...string) (int, http.Header, string) {
	b.Helper()
	request, err := http.NewRequestWithContext(b.Context(), method, b.root+path, strings.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	answer, err := b.Do(request)
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		b.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(text)
}

// message is one of a stream.
type message struct{ id, kind, data string }

// follow reads a stream to its end, or until it was told something.
func (b *browser) follow(stream int, after string, until string) []message {
	b.Helper()
	request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, fmt.Sprintf("%s/api/streams/%d", b.root, stream), nil)
	if err != nil {
		b.Fatal(err)
	}
	request.Header.Set("Last-Event-ID", after)
	answer, err := b.Do(request)
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	var all []message
	var m message
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		key, value, _ := strings.Cut(lines.Text(), ": ")
		switch key {
		case "id":
			m.id = value
		case "event":
			m.kind = value
		case "data":
			m.data = value
		case "":
			if m.kind != "" {
				all = append(all, m)
			}
			if m.kind != "" && m.kind == until {
				return all
			}
			m = message{}
		}
	}
	return all
}

// submit judges a file and gives the number of the stream.
func (b *browser) submit(path string) int { b.Helper(); return b.begin("/api/judge/"+path, "") }

// begin begins what has a stream, and gives its number.
func (b *browser) begin(path, body string) int {
	b.Helper()
	status, _, text := b.ask("POST", path, body)
	var begun struct{ Stream int }
	if err := json.Unmarshal([]byte(text), &begun); err != nil || status != http.StatusAccepted {
		b.Fatalf("%s: %d %s", path, status, text)
	}
	return begun.Stream
}

func find(all []message, kind string) string {
	i := slices.IndexFunc(all, func(m message) bool { return m.kind == kind })
	if i < 0 {
		return ""
	}
	return all[i].data
}

// TestWorkedSolutionsAreNotShown holds that the editor begins with a file of the user's, although an author's lies
// beside it.
func TestWorkedSolutionsAreNotShown(t *testing.T) {
	p := newPlace(t)
	const worked = "read n; echo $((n + n)) # worked\n"
	p.write(t, "problems/double/submissions/accepted/double.sh", worked)
	p.write(t, "solutions/double/double.cpp", "int main() {}\n")
	b := p.open(t)
	shows := func(file, hidden string) {
		t.Helper()
		_, _, page := b.ask("GET", "/p/double", "")
		if !strings.Contains(page, `data-file="`+file+`"`) || strings.Contains(page, hidden) {
			t.Errorf("%s is not in the editor, or %q is:\n%s", file, hidden, page)
		}
	}
	shows("double.cpp", "# worked")
	p.write(t, "problems/double/submissions/accepted/double.cpp", "int main() {}\n")
	p.write(t, "solutions/double/double.sh", worked)
	shows("double2.cpp", "# worked")
	if _, _, page := b.ask("GET", "/p/double?file=double.sh", ""); !strings.Contains(page, "# worked") {
		t.Error("the worked solution cannot be opened")
	}
}

// TestHints holds that hints are opened one by one, that what was opened stays open, and that it is remembered as help.
func TestHints(t *testing.T) {
	p := newPlace(t)
	p.write(t, "problems/double/solution/solution.en.md",
		"## Hint: what to try\n\nAdd $n$. <script>alert(5)</script>\n\n## Hint: the proof\n\nBy induction.\n\n## Solution\n\nTwice.\n")
	b := p.open(t)
	page := func() string {
		t.Helper()
		_, _, page := b.ask("GET", "/p/double", "")
		return page
	}
	open := func(number string, want int) string {
		t.Helper()
		status, _, text := b.ask("POST", "/api/hints/double/"+number, "")
		if status != want {
			t.Errorf("hint %s: %d %s, want %d", number, status, text, want)
		}
		return text
	}
	if got := page(); strings.Contains(got, "induction") || strings.Contains(got, "Add") || !strings.Contains(got, `data-hint="2" disabled`) {
		t.Errorf("before any was opened:\n%s", got)
	}
	if text := open("1", http.StatusOK); !strings.Contains(text, "Add") || !strings.Contains(text, "<math") || strings.Contains(text, "<script") {
		t.Errorf("the first hint is %s", text)
	}
	open("1", http.StatusOK)
	if got := page(); !strings.Contains(got, "Add") || strings.Contains(got, "induction") || strings.Contains(got, `data-hint="2" disabled`) {
		t.Errorf("after the first:\n%s", got)
	}
	for _, number := range []string{"0", "3", "-1", "x"} {
		open(number, http.StatusNotFound)
	}
	w, err := p.workspace()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	problem, err := w.Problems().Named(t.Context(), "double")
	if err != nil {
		t.Fatal(err)
	}
	if steps, err := w.History().Steps(t.Context(), problem); err != nil || len(steps) != 1 || steps[0].Number != 1 {
		t.Errorf("the history has %+v, %v; want the first hint, once", steps, err)
	}
}

var links = regexp.MustCompile(`(?:href|src|data-editor)="([^"]*)"`)

// TestPages holds that no link of any page is broken, that pages load nothing from elsewhere, and that nothing in them runs but modules
// of this server, whatever a package says.
func TestPages(t *testing.T) {
	p := newPlace(t)
	p.write(t, "solutions/double/a.sh", "</textarea><script>alert(5)</script>\n")
	b := p.open(t)
	seen := map[string]bool{}
	next := []string{"/"}
	forbidden := regexp.MustCompile(`(?i)<script>|\son[a-z]+=|\sstyle=|"javascript:|<b>|<i>|evil\.example|</textarea><script`)
	for len(next) > 0 {
		path := next[0]
		next = next[1:]
		if seen[path] {
			continue
		}
		seen[path] = true
		status, head, text := b.ask("GET", path, "")
		if status != http.StatusOK {
			t.Errorf("%s: status %d", path, status)
		}
		policy := head.Get("Content-Security-Policy")
		document := strings.HasSuffix(path, "/statement.html")
		if strings.Contains(policy, "script-src") || (document || strings.Contains(path, "/figures/")) != strings.Contains(policy, "sandbox") {
			t.Errorf("%s: policy %q", path, policy)
		}
		if !strings.HasPrefix(head.Get("Content-Type"), "text/html") {
			continue
		}
		if strings.Contains(policy, "unsafe-inline") != document {
			t.Errorf("%s: policy %q", path, policy)
		}
		if found := forbidden.FindString(text); found != "" {
			t.Errorf("%s has %q", path, found)
		}
		for _, link := range links.FindAllStringSubmatch(text, -1) {
			to, _, _ := strings.Cut(strings.TrimPrefix(link[1], "./"), "#")
			switch {
			case link[1] == b.base()+"/": // which all begin at
			case document && strings.HasPrefix(to, "data:"): // it holds its figures
			case strings.HasPrefix(to, "/"), strings.Contains(to, ":"):
				t.Errorf("%s leads to %s", path, link[1])
			default:
				next = append(next, "/"+to)
			}
		}
	}
	for _, want := range []string{"/p/double", "/submissions", "/progress", "/p/double/figures/figure.svg", "/p/double/statement.html"} {
		if !seen[want] {
			t.Errorf("no page leads to %s: %v", want, seen)
		}
	}
	for _, path := range []string{
		"/nowhere", "/p/none", "/p/none/statement.html", "/s/1", "/s/x", "/p/double/figures/problem.en.md", "/p/double/figures/..", "/assets/", "/assets/0/style.css",
		"/p/double?file=..%2fa.sh", "/p/double?file=a.unknown", "/api/streams/1", "/api/files/none/a.sh", "/api/files/double/.hidden.sh",
	} {
		if status, _, _ := b.ask("GET", path, ""); status != http.StatusNotFound && status != http.StatusBadRequest {
			t.Errorf("%s: status %d", path, status)
		}
	}
}

// TestSaving holds that a file is written only over what the page has seen, and else shown.
func TestSaving(t *testing.T) {
	p := newPlace(t)
	b := p.open(t)
	const path = "/api/files/double/a.sh"
	on := func() string {
		text, err := os.ReadFile(filepath.Join(p.dir, "solutions/double/a.sh"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	want := func(step string, got, status int) {
		t.Helper()
		if got != status {
			t.Errorf("%s: status %d, want %d", step, got, status)
		}
	}
	status, _, _ := b.ask("GET", path, "")
	want("read what is not there yet", status, 204)
	status, _, _ = b.ask("PUT", path, "one")
	want("without a condition", status, 428)
	status, head, _ := b.ask("PUT", path, "one\r\n", "If-None-Match", "*")
	want("a new file", status, 204)
	tag := head.Get("ETag")
	status, head, text := b.ask("GET", path, "")
	if want("read", status, 200); text != "one\r\n" || head.Get("ETag") != tag {
		t.Errorf("read %q %s, want what was written", text, head.Get("ETag"))
	}
	status, _, _ = b.ask("GET", path, "", "If-None-Match", tag)
	want("read what is known", status, 304)
	status, _, text = b.ask("PUT", path, "two", "If-None-Match", "*")
	if want("a new file where one is", status, 409); text != "one\r\n" || on() != "one\r\n" {
		t.Errorf("the conflict shows %q, and the file holds %q", text, on())
	}

	if err := os.Chmod(filepath.Join(p.dir, "solutions/double/a.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	p.write(t, "solutions/double/a.sh", "theirs")
	status, head, text = b.ask("PUT", path, "mine", "If-Match", tag)
	if want("over another save", status, 409); text != "theirs" || on() != "theirs" {
		t.Errorf("the conflict shows %q, and the file holds %q", text, on())
	}
	status, head, _ = b.ask("PUT", path, "mine", "If-Match", head.Get("ETag"))
	if want("mine after all", status, 204); on() != "mine" {
		t.Errorf("the file holds %q", on())
	}
	if info, err := os.Stat(filepath.Join(p.dir, "solutions/double/a.sh")); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	if err := os.Remove(filepath.Join(p.dir, "solutions/double/a.sh")); err != nil {
		t.Fatal(err)
	}
	status, gone, _ := b.ask("PUT", path, "more", "If-Match", head.Get("ETag"))
	if want("a file that is gone", status, 409); gone.Get("ETag") != "" {
		t.Errorf("it is gone and has the tag %s", gone.Get("ETag"))
	}

	status, _, _ = b.ask("PUT", path, strings.Repeat("x", 1<<20+1), "If-None-Match", "*")
	want("too large", status, 413)
	status, _, _ = b.ask("PUT", path, "\xff", "If-None-Match", "*")
	want("not UTF-8", status, 400)
	for _, name := range []string{"a.unknown", "a", "problem.yaml"} {
		status, _, _ = b.ask("PUT", "/api/files/double/"+name, "x", "If-None-Match", "*")
		want(name, status, 422)
	}
	for _, name := range []string{".a.sh", "%2e%2e%2fa.sh", strings.Repeat("a", 200) + ".sh", "a%00.sh"} {
		if status, _, _ := b.ask("PUT", "/api/files/double/"+name, "x", "If-None-Match", "*"); status != 404 && status != 400 {
			t.Errorf("%s: status %d", name, status)
		}
	}
	p.write(t, "elsewhere.sh", "secret")
	if os.Symlink(filepath.Join(p.dir, "elsewhere.sh"), filepath.Join(p.dir, "solutions/double/link.sh")) == nil {
		status, _, text = b.ask("GET", "/api/files/double/link.sh", "")
		if want("a link", status, 422); strings.Contains(text, "secret") {
			t.Errorf("a link is followed: %s", text)
		}
		status, _, _ = b.ask("PUT", "/api/files/double/link.sh", "x", "If-None-Match", "*")
		want("over a link", status, 422)
	}
}

// TestTwoTabs holds that of pages that save at the same time one wins each time, and that none is lost silently.
func TestTwoTabs(t *testing.T) {
	b := newPlace(t).open(t)
	const path = "/api/files/double/a.sh"
	_, head, _ := b.ask("PUT", path, "begin", "If-None-Match", "*")
	for round := range 10 {
		tag := head.Get("ETag")
		var (
			wait  sync.WaitGroup
			mutex sync.Mutex
			won   []string
		)
		for tab := range 4 {
			wait.Go(func() {
				text := fmt.Sprintf("%d %d", round, tab)
				if status, _, _ := b.ask("PUT", path, text, "If-Match", tag); status == 204 {
					mutex.Lock()
					won = append(won, text)
					mutex.Unlock()
				} else if status != 409 {
					t.Errorf("status %d", status)
				}
			})
		}
		wait.Wait()
		var text string
		if _, head, text = b.ask("GET", path, ""); len(won) != 1 || text != won[0] {
			t.Fatalf("%q were told that they are saved, and the file holds %q", won, text)
		}
	}
}

// TestKilledWhileSaving holds that a server which is killed leaves a whole file.
func TestKilledWhileSaving(t *testing.T) {
	p := newPlace(t)
	texts := []string{strings.Repeat("# one\n", 1<<16), strings.Repeat("# other\n", 1<<16)}
	p.write(t, "solutions/double/a.sh", texts[0])
	for round := range 5 {
		command := exec.Command(os.Args[0])
		command.Env = append(os.Environ(), childVariable+"="+p.dir)
		output, err := command.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		address, err := bufio.NewReader(output).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		b := enter(t, strings.TrimSpace(address))
		_, head, _ := b.ask("GET", "/api/files/double/a.sh", "")
		saved := make(chan struct{})
		go func() {
			defer close(saved)
			tag := head.Get("ETag")
			for i := 0; ; i++ {
				request, _ := http.NewRequest("PUT", b.root+"/api/files/double/a.sh", strings.NewReader(texts[i%2]))
				request.Header.Set("If-Match", tag)
				answer, err := b.Do(request)
				if err != nil {
					return // it was killed
				}
				answer.Body.Close()
				tag = answer.Header.Get("ETag")
			}
		}()
		time.Sleep(time.Duration(round*17) * time.Millisecond)
		if err := command.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = command.Wait() // it was killed
		<-saved
		text, err := os.ReadFile(filepath.Join(p.dir, "solutions/double/a.sh"))
		if err != nil || !slices.Contains(texts, string(text)) {
			t.Fatalf("the file holds %d bytes that are neither text, %v", len(text), err)
		}
	}
	// What it did not finish is no solution.
	_, _, page := p.open(t).ask("GET", "/p/double", "")
	if strings.Contains(page, ".a.sh-") {
		t.Error("an unfinished file is shown among the solutions")
	}
}

// TestAgain holds that a solved problem can be begun again without a letter of the earlier file being touched, and that
// it is offered weeks later.
func TestAgain(t *testing.T) {
	needsBash(t)
	p := newPlace(t)
	p.write(t, "solutions/double/double.sh", right)
	b := p.open(t)
	if done := find(b.follow(b.submit("double/double.sh"), "", "kept"), "done"); !strings.Contains(done, `"verdict":"AC"`) {
		t.Fatal(done)
	}
	b.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	if status, head, _ := b.ask("GET", "/p/double/again", ""); status != http.StatusSeeOther || head.Get("Location") != b.base()+"/p/double?file=double2.sh" {
		t.Errorf("again: %d to %q", status, head.Get("Location"))
	}
	if status, _, _ := b.ask("PUT", "/api/files/double/double2.sh", wrong, "If-None-Match", "*"); status != http.StatusNoContent {
		t.Errorf("the new file: %d", status)
	}
	if _, head, _ := b.ask("GET", "/p/double/again", ""); head.Get("Location") != b.base()+"/p/double?file=double3.sh" {
		t.Errorf("the third time: %q", head.Get("Location"))
	}
	if text, err := os.ReadFile(filepath.Join(p.dir, "solutions/double/double.sh")); err != nil || string(text) != right {
		t.Errorf("the earlier file is %q, %v", text, err)
	}
	if _, _, list := b.ask("GET", "/", ""); strings.Contains(list, "once more") {
		t.Error("what was solved a moment ago is offered again")
	}
	p.now = func() time.Time { return time.Now().AddDate(0, 0, 40) }
	if _, _, list := p.open(t).ask("GET", "/", ""); !strings.Contains(list, `Once more, from an empty file: <a href="p/double/again">`) {
		t.Error("what was solved weeks ago is not offered again")
	}
	if status, _, text := b.ask("GET", "/random", ""); status != http.StatusNotFound || !strings.Contains(text, "Every problem is solved") {
		t.Errorf("a random problem where all are solved: %d", status)
	}
}

// TestHiddenLevels holds that nothing tells the level of a problem that is not solved, when that is wished, in one browser or at all.
func TestHiddenLevels(t *testing.T) {
	needsBash(t)
	p := newPlace(t)
	metadata := "problem_format_version: 2025-09\nname: Double\nuuid: 0f3f9bbd-6d01-45a8-a13e-6e3f8f4d30ab\nkeywords: [\"difficulty:7\"]\nlimits:\n  time_limit: 2\n"
	p.write(t, "problems/double/problem.yaml", metadata)
	p.write(t, "solutions/double/double.sh", right)
	b := p.open(t)
	shown := func() (list, page bool) {
		_, _, text := b.ask("GET", "/", "")
		_, _, reading := b.ask("GET", "/p/double", "")
		return strings.Contains(text, `<td class="number">7</td>`), strings.Contains(reading, "level 7")
	}
	want := func(when string, want bool) {
		t.Helper()
		if list, page := shown(); list != want || page != want {
			t.Errorf("%s: shown in the list %v, on the page %v, want %v", when, list, page, want)
		}
	}
	want("at first", true)
	choose := func(wish string) {
		status, _, _ := b.ask("POST", "/levels", "levels="+wish, "Content-Type", "application/x-www-form-urlencoded", "Referer", b.root+"/?filter=a")
		if status != http.StatusOK {
			t.Errorf("%s: %d", wish, status)
		}
	}
	choose("hide")
	want("hidden", false)
	if done := find(b.follow(b.submit("double/double.sh"), "", "kept"), "done"); !strings.Contains(done, `"verdict":"AC"`) {
		t.Fatal(done)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) { // the history is written behind the verdict
		if list, page := shown(); list && page || time.Now().After(deadline) {
			break
		}
	}
	want("when it is solved", true)
	p.write(t, "problems/double/problem.yaml", strings.Replace(metadata, "30ab", "30ac", 1)) // another problem
	want("of another problem", false)
	choose("show")
	want("shown again", true)
	p.hideLevels = true
	b = p.open(t)
	want("hidden by the configuration", false)
	b.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	if status, head, _ := b.ask("GET", "/random", ""); status != http.StatusSeeOther || head.Get("Location") != b.base()+"/p/double" {
		t.Errorf("a random problem: %d %q", status, head.Get("Location"))
	}
}

// TestPackageChanges holds that a page shows a package as it is now, also one that lies behind a link.
func TestPackageChanges(t *testing.T) {
	p := newPlace(t)
	if err := errors.Join(os.Rename(filepath.Join(p.dir, "problems/double"), filepath.Join(p.dir, "elsewhere")),
		os.Symlink("../elsewhere", filepath.Join(p.dir, "problems/double"))); err != nil {
		t.Fatal(err)
	}
	b := p.open(t)
	for _, name := range []string{"Double", "Triple", "Tenfold"} {
		p.write(t, "elsewhere/problem.yaml", "problem_format_version: 2025-09\nname: "+name+"\nuuid: 0f3f9bbd-6d01-45a8-a13e-6e3f8f4d30ab\n")
		for range 2 {
			if _, _, page := b.ask("GET", "/p/double", ""); !strings.Contains(page, "<h1>"+name) {
				t.Errorf("it is called %s by now, and the page says\n%s", name, page)
			}
		}
	}
}
