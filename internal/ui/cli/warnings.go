package cli

import (
	"sync"

	"grundy/internal/event"
	"grundy/internal/ui/report"
)

// warnings collects the events that warn of packages. Packages may be opened before the stream of a command begins:
// standard error shows those warnings at once, and the stream begins with them.
type warnings struct {
	notices *report.Notices

	mutex   sync.Mutex
	earlier []event.Event // before the stream began
	stream  event.Sink    // nil before it begins
}

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

// begin emits the earlier warnings and forwards later ones.
func (w *warnings) begin(stream *stream) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for _, e := range w.earlier {
		stream.Event(e)
	}
	stream.Tee = append(stream.Tee, w.notices) // it has shown the earlier ones
	w.earlier, w.stream = nil, stream
}
