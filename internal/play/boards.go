package play

import (
	"fmt"
	"strconv"

	"grundy/internal/board"
	"grundy/internal/terminal"
)

// Bounds of pictures, and places in them.
const (
	pictureStep  = 24.0 // from a stone to the next
	pictureEdge  = 16.0 // around everything
	pictureHeaps = 20
	pictureRow   = 20 // stones
)

// sides are the choices before a game in which a player chooses one.
func sides(names ...string) []board.Choice {
	var choices []board.Choice
	for _, name := range names {
		choices = append(choices, board.Choice{Move: name, Name: told(name)})
	}
	return choices
}

// word is text alone.
func word(x, y float64, text, class string) board.Part {
	return board.Part{Kind: board.Word, At: board.Point{X: x, Y: y}, Text: text, Class: class}
}

// Board has a row of stones for each heap; pressing a stone takes it and those on its right.
func (t *nimTable) Board() board.Board {
	b := board.Board{Title: "Heaps", Description: "no heaps yet"}
	if t.heaps == nil {
		return b
	}
	b.Description = fmt.Sprintf("%s of %v stones", terminal.Count(len(t.heaps), "heap"), t.heaps[:min(len(t.heaps), pictureHeaps)])
	turn := t.chosen && t.Next() == Player
	if !t.chosen {
		b.Choices = sides("FIRST", "SECOND")
	}
	left, y := 2*pictureStep, pictureEdge
	shown, hidden := 0, 0
	for i, heap := range t.heaps {
		if shown == pictureHeaps || heap == 0 && len(t.heaps) > pictureHeaps {
			hidden++
			continue
		}
		shown++
		b.Parts = append(b.Parts, word(pictureStep/2, y, strconv.Itoa(i+1), "faint"))
		drawn := min(heap, pictureRow)
		for stone := range drawn {
			taken := drawn - stone // by pressing this one
			part := board.Part{Kind: board.Stone, At: board.Point{X: left + float64(stone)*pictureStep, Y: y}}
			if turn {
				part.Move = fmt.Sprintf("%d %d", i+1, taken)
				part.Words, part.Piece = t.Tell(part.Move), strconv.Itoa(i+1)
			}
			b.Parts = append(b.Parts, part)
		}
		count := strconv.Itoa(heap)
		if drawn < heap {
			count = "… " + count
		}
		b.Parts = append(b.Parts, word(left+(float64(drawn)+0.3)*pictureStep, y, count, "faint"))
		y += pictureStep
	}
	if hidden > 0 {
		b.Parts = append(b.Parts, word(left+5*pictureStep, y, "and "+terminal.Count(hidden, "heap")+" more", "faint"))
		y += pictureStep
	}
	b.Width, b.Height = left+(pictureRow+2)*pictureStep, y-pictureStep+pictureEdge
	return b
}

// pictureStones is how many stones of a pile are shown, so many to a row.
const pictureStones = 5 * pictureRow

// Board has the pile, or its end; pressing a stone takes it and those after it, as far as a move may.
func (t *oddStones) Board() board.Board {
	b := board.Board{Title: "Pile", Description: "no pile yet"}
	if t.position == nil {
		return b
	}
	p := t.position
	b.Description = fmt.Sprintf("%s left; a move takes 1 to %d, and the %s total wins", terminal.Count(p.Stones, "stone"), p.Most, t.goal())
	turn := t.chosen && t.Next() == Player
	if !t.chosen {
		b.Choices = sides("FIRST", "SECOND")
	}
	y := pictureEdge
	drawn := min(p.Stones, pictureStones)
	if drawn < p.Stones {
		b.Parts = append(b.Parts, word(4*pictureStep, y, fmt.Sprintf("%d more, and", p.Stones-drawn), "faint"))
		y += pictureStep
	}
	for stone := range drawn {
		taken := drawn - stone
		column := stone % pictureRow
		part := board.Part{Kind: board.Stone, At: board.Point{
			X: pictureEdge + float64(column)*pictureStep + float64(column/oddStonesGroup)*pictureStep/2,
			Y: y + float64(stone/pictureRow)*pictureStep,
		}}
		if turn && taken <= p.Most {
			part.Move, part.Piece = strconv.Itoa(taken), "pile"
			part.Words = t.Tell(part.Move)
		}
		b.Parts = append(b.Parts, part)
	}
	y += float64((drawn+pictureRow-1)/pictureRow) * pictureStep
	if t.chosen {
		player, judge := t.totals()
		b.Parts = append(b.Parts, word(10*pictureStep, y, fmt.Sprintf("you have %d, the judge has %d; the %s total wins", player, judge, t.goal()), "faint"))
		y += pictureStep
	}
	b.Width, b.Height = 2*pictureEdge+(pictureRow+1)*pictureStep, y-pictureStep+pictureEdge
	return b
}
