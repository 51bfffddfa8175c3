package companion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestFill(t *testing.T) {
	for _, test := range []struct {
		url, code string
		want      Submission
		ok        bool
	}{
		{"https://codeforces.com/contest/4/problem/A", "cpp", Submission{ProblemName: "4A", LanguageID: 89}, true},
		{"https://codeforces.com/problemset/problem/1344/F?locale=en", "python3", Submission{ProblemName: "1344F", LanguageID: 31}, true},
		{"https://m1.codeforces.com/gym/100001/problem/B1", "pypy3", Submission{ProblemName: "100001B1", LanguageID: 70}, true},
		{"https://cses.fi/problemset/task/1637", "java", Submission{ProblemName: "1637", LanguageID: 60}, true},
		{"https://cses.fi/problemset/task/1637", "cpp", Submission{ProblemName: "1637", LanguageID: 54}, true},
		{"https://maang.in/problems/Two-Sum-1", "c", Submission{ProblemName: "Two-Sum-1", LanguageID: 48}, true},
		{"https://cses.fi/problemset/task/1637", "go", Submission{}, false}, // it would be sent as C++
		{"https://codeforces.com/contest/4/problem/A", "prolog", Submission{}, false},
		{"https://atcoder.jp/contests/abc086/tasks/abc086_a", "cpp", Submission{}, false},
		{"https://notcodeforces.com/contest/4/problem/A", "cpp", Submission{}, false},
		{"https://codeforces.com.evil.example/contest/4/problem/A", "cpp", Submission{}, false},
	} {
		got, ok := Fill(test.url, test.code, "code")
		if ok != test.ok {
			t.Errorf("%s in %s: ok is %v", test.url, test.code, ok)
		}
		test.want.URL, test.want.SourceCode = test.url, "code"
		if ok && got != test.want {
			t.Errorf("got %+v, want %+v", got, test.want)
		}
	}
}

// ask asks as cph-submit does, but for what change changes, until a server answers.
func ask(t *testing.T, port int, change func(r *http.Request)) (status int, body []byte) {
	t.Helper()
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(10 * time.Millisecond) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, fmt.Sprintf("http://localhost:%d/getSubmit", port), nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("cph-submit", "true")
		r.Header.Set("Sec-Fetch-Site", "none")
		change(r)
		answer, err := client.Do(r)
		if err != nil {
			continue // it does not listen yet
		}
		defer answer.Body.Close()
		if answer.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Error("allows other origins something")
		}
		body, err = io.ReadAll(answer.Body)
		if err != nil {
			t.Error(err)
		}
		return answer.StatusCode, body
	}
	t.Fatal("nobody answers")
	return 0, nil
}

func TestOffer(t *testing.T) {
	port := free(t)
	offered := Submission{URL: "https://cses.fi/problemset/task/1637", ProblemName: "1637", SourceCode: "print(1)\n// <é>", LanguageID: 31}
	done := make(chan error, 1)
	go func() { done <- Offer(t.Context(), port, offered, time.Minute) }()
	for name, change := range map[string]func(r *http.Request){
		"a web page":               func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") },
		"another site":             func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
		"whoever lacks the header": func(r *http.Request) { r.Header.Del("cph-submit") },
		"DNS rebinding":            func(r *http.Request) { r.Host = fmt.Sprintf("evil.example:%d", port) },
		"Competitive Companion":    func(r *http.Request) { r.Method = http.MethodPost; r.URL.Path = "/" },
		"another path":             func(r *http.Request) { r.URL.Path = "/" },
	} {
		if status, body := ask(t, port, change); status < 400 {
			t.Errorf("%s got %d, %s", name, status, body)
		}
	}
	status, body := ask(t, port, func(r *http.Request) { r.Header.Set("Origin", "chrome-extension://ekplnobooikgnbifjnfolnadjmkkpnln") })
	var got map[string]any
	if err := json.Unmarshal(body, &got); err != nil || status != http.StatusOK {
		t.Fatalf("status %d, %v: %s", status, err, body)
	}
	want := map[string]any{
		"empty": false, "url": offered.URL, "problemName": offered.ProblemName, "sourceCode": offered.SourceCode, "languageId": 31.0,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the answer differs (-want +got):\n%s", diff)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	// The port is free again.
	l, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := Offer(t.Context(), port, offered, time.Minute); !errors.Is(err, ErrTaken) {
		t.Errorf("a port that is taken: got %v", err)
	}
}

func TestNobodyAsks(t *testing.T) {
	if err := Offer(t.Context(), free(t), Submission{}, 10*time.Millisecond); !errors.Is(err, ErrNobody) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Offer(ctx, free(t), Submission{}, time.Minute); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: got %v", err)
	}
}
