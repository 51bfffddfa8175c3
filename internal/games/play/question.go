package play

import (
	"errors"
	"fmt"
	"strings"

	"grundy/internal/base/hint"
)

// bothSides are the games whose Table hints for the side that is to move, whichever it is.
var bothSides = map[string]bool{nimDuel: true, oddStonesDuel: true, compoundDuel: true, spidersDuel: true}

// oneSided is a Table whose Hint speaks for the player alone: the other side's part is not played by the user.
type oneSided interface {
	Table
	// Refuted says how the other side, which is to move, defeats the player; "" if the player wins against everything.
	Refuted() string
}

// asks reports whether the game of a UUID can ask for moves that win.
func asks(uuid string) bool {
	if bothSides[uuid] {
		return true
	}
	newTable := TableOf(uuid)
	if newTable == nil {
		return false
	}
	_, ok := newTable().(oneSided)
	return ok
}

// Question is a position in which the user names a move that wins.
type Question struct {
	uuid, input string
	// Table is the position; the side to move is chosen.
	Table Table
}

// NewQuestion sets out the position of an input of the problem with a UUID. The user takes the side that moves first.
func NewQuestion(uuid, input string) (*Question, error) {
	if !asks(uuid) && !bothSides[openings[uuid].duel] {
		return nil, hint.Errorf("the boards of the duels and of spidersweb can ask, and the problems whose positions they show",
			"the problem has no board that knows which moves win")
	}
	q := &Question{uuid: uuid, input: input}
	var err error
	q.Table, err = q.set()
	return q, err
}

// errNoPosition reports an input that does not set out a single game.
var errNoPosition = hint.Errorf("write an input of the problem, with one game in it", "the position cannot be set out")

var errOverAtStart = hint.Errorf("choose a position in which a move is possible", "the game is over at the start")

// set sets out the position anew.
func (q *Question) set() (Table, error) {
	table := Opening(q.uuid, q.input, "")
	if newTable := TableOf(q.uuid); newTable != nil {
		table = newTable()
		for line := range strings.Lines(q.input) {
			if table.Next() != Judge {
				return nil, errNoPosition
			}
			if err := table.Hear(strings.TrimSpace(line)); err != nil {
				return nil, fmt.Errorf("%q: %w", strings.TrimSpace(line), err)
			}
		}
	}
	switch {
	case table == nil || table.Next() == Judge:
		return nil, errNoPosition
	case table.Next() == NoSpeaker:
		return nil, errOverAtStart
	}
	if _, hasOneSide := table.(oneSided); hasOneSide {
		return table, nil
	}
	first := table.Board().Choices
	if len(first) == 0 {
		return nil, errNoPosition
	}
	if err := table.Say(first[0].Move); err != nil {
		return nil, err
	}
	if table.Next() != Player {
		return nil, errOverAtStart
	}
	return table, nil
}

// None is the answer that no move wins.
const None = "none"

// Check reports whether an answer is right: a move that wins, or None. If it is not, reply says what refutes it. The
// error is a sentence that says why a text is not a move.
func (q *Question) Check(text string) (right bool, reply string, err error) {
	if text = strings.TrimSpace(text); strings.EqualFold(text, None) {
		if q.Table.Hint() == noMoveWins {
			return true, "", nil
		}
		return false, "some move wins", nil
	}
	table, err := q.set()
	if err != nil {
		return false, "", err
	}
	line, err := table.Read(text)
	if err == nil {
		err = table.Say(line)
	}
	switch {
	case err != nil:
		return false, "", err
	case table.Next() == NoSpeaker && table.Won():
		return true, "", nil
	case table.Next() == NoSpeaker:
		return false, "that ends the game, and loses it", nil
	case table.Next() != Judge:
		return false, "", errors.New("that is not a whole move")
	}
	if other, hasOneSide := table.(oneSided); hasOneSide {
		refuted := other.Refuted()
		if refuted != "" {
			refuted = "the other side wins then: " + refuted
		}
		return refuted == "", refuted, nil
	}
	winning := table.Hint()
	if winning == noMoveWins {
		return true, "", nil
	}
	return false, "the other side wins then: " + table.Tell(winning), nil
}
