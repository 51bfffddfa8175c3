package checker

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"strings"
)

// spaced copies JSON into a temporary file, with white space around the brackets, commas and colons outside texts. The caller
// must discard the file.
func spaced(ctx context.Context, from io.Reader) (*os.File, error) {
	file, err := os.CreateTemp("", "grundy-json-")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(file.Name())
	to := bufio.NewWriter(file)
	err = space(to, bufio.NewReader(cancellable{ctx, from}))
	if err = errors.Join(err, to.Flush()); err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		discard(file)
		return nil, err
	}
	return file, nil
}

// discard closes a temporary file and removes it where an open file cannot be removed.
func discard(file *os.File) {
	file.Close()
	_ = os.Remove(file.Name())
}

// space copies JSON as spaced does.
func space(to *bufio.Writer, from *bufio.Reader) error {
	inText, escaped := false, false
	for {
		c, err := from.ReadByte()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch {
		case escaped:
			escaped = false
		case inText && c == '\\':
			escaped = true
		case c == '"':
			inText = !inText
		}
		if !inText && strings.IndexByte("[]{},:", c) >= 0 {
			_, err = to.Write([]byte{' ', c, ' '})
		} else {
			err = to.WriteByte(c)
		}
		if err != nil {
			return err
		}
	}
}
