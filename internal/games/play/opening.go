package play

import (
	"fmt"
	"strings"
)

// opening says how an input of a non-interactive problem sets out a game: the UUID of the problem in which the
// game is played, and a function that returns the table and the lines of its judge. The answer says how the game
// ends with perfect play.
type opening struct {
	duel string
	deal func(lines []string, answer string) (Table, []string)
}

// openings maps the UUIDs of problems to openings.
var openings = map[string]opening{
	"49da0f6c-e3fa-4be0-91aa-a15fc7bdacde": {nimDuel, plainNim},                               // nim
	"e4ebd776-9e69-4ac6-8a30-56f4e8498c1b": {oddStonesDuel, single(newOddStones, 1)},          // oddstones
	"be9a4952-c061-4e10-95b8-73c6a2d2103b": {mousetrapDuel, maze},                             // mousetrap
	"d017d04c-055e-4702-9836-051ec3bcf402": {mousetrapDuel, maze},                             // mousetrapedge
	"bf676c05-235e-4c02-ab9e-2b518ef2b9a0": {spidersDuel, single(newSpiders, 1)},              // spidersrunners
	"c9b91863-f715-4c62-ba65-39c728e5096b": {spidersDuel, single(newSpiders, 1)},              // spidersonegap
	"d5854d54-0cb3-4f18-a36b-7ba33a897b43": {spidersDuel, single(newSpiders, 1)},              // spiderspath
	"ab9fa263-5d01-4691-853d-410d75b08dbe": {compoundDuel, knights("disj", "long", "normal")}, // knights
	"9f112fcf-0e31-47cd-b60f-fd75c478ffbe": {compoundDuel, knights("disj", "long", "misere")}, // knightsmisere
	"e019b415-98ac-43d8-b647-b8e4afba903f": {compoundDuel, knights("disj", "short", "")},      // knightsdiminished
	"6a921fcc-bada-4b6c-af7c-53dcb03c1608": {compoundDuel, knights("sel", "long", "")},        // knightsselective
	"af7844df-1da3-4886-887c-952a02aaae61": {compoundDuel, knights("sel", "short", "")},       // knightsshortened
	"a14b5c93-53c1-4176-a260-577204edde38": {compoundDuel, knights("conj", "short", "")},      // knightsconjunctive
	"c4bc43d2-e000-4265-b27a-b5fcbccfb60e": {compoundDuel, knights("conj", "long", "")},       // knightscontinued
}

// Opening sets out the game of an input, for the problem with the given UUID. It returns nil if the game is
// unknown, or the input has no game or several. Answer is the problem's answer.
func Opening(uuid, input, answer string) Table {
	open, known := openings[uuid]
	if !known {
		return nil
	}
	table, lines := open.deal(strings.Split(strings.TrimRight(input, "\n"), "\n"), strings.TrimSpace(answer))
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

// positionOf converts an input of the problem with the given UUID to the input of the problem in which the game is
// played. It is "" if the game is unknown, or the input has no game or several.
func positionOf(uuid, input string) string {
	if tables[uuid] != nil {
		return input
	}
	open, known := openings[uuid]
	if !known {
		return ""
	}
	table, lines := open.deal(strings.Split(strings.TrimRight(input, "\n"), "\n"), "")
	switch {
	case table == nil:
		return ""
	case open.duel == mousetrapDuel: // its judge adds the number of moves
		return input
	}
	return strings.Join(lines, "\n") + "\n"
}

// plainNim has the format of the dialogue.
func plainNim(lines []string, _ string) (Table, []string) { return newNim(), lines }

// single is an input of one test case with the given number of lines.
func single(newTable func() Table, length int) func([]string, string) (Table, []string) {
	return func(lines []string, _ string) (Table, []string) {
		if strings.TrimSpace(lines[0]) != "1" || len(lines) != 1+length {
			return nil, nil
		}
		return newTable(), lines[1:]
	}
}

// maze is a tree; the hunter may have as many moves as the answer says.
func maze(lines []string, answer string) (Table, []string) {
	return newMousetrap(), append([]string{lines[0] + " " + answer}, lines[1:]...)
}

// knights is a compound of knights. If play is empty, the first line of the test case states it before the number
// of knights.
func knights(style, end, play string) func([]string, string) (Table, []string) {
	return func(lines []string, _ string) (Table, []string) {
		if len(lines) < 2 || strings.TrimSpace(lines[0]) != "1" {
			return nil, nil
		}
		word, count := play, lines[1]
		if play == "" {
			word, count, _ = strings.Cut(strings.TrimSpace(lines[1]), " ")
		}
		return newCompound(), append([]string{fmt.Sprintf("%s %s %s", style, end, word), count}, lines[2:]...)
	}
}
