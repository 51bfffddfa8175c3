package editor_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/textproto"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"grundy/internal/store/workspace"
	"grundy/internal/store/workspace/workspacetest"
	"grundy/internal/ui/editor"
)

// client is an editor.
type client struct {
	t    *testing.T
	to   io.WriteCloser
	from *bufio.Reader
	ids  int
	over chan error // how Serve ended
	// silent reports that the editor answers no requests of the server.
	silent bool
	// heard are the messages of the server that no test has asked for yet.
	heard []received
}

// received is a message of the server.
type received struct {
	ID     *int            `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	} `json:"error"`
}

// serve starts a server.
func serve(t *testing.T) *client {
	t.Helper()
	w, _ := workspacetest.Open(t, func(c *workspace.Config) {
		c.Environment = append(c.Environment, "PATH="+os.Getenv("PATH"))
	})
	in, to := io.Pipe()
	from, out := io.Pipe()
	c := &client{t: t, to: to, from: bufio.NewReader(from), over: make(chan error, 1)}
	go func() {
		c.over <- editor.Serve(t.Context(), editor.Config{Workspace: w, Version: "test", Log: slog.New(slog.DiscardHandler)}, in, out)
		_ = out.Close() // never fails
	}()
	return c
}

// start starts a session with options of an editor that knows progress and actions.
func start(t *testing.T, options string) *client {
	t.Helper()
	c := serve(t)
	var answer struct {
		Capabilities struct {
			Commands struct{ Commands []string } `json:"executeCommandProvider"`
		}
	}
	c.call("initialize", `{"capabilities":{"window":{"workDoneProgress":true},"textDocument":{"codeAction":{"codeActionLiteralSupport":{}}}},"initializationOptions":`+options+`}`, &answer)
	if len(answer.Capabilities.Commands.Commands) == 0 {
		t.Fatal("the server offers no commands")
	}
	c.notify("initialized", "{}")
	return c
}

func (c *client) send(text string) {
	c.t.Helper()
	if _, err := fmt.Fprintf(c.to, "Content-Length: %d\r\n\r\n%s", len(text), text); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) notify(method, params string) {
	c.t.Helper()
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
}

// header reads the header of a message, and returns the length of the message.
func (c *client) header() int {
	c.t.Helper()
	header, err := textproto.NewReader(c.from).ReadMIMEHeader()
	if err != nil {
		c.t.Fatal(err)
	}
	size, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		c.t.Fatal(err)
	}
	return size
}

// read reads one message and answers requests of the server.
func (c *client) read() received {
	c.t.Helper()
	text := make([]byte, c.header())
	if _, err := io.ReadFull(c.from, text); err != nil {
		c.t.Fatal(err)
	}
	var m received
	if err := json.Unmarshal(text, &m); err != nil {
		c.t.Fatal(err)
	}
	if m.ID != nil && m.Method != "" && !c.silent {
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":null}`, *m.ID))
	}
	return m
}

// request sends a request and returns the answer.
func (c *client) request(method, params string) received {
	c.t.Helper()
	c.ids++
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.ids, method, params))
	for {
		m := c.read()
		if m.ID != nil && m.Method == "" && *m.ID == c.ids {
			return m
		}
		c.heard = append(c.heard, m)
	}
}

// call sends a request that succeeds, and reads its result.
func (c *client) call(method, params string, result any) {
	c.t.Helper()
	m := c.request(method, params)
	if m.Error != nil {
		c.t.Fatalf("%s: %s", method, m.Error.Message)
	}
	if err := json.Unmarshal(m.Result, result); err != nil {
		c.t.Fatal(err)
	}
}

// wait returns the messages up to the end of a run.
func (c *client) wait(run int) []received {
	c.t.Helper()
	all := c.heard
	c.heard = nil
	ended := func(m received) bool {
		var told struct {
			Run   int
			Event struct{ Event string }
		}
		return m.Method == "grundy/event" && json.Unmarshal(m.Params, &told) == nil && told.Run == run && told.Event.Event == "end"
	}
	for _, m := range all {
		if ended(m) {
			return all
		}
	}
	for {
		m := c.read()
		all = append(all, m)
		if ended(m) {
			return all
		}
	}
}

// close ends the session as editors do.
func (c *client) close() {
	c.t.Helper()
	c.call("shutdown", "null", new(any))
	c.notify("exit", "null")
	go func() { _, _ = io.Copy(io.Discard, c.from) }()
	if err := <-c.over; err != nil {
		c.t.Error(err)
	}
}

// folder is a directory with a solution in Bash and two tests, of which it fails the second.
func folder(t *testing.T) (uri string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"double.sh": "read n\nif [ $n -gt 100 ]; then n=0; fi\necho $((n * 2))\n",
		"1.in":      "3\n", "1.ans": "6\n", "2.in": "200\n", "2.ans": "400\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return "file://" + filepath.ToSlash(dir) + "/double.sh"
}

// published are the messages of the diagnostics that were shown last for a URI.
func published(t *testing.T, all []received, uri string) (messages []string) {
	t.Helper()
	for _, m := range all {
		if m.Method != "textDocument/publishDiagnostics" {
			continue
		}
		var p struct {
			URI         string
			Diagnostics []struct {
				Message string
				Related []struct{ Message string } `json:"relatedInformation"`
			}
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			t.Fatal(err)
		}
		if p.URI != uri {
			continue
		}
		messages = nil
		for _, d := range p.Diagnostics {
			messages = append(messages, d.Message)
			for _, r := range d.Related {
				messages = append(messages, "  "+r.Message)
			}
		}
	}
	return messages
}

func TestSaveJudges(t *testing.T) {
	c, uri := start(t, `{"events":true}`), folder(t)
	file := `{"textDocument":{"uri":"` + uri + `"}}`
	c.notify("textDocument/didOpen", file)
	c.notify("textDocument/didSave", file)
	all := c.wait(1)
	got := strings.Join(published(t, all, uri), "\n")
	want := "2: wrong answer: expected 400, got 0\n  2: expected 400, got 0 (double.sh)\n  2: the input (double.sh)"
	if got = strings.NewReplacer("secret/", "").Replace(got); !strings.HasPrefix(got, "2: ") || strings.Count(got, "\n") != strings.Count(want, "\n") {
		t.Errorf("diagnostics:\n%s\nwant like\n%s", got, want)
	}
	var progress []string
	for _, m := range all {
		if m.Method == "$/progress" {
			progress = append(progress, string(m.Params))
		}
	}
	if n := len(progress); n < 3 || !strings.Contains(progress[n-1], "1/2 passed") {
		t.Errorf("progress: %v", progress)
	}
	var lenses []struct {
		Command struct{ Title, Command string }
	}
	c.call("textDocument/codeLens", file, &lenses)
	var titles []string
	for _, lens := range lenses {
		titles = append(titles, lens.Command.Title)
	}
	if got, want := strings.Join(titles, "; "), "▶ run 2 tests; 1 failed; why?; WA, 1/2 passed"; got != want {
		t.Errorf("lenses %q, want %q", got, want)
	}
	c.close()
}

func TestNothingRunsOnSaveIfTheUserWantsThat(t *testing.T) {
	c, uri := start(t, `{"events":true,"runOnSave":false}`), folder(t)
	c.notify("textDocument/didSave", `{"textDocument":{"uri":"`+uri+`"}}`)
	var begun struct{ Run int }
	c.call("grundy/run", `{"uri":"`+uri+`"}`, &begun)
	if begun.Run != 1 {
		t.Errorf("run %d, want 1: none before", begun.Run)
	}
	c.wait(begun.Run)
	c.close()
}

func TestSelectedTests(t *testing.T) {
	c, uri := start(t, `{"events":true}`), folder(t)
	var shown struct {
		Problem struct {
			Plain bool
			Cases []struct{ Name, Input, Answer string }
		}
	}
	c.call("grundy/open", `{"uri":"`+uri+`"}`, &shown)
	if cases := shown.Problem.Cases; !shown.Problem.Plain || len(cases) != 2 || cases[1].Input != "200\n" || cases[1].Answer != "400\n" {
		t.Fatalf("panel %+v", shown)
	}
	var begun struct{ Run int }
	c.call("grundy/run", `{"uri":"`+uri+`","tests":["`+shown.Problem.Cases[0].Name+`"]}`, &begun)
	if got := published(t, c.wait(begun.Run), uri); len(got) > 0 {
		t.Errorf("the first test passes, got %q", got)
	}
	c.close()
}

func TestOwnInput(t *testing.T) {
	c, uri := start(t, `{"events":true}`), folder(t)
	var ran struct{ Verdict, Output, Errors string }
	c.call("grundy/runInput", `{"uri":"`+uri+`","input":"21\n"}`, &ran)
	if ran.Output != "42\n" || ran.Verdict != "" {
		t.Errorf("ran %+v", ran)
	}
	// A file without any tests runs, too.
	alone := filepath.Join(t.TempDir(), "cat.sh")
	if err := os.WriteFile(alone, []byte("cat; echo said >&2; exit 3\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c.call("grundy/runInput", `{"uri":"file://`+filepath.ToSlash(alone)+`","input":"x"}`, &ran)
	if ran.Output != "x" || ran.Verdict != "RTE" || ran.Errors != "said\n" {
		t.Errorf("ran %+v", ran)
	}
	c.close()
}

func TestAFileWithoutProblem(t *testing.T) {
	c := start(t, `{"events":true}`)
	alone := filepath.Join(t.TempDir(), "cat.sh")
	if err := os.WriteFile(alone, []byte("cat\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	uri := "file://" + filepath.ToSlash(alone)
	var shown struct {
		Problem      *struct{}
		Reason, Help string
	}
	c.call("grundy/open", `{"uri":"`+uri+`"}`, &shown)
	if shown.Problem != nil || shown.Reason == "" || shown.Help == "" {
		t.Errorf("panel %+v, want the reason and what to do", shown)
	}
	c.call("workspace/executeCommand", `{"command":"grundy.explain","arguments":["`+uri+`"]}`, new(any))
	var messages []string
	for _, m := range c.heard {
		if m.Method == "window/showMessage" {
			messages = append(messages, string(m.Params))
		}
	}
	if len(messages) != 1 {
		t.Errorf("messages %q, want one", messages)
	}
	c.close()
}

func TestFaultsOfRequests(t *testing.T) {
	c := start(t, `{"events":true}`)
	for _, test := range []struct {
		method, params string
		code           int
	}{
		{"grundy/nothing", "{}", -32601},
		{"grundy/run", `{"uri":5}`, -32602},
		{"grundy/run", `{"uri":"untitled:Untitled-1"}`, -32603},
		{"workspace/executeCommand", `{"command":"grundy.run","arguments":[]}`, -32603},
		{"grundy/version", `{"run":99}`, -32603},
	} {
		if m := c.request(test.method, test.params); m.Error == nil || m.Error.Code != test.code {
			t.Errorf("%s %s: %+v, want the code %d", test.method, test.params, m.Error, test.code)
		}
	}
	c.close()
}

func TestExitWithoutShutdown(t *testing.T) {
	c := start(t, `{"events":true}`)
	c.notify("exit", "null")
	go func() { _, _ = io.Copy(io.Discard, c.from) }()
	if err := <-c.over; err == nil {
		t.Error("Serve ended well, want an error")
	}
}

func TestANewRunStopsTheOneBefore(t *testing.T) {
	c, uri := start(t, `{"events":true}`), waiting(t)
	var first, second struct{ Run int }
	c.call("grundy/run", `{"uri":"`+uri+`"}`, &first)
	c.call("grundy/run", `{"uri":"`+uri+`"}`, &second)
	c.wait(first.Run)
	c.call("grundy/stop", `{"uri":"`+uri+`"}`, new(any))
	c.wait(second.Run)
	c.close()
}

func TestCasesOfOnesOwn(t *testing.T) {
	c, uri := start(t, `{"events":true,"runOnSave":false}`), folder(t)
	dir := strings.TrimSuffix(strings.TrimPrefix(uri, "file://"), "double.sh")
	var added struct{ Name string }
	c.call("grundy/addCase", `{"uri":"`+uri+`","input":"5\n","answer":"10\n"}`, &added)
	if text, err := os.ReadFile(dir + "3.in"); err != nil || string(text) != "5\n" {
		t.Errorf("added %q: %q, %v", added.Name, text, err)
	}
	if m := c.request("grundy/addFound", `{"uri":"`+uri+`"}`); m.Error == nil || !strings.Contains(string(m.Error.Data), "why") {
		t.Errorf("nothing was found: %+v", m.Error)
	}
	var begun struct{ Run int }
	c.call("grundy/why", `{"uri":"`+uri+`"}`, &begun)
	c.wait(begun.Run)
	if m := c.request("grundy/addFound", `{"uri":"`+uri+`"}`); m.Error == nil || !strings.Contains(m.Error.Message, "2") {
		t.Errorf("the smallest input is the second test: %+v", m.Error)
	}
	c.call("grundy/removeCase", `{"uri":"`+uri+`","name":"`+added.Name+`"}`, new(any))
	if _, err := os.Stat(dir + "3.in"); err == nil {
		t.Error("the case is still there")
	}
	c.close()
}
