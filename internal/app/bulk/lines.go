package bulk

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
)

// MaxLine bounds a line of the input, in bytes.
const MaxLine = 64 << 20

// lineOfText is a line of the input.
type lineOfText struct {
	number uint64 // from 1
	text   []byte
	fault  error // that it is too long; text is empty then
}

// readLines yields the lines of an input that are not blank, until it or ctx ends. An error ends it, too.
func readLines(ctx context.Context, from io.Reader, most int) iter.Seq2[lineOfText, error] {
	return func(yield func(lineOfText, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		lines, failed := make(chan lineOfText), make(chan error, 1)
		go func() {
			defer close(lines)
			failed <- sendLines(ctx, from, most, lines)
		}()
		for {
			select {
			case <-ctx.Done():
				return
			case line, more := <-lines:
				if !more {
					if err := <-failed; err != nil {
						yield(line, fmt.Errorf("read the lines: %w", err))
					}
					return
				}
				if !yield(line, nil) {
					return
				}
			}
		}
	}
}

// sendLines reads lines until the input or ctx ends: reading does not notice ctx.
func sendLines(ctx context.Context, from io.Reader, most int, to chan<- lineOfText) error {
	reader := bufio.NewReaderSize(from, 64<<10)
	for number := uint64(1); ; number++ {
		line, more, err := readLine(reader, most)
		if err != nil {
			return err
		}
		line.number = number
		if line.fault != nil || len(bytes.TrimSpace(line.text)) > 0 {
			select {
			case to <- line:
			case <-ctx.Done():
				return nil
			}
		}
		if !more {
			return nil
		}
	}
}

// readLine reads one line; more is false at the end.
func readLine(reader *bufio.Reader, most int) (line lineOfText, more bool, err error) {
	for {
		part, err := reader.ReadSlice('\n')
		switch {
		case line.fault != nil:
		case len(line.text)+len(part) > most:
			line = lineOfText{fault: fmt.Errorf("the line has more than %d MiB", most>>20)}
		default:
			line.text = append(line.text, part...)
		}
		switch {
		case err == nil:
			line.text = bytes.TrimSuffix(line.text, []byte("\n"))
			return line, true, nil
		case errors.Is(err, io.EOF):
			return line, false, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return line, false, err
		}
	}
}
