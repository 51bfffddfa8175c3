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

// fault is an error as pages are told it.
type fault struct {
	Error string `json:"error"`
	Hint  string `json:"hint,omitempty"`
}

func faultOf(err error) fault { return fault{err.Error(), hint.Of(err)} }

// encoded is a value as a line of JSON, by the rules of events.
func encoded(value any) []byte {
	line, err := event.Marshal(value)
	if err != nil {
		return []byte("{}") // a number that JSON does not have
	}
	return line
}

// answer sends a value to a script of the page.
func answer(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(encoded(value)) // a browser that has gone away
}

// refuse tells a script of the page what is wrong.
func refuse(w http.ResponseWriter, status int, err error) { answer(w, status, faultOf(err)) }

// remedy is what opens the pages in any case.
const remedy = "open the address that grundy serve prints"

// errStranger is about a browser that was not let in.
var errStranger = hint.Errorf(remedy+"; a bookmark works in the browser in which that was opened once", "this browser was not let in")

// refusal is why the guard lets a request not pass.
type refusal struct {
	status int
	error
}

// answer says what is wrong and what to do: to scripts as they are told everything, to people who look at a page as a page, and
// otherwise as text.
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
	}{nonce, said}) // a buffer takes everything, and the template asks for nothing else
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", fmt.Sprintf("default-src 'none'; style-src 'nonce-%s'; frame-ancestors 'none'", nonce))
	w.WriteHeader(r.status)
	_, _ = w.Write(html.Bytes()) // a browser that has gone away
}
