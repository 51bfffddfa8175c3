package terminal

import (
	"bytes"
	"io"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"grundy/internal/base/lazyregexp"
)

// Foreign shows the output of a program on a terminal as it arrives, through the Guard: an incomplete sequence or
// character waits for its end. Colours end with the program.
type Foreign struct {
	out   io.Writer
	held  []byte
	drawn bool // sequences were passed
}

// NewForeign returns a writer to a terminal. The caller must close it when the program has ended.
func NewForeign(out io.Writer) *Foreign { return &Foreign{out: out} }

// begun matches the beginning of a sequence that the Guard passes, at the end of a text.
var begun = lazyregexp.New("\x1b\\[H(?:\x1b\\[?)?$|(?:\x1b\\[H)?\x1b(?:\\[[?0-9;]{0,32})?$")

// Write shows the complete part.
func (f *Foreign) Write(p []byte) (int, error) {
	text := append(f.held, p...)
	end := len(text)
	if at := begun().FindIndex(text); at != nil {
		end = at[0]
	} else {
		end -= cutOff(text)
	}
	f.held = append([]byte(nil), text[end:]...)
	if err := f.show(text[:end]); err != nil {
		return 0, err
	}
	return len(p), nil
}

// cutOff returns how many bytes at the end of a text begin an incomplete character.
func cutOff(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if last := text[len(text)-n:]; utf8.RuneStart(last[0]) {
			if utf8.FullRune(last) {
				return 0
			}
			return n
		}
	}
	return 0
}

func (f *Foreign) show(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	f.drawn = f.drawn || bytes.Contains(text, []byte("\x1b"))
	_, err := Guard{f.out}.Write(text)
	return err
}

// Close shows what still waited, and resets the colours and the hidden cursor that the program may have left.
func (f *Foreign) Close() error {
	err := f.show(f.held)
	if f.held = nil; err == nil && f.drawn {
		_, err = io.WriteString(f.out, ansi.ResetStyle+ansi.ShowCursor)
	}
	return err
}
