package checker

import (
	"bytes"
	"errors"
	"io"
)

// The buffer of a source starts small, since most outputs are small, and grows once. Larger reads gain nothing
// measurable.
const (
	firstBuffer = 8 << 10
	nextBuffer  = 256 << 10
)

// source reads a file block by block.
type source struct {
	reader io.Reader
	buffer []byte
	// pending is the part of the buffer that was not yet passed. offset is its offset in the file.
	pending []byte
	offset  int64
	ended   bool
}

// peek returns the next bytes: at least one, or none at the end of the file.
func (s *source) peek() ([]byte, error) {
	if len(s.pending) > 0 || s.ended {
		return s.pending, nil
	}
	switch len(s.buffer) {
	case 0:
		s.buffer = make([]byte, firstBuffer)
	case firstBuffer:
		s.buffer = make([]byte, nextBuffer)
	}
	// Full blocks on both sides keep them aligned, which the fast path depends on.
	n, err := io.ReadFull(s.reader, s.buffer)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		s.ended = true
	} else if err != nil {
		return nil, err
	}
	s.pending = s.buffer[:n]
	return s.pending, nil
}

// pass moves on by n of the bytes that peek returned.
func (s *source) pass(n int) {
	s.pending = s.pending[n:]
	s.offset += int64(n)
}

// skipSpace passes white space.
func (s *source) skipSpace() error {
	for {
		block, err := s.peek()
		if err != nil {
			return err
		}
		n := pastSpace(block, 0)
		if n == 0 {
			return nil
		}
		s.pass(n)
	}
}

// peekToken returns the next bytes up to white space, or none at the end of a token.
func (s *source) peekToken() ([]byte, error) {
	block, err := s.peek()
	if err != nil {
		return nil, err
	}
	for i, c := range block {
		if isSpace(c) {
			return block[:i], nil
		}
	}
	return block, nil
}

// isSpace reports whether a byte is white space in the package format. Any other byte, NUL included, is part of a
// token.
func isSpace(c byte) bool { return c == ' ' || c-'\t' <= '\r'-'\t' }

// lastSpace returns the index of the last white space, or -1.
func lastSpace(block []byte) int {
	i := len(block) - 1
	for i >= 0 && !isSpace(block[i]) {
		i--
	}
	return i
}

// lower maps ASCII letters to lower case and leaves every other byte unchanged.
func lower(c byte) byte {
	if c-'A' <= 'Z'-'A' {
		return c | 0x20
	}
	return c
}

// equalFold reports whether two blocks of one length are equal, ignoring the case of ASCII letters if fold is set.
func equalFold(a, b []byte, fold bool) bool {
	if !fold {
		return bytes.Equal(a, b)
	}
	for i := range a {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}
