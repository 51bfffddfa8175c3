package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Course is a game up to some point.
type Course struct {
	Table Table
	// Opening is what the judge said before the player's first turn.
	Opening []Line
	Moves   []Move
	// Word is the final word that ended the game, nil while it is the player's turn.
	Word *Word
}

// Move is a line of a game, and its meaning in words.
type Move struct {
	Line
	Words string
}

// MoveError is the error for a line that is not possible at its point in the game.
type MoveError struct {
	Number int // among the player's lines, from 1 on
	Text   string
	Err    error
}

func (e *MoveError) Error() string { return fmt.Sprintf("move %d, %q: %v", e.Number, e.Text, e.Err) }

func (e *MoveError) Unwrap() error { return e.Err }

// Hint returns the remedy.
func (e *MoveError) Hint() string { return "the game goes on from the move before it" }

// errTurn ends a conversation when it is the player's turn and no line is left.
var errTurn = errors.New("it is the person's turn")

// Resume replays a game with the judge from its beginning up to the player's last line. It relies on a judge that
// gives the same replies to the same lines. An impossible line is a *MoveError, returned with the course before
// it.
func Resume(ctx context.Context, judge Interactor, newTable func() Table, said []string) (Course, error) {
	c := Course{Table: newTable()}
	number := 0
	say := func() (string, error) {
		if number == len(said) {
			return "", errTurn
		}
		number++
		return said[number-1], nil
	}
	word, err := judge(ctx, func(from io.Reader, to io.WriteCloser) error {
		return converse(c.Table, from, to, say, func(line Line) error {
			err := c.take(line)
			if err != nil && !line.FromJudge {
				return &MoveError{number, line.Text, err}
			}
			return err
		})
	})
	switch {
	case errors.Is(err, errTurn):
		return c, nil
	case err != nil:
		return c, err
	}
	c.Word = &word
	if number < len(said) {
		return c, &MoveError{number + 1, said[number], errOver}
	}
	return c, nil
}

// take passes a line to the table.
func (c *Course) take(line Line) error {
	opening := len(c.Moves) == 0 && c.Table.Next() == Judge
	words := ""
	if !opening {
		words = c.Table.Tell(line.Text)
	}
	if err := line.passTo(c.Table); err != nil {
		return err
	}
	if opening {
		c.Opening = append(c.Opening, line)
	} else {
		c.Moves = append(c.Moves, Move{line, words})
	}
	return nil
}

// Follow makes the course of a finished game from the lines of both sides.
func Follow(newTable func() Table, lines []Line) (Course, error) {
	c := Course{Table: newTable()}
	for _, line := range lines {
		line.Text = strings.TrimSpace(line.Text)
		if line.FromJudge != (c.Table.Next() == Judge) {
			return c, fmt.Errorf("%q is said out of turn", line.Text)
		}
		if err := c.take(line); err != nil {
			return c, fmt.Errorf("%q: %w", line.Text, err)
		}
	}
	return c, nil
}

// Lines returns the lines of both sides.
func (c *Course) Lines() []Line {
	lines := slices.Clone(c.Opening)
	for _, move := range c.Moves {
		lines = append(lines, move.Line)
	}
	return lines
}

// Said returns the lines of the player.
func (c *Course) Said() []string {
	var said []string
	for _, move := range c.Moves {
		if !move.FromJudge {
			said = append(said, move.Text)
		}
	}
	return said
}

// Lost reports whether the player's game is lost: it is over, or no move wins.
func (c *Course) Lost() bool {
	switch {
	case c.Table.Next() == NoSpeaker:
		return !c.Table.Won()
	case c.Word != nil:
		return !c.Word.Accepted
	}
	return c.Table.Next() == Player && c.Table.Hint() == noMoveWins
}
