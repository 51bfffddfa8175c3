package api

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/jobtest"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// TestPiston checks the translation with requests as piston-client 1.0.2 from npm sends them.
func TestPiston(t *testing.T) {
	var asked job.Execution
	ended := job.Executed{Output: []byte("6\n"), Errors: []byte("seen\n"), CPU: time.Second}
	var fault error
	client := job.Client{Executor: jobtest.Executor(func(_ context.Context, _ *problem.Problem, do job.Job, _ func(event.Event)) (job.Result, error) {
		asked = do.(job.Execution)
		return ended, fault
	})}
	at := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 7119}
	s := New(Config{Client: client, Tokens: []Token{{"alice", secret, 1}}, Piston: true, Log: slog.New(slog.DiscardHandler)}, at)
	s.working = []toolchain{{&language.Language{ID: "python3", Recognition: language.Recognition{Extensions: []string{".py"}}}, "3.11.7"}}
	request := func(method, path, body string) (int, string) {
		r := httptest.NewRequest(method, "http://127.0.0.1:7119"+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "text/plain;charset=UTF-8")
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	const path = "/token/" + secret + "/api/v2/"
	const program = `{"language":"python","version":"3.11.7","files":[{"content":"print(6)"}],"stdin":"3","args":["1"],` +
		`"compile_timeout":10000,"run_timeout":500,"compile_memory_limit":-1,"run_memory_limit":-1}`
	for _, test := range []struct {
		name, method, path, body string
		ended                    job.Executed
		fault                    error
		status                   int
		want                     string
	}{
		{"the languages", "GET", path + "runtimes", "", ended, nil, 200, `[{"language":"python","version":"3.11.7","aliases":["python3","py"]}]`},
		{"a run", "POST", path + "execute", program, ended, nil, 200, `"run":{"stdout":"6\n","stderr":"seen\n","output":"6\nseen\n","code":0,"signal":null,`},
		{"a limit", "POST", path + "execute", program, job.Executed{Verdict: verdict.TLE, Signal: 9}, nil, 200, `"code":null,"signal":"SIGKILL","message":"","status":"TO"`},
		{"a crash", "POST", path + "execute", program, job.Executed{Verdict: verdict.RTE, Signal: 11}, nil, 200, `"code":null,"signal":"SIGSEGV","message":"","status":"SG"`},
		{"an exit code", "POST", path + "execute", program, job.Executed{Verdict: verdict.RTE, Exit: 3}, nil, 200, `"code":3,"signal":null,"message":"","status":"RE"`},
		{"a faulty source", "POST", path + "execute", program, ended, &language.CompileError{Language: &language.Language{}, Log: "no"}, 200, `"compile":{"stdout":"","stderr":"no","output":"no","code":1,`},
		{"some version", "POST", path + "execute", strings.Replace(program, "3.11.7", "3.x", 1), ended, nil, 200, `"code":0`},
		{"another version", "POST", path + "execute", strings.Replace(program, "3.11.7", "3.1", 1), ended, nil, 400, `{"message":"python-3.1 runtime is unknown"}`},
		{"another language", "POST", path + "execute", strings.Replace(program, "python", "cow", 1), ended, nil, 400, `{"message":"cow-3.11.7 runtime is unknown"}`},
		{"a hostile name", "POST", path + "execute", strings.Replace(program, `{"content"`, `{"name":"../x","content"`, 1), ended, nil, 400, "not the name of a file"},
		{"no token", "POST", "/api/v2/execute", program, ended, nil, 401, "no token"},
	} {
		ended, fault = test.ended, test.fault
		if status, body := request(test.method, test.path, test.body); status != test.status || !strings.Contains(body, test.want) {
			t.Errorf("%s: got %d, %s", test.name, status, body)
		}
	}
	if asked.TimeLimit != 500*time.Millisecond || string(asked.Input.Data) != "3" || asked.Args[0] != "1" || asked.MemoryLimit != mostMemory ||
		asked.Source.Files[0].Name != "file0.py" || asked.Source.Language != "python3" {
		t.Errorf("asked for %+v", asked)
	}
	off := New(Config{Client: client, Tokens: []Token{{"alice", secret, 1}}, Log: slog.New(slog.DiscardHandler)}, at)
	w := httptest.NewRecorder()
	off.handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://127.0.0.1:7119"+path+"runtimes", nil))
	if w.Code != http.StatusNotFound {
		t.Errorf("without --piston the answer is %d", w.Code)
	}
}
