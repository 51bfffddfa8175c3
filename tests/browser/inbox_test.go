package browser

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
)

// TestInbox sends a problem as the extension Competitive Companion does while the inbox is open: it appears by itself, and is solved. A
// page of another site, which may do the same, gets nothing.
func TestInbox(t *testing.T) {
	p := lay(t)
	p.port = freePort(t)
	p.start()
	axe := axeCore(t)
	b := p.tab()
	b.is("document.querySelector('#problems')")
	b.keys("gi")
	b.says("#arrivals", fmt.Sprintf("heard at port %d", p.port))
	b.says("#arrivals", "Nothing has come yet")
	b.shoot("inbox-empty")

	send := func(origin, name string) int {
		body := fmt.Sprintf(`{"name": %q, "group": "CSES - Basics", "url": "https://cses.fi/problemset/task/1", "timeLimit": 1000, "memoryLimit": 512,
			"tests": [{"input": "1 2\n", "output": "3\n"}]}`, name)
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, fmt.Sprintf("http://localhost:%d/", p.port), strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Origin", origin)
		request.Header.Set("Sec-Fetch-Site", map[bool]string{true: "none", false: "cross-site"}[strings.HasPrefix(origin, "chrome-extension:")])
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	if status := send("https://evil.example", "Evil"); status < 400 {
		t.Errorf("another site is answered with %d", status)
	}
	if status := send("chrome-extension://cjnmckjndlpiamhfimnnjmnckgghkjbl", "Sum"); status != http.StatusOK {
		t.Fatalf("the extension is answered with %d", status)
	}
	b.says("#arrivals tbody a", "Sum")
	b.says("#news", "Sum came")
	if text := b.text("document.getElementById('arrivals').innerText"); strings.Contains(text, "Evil") {
		t.Errorf("the inbox shows\n%s", text)
	}
	b.looks(axe, "/inbox")
	b.click("#arrivals tbody a")
	b.is("document.querySelector('.cm-content')")
	b.says(".sample", "1 2")
	b.shoot("inbox-problem")
	b.clean(axe, "a problem of the inbox")

	// Judging here and submitting are two buttons. What was not sent is not said to be.
	b.says("#submit", "Judge here")
	b.says("#site", "Submit to CSES")
	b.says("#sent", "sends nothing to CSES")
	b.press("#site")
	b.says("#sent", "Nothing is sent yet")
	b.is("document.querySelector('#sent a').href === 'https://cses.fi/problemset/task/1'")

	// A test of one's own is kept beside the samples.
	b.text("document.getElementById('own').open = true; document.getElementById('input').value = '20 22'; document.getElementById('expected').value = '42'; ''")
	b.press("#keep-test")
	b.says("#kept", "own-1.in")
	p.holds("solutions/sum/samples/own-1.ans", "42\n")
	b.press("#keep-test")
	b.says("#kept", "has this input already")
	b.looks(axe, "a test of one's own")
}

// freePort is a port on which no program listens at the moment.
func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

// TestHub visits the page of a hub, to which a key leads.
func TestHub(t *testing.T) {
	p := lay(t)
	output, _ := p.grundy("hub", "--listen", fmt.Sprintf("127.0.0.1:%d", freePort(t)), "--store", "hub")
	p.start("--hub", p.line(output))
	axe := axeCore(t)
	b := p.tab()
	b.is("document.querySelector('#problems')")
	b.keys("gu")
	b.says("#standing", "0 workers with 0 slots")
	b.says("#standing", "Lanes")
	b.looks(axe, "/hub")
}
