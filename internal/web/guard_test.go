package web

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
	g := newGuard("7117")
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
		answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { answer.Body.Close() })
		return answer
	}
}

func TestGuard(t *testing.T) {
	for _, test := range []struct {
		name, method, path, host string
		header                   map[string]string
		stranger                 bool
		body                     int
		want                     int
	}{
		{name: "a page", path: "/p/nim", want: 200},
		{name: "by its name", path: "/", host: "localhost:7117", want: 200},
		{name: "by its name in capitals", path: "/", host: "LOCALHOST:7117", want: 200},
		{name: "by IPv6", path: "/", host: "[::1]:7117", want: 200},
		{name: "its own script", method: "POST", path: "/api/judge/nim/a.py", header: map[string]string{"Sec-Fetch-Site": "same-origin", "Origin": "http://127.0.0.1:7117"}, want: 200},
		{name: "a program with the cookie", method: "PUT", path: "/api/files/nim/a.py", want: 200},
		{name: "typed into the address bar", path: "/", header: map[string]string{"Sec-Fetch-Site": "none"}, want: 200},

		{name: "a name of somebody else's", path: "/", host: "evil.example:7117", want: 403},
		{name: "one that begins like ours", path: "/", host: "127.0.0.1.evil.example:7117", want: 403},
		{name: "without a port", path: "/", host: "127.0.0.1", want: 403},
		{name: "another port", path: "/", host: "127.0.0.1:80", want: 403},
		{name: "another address of this machine", path: "/", host: "0.0.0.0:7117", want: 403},
		{name: "a stranger", path: "/", stranger: true, want: 403},
		{name: "a stranger's script", path: "/api/files/nim/a.py", stranger: true, want: 403},
		{name: "a stranger's picture", path: "/assets/x/icon.png", stranger: true, want: 403},
		{name: "a stranger with a cookie", path: "/", stranger: true, header: map[string]string{"Cookie": "grundy-7117=guessed"}, want: 403},
		{name: "a stranger with an empty cookie", path: "/", stranger: true, header: map[string]string{"Cookie": "grundy-7117="}, want: 403},
		{name: "a wrong token", path: "/?token=guessed", stranger: true, want: 403},
		{name: "an empty token", path: "/?token=", stranger: true, want: 403},

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
		{name: "a dot", path: "/p/./nim", want: 400},

		{name: "OPTIONS", method: "OPTIONS", path: "/", want: 405},
		{name: "DELETE", method: "DELETE", path: "/api/files/nim/a.py", want: 405},
		{name: "TRACE", method: "TRACE", path: "/", want: 405},
		{name: "CONNECT", method: "CONNECT", path: "/", want: 405},
		{name: "a method that nobody knows", method: "BREW", path: "/", want: 405},

		{name: "a large body", method: "PUT", path: "/api/files/nim/a.py", body: maxBody, want: 200},
		{name: "a body that is too large", method: "PUT", path: "/api/files/nim/a.py", body: maxBody + 1, want: 413},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, ask := guarded(t)
			host := cmp.Or(test.host, "127.0.0.1:7117")
			var request strings.Builder
			fmt.Fprintf(&request, "%s %s HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n", cmp.Or(test.method, "GET"), test.path, host, test.body)
			for name, value := range test.header {
				fmt.Fprintf(&request, "%s: %s\r\n", name, value)
			}
			if !test.stranger {
				fmt.Fprintf(&request, "Cookie: %s=%s\r\n", g.cookie, g.session)
			}
			answer := ask(request.String() + "\r\n" + strings.Repeat("x", test.body))
			if answer.StatusCode != test.want {
				t.Errorf("status %d, want %d", answer.StatusCode, test.want)
			}
			if test.stranger && strings.HasPrefix(test.path, "/api/") {
				var said fault
				if err := json.NewDecoder(answer.Body).Decode(&said); err != nil || !strings.Contains(said.Error, "open the address") {
					t.Errorf("a script is told %+v (%v)", said, err)
				}
			}
			for name, want := range map[string]string{
				"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Cross-Origin-Resource-Policy": "same-origin",
			} {
				if got := answer.Header.Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			if got := answer.Header.Get("Access-Control-Allow-Origin"); got != "" {
				t.Errorf("another origin is let in: %q", got)
			}
		})
	}
}

// TestTokens holds that a token is exchanged for a cookie that pages of other sites cannot use, and is taken out of the address.
func TestTokens(t *testing.T) {
	g, ask := guarded(t)
	open := func(token string) *http.Response {
		return ask("GET /p/nim?file=a.py&token=" + token + " HTTP/1.1\r\nHost: localhost:7117\r\n\r\n")
	}
	for _, token := range []string{g.token, g.token, g.once} {
		answer := open(token)
		if answer.StatusCode != http.StatusSeeOther || answer.Header.Get("Location") != "/p/nim?file=a.py" {
			t.Fatalf("status %d to %q", answer.StatusCode, answer.Header.Get("Location"))
		}
		cookie := answer.Cookies()[0]
		if cookie.Value != g.session || !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode {
			t.Errorf("cookie %v", cookie)
		}
	}
	again := newGuard("7117")
	again.once = ""
	if again.opens("") {
		t.Error("no token opens the door")
	}
	first := again.token
	again.once = "once"
	if !again.opens("once") || again.opens("once") || !again.opens(first) {
		t.Error("a token for one use is good for one use, the other one for many")
	}
	if newGuard("7117").opens(first) {
		t.Error("the token of another server opens the door")
	}
}
