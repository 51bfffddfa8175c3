package play

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// inspectBoard presses everything that can be pressed in the picture of a position in which it is the
// player's turn.
func inspectBoard(t *testing.T, table Table) {
	t.Helper()
	b := table.Board()
	checkPicture(t, string(b.SVG()))
	presses := 0
	for _, choice := range b.Choices {
		presses++
		if _, err := table.Read(choice.Move); err != nil || choice.Name == "" {
			t.Errorf("the choice %+v: %v", choice, err)
		}
	}
	for _, part := range b.Parts {
		if part.Move == "" {
			continue
		}
		presses++
		if _, err := table.Read(part.Move); err != nil && !b.Joined || part.Words == "" {
			t.Errorf("the part %+v: %v", part, err)
		}
	}
	if presses == 0 {
		t.Errorf("nothing can be pressed on %+v", b)
	}
}

// checkPicture checks that a picture is well-formed, described in words, all inside its frame, and has
// no style or handler.
func checkPicture(t *testing.T, picture string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(picture))
	var width, height float64
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in %s", err, picture)
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range element.Attr {
			number, limit := 0.0, 0.0
			switch name := a.Name.Local; {
			case name == "style" || strings.HasPrefix(name, "on"):
				t.Errorf("%s=%q in %s", name, a.Value, picture)
			case name == "viewBox":
				if _, err := fmt.Sscanf(a.Value, "0 0 %g %g", &width, &height); err != nil || !(width >= 0 && height >= 0) {
					t.Errorf("%s=%q: %v", name, a.Value, err)
				}
				continue
			case name == "x" || name == "cx" || name == "x1" || name == "x2":
				limit = width
			case name == "y" || name == "cy" || name == "y1" || name == "y2":
				limit = height
			default:
				continue
			}
			if _, err := fmt.Sscan(a.Value, &number); err != nil || !(number >= 0 && number <= limit) {
				t.Errorf("%s=%q of <%s> is outside of %g by %g", a.Name.Local, a.Value, element.Name.Local, width, height)
			}
		}
	}
	if !strings.Contains(picture, "<title>") || !strings.Contains(picture, "<desc>") {
		t.Errorf("not said in words: %s", picture)
	}
}

// played is a table after some lines: those of the player begin with ">".
func played(t *testing.T, table Table, lines ...string) Table {
	t.Helper()
	for _, line := range lines {
		said, ours := strings.CutPrefix(line, ">")
		take := table.Hear
		if ours {
			take = table.Say
		}
		if err := take(said); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return table
}

func TestBoards(t *testing.T) {
	for name, table := range map[string]Table{
		"nim.side":        played(t, newNim(), "3", "3 0 25"),
		"nim":             played(t, newNim(), "3", "3 0 25", ">FIRST", ">1 1", "3 3"),
		"oddstones":       played(t, newOddStones(), "31 4 odd", ">SECOND", "3"),
		"mousetrap":       played(t, newMousetrap(), "8 1 2 4", "1 2", "2 3", "2 4", "3 5", "3 6", "4 7", "4 8", ">block 2 4", "3"),
		"mousetrap.long":  longMaze(t, 100),
		"compound":        played(t, newCompound(), "sel long normal", "3", "7 6", "5 4", "5 4", ">FIRST"),
		"spiders.flies":   played(t, newSpiders(), "SFBSBF", ">FLIES"),
		"spiders.spiders": played(t, newSpiders(), "SFBSBF", ">SPIDERS", "1"),
		"spidersweb":      played(t, newSpidersWeb(), append(hexagon, ">4 6", "2")...),
	} {
		picture := string(table.Board().SVG())
		checkPicture(t, picture)
		if table.Next() == Player {
			inspectBoard(t, table)
		}
		path := filepath.Join("testdata", "board."+name+".svg")
		if *update {
			if err := os.WriteFile(path, []byte(picture), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), picture); diff != "" {
			t.Errorf("%s (-want +got; -update writes it anew):\n%s", path, diff)
		}
	}
}

// TestEmptyBoards: before the judge's first line the board is empty, and nothing fails.
func TestEmptyBoards(t *testing.T) {
	for _, newTable := range tables {
		checkPicture(t, string(newTable().Board().SVG()))
	}
}
