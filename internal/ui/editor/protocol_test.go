package editor_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"grundy/internal/store/workspace/workspacetest"
	"grundy/internal/ui/editor"
)

// hears returns the next message of the server, heard or to come, that is wanted.
func (c *client) hears(what string, wanted func(received) bool) received {
	c.t.Helper()
	for i, m := range c.heard {
		if wanted(m) {
			c.heard = append(c.heard[:i:i], c.heard[i+1:]...)
			return m
		}
	}
	for {
		m := c.read()
		if wanted(m) {
			return m
		}
		c.heard = append(c.heard, m)
		if len(c.heard) > 1000 {
			c.t.Fatalf("waited in vain for %s", what)
		}
	}
}

// answer returns the answer to a request by its number.
func (c *client) answer(id int) received {
	c.t.Helper()
	return c.hears(fmt.Sprintf("the answer to %d", id), func(m received) bool { return m.ID != nil && *m.ID == id && m.Method == "" })
}

// shows waits until diagnostics with a text are shown.
func (c *client) shows(text string) {
	c.t.Helper()
	c.hears("diagnostics", func(m received) bool {
		return m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), text)
	})
}

// ends waits for the end of a session.
func (c *client) ends() error {
	go func() { _, _ = io.Copy(io.Discard, c.from) }()
	return <-c.over
}

// TestSessionsOfEditors replays what editors said in a session with the server: a line beginning with ">" is a message of the editor, one with "<"
// what it waits for: an answer, by its number and a text in it, or diagnostics with a text.
func TestSessionsOfEditors(t *testing.T) {
	sessions, err := filepath.Glob("testdata/sessions/*")
	if err != nil || len(sessions) == 0 {
		t.Fatal("no sessions", err)
	}
	for _, session := range sessions {
		t.Run(filepath.Base(session), func(t *testing.T) {
			text, err := os.ReadFile(session)
			if err != nil {
				t.Fatal(err)
			}
			dir := strings.TrimSuffix(folder(t), "/double.sh")
			told := strings.NewReplacer("$DIR", dir, "$PATH", strings.TrimPrefix(dir, "file://")).Replace(string(text))
			c := serve(t)
			for line := range strings.Lines(told) {
				words := strings.TrimSuffix(line[2:], "\n")
				if line[0] == '>' {
					c.send(words)
				} else if number, want, found := strings.Cut(words, ":"); found && strings.Trim(number, "0123456789") == "" {
					id, _ := strconv.Atoi(number)
					if m := c.answer(id); m.Error != nil || !strings.Contains(string(m.Result), strings.TrimSpace(want)) {
						t.Errorf("answer %s: %s %+v, want %q in it", number, m.Result, m.Error, want)
					}
				} else {
					c.shows(words)
				}
			}
			if err := c.ends(); err != nil {
				t.Error(err)
			}
			for _, m := range c.heard {
				switch {
				case strings.HasPrefix(m.Method, "grundy/"),
					m.Method == "window/workDoneProgress/create" && !strings.Contains(told, `"workDoneProgress":true`),
					m.Method == "workspace/codeLens/refresh" && !strings.Contains(told, `"refreshSupport":true`):
					t.Errorf("the editor knows no %s", m.Method)
				}
			}
		})
	}
}

func TestMessagesInEachForm(t *testing.T) {
	c, uri := start(t, "[]"), folder(t) // some editors send an empty list as options
	raw := func(text string) {
		t.Helper()
		if _, err := io.WriteString(c.to, text); err != nil {
			t.Fatal(err)
		}
	}
	lenses := func(id string) string {
		return `{"jsonrpc":"2.0","id":` + id + `,"method":"textDocument/codeLens","params":{"textDocument":{"uri":"` + uri + `"}}}`
	}
	answers := func(id int) {
		t.Helper()
		if m := c.answer(id); !strings.Contains(string(m.Result), "run 2 tests") {
			t.Fatalf("answer %d: %s %+v", id, m.Result, m.Error)
		}
	}
	refuses := func(code int) {
		t.Helper()
		m := c.hears("a refusal", func(m received) bool { return m.ID == nil && m.Error != nil })
		if m.Error.Code != code {
			t.Errorf("code %d, want %d", m.Error.Code, code)
		}
	}

	t.Log("a line break behind the message, sent apart")
	text := lenses("11")
	raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text)+1, text))
	raw("\n")
	answers(11)

	t.Log("another header, in another case")
	text = lenses("12")
	raw(fmt.Sprintf("content-type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:%d\r\n\r\n%s", len(text), text))
	answers(12)

	t.Log("in pieces")
	for _, piece := range strings.SplitAfter(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), lenses("13")), "e") {
		raw(piece)
	}
	answers(13)

	t.Log("damaged messages")
	c.send(`{"jsonrpc":"2.0","id":14,"method":`)
	refuses(-32700)
	c.send(`[` + lenses("15") + `]`) // the protocol has no batches
	refuses(-32600)
	c.send(`{"jsonrpc":"2.0","id":{},"method":"textDocument/codeLens"}`)
	refuses(-32600)
	c.send(`"text"`)
	refuses(-32600)

	t.Log("answers to nothing, and without a result; notifications that are unknown, or wrong")
	c.send(`{"jsonrpc":"2.0","id":16}`)
	c.send(`{"jsonrpc":"2.0","id":17,"result":null}`)
	c.send(`{"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"no"}}`)
	c.notify("$/setTrace", `{"value":"off"}`)
	c.notify("workspace/didChangeConfiguration", `{"settings":null}`)
	c.notify("workspace/didChangeConfiguration", `{"settings":[]}`)
	c.notify("workspace/didChangeWorkspaceFolders", `{"event":{"added":[],"removed":[]}}`)
	c.notify("textDocument/didOpen", `{"textDocument":7}`)
	c.notify("textDocument/didClose", `{"textDocument":{"uri":"file:///nowhere/a.cpp"}}`)
	c.notify("textDocument/didSave", `{"textDocument":{"uri":"untitled:Untitled-1"}}`)
	c.notify("$/cancelRequest", `{"id":999}`)
	c.send(lenses("18"))
	answers(18)

	t.Log("a text as the number of a request")
	var id json.RawMessage
	c.send(lenses(`"a-1"`))
	header := c.header()
	body := make([]byte, header)
	if _, err := io.ReadFull(c.from, body); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(body, &struct{ ID *json.RawMessage }{&id}); err != nil || string(id) != `"a-1"` {
		t.Errorf("answer %s, %v", body, err)
	}
	c.close()
}

func TestABrokenStreamEndsTheSession(t *testing.T) {
	for _, header := range []string{"Content-Length: many\r\n\r\n", "Content-Length: 99999999999\r\n\r\n", "{}\r\n\r\n", "Content-Type: text/plain\r\n\r\n"} {
		c := start(t, "null")
		if _, err := io.WriteString(c.to, header); err != nil {
			t.Fatal(err)
		}
		if err := c.ends(); err == nil || !strings.Contains(err.Error(), "Language Server Protocol") {
			t.Errorf("%q: got %v, want how the protocol was broken", header, err)
		}
	}
}

func TestOrderOfASession(t *testing.T) {
	c := serve(t)
	code := func(method string) int {
		t.Helper()
		if m := c.request(method, "{}"); m.Error != nil {
			return m.Error.Code
		}
		return 0
	}
	for _, step := range []struct {
		method string
		code   int
	}{
		{"textDocument/codeLens", -32002},
		{"shutdown", -32002},
		{"initialize", 0},
		{"initialize", -32600},
		{"textDocument/codeLens", 0},
		{"shutdown", 0},
		{"textDocument/codeLens", -32600},
		{"shutdown", -32600},
	} {
		if got := code(step.method); got != step.code {
			t.Errorf("%s: code %d, want %d", step.method, got, step.code)
		}
	}
	c.notify("exit", "null")
	if err := c.ends(); err != nil {
		t.Error(err)
	}
}

// waiting is a directory with a solution that runs until there is a file "stop".
func waiting(t *testing.T) (uri string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"wait.sh": "while [ ! -e stop ]; do :; done\n", "1.in": "1\n", "1.ans": "1\n", "plain.yaml": "time-limit: 60s\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return "file://" + filepath.ToSlash(dir) + "/wait.sh"
}

func TestACancelledRequestIsAnswered(t *testing.T) {
	c, uri := start(t, "null"), waiting(t)
	c.send(`{"jsonrpc":"2.0","id":50,"method":"grundy/runInput","params":{"uri":"` + uri + `","input":""}}`)
	c.notify("$/cancelRequest", `{"id":50}`)
	if m := c.answer(50); m.Error == nil || m.Error.Code != -32800 {
		t.Errorf("answer %s %+v, want the code of cancelled requests", m.Result, m.Error)
	}
	c.close()
}

// action is a code action, or a command where an editor does not know actions.
type action struct {
	Title, Kind string
	Command     any
}

// actions are those at a place, as "kind: title".
func (c *client) actions(uri, where, context string) string {
	c.t.Helper()
	var all []action
	c.call("textDocument/codeAction", `{"textDocument":{"uri":"`+uri+`"},"range":`+where+`,"context":`+context+`}`, &all)
	var titles []string
	for _, one := range all {
		titles = append(titles, strings.TrimPrefix(one.Kind+": "+one.Title, ": "))
	}
	return strings.Join(titles, "\n")
}

const (
	firstLine  = `{"start":{"line":0,"character":2},"end":{"line":0,"character":2}}`
	secondLine = `{"start":{"line":1,"character":0},"end":{"line":1,"character":4}}`
)

func TestActions(t *testing.T) {
	c, uri := start(t, `{"events":true}`), folder(t)
	if got, want := c.actions(uri, firstLine, `{"diagnostics":[]}`), "source: Run 2 tests"; got != want {
		t.Errorf("before a run: got\n%s\nwant\n%s", got, want)
	}
	c.notify("textDocument/didSave", `{"textDocument":{"uri":"`+uri+`"}}`)
	c.wait(1)
	again, search := "quickfix: Run secret/2 again\n", "quickfix: Find the smallest input on which it fails"
	for _, test := range []struct{ where, context, want string }{
		{firstLine, `{"diagnostics":[]}`, again + search + "\nsource: Run 2 tests\nsource: Run 1 failed test"},
		{firstLine, `{"diagnostics":[],"triggerKind":2}`, again + search},
		{firstLine, `{"diagnostics":[],"only":["quickfix"]}`, again + search},
		{firstLine, `{"diagnostics":[],"only":["source.organizeImports","refactor"]}`, ""},
		{secondLine, `{"diagnostics":[],"only":["source"]}`, "source: Run 2 tests\nsource: Run 1 failed test\nsource: Find the smallest input on which it fails"},
		{secondLine, `{"diagnostics":[],"triggerKind":2}`, ""},
	} {
		if got := c.actions(uri, test.where, test.context); got != test.want {
			t.Errorf("%s %s: got\n%s\nwant\n%s", test.where, test.context, got, test.want)
		}
	}
	// The search leaves the failed test where it is.
	c.call("workspace/executeCommand", `{"command":"grundy.why","arguments":["`+uri+`"]}`, new(any))
	c.wait(2)
	if got, want := c.actions(uri, firstLine, `{"diagnostics":[],"only":["quickfix"]}`), again+"quickfix: Add the smallest failing input as a test"; got != want {
		t.Errorf("after the search: got\n%s\nwant\n%s", got, want)
	}
	// Some editors let their user choose commands, without arguments: for the file that was named last.
	c.call("workspace/executeCommand", `{"command":"grundy.run"}`, new(any))
	c.shows("secret/2")
	c.close()
}

func TestAnEditorWithoutActionsGetsCommands(t *testing.T) {
	c, uri := serve(t), folder(t)
	c.call("initialize", `{"rootUri":null,"workspaceFolders":null,"capabilities":{}}`, new(any))
	if got, want := c.actions(uri, firstLine, `{"diagnostics":[]}`), "Run 2 tests"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	var commands []struct{ Command string }
	c.call("textDocument/codeAction", `{"textDocument":{"uri":"`+uri+`"},"range":`+firstLine+`,"context":{"diagnostics":[]}}`, &commands)
	if len(commands) != 1 || commands[0].Command != "grundy.run" {
		t.Errorf("commands %+v", commands)
	}
	c.close()
}

// TestPlacesInTexts checks positions, which count UTF-16 code units and no line break, and URIs, which are those of the editor.
func TestPlacesInTexts(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a b.sh": "# é😀\r\necho 1\r\n", "1.in": "1\n", "1.ans": "2\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip(err)
	}
	c, uri := start(t, "null"), "file://"+filepath.ToSlash(link)+"/a%20b.sh"
	c.notify("textDocument/didSave", `{"textDocument":{"uri":"`+uri+`"}}`)
	m := c.hears("diagnostics", func(m received) bool { return m.Method == "textDocument/publishDiagnostics" })
	if want := `{"uri":"` + uri + `","diagnostics":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":5}},`; !strings.HasPrefix(string(m.Params), want) {
		t.Errorf("got %s\nwant %s …", m.Params, want)
	}
	c.close()
}

func TestAClosedFileShowsNothing(t *testing.T) {
	c, uri := start(t, `{"events":true}`), folder(t)
	file := `{"textDocument":{"uri":"` + uri + `"}}`
	var begun struct{ Run int }
	c.call("grundy/run", `{"uri":"`+uri+`"}`, &begun)
	c.notify("textDocument/didClose", file)
	all := c.wait(begun.Run)
	if got := published(t, all, uri); len(got) > 0 {
		t.Errorf("diagnostics of a closed file: %q", got)
	}
	// A file that is deleted and saved by mistake is no solution.
	if err := os.Remove(strings.TrimPrefix(uri, "file://")); err != nil {
		t.Fatal(err)
	}
	c.notify("textDocument/didSave", file)
	if got := c.actions(uri, firstLine, `{"diagnostics":[]}`); got != "" {
		t.Errorf("actions of a deleted file: %q", got)
	}
	c.close()
}

// TestAnEditorThatAnswersNothing checks that no run waits for an editor that owes an answer.
func TestAnEditorThatAnswersNothing(t *testing.T) {
	c, uri := serve(t), folder(t)
	c.silent = true
	c.call("initialize", `{"capabilities":{"window":{"workDoneProgress":true},"workspace":{"codeLens":{"refreshSupport":true}}},"initializationOptions":{"events":true}}`, new(any))
	for range 2 {
		var begun struct{ Run int }
		c.call("grundy/run", `{"uri":"`+uri+`"}`, &begun)
		c.wait(begun.Run)
	}
	c.close()
}

// FuzzSession sends the server messages, a line each, that may be wrong in any way: it goes on until the session ends.
func FuzzSession(f *testing.F) {
	sessions, err := filepath.Glob("testdata/sessions/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, session := range sessions {
		text, err := os.ReadFile(session)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(bytes.ReplaceAll(text, []byte("\n> "), []byte("\n")))
	}
	f.Add([]byte("{\"id\":1,\"method\":\"initialize\"}\n{\"id\":2,\"method\":\"grundy/open\",\"params\":{\"uri\":\"file:///\"}}"))
	w, _ := workspacetest.Open(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		var in bytes.Buffer
		say := func(message []byte) { fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(message), message) }
		for line := range bytes.Lines(text) {
			say(line)
		}
		say([]byte(`{"method":"initialize","id":-1}`))
		say([]byte(`{"method":"shutdown","id":-2}`))
		say([]byte(`{"method":"exit"}`))
		config := editor.Config{Workspace: w, Version: "test", Log: slog.New(slog.DiscardHandler)}
		_ = editor.Serve(t.Context(), config, io.NopCloser(&in), io.Discard) // an error says that the messages end early
	})
}
