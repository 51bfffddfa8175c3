//go:build unix

package tests

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"grundy/tests/suite"
)

// TestServe uses the pages of the real program as a user does: the list, a problem, a file that is saved and judged.
// Ctrl-C ends the program in order, and the command line finds the judgement in its history.
func TestServe(t *testing.T) {
	needsLanguages(t, "bash")
	dir := suite.WriteAll(t, t.TempDir(), map[string]string{
		"problems/sum/problem.yaml":            "problem_format_version: 2025-09\nname: Sum\nuuid: 2d0a3b0e-3c8b-4a55-b87e-0d8a2b2f9d1c\nlimits: {time_limit: 30}\n",
		"problems/sum/statement/problem.en.md": "Add two numbers.\n",
		"problems/sum/data/sample/1.in":        "1 2\n", "problems/sum/data/sample/1.ans": "3\n",
		"problems/sum/data/secret/1.in": "40 2\n", "problems/sum/data/secret/1.ans": "42\n",
		"left/.keep": "",
	})
	environment := append(os.Environ(), "TMPDIR="+filepath.Join(dir, "left"))
	for name, value := range surroundings(dir, sharedCache(t)) {
		environment = append(environment, name+"="+value)
	}
	grundy := func(args ...string) *exec.Cmd {
		command := exec.Command("grundy", args...)
		command.Dir, command.Env, command.Stderr = dir, environment, os.Stderr
		return command
	}
	serve := func(args ...string) (server *exec.Cmd, address string) {
		t.Helper()
		server = grundy(append([]string{"serve", "--no-open", "--no-listen"}, args...)...)
		output, err := server.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = server.Process.Kill() })
		address, err = bufio.NewReader(output).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		return server, strings.TrimSpace(address)
	}
	server, address := serve()
	root, _, _ := strings.Cut(address, "/?")
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := http.Client{Jar: jar}
	defer browser.CloseIdleConnections()
	ask := func(method, address, body string, header ...string) string {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(header); i += 2 {
			request.Header.Set(header[i], header[i+1])
		}
		answer, err := browser.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode >= 300 {
			t.Fatalf("%s %s: status %d, %v: %s", method, address, answer.StatusCode, err, text)
		}
		return string(text)
	}
	if answer, err := http.Get(root); err != nil || answer.StatusCode != http.StatusForbidden {
		t.Errorf("without the token: %v, %v", answer, err)
	}
	if list := ask("GET", address, ""); !strings.Contains(list, `href="p/sum"`) {
		t.Fatalf("the list is\n%s", list)
	}
	if page := ask("GET", root+"/p/sum", ""); !strings.Contains(page, "Add two numbers.") {
		t.Fatalf("the problem is\n%s", page)
	}
	ask("PUT", root+"/api/files/sum/sum.sh", "read a b; echo $((a + b))\n", "If-None-Match", "*")
	var begun struct{ Stream int }
	if err := json.Unmarshal([]byte(ask("POST", root+"/api/judge/sum/sum.sh", "")), &begun); err != nil {
		t.Fatal(err)
	}
	if stream := ask("GET", fmt.Sprintf("%s/api/streams/%d", root, begun.Stream), ""); !strings.Contains(stream, `"verdict":"AC","reason":"accepted"`) {
		t.Errorf("the judgement was\n%s", stream)
	}
	if list := ask("GET", root, ""); !strings.Contains(list, "1 of 1 solved") {
		t.Errorf("the list is\n%s", list)
	}
	// While the server judges, the command line judges, too, and the pages show both.
	if err := json.Unmarshal([]byte(ask("POST", root+"/api/judge/sum/sum.sh", "")), &begun); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "solutions/sum/zero.sh"), []byte("echo 0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := grundy("test", "solutions/sum/zero.sh").Run(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("the terminal judges beside the server: %v", err)
	}
	ask("GET", fmt.Sprintf("%s/api/streams/%d", root, begun.Stream), "") // until it ends
	list := ""
	for end := time.Now().Add(time.Minute); strings.Count(list, `href="s/`) < 3 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		list = ask("GET", root+"/submissions", "") // a run is saved after its end was reported
	}
	if strings.Count(list, `href="s/`) != 3 || !strings.Contains(list, "zero.sh") || !strings.Contains(list, "✗ WA") {
		t.Errorf("the submissions are\n%s", list)
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("it ends with %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "left", "*", "*")); err != nil || len(left) > 0 {
		t.Errorf("left is %v, %v", left, err)
	}
	if runs, err := grundy("history").Output(); err != nil || !strings.Contains(string(runs), filepath.FromSlash("solutions/sum/sum.sh")) {
		t.Errorf("the history is\n%s%v", runs, err)
	}

	// The browser sends nothing to the other servers of this host.
	opened := parsed(t, root)
	for _, other := range []string{"http://127.0.0.1/", "http://" + opened.Host + "/", "http://localhost:" + opened.Port() + opened.Path + "/"} {
		if told := jar.Cookies(parsed(t, other)); len(told) > 0 {
			t.Errorf("%s is told %v", other, told)
		}
	}
	// The token that opened the pages also opens those of the next server at the port, until there is a new token.
	server, again := serve("--port", opened.Port())
	if again != address {
		t.Errorf("the address was %s, and is %s", address, again)
	}
	ask("GET", root+"/p/sum", "")
	_ = server.Process.Signal(syscall.SIGTERM)
	_ = server.Wait() // its end was checked before
	serve("--port", opened.Port(), "--new-token")
	for _, old := range []string{address, root + "/p/sum"} {
		answer, err := browser.Get(old)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusForbidden || !strings.Contains(string(text), "open the address that grundy serve prints") {
			t.Errorf("an old address is answered with %d, %v: %s", answer.StatusCode, err, text)
		}
	}
}

func parsed(t *testing.T, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
