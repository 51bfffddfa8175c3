package web

import "sync"

// message is something that pages are told of a judgement.
type message struct {
	kind string
	data []byte // a line of JSON
}

// maxStream bounds, in bytes, what a stream holds. Beyond it only its end is told.
const maxStream = 8 << 20

// Stream is what pages are told of a judgement, from the beginning: it is only added to, and whoever follows it reads from any place
// on, at a pace of its own. So nobody who follows slows whoever adds, and a page that was away misses nothing.
type Stream struct {
	mutex    sync.Mutex
	messages []message
	bytes    int
	ended    bool
	more     chan struct{} // closed when something comes
}

func newStream() *Stream { return &Stream{more: make(chan struct{})} }

// add tells something, unless the stream is full.
func (s *Stream) add(kind string, data []byte) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.ended || s.bytes+len(data) > maxStream {
		return
	}
	s.bytes += len(data)
	s.put(message{kind, data})
}

// end tells that nothing more comes.
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

// after gives what was told behind the first messages, as many as the number says; whether that is all for ever; and what is closed
// when there is more.
func (s *Stream) after(number int) (messages []message, ended bool, more <-chan struct{}) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.messages[min(max(number, 0), len(s.messages)):], s.ended, s.more
}
