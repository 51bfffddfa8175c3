package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Course is a game as far as it went.
type Course struct {
	Table Table
	// Opening is what the judge said before anybody was asked.
	Opening []Line
	Moves   []Move
	// Word is that of whoever ended the game, nil while the person is to speak.
	Word *Word
}

// Move is a line of a game, and what it says in words.
type Move struct {
	Line
	Words string
}

// MoveError is about a line that cannot be said where it was said.
type MoveError struct {
	Number int // among those of the person, from 1 on
	Text   string
	Err    error
}

func (e *MoveError) Error() string { return fmt.Sprintf("move %d, %q: %v", e.Number, e.Text, e.Err) }

func (e *MoveError) Unwrap() error { return e.Err }

// Hint tells what can be done about it.
func (e *MoveError) Hint() string { return "the game goes on from the move before it" }

// errTurn ends a conversation in which the person is to speak and has not spoken yet.
var errTurn = errors.New("it is the person's turn")

// Resume plays a game with the judge again from its beginning, as far as the person has said something: a judge says the same to the
// same words. A line that cannot be said is a *MoveError, with the course as it was before it.
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

// take has the table take a line.
func (c *Course) take(line Line) error {
	opening := len(c.Moves) == 0 && c.Table.Next() == Judge
	words := ""
	if !opening {
		words = c.Table.Tell(line.Text)
	}
	if err := line.reach(c.Table); err != nil {
		return err
	}
	if opening {
		c.Opening = append(c.Opening, line)
	} else {
		c.Moves = append(c.Moves, Move{line, words})
	}
	return nil
}

// Follow is the course of a game that was played, in lines of both sides.
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

// Lines are those of both sides.
func (c *Course) Lines() []Line {
	lines := slices.Clone(c.Opening)
	for _, move := range c.Moves {
		lines = append(lines, move.Line)
	}
	return lines
}

// Said are the lines of the player.
func (c *Course) Said() []string {
	var said []string
	for _, move := range c.Moves {
		if !move.FromJudge {
			said = append(said, move.Text)
		}
	}
	return said
}

// Lost tells that the player's game is lost: it is over, or no move wins.
func (c *Course) Lost() bool {
	switch {
	case c.Table.Next() == Nobody:
		return !c.Table.Won()
	case c.Word != nil:
		return !c.Word.Accepted
	}
	return c.Table.Next() == Player && c.Table.Hint() == noMoveWins
}
