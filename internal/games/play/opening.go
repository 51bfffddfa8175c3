package play

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grundy/checker/games/compound"
	"grundy/internal/base/hint"
)

// opening says how an input of a problem that is not interactive sets out games.
type opening struct {
	// split returns the inputs of one game each that an input consists of; nil if an input is one game.
	split func(lines []string) [][]string
	// duel is the UUID of the problem in which the game is played, and deal returns its table and the lines of its
	// judge. The answer says how the game ends with perfect play.
	duel string
	deal func(lines []string, answer string) (Table, []string)
	// at returns a table that is its own judge, where there is no duel.
	at func(lines []string) (*tokens, error)
}

// openings maps the UUIDs of problems to openings.
var openings = map[string]opening{
	"49da0f6c-e3fa-4be0-91aa-a15fc7bdacde": {duel: nimDuel, deal: plainNim},                                                     // nim
	"e4ebd776-9e69-4ac6-8a30-56f4e8498c1b": {duel: oddStonesDuel, split: eachLine, deal: line(newOddStones)},                    // oddstones
	"be9a4952-c061-4e10-95b8-73c6a2d2103b": {duel: mousetrapDuel, deal: maze},                                                   // mousetrap
	"d017d04c-055e-4702-9836-051ec3bcf402": {duel: mousetrapDuel, deal: maze},                                                   // mousetrapedge
	"bf676c05-235e-4c02-ab9e-2b518ef2b9a0": {duel: spidersDuel, split: eachLine, deal: line(newSpiders)},                        // spidersrunners
	"c9b91863-f715-4c62-ba65-39c728e5096b": {duel: spidersDuel, split: eachLine, deal: line(newSpiders)},                        // spidersonegap
	"d5854d54-0cb3-4f18-a36b-7ba33a897b43": {duel: spidersDuel, split: eachLine, deal: line(newSpiders)},                        // spiderspath
	"ab9fa263-5d01-4691-853d-410d75b08dbe": {duel: compoundDuel, split: eachKnights, deal: knights("disj", "long", "normal")},   // knights
	"9f112fcf-0e31-47cd-b60f-fd75c478ffbe": {duel: compoundDuel, split: eachKnights, deal: knights("disj", "long", "misere")},   // knightsmisere
	"e019b415-98ac-43d8-b647-b8e4afba903f": {duel: compoundDuel, split: eachKnights, deal: knights("disj", "short", "")},        // knightsdiminished
	"6a921fcc-bada-4b6c-af7c-53dcb03c1608": {duel: compoundDuel, split: eachKnights, deal: knights("sel", "long", "")},          // knightsselective
	"af7844df-1da3-4886-887c-952a02aaae61": {duel: compoundDuel, split: eachKnights, deal: knights("sel", "short", "")},         // knightsshortened
	"a14b5c93-53c1-4176-a260-577204edde38": {duel: compoundDuel, split: eachKnights, deal: knights("conj", "short", "")},        // knightsconjunctive
	"c4bc43d2-e000-4265-b27a-b5fcbccfb60e": {duel: compoundDuel, split: eachKnights, deal: knights("conj", "long", "")},         // knightscontinued
	"7688db0b-b73c-4e8b-93f2-4a59133beacf": {duel: compoundDuel, split: eachKnights, deal: knights("notall", "long", "normal")}, // knightsnotall
	"f0dfbd76-332a-4492-b14f-073d78b57b35": {split: eachKnights, at: endlessKnights},                                            // knightsendless
	"3473cd94-04c4-48fa-acae-c95f5b072a08": {split: eachLine, at: bash},                                                         // bash
	"dff66d60-fecd-482a-8893-c7db16afcf1c": {split: eachLine, at: takeSet},                                                      // takeset
	"53d16238-b73d-4237-81fa-d9d6e5f0990c": {split: eachLine, at: nimMisere},                                                    // nimmisere
	"1569d925-b233-4825-858f-700f02ed883f": {split: eachLine, at: notAllNim},                                                    // notallnim
	"88b16203-d4de-465f-90b7-530fffca61c8": {split: eachLine, at: wTable},                                                       // wnumbers
	"f2467c00-8e0f-43d1-b2a0-94889cafff6c": {split: eachQuestion, at: compoundDAG},                                              // compounddag
	"b7cfe32a-bd9a-404e-81f3-2776779db941": {at: dagSum},                                                                        // dagsum
	"0d5f4234-c0b0-4cf1-bb87-6125dc9fac65": {at: remoteness},                                                                    // remotenesstable
	"7a1b870e-1948-4d73-8d8e-548b85e3e2a0": {at: fireRobot},                                                                     // firerobot
}

// Match is a game from a position, against a judge.
type Match struct {
	// New makes the table.
	New func() Table
	// Duel is the UUID of the problem whose interactor is the judge, and Position its input.
	Duel, Position string
	// House is the judge where there is no Duel.
	House Interactor
}

// Games returns the inputs of one game each that an input of a problem consists of.
func Games(uuid, input string) []string {
	open, known := openings[uuid]
	if !known || open.split == nil {
		return []string{input}
	}
	var games []string
	for _, game := range open.split(linesIn(input)) {
		games = append(games, strings.Join(game, "\n")+"\n")
	}
	return games
}

// MatchOf sets out the game of an input of a problem.
func MatchOf(uuid, input string) (Match, error) {
	if newTable := tables[uuid]; newTable != nil {
		return Match{New: newTable, Duel: uuid, Position: input}, nil
	}
	open, known := openings[uuid]
	if !known {
		return Match{}, errors.New("this problem has no game that can be played")
	}
	lines, err := open.one(input)
	if err != nil {
		return Match{}, err
	}
	if open.at != nil {
		if _, err := open.at(lines); err != nil {
			return Match{}, hint.Errorf("the statement says what an input looks like", "this is no position for a board: %w", err)
		}
		newTable := func() *tokens {
			table, _ := open.at(lines) // it was possible just now
			return table
		}
		return Match{New: func() Table { return newTable() }, House: house(newTable)}, nil
	}
	position := positionOf(uuid, input)
	if position == "" {
		return Match{}, errGames
	}
	if table := Opening(uuid, input, "1"); table == nil || !fitsDuel(table) {
		return Match{}, errSize
	}
	return Match{New: tables[open.duel], Duel: open.duel, Position: position}, nil
}

// errGames reports an input that is not one game.
var errGames = hint.Errorf("leave one of them", "the input has no game, or several")

// errSize reports a position that a duel does not take.
var errSize = hint.Errorf("take a smaller one", "the position is no game, or too large to be played")

// fitsDuel reports whether a position is within the bounds of the problem in which it is played.
func fitsDuel(table Table) bool {
	switch t := table.(type) {
	case *compoundTable:
		_, err := t.game.Wins(t.rules, t.position)
		isWild := t.rules == compound.Rules{Misere: true}
		return err == nil && len(t.position) <= 10 && (!isWild || len(t.position) <= 3)
	case *spidersTable:
		return len(t.path.Fly) <= 20
	case *oddStones:
		return t.position.Stones < 1e12 && t.position.Stones <= 1000*t.position.Most
	case *mousetrapTable:
		return t.rooms <= 1000
	case *nimTable:
		return len(t.heaps) <= 100
	}
	return true
}

// one returns the lines of an input that is one game.
func (o opening) one(input string) ([]string, error) {
	lines := linesIn(input)
	if o.split != nil {
		games := o.split(lines)
		if len(games) != 1 {
			return nil, errGames
		}
		lines = games[0]
	}
	return lines, nil
}

func linesIn(input string) []string { return strings.Split(strings.TrimRight(input, "\n"), "\n") }

// Opening sets out the game of an input, for the problem with the given UUID. It returns nil if the game is
// unknown, or the input has no game or several. Answer is the problem's answer.
func Opening(uuid, input, answer string) Table {
	open, known := openings[uuid]
	if !known {
		return nil
	}
	game, err := open.one(input)
	if err != nil {
		return nil
	}
	if open.at != nil {
		table, err := open.at(game)
		if err != nil {
			return nil
		}
		return table
	}
	table, lines := open.deal(game, strings.TrimSpace(answer))
	if table == nil {
		return nil
	}
	for _, line := range lines {
		if table.Next() != Judge || table.Hear(strings.TrimSpace(line)) != nil {
			return nil
		}
	}
	if table.Next() == Judge {
		return nil
	}
	return table
}

// positionOf converts an input of a problem to the input of the problem in which the game is played. It is "" if the
// game is not played there, or the input has no game or several.
func positionOf(uuid, input string) string {
	open := openings[uuid]
	if open.duel == "" {
		return ""
	}
	game, err := open.one(input)
	if err != nil {
		return ""
	}
	table, lines := open.deal(game, "")
	switch {
	case table == nil:
		return ""
	case open.duel == mousetrapDuel: // its judge adds the number of moves
		return input
	}
	return strings.Join(lines, "\n") + "\n"
}

// eachLine splits inputs that begin with the number of games and have a line for each.
func eachLine(lines []string) (games [][]string) {
	for _, line := range lines[1:] {
		games = append(games, []string{"1", line})
	}
	return games
}

// eachKnights splits inputs that begin with the number of games. A game begins with a line that ends with the number of
// its knights, each of which has a line.
func eachKnights(lines []string) (games [][]string) {
	for rest := lines[1:]; len(rest) > 0; {
		words := strings.Fields(rest[0])
		if len(words) == 0 {
			return nil
		}
		count, err := strconv.Atoi(words[len(words)-1])
		if err != nil || count < 1 || len(rest) < 1+count {
			return nil
		}
		games = append(games, slices.Concat([]string{"1"}, rest[:1+count]))
		rest = rest[1+count:]
	}
	return games
}

// eachQuestion splits a graph with questions about it: a line with their number, then one for each.
func eachQuestion(lines []string) (games [][]string) {
	_, rest, err := plan(lines)
	if err != nil || len(rest) == 0 {
		return nil
	}
	for _, question := range rest[1:] {
		games = append(games, slices.Concat(lines[:len(lines)-len(rest)], []string{"1", question}))
	}
	return games
}

// plainNim has the format of the dialogue.
func plainNim(lines []string, _ string) (Table, []string) { return newNim(), lines }

// line is a game of one line.
func line(newTable func() Table) func([]string, string) (Table, []string) {
	return func(lines []string, _ string) (Table, []string) { return newTable(), lines[1:] }
}

// maze is a tree; the hunter may have as many moves as the answer says.
func maze(lines []string, answer string) (Table, []string) {
	return newMousetrap(), append([]string{lines[0] + " " + answer}, lines[1:]...)
}

// knights is a compound of knights. If play is empty, the first line of the game states it before the number of
// knights.
func knights(style, end, play string) func([]string, string) (Table, []string) {
	return func(lines []string, _ string) (Table, []string) {
		word, count := play, lines[1]
		if play == "" {
			word, count, _ = strings.Cut(strings.TrimSpace(lines[1]), " ")
		}
		return newCompound(), append([]string{fmt.Sprintf("%s %s %s", style, end, word), count}, lines[2:]...)
	}
}
