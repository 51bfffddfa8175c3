package play

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"grundy/checker/drawing"
	"grundy/checker/games/oddstones"
	"grundy/internal/ui/terminal"
)

// oddStones is the table of problem oddstonesduel: a pile, a side, then moves "STONES".
type oddStones struct {
	// position is nil until the judge has named the pile.
	position *oddstones.Position
	order
}

func newOddStones() Table { return &oddStones{} }

func (t *oddStones) Hear(line string) error {
	if t.position == nil {
		return t.deal(line)
	}
	return t.move(line)
}

// deal reads the judge's first line: the pile, the most stones that a move may take, and which totals
// win.
func (t *oddStones) deal(line string) error {
	words := strings.Fields(line)
	if len(words) != 3 || words[2] != "even" && words[2] != "odd" {
		return errors.New("want the pile, the most that a move takes, and even or odd")
	}
	numbers, err := integers(strings.Join(words[:2], " "), 2)
	if err != nil {
		return err
	}
	stones, most := numbers[0], numbers[1]
	if stones < 1 || stones%2 == 0 || most < 1 {
		return errors.New("want an odd pile, and moves of at least one stone")
	}
	t.position = &oddstones.Position{Stones: stones, Most: most, EvenWins: words[2] == "even"}
	return nil
}

func (t *oddStones) Say(line string) error {
	if !t.chosen {
		return t.choose(line)
	}
	return t.move(line)
}

// parse reads a move and checks it against the rules.
func (t *oddStones) parse(text string) (int, error) {
	numbers, err := integers(text, 1)
	if err != nil {
		return 0, fmt.Errorf("a move is how many stones you take: %w", err)
	}
	if err := t.position.Check(numbers[0]); err != nil {
		return 0, fmt.Errorf("this move %w", err)
	}
	return numbers[0], nil
}

func (t *oddStones) move(line string) error {
	take, err := t.parse(line)
	if err != nil {
		return err
	}
	*t.position = t.position.After(take)
	t.moves++
	return nil
}

func (t *oddStones) Read(text string) (string, error) {
	if !t.chosen {
		return side(text, "FIRST", "SECOND")
	}
	take, err := t.parse(text)
	if err != nil {
		return "", err
	}
	return strconv.Itoa(take), nil
}

// Tell says what a move takes.
func (t *oddStones) Tell(line string) string {
	if t.chosen {
		if take, err := t.parse(line); err == nil {
			return "take " + terminal.Count(take, "stone")
		}
	}
	return sideInWords(line)
}

// Parts returns the stones that a move takes.
func (t *oddStones) Parts(line string) []string {
	take, err := t.parse(line)
	if err != nil {
		return nil
	}
	return upTo(min(take, drawing.MostPile), "")
}

// Won reports whether the player has the total that wins.
func (t *oddStones) Won() bool { return t.players() == t.position.Good() }

func (t *oddStones) Next() Speaker {
	switch {
	case t.position == nil:
		return Judge
	case !t.chosen:
		return Player
	case t.position.Over():
		return NoSpeaker
	case t.players():
		return Player
	}
	return Judge
}

func (t *oddStones) HowTo() string {
	if t.position == nil {
		return ""
	}
	return fmt.Sprintf("You and the judge move in turn. A move takes 1 to %d stones. When the pile is gone, the player whose total is %s wins. "+
		"Press a stone: it and those after it are taken.", t.position.Most, t.goal())
}

func (t *oddStones) Ask() string {
	if !t.chosen {
		return "FIRST or SECOND"
	}
	return fmt.Sprintf("your move: STONES, at most %d", min(t.position.Most, t.position.Stones))
}

// Stones are drawn in rows of groups; of a larger pile only the number is shown.
const (
	oddStonesGroup = 5
	oddStonesRow   = 50
	oddStonesDrawn = 4 * oddStonesRow
)

func (t *oddStones) Draw(columns int) string {
	p := t.position
	if p == nil {
		return ""
	}
	perRow := max(1, min(oddStonesRow/oddStonesGroup, (columns-len(" …"))/(oddStonesGroup+1))) * oddStonesGroup
	lines := []string{fmt.Sprintf("%s left. A move takes 1 to %d, and the %s total wins.", terminal.Count(p.Stones, "stone"), p.Most, t.goal())}
	shown := min(p.Stones, oddStonesDrawn)
	for first := 0; first < shown; first += perRow {
		var row strings.Builder
		for stone := first; stone < min(shown, first+perRow); stone++ {
			if stone > first && stone%oddStonesGroup == 0 {
				row.WriteByte(' ')
			}
			row.WriteString("●")
		}
		lines = append(lines, row.String())
	}
	if p.Stones > shown {
		lines[len(lines)-1] += " …"
	}
	if t.chosen {
		player, judge := t.totals()
		lines = append(lines, fmt.Sprintf("you have %d, which is %s; the judge has %d, which is %s",
			player, parityWord(player), judge, parityWord(judge)))
	}
	return folded(strings.Join(lines, "\n"), columns)
}

func (t *oddStones) Hint() string {
	if t.position == nil {
		return ""
	}
	winning := t.position.Winning()
	switch {
	case !t.chosen && len(winning) > 0:
		return "choose FIRST"
	case !t.chosen:
		return "choose SECOND"
	case len(winning) == 0:
		return noMoveWins
	}
	return strconv.Itoa(winning[0])
}

func (t *oddStones) Why() string {
	p := t.position
	switch {
	case p == nil:
		return ""
	case p.Over():
		winner := "the judge"
		if t.Won() {
			winner = "you"
		}
		return fmt.Sprintf("All stones are taken. The %s total wins, and it belongs to %s.", t.goal(), winner)
	}
	period := oddstones.Period(p.Most)
	how := "K + 2 for even K"
	if p.Most%2 == 1 {
		how = "2K + 2 for odd K"
	}
	var text strings.Builder
	fmt.Fprintf(&text, "A player whose total is %s now is good, else bad: while the pile is odd both "+
		"are the same, while it is even they differ. K = %d, and all repeats "+
		"after %d stones (%s). Who is to move loses\n", t.goal(), p.Most, period, how)
	for i, word := range []string{"good", "bad"} {
		piles := oddstones.Position{Most: p.Most, EvenWins: true, Own: i}.Lost() // good with 0, bad with 1
		fmt.Fprintf(&text, "  when %s, with a remainder of %s\n", word, orList(piles))
	}
	fmt.Fprintf(&text, "The pile is %d, with a remainder of %d.\nWho is to move is %s: ", p.Stones, p.Stones%period, goodWord(p.Good()))
	winning := p.Winning()
	if len(winning) == 0 {
		text.WriteString("lost.")
		return text.String()
	}
	after := p.After(winning[0])
	fmt.Fprintf(&text, "won, by taking %s. Taking %d leaves a %s player %d, with a remainder of %d.",
		orList(winning), winning[0], goodWord(after.Good()), after.Stones, after.Stones%period)
	return text.String()
}

// totals returns how many stones the player and the judge have taken.
func (t *oddStones) totals() (player, judge int) {
	if t.players() {
		return t.position.Own, t.position.Others
	}
	return t.position.Others, t.position.Own
}

// goal says which total wins.
func (t *oddStones) goal() string {
	if t.position.EvenWins {
		return "even"
	}
	return "odd"
}

func parityWord(number int) string {
	if number%2 == 0 {
		return "even"
	}
	return "odd"
}

func goodWord(good bool) string {
	if good {
		return "good"
	}
	return "bad"
}

// orList writes alternatives: "3 or 4".
func orList(numbers []int) string {
	words := make([]string, len(numbers))
	for i, number := range numbers {
		words[i] = strconv.Itoa(number)
	}
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
