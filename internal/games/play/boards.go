package play

import (
	"fmt"

	"grundy/checker/drawing"
	"grundy/internal/ui/terminal"
)

// sides are the choices before a game in which the player chooses a side.
func sides(names ...string) []drawing.Choice {
	var choices []drawing.Choice
	for _, name := range names {
		choices = append(choices, drawing.Choice{Move: name, Name: sideInWords(name)})
	}
	return choices
}

// Board shows a row of stones for each heap. Pressing a stone takes it and those on its right.
func (t *nimTable) Board() drawing.Board {
	if t.heaps == nil {
		return drawing.Board{Title: "Heaps", Description: "no heaps yet"}
	}
	b := drawing.Heaps(t.heaps)
	if !t.chosen {
		b.Choices = sides("FIRST", "SECOND")
	}
	b.Press(t.chosen && t.Next() == Player, t.Tell)
	return b
}

// Board shows the pile, or its end. Pressing a stone takes it and those after it, as far as a move
// may.
func (t *oddStones) Board() drawing.Board {
	if t.position == nil {
		return drawing.Board{Title: "Pile", Description: "no pile yet"}
	}
	p := t.position
	below := ""
	if t.chosen {
		player, judge := t.totals()
		below = fmt.Sprintf("you have %d, the judge has %d; the %s total wins", player, judge, t.goal())
	}
	b := drawing.Pile(p.Stones, p.Most, below)
	b.Description = fmt.Sprintf("%s left; a move takes 1 to %d, and the %s total wins", terminal.Count(p.Stones, "stone"), p.Most, t.goal())
	if !t.chosen {
		b.Choices = sides("FIRST", "SECOND")
	}
	b.Press(t.chosen && t.Next() == Player, t.Tell)
	return b
}
