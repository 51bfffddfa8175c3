package terminal

import (
	"bytes"
	"io"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"grundy/internal/base/lazyregexp"
)

// Foreign shows on a terminal what a program prints as it comes, behind the Guard: a sequence or a character whose end is not there
// yet waits for it. Colours end with the program.
type Foreign struct {
	out   io.Writer
	held  []byte
	drawn bool // sequences have gone through
}

// NewForeign returns a writer to a terminal. It must be closed when the program has ended.
func NewForeign(out io.Writer) *Foreign { return &Foreign{out: out} }

// begun is the beginning of a sequence that the Guard passes, at the end of a text.
var begun = lazyregexp.New("\x1b\\[H(?:\x1b\\[?)?$|(?:\x1b\\[H)?\x1b(?:\\[[?0-9;]{0,32})?$")

// Write shows what is whole.
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

// cutOff is how many bytes at the end of a text begin a character that is not whole.
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

// Close shows what still waited, and takes back the colours and the hidden cursor that the program may have left.
func (f *Foreign) Close() error {
	err := f.show(f.held)
	if f.held = nil; err == nil && f.drawn {
		_, err = io.WriteString(f.out, ansi.ResetStyle+ansi.ShowCursor)
	}
	return err
}
