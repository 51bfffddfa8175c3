package companion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"grundy/internal/base/hint"
)

// The errors of an offer. The user is not at fault, and can copy the solution instead.
var (
	ErrTaken  = errors.New("another program has the port of cph-submit")
	ErrNobody = errors.New("cph-submit did not ask for it")
)

// Offer hands a submission to cph-submit, which asks at the port every three seconds, and waits at most that long. The
// port belongs to CPH, so Offer releases it as soon as the submission was handed over. The error is ErrTaken, ErrNobody
// or the context's.
func Offer(ctx context.Context, port int, s Submission, wait time.Duration) error {
	l, err := listen(port)
	if err != nil {
		return hint.With("end CPH, or the editor that runs it", fmt.Errorf("%w: %w", ErrTaken, err))
	}
	defer l.Close()
	waiting, end := context.WithTimeout(ctx, wait)
	defer end()
	o := &offer{door: newEndpoint(port, http.MethodGet, "/getSubmit"), submission: s, end: end}
	if err := l.serve(waiting, o); err != nil {
		return err
	}
	switch {
	case o.taken.Load():
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return hint.With("install it in your browser, and allow it to reach this machine", ErrNobody)
}

// offer answers cph-submit.
type offer struct {
	door       endpoint
	submission Submission
	taken      atomic.Bool
	end        func()
}

// judge returns what is wrong with a request, or nil. A page of another origin cannot send the header without asking
// beforehand.
func (o *offer) judge(r *http.Request) *refusal {
	refused := o.door.judge(r)
	if refused == nil && r.Header.Get("cph-submit") != "true" {
		refused = &refusal{http.StatusForbidden, "header", "a request does not come from cph-submit"}
	}
	return refused
}

func (o *offer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if refusal := o.judge(r); refusal != nil {
		refusal.answer(w)
		return
	}
	var answer any = map[string]bool{"empty": true}
	if o.taken.CompareAndSwap(false, true) {
		answer = o.submission
		defer o.end()
	}
	text, err := json.Marshal(answer)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(text)
}
