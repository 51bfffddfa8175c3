package play

import (
	"fmt"
	"strconv"
	"strings"

	"grundy/checker/drawing"
	"grundy/checker/games/compound"
)

// compoundTable is the table of problem compoundduel: the words of a compound, knights, a side, then moves "COUNT
// KNIGHT ROW COLUMN …".
type compoundTable struct {
	tokens
	ruled bool // whether the judge has named the rules
	count int  // number of knights; 0 until the judge has named it
}

func newCompound() Table {
	game := compound.Knights()
	return &compoundTable{tokens: tokens{game: game, shape: knightsOn(compound.Side, game)}}
}

func (t *compoundTable) Hear(line string) error {
	switch {
	case !t.ruled:
		words := strings.Fields(line)
		if len(words) != 3 {
			return fmt.Errorf("want the three words of a compound, got %q", line)
		}
		rules, err := compound.ParseRules(words[0], words[1], words[2])
		t.rules, t.ruled = rules, err == nil
		return err
	case t.count == 0:
		count, err := strconv.Atoi(line)
		t.count = count
		return err
	case len(t.position) < t.count:
		numbers, err := integers(line, 2)
		if err != nil {
			return err
		}
		v, err := squareOf(compound.Side, numbers[0], numbers[1])
		t.position = append(t.position, v)
		return err
	}
	return t.move(line)
}

// dealt reports whether the judge has named all knights.
func (t *compoundTable) dealt() bool { return t.count > 0 && len(t.position) == t.count }

func (t *compoundTable) Next() Speaker {
	if !t.dealt() {
		return Judge
	}
	return t.tokens.Next()
}

// Draw also names the compound.
func (t *compoundTable) Draw(columns int) string {
	return folded(t.rules.String(), columns) + "\n" + t.tokens.Draw(columns)
}

func (t *compoundTable) Board() drawing.Board {
	if !t.dealt() {
		return drawing.Board{Title: "Chessboard", Description: "no knights yet"}
	}
	return t.tokens.Board()
}

// knightsOn is the shape of knights on a board with so many rows and columns. A small disc with a knight's number marks
// each square that the knight can reach; pressing the disc moves it.
func knightsOn(side int, game *compound.Game) *shape {
	square := func(v int) string { return fmt.Sprintf("%d %d", v/side, v%side) }
	return &shape{
		piece: "knight", ask: "KNIGHT ROW COLUMN", isa: "a move is, for each knight that moves, its number, the row and the column",
		press: "Press the small disc with a knight's number where that knight shall go.",
		step: func(_, numbers []int) (compound.Step, error) {
			v, err := squareOf(side, numbers[1], numbers[2])
			return compound.Step{Component: numbers[0] - 1, To: v}, err
		},
		words: func(_ []int, s compound.Step) string { return fmt.Sprintf("%d %s", s.Component+1, square(s.To)) },
		tell: func(_ []int, s compound.Step) string {
			return fmt.Sprintf("knight %d to row %d, column %d", s.Component+1, s.To/side, s.To%side)
		},
		name: func(component, v int) string { return fmt.Sprintf("knight %d on %s", component+1, square(v)) },
		board: func(position []int) drawing.Board {
			return drawing.Chessboard{Side: side, Pieces: position, Noun: "knight", Options: game.Options}.Board()
		},
		draw: func(position []int, columns int) string { return drawKnights(side, game, position, columns) },
	}
}

// squareOf returns the vertex of a square.
func squareOf(side, row, column int) (int, error) {
	if min(row, column) < 0 || max(row, column) >= side {
		return 0, fmt.Errorf("%d %d is not a square: rows and columns are numbered from 0 to %d", row, column, side-1)
	}
	return row*side + column, nil
}

// drawKnights draws a chessboard, and lists where the knights can go.
func drawKnights(side int, game *compound.Game, position []int, columns int) string {
	at := map[int][]string{}
	for i, v := range position {
		at[v] = append(at[v], strconv.Itoa(i+1))
	}
	header := "   "
	for c := range side {
		header += fmt.Sprintf("%3d", c)
	}
	lines := []string{header}
	for r := range side {
		line := fmt.Sprintf("%3d", r)
		for c := range side {
			v := r*side + c
			mark := "·"
			switch {
			case len(at[v]) == 1:
				mark = at[v][0]
			case len(at[v]) > 1:
				mark = "+" // the list below names them
			case game.Finished(v):
				mark = "×"
			}
			line += fmt.Sprintf("%3s", mark)
		}
		lines = append(lines, line)
	}
	for i, v := range position {
		goes := "is finished"
		if !game.Finished(v) {
			var squares []string
			for _, u := range game.Options(v) {
				squares = append(squares, fmt.Sprintf("%d %d", u/side, u%side))
			}
			goes = "goes to " + strings.Join(squares, ", ")
		}
		lines = append(lines, fmt.Sprintf("knight %d on %d %d %s", i+1, v/side, v%side, goes))
	}
	return folded(strings.Join(lines, "\n"), columns)
}
