package api

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/jobtest"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace/workspacetest"
)

// TestSandboxFusionSubmit checks the translation with requests as the client sandbox-fusion 0.3.7 from PyPI sends them.
func TestSandboxFusionSubmit(t *testing.T) {
	w, _ := workspacetest.Open(t)
	var asked []string // the source, the function and the cases of what is judged, or the source of what is run
	client := job.Client{Executor: jobtest.Executor(func(_ context.Context, p *problem.Problem, do job.Job, emit func(event.Event)) (job.Result, error) {
		if run, isRun := do.(job.Execution); isRun {
			asked = []string{string(run.Source.Files[0].Data)}
			if strings.Contains(asked[0], "wrong") {
				return job.Executed{Verdict: verdict.RTE, Exit: 1, Errors: []byte("AssertionError")}, nil
			}
			return job.Executed{}, nil
		}
		source := string(do.(job.Judgement).Source.Files[0].Data)
		asked = []string{source}
		if p.Entry != nil {
			asked = append(asked, p.Entry.Function)
		}
		for _, c := range p.Data.AllCases() {
			for _, file := range []string{c.Input, c.Answer} {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Error(err)
				}
				asked = append(asked, string(text))
			}
		}
		switch {
		case strings.Contains(source, "broken"):
			return event.Done{Verdict: verdict.JE, Reason: "no box"}, nil
		case strings.Contains(source, "slow"):
			emit(event.Test{Index: 1, Verdict: verdict.TLE})
			return event.Done{Verdict: verdict.TLE}, nil
		case strings.Contains(source, "wrong"):
			emit(event.Test{Index: 1, Verdict: verdict.AC})
			emit(event.Test{Index: 2, Verdict: verdict.WA, Output: "7"})
			return event.Done{Verdict: verdict.WA}, nil
		case strings.Contains(source, "faulty"):
			emit(event.Compile{Log: "no"})
			return event.Done{Verdict: verdict.CE}, nil
		}
		emit(event.Test{Index: 1, Verdict: verdict.AC})
		return event.Done{Verdict: verdict.AC}, nil
	})}
	at := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 7119}
	s := New(Config{Workspace: w, Client: client, Tokens: []Token{{"alice", secret, 1}}, SandboxFusion: true, Log: slog.New(slog.DiscardHandler)}, at)
	s.working = []toolchain{{&language.Language{ID: "python3", Recognition: language.Recognition{Extensions: []string{".py"}, Interpreters: []string{"python3"}}}, "3.11.7"}}
	const (
		stdio    = `{"test": [{"input": {"stdin": "3"}, "output": {"stdout": "6"}}, {"input": {"stdin": "4"}, "output": {"stdout": "8"}}]}`
		pairs    = `{"input_output": "{\"inputs\": [\"3\"], \"outputs\": [[\"6\", \"7\"]]}"}`
		function = `{"input_output": {"fn_name": "add", "inputs": [[1, [2]]], "outputs": [[[3]]]}}`
		program  = `{"labels": {"programming_language": "python"}, "test": "{\"code\": \"assert f()\"}"}`
	)
	for _, test := range []struct {
		name, completion, data string
		status                 int
		want, asked            string
	}{
		{"the block of the language", "```sh\nno\n```\n```python\nright\n```\n", stdio, 200, `"accepted":true,"extracted_code":"right"`, `["right" "3" "6" "4" "8"]`},
		{"a block that is not closed", "```\nright", stdio, 200, `"extracted_type":"incomplete_fenced"`, `["right" "3" "6" "4" "8"]`},
		{"no block", "right", stdio, 200, `"accepted":true,"extracted_code":"right","full_code":null,"test_code":null,"tests":[{"passed":true,`, `["right" "3" "6" "4" "8"]`},
		{"a wrong answer", "wrong", stdio, 200, `"accepted":false,`, `["wrong" "3" "6" "4" "8"]`},
		{"its output", "wrong", stdio, 200, `{"passed":false,"exec_info":{"status":"Success","message":"","compile_result":null,"run_result":{"status":"Finished","execution_time":0,"return_code":0,"stdout":"7"`, ""},
		{"the time limit", "slow", stdio, 200, `"status":"TimeLimitExceeded","execution_time":0,"return_code":null`, ""},
		{"a faulty source", "faulty", stdio, 200, `"accepted":false,"extracted_code":"faulty","full_code":null,"test_code":null,"tests":[{"passed":false,"exec_info":{"status":"Failed"`, ""},
		{"an empty completion", " ", stdio, 200, `"accepted":false,"extracted_code":"","full_code":null,"test_code":null,"tests":[],"extracted_type":"empty"`, "[]"},
		{"inputs and outputs", "right", pairs, 200, `"accepted":true`, `["right" "3" "6\n7\n"]`},
		{"a function", "right", function, 200, `"accepted":true`, `["right" "add" "1\n[2]\n" "[3]\n"]`},
		{"a test that is code", "right\nif __name__ == '__main__': main()", program, 200, `"accepted":true,`, `["right\n\nassert f()"]`},
		{"one that fails", "wrong", program, 200, `"accepted":false,"extracted_code":"wrong","full_code":"wrong\nassert f()"`, `["wrong\nassert f()"]`},
		{"tests in Java", "right", strings.Replace(program, "python", "java", 1), 422, "tests in java are not served", "[]"},
		{"a failure of the judge", "broken", stdio, 503, "no box", ""},
		{"a data set of the service", "right", `{}`, 422, "keeps no data sets", "[]"},
		{"no cases", "right", `{"content": "x"}`, 422, "got the fields content", "[]"},
		{"a file", "right", `{"test": [{"input": {"a.txt": "3"}, "output": {}}]}`, 422, `"a.txt\" is not served`, "[]"},
	} {
		asked = nil
		text, err := json.Marshal(test.completion)
		if err != nil {
			t.Fatal(err)
		}
		body := fmt.Sprintf(`{"dataset": "x", "id": 7, "completion": %s, "config": {"dataset_type": null, "language": "python", "locale": null, "is_fewshot": null,
			"compile_timeout": null, "run_timeout": null, "custom_extract_logic": null, "provided_data": %s, "extra": {}}}`, text, test.data)
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, httptest.NewRequest("POST", "http://127.0.0.1:7119/token/"+secret+"/submit", strings.NewReader(body)))
		if w.Code != test.status || !strings.Contains(w.Body.String(), test.want) {
			t.Errorf("%s: got %d, %s", test.name, w.Code, w.Body)
		}
		if got := fmt.Sprintf("%q", asked); test.asked != "" && got != test.asked {
			t.Errorf("%s: judged %s, want %s", test.name, got, test.asked)
		}
	}
}
