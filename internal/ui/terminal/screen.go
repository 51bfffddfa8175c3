package terminal

import (
	"os"

	"github.com/charmbracelet/x/term"
)

// Screen tells what a stream can show.
type Screen struct {
	// Live tells that lines can be drawn again in place.
	Live bool
	// Color tells that colours are wanted.
	Color bool
	// Width is the number of columns.
	Width int
}

// DefaultWidth is the width where none can be found out.
const DefaultWidth = 80

// Is tells whether an open file is a terminal.
func Is(file *os.File) bool { return term.IsTerminal(file.Fd()) }

// Detect looks at an open file. A file that is no terminal, and a terminal that calls itself dumb, is neither live nor
// coloured; NO_COLOR (https://no-color.org) takes the colours away.
func Detect(file *os.File, getenv func(string) string) Screen {
	if !Is(file) {
		return Screen{Width: DefaultWidth}
	}
	screen := Screen{Width: DefaultWidth}
	if width, _, err := term.GetSize(file.Fd()); err == nil && width > 0 {
		screen.Width = width
	}
	screen.Live = getenv("TERM") != "dumb"
	screen.Color = screen.Live && getenv("NO_COLOR") == ""
	return screen
}
