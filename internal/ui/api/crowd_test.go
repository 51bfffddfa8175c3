package api

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/jobtest"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace/workspacetest"
)

// crowd is many clients of a server that judges a source "right N" or "wrong N" as it says.
type crowd struct {
	server *Server
	url    string
	client *http.Client

	served, busy atomic.Int64
}

// TestCrowd checks that of many clients at once each gets its own verdict or is told to come again, and that slow clients, those
// that go away, bodies that are too large and hostile names leave nothing behind.
func TestCrowd(t *testing.T) {
	// Each of so many clients sends so many requests; make simulate takes more.
	const clients = 256
	requests := 2
	if os.Getenv("GRUNDY_SIMULATE") != "" {
		requests = 100
	}
	c := newCrowd(t)
	c.send(t, clients, 1) // what is made once is there
	before := settled()
	heldUp := c.holdUp(t, clients/8)
	c.send(t, clients, requests)
	for _, connection := range heldUp {
		connection.Close()
	}
	c.client.CloseIdleConnections()
	c.drained(t)
	after := settled()
	t.Logf("%d requests served, %d told to come again; heap %d KiB before and %d KiB after", c.served.Load(), c.busy.Load(), before>>10, after>>10)
	if int64(after)-int64(before) > 8<<20 {
		t.Errorf("the heap has grown from %d KiB to %d KiB", before>>10, after>>10)
	}
}

func newCrowd(t *testing.T) *crowd {
	w, _ := workspacetest.Open(t)
	judge := job.Client{Executor: jobtest.Executor(func(ctx context.Context, _ *problem.Problem, do job.Job, _ func(event.Event)) (job.Result, error) {
		if ctx.Err() != nil {
			return event.Done{Interrupted: true}, nil
		}
		done := event.Done{Verdict: verdict.AC, Tests: 1, Passed: 1}
		if strings.HasPrefix(string(do.(job.Judgement).Source.Files[0].Data), "wrong") {
			done = event.Done{Verdict: verdict.WA, Tests: 1, Failed: 1}
		}
		return done, nil
	})}
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &crowd{url: "http://" + listener.Addr().String(), client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}}}
	c.server = New(Config{
		Workspace: w, Client: judge, Version: "1", Log: slog.New(slog.DiscardHandler),
		Tokens: []Token{{"alice", secret, maxRequests}, {"bob", "fedcba9876543210", maxRequests}},
	}, listener.Addr())
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- c.server.Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return c
}

// settled is how much memory is in use that is not garbage.
func settled() uint64 {
	runtime.GC()
	runtime.GC() // what finalizers held
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return memory.HeapAlloc
}

// send has so many clients send so many requests each, at once.
func (c *crowd) send(t *testing.T, clients, requests int) {
	var working sync.WaitGroup
	for i := range clients {
		working.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(i)))
			for n := range requests {
				if err := c.ask(t, random, fmt.Sprintf("%d-%d", i, n)); err != nil {
					t.Errorf("client %d: %v", i, err)
					return
				}
			}
		})
	}
	working.Wait()
}

// ask sends a request of some kind until it is served, and checks the answer.
func (c *crowd) ask(t *testing.T, random *rand.Rand, name string) error {
	path, kind, body, status, want := "/v1/judge", jsonType, "", http.StatusOK, ""
	word, is := "right", "AC"
	if random.IntN(2) == 0 {
		word, is = "wrong", "WA"
	}
	line := submission(name, word+" "+name)
	switch random.IntN(8) {
	case 0:
		body, status, want = strings.Replace(line, "python3", `../../\u0000`, 1), http.StatusUnprocessableEntity, "unknown language"
	case 1:
		body, status, want = `{"id":"../`+name+`","language":"python3","files":{"../../x":"y"},"problem":{"cases":[{"input":""}]}}`, http.StatusUnprocessableEntity, "not the name of a file"
	case 2:
		path, kind, body, want = "/v1/judge?ordered", linesType, line+"\n"+submission("right", "right 0"), fmt.Sprintf(`{"id":%q,"verdict":%q,`, name, is)
	case 3:
		path, body, status, want = "/v1/jobs", line, http.StatusAccepted, `"state":"queued"`
	case 4:
		ctx, leave := context.WithCancel(t.Context())
		r := c.request(t, path, kind, strings.NewReader(line)).WithContext(ctx)
		go leave() // perhaps before the answer
		if response, err := c.client.Do(r); err == nil {
			response.Body.Close()
		}
		return nil
	default:
		body, want = line, fmt.Sprintf(`{"id":%q,"verdict":%q,`, name, is)
	}
	for {
		response, err := c.client.Do(c.request(t, path, kind, strings.NewReader(body)))
		if err != nil {
			return err
		}
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil {
			return err
		}
		if response.StatusCode == http.StatusTooManyRequests {
			if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err != nil || seconds < 1 {
				return fmt.Errorf("told to come again after %q", response.Header.Get("Retry-After"))
			}
			c.busy.Add(1)
			time.Sleep(time.Millisecond)
			continue
		}
		if response.StatusCode != status || !strings.Contains(string(text), want) {
			return fmt.Errorf("%s %s: got %d, %s", path, body, response.StatusCode, text)
		}
		c.served.Add(1)
		return nil
	}
}

func (c *crowd) request(t *testing.T, path, kind string, body io.Reader) *http.Request {
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.url+path, body)
	if err != nil {
		t.Error(err)
	}
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Authorization", "Bearer "+secret)
	return r
}

// holdUp opens connections of clients that send a part of a request and then nothing: of its head, of a body that is too large,
// of a body that is kept, or of a stream.
func (c *crowd) holdUp(t *testing.T, count int) (open []net.Conn) {
	for i := range count {
		connection, err := net.Dial("tcp", strings.TrimPrefix(c.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, connection)
		text := "POST /v1/judge HTTP/1.1\r\nHost: "
		if i%4 > 0 {
			kind := map[int]string{1: jsonType, 2: jsonType, 3: linesType}[i%4]
			size := map[int]int{1: 1 << 40, 2: 1000, 3: 1000}[i%4]
			text += fmt.Sprintf("%s\r\nAuthorization: Bearer fedcba9876543210\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n{", strings.TrimPrefix(c.url, "http://"), kind, size)
		}
		if _, err := io.WriteString(connection, text); err != nil {
			t.Fatal(err)
		}
	}
	return open
}

// drained waits until the server has nothing to do, and checks that nothing of requests is left.
func (c *crowd) drained(t *testing.T) {
	for begun := time.Now(); ; time.Sleep(time.Millisecond) {
		c.server.mu.Lock()
		running, waiting := c.server.running, 0
		for _, client := range c.server.clients {
			waiting += len(client.waiting) + client.running
		}
		c.server.mu.Unlock()
		whole := c.server.whole.Load()
		if running == 0 && waiting == 0 && whole == 0 {
			return
		}
		if time.Since(begun) > time.Minute {
			t.Fatalf("%d requests run, %d wait, %d bytes of bodies are kept", running, waiting, whole)
		}
	}
}
