package terminal

import "github.com/charmbracelet/x/ansi"

// Ink is a reason to make text stand out.
type Ink uint8

// The inks. Faint is the attribute and not bright black, which some themes make invisible.
const (
	Plain Ink = iota
	Good
	Bad
	Slow
	Heavy
	Broken
	Note
	Faint
	Strong
	Emphasis
	Underline
	Struck
)

var inks = [...]ansi.Style{
	Good:      ansi.NewStyle().ForegroundColor(ansi.Green),
	Bad:       ansi.NewStyle().ForegroundColor(ansi.Red),
	Slow:      ansi.NewStyle().ForegroundColor(ansi.Yellow),
	Heavy:     ansi.NewStyle().ForegroundColor(ansi.Blue),
	Broken:    ansi.NewStyle().ForegroundColor(ansi.Magenta),
	Note:      ansi.NewStyle().ForegroundColor(ansi.Cyan),
	Faint:     ansi.NewStyle().Faint(),
	Strong:    ansi.NewStyle().Bold(),
	Emphasis:  ansi.NewStyle().Italic(true),
	Underline: ansi.NewStyle().Underline(true),
	Struck:    ansi.NewStyle().Strikethrough(true),
}

// Pen draws text. The zero value draws without escape sequences.
type Pen struct{ Color bool }

// Draw returns one line of text in the given ink, the style ended after it.
func (p Pen) Draw(ink Ink, text string) string {
	if !p.Color || ink == Plain || text == "" {
		return text
	}
	return inks[ink].Styled(text)
}
