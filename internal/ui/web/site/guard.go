package site

import (
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"

	"grundy/internal/base/hint"
)

// The limits on requests, in bytes.
const (
	MaxHeader = 64 << 10
	MaxBody   = 1 << 20 // as much of a source as the history stores
)

// policy is the content security policy: pages load only from this server, and nothing inline. The editor creates
// styles at run time; they carry a nonce that is new for each page. Drawings of LaTeX are images within the page.
const policy = "default-src 'self'; img-src 'self' data:; style-src 'self' 'nonce-%s'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"

// guard admits only the browser of the user who started the server.
//
// Cookies ignore ports: a browser sends the cookies of a host to every server on it, also to those of other users. So all
// pages are below a secret path, and the cookie is limited to that path. Browsers send neither the path nor, without
// the path, the cookie to another server; and a user who reads the path on a screen lacks the cookie. A token in the
// address is exchanged for both.
//
// The guard checks the Host of every request: a foreign name may resolve to this machine (DNS rebinding), and the
// browser then treats it as the same origin. Only one host is correct, the address at which the server listens: another
// user may have taken the same port of ::1, to which localhost may resolve. Requests of other sites' pages are always
// refused.
type guard struct {
	origin  string // "http://127.0.0.1:7117"
	base    string // the path above all pages, "/2XK4…"
	session string // the value of the cookie
	cross   *http.CrossOriginProtection

	token string // admits its holder
	mutex sync.Mutex
	once  string // another token for one use; "" once used
}

// cookieName is the name of the cookie that admits a browser.
const cookieName = "grundy"

// cookieTime is how long a browser keeps the cookie, in seconds: browsers allow at most 400 days.
const cookieTime = 400 * 24 * 60 * 60

// newGuard guards a server at a port of this machine. The path, the cookie and the token are derived from the key and
// the port. They outlive the server, and a program that obtains them at one port cannot use them at another.
func newGuard(port string, key []byte) *guard {
	derive := func(purpose string) string {
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s at port %s", purpose, port)
		return base32.StdEncoding.EncodeToString(mac.Sum(nil))[:26] // 130 bits
	}
	return &guard{
		origin: "http://127.0.0.1:" + port, base: "/" + derive("path"), session: derive("cookie"), token: derive("token"),
		once: rand.Text(), cross: http.NewCrossOriginProtection(),
	}
}

// before puts the guard before a handler, which sees paths without the base.
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
		r, below := g.below(r)
		refused := g.judge(r)
		switch {
		case refused != nil:
		case r.Method == http.MethodGet && r.URL.Query().Has("token"):
			refused = g.admit(w, r)
		case !below || !g.known(r):
			refused = &refusal{http.StatusForbidden, errStranger}
		case !plainPath(r.URL):
			refused = &refusal{http.StatusBadRequest, hint.Errorf(remedy, "there is no such path")}
		default:
			r.Body = http.MaxBytesReader(w, r.Body, MaxBody)
			next.ServeHTTP(w, r)
		}
		if refused != nil {
			refused.answer(w, r)
		}
	})
}

// below removes the base from the path of a request, and reports whether it was there.
func (g *guard) below(r *http.Request) (*http.Request, bool) {
	path, found := strings.CutPrefix(r.URL.Path, g.base)
	raw, written := strings.CutPrefix(cmp.Or(r.URL.RawPath, r.URL.Path), g.base)
	if !found || !written || path != "" && path[0] != '/' {
		return r, false
	}
	address := *r.URL
	address.Path = cmp.Or(path, "/")
	if address.RawPath != "" {
		address.RawPath = raw
	}
	inner := *r
	inner.URL = &address
	return &inner, true
}

// methods are the methods that the pages use.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut}

// judge returns what is wrong with a request, or nil.
func (g *guard) judge(r *http.Request) *refusal {
	switch site := r.Header.Get("Sec-Fetch-Site"); {
	case "http://"+r.Host != g.origin:
		return &refusal{http.StatusForbidden, hint.Errorf(remedy+", which begins with "+g.origin, "this server goes by another name")}
	case site != "" && site != "none" && site != "same-origin":
		return &refusal{http.StatusForbidden, hint.Errorf("enter the address in the address bar yourself", "another site leads to this page")}
	case !slices.Contains(methods, r.Method):
		return &refusal{http.StatusMethodNotAllowed, hint.Errorf("pages use "+strings.Join(methods, ", "), "there is no such method")}
	case r.Method == http.MethodGet || r.Method == http.MethodHead:
		return nil
	case site == "none", g.cross.Check(r) != nil, r.Header.Get("Origin") != "" && r.Header.Get("Origin") != g.origin:
		return &refusal{http.StatusForbidden, hint.Errorf(remedy+", and change it there", "only the pages of this server change anything")}
	}
	return nil
}

// plainPath reports whether a path is canonical: without "..", empty parts, or encoded separators.
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

// known reports whether a browser was admitted. Other servers of the host may have given it cookies of the same name.
func (g *guard) known(r *http.Request) bool {
	return slices.ContainsFunc(r.CookiesNamed(cookieName), func(c *http.Cookie) bool { return same(c.Value, g.session) })
}

// admit exchanges a token for the cookie, and removes the token from the address.
func (g *guard) admit(w http.ResponseWriter, r *http.Request) *refusal {
	query := r.URL.Query()
	if !g.opens(query.Get("token")) && !g.known(r) {
		return &refusal{http.StatusForbidden, errStranger}
	}
	http.SetCookie(w, &http.Cookie{
		Name: cookieName, Value: g.session, Path: g.base, MaxAge: cookieTime, HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
	query.Del("token")
	http.Redirect(w, r, (&url.URL{Path: g.base + r.URL.Path, RawQuery: query.Encode()}).String(), http.StatusSeeOther)
	return nil
}

// opens reports whether a token is valid.
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
