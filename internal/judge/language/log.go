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

// Of what a compiler prints, captured is read and shown is kept; the first errors are those that matter.
const (
	captured = 1 * bytesize.MiB
	shown    = 64 * bytesize.KiB
)

// compilerLog takes what a compiler prints through a pipe: a flood of errors meets no disk and no limit on files.
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

// close returns what was printed. Nobody writes any more, except what a backend that cannot kill left behind.
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
