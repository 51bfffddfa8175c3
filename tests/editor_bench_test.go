package tests

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// benchFiles is how many files the measured editor has open.
const benchFiles = 10

// BenchmarkEditor measures the time between saving a solution of nim and its verdict on all tests: the medians of grundy watch and
// of an editor with ten open files, which take turns, and by how much the editor is slower. Then it measures the memory of the editor's
// process, in MiB: now, and at most.
func BenchmarkEditor(b *testing.B) {
	grundy := builtBinary(b)
	cache := b.TempDir()
	for _, s := range saves[:2] { // a language with a compiler and one without
		b.Run(s.language, func(b *testing.B) { s.measureEditor(b, grundy, cache) })
	}
}

func (s *saved) measureEditor(b *testing.B, grundy, cache string) {
	const rounds = 11
	if _, err := exec.LookPath(append(slices.Clone(s.byHand[0].compile), s.run...)[0]); err != nil {
		b.Skip(err)
	}
	dir := b.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../problems/nim")); err != nil {
		b.Fatal(err)
	}
	var env []string
	for name, value := range surroundings(b.TempDir(), cache) {
		env = append(env, name+"="+value)
	}
	env = append(os.Environ(), env...)
	version := 0
	save := func(name string) string {
		version++
		file := filepath.Join(dir, name+s.ending)
		if err := os.WriteFile(file, fmt.Appendf(nil, "%s%s %d\n", s.source, s.comment, version), 0o600); err != nil {
			b.Fatal(err)
		}
		return file
	}
	watched := save("watched")
	judged := s.watch(b, dir, env, grundy, "watch", "--format", "json", watched)
	editor := startEditor(b, dir, env, grundy)
	for i := range benchFiles {
		editor.judge(save(fmt.Sprint("edited", i)))
	}
	var inTerminal, inEditor []time.Duration
	for b.Loop() {
		for i := range rounds {
			begin := time.Now()
			save("watched")
			judged()
			inTerminal = append(inTerminal, time.Since(begin))
			begin = time.Now()
			editor.judge(save(fmt.Sprint("edited", i%benchFiles)))
			inEditor = append(inEditor, time.Since(begin))
		}
	}
	milliseconds := func(all []time.Duration) float64 {
		slices.Sort(all)
		return float64(all[len(all)/2]) / float64(time.Millisecond)
	}
	terminal, inside := milliseconds(inTerminal), milliseconds(inEditor)
	b.ReportMetric(terminal, "ms/watch")
	b.ReportMetric(inside, "ms/editor")
	b.ReportMetric(inside-terminal, "ms/more")
	for unit, field := range map[string]string{"MiB/now": "VmRSS:", "MiB/most": "VmHWM:"} {
		if kibibytes, known := editor.memory(field); known {
			b.ReportMetric(kibibytes/1024, unit)
		}
	}
	b.ReportMetric(0, "ns/op")
}

// benchEditor is an editor that waits for verdicts.
type benchEditor struct {
	b        *testing.B
	server   *exec.Cmd
	conn     *jsonrpc2.Conn
	verdicts chan string
}

// startEditor starts a session of an editor.
func startEditor(b *testing.B, dir string, env []string, grundy string) *benchEditor {
	e := &benchEditor{b: b, server: exec.CommandContext(b.Context(), grundy, "editor"), verdicts: make(chan string)}
	e.server.Dir, e.server.Env = dir, env
	in, err := e.server.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := e.server.StdoutPipe()
	if err == nil {
		err = e.server.Start()
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = e.conn.Close() // the server ends with its input
		_ = e.server.Wait()
	})
	stream := jsonrpc2.NewBufferedStream(struct {
		io.Reader
		io.WriteCloser
	}{out, in}, jsonrpc2.VSCodeObjectCodec{})
	e.conn = jsonrpc2.NewConn(b.Context(), stream, e)
	if err := e.conn.Call(b.Context(), "initialize", json.RawMessage(`{"capabilities":{},"initializationOptions":{"events":true}}`), nil); err != nil {
		b.Fatal(err)
	}
	return e
}

// Handle passes verdicts on.
func (e *benchEditor) Handle(_ context.Context, _ *jsonrpc2.Conn, request *jsonrpc2.Request) {
	var told struct {
		Event struct{ Event, Verdict, Error string }
	}
	if request.Method != "grundy/event" || json.Unmarshal(*request.Params, &told) != nil {
		return
	}
	switch event := told.Event; {
	case event.Event == "done":
		e.verdicts <- event.Verdict
	case event.Error != "":
		e.verdicts <- event.Error
	}
}

// judge says that a file was saved, and waits for its verdict.
func (e *benchEditor) judge(file string) {
	e.b.Helper()
	uri := url.URL{Scheme: "file", Path: filepath.ToSlash(file)}
	params := map[string]any{"textDocument": map[string]string{"uri": uri.String()}}
	if err := e.conn.Notify(e.b.Context(), "textDocument/didSave", params); err != nil {
		e.b.Fatal(err)
	}
	if verdict := <-e.verdicts; verdict != "AC" {
		e.b.Fatalf("%s: judged %s", file, verdict)
	}
}

// memory reads a field of the status of the server's process, in KiB, where the system has it.
func (e *benchEditor) memory(field string) (kibibytes float64, known bool) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", e.server.Process.Pid))
	if err != nil {
		return 0, false
	}
	_, rest, _ := strings.Cut(string(status), field)
	words := strings.Fields(rest)
	if len(words) == 0 {
		return 0, false
	}
	kibibytes, err = strconv.ParseFloat(words[0], 64)
	return kibibytes, err == nil
}
