package language

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"grundy/internal/base/bytesize"
)

// Of a compiler's output, captured bytes are read and shown bytes are kept. The first errors matter most.
const (
	captured = 1 * bytesize.MiB
	shown    = 64 * bytesize.KiB
)

// compilerLog receives a compiler's output through a pipe, so that a flood of errors reaches neither the disk nor a
// limit on files.
type compilerLog struct {
	writer, reader *os.File
	text           chan string
}

func newLog() (*compilerLog, error) {
	reader, writer, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("make a pipe for the compiler: %w", err)
	}
	log := &compilerLog{writer: writer, reader: reader, text: make(chan string, 1)}
	go func() {
		text, _ := io.ReadAll(io.LimitReader(reader, int64(captured)))
		_, _ = io.Copy(io.Discard, reader)
		log.text <- strings.ToValidUTF8(string(text), "\uFFFD")
	}()
	return log, nil
}

// close returns the output. The only writers left may be processes that a backend could not kill.
func (l *compilerLog) close() string {
	l.writer.Close()
	_ = l.reader.SetReadDeadline(time.Now().Add(time.Second))
	text := <-l.text
	l.reader.Close()
	return truncate(text)
}

// truncate cuts a log to the size that is kept.
func truncate(text string) string {
	if len(text) <= int(shown) {
		return text
	}
	end := int(shown)
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "\n… the rest is left out\n"
}
