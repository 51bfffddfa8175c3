package play

import (
	"fmt"
	"strings"
	"testing"
)

// tableOfMaze is a table at which the judge has shown a maze.
func tableOfMaze(t *testing.T, lines ...string) *mousetrapTable {
	t.Helper()
	table := newMousetrap()
	for _, line := range lines {
		if table.Next() != Judge {
			t.Fatalf("the judge is not next before %q", line)
		}
		if err := table.Hear(line); err != nil {
			t.Fatal(err)
		}
	}
	return table.(*mousetrapTable)
}

func sampleMaze(t *testing.T) *mousetrapTable {
	t.Helper()
	return tableOfMaze(t, "8 1 2 4", "1 2", "2 3", "2 4", "3 5", "3 6", "4 7", "4 8")
}

// longMaze has a way of the given number of rooms from the trap to the mouse, with a leaf at each.
func longMaze(t *testing.T, length int) *mousetrapTable {
	t.Helper()
	lines := []string{fmt.Sprintf("%d 1 %d 999", 2*length, 2*length-1)}
	for i := 1; i <= length; i++ {
		lines = append(lines, fmt.Sprintf("%d %d", 2*i-1, 2*i))
		if i < length {
			lines = append(lines, fmt.Sprintf("%d %d", 2*i-1, 2*i+1))
		}
	}
	return tableOfMaze(t, lines...)
}

// TestMousetrapHints hunts by the hints against the mouse's best play.
func TestMousetrapHints(t *testing.T) {
	for name, table := range map[string]*mousetrapTable{
		"sample": sampleMaze(t),
		"climb":  tableOfMaze(t, "7 1 4 3", "1 2", "2 3", "3 4", "2 5", "3 6", "3 7"),
		"caught": tableOfMaze(t, "1 1 1 0"),
		"long":   longMaze(t, 40),
	} {
		if name == "long" {
			table.left = table.game.Analyse().Moves
		}
		for round := 0; table.Next() != NoSpeaker; round++ {
			if round > 4*table.rooms {
				t.Fatalf("%s: no end", name)
			}
			fits(t, table)
			if !strings.HasSuffix(table.Why(), "he wins.") {
				t.Fatalf("%s: the hunter has lost:\n%s", name, table.Why())
			}
			hint := table.Hint()
			line, err := table.Read(hint)
			if err != nil || line != hint {
				t.Fatalf("%s: %q is read as %q, %v", name, hint, line, err)
			}
			if err := table.Say(line); err != nil {
				t.Fatal(err)
			}
			mouse := table.game.Mouse
			if flights := table.game.Flights(); len(flights) > 0 {
				mouse = flights[0]
			}
			if table.Next() != Judge {
				t.Fatalf("%s: %v is next", name, table.Next())
			}
			if err := table.Hear(fmt.Sprint(mouse + 1)); err != nil {
				t.Fatal(err)
			}
		}
		if why := table.Why(); table.left != 0 || !strings.Contains(why, "has won") {
			t.Errorf("%s: %d moves left: %s", name, table.left, why)
		}
	}
}

func TestMousetrapRead(t *testing.T) {
	table := sampleMaze(t)
	for text, want := range map[string]string{
		"b 3 2": "block 2 3", "block 3": "block 2 3", "P": "pass", "pass": "pass", "bl 7 4": "block 4 7",
	} {
		if line, err := table.Read(text); err != nil || line != want {
			t.Errorf("%q is read as %q, %v; want %q", text, line, err, want)
		}
	}
	for text, want := range map[string]string{
		"":            "say block, clean or pass",
		"jump 2 3":    `want block, clean or pass, got "jump"`,
		"pass 2":      "nothing follows pass",
		"block":       "a passage is the two rooms that it joins",
		"block 5":     "no passage joins the rooms 5 and 2",
		"block 2 9":   "no passage joins the rooms 2 and 9",
		"clean 2 3":   "that passage is not dirty",
		"block 2 x":   `"x" is not a number`,
		"block 1 2 3": "want 2 numbers",
	} {
		if _, err := table.Read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestMousetrapMistakes(t *testing.T) {
	table := sampleMaze(t)
	for _, line := range []string{"block 4 7", "3", "block 3 5"} {
		say := table.Say
		if table.Next() == Judge {
			say = table.Hear
		}
		if err := say(line); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.Hear("4"); err == nil {
		t.Error("the mouse may jump")
	}
	if err := table.Hear("6"); err != nil {
		t.Fatal(err)
	}
	if why := table.Why(); !strings.Contains(why, "1 + 2 = 3 moves") || !strings.Contains(why, "has 2 left: he has lost.") {
		t.Errorf("the explanation is:\n%s", why)
	}
	if hint := table.Hint(); hint != "no move wins" {
		t.Errorf("the hint is %q", hint)
	}
	if _, err := table.Read("block 3 5"); err == nil || err.Error() != "that passage is blocked already" {
		t.Errorf("blocking twice: %v", err)
	}
	for _, line := range []string{"block 1 2", "6", "pass", "6", "clean 3 6", "3"} {
		say := table.Say
		if table.Next() == Judge {
			say = table.Hear
		}
		if err := say(line); err != nil {
			t.Fatal(err)
		}
	}
	if why := table.Why(); !strings.Contains(why, "can never be caught") {
		t.Errorf("the explanation is:\n%s", why)
	}
	if err := table.Say("clean 2 3"); err == nil || err.Error() != "no move is left: all 4 are used up" {
		t.Errorf("a fifth move: %v", err)
	}
}

func TestMousetrapDraw(t *testing.T) {
	table := sampleMaze(t)
	for _, step := range []func() error{
		func() error { return table.Say("block 2 3") }, func() error { return table.Hear("4") },
	} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	want := `round 2, 3 moves of 4 left    ── clean   ~~ dirty   ×× blocked
1 trap
└── 2
    ├×× 3
    │   ├── 5
    │   └── 6
    └~~ 4 mouse
        ├── 7
        └── 8`
	if got := table.Draw(80); got != want {
		t.Errorf("the drawing is\n%s\nwant\n%s", got, want)
	}
	long := longMaze(t, 40).Draw(80)
	for _, want := range []string{"1 trap\n── 3   to ──4\n", "   … 26 rooms more of the way\n", "── 79 mouse   to ──80"} {
		if !strings.Contains(long, want) {
			t.Errorf("the drawing has no %q:\n%s", want, long)
		}
	}
}
