package browser

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// stranger is another user's server on this machine, which keeps everything that browsers send it.
type stranger struct {
	mutex    sync.Mutex
	requests []*http.Request
	roots    []string // its addresses, "http://127.0.0.1:8000"
}

// ServeHTTP takes what a browser says, sets a cookie of the name that it finds in the pages of its own user, and has the browser read,
// frame and post what it likes to have from the pages at the port that its address names.
func (s *stranger) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	s.requests = append(s.requests, r)
	s.mutex.Unlock()
	http.SetCookie(w, &http.Cookie{Name: "grundy", Value: "tossed", Path: "/"})
	w.Header().Set("Content-Type", "text/html")
	if victim := r.URL.Query().Get("victim"); victim != "" {
		fmt.Fprintf(w, `<!doctype html><title>stranger</title><iframe name="frame" src="%[1]s"></iframe>
<form method="post" action="%[1]s/levels" target="frame"><input name="levels" value="hide"></form>
<script>
window.got = [];
const note = (what) => (text) => got.push(what + ": " + text);
document.forms[0].submit();
Promise.allSettled([
  fetch("%[1]s/", { credentials: "include" }).then((a) => a.text()).then(note("read"), note("failed")),
  fetch("%[1]s/", { credentials: "include", mode: "no-cors" }).then((a) => a.text()).then(note("opaque"), note("failed")),
  fetch("%[1]s/api/files/double/evil.sh", { method: "PUT", credentials: "include", body: "x" }).then((a) => a.text()).then(note("put"), note("failed")),
]).then(() => (window.over = true));
</script>`, victim)
	}
}

// listens has the stranger listen at a port of an address, and reports whether that is to be had.
func (s *stranger) listens(t *testing.T, address string) bool {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return false
	}
	server := &httptest.Server{Listener: listener, Config: &http.Server{Handler: s}}
	server.Start()
	t.Cleanup(server.Close)
	s.roots = append(s.roots, server.URL)
	return true
}

// TestStrangers has a browser that was let in visit another user's servers on the same machine, at other ports of the pages'
// address and at their port of other addresses. Nothing that the browser tells them opens the pages, and their pages can neither
// read nor frame nor change them.
func TestStrangers(t *testing.T) {
	p := lay(t)
	p.port = freePort(t)
	p.start()
	b, end := p.blank(t)
	defer end()
	b.do(chromedp.Navigate(p.address))
	b.is("document.querySelector('#problems')")
	host := strings.TrimPrefix(p.root, "http://")
	host, _, _ = strings.Cut(host, "/")
	_, port, err := net.SplitHostPort(host)
	if err != nil {
		t.Fatal(err)
	}
	s := &stranger{}
	if !s.listens(t, "127.0.0.1:0") {
		t.Fatal("nobody can listen at another port")
	}
	for _, address := range []string{"127.0.0.2:" + port, "127.0.0.2:0", "[::1]:" + port, "[::1]:0"} {
		if !s.listens(t, address) {
			t.Logf("nobody else can listen at %s", address)
		}
	}
	roots := s.roots
	for _, root := range s.roots {
		roots = append(roots, strings.NewReplacer("127.0.0.1", "localhost", "[::1]", "localhost").Replace(root))
	}
	// The person follows a link, and enters the address.
	for _, root := range roots {
		b.open("/p/double")
		b.is("document.querySelector('#desk')")
		b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("location.href = %q", root+"/link")))
		b.is("!document.querySelector('#desk')")
		b.do(chromedp.Navigate(root + "/?victim=http://" + host))
		b.is("window.over")
		if got := b.text("JSON.stringify(window.got)"); strings.Contains(got, "Double") || strings.Contains(got, "read:") || strings.Contains(got, "put:") {
			t.Errorf("a page at %s gets %s", root, got)
		}
	}
	if _, err := os.Stat(p.dir + "/solutions/double/evil.sh"); err == nil {
		t.Error("a page of somebody else's wrote a file")
	}
	s.mutex.Lock()
	requests := slices.Clone(s.requests)
	s.mutex.Unlock()
	if len(requests) < 2*len(roots) {
		t.Fatalf("the browser asked %d times", len(requests))
	}
	for _, told := range requests {
		for _, path := range []string{"/", told.URL.Path, "/p/double", "/api/files/double/a.sh"} {
			for _, method := range []string{http.MethodGet, http.MethodPut} {
				request, err := http.NewRequestWithContext(t.Context(), method, "http://"+host+path, bytes.NewReader(nil))
				if err != nil {
					t.Fatal(err)
				}
				request.Header = told.Header.Clone()
				request.Header.Del("Sec-Fetch-Site")
				answer, err := http.DefaultTransport.RoundTrip(request)
				if err != nil {
					t.Fatal(err)
				}
				answer.Body.Close()
				if answer.StatusCode != http.StatusForbidden {
					t.Errorf("%s %s with what the browser told %s is answered with %d: %v", method, path, told.Host, answer.StatusCode, told.Header)
				}
			}
		}
		if base := p.root[len("http://"+host):]; strings.Contains(fmt.Sprint(told.URL, told.Header), base[1:]) {
			t.Errorf("%s is told where the pages lie: %v", told.Host, told.Header)
		}
	}
	// The listener for Competitive Companion knows no cookie, and takes nothing from pages.
	b.do(chromedp.Navigate(s.roots[0] + "/"))
	b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(
		`window.over = false; fetch("http://127.0.0.1:%d/", { method: "POST", mode: "no-cors", body: '{"name":"Evil","url":"https://cses.fi/problemset/task/1","tests":[]}' }).finally(() => (window.over = true)); undefined`, p.port)))
	b.is("window.over")
	b.open("/inbox")
	b.says("#arrivals", "Nothing has come yet")
}

// TestRestart holds that a tab that is open goes on when the server has ended and another one of the same person serves the same
// port, and that the tab's address opens as a bookmark does. A new token ends that, and the page says what to do.
func TestRestart(t *testing.T) {
	p := lay(t)
	port := fmt.Sprintf("--port=%d", freePort(t))
	p.start(port)
	first := p.address
	b, end := p.blank(t)
	defer end()
	b.do(chromedp.Navigate(p.address))
	b.open("/p/double?file=a.sh")
	b.is("document.querySelector('.cm-content')")
	p.stop()
	p.start(port)
	if p.address != first {
		t.Errorf("the address was %s and is %s", first, p.address)
	}
	b.edits(right)
	b.keys(kb.Enter, kb.ModifierCtrl)
	b.says("#facts", "run 1")
	b.open("/p/double?file=a.sh")
	b.is("document.querySelector('.cm-content')")

	p.stop()
	p.start(port, "--new-token")
	if p.address == first {
		t.Error("--new-token has the address of before")
	}
	b.do(chromedp.Navigate(first))
	b.is("document.body.innerText.includes('Open the address that grundy serve prints')")
	b.open("/")
	b.is("document.body.innerText.includes('Open the address that grundy serve prints')")
	b.do(chromedp.Navigate(p.address))
	b.is("document.querySelector('#problems')")
}
