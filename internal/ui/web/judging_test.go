package web_test

import (
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/web"
)

// The solutions of the problem "double".
const (
	right   = "read n; echo $((2 * n))\n"
	wrong   = "read n; echo $((n + 1))\n" // right on the sample
	endless = "while :; do :; done\n"
)

func needsBash(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("needs Bash")
	}
}

// TestFromListToSolved walks the way of a user: the list, the problem, a wrong answer with its reason, an accepted one,
// the history.
func TestFromListToSolved(t *testing.T) {
	needsBash(t)
	p := newPlace(t)
	b := p.open(t)
	if _, _, text := b.ask("GET", "/", ""); !strings.Contains(text, `href="p/double"`) || !strings.Contains(text, "0 of 1 solved") {
		t.Fatalf("the list is\n%s", text)
	}
	_, head, _ := b.ask("PUT", "/api/files/double/a.sh", wrong, "If-None-Match", "*")

	samples := b.follow(b.submit("double/a.sh?samples"), "", "")
	if done := find(samples, "done"); !strings.Contains(done, `"verdict":"AC"`) || !strings.Contains(done, `"tests":1,`) {
		t.Errorf("on the samples: %s", done)
	}

	p.write(t, "problems/double/data/extra/1.in", "1\n")
	stream := b.submit("double/a.sh")
	all := b.follow(stream, "", "")
	if !slices.ContainsFunc(all, func(m message) bool {
		return m.kind == "warning" && strings.Contains(m.data, `"data/extra: unknown directory`)
	}) {
		t.Errorf("nothing is said of the package: %v", all)
	}
	if done := find(all, "done"); !strings.Contains(done, `"verdict":"WA"`) || !strings.Contains(done, `"passed":1,"failed":2`) {
		t.Errorf("a wrong solution: %s", done)
	}
	if failure := find(all, "failure"); !strings.Contains(failure, "First difference") || !strings.Contains(failure, "secret/1") {
		t.Errorf("no failure is shown: %s", failure)
	}
	if why := find(all, "why"); !strings.Contains(why, "Why is it wrong?") {
		t.Errorf("no reason came: %v", all)
	}
	if find(all, "strip") == "" || find(all, "kept") != `{"run":2}` || find(all, "end") == "" {
		t.Errorf("something is missing: %v", all)
	}

	// A page that was away goes on behind what it has seen, and nothing is left to come in the end.
	middle := len(all) / 2
	if rest := b.follow(stream, all[middle].id, ""); len(rest) != len(all)-middle-1 || rest[0] != all[middle+1] {
		t.Errorf("%d of %d messages came behind number %d", len(rest), len(all), middle+1)
	}
	if status, _, _ := b.ask("GET", fmt.Sprintf("/api/streams/%d", stream), "", "Last-Event-ID", all[len(all)-1].id); status != http.StatusNoContent {
		t.Errorf("status %d behind the end, which makes browsers come back for ever", status)
	}

	if status, _, text := b.ask("PUT", "/api/files/double/a.sh", right, "If-Match", head.Get("ETag")); status != http.StatusNoContent {
		t.Fatalf("save: %d %s", status, text)
	}
	stream = b.submit("double/a.sh")
	all = b.follow(stream, "", "")
	if done := find(all, "done"); !strings.Contains(done, `"verdict":"AC"`) || find(all, "why") != "" {
		t.Errorf("a right solution: %v", all)
	}
	for path, wants := range map[string][]string{
		"/":            {"1 of 1 solved", `aria-label="solved"`},
		"/submissions": {`href="s/3"`, `href="s/1"`, "✗ WA", "✓ AC"},
		"/s/2":         {"wrong answer on secret/1", "First difference", "echo $((n &#43; 1))", "1 of 3 tests passed"},
		"/s/3?with=2":  {"Beside run", "-read n; echo $((n &#43; 1))", "&#43;read n; echo $((2 * n))", "secret/2"},
		"/progress":    {"<strong>1</strong> of 1 problem", "arithmetic"},
		"/p/double":    {"echo $((2 * n))", fmt.Sprintf(`data-stream="%d"`, stream)},
	} {
		status, _, text := b.ask("GET", path, "")
		for _, want := range wants {
			if status != http.StatusOK || !strings.Contains(text, want) {
				t.Errorf("%s: status %d, without %q", path, status, want)
			}
		}
	}

	// Judged again is the source as it was, whatever the file holds now.
	if done := find(b.follow(b.begin("/api/again/2", ""), "", ""), "done"); !strings.Contains(done, `"verdict":"WA"`) {
		t.Errorf("the wrong solution judged again: %s", done)
	}
	// Of what was run twice it is shown how much the times differ.
	for path, want := range map[string]bool{"/s/2": true, "/s/4": true, "/s/3": false} {
		if _, _, page := b.ask("GET", path, ""); strings.Contains(page, "Runs against the limit") != want || want && !strings.Contains(page, "secret/1: 2 runs") {
			t.Errorf("%s: the spread of its runs is shown: %t, want %t", path, !want, want)
		}
	}
	// It says nothing of the file, neither what failed last nor how often the problem was tried.
	for path, want := range map[string]string{
		"/s/4":         `as in <a href="s/2">run 2</a>`,
		"/submissions": "a.sh as in run 2",
		"/":            `<td class="number">3</td>`,
	} {
		if _, _, text := b.ask("GET", path, ""); !strings.Contains(text, want) {
			t.Errorf("%s after the run was repeated: without %s", path, want)
		}
	}
	if failed, found := p.failed(t, "double/a.sh"); len(failed) > 0 || !found {
		t.Errorf("after its repetition, %q failed last of a right solution (known: %v)", failed, found)
	}
	b.follow(b.begin("/api/again/4", ""), "", "")
	if _, _, text := b.ask("GET", "/s/5", ""); !strings.Contains(text, `as in <a href="s/2">run 2</a>`) {
		t.Error("a repetition of a repetition is not one of the first run")
	}
}

// failed gives the tests of a solution that failed last, as grundy test --failed finds them.
func (p *place) failed(t *testing.T, name string) (tests []string, found bool) {
	t.Helper()
	w, err := p.workspace()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	solution, err := w.Solution(t.Context(), workspace.Search{}, filepath.Join(p.dir, "solutions", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return w.History().Failed(&solution)
}

// TestChangedPackage holds that the next judgement is by the package as it is then.
func TestChangedPackage(t *testing.T) {
	needsBash(t)
	p := newPlace(t)
	p.write(t, "solutions/double/a.sh", right)
	b := p.open(t)
	if done := find(b.follow(b.submit("double/a.sh"), "", "kept"), "done"); !strings.Contains(done, `"verdict":"AC"`) {
		t.Fatalf("before: %s", done)
	}
	p.write(t, "problems/double/data/secret/3.in", "5\n")
	p.write(t, "problems/double/data/secret/3.ans", "11\n")
	if done := find(b.follow(b.submit("double/a.sh"), "", "kept"), "done"); !strings.Contains(done, `"verdict":"WA"`) || !strings.Contains(done, `"tests":4,`) {
		t.Errorf("after: %s", done)
	}
	if _, _, page := b.ask("GET", "/p/double", ""); !strings.Contains(page, "4 tests") {
		t.Error("the page shows the package as it was")
	}
	p.write(t, "problems/double/problem.yaml", "problem_format_version: [\n")
	if fault := find(b.follow(b.submit("double/a.sh"), "", ""), "fault"); !strings.Contains(fault, "problem.yaml") {
		t.Errorf("of a faulty package it is said: %s", fault)
	}
	if status, _, text := b.ask("GET", "/p/double", ""); status != http.StatusInternalServerError || !strings.Contains(text, "problem.yaml") {
		t.Errorf("its page: %d %s", status, text)
	}
	if status, _, text := b.ask("GET", "/", ""); status != http.StatusOK || !strings.Contains(text, "faulty") {
		t.Errorf("the list: %d %s", status, text)
	}
}

// TestNewerSubmission holds that a newer submission of a file ends the older one, and that one of another file does not.
func TestNewerSubmission(t *testing.T) {
	needsBash(t)
	p := newPlace(t)
	p.write(t, "problems/double/problem.yaml", "problem_format_version: 2025-09\nname: Double\nuuid: 0f3f9bbd-6d01-45a8-a13e-6e3f8f4d30ab\nlimits:\n  time_limit: 300\n")
	p.write(t, "solutions/double/a.sh", endless)
	b := p.open(t)
	first := b.submit("double/a.sh")
	b.follow(first, "", "strip")
	p.write(t, "solutions/double/a.sh", right)
	second := b.submit("double/a.sh")
	if done := find(b.follow(first, "", ""), "done"); done != "" && !strings.Contains(done, `"interrupted":true`) {
		t.Errorf("the older one came to %s", done)
	}
	if done := find(b.follow(second, "", ""), "done"); !strings.Contains(done, `"verdict":"AC"`) {
		t.Errorf("the newer one came to %s", done)
	}

	p.write(t, "solutions/double/a.sh", endless)
	p.write(t, "solutions/double/b.sh", endless)
	third := b.submit("double/a.sh")
	b.follow(third, "", "strip")
	fourth := b.submit("double/b.sh")
	b.ask("POST", "/api/stop/double/b.sh", "")
	b.follow(fourth, "", "end")
	if _, _, page := b.ask("GET", "/p/double?file=a.sh", ""); !strings.Contains(page, fmt.Sprintf(`data-stream="%d"`, third)) {
		t.Error("the other file's judgement is gone")
	}
	b.ask("POST", "/api/stop/double/a.sh", "")
	b.follow(third, "", "end")
}

// TestManyStreams holds that 200 pages may follow a judgement, while some of them read nothing, and that all is told to the others.
func TestManyStreams(t *testing.T) {
	needsBash(t)
	p := newPlace(t)
	p.write(t, "solutions/double/a.sh", wrong)
	b := p.open(t)
	stream := b.submit("double/a.sh")
	for range 20 {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, fmt.Sprintf("%s/api/streams/%d", b.root, stream), nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := b.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { answer.Body.Close() }) // and the test reads nothing of it before
	}
	var wait sync.WaitGroup
	for range 200 {
		wait.Go(func() {
			if all := b.follow(stream, "", ""); find(all, "done") == "" || find(all, "end") == "" {
				t.Errorf("a page was told %v", all)
			}
		})
	}
	wait.Wait()
}

// TestTwoServers holds that another process may judge at the same time: the history has the runs of both.
func TestTwoServers(t *testing.T) {
	needsBash(t)
	p := newPlace(t)
	p.write(t, "solutions/double/a.sh", right)
	p.write(t, "solutions/double/b.sh", wrong)
	one, other := p.open(t), p.open(t)
	if one.root == other.root {
		t.Fatal("both have one address")
	}
	var wait sync.WaitGroup
	for range 3 {
		for _, server := range []struct {
			*browser
			file, verdict string
		}{{one, "a", "AC"}, {other, "b", "WA"}} {
			wait.Go(func() {
				// Of two submissions of one file the newer one counts.
				server.follow(server.submit("double/"+server.file+".sh"), "", "end")
			})
		}
		wait.Wait()
	}
	w, err := p.workspace()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	// A run is kept after its end was told.
	var runs []history.Run
	for begin := time.Now(); len(runs) < 6 && time.Since(begin) < time.Minute; time.Sleep(10 * time.Millisecond) {
		if runs, err = w.History().Runs(context.Background(), history.Query{}); err != nil {
			t.Fatal(err)
		}
	}
	if len(runs) != 6 {
		t.Errorf("the history has %d runs", len(runs))
	}
	for _, run := range runs {
		if want := map[string]string{"a": "AC", "b": "WA"}[strings.TrimSuffix(run.Submission[len(run.Submission)-4:], ".sh")]; run.Verdict != want {
			t.Errorf("%s came to %s, want %s", run.Submission, run.Verdict, want)
		}
	}
}

// TestEnding holds that a server which ends while something is judged takes it down, and answers no request any more.
func TestEnding(t *testing.T) {
	needsBash(t)
	p := newPlace(t)
	p.write(t, "problems/double/problem.yaml", "problem_format_version: 2025-09\nname: Double\nuuid: 0f3f9bbd-6d01-45a8-a13e-6e3f8f4d30ab\nlimits:\n  time_limit: 300\n")
	p.write(t, "solutions/double/a.sh", endless)
	w, err := p.workspace()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	address, ended, err := p.serve(ctx, w)
	if err != nil {
		t.Fatal(err)
	}
	b := enter(t, address)
	b.follow(b.submit("double/a.sh"), "", "strip")
	cancel()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("it does not end")
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if _, err := b.Get(b.root); err == nil {
		t.Error("it still answers")
	}
}

// TestPort holds that a port which is taken is an error when it was asked for, and else another one is found.
func TestPort(t *testing.T) {
	first, err := web.Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	second, err := web.Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if first.Addr().String() == second.Addr().String() {
		t.Error("two servers have one port")
	}
	var port int
	if _, err := fmt.Sscanf(second.Addr().String(), "127.0.0.1:%d", &port); err != nil {
		t.Fatalf("it listens at %s", second.Addr())
	}
	if third, err := web.Listen(port); err == nil {
		third.Close()
		t.Error("a port that is taken was given")
	}
}
