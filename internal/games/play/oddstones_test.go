package play

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestOddStones plays the first sample of oddstonesduel.
func TestOddStones(t *testing.T) {
	table := newOddStones()
	if table.Next() != Judge {
		t.Fatal("the judge is to begin")
	}
	step := func(take func(string) error, line string, next Speaker) {
		t.Helper()
		if err := take(line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if got := table.Next(); got != next {
			t.Fatalf("after %s: %v is next, want %v", line, got, next)
		}
	}
	shows := func(what, got string, want ...string) {
		t.Helper()
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("%s lacks %q:\n%s", what, part, got)
			}
		}
	}
	refuses := func(text, want string) {
		t.Helper()
		if line, err := table.Read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is read as %q, %v; want an error with %q", text, line, err, want)
		}
	}
	step(table.Hear, "27 4 even", Player)
	shows("drawing", table.Draw(80), "27 stones left. A move takes 1 to 4, and the even total wins.", "\n●●●●● ●●●●● ●●●●● ●●●●● ●●●●● ●●")
	shows("hint", table.Hint(), "choose FIRST")
	shows("reason", table.Why(), "K = 4", "6 stones (K + 2 for even K)", "when good, with a remainder of 1\n", "when bad, with a remainder of 0 or 5\n",
		"The pile is 27, with a remainder of 3.\nWho is to move is good: won, by taking 2. Taking 2 leaves a good player 25, with a remainder of 1.")
	refuses("third", "not a side")
	if err := table.Say("THIRD"); err == nil {
		t.Error("there are only two sides")
	}
	if line, err := table.Read("f"); line != "FIRST" || err != nil {
		t.Errorf("f is read as %q, %v", line, err)
	}
	step(table.Say, "FIRST", Player)
	shows("question", table.Ask(), "STONES, at most 4")
	shows("hint", table.Hint(), "2")
	refuses("", "a move is how many stones you take")
	refuses("two", "not a number")
	refuses("2 2", "want 1 number")
	refuses("0", "this move takes 0, but every move takes at least one stone")
	refuses("5", "this move takes 5, but a move takes at most 4")
	if err := table.Say("5"); err == nil {
		t.Error("five stones may be taken")
	}
	if line, err := table.Read(" 2 "); line != "2" || err != nil {
		t.Errorf("2 is read as %q, %v", line, err)
	}
	step(table.Say, "2", Judge)
	shows("drawing", table.Draw(80), "25 stones left", "you have 2, which is even; the judge has 0, which is even")
	shows("reason", table.Why(), "Who is to move is good: lost.")
	shows("hint", table.Hint(), "no move wins")
	step(table.Hear, "3", Player)
	step(table.Say, "4", Judge)
	shows("drawing", table.Draw(80), "you have 6, which is even; the judge has 3, which is odd")
	shows("reason", table.Why(), "The pile is 18, with a remainder of 0.\nWho is to move is bad: lost.")
	for _, pair := range [][2]string{{"1", "4"}, {"4", "2"}, {"2", "4"}} {
		step(table.Hear, pair[0], Player)
		step(table.Say, pair[1], Judge)
	}
	if err := table.Hear("2"); err == nil {
		t.Error("two stones are taken of one")
	}
	step(table.Hear, "1", NoSpeaker)
	shows("drawing", table.Draw(80), "0 stones left", "you have 16, which is even; the judge has 11, which is odd")
	shows("reason", table.Why(), "All stones are taken. The even total wins, and it belongs to you.")
	refuses("1", "no stone is left")
}

// TestOddStonesHints follows every hint against random moves and wins.
func TestOddStonesHints(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n, k, goal := 2*r.IntN(300)+1, 1+r.IntN(30), []string{"even", "odd"}[r.IntN(2)]
		table := newOddStones().(*oddStones)
		say := func(take func(string) error, line string) {
			if err := take(line); err != nil {
				t.Fatalf("%d %d %s: %s: %v", n, k, goal, line, err)
			}
		}
		say(table.Hear, fmt.Sprintf("%d %d %s", n, k, goal))
		say(table.Say, strings.TrimPrefix(table.Hint(), "choose "))
		fits(t, table)
		for table.Next() != NoSpeaker {
			if table.Next() == Player {
				say(table.Say, table.Hint())
			} else {
				say(table.Hear, fmt.Sprint(1+r.IntN(min(k, table.position.Stones))))
			}
		}
		if why := table.Why(); !strings.Contains(why, "belongs to you") {
			t.Errorf("%d %d %s: %s", n, k, goal, why)
		}
	}
}

// TestOddStonesLarge shows a pile that is too large to draw, and rejects invalid piles.
func TestOddStonesLarge(t *testing.T) {
	table := newOddStones()
	if table.Draw(80) != "" || table.Hint() != "" || table.Why() != "" {
		t.Error("something is known of no pile")
	}
	for _, line := range []string{"", "27 4", "26 4 even", "27 0 odd", "27 4 few", "x 4 even", "-1 4 even"} {
		if err := table.Hear(line); err == nil {
			t.Errorf("%q is taken for a pile", line)
		}
	}
	if err := table.Hear("999999999999 999999999 odd"); err != nil {
		t.Fatal(err)
	}
	drawing := table.Draw(80)
	if lines := strings.Split(drawing, "\n"); len(lines) != 5 || !strings.HasSuffix(drawing, "● …") {
		t.Errorf("drawing:\n%s", drawing)
	}
	fits(t, table)
}
