package bulk

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
)

// MaxLine bounds a line of the input, in bytes.
const MaxLine = 64 << 20

// lineOfText is a line of the input, or the error that ended it.
type lineOfText struct {
	text []byte
	long bool // it is too long, and text is empty
	err  error
}

// readLines reads lines until the input or ctx ends.
func readLines(ctx context.Context, from io.Reader, most int) <-chan lineOfText {
	lines := make(chan lineOfText)
	go func() {
		defer close(lines)
		reader := bufio.NewReaderSize(from, 64<<10)
		for {
			line, more := readLine(reader, most)
			if len(line.text) == 0 && !line.long && line.err == nil && !more {
				return
			}
			select {
			case lines <- line:
			case <-ctx.Done():
				return
			}
			if !more {
				return
			}
		}
	}()
	return lines
}

// readLine reads one line; more is false at the end.
func readLine(reader *bufio.Reader, most int) (line lineOfText, more bool) {
	for {
		part, err := reader.ReadSlice('\n')
		if line.long = line.long || len(line.text)+len(part) > most; line.long {
			line.text = nil
		} else {
			line.text = append(line.text, part...)
		}
		switch {
		case err == nil:
			line.text = bytes.TrimSuffix(line.text, []byte("\n"))
			return line, true
		case errors.Is(err, io.EOF):
			return line, false
		case !errors.Is(err, bufio.ErrBufferFull):
			return lineOfText{err: err}, false
		}
	}
}
