package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"grundy/internal/base/hint"
)

// jobStatus is what a client learns of a job.
type jobStatus struct {
	ID       string     `json:"id"`
	State    state      `json:"state"`
	Created  time.Time  `json:"created"`
	Finished *time.Time `json:"finished,omitempty"`
	Error    string     `json:"error,omitempty"`
	Help     string     `json:"help,omitempty"`
	// Rows are those that are ready.
	Rows []json.RawMessage `json:"rows,omitempty"`
}

func (o *order) status(p progress) jobStatus {
	status := jobStatus{ID: o.id, State: p.state, Created: o.created}
	if p.state.ended() {
		status.Finished = &p.finished
	}
	if p.fault != nil {
		status.Error, status.Help = p.fault.Error(), hint.Of(p.fault)
	}
	for _, row := range p.rows {
		status.Rows = append(status.Rows, row)
	}
	return status
}

// postJob accepts the body of a request and answers before it is judged.
func (s *Server) postJob(w http.ResponseWriter, r *http.Request) {
	batch, kind, ok := batchOf(w, r)
	if !ok {
		return
	}
	lines, ok := s.submissions(w, r, kind)
	if !ok {
		return
	}
	o := s.newOrder(clientOf(r), nil, len(lines), func(ctx context.Context, add func([]byte) error) error {
		batch.Lines = bytes.NewReader(lines)
		return s.run(ctx, batch, &rowWriter{add: add})
	})
	if err := s.post(clientOf(r), o); err != nil {
		refusePost(w, err)
		return
	}
	w.Header().Set("Location", "/v1/jobs/"+o.id)
	answerJSON(w, http.StatusAccepted, o.status(progress{state: queued}))
}

// rowWriter takes a text apart into rows.
type rowWriter struct {
	add  func(row []byte) error
	rest []byte
}

// Write adds the rows that end in a text.
func (r *rowWriter) Write(p []byte) (int, error) {
	r.rest = append(r.rest, p...)
	for {
		row, rest, ended := bytes.Cut(r.rest, []byte("\n"))
		if !ended {
			return len(p), nil
		}
		if err := r.add(bytes.Clone(row)); err != nil {
			return 0, err
		}
		r.rest = rest
	}
}

// jobNamed returns the job in the path of a request. If there is none, it answers so.
func (s *Server) jobNamed(w http.ResponseWriter, r *http.Request) *order {
	o, err := s.orderOf(clientOf(r), r.PathValue("id"))
	if err != nil {
		refuse(w, http.StatusNotFound, err)
	}
	return o
}

func (s *Server) getJob(w http.ResponseWriter, r *http.Request) {
	if o := s.jobNamed(w, r); o != nil {
		answerJSON(w, http.StatusOK, o.status(s.look(o, 0)))
	}
}

func (s *Server) cancelJob(w http.ResponseWriter, r *http.Request) {
	if o := s.jobNamed(w, r); o != nil {
		s.stop(o)
		answerJSON(w, http.StatusOK, o.status(s.look(o, 0)))
	}
}

// stillHere is how often the stream of a job without news says that it is there.
const stillHere = 15 * time.Second

// followJob sends the rows of a job as server-sent events as they are ready, and its state at its end.
func (s *Server) followJob(w http.ResponseWriter, r *http.Request) {
	o := s.jobNamed(w, r)
	if o == nil {
		return
	}
	at, _ := strconv.Atoi(r.Header.Get("Last-Event-ID"))
	at = max(at, 0)
	out := flushing{w}
	w.Header().Set("Content-Type", eventsType)
	idle := time.NewTicker(stillHere)
	defer idle.Stop()
	for {
		p := s.look(o, at)
		var news bytes.Buffer
		for _, row := range p.rows {
			at++
			fmt.Fprintf(&news, "id: %d\nevent: row\ndata: %s\n\n", at, row)
		}
		if p.state.ended() {
			p.rows = nil
			text, err := json.Marshal(o.status(p))
			if err != nil {
				panic(http.ErrAbortHandler)
			}
			fmt.Fprintf(&news, "event: end\ndata: %s\n\n", text)
		}
		if news.Len() == 0 {
			news.WriteString(":\n\n")
		}
		if _, err := out.Write(news.Bytes()); err != nil || p.state.ended() {
			return
		}
		select {
		case <-p.changed:
		case <-idle.C:
		case <-r.Context().Done():
			return
		}
	}
}
