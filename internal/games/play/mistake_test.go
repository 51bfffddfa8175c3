package play_test

import (
	"strings"
	"testing"

	"grundy/internal/games/play"
)

func TestFindMistake(t *testing.T) {
	const nimduel = "8152979a-4dcf-4a9e-9de8-a5078d3c24bd"
	for _, test := range []struct {
		name, said           string // lines of the judge begin with "> "
		played, winning, why string
		none                 bool
	}{
		{name: "the side", said: "> 2\n> 1 1\nFIRST\n> 2 1\n", played: "FIRST", winning: "choose SECOND", why: "nim-sum of the heaps is 0"},
		{name: "a later move", said: "> 2\n> 3 1\nFIRST\n1 1\n> 1 1\n2 1\n> 1 1\n", played: "1 1", winning: "1 2", why: "xor"},
		{name: "a move that is none", said: "> 1\n> 3\nFIRST\n1 4\n", played: "1 4", winning: "1 3", why: "only 3 stones"},
		{name: "nothing was said", said: "> 1\n> 3\n", none: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			var lines []play.Line
			for text := range strings.Lines(test.said) {
				text, fromJudge := strings.CutPrefix(text, "> ")
				lines = append(lines, play.Line{FromJudge: fromJudge, Text: text})
			}
			got := play.FindMistake(play.TableOf(nimduel), lines)
			if test.none {
				if got != nil {
					t.Errorf("got %+v", got)
				}
				return
			}
			if got == nil || got.Played != test.played || got.Winning != test.winning || !strings.Contains(got.Forbidden+got.Why, test.why) {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestOpening(t *testing.T) {
	for _, test := range []struct{ name, uuid, input, answer, drawn, why string }{
		{"nim", "49da0f6c-e3fa-4be0-91aa-a15fc7bdacde", "2\n1 3\n", "FIRST 2 1\n", "2  ●●● 3", "nim-sum of the heaps is 2"},
		{"oddstones", "e4ebd776-9e69-4ac6-8a30-56f4e8498c1b", "1\n5 3 odd\n", "0\n", "5", "stones"},
		{"several", "e4ebd776-9e69-4ac6-8a30-56f4e8498c1b", "2\n5 3 odd\n5 3 even\n", "0\n0\n", "", ""},
		{"mousetrap", "be9a4952-c061-4e10-95b8-73c6a2d2103b", "3 1 2\n1 2\n2 3\n", "1\n", "2", "hunter"},
		{"spiders", "d5854d54-0cb3-4f18-a36b-7ba33a897b43", "1\nFSBF\n", "SPIDERS\n", "F---S---.---F", "fly"},
		{"knights", "ab9fa263-5d01-4691-853d-410d75b08dbe", "1\n1\n2 3\n", "FIRST\n", "1", "Grundy"},
		{"knightsdiminished", "e019b415-98ac-43d8-b647-b8e4afba903f", "1\nmisere 1\n0 2\n", "FIRST\n", "1", ""},
		{"too short", "49da0f6c-e3fa-4be0-91aa-a15fc7bdacde", "2\n", "", "", ""},
		{"unknown", "x", "2\n1 3\n", "", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			table := play.Opening(test.uuid, test.input, test.answer)
			if table == nil {
				if test.drawn != "" {
					t.Fatal("no table")
				}
				return
			}
			drawn, why := table.Draw(80), table.Why()
			if test.drawn == "" || !strings.Contains(drawn, test.drawn) || !strings.Contains(why, test.why) {
				t.Errorf("got\n%s\n%s", drawn, why)
			}
		})
	}
}
