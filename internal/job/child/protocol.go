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
	// Dir is the folder in which the package lies, with its description.
	Dir string
	// Order is a job.Order, encoded.
	Order json.RawMessage
}

// request is a line from the parent: a job to do or to prepare, or the number of one to cancel.
type request struct {
	ID      int64
	Cancel  bool  `json:",omitempty"`
	Prepare bool  `json:",omitempty"`
	Task    *Task `json:",omitempty"`
}

// Reply is what came of a job, encoded: its result, its error, and what programs took since the child last said so, so that all
// replies add up to what they took.
type Reply struct {
	Result json.RawMessage `json:",omitempty"`
	Error  json.RawMessage `json:",omitempty"`
	Used   event.Usage
}

// answer is a line from the child: first how many programs it runs at a time, then events of jobs, several at a time, and their ends.
// The events are the lines that follow, which are passed on unread.
type answer struct {
	ID     int64  `json:",omitempty"`
	Slots  int    `json:",omitempty"`
	Events int    `json:",omitempty"`
	End    *Reply `json:",omitempty"`
}

// lines writes values, one a line.
type lines struct {
	mu  sync.Mutex
	out io.Writer
}

// write writes a value, and lines that follow it.
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

// each calls do with every line until the last. Do may read lines that follow it.
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
