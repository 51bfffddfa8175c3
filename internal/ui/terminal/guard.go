package terminal

import (
	"io"
	"regexp"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"grundy/internal/base/lazyregexp"
)

// ClearScreen empties a terminal and puts the cursor into its upper left corner.
const ClearScreen = ansi.CursorHomePosition + ansi.EraseEntireScreen

// own are the sequences that this program itself writes: styles, and those that redraw lines and screens.
var own = lazyregexp.New("^(?:\x1b\\[[0-9;]*m|" +
	regexp.QuoteMeta(ansi.EraseLineRight) + "|" + regexp.QuoteMeta(ansi.HideCursor) + "|" + regexp.QuoteMeta(ansi.ShowCursor) + "|" +
	regexp.QuoteMeta(ClearScreen) + ")")

// Guard is the last line of defence of a terminal. Printers of foreign text make it safe with Text or Line; text that
// they missed can at most change colours, or restart a line or the screen.
type Guard struct{ Out io.Writer }

// Write shows every other sequence and control character as a visible sign.
func (g Guard) Write(p []byte) (int, error) {
	safe := make([]byte, 0, len(p))
	for rest := p; len(rest) > 0; {
		if sequence := own().Find(rest); sequence != nil {
			safe, rest = append(safe, sequence...), rest[len(sequence):]
			continue
		}
		r, size := utf8.DecodeRune(rest)
		switch {
		case r == '\n' || r == '\r' || r == '\t' || !Steers(r):
			safe = append(safe, rest[:size]...) // bytes of a character that another call completes
		default:
			safe = append(safe, Visible(r)...)
		}
		rest = rest[size:]
	}
	if _, err := g.Out.Write(safe); err != nil {
		return 0, err
	}
	return len(p), nil
}
