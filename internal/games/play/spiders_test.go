package play

import (
	"strings"
	"testing"
)

// spidersGame plays at a table of spidersduel.
type spidersGame struct {
	*testing.T
	Table
}

func (g spidersGame) step(take func(string) error, line string, next Speaker) {
	g.Helper()
	if err := take(line); err != nil {
		g.Fatalf("%s: %v", line, err)
	}
	if got := g.Next(); got != next {
		g.Fatalf("after %s: %v is next, want %v", line, got, next)
	}
}

func (g spidersGame) shows(what, got string, want ...string) {
	g.Helper()
	for _, part := range want {
		if !strings.Contains(strings.Join(strings.Fields(got), " "), strings.Join(strings.Fields(part), " ")) {
			g.Errorf("%s lacks %q:\n%s", what, part, got)
		}
	}
}

func (g spidersGame) refuses(text, want string) {
	g.Helper()
	if line, err := g.Read(text); err == nil || !strings.Contains(err.Error(), want) {
		g.Errorf("%q is read as %q, %v; want an error with %q", text, line, err, want)
	}
}

// The flies' side of the first sample of spidersduel.
func TestSpidersAsFlies(t *testing.T) {
	g := spidersGame{t, newSpiders()}
	if g.Next() != Judge {
		t.Fatal("the judge is to begin")
	}
	if g.Hear("FxS") == nil {
		t.Error("an x on a path")
	}
	g.step(g.Hear, "SFBSBF", Player)
	if got, want := g.Draw(80), "1           2\nS---F---.---S---.---F\n1   2   3   4   5   6  (edge i is on the right of vertex i)"; got != want {
		t.Errorf("drawing:\n%s\nwant:\n%s", got, want)
	}
	g.shows("question", g.Ask(), "FLIES or SPIDERS")
	g.shows("hint", g.Hint(), "choose FLIES")
	g.shows("reason", g.Why(), "spider 1: 1 step to the fly on vertex 2", "spider 2, alone between two: 2 and 2 steps, to the flies on 2 and 6",
		"All in order: 1 2 4", "the flies win")
	g.refuses("both", "not a side")
	if g.Say("BOTH") == nil {
		t.Error("there are only two sides")
	}
	if line, err := g.Read("f"); line != "FLIES" || err != nil {
		t.Errorf("f is read as %q, %v", line, err)
	}
	g.step(g.Say, "FLIES", Player)
	g.shows("question", g.Ask(), "EDGE to cut")
	g.shows("hint", g.Hint(), "1")
	g.refuses("6", "no edge 6")
	g.refuses("one", "not the number of an edge")
	if line, err := g.Read(" 1 "); line != "1" || err != nil {
		t.Errorf("1 is read as %q, %v", line, err)
	}
	g.step(g.Say, "1", Judge)
	g.refuses("LL", "spider 1 cannot go left")
	g.shows("drawing", g.Draw(80), "S   F---.---S")
	g.shows("reason", g.Why(), "there is time for every cut")
	g.shows("hint", g.Hint(), "no move wins")
	g.step(g.Hear, "WR", Player)
	g.refuses("1", "has been cut before")
	g.step(g.Say, "5", Judge)
	g.step(g.Hear, "WL", Player)
	g.step(g.Say, "2", NoSpeaker)
	g.shows("reason", g.Why(), "the flies have won")
	g.shows("hint", g.Hint(), "over")
}

// The smallest path on which a spider has to wait.
func TestSpidersAsSpiders(t *testing.T) {
	g := spidersGame{t, newSpiders()}
	g.step(g.Hear, "SFBSBFBBSBBFBBBBS", Player)
	g.shows("hint", g.Hint(), "choose SPIDERS")
	g.shows("reason", g.Why(), "All in order: 1 2 3 4 5 7", "running alone does not win")
	g.step(g.Say, "SPIDERS", Judge)
	g.step(g.Hear, "1", Player)
	g.shows("question", g.Ask(), "for each of 4 spiders")
	hint := g.Hint()
	if !strings.Contains(hint[1:3], "W") {
		t.Errorf("the hint is %s, and one of the lone spiders should wait", hint)
	}
	g.shows("reason", g.Why(), "Running to the nearer flies does not win, but "+hint+" does")
	g.refuses("LWWW", "cannot go left")
	g.refuses("W", "has 1 letters")
	if line, err := g.Read("w r l l"); line != "WRLL" || err != nil {
		t.Errorf("w r l l is read as %q, %v", line, err)
	}
	g.step(g.Say, hint, Judge)
	g.shows("hint", g.Hint(), "no move wins")
	for g.Next() != NoSpeaker {
		if g.Next() == Judge {
			e := 1
			for line := "2"; g.Hear(line) != nil; line = string(rune('0' + e)) {
				e++
			}
			continue
		}
		if hint = g.Hint(); hint == "no move wins" {
			t.Fatalf("the game is lost:\n%s", g.Draw(80))
		}
		g.shows("reason", g.Why(), "spider")
		if err := g.Say(hint); err != nil {
			t.Fatal(err)
		}
	}
	g.shows("drawing", g.Draw(80), "X")
	g.shows("reason", g.Why(), "the spiders have won")
	g.shows("hint", g.Hint(), "over")
}

// Positions that are decided before the first move, and a hopeless one.
func TestSpidersAtTheStart(t *testing.T) {
	for path, want := range map[string][2]string{
		"B":                    {"choose FLIES", "the flies have won"},
		"FSSF":                 {"choose SPIDERS", "2 cuts are due by turn 1"},
		"SBBBFBSBFBBSBBFBBBBS": {"choose FLIES", "with the right order of cuts"},
		"SSSSSSSSSSSSSSSSSSSF": {"choose FLIES", "spider 19: 1 step to the fly on vertex 20"},
	} {
		g := spidersGame{t, newSpiders()}
		if err := g.Hear(path); err != nil {
			t.Fatal(err)
		}
		g.shows("hint", g.Hint(), want[0])
		g.shows("reason", g.Why(), want[1])
		g.shows("drawing", g.Draw(80))
	}
	g := spidersGame{t, newSpiders()}
	g.step(g.Hear, "B", Player)
	g.step(g.Say, "FLIES", NoSpeaker)
}
