package event

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// spill is a queue of events in a temporary file.
type spill struct {
	count int // number of events in it

	file     *os.File // nil before the first one
	written  int64    // bytes, always whole lines
	encoding bytes.Buffer
	encoder  *Encoder
	decoder  *Decoder // of events that are not taken yet
}

// put adds an event. After an error, everything is as before.
func (s *spill) put(e Event) error {
	if s.file == nil {
		if err := s.open(); err != nil {
			return err
		}
	}
	s.encoding.Reset()
	if err := s.encoder.Encode(e); err != nil {
		return err
	}
	if _, err := s.file.WriteAt(s.encoding.Bytes(), s.written); err != nil {
		return err
	}
	s.written += int64(s.encoding.Len())
	s.count++
	return nil
}

func (s *spill) open() error {
	file, err := os.CreateTemp("", "grundy-events-")
	if err != nil {
		return err
	}
	// If an open file can be removed, nothing remains of it whatever happens to the process.
	_ = os.Remove(file.Name())
	s.file = file
	s.encoder = NewEncoder(&s.encoding)
	return nil
}

// take removes the first event.
func (s *spill) take() (Event, error) {
	if s.decoder == nil {
		s.decoder = NewDecoder(&spillReader{spill: s})
	}
	e, err := s.decoder.Decode()
	if err != nil {
		return nil, fmt.Errorf("read the waiting events: %w", err)
	}
	s.count--
	if s.count == 0 {
		s.written, s.decoder = 0, nil // the file is used again
	}
	return e, nil
}

// spillReader reads what was written, and nothing that an earlier use has left in the file. It never returns io.EOF
// together with bytes: a buffered reader would remember it, although more may have been written by then.
type spillReader struct {
	*spill
	at int64
}

func (r *spillReader) Read(p []byte) (int, error) {
	rest := min(int64(len(p)), r.written-r.at)
	if rest == 0 {
		return 0, io.EOF
	}
	n, err := r.file.ReadAt(p[:rest], r.at)
	r.at += int64(n)
	return n, err
}

// forget drops all events and returns their number.
func (s *spill) forget() int {
	lost := s.count
	s.count, s.written, s.decoder = 0, 0, nil
	return lost
}

// close removes the file.
func (s *spill) close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	if removeErr := os.Remove(s.file.Name()); !errors.Is(removeErr, os.ErrNotExist) {
		err = errors.Join(err, removeErr)
	}
	return err
}
