package child

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"grundy/internal/event"
)

// Task is a job for the child.
type Task struct {
	// Dir is the directory with the package and its description.
	Dir string
	// Order is a job.Order, encoded.
	Order json.RawMessage
}

// request is a line from the parent: a job to do or to prepare, or the number of a job to cancel.
type request struct {
	ID      int64
	Cancel  bool  `json:",omitempty"`
	Prepare bool  `json:",omitempty"`
	Task    *Task `json:",omitempty"`
}

// Reply is the encoded end of a job: its result, its error, and the programs' usage since the child's previous reply.
// The usages of all replies add up to the total.
type Reply struct {
	Result json.RawMessage `json:",omitempty"`
	Error  json.RawMessage `json:",omitempty"`
	Used   event.Usage
}

// answer is a line from the child: first how many programs it runs at a time, then batches of events, and the ends of
// jobs. The events follow as lines, which are forwarded unread.
type answer struct {
	ID     int64  `json:",omitempty"`
	Slots  int    `json:",omitempty"`
	Events int    `json:",omitempty"`
	End    *Reply `json:",omitempty"`
}

// lines writes values, one per line.
type lines struct {
	mu  sync.Mutex
	out io.Writer
}

// write writes a value and the lines that follow it.
func (l *lines) write(value any, following ...json.RawMessage) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	text = append(text, '\n')
	for _, line := range following {
		text = append(append(text, line...), '\n')
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err = l.out.Write(text)
	return err
}

// each calls do for every line until the last. Do may read lines that follow.
func each[T any](in io.Reader, do func(value T, following *bufio.Reader) error) error {
	reader := bufio.NewReaderSize(in, 64<<10)
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
		if err := do(value, reader); err != nil {
			return err
		}
	}
}
