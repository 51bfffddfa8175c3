package play

import (
	"strings"
	"testing"
)

// tableOfKnights is a table at which the judge has shown a position, knights as "r c".
func tableOfKnights(t *testing.T, rules string, knights ...string) Table {
	t.Helper()
	table := newCompound()
	lines := append([]string{rules, string(rune('0' + len(knights)))}, knights...)
	for _, line := range lines {
		if table.Next() != Judge {
			t.Fatalf("the judge is not next before %q", line)
		}
		if err := table.Hear(line); err != nil {
			t.Fatal(err)
		}
	}
	return table
}

// TestCompoundHints plays games in which the player follows the hints, and so does the judge as long as it
// can.
func TestCompoundHints(t *testing.T) {
	for _, rules := range []string{
		"disj long normal", "disj long misere", "disj short normal", "disj short misere", "sel long normal", "sel long misere",
		"sel short normal", "sel short misere", "conj long normal", "conj long misere", "conj short normal", "conj short misere",
		"notall long normal",
	} {
		for _, knights := range [][]string{{"7 6", "5 4", "3 6"}, {"4 4", "4 4"}, {"6 6", "7 7", "2 5"}, {"0 0", "5 5"}} {
			table := tableOfKnights(t, rules, knights...)
			t.Logf("%s %v", rules, knights)
			first := table.Hint() == "choose FIRST"
			if err := table.Say(strings.TrimPrefix(table.Hint(), "choose ")); err != nil {
				t.Fatal(err)
			}
			turn := 0
			for ; table.Next() != NoSpeaker; turn++ {
				if want := (turn%2 == 0) == first; (table.Next() == Player) != want {
					t.Fatalf("turn %d: wrong speaker %v", turn, table.Next())
				}
				fits(t, table)
				line := table.Hint()
				if table.Next() == Player {
					if read, err := table.Read(line); err != nil || read != line {
						t.Fatalf("%q is read as %q, %v", line, read, err)
					}
					if !strings.HasSuffix(table.Why(), "Who is to move wins.") {
						t.Fatalf("the player has lost:\n%s", table.Why())
					}
					if err := table.Say(line); err != nil {
						t.Fatal(err)
					}
					continue
				}
				if line != "no move wins" {
					t.Fatalf("the judge could win: %s", line)
				}
				c := table.(*compoundTable)
				if err := table.Hear(c.write(c.game.Whim(c.rules, c.position, func(int) int { return 0 }))); err != nil {
					t.Fatal(err)
				}
			}
			misere := strings.HasSuffix(rules, "misere")
			if playersTurn := (turn%2 == 0) == first; playersTurn != misere {
				t.Errorf("the player has lost")
			}
			if want := map[bool]string{false: "lost", true: "won"}[misere]; !strings.Contains(table.Why(), want) {
				t.Errorf("in the end: %s", table.Why())
			}
		}
	}
}

func TestCompoundDraw(t *testing.T) {
	table := tableOfKnights(t, "sel long misere", "3 3", "0 1", "3 3", "7 0")
	want := `sel long misere
One or more knights move.
The game ends when no knight can move; who is to move then has won.
     0  1  2  3  4  5  6  7
  0  ×  2  ·  ·  ·  ·  ·  ·
  1  ×  ×  ·  ·  ·  ·  ·  ·
  2  ·  ·  ·  ·  ·  ·  ·  ·
  3  ·  ·  ·  +  ·  ·  ·  ·
  4  ·  ·  ·  ·  ·  ·  ·  ·
  5  ·  ·  ·  ·  ·  ·  ·  ·
  6  ·  ·  ·  ·  ·  ·  ·  ·
  7  4  ·  ·  ·  ·  ·  ·  ·
knight 1 on 3 3 goes to 4 1, 2 1, 1 2, 1 4
knight 2 on 0 1 is finished
knight 3 on 3 3 goes to 4 1, 2 1, 1 2, 1 4
knight 4 on 7 0 goes to 5 1`
	if got := table.Draw(80); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestCompoundWhy(t *testing.T) {
	for _, tt := range []struct {
		rules   string
		knights []string
		want    []string
	}{
		{"disj long normal", []string{"3 4", "4 3"}, []string{"knight 1 on 3 4: Grundy value 4", "nim-sum is 0", "loses"}},
		{"disj long misere", []string{"0 4"}, []string{"Grundy value 0, in misère play 0: tame", "as in normal play. It is 0", "loses"}},
		{"disj long misere", []string{"0 2", "0 1"}, []string{"Grundy value 1, in misère play 0", "like single stones", "1 loses"}},
		{"disj long misere", []string{"7 6"}, []string{"wild", "searched"}},
		{"disj short normal", []string{"0 2", "4 4"}, []string{"w-number SW", "can be finished at once", "wins"}},
		{"disj short normal", []string{"2 4", "4 4"}, []string{"w-number 1", "numbers is 1", "wins"}},
		{"disj short misere", []string{"1 4"}, []string{"w-number 2 in misère play", "wins"}},
		{"sel long misere", []string{"0 4", "0 0"}, []string{"Only one can move", "loses"}},
		{"sel long misere", []string{"0 4", "0 4"}, []string{"With two or more", "loses"}},
		{"sel short misere", []string{"0 4", "0 4"}, []string{"Grundy value 0 in misère play", "loses"}},
		{"conj short normal", []string{"0 4", "0 2"}, []string{"remoteness 1", "The least remoteness, 1,", "odd wins", "Who is to move wins"}},
		{"conj long misere", []string{"0 2"}, []string{"suspense 1", "The greatest suspense, 1,", "even wins", "loses"}},
		{"notall long normal", []string{"0 2", "2 0"}, []string{"Grundy value 1", "equal", "loses"}},
		{"notall long normal", []string{"5 5"}, []string{"The game is over: who is to move has lost."}},
	} {
		why := tableOfKnights(t, tt.rules, tt.knights...).Why()
		for _, want := range tt.want {
			if !strings.Contains(why, want) {
				t.Errorf("%s %v: no %q in\n%s", tt.rules, tt.knights, want, why)
			}
		}
	}
}

func TestCompoundRead(t *testing.T) {
	table := tableOfKnights(t, "sel long normal", "3 3", "0 1", "4 2")
	if _, err := table.Read("third"); err == nil {
		t.Error("third is a side")
	}
	if got, err := table.Read("f"); got != "FIRST" || err != nil {
		t.Errorf("f is %q, %v", got, err)
	}
	if err := table.Say("3"); err == nil {
		t.Error("3 is a side")
	}
	if err := table.Say("FIRST"); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"1 1 2": "1 1 1 2", "1 1 1 2": "1 1 1 2", "1 1 2, 3 5 0": "2 1 1 2 3 5 0", "2 3 5 0 1 1 2": "2 3 5 0 1 1 2",
	} {
		if got, err := table.Read(text); got != want || err != nil {
			t.Errorf("%q is read as %q, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"":              "a move is",
		"1 1":           "a move is",
		"1 one 2":       `"one" is not a number`,
		"3 1 1 2":       "3 knights announced, but 1 there",
		"1 9 9":         "9 9 is not a square",
		"4 1 2":         "there is no knight 4",
		"0 1 2":         "there is no knight 0",
		"2 0 0":         "knight 2 on 0 1 cannot move any more",
		"1 3 4":         "knight 1 cannot go from 3 3 to 3 4",
		"1 1 2 1 1 2":   "knight 1 moves twice",
		"2 1 1 2 1 1 2": "knight 1 moves twice",
	} {
		if got, err := table.Read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestCompoundHear(t *testing.T) {
	for _, lines := range [][]string{
		{"sel long"},
		{"sel long maybe"},
		{"sel long normal", "two"},
		{"sel long normal", "1", "3"},
		{"sel long normal", "1", "3 8"},
	} {
		table := newCompound()
		for i, line := range lines {
			if err := table.Hear(line); (err != nil) != (i == len(lines)-1) {
				t.Errorf("%q: %v", lines[:i+1], err)
			}
		}
	}
}
