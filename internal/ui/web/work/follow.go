package work

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

const (
	// patience is how long a browser may take to read what it is sent.
	patience = 20 * time.Second
	// heartbeat is how often an empty message shows the browser, and us, that the connection is alive.
	heartbeat = 15 * time.Second
	// portion is how many bytes are written at a time: a browser that stops reading a long stream holds no more.
	portion = 64 << 10
	// retry is how long a browser waits before it reconnects, in milliseconds.
	retry = 1000
)

// Follow sends a stream as server-sent events. A browser that reconnects continues where it was.
func (j *Judgements) Follow(w http.ResponseWriter, r *http.Request) {
	number, err := strconv.Atoi(r.PathValue("stream"))
	stream := j.stream(number)
	if err != nil || stream == nil {
		http.NotFound(w, r)
		return
	}
	// An invalid number means the beginning.
	seen, _ := strconv.Atoi(cmp.Or(r.Header.Get("Last-Event-ID"), r.URL.Query().Get("after")))
	if messages, ended, _ := stream.after(seen); ended && len(messages) == 0 {
		w.WriteHeader(http.StatusNoContent) // so the browser does not reconnect
		return
	}
	connection := http.NewResponseController(w)
	// Reading has no deadline while the page is open; connections of tests do not support deadlines.
	_ = connection.SetReadDeadline(time.Time{})
	w.Header().Set("Content-Type", "text/event-stream")
	var text bytes.Buffer
	fmt.Fprintf(&text, "retry: %d\n\n", retry)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	send := func() bool {
		_ = connection.SetWriteDeadline(time.Now().Add(j.patience))
		_, err := w.Write(text.Bytes())
		text.Reset()
		return err == nil && connection.Flush() == nil
	}
	for {
		messages, ended, more := stream.after(seen)
		for _, m := range messages {
			seen++
			fmt.Fprintf(&text, "id: %d\nevent: %s\ndata: ", seen, m.kind)
			text.Write(m.data) // fmt would copy it
			text.WriteString("\n\n")
			if text.Len() >= portion && !send() {
				return
			}
		}
		if !send() || ended {
			return
		}
		select {
		case <-more:
		case <-beat.C:
			text.WriteString(":\n\n")
		case <-r.Context().Done():
			return
		case <-j.lifetime.Done():
			return
		}
	}
}
