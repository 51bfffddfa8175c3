package api

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"grundy/internal/app/bulk"
	"grundy/internal/base/hint"
	"grundy/internal/base/prometheus"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/store/workspace"
)

// Config is what a server needs.
type Config struct {
	Workspace *workspace.Workspace
	Client    job.Client
	Tokens    []Token
	Version   string
	// Piston also serves version 2 of Piston's API.
	Piston bool
	// Judge0 also serves Judge0's API.
	Judge0 bool
	// SandboxFusion also runs code as SandboxFusion's API does.
	SandboxFusion bool
	// Host is the name under which clients reach a server that has a certificate.
	Host string
	// Certificate encrypts all connections; nil if only this machine can reach the server.
	Certificate *tls.Certificate
	// Journal keeps the jobs for the next server; nil if they end with this one.
	Journal *Journal
	Log     *slog.Logger
}

// Server serves the judge.
type Server struct {
	Config
	port    string
	hosts   []string
	clients []*client
	handler http.Handler
	serving sync.WaitGroup // of requests and orders
	// lifetime ends with the server, and all orders with it.
	lifetime context.Context
	close    context.CancelFunc
	whole    atomic.Int64 // bytes of bodies that requests keep

	mu       sync.Mutex
	running  int            // requests that are being judged
	refused  int            // for lack of a place
	verdicts map[string]int // of results
	failures int            // rows without a verdict

	listing sync.Mutex // guards what follows
	working []toolchain
}

// client is a token with what its client does.
type client struct {
	Token
	// The lock of the server guards these.
	running    int
	orders     map[string]*order
	waiting    []*order // in the order in which they came
	ended      []*order // in the order in which they ended
	unfinished int      // bytes of orders that have not ended
	kept       int      // bytes of those that have
}

// The times after which a client that neither sends nor takes anything is given up.
const (
	headerTime = 10 * time.Second
	idleTime   = 2 * time.Minute
)

// New makes a server that listens at an address.
func New(config Config, at net.Addr) *Server {
	s := &Server{Config: config, verdicts: map[string]int{}}
	s.lifetime, s.close = context.WithCancel(context.Background())
	_, s.port, _ = net.SplitHostPort(at.String())
	s.hosts = []string{at.String(), net.JoinHostPort("localhost", s.port)}
	for _, token := range config.Tokens {
		s.clients = append(s.clients, &client{Token: token, orders: map[string]*order{}})
	}
	s.restore()
	mux := http.NewServeMux()
	served := routes()
	if config.Piston {
		served = append(served, pistonRoutes()...)
	}
	if config.Judge0 {
		served = append(served, judge0Routes()...)
	}
	if config.SandboxFusion {
		served = append(served, sandboxFusionRoutes()...)
	}
	for _, r := range served {
		mux.HandleFunc(r.method+" "+r.path, func(w http.ResponseWriter, q *http.Request) { r.serve(s, w, q) })
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusNotFound, hint.Errorf("GET /v1/openapi.json lists the paths", "there is no such path or method"))
	})
	guarded := s.guard(mux)
	s.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.serving.Add(1)
		defer s.serving.Done()
		w, r = patient(w, r)
		body := r.Body.(*patientBody)
		defer func() { s.whole.Add(-body.whole) }()
		guarded.ServeHTTP(w, r)
	})
	return s
}

// Address is what clients call the server by.
func (s *Server) Address() string {
	if s.Certificate == nil {
		return "http://" + s.hosts[0]
	}
	return "https://" + net.JoinHostPort(s.Host, s.port)
}

// Prepare examines the toolchains if clients of other services may ask for them: these do not wait long for an answer.
func (s *Server) Prepare(ctx context.Context) error {
	if !s.Piston && !s.Judge0 && !s.SandboxFusion {
		return nil
	}
	_, err := s.toolchains(ctx)
	return err
}

// Serve serves until ctx ends. Judgements that are under way end then, too.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler: s.handler, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		ErrorLog: slog.NewLogLogger(s.Log.Handler(), slog.LevelError), BaseContext: func(net.Listener) context.Context { return ctx },
	}
	if s.Certificate != nil {
		listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{*s.Certificate}, MinVersion: tls.VersionTLS12})
	}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	err := server.Serve(listener)
	s.close()
	s.serving.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.clients {
		if n := len(c.orders) - len(c.ended); n > 0 {
			s.Log.Warn("jobs that wait are given up; the next service says so to their clients", "client", c.Name, "jobs", n)
		}
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// route is a path that is served.
type route struct {
	method, path string
	does         string
	serve        func(*Server, http.ResponseWriter, *http.Request)
	// body and answer describe the contents for OpenAPI, by their types.
	body, answer map[string]any
}

// status is the status of the answer to a request that succeeds.
func (r route) status() int {
	if r.path == "/v1/jobs" {
		return http.StatusAccepted
	}
	return http.StatusOK
}

const (
	jsonType   = "application/json"
	linesType  = "application/x-ndjson"
	eventsType = "text/event-stream"
	textType   = "text/plain; version=0.0.4"
)

func routes() []route {
	one, row := ref("line"), map[string]any{"anyOf": []any{ref("result"), ref("failure")}}
	object := map[string]any{"type": "object"}
	return []route{
		{
			http.MethodPost, "/v1/judge", "Judges a submission, or a stream of them: each line gets a row, in the order in which they are ready.",
			(*Server).judge,
			map[string]any{jsonType: one, linesType: one},
			map[string]any{jsonType: row, linesType: row},
		},
		{
			http.MethodPost, "/v1/jobs", "Accepts a submission, or lines of them, and answers with the ID of the job that judges them.",
			(*Server).postJob,
			map[string]any{jsonType: one, linesType: one},
			map[string]any{jsonType: ref("job")},
		},
		{http.MethodGet, "/v1/jobs/{id}", "Says how far a job is, with the rows that are ready.", (*Server).getJob, nil, map[string]any{jsonType: ref("job")}},
		{http.MethodDelete, "/v1/jobs/{id}", "Cancels a job, or forgets one that has ended.", (*Server).cancelJob, nil, map[string]any{jsonType: ref("job")}},
		{
			http.MethodGet, "/v1/jobs/{id}/events", "Sends the rows of a job as they are ready, as server-sent events: row for each, and end.",
			(*Server).followJob, nil,
			map[string]any{eventsType: map[string]any{"type": "string"}},
		},
		{http.MethodGet, "/v1/languages", "Lists the languages.", (*Server).languages, nil, map[string]any{jsonType: object}},
		{http.MethodGet, "/v1/health", "Says that the server is there; needs no token.", (*Server).health, nil, map[string]any{jsonType: object}},
		{http.MethodGet, "/v1/metrics", "Counts, for Prometheus.", (*Server).metrics, nil, map[string]any{textType: map[string]any{"type": "string"}}},
		{http.MethodGet, "/v1/openapi.json", "Describes these paths.", (*Server).openAPI, nil, map[string]any{jsonType: object}},
	}
}

// batchOf is what a request asks for, by its header and its query. If that is wrong, it answers so.
func batchOf(w http.ResponseWriter, r *http.Request) (batch bulk.Batch, kind string, ok bool) {
	kind, _, _ = mime.ParseMediaType(r.Header.Get("Content-Type"))
	query := r.URL.Query()
	batch = bulk.Batch{
		Detail: bulk.VerdictDetail, Ordered: query.Has("ordered"), Stop: query.Has("stop"), Remote: true, MaxLine: maxLine,
	}
	if query.Has("detail") {
		batch.Detail = bulk.Detail(query.Get("detail"))
	}
	switch {
	case kind != jsonType && kind != linesType:
		refuse(w, http.StatusUnsupportedMediaType, hint.Errorf("send "+jsonType+" for one submission, "+linesType+" for a line each", "Content-Type: got %q", kind))
	case !slices.Contains(bulk.Details(), batch.Detail):
		refuse(w, http.StatusBadRequest, hint.Errorf("leave it out for the verdicts alone", "detail: want verdict, cases or full, got %q", batch.Detail))
	default:
		ok = true
	}
	return batch, kind, ok
}

// judge judges the body of a request.
func (s *Server) judge(w http.ResponseWriter, r *http.Request) {
	batch, kind, ok := batchOf(w, r)
	if !ok {
		return
	}
	leave := s.admit(w, r)
	if leave == nil {
		return
	}
	defer leave()
	if kind == jsonType {
		s.judgeOne(w, r, batch)
		return
	}
	_ = http.NewResponseController(w).EnableFullDuplex() // HTTP/1 has it
	w.Header().Set("Content-Type", linesType)
	batch.Lines = r.Body
	if err := s.run(r.Context(), batch, flushing{w}); err != nil {
		s.Log.Warn("a stream of submissions ended early", "reason", err)
		panic(http.ErrAbortHandler) // the client must not take the rows for all
	}
}

// submissions reads the whole body of a request as lines. If that fails, it answers so.
func (s *Server) submissions(w http.ResponseWriter, r *http.Request, kind string) (lines []byte, ok bool) {
	body, err := s.readBody(w, r)
	if err != nil {
		refuseBody(w, http.StatusBadRequest, err)
		return nil, false
	}
	if kind == jsonType {
		// JSON may have line breaks between its parts, and none within texts.
		body = bytes.ReplaceAll(body, []byte("\n"), []byte(" "))
	}
	return body, true
}

// judgeOne judges the only submission of a request.
func (s *Server) judgeOne(w http.ResponseWriter, r *http.Request, batch bulk.Batch) {
	line, ok := s.submissions(w, r, jsonType)
	if !ok {
		return
	}
	batch.Lines = bytes.NewReader(line)
	var row bytes.Buffer
	err := s.run(r.Context(), batch, &row)
	var written struct {
		Verdict     *string `json:"verdict"`
		JudgeFailed bool    `json:"judge_failed"`
	}
	if err == nil && row.Len() > 0 {
		err = event.Unmarshal(row.Bytes(), &written)
	}
	switch {
	case err != nil:
		refuse(w, http.StatusServiceUnavailable, err)
	case row.Len() == 0:
		refuse(w, http.StatusBadRequest, hint.Errorf("send an object as docs/bulk.md describes it", "the body is empty"))
	case written.Verdict != nil:
		answer(w, http.StatusOK, row.Bytes())
	case written.JudgeFailed:
		answer(w, http.StatusServiceUnavailable, row.Bytes())
	default:
		answer(w, http.StatusUnprocessableEntity, row.Bytes())
	}
}

// run judges a batch and counts its results.
func (s *Server) run(ctx context.Context, batch bulk.Batch, to io.Writer) error {
	scratch, err := s.Workspace.Scratch()
	if err != nil {
		return err
	}
	if batch.To, err = bulk.ToStream(to, scratch); err != nil {
		return err
	}
	batch.Progress = func(bulk.Summary) {}
	sum, err := bulk.Run(ctx, s.Workspace, s.Client, batch)
	s.mu.Lock()
	for v, n := range sum.Verdicts {
		s.verdicts[v.String()] += n
	}
	s.failures += sum.Failures
	s.mu.Unlock()
	return errors.Join(err, batch.To.Close(), context.Cause(ctx))
}

// listedLanguage is a language in the list.
type listedLanguage struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func (s *Server) languages(w http.ResponseWriter, _ *http.Request) {
	builder, err := s.Workspace.Builder()
	if err != nil {
		refuse(w, http.StatusServiceUnavailable, err)
		return
	}
	var list struct {
		Languages []listedLanguage `json:"languages"`
	}
	for _, row := range builder.Table.Languages() {
		list.Languages = append(list.Languages, listedLanguage{row.ID, row.Name})
	}
	answerValue(w, http.StatusOK, list)
}

func (s *Server) health(w http.ResponseWriter, _ *http.Request) {
	answerValue(w, http.StatusOK, struct {
		Version string `json:"version"`
		Slots   int    `json:"slots"`
	}{s.Version, s.Client.Slots()})
}

func (s *Server) metrics(w http.ResponseWriter, _ *http.Request) {
	text := s.counts()
	w.Header().Set("Content-Type", textType)
	_, _ = io.WriteString(w, text)
}

// counts is the page of the metrics.
func (s *Server) counts() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var page prometheus.Page
	page.Metric("grundy_api_requests_running", "gauge", "Requests that are being judged.")
	for _, c := range s.clients {
		page.Value("", float64(c.running), "client", c.Name)
	}
	page.Metric("grundy_api_requests_refused_total", "counter", "Requests that were refused for lack of a place.")
	page.Value("", float64(s.refused))
	page.Metric("grundy_api_results_total", "counter", "Submissions judged.")
	page.Values("verdict", s.verdicts)
	page.Metric("grundy_api_failures_total", "counter", "Submissions that could not be judged.")
	page.Value("", float64(s.failures))
	return page.String()
}

// fault is the answer to a request that cannot be served.
type fault struct {
	Error string `json:"error"`
	Help  string `json:"help,omitempty"`
}

func refuse(w http.ResponseWriter, status int, err error) {
	answerValue(w, status, fault{err.Error(), hint.Of(err)})
}

func answerValue(w http.ResponseWriter, status int, value any) {
	text, err := event.Marshal(value)
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(`{"error":"the answer cannot be written"}`)
	}
	answer(w, status, append(text, '\n'))
}

// answerJSON answers with a value in the form that package json gives it.
func answerJSON(w http.ResponseWriter, status int, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		refuse(w, http.StatusInternalServerError, err)
		return
	}
	answer(w, status, append(text, '\n'))
}

// answer writes an answer. If that fails, the client is gone.
func answer(w http.ResponseWriter, status int, text []byte) {
	w.Header().Set("Content-Type", jsonType)
	w.WriteHeader(status)
	_, _ = w.Write(text)
}
