package play

import (
	"fmt"
	"io"
	"strings"

	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// Said returns the lines of a transcript. A party may send a line in pieces.
func Said(transcript []event.Exchange) []Line {
	var lines []Line
	for _, party := range transcript {
		fromJudge := party.From == event.FromInteractor
		for text := range strings.Lines(party.Text) {
			if n := len(lines); n > 0 && lines[n-1].FromJudge == fromJudge && !strings.HasSuffix(lines[n-1].Text, "\n") {
				lines[n-1].Text += text
				continue
			}
			lines = append(lines, Line{FromJudge: fromJudge, Text: text})
		}
	}
	return lines
}

// Replay shows a game that a program played, move by move. If a line cannot be followed, it says so and shows the
// rest verbatim. NewTable is nil if the game is unknown.
func Replay(out io.Writer, columns int, pen terminal.Pen, newTable func() Table, player string, lines []Line) {
	var table Table
	if newTable != nil {
		table = newTable()
	}
	drawn := ""
	draw := func() {
		if table == nil || table.Next() == Judge && drawn == "" {
			return // the judge has not set out the position yet
		}
		if position := table.Draw(columns); position != drawn {
			drawn = position
			fmt.Fprint(out, "\n", position, "\n\n")
		}
	}
	for _, line := range lines {
		line.Text = strings.TrimSpace(line.Text)
		name := player
		if line.FromJudge {
			name = "judge"
		}
		if table == nil || drawn != "" || !line.FromJudge {
			fmt.Fprintf(out, "%s: %s\n", pen.Draw(terminal.Note, name), terminal.Line(line.Text))
		}
		if table == nil {
			continue
		}
		if err := line.passTo(table); err != nil {
			fmt.Fprintln(out, pen.Draw(terminal.Bad, terminal.Text(err.Error())))
			table = nil
			continue
		}
		draw()
	}
}
