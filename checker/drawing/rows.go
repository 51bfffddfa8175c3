package drawing

import (
	"fmt"
	"strconv"
	"strings"
)

// Bounds and measures of pictures.
const (
	step        = 24.0 // from one stone to the next
	edge        = 16.0 // margin
	mostHeaps   = 20
	groupOfPile = 5 // stones in a group
)

// Row is the number of stones in a row. MostPile bounds the drawn stones of a pile, which are its last ones.
const (
	Row      = 20
	MostPile = 5 * Row
)

func text(x, y float64, text, class string) Part {
	return Part{Kind: Word, At: Point{x, y}, Text: text, Class: class}
}

// count formats a number of things: "3 heaps".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Heaps draws a row of stones for each heap. If there are many or large heaps, it draws a part. Pressing a stone
// takes it and those to its right: "HEAP STONES".
func Heaps(heaps []int) Board {
	var sizes []string
	for _, heap := range heaps[:min(len(heaps), mostHeaps)] {
		sizes = append(sizes, strconv.Itoa(heap))
	}
	if len(sizes) < len(heaps) {
		sizes = append(sizes, "…")
	}
	left, y := 2*step, edge
	b := Board{
		Title: "Heaps", Description: count(len(heaps), "heap") + " of stones: " + strings.Join(sizes, ", "), Width: left + (Row+2)*step,
	}
	shown, hidden := 0, 0
	for i, heap := range heaps {
		if shown == mostHeaps || heap == 0 && len(heaps) > mostHeaps {
			hidden++
			continue
		}
		shown++
		b.Parts = append(b.Parts, text(step/2, y, strconv.Itoa(i+1), "faint"))
		drawn := min(heap, Row)
		for stone := range drawn {
			b.Parts = append(b.Parts, Part{
				Kind: Stone, At: Point{left + float64(stone)*step, y}, Move: fmt.Sprintf("%d %d", i+1, drawn-stone), Piece: strconv.Itoa(i + 1),
			})
		}
		size := strconv.Itoa(heap)
		if drawn < heap {
			size = "… " + size
		}
		behind := left + float64(drawn)*step - stoneRadius
		b.Parts = append(b.Parts, text(behind, y, size, "faint start"))
		b.Width = max(b.Width, behind+float64(len(size)+1)*letter)
		y += step
	}
	if hidden > 0 {
		b.Parts = append(b.Parts, text(left+5*step, y, "and "+count(hidden, "heap")+" more", "faint"))
		y += step
	}
	b.Height = y - step + edge
	return b
}

// Pile draws a pile of stones, or its end, above a line of text; "" draws no text. Pressing a stone takes it and
// those after it, at most most of them.
func Pile(stones, most int, below string) Board {
	b := Board{Title: "Pile", Description: fmt.Sprintf("%s left; a move takes 1 to %d", count(stones, "stone"), most)}
	y := edge
	drawn := min(stones, MostPile)
	if drawn < stones {
		b.Parts = append(b.Parts, text(4*step, y, fmt.Sprintf("%d more, and", stones-drawn), "faint"))
		y += step
	}
	for stone := range drawn {
		column := stone % Row
		part := Part{Kind: Stone, At: Point{
			edge + float64(column)*step + float64(column/groupOfPile)*step/2, y + float64(stone/Row)*step,
		}}
		if taken := drawn - stone; taken <= most {
			part.Move, part.Piece = strconv.Itoa(taken), "pile"
		}
		b.Parts = append(b.Parts, part)
	}
	y += float64((drawn+Row-1)/Row) * step
	if below != "" {
		b.Parts = append(b.Parts, text(10*step, y, below, "faint"))
		y += step
	}
	b.Width, b.Height = 2*edge+(Row+1)*step, y-step+edge
	return b
}
