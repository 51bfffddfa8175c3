package companion

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"grundy/internal/pkgfmt/plain"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// free returns a port on which no program listens; any program may take it.
func free(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// hearing is a listener at work.
type hearing struct {
	*Listener
	mutex   sync.Mutex
	heard   []plain.Page
	refused []string
	end     func() // and waits
}

func hear(t *testing.T) *hearing {
	t.Helper()
	var l *Listener
	for range 20 { // another program may take the port in between
		var err error
		if l, err = Listen(free(t)); err == nil {
			break
		}
	}
	if l == nil {
		t.Fatal("no port is free")
	}
	h := &hearing{Listener: l}
	ctx, cancel := context.WithCancel(t.Context())
	var serving sync.WaitGroup
	serving.Go(func() {
		err := l.Serve(ctx, func(p plain.Page) {
			h.mutex.Lock()
			defer h.mutex.Unlock()
			h.heard = append(h.heard, p)
		}, func(reason string) {
			h.mutex.Lock()
			defer h.mutex.Unlock()
			h.refused = append(h.refused, reason)
		})
		if err != nil {
			t.Error(err)
		}
	})
	h.end = func() { cancel(); serving.Wait() }
	t.Cleanup(h.end)
	return h
}

// client keeps no connections.
var client = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// send sends a request as an extension does, but for what change changes.
func (h *hearing) send(t *testing.T, body io.Reader, change func(r *http.Request)) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, fmt.Sprintf("http://127.0.0.1:%d/", h.Port), body)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = fmt.Sprintf("localhost:%d", h.Port)
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Origin": "chrome-extension://cjnmckjndlpiamhfimnnjmnckgghkjbl", "Sec-Fetch-Site": "none",
	} {
		r.Header.Set(name, value)
	}
	change(r)
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	answer.Body.Close()
	return answer
}

func TestServe(t *testing.T) {
	set := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	none := func(r *http.Request) {}
	for _, test := range []struct {
		name   string
		body   string
		change func(r *http.Request)
		status int
		reason string
	}{
		{"an extension of Chromium", sum + "}", none, 200, ""},
		{"one of Firefox", sum + "}", set("Origin", "moz-extension://1d2c7a3e-0b7f-4c8e-9a51-2f5c9e8b7d60"), 200, ""},
		{"one that may ask, by the specification", sum + "}", set("Sec-Fetch-Site", "same-origin"), 200, ""},
		{"a program", sum + "}", func(r *http.Request) { r.Header.Del("Origin"); r.Header.Del("Sec-Fetch-Site") }, 200, ""},
		{"a charset", sum + "}", set("Content-Type", "application/json; charset=utf-8"), 200, ""},
		{"keys that nobody knows", sum + `, "new": {"x": [1]}}`, none, 200, ""},

		{"a web page", sum + "}", set("Origin", "https://evil.example"), 403, "https://evil.example"},
		{"a page from a file", sum + "}", set("Origin", "null"), 403, "null"},
		{"an origin that looks like an extension's", sum + "}", set("Origin", "https://chrome-extension.example"), 403, "chrome-extension.example"},
		{"an extension's path", sum + "}", set("Origin", "chrome-extension://a/b"), 403, "only extensions may"},
		{"two origins", sum + "}", func(r *http.Request) { r.Header.Add("Origin", "https://evil.example") }, 403, "evil"},
		{"another site without an origin", sum + "}", func(r *http.Request) { r.Header.Del("Origin"); r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403, "cross-site"},
		{"a neighbour", sum + "}", set("Sec-Fetch-Site", "same-site"), 403, "same-site"},
		{"DNS rebinding", sum + "}", func(r *http.Request) { r.Host = fmt.Sprintf("evil.example:%s", r.URL.Port()) }, 403, "evil.example"},
		{"another port in the host", sum + "}", func(r *http.Request) { r.Host = "localhost:1" }, 403, "localhost:1"},
		{"a host without a port", sum + "}", func(r *http.Request) { r.Host = "localhost" }, 403, "localhost"},
		{"reading", "", func(r *http.Request) { r.Method = http.MethodGet }, 405, "GET"},
		{"asking beforehand", "", func(r *http.Request) {
			r.Method = http.MethodOptions
			r.Header.Set("Access-Control-Request-Method", "POST")
			r.Header.Set("Access-Control-Request-Private-Network", "true")
		}, 405, "OPTIONS"},
		{"another path", sum + "}", func(r *http.Request) { r.URL.Path = "/../x" }, 404, "/../x"},
		{"a form", sum + "}", set("Content-Type", "text/plain"), 415, "not JSON"},
		{"no type", sum + "}", func(r *http.Request) { r.Header.Del("Content-Type") }, 415, "not JSON"},
		{"too much", `{"name": "` + strings.Repeat("x", plain.MaxPage) + `"}`, none, 413, "16 MiB"},
		{"no JSON", "name=x", none, 400, "invalid character"},
		{"two objects", sum + "}" + sum + "}", none, 400, "something follows"},
		{"a list", "[" + sum + "}]", none, 400, "want a JSON object, got array"},
		{"a wrong type", `{"name": "x", "timeLimit": "1 s"}`, none, 400, "timeLimit: want a number, got string"},
		{"no name", `{"tests": []}`, none, 400, "name: want"},
		{"a URL that is a program's", `{"name": "x", "url": "javascript:alert(1)"}`, none, 400, "url: want"},
		{"deep", strings.Repeat(`{"a":`, 20000) + "1" + strings.Repeat("}", 20000), none, 400, "depth"},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := hear(t)
			answer := h.send(t, strings.NewReader(test.body), test.change)
			h.end()
			if answer.StatusCode != test.status {
				t.Errorf("status %d, want %d", answer.StatusCode, test.status)
			}
			for name := range answer.Header {
				if strings.HasPrefix(name, "Access-Control-") {
					t.Errorf("allows other origins something: %s", name)
				}
			}
			if got := len(h.heard); (got == 1) != (test.status == 200) || got > 1 {
				t.Errorf("%d pages were heard", got)
			}
			if reason := strings.Join(h.refused, "\n"); !strings.Contains(reason, test.reason) || (reason == "") != (test.status == 200) || len(reason) > 300 {
				t.Errorf("refused because %q, want %q", reason, test.reason)
			}
		})
	}
}

// What was answered is also heard, in order, also when it ends at once.
func TestContestIsHeardWhole(t *testing.T) {
	h := hear(t)
	const size = 40
	for i := range size {
		if answer := h.send(t, strings.NewReader(fmt.Sprintf(`{"name": "%d"}`, i)), func(*http.Request) {}); answer.StatusCode != 200 {
			t.Fatalf("status %d", answer.StatusCode)
		}
	}
	h.end()
	if len(h.heard) != size {
		t.Fatalf("heard %d", len(h.heard))
	}
	for i, page := range h.heard {
		if page.Name != fmt.Sprint(i) {
			t.Errorf("page %d is %s", i, page.Name)
		}
	}
}

// A program that asks again and again is reported once.
func TestRefusalsAreToldSeldom(t *testing.T) {
	h := hear(t)
	for range 20 {
		h.send(t, nil, func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") })
	}
	h.end()
	if len(h.refused) == 0 || len(h.refused) > 10 {
		t.Errorf("told %d times", len(h.refused))
	}
}

// A program that connects and sends nothing does not keep the listener from ending.
func TestSilentSender(t *testing.T) {
	h := hear(t)
	silent, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", h.Port))
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	if _, err := silent.Write([]byte("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n")); err != nil {
		t.Fatal(err)
	}
	if answer := h.send(t, strings.NewReader(sum+"}"), func(*http.Request) {}); answer.StatusCode != 200 {
		t.Errorf("status %d", answer.StatusCode)
	}
	begun := time.Now()
	h.end()
	if took := time.Since(begun); took > headerTime {
		t.Errorf("took %s", took)
	}
}

func TestPorts(t *testing.T) {
	if _, err := Listen(OfferPort); err == nil || !strings.Contains(err.Error(), "CPH") {
		t.Errorf("the port of CPH: got %v", err)
	}
	defer func(before []int) { ports = before }(ports)
	ports = []int{free(t), free(t)}
	first, err := Listen(0)
	if err != nil {
		t.Skip("somebody took the port: ", err)
	}
	defer first.Close()
	second, err := Listen(0)
	if err != nil {
		t.Skip("somebody took the port: ", err)
	}
	defer second.Close()
	if first.Port != ports[0] || second.Port != ports[1] {
		t.Errorf("got %d and %d of %d", first.Port, second.Port, ports)
	}
	if _, err := Listen(0); err == nil || !strings.Contains(err.Error(), "taken") {
		t.Errorf("all taken: got %v", err)
	}
	if _, err := Listen(first.Port); err == nil || !strings.Contains(err.Error(), fmt.Sprint(first.Port)) {
		t.Errorf("a port that is taken: got %v", err)
	}
}

// What listens at one of the two addresses of this machine has the port: it would be heard as localhost by some.
func TestPortIsTakenByEitherAddress(t *testing.T) {
	other, err := net.Listen("tcp6", "[::1]:0")
	if err != nil {
		t.Skip("needs IPv6: ", err)
	}
	defer other.Close()
	if l, err := Listen(other.Addr().(*net.TCPAddr).Port); err == nil {
		l.Close()
		t.Error("took it")
	}
}

// The listener refuses other machines.
func TestOnlyThisMachine(t *testing.T) {
	h := hear(t)
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range addresses {
		if network, ok := address.(*net.IPNet); ok && !network.IP.IsLoopback() && network.IP.To4() != nil {
			if c, err := net.DialTimeout("tcp", net.JoinHostPort(network.IP.String(), fmt.Sprint(h.Port)), time.Second); err == nil {
				c.Close()
				t.Errorf("answers at %s", network.IP)
			}
		}
	}
}

func FuzzPages(f *testing.F) {
	f.Add([]byte(sum + "}"))
	f.Add([]byte(`{"batch": {"size": -1}, "name": "\u0000", "tests": [null]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		page, err := plain.ReadPage(body)
		if err != nil || page.Check() != nil {
			return
		}
		inbox := newInbox(t)
		received, err := inbox.Put(page)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(received.Directory, inbox.Dir) || bytes.ContainsAny([]byte(received.Directory[len(inbox.Dir):]), "\x00\n\\") {
			t.Fatalf("the folder is %q", received.Directory)
		}
	})
}
