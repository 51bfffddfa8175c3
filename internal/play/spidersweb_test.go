package play

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// hexagon is a web with flies at 1 and 7, four steps apart, and the spider at 4.
var hexagon = []string{"7 8 2 4", "1 7", "1 2", "1 3", "2 4", "3 4", "4 5", "4 6", "5 7", "6 7"}

func webTable(t *testing.T, lines ...string) Table {
	t.Helper()
	table := newSpidersWeb()
	for i, line := range lines {
		if next := table.Next(); next != Judge {
			t.Fatalf("before line %d %v is next, want the judge", i+1, next)
		}
		if err := table.Hear(line); err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
	}
	return table
}

func TestSpidersWebIsWonByItsHints(t *testing.T) {
	t.Parallel()
	table := webTable(t, hexagon...)
	spider := []string{"2", "4", "6", "6", "4", "3"}
	for turn := 0; table.Next() == Player; turn++ {
		line, err := table.Read(table.Hint())
		if err != nil {
			t.Fatal(err)
		}
		if err := table.Say(line); err != nil {
			t.Fatal(err)
		}
		if table.Next() == Judge {
			if err := table.Hear(spider[turn]); err != nil {
				t.Fatalf("turn %d: %v", turn+1, err)
			}
		}
	}
	if next := table.Next(); next != Nobody {
		t.Errorf("%v is next, want nobody", next)
	}
	if why := table.Why(); !strings.Contains(why, "you have won") {
		t.Errorf("why: %s", why)
	}
	if hint := table.Hint(); !strings.Contains(hint, "nothing to cut") {
		t.Errorf("hint: %s", hint)
	}
}

func TestSpidersWebIsLostByACarelessCut(t *testing.T) {
	t.Parallel()
	table := webTable(t, hexagon...)
	for _, line := range []string{"4 6", "2", "3 4", "1"} {
		var err error
		if table.Next() == Player {
			err = table.Say(line)
		} else {
			err = table.Hear(line)
		}
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	if next := table.Next(); next != Nobody {
		t.Errorf("%v is next, want nobody", next)
	}
	if why := table.Why(); !strings.Contains(why, "reached the fly at 1") {
		t.Errorf("why: %s", why)
	}
}

func TestSpidersWebTellsWhy(t *testing.T) {
	t.Parallel()
	table := webTable(t, hexagon...)
	for _, want := range []string{"is 2 steps from the spider at 4", "any cut will do", "at least 4 steps apart"} {
		if why := table.Why(); !strings.Contains(why, want) {
			t.Errorf("want %q in: %s", want, why)
		}
	}
	if err := table.Say("3 4"); err != nil {
		t.Fatal(err)
	}
	if err := table.Hear("2"); err != nil {
		t.Fatal(err)
	}
	if why := table.Why(); !strings.Contains(why, "only the cut 2 1 saves it") {
		t.Errorf("why: %s", why)
	}
	if hint := table.Hint(); hint != "2 1" {
		t.Errorf("hint %q, want 2 1", hint)
	}
	single := webTable(t, "3 2 1 3", "1", "1 2", "2 3")
	if why := single.Why(); !strings.Contains(why, "No two flies are connected") {
		t.Errorf("why: %s", why)
	}
}

func TestSpidersWebReads(t *testing.T) {
	t.Parallel()
	table := webTable(t, hexagon...)
	if line, err := table.Read(" 6 "); err != nil || line != "4 6" {
		t.Errorf("6: %q, %v, want 4 6", line, err)
	}
	if err := table.Say("4 6"); err != nil {
		t.Fatal(err)
	}
	if err := table.Hear("4"); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"":      "two ends of a thread",
		"1 2 3": "two ends of a thread",
		"one 2": "not a number",
		"6 4":   "has been cut before",
		"4 6":   "has been cut before",
		"1 7":   "no thread joins 1 and 7",
		"0 1":   "numbered from 1 to 7",
		"1 8":   "numbered from 1 to 7",
	} {
		if _, err := table.Read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		if err := table.Say(text); err == nil {
			t.Errorf("%q may be said", text)
		}
	}
	if err := table.Hear("7"); err == nil {
		t.Error("the spider may jump")
	}
	if _, err := newSpidersWeb().Read("1 2"); err == nil {
		t.Error("a cut is read before there is a web")
	}
	if ask := table.Ask(); !strings.Contains(ask, "U V") {
		t.Errorf("ask: %s", ask)
	}
}

func TestSpidersWebRefusesWhatIsNoWeb(t *testing.T) {
	t.Parallel()
	for _, lines := range [][]string{
		{"7 8 2"},
		{"3 1 2 3", "1"},
		{"3 1 1 3", "1", "2"},
		{"3 1 1 3", "1", "2 4"},
	} {
		table := newSpidersWeb()
		var err error
		for _, line := range lines {
			err = table.Hear(line)
		}
		if err == nil {
			t.Errorf("%q is heard", lines)
		}
	}
}

func TestSpidersWebDraws(t *testing.T) {
	t.Parallel()
	table := webTable(t, hexagon...)
	picture := table.Draw()
	for _, want := range []string{"can get to 6 other vertices and 2 flies of 2", "  0 steps  S4    ── 2 3 5 6", "  2 steps   1F   ── 2 3"} {
		if !strings.Contains(picture, want) {
			t.Errorf("want %q in:\n%s", want, picture)
		}
	}

	// A large complete web, whose lines and vertices are too many.
	const n = 45
	lines := []string{fmt.Sprintf("%d %d 1 1", n, n*(n-1)/2), "45"}
	for v := range n {
		for u := range v {
			lines = append(lines, fmt.Sprint(u+1, " ", v+1))
		}
	}
	picture = webTable(t, lines...).Draw()
	for line := range strings.Lines(picture) {
		if width := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); width > drawnColumns {
			t.Errorf("%d columns: %s", width, line)
		}
	}
	if !strings.Contains(picture, "21 more, farther away") || !strings.Contains(picture, " …") {
		t.Errorf("not abbreviated:\n%s", picture)
	}
}

func TestSpidersWebMayBeOverAtTheStart(t *testing.T) {
	t.Parallel()
	table := webTable(t, "2 0 1 2", "1")
	if next := table.Next(); next != Nobody {
		t.Errorf("%v is next, want nobody", next)
	}
	if picture := table.Draw(); !strings.Contains(picture, "0 flies of 1") {
		t.Errorf("drawn: %s", picture)
	}
}
