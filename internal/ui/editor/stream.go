package editor

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"reflect"
	"strconv"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/hint"
)

// stream is the base protocol of language servers: a header with a Content-Length, an empty line, and a message of that length.
// A damaged message is answered and passed over: the editor loses no more than that message.
type stream struct {
	in     *bufio.Reader
	closer io.Closer

	mutex  sync.Mutex
	out    io.Writer
	broken error // why messages can no longer be told apart, nil while they can
}

// maxMessage bounds a message of the editor, which sends the texts of files.
const maxMessage = 64 * bytesize.MiB

func newStream(in io.ReadCloser, out io.Writer) *stream {
	return &stream{in: bufio.NewReader(in), closer: in, out: out}
}

func (s *stream) Close() error { return s.closer.Close() }

// WriteObject writes a message.
func (s *stream) WriteObject(message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	_, err = s.out.Write(append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(text)), text...))
	return err
}

// ReadObject reads the next message that is whole.
func (s *stream) ReadObject(message any) error {
	for {
		text, err := s.read()
		if err != nil {
			return err
		}
		fault := json.Unmarshal(text, message)
		if fault == nil {
			return nil
		}
		reflect.ValueOf(message).Elem().SetZero() // it may be half read
		if err := s.refuse(text, fault); err != nil {
			return err
		}
	}
}

// read reads the text of a message.
func (s *stream) read() ([]byte, error) {
	header, err := textproto.NewReader(s.in).ReadMIMEHeader()
	if err != nil {
		if errors.As(err, new(textproto.ProtocolError)) {
			return nil, s.breaks("header of a message: %w", err)
		}
		return nil, err // the editor ended
	}
	length := header.Get("Content-Length")
	size, err := strconv.ParseUint(length, 10, 63)
	switch {
	case err != nil:
		return nil, s.breaks("Content-Length: want a number, got %q", length)
	case bytesize.Size(size) > maxMessage:
		return nil, s.breaks("Content-Length: want at most %s, got %s", maxMessage, bytesize.Size(size))
	}
	text := make([]byte, size)
	_, err = io.ReadFull(s.in, text)
	return text, err
}

// breaks takes note that the editor broke the base protocol.
func (s *stream) breaks(format string, words ...any) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.broken = hint.Errorf("grundy editor is for editors: docs/editors.md shows how they start it", "the editor broke the Language Server Protocol: "+format, words...)
	return s.broken
}

// fault returns how the editor broke the base protocol, nil if it did not.
func (s *stream) fault() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.broken
}

// damaged is the answer to a message that cannot be read, so that its number is unknown.
type damaged struct {
	Version string         `json:"jsonrpc"`
	ID      *jsonrpc2.ID   `json:"id"`
	Error   jsonrpc2.Error `json:"error"`
}

// refuse answers a message that cannot be read. A damaged answer gets none.
func (s *stream) refuse(text []byte, fault error) error {
	answer := damaged{Version: "2.0", Error: jsonrpc2.Error{Code: jsonrpc2.CodeParseError, Message: fault.Error()}}
	if json.Valid(text) {
		var request struct{ Method any }
		if json.Unmarshal(text, &request) == nil && request.Method == nil {
			return nil
		}
		answer.Error.Code = jsonrpc2.CodeInvalidRequest
	}
	return s.WriteObject(answer)
}
