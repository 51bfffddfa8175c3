package api

import (
	"context"
	"log/slog"
	"net"
	"net/http/httptest"
	"regexp"
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

// TestJudge0 checks the translation with requests as the client judge0 0.0.8 from PyPI sends them.
func TestJudge0(t *testing.T) {
	var asked job.Execution
	ended := job.Executed{Output: []byte("6\n"), CPU: 12 * time.Millisecond}
	var fault error
	client := job.Client{Executor: jobtest.Executor(func(_ context.Context, _ *problem.Problem, do job.Job, _ func(event.Event)) (job.Result, error) {
		asked = do.(job.Execution)
		return ended, fault
	})}
	at := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 7119}
	s := New(Config{Client: client, Tokens: []Token{{"alice", secret, 1}}, Judge0: true, Log: slog.New(slog.DiscardHandler)}, at)
	s.working = []toolchain{
		{&language.Language{ID: "python3", Name: "Python 3", Recognition: language.Recognition{Extensions: []string{".py"}}}, "3.11.7"},
		{&language.Language{ID: "bash", Name: "Bash", Recognition: language.Recognition{Extensions: []string{".sh"}, Interpreters: []string{"bash"}}}, "5.2"},
	}
	request := func(method, path, body string) (int, string) {
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, httptest.NewRequest(method, "http://127.0.0.1:7119/token/"+secret+path, strings.NewReader(body)))
		return w.Code, w.Body.String()
	}
	const wait = "/submissions?base64_encoded=true&wait=true"
	// print(6), with 3 as its input and 6 as the answer.
	const program = `{"source_code":"cHJpbnQoNik=","language_id":71,"stdin":"Mw==","expected_output":"Ng==","cpu_time_limit":0.5}`
	for _, test := range []struct {
		name, method, path, body string
		ended                    job.Executed
		fault                    error
		status                   int
		want                     string
	}{
		{"the languages", "GET", "/languages", "", ended, nil, 200, `{"id":71,"name":"Python 3 (3.11.7)"}`},
		{"a language", "GET", "/languages/113", "", ended, nil, 200, `{"id":113,"name":"Python 3 (3.11.7)"}`},
		{"a language that is missing", "GET", "/languages/50", "", ended, nil, 404, "no such language"},
		{"the statuses", "GET", "/statuses", "", ended, nil, 200, `{"id":14,"description":"Exec Format Error"}`},
		{"the version", "GET", "/about", "", ended, nil, 200, `"version":"1.13.1"`},
		{"the bounds", "GET", "/config_info", "", ended, nil, 200, `"max_submission_batch_size":20`},
		{"a right answer", "POST", wait, program, ended, nil, 201, `"status":{"description":"Accepted","id":3},"stderr":null,"stdout":"Ngo=","time":"0.012"`},
		{"a number as a text", "POST", "/submissions?wait=true&fields=stdout,status_id", `{"source_code":"print(6)","language_id":"71"}`, ended, nil, 201, `{"status_id":3,"stdout":"6\n"}`},
		{"a text for a number", "POST", "/submissions?wait=true&fields=stdout,status_id", `{"source_code":"print(6)","language_id":"python"}`, ended, nil, 422, "cannot unmarshal"},
		{"an unclosed quote", "POST", "/submissions?wait=true", `{"source_code":"print(6)","language_id":71,"command_line_arguments":"a 'b"}`, ended, nil, 422, "command_line_arguments"},
		{"fields", "POST", "/submissions?wait=true&fields=stdout,status_id", `{"source_code":"print(6)","language_id":71}`, ended, nil, 201, `{"status_id":3,"stdout":"6\n"}`},
		{"an unknown field", "POST", "/submissions?wait=true&fields=x", `{"source_code":"print(6)","language_id":71}`, ended, nil, 400, "invalid fields: [x]"},
		{"a wrong answer", "POST", wait, program, job.Executed{Output: []byte("7\n")}, nil, 201, `"id":4}`},
		{"the time limit", "POST", wait, program, job.Executed{Verdict: verdict.TLE, Signal: 9}, nil, 201, `"id":5}`},
		{"a faulty source", "POST", wait, program, ended, &language.CompileError{Language: &language.Language{}, Log: "no"}, 201, `"compile_output":"bm8=","memory":null,"message":null,"status":{"description":"Compilation Error","id":6}`},
		{"a faulty source that is interpreted", "POST", wait, strings.Replace(program, "71", "46", 1), ended, &language.CompileError{Language: &language.Language{}, Log: "no"}, 201, `"compile_output":null,"memory":0,"message":"ZXhpdCBjb2RlIDE=","status":{"description":"Runtime Error (NZEC)","id":11},"stderr":"bm8="`},
		{"a crash", "POST", wait, program, job.Executed{Verdict: verdict.RTE, Signal: 11}, nil, 201, `"id":7}`},
		{"much output", "POST", wait, program, job.Executed{Verdict: verdict.OLE}, nil, 201, `"id":8}`},
		{"an exit code", "POST", wait, program, job.Executed{Verdict: verdict.RTE, Exit: 3}, nil, 201, `"id":11}`},
		{"the memory limit", "POST", wait, program, job.Executed{Verdict: verdict.MLE, Signal: 9}, nil, 201, `"id":12}`},
		{"a failure of the judge", "POST", wait, program, ended, context.DeadlineExceeded, 201, `"id":13}`},
		{"another language", "POST", wait, strings.Replace(program, "71", "43", 1), ended, nil, 422, "id 43 doesn't exist"},
		{"a network", "POST", wait, strings.Replace(program, "{", `{"enable_network":true,`, 1), ended, nil, 422, "not served"},
		{"an empty batch", "POST", "/submissions/batch", `{"submissions":[]}`, ended, nil, 400, "from 1 to 20"},
		{"an unknown token", "GET", "/submissions/x", "", ended, nil, 404, "no such submission"},
	} {
		ended, fault = test.ended, test.fault
		if status, body := request(test.method, test.path, test.body); status != test.status || !strings.Contains(body, test.want) {
			t.Errorf("%s: got %d, %s", test.name, status, body)
		}
	}
	if asked.TimeLimit != 500*time.Millisecond || string(asked.Input.Data) != "3" || asked.MemoryLimit != judge0Memory<<10 || string(asked.Source.Files[0].Data) != "print(6)" {
		t.Errorf("asked for %+v", asked)
	}

	ended, fault = job.Executed{Output: []byte("6\n")}, nil
	status, body := request("POST", "/submissions/batch?base64_encoded=true", `{"submissions":[`+program+`,{"language_id":71}]}`)
	token := regexp.MustCompile(`"token":"([0-9a-f-]{36})"`).FindStringSubmatch(body)
	if status != 201 || token == nil || !strings.Contains(body, `{"error":"source_code: can't be blank"}`) {
		t.Fatalf("got %d, %s", status, body)
	}
	o, err := s.orderOf(s.clients[0], token[1])
	if err != nil {
		t.Fatal(err)
	}
	s.await(t.Context(), o)
	if _, body := request("GET", "/submissions/batch?base64_encoded=true&fields=*&tokens=x,"+token[1], ""); !strings.Contains(body, `[null,{`) || !strings.Contains(body, `"stdin":"Mw=="`) {
		t.Errorf("got %s", body)
	}
}
