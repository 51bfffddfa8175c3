package terminal

import (
	"os"

	"github.com/charmbracelet/x/term"
)

// Screen describes what a stream can show.
type Screen struct {
	// Live reports whether lines can be redrawn in place.
	Live bool
	// Color reports whether colours are wanted.
	Color bool
	// Width is the number of columns.
	Width int
}

// DefaultWidth is the width if none can be found.
const DefaultWidth = 80

// Is reports whether an open file is a terminal.
func Is(file *os.File) bool { return term.IsTerminal(file.Fd()) }

// Detect examines an open file. A file that is not a terminal, and a terminal of type dumb, is neither live nor
// coloured; NO_COLOR (https://no-color.org) switches colours off.
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
