package checktestdata

import (
	"errors"
	"io"
)

// input is the data, buffered as far as it was read.
type input struct {
	reader io.Reader
	buffer []byte
	next   int // index in buffer of the first unconsumed byte
	err    error
	memory *budget
	at     Position
}

const firstBuffer = 64 << 10

func newInput(reader io.Reader, memory *budget) *input {
	return &input{reader: reader, buffer: make([]byte, 0, firstBuffer), memory: memory, at: Position{1, 1}}
}

// peek returns the byte at a distance ahead, -1 beyond the end. After a read error, failure returns it.
func (in *input) peek(ahead int) int {
	for in.next+ahead >= len(in.buffer) {
		if !in.fill() {
			return -1
		}
	}
	return int(in.buffer[in.next+ahead])
}

// fill reads more, false at the end.
func (in *input) fill() bool {
	if in.err != nil {
		return false
	}
	if in.next > 0 {
		in.buffer = in.buffer[:copy(in.buffer, in.buffer[in.next:])]
		in.next = 0
	}
	if len(in.buffer) == cap(in.buffer) {
		if in.err = in.memory.take(2 * int64(cap(in.buffer))); in.err != nil {
			return false
		}
		in.memory.give(int64(cap(in.buffer)))
		in.buffer = append(make([]byte, 0, 2*cap(in.buffer)), in.buffer...)
	}
	n, err := io.ReadAtLeast(in.reader, in.buffer[len(in.buffer):cap(in.buffer)], 1)
	in.buffer = in.buffer[:len(in.buffer)+n]
	if n == 0 {
		in.err = err
	}
	return n > 0
}

// failure is why reading ended, nil at the end of the data.
func (in *input) failure() error {
	if errors.Is(in.err, io.EOF) {
		return nil
	}
	return in.err
}

// skip consumes bytes that were peeked at.
func (in *input) skip(n int) {
	for _, c := range in.buffer[in.next : in.next+n] {
		if c == '\n' {
			in.at.Line++
			in.at.Column = 0
		}
		in.at.Column++
	}
	in.next += n
}

// take consumes bytes that were peeked at and returns them.
func (in *input) take(n int) string {
	taken := string(in.buffer[in.next : in.next+n])
	in.skip(n)
	return taken
}

// describe names the next input, for messages.
func (in *input) describe() string {
	switch c := in.peek(0); c {
	case -1:
		return "the end of the file"
	case '\n':
		return "a newline"
	case ' ':
		return "a space"
	}
	n := 0
	for c := in.peek(n); c > ' ' && n <= excerptBytes; c = in.peek(n) {
		n++
	}
	return quoted(string(in.buffer[in.next : in.next+max(n, 1)]))
}
