package play

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Line is a line of a game's conversation.
type Line struct {
	FromJudge bool
	Text      string
}

// passTo passes the line to a table.
func (l Line) passTo(table Table) error {
	if l.FromJudge {
		return table.Hear(l.Text)
	}
	return table.Say(l.Text)
}

// converse plays a game with a judge until it is over or the judge ends it; the judge states the reason at the
// end. Say returns the player's next line, and take passes a line of either side to the table.
func converse(table Table, from io.Reader, to io.Writer, say func() (string, error), take func(Line) error) error {
	judge := bufio.NewReader(from)
	for {
		switch table.Next() {
		case NoSpeaker:
			return nil
		case Judge:
			text, err := judge.ReadString('\n')
			if err != nil {
				return nil
			}
			text = strings.TrimSpace(text)
			if err := take(Line{FromJudge: true, Text: text}); err != nil {
				return fmt.Errorf("the judge said %q: %w", text, err)
			}
		case Player:
			text, err := say()
			if err != nil {
				return err
			}
			if err := take(Line{Text: text}); err != nil {
				return err
			}
			_, _ = io.WriteString(to, text+"\n") // a judge that has left reports the reason at the end
		}
	}
}
