package runner

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"grundy/internal/base/fsutil"
)

const (
	// excerptLimit bounds, in bytes, the excerpt of an output or of standard error in a Test event.
	excerptLimit = 4 << 10
	// messageLimit bounds, in bytes, the part of a validator's standard error that the judge reads.
	messageLimit = 64 << 10
	// reasonLimit bounds, in bytes, the quotation in a reason.
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

// The lines and the bytes of an input that is shown whole.
const shortLines, shortBytes = 10, 1 << 10

// shortText returns the content of a file of a package if it is short, or else "".
func shortText(dir, path string) string {
	file, err := fsutil.OpenWithin(dir, path)
	if err != nil {
		return ""
	}
	defer file.Close()
	data := read(file, shortBytes+1)
	if len(data) > shortBytes || !utf8.Valid(data) || bytes.Count(bytes.TrimRight(data, "\n"), []byte("\n")) >= shortLines {
		return ""
	}
	return string(data)
}

// beginning reads the part of a validator's standard error that the judge uses.
func beginning(file io.ReaderAt) []byte { return read(file, messageLimit+1) }

// read reads the beginning of a file. It ignores errors, since the text is only an explanation.
func read(file io.ReaderAt, limit int64) []byte {
	data, _ := io.ReadAll(io.NewSectionReader(file, 0, limit))
	return data
}

// firstLine returns the first line of a message, bounded, for reasons.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if len(line) > reasonLimit {
		return strings.ToValidUTF8(line[:reasonLimit], "") + "…"
	}
	return line
}
