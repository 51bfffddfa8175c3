package play

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Line is something that was said in a game.
type Line struct {
	FromJudge bool
	Text      string
}

// reach has a table take the line.
func (l Line) reach(table Table) error {
	if l.FromJudge {
		return table.Hear(l.Text)
	}
	return table.Say(l.Text)
}

// converse plays a game with a judge until it is over, or the judge has heard enough, who says why in the end. Say gives the
// player's next line, and take has the table take one of either side.
func converse(table Table, from io.Reader, to io.Writer, say func() (string, error), take func(Line) error) error {
	judge := bufio.NewReader(from)
	for {
		switch table.Next() {
		case Nobody:
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
			_, _ = io.WriteString(to, text+"\n") // a judge who has left says why in the end
		}
	}
}
