package runner

import (
	"strings"
	"sync"
	"time"

	"grundy/internal/event"
)

// Bounds of a transcript in bytes. It keeps the beginning, which shows what the dialogue is about, and the end, which
// shows how it failed.
const (
	transcriptHead = 16 << 10
	transcriptTail = 16 << 10
	// exchangeLimit bounds one exchange. Consecutive pieces of one side are joined up to it.
	exchangeLimit = 4 << 10
)

// omission marks where a transcript leaves something out.
const omission = "[…]\n"

// transcript records a dialogue. It may be used concurrently.
type transcript struct {
	mu                   sync.Mutex
	head, tail           []event.Exchange
	headBytes, tailBytes int
	dropped              bool
	last                 event.Party
}

func (t *transcript) add(at time.Duration, from event.Party, data []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = from
	for len(data) > 0 {
		piece := data[:min(len(data), exchangeLimit)]
		data = data[len(piece):]
		text := string(piece)
		if t.headBytes < transcriptHead {
			t.head = join(t.head, event.Exchange{At: at, From: from, Text: text})
			t.headBytes += len(text)
			continue
		}
		t.tail = join(t.tail, event.Exchange{At: at, From: from, Text: text})
		t.tailBytes += len(text)
		for t.tailBytes > transcriptTail && len(t.tail) > 1 {
			t.tailBytes -= len(t.tail[0].Text)
			t.tail = t.tail[1:]
			t.dropped = true
		}
	}
}

// join appends an exchange, or extends the last one if the same side goes on.
func join(list []event.Exchange, e event.Exchange) []event.Exchange {
	if n := len(list); n > 0 && list[n-1].From == e.From && len(list[n-1].Text)+len(e.Text) <= exchangeLimit {
		list[n-1].Text += e.Text
		return list
	}
	return append(list, e)
}

// all returns the kept exchanges as valid text.
func (t *transcript) all() []event.Exchange {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := append([]event.Exchange(nil), t.head...)
	for i, e := range t.tail {
		if i == 0 && t.dropped {
			e.Text = omission + e.Text
		}
		list = append(list, e)
	}
	for i := range list {
		list[i].Text = strings.ToValidUTF8(list[i].Text, "\uFFFD")
	}
	return list
}

// turn says which side waited for which when the dialogue stopped.
func (t *transcript) turn() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch t.last {
	case event.FromInteractor:
		return "the interactor spoke last"
	case event.FromSubmission:
		return "the submission spoke last"
	}
	return "neither side said anything"
}
