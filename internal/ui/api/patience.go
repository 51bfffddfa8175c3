package api

import (
	"errors"
	"io"
	"net/http"
	"time"

	"grundy/internal/base/hint"
)

// patient gives up a client of a request that neither sends nor takes anything for idleTime.
func patient(w http.ResponseWriter, r *http.Request) (http.ResponseWriter, *http.Request) {
	control := http.NewResponseController(w)
	r.Body = &patientBody{ReadCloser: r.Body, control: control}
	return &patientWriter{w, control}, r
}

type patientBody struct {
	io.ReadCloser
	control *http.ResponseController
	whole   int64 // bytes that were read to be kept until the request ends
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

// maxWhole bounds the bytes of the bodies that are kept, of all requests.
const maxWhole = 128 << 20

// errFull says that other requests keep all the memory for bodies.
var errFull = errors.New("other requests fill the memory for bodies")

// readBody reads the whole body of a request as far as bodies go.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body, ok := r.Body.(*patientBody)
	if !ok {
		return nil, errors.New("the body was read")
	}
	return io.ReadAll(&keptBody{http.MaxBytesReader(w, body, maxLine), body, s})
}

// keptBody counts what is read of a body that is kept.
type keptBody struct {
	io.Reader
	body   *patientBody
	server *Server
}

// Read reads from the body.
func (k *keptBody) Read(p []byte) (int, error) {
	n, err := k.Reader.Read(p)
	k.body.whole += int64(n)
	if k.server.whole.Add(int64(n)) > maxWhole && err == nil {
		err = errFull
	}
	return n, err
}

// refuseBody says why a body is not served.
func refuseBody(w http.ResponseWriter, status int, err error) {
	status, err = bodyFault(w, status, err)
	refuse(w, status, err)
}

// bodyFault says why a body is not served: it cannot be read, or it is faulty, which is what status says.
func bodyFault(w http.ResponseWriter, status int, err error) (int, error) {
	switch tooLarge := (*http.MaxBytesError)(nil); {
	case errors.Is(err, errFull):
		w.Header().Set("Retry-After", "1")
		return http.StatusTooManyRequests, hint.With("try again later", err)
	case errors.As(err, &tooLarge):
		return http.StatusRequestEntityTooLarge, hint.Errorf("shorten the cases", "the body has more than %d MiB", maxLine>>20)
	}
	return status, err
}

// flushing passes on each part of an answer at once.
type flushing struct{ http.ResponseWriter }

// Write writes a part of the answer and passes it on.
func (f flushing) Write(p []byte) (int, error) {
	n, err := f.ResponseWriter.Write(p)
	return n, errors.Join(err, http.NewResponseController(f.ResponseWriter).Flush())
}
