package site

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/event"
)

// Fault is an error as pages receive it.
type Fault struct {
	Error string `json:"error"`
	Hint  string `json:"hint,omitempty"`
}

func FaultOf(err error) Fault { return Fault{err.Error(), hint.Of(err)} }

// Encoded returns a value as a line of JSON, by the rules of events.
func Encoded(value any) []byte {
	line, err := event.Marshal(value)
	if err != nil {
		return []byte("{}") // a number that JSON cannot express
	}
	return line
}

// Answer sends a value to a script of the page.
func Answer(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(Encoded(value)) // the browser may be gone
}

// Refuse sends an error to a script of the page.
func Refuse(w http.ResponseWriter, status int, err error) { Answer(w, status, FaultOf(err)) }

// remedy always works to open the pages.
const remedy = "open the address that grundy serve prints"

// errStranger reports a browser that was not admitted.
var errStranger = hint.Errorf(remedy+"; a bookmark works in the browser in which that was opened once", "this browser was not let in")

// refusal is why the guard rejects a request.
type refusal struct {
	status int
	error
}

// Answer says what is wrong and what to do: as JSON for scripts, as a page for browsers, otherwise as text.
func (r *refusal) answer(w http.ResponseWriter, request *http.Request) {
	if r.status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", strings.Join(methods, ", "))
	}
	said := FaultOf(r.error)
	if strings.Contains(request.URL.Path, "/api/") {
		Answer(w, r.status, said)
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
		Fault
	}{nonce, said}) // writing to a buffer cannot fail, and the template needs nothing else
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", fmt.Sprintf("default-src 'none'; style-src 'nonce-%s'; frame-ancestors 'none'", nonce))
	w.WriteHeader(r.status)
	_, _ = w.Write(html.Bytes()) // the browser may be gone
}

// Tag identifies a content for If-Match and ETag.
func Tag(text []byte) string {
	sum := sha256.Sum256(text)
	return `"` + hex.EncodeToString(sum[:16]) + `"`
}
