package site

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// guarded serves what takes any body, behind a guard. Hosts and origins are written for the port 7117.
func guarded(t *testing.T) (*guard, func(request string) *http.Response) {
	t.Helper()
	g := newGuard("7117", []byte("key"))
	server := httptest.NewServer(g.before(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
		}
	})))
	t.Cleanup(server.Close)
	return g, func(request string) *http.Response {
		connection, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { connection.Close() })
		go io.WriteString(connection, request) // the server may answer before it has read all
		Answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { Answer.Body.Close() })
		return Answer
	}
}

func TestGuard(t *testing.T) {
	for _, test := range []struct {
		name, method, path, host string
		header                   map[string]string
		stranger                 bool // without the cookie
		outside                  bool // not below the base
		body                     int
		want                     int
	}{
		{name: "a page", path: "/p/nim", want: 200},
		{name: "the first page", path: "", want: 200},
		{name: "the first page, as browsers show it", path: "/", want: 200},
		{name: "its own script", method: "POST", path: "/api/judge/nim/a.py", header: map[string]string{"Sec-Fetch-Site": "same-origin", "Origin": "http://127.0.0.1:7117"}, want: 200},
		{name: "a program with the cookie", method: "PUT", path: "/api/files/nim/a.py", want: 200},
		{name: "typed into the address bar", path: "/", header: map[string]string{"Sec-Fetch-Site": "none"}, want: 200},

		{name: "a name of somebody else's", path: "/", host: "evil.example:7117", want: 403},
		{name: "one that begins like ours", path: "/", host: "127.0.0.1.evil.example:7117", want: 403},
		{name: "a name that may be ::1, where somebody else listens", path: "/", host: "localhost:7117", want: 403},
		{name: "IPv6", path: "/", host: "[::1]:7117", want: 403},
		{name: "without a port", path: "/", host: "127.0.0.1", want: 403},
		{name: "another port", path: "/", host: "127.0.0.1:80", want: 403},
		{name: "another address of this machine", path: "/", host: "0.0.0.0:7117", want: 403},
		{name: "a stranger", path: "/", stranger: true, want: 403},
		{name: "a stranger's script", path: "/api/files/nim/a.py", stranger: true, want: 403},
		{name: "a stranger's picture", path: "/assets/x/icon.png", stranger: true, want: 403},
		{name: "a stranger with a cookie", path: "/", stranger: true, header: map[string]string{"Cookie": "grundy=guessed"}, want: 403},
		{name: "a stranger with an empty cookie", path: "/", stranger: true, header: map[string]string{"Cookie": "grundy="}, want: 403},
		{name: "a wrong token", path: "/?token=guessed", stranger: true, want: 403},
		{name: "an empty token", path: "/?token=", stranger: true, want: 403},

		{name: "the cookie alone", path: "/", outside: true, want: 403},
		{name: "the cookie alone, for a script", method: "PUT", path: "/api/files/nim/a.py", outside: true, want: 403},
		{name: "a path that begins like the base", path: "x/p/nim", want: 403},
		{name: "the base in escapes", path: "/%41/p/nim", outside: true, want: 403},
		{name: "cookies of another server of this machine", path: "/", header: map[string]string{"Cookie": "grundy=other; levels=show"}, want: 200},

		{name: "another site's link", path: "/", header: map[string]string{"Sec-Fetch-Site": "cross-site"}, want: 403},
		{name: "another port's page", path: "/", header: map[string]string{"Sec-Fetch-Site": "same-site"}, want: 403},
		{name: "another site's form", method: "POST", path: "/api/judge/nim/a.py", header: map[string]string{"Sec-Fetch-Site": "cross-site"}, want: 403},
		{name: "another port's form", method: "POST", path: "/api/judge/nim/a.py", header: map[string]string{"Sec-Fetch-Site": "same-site"}, want: 403},
		{name: "an extension's", method: "POST", path: "/api/judge/nim/a.py", header: map[string]string{"Sec-Fetch-Site": "none", "Origin": "chrome-extension://abc"}, want: 403},
		{name: "an old browser's form elsewhere", method: "POST", path: "/api/judge/nim/a.py", header: map[string]string{"Origin": "http://evil.example"}, want: 403},
		{name: "a sandboxed frame's", method: "POST", path: "/api/judge/nim/a.py", header: map[string]string{"Origin": "null"}, want: 403},
		{name: "the other name's page", method: "POST", path: "/api/judge/nim/a.py", header: map[string]string{"Origin": "http://localhost:7117"}, want: 403},
		{name: "by https", method: "POST", path: "/api/judge/nim/a.py", header: map[string]string{"Origin": "https://127.0.0.1:7117"}, want: 403},

		{name: "upwards", path: "/p/../../etc/passwd", want: 400},
		{name: "upwards in escapes", path: "/p/%2e%2e/%2e%2e/etc/passwd", want: 400},
		{name: "an escaped slash", path: "/api/files/nim/..%2fa.py", want: 400},
		{name: "an escaped slash in capitals", path: "/api/files/nim/..%2Fa.py", want: 400},
		{name: "an escaped backslash", path: "/api/files/nim/..%5ca.py", want: 400},
		{name: "NUL", path: "/api/files/nim/a.py%00.txt", want: 400},
		{name: "a line feed", path: "/api/files/nim/a%0a.py", want: 400},
		{name: "twice escaped", path: "/api/files/nim/%252e%252e%252fa.py", want: 200}, // a name with percent signs, which names nothing
		{name: "an empty part", path: "/p//nim", want: 400},
		{name: "an empty part behind the base", path: "//nim", want: 400},
		{name: "a dot", path: "/p/./nim", want: 400},

		{name: "OPTIONS", method: "OPTIONS", path: "/", want: 405},
		{name: "DELETE", method: "DELETE", path: "/api/files/nim/a.py", want: 405},
		{name: "TRACE", method: "TRACE", path: "/", want: 405},
		{name: "CONNECT", method: "CONNECT", path: "/", want: 405},
		{name: "a method that nobody knows", method: "BREW", path: "/", want: 405},

		{name: "a large body", method: "PUT", path: "/api/files/nim/a.py", body: MaxBody, want: 200},
		{name: "a body that is too large", method: "PUT", path: "/api/files/nim/a.py", body: MaxBody + 1, want: 413},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, ask := guarded(t)
			host := cmp.Or(test.host, "127.0.0.1:7117")
			var request strings.Builder
			path := g.base + test.path
			if test.outside {
				path = test.path
			}
			fmt.Fprintf(&request, "%s %s HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n", cmp.Or(test.method, "GET"), path, host, test.body)
			for name, value := range test.header {
				fmt.Fprintf(&request, "%s: %s\r\n", name, value)
			}
			if !test.stranger {
				fmt.Fprintf(&request, "Cookie: %s=%s\r\n", cookieName, g.session)
			}
			Answer := ask(request.String() + "\r\n" + strings.Repeat("x", test.body))
			if Answer.StatusCode != test.want {
				t.Errorf("status %d, want %d", Answer.StatusCode, test.want)
			}
			if test.stranger && strings.HasPrefix(test.path, "/api/") {
				var said Fault
				if err := json.NewDecoder(Answer.Body).Decode(&said); err != nil || !strings.Contains(said.Hint, "open the address") {
					t.Errorf("a script is told %+v (%v)", said, err)
				}
			}
			for name, want := range map[string]string{
				"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Cross-Origin-Resource-Policy": "same-origin",
			} {
				if got := Answer.Header.Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			if got := Answer.Header.Get("Access-Control-Allow-Origin"); got != "" {
				t.Errorf("another origin is let in: %q", got)
			}
		})
	}
}

// TestTokens holds that a token is exchanged for a cookie that neither pages of other sites nor other servers get, and is taken out of
// the address.
func TestTokens(t *testing.T) {
	g, ask := guarded(t)
	open := func(address string) *http.Response {
		return ask("GET " + address + " HTTP/1.1\r\nHost: 127.0.0.1:7117\r\n\r\n")
	}
	for _, address := range []string{
		g.base + "/p/nim?file=a.py&token=" + g.token, g.base + "/p/nim?file=a.py&token=" + g.token, "/p/nim?file=a.py&token=" + g.once,
	} {
		Answer := open(address)
		if Answer.StatusCode != http.StatusSeeOther || Answer.Header.Get("Location") != g.base+"/p/nim?file=a.py" {
			t.Fatalf("status %d to %q", Answer.StatusCode, Answer.Header.Get("Location"))
		}
		cookie := Answer.Cookies()[0]
		if cookie.Value != g.session || !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.Path != g.base || cookie.Domain != "" {
			t.Errorf("cookie %v", cookie)
		}
	}
	again := newGuard("7117", []byte("key"))
	again.once = ""
	if again.opens("") {
		t.Error("no token opens the door")
	}
	again.once = "once"
	if !again.opens("once") || again.opens("once") {
		t.Error("a token for one use is good for one use")
	}
	if !again.opens(g.token) || again.base != g.base || again.session != g.session {
		t.Error("a server with the same key does not go on where the earlier one was")
	}
	for name, other := range map[string]*guard{"another key": newGuard("7117", []byte("other")), "another port": newGuard("7118", []byte("key"))} {
		if other.opens(g.token) || other.opens(g.once) || other.base == g.base || other.session == g.session {
			t.Errorf("%s: what opens one server opens the other", name)
		}
	}
}

// TestRefusalsSayWhatToDo holds that people, scripts and programs are told the remedy in their own form.
func TestRefusalsSayWhatToDo(t *testing.T) {
	g, ask := guarded(t)
	for _, test := range []struct{ name, address, header, kind string }{
		{"a person without the cookie", g.base + "/", "Accept: text/html,*/*;q=0.8", "text/html"},
		{"a person without the path", "/", "Accept: text/html,*/*;q=0.8", "text/html"},
		{"a person with an old token", "/?token=old", "Accept: text/html,*/*;q=0.8", "text/html"},
		{"a program", "/", "Accept: */*", "text/plain"},
		{"a script of an older page", "/OLD/api/files/nim/a.py", "Accept: */*", "application/json"},
	} {
		Answer := ask("GET " + test.address + " HTTP/1.1\r\nHost: 127.0.0.1:7117\r\n" + test.header + "\r\nConnection: close\r\n\r\n")
		text, err := io.ReadAll(Answer.Body)
		if err != nil || Answer.StatusCode != http.StatusForbidden || !strings.HasPrefix(Answer.Header.Get("Content-Type"), test.kind) ||
			!strings.Contains(strings.ToLower(string(text)), "open the address that grundy serve prints") {
			t.Errorf("%s: status %d, %s (%v): %s", test.name, Answer.StatusCode, Answer.Header.Get("Content-Type"), err, text)
		}
		if strings.Contains(string(text), g.base[1:]) {
			t.Errorf("%s is told the path: %s", test.name, text)
		}
	}
}
