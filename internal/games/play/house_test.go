package play

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestEveryGame plays the games in the samples of the course's problems that need no interactor: a player who follows
// the hints wins, and nonsense is refused with a reason. Problems that need an interactor have a position for it.
func TestEveryGame(t *testing.T) {
	files, err := filepath.Glob("../../../problems/*/problem.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var without []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, after, _ := strings.Cut(string(text), "\nuuid: ")
		uuid, _, _ := strings.Cut(after, "\n")
		uuid = strings.TrimSpace(uuid)
		id := filepath.Base(filepath.Dir(file))
		if (Theory{}).Duel(uuid) == "" {
			without = append(without, id)
			continue
		}
		if tables[uuid] != nil {
			continue
		}
		t.Run(id, func(t *testing.T) {
			samples, err := filepath.Glob(filepath.Join(filepath.Dir(file), "data", "sample", "*.in"))
			if err != nil {
				t.Fatal(err)
			}
			played := 0
			for _, sample := range samples {
				input, err := os.ReadFile(sample)
				if err != nil {
					t.Fatal(err)
				}
				for _, game := range Games(uuid, string(input)) {
					m, err := MatchOf(uuid, game)
					if err != nil {
						t.Log(err)
						continue
					}
					played++
					if m.House != nil {
						winByHints(t, m)
					} else if m.Position == "" || m.New().Next() != Judge {
						t.Errorf("%q is no position of a duel", game)
					}
				}
			}
			if played == 0 {
				t.Error("no game of its samples can be played")
			}
		})
	}
	if want := []string{"spidershack", "spiderstimetable", "wallgame", "wallgamebuild"}; !slices.Equal(without, want) {
		t.Errorf("without a game are %v, want %v", without, want)
	}
}

// winByHints plays a match against the house.
func winByHints(t *testing.T, m Match) {
	t.Helper()
	var said []string
	for range 200 {
		c, err := Resume(t.Context(), m.House, m.New, said)
		if err != nil {
			t.Fatal(err)
		}
		fits(t, c.Table)
		if c.Table.HowTo() == "" || c.Table.Why() == "" {
			t.Fatal("it has no rules, or does not say who wins")
		}
		if c.Word != nil {
			if !c.Word.Accepted {
				t.Errorf("%q: lost with hints alone:\n%s", said, c.Table.Draw(80))
			}
			return
		}
		inspectBoard(t, c.Table)
		if _, err := c.Table.Read("99 99 99"); err == nil {
			t.Error("99 99 99 is taken for a move")
		}
		line, err := c.Table.Read(strings.TrimPrefix(c.Table.Hint(), choose))
		if err != nil {
			t.Fatalf("%q after %q: %v\n%s", c.Table.Hint(), said, err, c.Table.Draw(80))
		}
		said = append(said, line)
	}
	t.Errorf("the game has no end: %q", said)
}

// TestHouse holds that the house refuses an impossible move with a reason, and wins a game that the player plays badly.
func TestHouse(t *testing.T) {
	const bash = "3473cd94-04c4-48fa-acae-c95f5b072a08"
	m, err := MatchOf(bash, "1\n10 3\n")
	if err != nil {
		t.Fatal(err)
	}
	var wrong *MoveError
	if _, err := Resume(t.Context(), m.House, m.New, []string{"FIRST", "4"}); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "1 to 3 stones") {
		t.Errorf("four stones of ten: got %v", err)
	}
	c, err := Resume(t.Context(), m.House, m.New, []string{"FIRST", "1"})
	if err != nil || !c.Lost() {
		t.Errorf("nine stones are left to the house: got %v, lost %v", err, c.Lost())
	}
	if mistake := FindMistake(m.New, c.Lines()); mistake == nil || mistake.Played != "1" || mistake.Winning != "2" {
		t.Errorf("the mistake is %+v", mistake)
	}
	if bare := FindMistake(m.New, c.Lines()).Bare(); bare.Winning+bare.WinningWords+bare.Why != "" || bare.Played != "1" || strings.Contains(bare.Board.SVG(), "winning") {
		t.Errorf("without the theory it says %+v", bare)
	}
	for _, input := range []string{"1\n1000000 3\n", "2\n10 3\n7 2\n", "x"} {
		if _, err := MatchOf(bash, input); err == nil {
			t.Errorf("%q is taken for a position", input)
		}
	}
}
