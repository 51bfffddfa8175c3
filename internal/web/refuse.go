package web

import (
	"net/http"

	"grundy/internal/event"
	"grundy/internal/hint"
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
