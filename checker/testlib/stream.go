package testlib

import "io"

// stream is a buffered sequence of bytes that knows its position. It never reads ahead while the buffer still holds
// bytes, so it also serves a conversation.
type stream struct {
	from   io.Reader
	name   string // for messages: "input"
	buffer []byte
	next   int   // index in buffer of the next byte
	ended  error // why there is no more, usually io.EOF
	// line and column say where the next byte is. Both count from 1, columns in bytes.
	line, column int
}

func newStream(name string, from io.Reader) stream {
	return stream{from: from, name: name, buffer: make([]byte, 0, 64<<10), line: 1, column: 1}
}

// peek returns the next byte without taking it, or false at the end of file.
func (s *stream) peek() (byte, bool) {
	if s.next == len(s.buffer) && !s.fill() {
		return 0, false
	}
	return s.buffer[s.next], true
}

// skip takes the byte that peek showed.
func (s *stream) skip() {
	s.column++
	if s.buffer[s.next] == '\n' {
		s.line++
		s.column = 1
	}
	s.next++
}

// fill reads more bytes into the empty buffer. An error of the file itself is the judge's fault.
func (s *stream) fill() bool {
	s.buffer, s.next = s.buffer[:0], 0
	for len(s.buffer) == 0 && s.ended == nil {
		var n int
		n, s.ended = s.from.Read(s.buffer[:cap(s.buffer)])
		s.buffer = s.buffer[:n]
	}
	if len(s.buffer) == 0 && s.ended != io.EOF {
		fail("read %s: %v", s.name, s.ended)
	}
	return len(s.buffer) > 0
}

// word appends bytes up to the next white space to into, but at most limit.
func (s *stream) word(into []byte, limit int) []byte {
	for len(into) < limit {
		c, ok := s.peek()
		if !ok || isSpace(c) {
			break
		}
		into = append(into, c)
		s.skip()
	}
	return into
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// ahead describes the next byte for messages.
func (s *stream) ahead() string {
	c, ok := s.peek()
	if !ok {
		return "end of file"
	}
	switch c {
	case '\n':
		return "end of line"
	case ' ':
		return "a space"
	case '\t':
		return "a tab"
	case '\r':
		return "a carriage return (lines must end in LF alone, not in CRLF)"
	default:
		return quote([]byte{c})
	}
}
