package api

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/jobtest"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace/workspacetest"
)

const secret = "0123456789abcdef"

// service is a server whose judge accepts everything.
type service struct {
	url string
	// begun gets a value when a source "wait" is judged, which then waits for ended or the end of the request.
	begun, ended chan struct{}
	// cancelled is closed when such a judgement was cancelled.
	cancelled chan struct{}
}

func serve(t *testing.T, change ...func(*Config)) *service {
	t.Helper()
	s := &service{begun: make(chan struct{}, 9), ended: make(chan struct{}), cancelled: make(chan struct{})}
	w, _ := workspacetest.Open(t)
	client := job.Client{Executor: jobtest.Executor(func(ctx context.Context, _ *problem.Problem, do job.Job, _ func(event.Event)) (job.Result, error) {
		if string(do.(job.Judgement).Source.Files[0].Data) == "wait" {
			s.begun <- struct{}{}
			select {
			case <-s.ended:
			case <-ctx.Done():
				close(s.cancelled)
				return event.Done{Interrupted: true}, nil
			}
		}
		return event.Done{Verdict: verdict.AC, Tests: 1, Passed: 1}, nil
	})}
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.url = "http://" + listener.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	config := Config{
		Workspace: w, Client: client, Version: "1", Log: slog.New(slog.DiscardHandler),
		Tokens: []Token{{"alice", secret, 1}, {"bob", "fedcba9876543210", 2}},
	}
	for _, do := range change {
		do(&config)
	}
	go func() { done <- New(config, listener.Addr()).Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return s
}

// request makes a request with a token.
func (s *service) request(t *testing.T, method, path, kind string, body io.Reader, change ...func(*http.Request)) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.url+path, body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+secret)
	r.Header.Set("Content-Type", kind)
	for _, c := range change {
		c(r)
	}
	return r
}

// do sends a request and returns the status and the body.
func do(t *testing.T, r *http.Request) (status int, body string, header http.Header) {
	t.Helper()
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text), response.Header
}

// submission is a line.
func submission(id, source string) string {
	return fmt.Sprintf(`{"id":%q,"language":"python3","source":%q,"problem":{"cases":[{"input":"1","answer":"1"}]}}`, id, source)
}

// TestRequests checks what requests are answered, admitted or not.
func TestRequests(t *testing.T) {
	s := serve(t)
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	host := func(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }
	one := submission("a", "x")
	inPath := `{"id":"a","language":"python3","source":"x","problem":{"cases":[{"input_path":"/etc/passwd"}]}}`
	for _, test := range []struct {
		name, method, path, kind, body string
		change                         func(*http.Request)
		status                         int
		want                           string
	}{
		{"one submission", "POST", "/v1/judge", jsonType, "\n" + one + "\n", nil, 200, `"id":"a","verdict":"AC"`},
		{"no token", "POST", "/v1/judge", jsonType, one, header("Authorization", ""), 401, "no token"},
		{"a wrong token", "POST", "/v1/judge", jsonType, one, header("Authorization", "Bearer "+secret+"0"), 401, "no token"},
		{"another name of the machine", "GET", "/v1/health", "", "", host("evil.example"), 403, "another name"},
		{"a page of another site", "POST", "/v1/judge", jsonType, one, header("Origin", "https://evil.example"), 403, "browser"},
		{"a link of another site", "GET", "/v1/languages", "", "", header("Sec-Fetch-Site", "cross-site"), 403, "browser"},
		{"a form", "POST", "/v1/judge", "text/plain", one, nil, 415, "Content-Type"},
		{"a faulty line", "POST", "/v1/judge", jsonType, `{"id":"a"}`, nil, 422, "want one of source"},
		{"two lines", "POST", "/v1/judge", jsonType, one + "\n" + one, nil, 422, "more than one value"},
		{"nothing", "POST", "/v1/judge", jsonType, "", nil, 400, "empty"},
		{"a file of this machine", "POST", "/v1/judge", jsonType, inPath, nil, 422, "must be in the line"},
		{"a path as problem", "POST", "/v1/judge", jsonType, `{"id":"a","language":"python3","source":"x","problem":"/etc"}`, nil, 422, "grundy list"},
		{"a source by path", "POST", "/v1/judge", jsonType, `{"id":"a","path":"/etc/passwd","problem":"nim"}`, nil, 422, "source must be in the line"},
		{"a hostile language", "POST", "/v1/judge", jsonType, `{"id":"a","language":"../x","source":"x","problem":"nim"}`, nil, 422, "unknown language"},
		{"too much", "POST", "/v1/judge", jsonType, submission("a", strings.Repeat("x", maxLine)), nil, 413, "more than 16 MiB"},
		{"a wrong detail", "POST", "/v1/judge?detail=all", jsonType, one, nil, 400, "want verdict, cases or full"},
		{"health without a token", "GET", "/v1/health", "", "", header("Authorization", ""), 200, `"slots":2`},
		{"languages", "GET", "/v1/languages", "", "", nil, 200, `"id":"python3"`},
		{"metrics", "GET", "/v1/metrics", "", "", nil, 200, `grundy_api_results_total{verdict="AC"} 1`},
		{"an unknown path", "GET", "/v1/judge", "", "", nil, 404, "no such path"},
	} {
		t.Run(test.name, func(t *testing.T) {
			change := test.change
			if change == nil {
				change = func(*http.Request) {}
			}
			status, body, head := do(t, s.request(t, test.method, test.path, test.kind, strings.NewReader(test.body), change))
			if status != test.status || !strings.Contains(body, test.want) {
				t.Errorf("got %d, %q", status, body)
			}
			if head.Get("Access-Control-Allow-Origin") != "" {
				t.Error("other sites may read it")
			}
		})
	}
}

// TestStream checks that rows come while the client still sends lines.
func TestStream(t *testing.T) {
	s := serve(t)
	body, lines := io.Pipe()
	answers := make(chan *http.Response)
	go func() {
		response, err := http.DefaultClient.Do(s.request(t, "POST", "/v1/judge?ordered", linesType, body))
		if err != nil {
			t.Error(err)
		}
		answers <- response
	}()
	if _, err := fmt.Fprintln(lines, submission("a", "x")); err != nil {
		t.Fatal(err)
	}
	response := <-answers
	defer response.Body.Close()
	rows := bufio.NewScanner(response.Body)
	for _, id := range []string{"a", "b"} {
		if !rows.Scan() || !strings.Contains(rows.Text(), `"id":"`+id+`"`) {
			t.Fatalf("got %q, %v", rows.Text(), rows.Err())
		}
		if _, err := fmt.Fprintln(lines, submission("b", "y")); err != nil && id == "a" {
			t.Fatal(err)
		}
	}
	lines.Close()
	if !rows.Scan() || !strings.Contains(rows.Text(), `"line":3,"error":"id: line 2`) || rows.Scan() {
		t.Errorf("got %q", rows.Text())
	}
}

// TestQuota checks that a client gets no more places than its token has, that others still get theirs, and that a client
// that goes away ends its judgement.
func TestQuota(t *testing.T) {
	s := serve(t)
	ctx, leave := context.WithCancel(t.Context())
	gone := make(chan error)
	go func() {
		_, err := http.DefaultClient.Do(s.request(t, "POST", "/v1/judge", jsonType, strings.NewReader(submission("a", "wait"))).WithContext(ctx))
		gone <- err
	}()
	<-s.begun
	status, body, head := do(t, s.request(t, "POST", "/v1/judge", jsonType, strings.NewReader(submission("b", "x"))))
	if status != http.StatusTooManyRequests || head.Get("Retry-After") != "1" {
		t.Errorf("got %d, %q, %v", status, body, head)
	}
	other := func(r *http.Request) { r.Header.Set("Authorization", "Bearer fedcba9876543210") }
	if status, body, _ := do(t, s.request(t, "POST", "/v1/judge", jsonType, strings.NewReader(submission("c", "x")), other)); status != 200 {
		t.Errorf("got %d, %q", status, body)
	}
	leave()
	if <-gone == nil {
		t.Error("the request was answered")
	}
	<-s.cancelled
}

// TestOpenAPI checks that the description has each path, and that its references lead somewhere.
func TestOpenAPI(t *testing.T) {
	text, err := describe("1")
	if err != nil {
		t.Fatal(err)
	}
	var api struct {
		Paths      map[string]map[string]any
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal(text, &api); err != nil {
		t.Fatal(err)
	}
	for _, r := range routes() {
		if api.Paths[r.path][strings.ToLower(r.method)] == nil {
			t.Errorf("%s %s is not described", r.method, r.path)
		}
	}
	for part := range bytes.SplitSeq(text, []byte(`"$ref": "`)) {
		name, found := strings.CutPrefix(string(part[:bytes.IndexByte(part, '"')]), "#/components/schemas/")
		if found && api.Components.Schemas[name] == nil {
			t.Errorf("nothing is called %s", name)
		}
	}
	if bytes.Contains(text, []byte("$defs")) || bytes.Contains(text, []byte("events.schema.json")) {
		t.Error("it refers to another document")
	}
}

// TestReadTokens checks what files of tokens are read as.
func TestReadTokens(t *testing.T) {
	got, err := ReadTokens(strings.NewReader("# clients\nalice " + secret + "\n\nbob fedcba9876543210 3\n"))
	if want := []Token{{"alice", secret, defaultRequests}, {"bob", "fedcba9876543210", 3}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	for text, want := range map[string]string{
		"":                                      "no token",
		"alice":                                 "want two or three words",
		"alice short":                           "less than 16 characters",
		"alice " + secret + " x":                "want a number",
		"alice " + secret + "\nalice " + secret: "names alice, too",
	} {
		if _, err := ReadTokens(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) || hint.Of(err) == "" {
			t.Errorf("%q: %v", text, err)
		}
	}
}
