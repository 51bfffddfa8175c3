package play

import (
	"fmt"
	"strings"
)

// openings say, by the UUID of a problem that is no dialogue, how its input sets a game out: the table, and the lines of the
// judge. The answer says how it ends with perfect play.
var openings = map[string]func(lines []string, answer string) (Table, []string){
	"49da0f6c-e3fa-4be0-91aa-a15fc7bdacde": plainNim,                          // nim
	"e4ebd776-9e69-4ac6-8a30-56f4e8498c1b": single(newOddStones, 1),           // oddstones
	"be9a4952-c061-4e10-95b8-73c6a2d2103b": maze,                              // mousetrap
	"d017d04c-055e-4702-9836-051ec3bcf402": maze,                              // mousetrapedge
	"bf676c05-235e-4c02-ab9e-2b518ef2b9a0": single(newSpiders, 1),             // spidersrunners
	"c9b91863-f715-4c62-ba65-39c728e5096b": single(newSpiders, 1),             // spidersonegap
	"d5854d54-0cb3-4f18-a36b-7ba33a897b43": single(newSpiders, 1),             // spiderspath
	"ab9fa263-5d01-4691-853d-410d75b08dbe": knights("disj", "long", "normal"), // knights
	"9f112fcf-0e31-47cd-b60f-fd75c478ffbe": knights("disj", "long", "misere"), // knightsmisere
	"e019b415-98ac-43d8-b647-b8e4afba903f": knights("disj", "short", ""),      // knightsdiminished
	"6a921fcc-bada-4b6c-af7c-53dcb03c1608": knights("sel", "long", ""),        // knightsselective
	"af7844df-1da3-4886-887c-952a02aaae61": knights("sel", "short", ""),       // knightsshortened
	"a14b5c93-53c1-4176-a260-577204edde38": knights("conj", "short", ""),      // knightsconjunctive
	"c4bc43d2-e000-4265-b27a-b5fcbccfb60e": knights("conj", "long", ""),       // knightscontinued
}

// Opening sets out the game that an input of a problem is about, whose UUID is given; nil where no game is known, or the
// input has none or several. Answer is the problem's answer.
func Opening(uuid, input, answer string) Table {
	open := openings[uuid]
	if open == nil {
		return nil
	}
	table, lines := open(strings.Split(strings.TrimRight(input, "\n"), "\n"), strings.TrimSpace(answer))
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

// plainNim has the words of the dialogue.
func plainNim(lines []string, _ string) (Table, []string) { return newNim(), lines }

// single is an input of one test case, which has so many lines.
func single(newTable func() Table, length int) func([]string, string) (Table, []string) {
	return func(lines []string, _ string) (Table, []string) {
		if strings.TrimSpace(lines[0]) != "1" || len(lines) != 1+length {
			return nil, nil
		}
		return newTable(), lines[1:]
	}
}

// maze is a tree: the hunter may have as many moves as the answer says.
func maze(lines []string, answer string) (Table, []string) {
	return newMousetrap(), append([]string{lines[0] + " " + answer}, lines[1:]...)
}

// knights is a compound of knights. Without a word for how it is played the first line of the test case has that before
// their number.
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
