package runner

import (
	"io"
	"strings"
)

// excerptLimit bounds, in bytes, what a Test event shows of an output or of standard error.
const excerptLimit = 4 << 10

// excerpt reads the beginning of a file as text.
func excerpt(file io.ReaderAt) string {
	data, err := io.ReadAll(io.NewSectionReader(file, 0, excerptLimit+1))
	if err != nil {
		return ""
	}
	if len(data) > excerptLimit {
		return strings.ToValidUTF8(string(data[:excerptLimit]), "\uFFFD") + "…"
	}
	return strings.ToValidUTF8(string(data), "\uFFFD")
}

// firstLine is the first line of a message, bounded, for reasons.
func firstLine(text string) string {
	const limit = 200
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if len(line) > limit {
		return strings.ToValidUTF8(line[:limit], "") + "…"
	}
	return line
}
