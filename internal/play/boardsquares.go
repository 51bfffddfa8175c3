package play

import (
	"fmt"
	"strconv"
	"strings"

	"grundy/checker/games/compound"
	"grundy/internal/board"
)

// pictureKnights is how many knights fit side by side into a square.
const pictureKnights = 9

// onSquare is the place of one of nine things in a square.
func onSquare(v, thing int) board.Point {
	const third = board.SquareSide / 3
	return board.Point{
		X: pictureEdge + board.SquareSide*(float64(v%compound.Side)+0.5) + third*float64(thing%3-1),
		Y: pictureEdge + board.SquareSide*(float64(v/compound.Side)+0.5) + third*float64(thing/3-1),
	}
}

// Board has the chessboard with its knights; where one can go there is a small disc with its number, which moves it.
func (t *compoundTable) Board() board.Board {
	const middle = 4
	side := pictureEdge*2 + board.SquareSide*compound.Side
	b := board.Board{Width: side, Height: side, Title: "Chessboard"}
	dealt := t.count > 0 && len(t.position) == t.count
	turn := dealt && t.chosen && t.Next() == Player
	b.Joined = turn && t.rules.Style != compound.Disjunctive
	if dealt && !t.chosen {
		b.Choices = sides("FIRST", "SECOND")
	}
	for v := range compound.Side * compound.Side {
		class := ""
		if (v/compound.Side+v%compound.Side)%2 == 1 {
			class = "dark"
		}
		b.Parts = append(b.Parts, board.Part{Kind: board.Square, At: onSquare(v, middle), Class: class})
		if t.game.Finished(v) {
			b.Parts = append(b.Parts, board.Part{Kind: board.Square, At: onSquare(v, middle), Class: "finished"})
		}
	}
	for i := range compound.Side {
		along := pictureEdge + board.SquareSide*(float64(i)+0.5)
		b.Parts = append(b.Parts, word(along, pictureEdge/2, strconv.Itoa(i), "faint"), word(pictureEdge/2, along, strconv.Itoa(i), "faint"))
	}
	var words []string
	for i, v := range t.position {
		words = append(words, fmt.Sprintf("knight %d on %s", i+1, square(v)))
		if i >= pictureKnights {
			continue
		}
		for _, u := range t.game.Options(v) {
			b.Parts = append(b.Parts, board.Part{Kind: board.Line, At: onSquare(v, middle), To: onSquare(u, i), Class: "way"})
		}
	}
	if b.Description = strings.Join(words, ", "); dealt {
		b.Description = strings.ReplaceAll(t.describe(), "\n", " ") + " " + b.Description
	}
	for i, v := range t.position {
		if i < pictureKnights {
			for _, u := range t.game.Options(v) {
				b.Parts = append(b.Parts, t.option(i, u, turn))
			}
		}
	}
	at := map[int][]string{}
	for i, v := range t.position {
		at[v] = append(at[v], strconv.Itoa(i+1))
	}
	for v := range compound.Side * compound.Side {
		if here := at[v]; len(here) > 0 {
			text := strings.Join(here, ",")
			if len(here) > 2 {
				text = fmt.Sprintf("×%d", len(here))
			}
			b.Parts = append(b.Parts, board.Part{Kind: board.Stone, At: onSquare(v, middle), Class: "token", Text: text})
		}
	}
	return b
}

// option is where a knight can go.
func (t *compoundTable) option(knight, to int, turn bool) board.Part {
	part := board.Part{Kind: board.Dot, At: onSquare(to, knight), Text: strconv.Itoa(knight + 1)}
	if turn {
		part.Move = fmt.Sprintf("%d %s", knight+1, square(to))
		part.Words = knightGoes(compound.Step{Component: knight, To: to})
		part.Piece = strconv.Itoa(knight + 1)
	}
	return part
}
