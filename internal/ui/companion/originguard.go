package companion

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// endpoint admits only browser extensions on this machine, and programs on it that are not browsers.
//
// It checks the Host, because a foreign name may resolve to this machine (DNS rebinding). A web page cannot hide what
// it is: the browser sends Sec-Fetch-Site and Origin. No header grants anything to other origins, so a browser that
// asks beforehand (CORS, or for access to the local network) gives up.
type endpoint struct {
	hosts        []string
	method, path string
}

func newEndpoint(port int, method, path string) endpoint {
	d := endpoint{method: method, path: path}
	for _, host := range []string{"localhost", "127.0.0.1", "[::1]"} {
		d.hosts = append(d.hosts, fmt.Sprintf("%s:%d", host, port))
	}
	return d
}

// refusal is why a request is refused.
type refusal struct {
	status int
	// kind groups refusals of the same sort; reason is for users.
	kind, reason string
}

func (r *refusal) answer(w http.ResponseWriter) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	http.Error(w, "grundy: "+r.reason, r.status)
}

// extensions are the URL schemes of extensions in Chromium-based browsers and Firefox.
var extensions = []string{"chrome-extension", "moz-extension"}

// judge returns what is wrong with a request, or nil.
func (d *endpoint) judge(r *http.Request) *refusal {
	if !slices.Contains(d.hosts, strings.ToLower(r.Host)) {
		return &refusal{http.StatusForbidden, "host", fmt.Sprintf("a request asks for %q, which is not a name of this machine", short(r.Host))}
	}
	for _, origin := range r.Header.Values("Origin") {
		if !isExtension(origin) {
			return &refusal{http.StatusForbidden, "origin", "the web page " + short(origin) + " sent a request; only extensions may"}
		}
	}
	for _, site := range r.Header.Values("Sec-Fetch-Site") {
		// For extensions with permission, browsers send none or, as the specification says, same-origin; no page comes
		// from this origin.
		if site != "none" && site != "same-origin" {
			return &refusal{http.StatusForbidden, "site", "another web page sent a request (Sec-Fetch-Site: " + short(site) + ")"}
		}
	}
	if r.Method != d.method {
		return &refusal{http.StatusMethodNotAllowed, "method", fmt.Sprintf("a request uses the method %s instead of %s", short(r.Method), d.method)}
	}
	if r.URL.Path != d.path || r.URL.Host != "" {
		return &refusal{http.StatusNotFound, "path", fmt.Sprintf("a request asks for %s instead of %s", short(r.URL.Path), d.path)}
	}
	return nil
}

func isExtension(origin string) bool {
	address, err := url.Parse(origin)
	return err == nil && slices.Contains(extensions, address.Scheme) && address.Host != "" && origin == address.Scheme+"://"+address.Host
}

// short bounds text from an unknown sender.
func short(text string) string {
	const longest = 100
	if len(text) > longest {
		return strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return text
}
