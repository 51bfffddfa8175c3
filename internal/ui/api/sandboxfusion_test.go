package api

import (
	"context"
	"log/slog"
	"net"
	"net/http/httptest"
	"strings"
	"testing"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/jobtest"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// TestSandboxFusion checks the translation with a request as the client sandbox-fusion 0.3.7 from PyPI sends it.
func TestSandboxFusion(t *testing.T) {
	var ended job.Executed
	var fault error
	client := job.Client{Executor: jobtest.Executor(func(context.Context, *problem.Problem, job.Job, func(event.Event)) (job.Result, error) {
		return ended, fault
	})}
	at := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 7119}
	s := New(Config{Client: client, Tokens: []Token{{"alice", secret, 1}}, SandboxFusion: true, Log: slog.New(slog.DiscardHandler)}, at)
	s.working = []toolchain{
		{&language.Language{ID: "python3", Recognition: language.Recognition{Extensions: []string{".py"}, Interpreters: []string{"python3"}}}, "3.11.7"},
		{&language.Language{ID: "cpp", Recognition: language.Recognition{Extensions: []string{".cpp"}}}, "12.2"},
	}
	const program = `{"compile_timeout": 10, "run_timeout": 10, "code": "print(6)", "stdin": null, "language": "python", "files": {}, "fetch_files": []}`
	for _, test := range []struct {
		name, body string
		ended      job.Executed
		fault      error
		status     int
		want       string
	}{
		{"a run", program, job.Executed{Output: []byte("6\n")}, nil, 200, `{"status":"Success","message":"","compile_result":null,"run_result":{"status":"Finished","execution_time":0,"return_code":0,"stdout":"6\n"`},
		{"the time limit", program, job.Executed{Verdict: verdict.TLE}, nil, 200, `"status":"TimeLimitExceeded","execution_time":0,"return_code":null`},
		{"a crash", program, job.Executed{Verdict: verdict.RTE, Signal: 11}, nil, 200, `"return_code":-11`},
		{"a faulty source that is compiled", strings.Replace(program, "python", "cpp", 1), ended, &language.CompileError{Language: &language.Language{}, Log: "no"}, 200, `{"status":"Failed","message":"","compile_result":{"status":"Finished","execution_time":0,"return_code":1,"stdout":"","stderr":"no"},"run_result":null`},
		{"a faulty source that is interpreted", program, ended, &language.CompileError{Language: &language.Language{}, Log: "no"}, 200, `{"status":"Failed","message":"","compile_result":null,"run_result":{"status":"Finished","execution_time":0,"return_code":1,"stdout":"","stderr":"no"}`},
		{"a failure of the judge", program, ended, context.DeadlineExceeded, 200, `"status":"SandboxError"`},
		{"another language", strings.Replace(program, "python", "cuda", 1), ended, nil, 422, "not served"},
		{"a hostile name", strings.Replace(program, `"files": {}`, `"files": {"../x": ""}`, 1), ended, nil, 422, "not the name of a file"},
	} {
		ended, fault = test.ended, test.fault
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, httptest.NewRequest("POST", "http://127.0.0.1:7119/token/"+secret+"/run_code", strings.NewReader(test.body)))
		if w.Code != test.status || !strings.Contains(w.Body.String(), test.want) {
			t.Errorf("%s: got %d, %s", test.name, w.Code, w.Body)
		}
	}
}
