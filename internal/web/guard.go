package web

import (
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
)

// The bounds of what is taken from a browser, in bytes.
const (
	maxHeader = 64 << 10
	maxBody   = 1 << 20 // as much of a source as the history keeps
)

// policy is what the pages may load: what this server has, and nothing that stands in a page itself. The editor's styles are made
// while it runs and carry a number that each page has anew.
const policy = "default-src 'self'; style-src 'self' 'nonce-%s'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// guard lets nobody pass but the browser of the person who started the server.
//
// The Host is looked at on every route: a name of somebody else's may lead to this machine (DNS rebinding), and is of the same
// origin for the browser then. A token in the address opens the door and is exchanged for a cookie that no other site's request
// carries. What pages of other sites ask for is refused in any case.
type guard struct {
	origins []string // "http://127.0.0.1:7117"
	cookie  string   // its name: cookies do not heed ports
	session string   // its value
	cross   *http.CrossOriginProtection

	token string // lets in whoever has it
	mutex sync.Mutex
	once  string // another token, good for one use, "" when it was used
}

// newGuard guards a server at a port of this machine.
func newGuard(port string) *guard {
	g := &guard{
		cookie: "grundy-" + port, session: rand.Text(), token: rand.Text(), once: rand.Text(), cross: http.NewCrossOriginProtection(),
	}
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]"} {
		g.origins = append(g.origins, "http://"+host+":"+port)
	}
	return g
}

// before puts the guard before a handler.
func (g *guard) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("X-Frame-Options", "DENY")
		head.Set("Referrer-Policy", "same-origin")
		head.Set("Cross-Origin-Opener-Policy", "same-origin")
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		head.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		head.Set("Cache-Control", "no-store")
		switch status, why := g.judge(r); {
		case status == http.StatusMethodNotAllowed:
			head.Set("Allow", strings.Join(methods, ", "))
			http.Error(w, why, status)
		case status != http.StatusOK:
			http.Error(w, why, status)
		case r.Method == http.MethodGet && r.URL.Query().Has("token"):
			g.admit(w, r)
		case !g.known(r):
			g.turnAway(w, r)
		default:
			r.Body = http.MaxBytesReader(w, r.Body, maxBody)
			next.ServeHTTP(w, r)
		}
	})
}

// methods are those that any page makes use of.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut}

// judge says what is wrong with a request, whoever sent it.
func (g *guard) judge(r *http.Request) (status int, why string) {
	switch site := r.Header.Get("Sec-Fetch-Site"); {
	case !slices.Contains(g.origins, "http://"+strings.ToLower(r.Host)):
		return http.StatusForbidden, "grundy: this server is called 127.0.0.1 or localhost, with its port"
	case site != "" && site != "none" && site != "same-origin":
		return http.StatusForbidden, "grundy: another site asks; open the address by hand"
	case !slices.Contains(methods, r.Method):
		return http.StatusMethodNotAllowed, "grundy: no such method"
	case !plainPath(r.URL):
		return http.StatusBadRequest, "grundy: no such path"
	case r.Method == http.MethodGet || r.Method == http.MethodHead:
		return http.StatusOK, ""
	case site == "none", g.cross.Check(r) != nil, r.Header.Get("Origin") != "" && r.Header.Get("Origin") != "http://"+r.Host:
		return http.StatusForbidden, "grundy: only its own pages change anything"
	}
	return http.StatusOK, ""
}

// plainPath tells paths that mean what they say: without steps upwards, empty parts, or signs that are only there when they are
// written in another way.
func plainPath(address *url.URL) bool {
	written := strings.ToLower(address.EscapedPath())
	for _, hidden := range []string{"%2e", "%2f", "%5c"} {
		if strings.Contains(written, hidden) {
			return false
		}
	}
	clean := path.Clean(address.Path)
	return address.Path == clean && strings.HasPrefix(clean, "/") && address.Host == "" &&
		!strings.ContainsFunc(address.Path, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' })
}

// known tells a browser that was let in.
func (g *guard) known(r *http.Request) bool {
	cookie, err := r.Cookie(g.cookie)
	return err == nil && same(cookie.Value, g.session)
}

// turnAway tells a browser that was not let in what to do, and in their own form the scripts of a page that an earlier server sent.
func (g *guard) turnAway(w http.ResponseWriter, r *http.Request) {
	const remedy = "open the address that grundy serve printed"
	if strings.HasPrefix(r.URL.Path, "/api/") {
		refuse(w, http.StatusForbidden, errors.New("this page is of an earlier server: "+remedy))
		return
	}
	http.Error(w, "grundy: "+remedy, http.StatusForbidden)
}

// admit exchanges a token for the cookie, and takes it out of the address.
func (g *guard) admit(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	if !g.opens(query.Get("token")) && !g.known(r) {
		http.Error(w, "grundy: this address is of an earlier server; open the one that grundy serve printed", http.StatusForbidden)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: g.cookie, Value: g.session, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	query.Del("token")
	http.Redirect(w, r, (&url.URL{Path: r.URL.Path, RawQuery: query.Encode()}).String(), http.StatusSeeOther)
}

// opens tells whether a token opens the door.
func (g *guard) opens(token string) bool {
	if same(token, g.token) {
		return true
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.once == "" || !same(token, g.once) {
		return false
	}
	g.once = ""
	return true
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
