package companion

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// door lets nobody in but extensions of a browser on this machine, and programs that are none of a browser's.
//
// The Host is looked at, since a name of somebody else's may lead to this machine (DNS rebinding). A page of the web cannot hide
// what it is: the browser says in Sec-Fetch-Site and Origin who asks. No header allows anything to other origins, so a browser
// that asks beforehand (CORS, or for access to the local network) goes away again.
type door struct {
	hosts        []string
	method, path string
}

func newDoor(port int, method, path string) door {
	d := door{method: method, path: path}
	for _, host := range []string{"localhost", "127.0.0.1", "[::1]"} {
		d.hosts = append(d.hosts, fmt.Sprintf("%s:%d", host, port))
	}
	return d
}

// refusal is why somebody is not listened to.
type refusal struct {
	status int
	// kind is what refusals of the same sort share; reason is for people.
	kind, reason string
}

func (r *refusal) answer(w http.ResponseWriter) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	http.Error(w, "grundy: "+r.reason, r.status)
}

// extensions are the schemes of what Chromium and its like, and Firefox, run as extensions.
var extensions = []string{"chrome-extension", "moz-extension"}

// judge says what is wrong with a request, nil when nothing is.
func (d *door) judge(r *http.Request) *refusal {
	if !slices.Contains(d.hosts, strings.ToLower(r.Host)) {
		return &refusal{http.StatusForbidden, "host", fmt.Sprintf("somebody asks for %q, which is no name of this machine", short(r.Host))}
	}
	for _, origin := range r.Header.Values("Origin") {
		if !isExtension(origin) {
			return &refusal{http.StatusForbidden, "origin", "the web page " + short(origin) + " asks, which is no extension"}
		}
	}
	for _, site := range r.Header.Values("Sec-Fetch-Site") {
		// Browsers say none of extensions that may ask, or, as the specification has it, same-origin; no page comes from here.
		if site != "none" && site != "same-origin" {
			return &refusal{http.StatusForbidden, "site", "another web page asks (Sec-Fetch-Site: " + short(site) + ")"}
		}
	}
	if r.Method != d.method {
		return &refusal{http.StatusMethodNotAllowed, "method", fmt.Sprintf("somebody asks by %s, not %s", short(r.Method), d.method)}
	}
	if r.URL.Path != d.path || r.URL.Host != "" {
		return &refusal{http.StatusNotFound, "path", fmt.Sprintf("somebody asks for %s, not %s", short(r.URL.Path), d.path)}
	}
	return nil
}

func isExtension(origin string) bool {
	address, err := url.Parse(origin)
	return err == nil && slices.Contains(extensions, address.Scheme) && address.Host != "" && origin == address.Scheme+"://"+address.Host
}

// short bounds what somebody says who is not known.
func short(text string) string {
	const longest = 100
	if len(text) > longest {
		return strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return text
}
