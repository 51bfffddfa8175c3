package cluster

import (
	"encoding/json"
	"fmt"
	"sync"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// listener passes on each event of a job exactly once, from whichever attempts they come and even if some are lost. It
// passes on live events as long as none is missing, and the others from the record.
type listener struct {
	problem *problem.Problem
	emit    func(event.Event)

	mu      sync.Mutex
	attempt string // of the first event received
	next    int    // the number of its next one
	over    bool   // one was missed, or the record has arrived
	passed  map[string]bool
	fault   error
}

func newListener(p *problem.Problem, emit func(event.Event)) *listener {
	return &listener{problem: p, emit: emit, passed: map[string]bool{}}
}

// hear receives live events.
func (l *listener) hear(t progress) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.attempt == "" {
		l.attempt = t.Attempt
	}
	switch {
	case t.Maker.Slower != slowdown{}:
		l.over = true // another machine may be asked as well
	case l.over:
	case t.Attempt != l.attempt, t.Number > l.next:
		l.over = true // the record contains what is missing
	default:
		for _, line := range t.Events[min(l.next-t.Number, len(t.Events)):] {
			l.next++
			l.pass(line, t.Maker, true)
		}
	}
}

// rest passes on the events of the record that were not received.
func (l *listener) rest(r record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = true
	for number, line := range r.Events {
		if r.Attempt != l.attempt || number >= l.next {
			l.pass(line, r.Maker, r.Attempt == l.attempt)
		}
	}
	return l.fault
}

// close stops passing on events.
func (l *listener) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = true
}

// restart accepts live events of another worker: the previous one does not do the job.
func (l *listener) restart() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.attempt, l.next = "", 0
}

// pass passes on an event. It skips events that another attempt has sent already, and those that only report progress.
func (l *listener) pass(line json.RawMessage, by workerInfo, same bool) {
	e, err := event.OfLine(line)
	if err != nil {
		if l.fault == nil {
			l.fault = fmt.Errorf("read an event: %w", err)
		}
		return
	}
	name := identity(e)
	if name != "" && l.passed[name] || name == "" && !same && l.next > 0 {
		return
	}
	l.passed[name] = true
	if done, ok := e.(event.Done); ok {
		e = by.sign(done)
	}
	l.emit(job.Localize(e, l.problem))
}

// identity returns the subject of an event, or "" for events that another attempt need not repeat.
func identity(e event.Event) string {
	about := ""
	switch e := e.(type) {
	case event.Plan, event.Compile, event.Done:
	case event.Start:
		about = fmt.Sprint(e.Test, " ", e.Rerun)
	case event.Test:
		about = e.Test
	case event.GroupDone:
		about = e.Group
	default:
		return ""
	}
	return e.Kind() + " " + about
}

// sign adds who judged.
func (m workerInfo) sign(done event.Done) event.Done {
	done.Machine, done.Class, done.CrossCheck = m.Machine, m.Class, m.beside
	return done
}
