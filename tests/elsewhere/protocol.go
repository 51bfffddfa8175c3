package elsewhere

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"grundy/internal/event"
)

// request is a line from the parent: a job to do or to prepare, or the number of one to cancel.
type request struct {
	ID      int64
	Cancel  bool            `json:",omitempty"`
	Prepare bool            `json:",omitempty"`
	Order   json.RawMessage `json:",omitempty"`
}

// reply is a line from the child: an event of a job, or its end.
type reply struct {
	ID     int64
	Event  json.RawMessage `json:",omitempty"`
	Result json.RawMessage `json:",omitempty"`
	Error  json.RawMessage `json:",omitempty"`
}

// lines writes values, one a line.
type lines struct {
	mu  sync.Mutex
	out io.Writer
}

func (l *lines) write(value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err = l.out.Write(append(text, '\n'))
	return err
}

// each calls do with every line until the last.
func each[T any](in io.Reader, do func(T) error) error {
	reader := bufio.NewReader(in)
	for {
		line, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var value T
		if err := json.Unmarshal(line, &value); err != nil {
			return err
		}
		if err := do(value); err != nil {
			return err
		}
	}
}

func encodeEvent(e event.Event) ([]byte, error) {
	var line bytes.Buffer
	err := event.NewEncoder(&line).Encode(e)
	return bytes.TrimSpace(line.Bytes()), err
}

func decodeEvent(line []byte) (event.Event, error) {
	return event.NewDecoder(io.MultiReader(bytes.NewReader(line), bytes.NewReader([]byte("\n")))).Decode()
}
