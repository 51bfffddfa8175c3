package runner

import (
	"io"
	"strings"
)

const (
	// excerptLimit bounds, in bytes, what a Test event shows of an output or of standard error.
	excerptLimit = 4 << 10
	// messageLimit bounds, in bytes, what is read of a validator's standard error.
	messageLimit = 64 << 10
	// reasonLimit bounds, in bytes, what a reason quotes.
	reasonLimit = 200
)

// excerpt reads the beginning of a file as text.
func excerpt(file io.ReaderAt) string {
	data := read(file, excerptLimit+1)
	if len(data) > excerptLimit {
		return strings.ToValidUTF8(string(data[:excerptLimit]), "\uFFFD") + "…"
	}
	return strings.ToValidUTF8(string(data), "\uFFFD")
}

// beginning reads a validator's standard error as far as anybody looks at it.
func beginning(file io.ReaderAt) []byte { return read(file, messageLimit+1) }

// read reads the beginning of a file; what cannot be read is left out, since it only explains.
func read(file io.ReaderAt, limit int64) []byte {
	data, _ := io.ReadAll(io.NewSectionReader(file, 0, limit))
	return data
}

// firstLine is the first line of a message, bounded, for reasons.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if len(line) > reasonLimit {
		return strings.ToValidUTF8(line[:reasonLimit], "") + "…"
	}
	return line
}
