package play

import (
	"fmt"
	"maps"
	"regexp"
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
	if next := table.Next(); next != NoSpeaker {
		t.Errorf("%v is next, want that the game is over", next)
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
	if next := table.Next(); next != NoSpeaker {
		t.Errorf("%v is next, want that the game is over", next)
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

// TestSpidersWebDraws draws webs in which each thread is visible, and stays at its position while others are cut.
func TestSpidersWebDraws(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string][]string{
		"hexagon":  hexagon,
		"edge":     {"2 1 1 1", "2", "1 2"},
		"path":     webLines(12, func(v int) []int { return []int{v - 1} }),
		"ring":     webLines(14, func(v int) []int { return map[bool][]int{true: {12, 0}, false: {v - 1}}[v == 13] }),
		"tree":     webLines(20, func(v int) []int { return []int{(v - 1) / 2} }),
		"complete": webLines(5, func(v int) []int { return []int{0, 1, 2, 3}[:v] }),
		"grid": webLines(20, func(v int) []int {
			var before []int
			if v%5 > 0 {
				before = append(before, v-1)
			}
			if v >= 5 {
				before = append(before, v-5)
			}
			return before
		}),
	} {
		for _, columns := range []int{80, 50} {
			table := webTable(t, lines...).(*spidersWeb)
			before := standing(table.Draw(columns))
			drawn := table.drawn
			if drawn == nil {
				t.Errorf("%s in %d columns: no drawing but\n%s", name, columns, table.Draw(columns))
				continue
			}
			fits(t, table)
			if len(before) != table.vertices {
				t.Errorf("%s in %d columns: %d names of %d:\n%s", name, columns, len(before), table.vertices, table.Draw(columns))
			}
			for _, edge := range drawn.edges {
				picture := pictureOf(table.Draw(columns))
				if err := table.web.Cut(drawn.vertices[edge[0]], drawn.vertices[edge[1]]); err != nil {
					t.Fatal(err)
				}
				after := table.Draw(columns)
				if pictureOf(after) == picture {
					t.Errorf("%s in %d columns: %v is cut, and nobody sees it:\n%s", name, columns, edge, after)
				}
				if !maps.Equal(before, standing(after)) {
					t.Errorf("%s in %d columns: vertices move:\n%s", name, columns, after)
				}
			}
		}
	}
}

// webLines is a web as the judge describes it, with a fly at the first vertex and the spider at the last. joined
// returns the smaller neighbours of each vertex, counted from 0.
func webLines(vertices int, joined func(v int) []int) []string {
	var threads []string
	for v := 1; v < vertices; v++ {
		for _, u := range joined(v) {
			threads = append(threads, fmt.Sprint(u+1, " ", v+1))
		}
	}
	return append([]string{fmt.Sprint(vertices, " ", len(threads), " 1 ", vertices), "1"}, threads...)
}

// pictureOf is a drawing without the text above it.
func pictureOf(drawing string) string {
	_, picture, _ := strings.Cut(drawing, "\n\n")
	return picture
}

// standing returns the positions of the names in a drawing, from the top down.
func standing(drawing string) map[string]cell {
	all, top := map[string]cell{}, -1
	for row, line := range strings.Split(pictureOf(drawing), "\n") {
		for _, at := range vertexName.FindAllStringIndex(line, -1) {
			if top < 0 {
				top = row
			}
			all[line[at[0]:at[1]]] = cell{utf8.RuneCountInString(line[:at[0]]), row - top}
		}
	}
	return all
}

var vertexName = regexp.MustCompile(`[SF]?[0-9]+`)

// TestSpidersWebLists lists a large web with too many vertices and lines to draw.
func TestSpidersWebLists(t *testing.T) {
	t.Parallel()
	table := webTable(t, webLines(45, func(v int) []int {
		var all []int
		for u := range v {
			all = append(all, u)
		}
		return all
	})...)
	fits(t, table)
	list := table.Draw(80)
	for _, want := range []string{"  0 steps  S45  ── F1 2 3 4", "  1 steps  F1   ── 2 3", "21 more, farther away", " …\n"} {
		if !strings.Contains(list, want) {
			t.Errorf("want %q in:\n%s", want, list)
		}
	}
}

func TestSpidersWebMayBeOverAtTheStart(t *testing.T) {
	t.Parallel()
	table := webTable(t, "2 0 1 2", "1")
	if next := table.Next(); next != NoSpeaker {
		t.Errorf("%v is next, want that the game is over", next)
	}
	if picture := table.Draw(80); !strings.Contains(picture, "0 flies of 1") {
		t.Errorf("drawn: %s", picture)
	}
}
