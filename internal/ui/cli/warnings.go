package cli

import (
	"sync"

	"grundy/internal/event"
	"grundy/internal/ui/report"
)

// warnings are the events that warn of packages. Packages are opened before the stream of a command begins, too: standard error
// shows these warnings at once, and the stream begins with them.
type warnings struct {
	notices *report.Notices

	mutex   sync.Mutex
	earlier []event.Event // those before the stream
	stream  event.Sink    // nil before it begins
}

// Event takes a warning in.
func (w *warnings) Event(e event.Event) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.stream != nil {
		w.stream.Event(e)
		return
	}
	w.notices.Event(e)
	w.earlier = append(w.earlier, e)
}

// begin emits the earlier warnings, and passes on those that come.
func (w *warnings) begin(stream *stream) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for _, e := range w.earlier {
		stream.Event(e)
	}
	stream.Tee = append(stream.Tee, w.notices) // which has shown the earlier ones
	w.earlier, w.stream = nil, stream
}
