package web

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"net/http"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/event"
)

// fault is an error as pages receive it.
type fault struct {
	Error string `json:"error"`
	Hint  string `json:"hint,omitempty"`
}

func faultOf(err error) fault { return fault{err.Error(), hint.Of(err)} }

// encoded returns a value as a line of JSON, by the rules of events.
func encoded(value any) []byte {
	line, err := event.Marshal(value)
	if err != nil {
		return []byte("{}") // a number that JSON cannot express
	}
	return line
}

// answer sends a value to a script of the page.
func answer(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(encoded(value)) // the browser may be gone
}

// refuse sends an error to a script of the page.
func refuse(w http.ResponseWriter, status int, err error) { answer(w, status, faultOf(err)) }

// remedy always works to open the pages.
const remedy = "open the address that grundy serve prints"

// errStranger reports a browser that was not admitted.
var errStranger = hint.Errorf(remedy+"; a bookmark works in the browser in which that was opened once", "this browser was not let in")

// refusal is why the guard rejects a request.
type refusal struct {
	status int
	error
}

// answer says what is wrong and what to do: as JSON for scripts, as a page for browsers, otherwise as text.
func (r *refusal) answer(w http.ResponseWriter, request *http.Request) {
	if r.status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", strings.Join(methods, ", "))
	}
	said := faultOf(r.error)
	if strings.Contains(request.URL.Path, "/api/") {
		answer(w, r.status, said)
		return
	}
	if !strings.Contains(request.Header.Get("Accept"), "text/html") {
		http.Error(w, "grundy: "+said.Error+"\n"+said.Hint, r.status)
		return
	}
	nonce := rand.Text()
	var html bytes.Buffer
	_ = templates().ExecuteTemplate(&html, "refused", struct {
		Nonce string
		fault
	}{nonce, said}) // writing to a buffer cannot fail, and the template needs nothing else
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", fmt.Sprintf("default-src 'none'; style-src 'nonce-%s'; frame-ancestors 'none'", nonce))
	w.WriteHeader(r.status)
	_, _ = w.Write(html.Bytes()) // the browser may be gone
}
