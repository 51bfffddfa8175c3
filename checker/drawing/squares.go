package drawing

import (
	"fmt"
	"strconv"
	"strings"
)

// Chessboard is a board on which each piece plays a game of its own.
type Chessboard struct {
	Side int
	// Pieces are the squares of the pieces, counted row by row.
	Pieces []int
	// Noun is the name of a piece: "knight".
	Noun string
	// Options returns the squares that a piece can move to.
	Options func(square int) []int
}

// drawnPieces is how many pieces fit into a square; moves of further pieces are not drawn.
const drawnPieces = 9

// on returns the position of one of nine things in a square.
func (c Chessboard) on(square, thing int) Point {
	const third = SquareSide / 3
	return Point{
		edge + SquareSide*(float64(square%c.Side)+0.5) + third*float64(thing%3-1),
		edge + SquareSide*(float64(square/c.Side)+0.5) + third*float64(thing/3-1),
	}
}

// Board draws the board. Where a piece can move there is a small disc with its number, which moves it: "PIECE ROW
// COLUMN".
func (c Chessboard) Board() Board {
	const middle = 4
	side := edge*2 + SquareSide*float64(c.Side)
	b := Board{Width: side, Height: side, Title: "Chessboard"}
	for v := range c.Side * c.Side {
		class := ""
		if (v/c.Side+v%c.Side)%2 == 1 {
			class = "dark"
		}
		b.Parts = append(b.Parts, Part{Kind: Square, At: c.on(v, middle), Class: class})
		if len(c.Options(v)) == 0 {
			b.Parts = append(b.Parts, Part{Kind: Square, At: c.on(v, middle), Class: "finished"})
		}
	}
	for i := range c.Side {
		along := edge + SquareSide*(float64(i)+0.5)
		b.Parts = append(b.Parts, text(along, edge/2, strconv.Itoa(i), "faint"), text(edge/2, along, strconv.Itoa(i), "faint"))
	}
	var words []string
	for i, v := range c.Pieces {
		words = append(words, fmt.Sprintf("%s %d on %d %d", c.Noun, i+1, v/c.Side, v%c.Side))
		if i >= drawnPieces {
			continue
		}
		for _, u := range c.Options(v) {
			b.Parts = append(b.Parts, Part{Kind: Line, At: c.on(v, middle), To: c.on(u, i), Class: "way"})
		}
	}
	b.Description = strings.Join(words, ", ")
	for i, v := range c.Pieces[:min(len(c.Pieces), drawnPieces)] {
		for _, u := range c.Options(v) {
			b.Parts = append(b.Parts, Part{
				Kind: Dot, At: c.on(u, i), Text: strconv.Itoa(i + 1),
				Move: fmt.Sprintf("%d %d %d", i+1, u/c.Side, u%c.Side), Piece: strconv.Itoa(i + 1),
			})
		}
	}
	at := map[int][]string{}
	for i, v := range c.Pieces {
		at[v] = append(at[v], strconv.Itoa(i+1))
	}
	for v := range c.Side * c.Side {
		if here := at[v]; len(here) > 0 {
			name := strings.Join(here, ",")
			if len(here) > 2 {
				name = fmt.Sprintf("×%d", len(here))
			}
			b.Parts = append(b.Parts, Part{Kind: Stone, At: c.on(v, middle), Class: "token", Text: name})
		}
	}
	return b
}
