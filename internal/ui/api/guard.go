package api

import (
	"context"
	"net"
	"net/http"
	"slices"
	"strings"

	"grundy/internal/base/hint"
)

// The bounds of requests, in bytes.
const (
	maxHeader = 16 << 10
	maxLine   = 16 << 20
)

// maxRequests bounds what is judged at a time, in requests.
const maxRequests = 64

// clientKey is the key of the client in the context of a request.
type clientKey struct{}

// guard admits requests of programs that know a token and the right name of this server. Pages of other sites get nothing: a
// browser names the site that a request comes from, and no answer allows a site to read it.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		head.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		head.Set("Cache-Control", "no-store")
		r = withPathToken(r)
		known := s.tokenOf(r)
		switch site := r.Header.Get("Sec-Fetch-Site"); {
		case !s.isCalled(r.Host):
			refuse(w, http.StatusForbidden, hint.Errorf("use the address that the server printed", "this server goes by another name"))
		case r.Header.Get("Origin") != "", site != "" && site != "none":
			refuse(w, http.StatusForbidden, hint.Errorf("call it from a program", "pages of a browser are not admitted"))
		case r.URL.Path == "/v1/health":
			next.ServeHTTP(w, r)
		case known == nil:
			head.Set("WWW-Authenticate", "Bearer")
			refuse(w, http.StatusUnauthorized, hint.Errorf("send the header Authorization: Bearer TOKEN", "the request has no token that is known"))
		default:
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), clientKey{}, known)))
		}
	})
}

// isCalled reports whether a name is one of this server: a page of another site cannot call it by its own. A name in the
// certificate is, whatever port leads here.
func (s *Server) isCalled(name string) bool {
	if s.Certificate == nil {
		return slices.Contains(s.hosts, name)
	}
	host, _, err := net.SplitHostPort(name)
	if err != nil {
		host = name
	}
	return slices.Contains(s.hosts, name) || s.Certificate.Leaf.VerifyHostname(host) == nil
}

// tokenPath begins paths with a token: clients of other services know no header for it.
const tokenPath = "/token/"

// withPathToken moves a token from the path of a request into its header.
func withPathToken(r *http.Request) *http.Request {
	below, found := strings.CutPrefix(r.URL.Path, tokenPath)
	secret, path, whole := strings.Cut(below, "/")
	if !found || !whole {
		return r
	}
	moved := r.Clone(r.Context())
	moved.Header.Set("Authorization", "Bearer "+secret)
	moved.URL.Path, moved.URL.RawPath = "/"+path, ""
	return moved
}

// admit takes a place for a request to judge. If there is none, it answers that and returns nil.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) (leave func()) {
	c := clientOf(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running >= maxRequests || c.running >= c.Requests {
		s.refused++
		refuseNow(w, hint.Errorf("send several lines with one request, or try again later", "%d requests are being judged", s.running))
		return nil
	}
	leavePlace := s.takePlace(c)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		leavePlace()
	}
}

// refuseNow refuses what may be asked for again soon.
func refuseNow(w http.ResponseWriter, err error) {
	w.Header().Set("Retry-After", "1")
	refuse(w, http.StatusTooManyRequests, err)
}

// takePlace takes a place. The caller holds the lock, there and when it leaves.
func (s *Server) takePlace(c *client) (leave func()) {
	s.running++
	c.running++
	return func() {
		s.running--
		c.running--
		s.startOrders()
	}
}

// clientOf is the client of a request that was admitted.
func clientOf(r *http.Request) *client { return r.Context().Value(clientKey{}).(*client) }
