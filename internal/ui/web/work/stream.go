package work

import (
	"context"
	"sync"

	"grundy/internal/ui/web/site"
)

// message is a message to pages about a judgement.
type message struct {
	kind string
	data []byte // a line of JSON
}

// maxStream bounds the content of a stream, in bytes. Beyond it, only the end is sent.
const maxStream = 8 << 20

// Stream contains all messages about a judgement. It only grows, and each follower reads from any position at its own
// pace. So followers never slow the judgement, and a page that was disconnected misses nothing.
type Stream struct {
	mutex    sync.Mutex
	messages []message
	bytes    int
	ended    bool
	more     chan struct{} // closed when a message is added
}

func newStream() *Stream { return &Stream{more: make(chan struct{})} }

// Add adds a message, unless the stream is full.
func (s *Stream) Add(kind string, value any) { s.AddLine(kind, site.Encoded(value)) }

// AddLine adds a message that is a line of JSON.
func (s *Stream) AddLine(kind string, data []byte) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.ended || s.bytes+len(data) > maxStream {
		return
	}
	s.bytes += len(data)
	s.put(message{kind, data})
}

// end marks the stream as complete.
func (s *Stream) end() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.ended {
		s.ended = true
		s.put(message{"end", []byte("{}")})
	}
}

func (s *Stream) put(m message) {
	s.messages = append(s.messages, m)
	close(s.more)
	s.more = make(chan struct{})
}

// after returns the messages after the first number ones; whether the stream is complete; and a channel that is closed
// when there are more.
func (s *Stream) after(number int) (messages []message, ended bool, more <-chan struct{}) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.messages[min(max(number, 0), len(s.messages)):], s.ended, s.more
}

// TellFault tells the page why a judgement failed, unless it was cancelled.
func (s *Stream) TellFault(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		s.Add("fault", site.FaultOf(err))
	}
}

// text is a message in words, such as the progress of some work.
type text struct {
	Text string `json:"text"`
}

// AddText adds a message in words.
func (s *Stream) AddText(kind, words string) { s.Add(kind, text{words}) }
