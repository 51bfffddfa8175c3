package api

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// patient gives up a client of a request that neither sends nor takes anything for idleTime.
func patient(w http.ResponseWriter, r *http.Request) (http.ResponseWriter, *http.Request) {
	control := http.NewResponseController(w)
	r.Body = &patientBody{r.Body, control}
	return &patientWriter{w, control}, r
}

type patientBody struct {
	io.ReadCloser
	control *http.ResponseController
}

// Read reads from the body. The client of a body that was read may wait for the answer as long as it likes.
func (b *patientBody) Read(p []byte) (int, error) {
	_ = b.control.SetReadDeadline(time.Now().Add(idleTime))
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		_ = b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

type patientWriter struct {
	http.ResponseWriter
	control *http.ResponseController
}

// Write writes a part of the answer.
func (w *patientWriter) Write(p []byte) (int, error) {
	_ = w.control.SetWriteDeadline(time.Now().Add(idleTime))
	return w.ResponseWriter.Write(p)
}

// Unwrap returns what the controller of a response works on.
func (w *patientWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// flushing passes on each part of an answer at once.
type flushing struct{ http.ResponseWriter }

// Write writes a part of the answer and passes it on.
func (f flushing) Write(p []byte) (int, error) {
	n, err := f.ResponseWriter.Write(p)
	return n, errors.Join(err, http.NewResponseController(f.ResponseWriter).Flush())
}
