package play

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"grundy/checker/drawing"
	"grundy/checker/games/nim"
	"grundy/internal/ui/terminal"
)

// nimTable is the table of problem nimduel: heaps, a side, then moves "HEAP STONES".
type nimTable struct {
	heaps []int // nil until the judge has named them
	count int   // number of heaps; 0 until the judge has named it
	order
}

func newNim() Table { return &nimTable{} }

func (t *nimTable) Hear(line string) error {
	switch {
	case t.count == 0:
		count, err := strconv.Atoi(line)
		t.count = count
		return err
	case t.heaps == nil:
		heaps, err := integers(line, t.count)
		t.heaps = heaps
		return err
	}
	return t.move(line)
}

func (t *nimTable) Say(line string) error {
	if !t.chosen {
		return t.choose(line)
	}
	return t.move(line)
}

// parse reads a move and checks it against the rules.
func (t *nimTable) parse(text string) (nim.Move, error) {
	numbers, err := integers(text, 2)
	if err != nil {
		return nim.Move{}, fmt.Errorf("a move is the number of a heap and how many stones you take: %w", err)
	}
	heap, stones := numbers[0], numbers[1]
	switch {
	case heap < 1 || heap > len(t.heaps):
		return nim.Move{}, fmt.Errorf("there is no heap %d: they are numbered from 1 to %d", heap, len(t.heaps))
	case t.heaps[heap-1] == 0:
		return nim.Move{}, fmt.Errorf("heap %d is empty", heap)
	case stones < 1:
		return nim.Move{}, errors.New("a move takes at least one stone")
	case stones > t.heaps[heap-1]:
		return nim.Move{}, fmt.Errorf("heap %d has only %s", heap, terminal.Count(t.heaps[heap-1], "stone"))
	}
	return nim.Move{Heap: heap - 1, Stones: stones}, nil
}

func (t *nimTable) move(line string) error {
	move, err := t.parse(line)
	if err != nil {
		return err
	}
	t.heaps[move.Heap] -= move.Stones
	t.moves++
	return nil
}

func (t *nimTable) Read(text string) (string, error) {
	if !t.chosen {
		return side(text, "FIRST", "SECOND")
	}
	move, err := t.parse(text)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d %d", move.Heap+1, move.Stones), nil
}

// Tell says what a move takes.
func (t *nimTable) Tell(line string) string {
	if t.chosen {
		if move, err := t.parse(line); err == nil {
			return fmt.Sprintf("take %s from heap %d", terminal.Count(move.Stones, "stone"), move.Heap+1)
		}
	}
	return sideInWords(line)
}

// Parts returns the stones that a move takes.
func (t *nimTable) Parts(line string) []string {
	move, err := t.parse(line)
	if err != nil {
		return nil
	}
	return upTo(min(move.Stones, drawing.Row), strconv.Itoa(move.Heap+1)+" ")
}

// Won reports whether it is the judge's turn, who then cannot move.
func (t *nimTable) Won() bool { return !t.players() }

func (t *nimTable) Next() Speaker {
	switch {
	case t.heaps == nil:
		return Judge
	case !t.chosen:
		return Player
	case nim.Over(t.heaps):
		return NoSpeaker
	case t.players():
		return Player
	}
	return Judge
}

func (t *nimTable) HowTo() string {
	return "You and the judge move in turn. A move takes stones from one heap, at least one. Who takes the last stone of all wins. " +
		"Press a stone: it and those on its right are taken."
}

func (t *nimTable) Ask() string {
	if !t.chosen {
		return "FIRST or SECOND"
	}
	return "your move: HEAP STONES"
}

// Bounds of a drawing: the heaps, the stones of one heap, and the columns beside the stones.
const (
	drawnHeaps  = 20
	drawnStones = 50
	besideHeaps = 26
)

func (t *nimTable) Draw(columns int) string {
	width, most := len(strconv.Itoa(len(t.heaps))), max(1, min(drawnStones, columns-besideHeaps))
	var lines []string
	empty, hidden := 0, 0
	for i, heap := range t.heaps {
		switch {
		case heap == 0 && len(t.heaps) > drawnHeaps:
			empty++
			continue
		case len(lines) == drawnHeaps:
			hidden++
			continue
		}
		stones := strings.Repeat("●", min(heap, most))
		switch {
		case heap > most:
			stones += "…"
		case heap == 0:
			stones = "–"
		}
		lines = append(lines, fmt.Sprintf("%*d  %s %d", width, i+1, stones, heap))
	}
	if hidden > 0 {
		lines = append(lines, fmt.Sprintf("and %s more with stones", terminal.Count(hidden, "heap")))
	}
	if empty > 0 {
		lines = append(lines, fmt.Sprintf("and %s without", terminal.Count(empty, "heap")))
	}
	return strings.Join(lines, "\n")
}

func (t *nimTable) Hint() string {
	winning := nim.Winning(t.heaps)
	switch {
	case !t.chosen && len(winning) > 0:
		return "choose FIRST"
	case !t.chosen:
		return "choose SECOND"
	case len(winning) == 0:
		return noMoveWins
	}
	return fmt.Sprintf("%d %d", winning[0].Heap+1, winning[0].Stones)
}

// explainedHeaps is how many heaps are shown in binary.
const explainedHeaps = 8

func (t *nimTable) Why() string {
	sum := nim.Sum(t.heaps)
	var text strings.Builder
	if len(t.heaps) <= explainedHeaps {
		widest := 1
		for _, heap := range t.heaps {
			widest = max(widest, bits.Len(uint(heap)))
		}
		for i, heap := range t.heaps {
			fmt.Fprintf(&text, "heap %d  %0*b\n", i+1, widest, heap)
		}
		fmt.Fprintf(&text, "sum     %0*b\n", widest, sum)
	}
	if sum == 0 {
		text.WriteString("The nim-sum of the heaps is 0: each column of binary digits holds an even number of ones. Whoever " +
			"moves breaks that, and the other one can always mend it: who is to move loses.")
		return text.String()
	}
	move := nim.Winning(t.heaps)[0]
	left := t.heaps[move.Heap] - move.Stones
	fmt.Fprintf(&text, "The nim-sum of the heaps is %d, not 0: who is to move wins by making it 0.\nHeap %d: %d xor %d = %s may stay.",
		sum, move.Heap+1, t.heaps[move.Heap], sum, terminal.Count(left, "stone"))
	return text.String()
}
