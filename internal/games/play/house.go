package play

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"grundy/checker/drawing"
	"grundy/checker/games/compound"
	"grundy/internal/ui/terminal"
)

// Bounds of the games that are played without a problem's interactor: the boards stay readable.
const (
	mostStones   = drawing.MostPile // in a heap or a pile
	mostHeaps    = 8
	mostPlaces   = 40 // of a graph
	mostArrows   = 100
	mostTokens   = 9
	endlessSide  = 14 // of the part of an endless board
	chips        = 4  // beside a pile of W-numbers
	heapTooLarge = "a heap of %d stones is too large for a board"
)

// house lets a table that knows its moves be the judge.
func house(newTable func() *tokens) Interactor {
	return func(_ context.Context, talk func(from io.Reader, to io.WriteCloser) error) (Word, error) {
		heard, say := io.Pipe()
		listen, said := io.Pipe()
		over := make(chan Word, 1)
		go func() {
			defer say.Close()
			over <- newTable().judge(listen, say)
			_, _ = io.Copy(io.Discard, listen)
		}()
		err := talk(heard, said)
		_ = heard.Close()
		_ = said.Close()
		return <-over, err
	}
}

// judge plays against a player to the end of the game.
func (t *tokens) judge(player io.Reader, say io.Writer) Word {
	left := Word{Message: "the game was left"}
	lines := bufio.NewScanner(player)
	for {
		switch t.Next() {
		case NoSpeaker:
			return Word{Accepted: t.Won()}
		case Player:
			if !lines.Scan() {
				return left
			}
			if err := t.Say(lines.Text()); err != nil {
				return Word{Message: err.Error()}
			}
		case Judge:
			line := t.reply()
			_ = t.Hear(line) // it is a move of the table's own
			if _, err := io.WriteString(say, line+"\n"); err != nil {
				return left
			}
		}
	}
}

// dealt is a table with a position, at which who wins is known.
func dealt(rules compound.Rules, game *compound.Game, s *shape, position []int) (*tokens, error) {
	if _, err := game.Wins(rules, position); err != nil {
		return nil, err
	}
	return &tokens{game: game, rules: rules, shape: s, position: position}, nil
}

// heapGame is the game of a heap from which so many stones may be taken. A vertex is the number of stones left.
func heapGame(most int, takes func(stones int) bool) (*compound.Game, error) {
	options := make([][]int, most+1)
	for v := range options {
		for taken := 1; taken <= v; taken++ {
			if takes(taken) {
				options[v] = append(options[v], v-taken)
			}
		}
	}
	return compound.New(options)
}

// pile is the shape of one pile. Amounts are those that a move may take, in words.
func pile(takes func(stones int) bool, amounts string) *shape {
	return &shape{
		piece: "pile", ask: "STONES", isa: "a move is how many stones you take", moves: "A move takes " + amounts,
		ends: "that is not possible any more", press: "Press a stone: it and those after it are taken.",
		step: func(position, numbers []int) (compound.Step, error) {
			left, taken := position[0], numbers[0]
			switch {
			case !takes(taken):
				return compound.Step{}, fmt.Errorf("a move takes %s", amounts)
			case taken > left:
				return compound.Step{}, fmt.Errorf("there are only %s", terminal.Count(left, "stone"))
			}
			return compound.Step{To: left - taken}, nil
		},
		words: func(position []int, s compound.Step) string { return strconv.Itoa(position[0] - s.To) },
		tell: func(position []int, s compound.Step) string {
			return "take " + terminal.Count(position[0]-s.To, "stone")
		},
		name: func(_, v int) string { return terminal.Count(v, "stone") },
		board: func(position []int) drawing.Board {
			b := drawing.Pile(position[0], mostStones, "")
			b.Description = terminal.Count(position[0], "stone") + " left"
			return allowed(b, func(move string) bool { taken, err := strconv.Atoi(move); return err == nil && takes(taken) })
		},
		draw: func(position []int, columns int) string {
			return folded(strings.TrimSpace(strings.Repeat("● ", position[0]))+" "+terminal.Count(position[0], "stone"), columns)
		},
	}
}

// allowed leaves the moves that are allowed on a board.
func allowed(b drawing.Board, may func(move string) bool) drawing.Board {
	for i := range b.Parts {
		if p := &b.Parts[i]; p.Move != "" && !may(p.Move) {
			p.Move = ""
		}
	}
	return b
}

// heapsOf is the shape of heaps of stones.
func heapsOf() *shape {
	return &shape{
		piece: "heap", ask: "HEAP STONES", isa: "a move is the number of a heap and how many stones you take",
		ends: "no stone can be taken", press: "Press a stone: it and those on its right are taken.",
		step: func(position, numbers []int) (compound.Step, error) {
			heap, taken := numbers[0], numbers[1]
			switch {
			case heap < 1 || heap > len(position):
				return compound.Step{}, fmt.Errorf("there is no heap %d: they are numbered from 1 to %d", heap, len(position))
			case taken < 1:
				return compound.Step{}, errors.New("a move takes at least one stone")
			case taken > position[heap-1]:
				return compound.Step{}, fmt.Errorf("heap %d has only %s", heap, terminal.Count(position[heap-1], "stone"))
			}
			return compound.Step{Component: heap - 1, To: position[heap-1] - taken}, nil
		},
		words: func(position []int, s compound.Step) string {
			return fmt.Sprintf("%d %d", s.Component+1, position[s.Component]-s.To)
		},
		tell: func(position []int, s compound.Step) string {
			return fmt.Sprintf("take %s from heap %d", terminal.Count(position[s.Component]-s.To, "stone"), s.Component+1)
		},
		name: func(component, v int) string {
			return fmt.Sprintf("heap %d of %s", component+1, terminal.Count(v, "stone"))
		},
		board: drawing.Heaps,
		draw: func(position []int, columns int) string {
			t := nimTable{heaps: position}
			return t.Draw(columns)
		},
	}
}

// graphOf is the shape of tokens on a graph of moves. A small disc with a token's number lies on each of its moves.
func graphOf(options [][]int, piece, moves, ends string) *shape {
	return &shape{
		piece: piece, ask: "TOKEN VERTEX", isa: "a move is, for each token that moves, its number and the vertex where it goes",
		moves: moves, ends: ends, press: "Press the small disc with a number on the move that it shall make.",
		step: func(_, numbers []int) (compound.Step, error) {
			if numbers[1] < 1 || numbers[1] > len(options) {
				return compound.Step{}, fmt.Errorf("there is no vertex %d: they are numbered from 1 to %d", numbers[1], len(options))
			}
			return compound.Step{Component: numbers[0] - 1, To: numbers[1] - 1}, nil
		},
		words: func(_ []int, s compound.Step) string { return fmt.Sprintf("%d %d", s.Component+1, s.To+1) },
		tell:  func(_ []int, s compound.Step) string { return fmt.Sprintf("%s %d to %d", piece, s.Component+1, s.To+1) },
		name:  func(component, v int) string { return fmt.Sprintf("%s %d on %d", piece, component+1, v+1) },
		board: func(position []int) drawing.Board { return drawing.Tokens(options, position, piece) },
		draw: func(position []int, columns int) string {
			var lines []string
			for i, v := range position {
				goes := "cannot move"
				if len(options[v]) > 0 {
					var to []string
					for _, u := range options[v] {
						to = append(to, strconv.Itoa(u+1))
					}
					goes = "goes to " + strings.Join(to, ", ")
				}
				lines = append(lines, fmt.Sprintf("%s %d on %d %s", piece, i+1, v+1, goes))
			}
			return folded(strings.Join(lines, "\n"), columns)
		},
	}
}

// bash is a line "N K": a pile, and how many stones a move may take.
func bash(lines []string) (*tokens, error) {
	numbers, err := integers(lines[len(lines)-1], 2)
	if err != nil {
		return nil, err
	}
	stones, most := numbers[0], min(numbers[1], numbers[0])
	return onePile(stones, func(taken int) bool { return 1 <= taken && taken <= most }, "1 to "+terminal.Count(most, "stone"))
}

// takeSet is a line "N K S1 S2 …": a pile, and the numbers of stones that a move may take.
func takeSet(lines []string) (*tokens, error) {
	words := strings.Fields(lines[len(lines)-1])
	numbers, err := integers(strings.Join(words, " "), max(len(words), 3))
	if err != nil {
		return nil, err
	}
	set := numbers[2:]
	return onePile(numbers[0], func(taken int) bool { return slices.Contains(set, taken) }, orList(set)+" stones")
}

func onePile(stones int, takes func(int) bool, amounts string) (*tokens, error) {
	if stones > mostStones {
		return nil, fmt.Errorf(heapTooLarge, stones)
	}
	game, err := heapGame(stones, takes)
	if err != nil {
		return nil, err
	}
	return dealt(compound.Rules{}, game, pile(takes, amounts), []int{stones})
}

// nimMisere is a line "N A1 A2 …": heaps in misère play.
func nimMisere(lines []string) (*tokens, error) {
	return heaps(compound.Rules{Misere: true}, "A move takes stones from one heap, at least one", strings.Fields(lines[len(lines)-1]))
}

// notAllNim is a line "WORD N A1 A2 …": heaps, not all of which may be taken from.
func notAllNim(lines []string) (*tokens, error) {
	words := strings.Fields(lines[len(lines)-1])
	if len(words) == 0 {
		return nil, errors.New("the line is empty")
	}
	rules := compound.Rules{Style: compound.NotAll, Misere: words[0] == "misere"}
	return heaps(rules, "A move takes stones from one or more heaps, but not from all of them; empty ones count", words[1:])
}

// heaps deals heaps: their number, then their sizes.
func heaps(rules compound.Rules, moves string, words []string) (*tokens, error) {
	numbers, err := integers(strings.Join(words, " "), max(len(words), 2))
	if err != nil {
		return nil, err
	}
	sizes := numbers[1:]
	most := slices.Max(sizes)
	if most > drawing.Row || len(sizes) > mostHeaps {
		return nil, fmt.Errorf("more than %d heaps, or heaps of more than %d stones, are too many for a board", mostHeaps, drawing.Row)
	}
	game, err := heapGame(most, func(taken int) bool { return taken > 0 })
	if err != nil {
		return nil, err
	}
	s := heapsOf()
	s.moves = moves
	return dealt(rules, game, s, sizes)
}

// wTable is a line "WORD N K S1 S2 …": a pile of N stones and some chips. The pile alone ends the game, so that both
// together are one component: a vertex is a number of stones and one of chips.
func wTable(lines []string) (*tokens, error) {
	words := strings.Fields(lines[len(lines)-1])
	if len(words) < 4 {
		return nil, errors.New("want a word, the stones, and a list of numbers")
	}
	numbers, err := integers(strings.Join(words[1:], " "), len(words)-1)
	if err != nil {
		return nil, err
	}
	stones, set := numbers[0], numbers[2:]
	if stones > drawing.Row {
		return nil, fmt.Errorf(heapTooLarge, stones)
	}
	const wide = chips + 1
	options := make([][]int, (stones+1)*wide)
	for v := range options {
		pile, heap := v/wide, v%wide
		if pile < slices.Min(set) {
			continue
		}
		for _, taken := range set {
			if taken <= pile {
				options[v] = append(options[v], v-taken*wide)
			}
		}
		for taken := 1; taken <= heap; taken++ {
			options[v] = append(options[v], v-taken)
		}
	}
	game, err := compound.New(options)
	if err != nil {
		return nil, err
	}
	amount := func(from, to int) (row, taken int) {
		if from/wide > to/wide {
			return 1, from/wide - to/wide
		}
		return 2, from - to
	}
	things := []string{1: "stone", 2: "chip"}
	s := &shape{
		piece: "pile", ask: "ROW COUNT", isa: "a move is 1 for the stones or 2 for the chips, and how many you take",
		moves: "A move takes " + orList(set) + " stones from row 1, or chips from row 2, at least one",
		ends:  fmt.Sprintf("at most %d of the stones are left", slices.Min(set)-1),
		press: "Press a stone or a chip: it and those on its right are taken.",
		step: func(position, numbers []int) (compound.Step, error) {
			to := position[0] - numbers[1]
			if numbers[0] == 1 {
				to = position[0] - numbers[1]*wide
			}
			if numbers[0] < 1 || numbers[0] > 2 || !slices.Contains(options[position[0]], to) {
				return compound.Step{}, fmt.Errorf("a move takes %s stones from row 1, or chips from row 2", orList(set))
			}
			return compound.Step{To: to}, nil
		},
		words: func(position []int, s compound.Step) string {
			row, taken := amount(position[0], s.To)
			return fmt.Sprintf("%d %d", row, taken)
		},
		tell: func(position []int, s compound.Step) string {
			row, taken := amount(position[0], s.To)
			return "take " + terminal.Count(taken, things[row])
		},
		name: func(_, v int) string {
			return terminal.Count(v/wide, "stone") + " and " + terminal.Count(v%wide, "chip")
		},
		board: func(position []int) drawing.Board {
			b := drawing.Heaps([]int{position[0] / wide, position[0] % wide})
			b.Description = fmt.Sprintf("row 1 of stones: %d; row 2 of chips: %d", position[0]/wide, position[0]%wide)
			return allowed(b, func(move string) bool {
				numbers, err := integers(move, 2)
				return err == nil && (numbers[0] == 2 || slices.Contains(set, numbers[1]))
			})
		},
		draw: func(position []int, columns int) string {
			t := nimTable{heaps: []int{position[0] / wide, position[0] % wide}}
			return t.Draw(columns)
		},
	}
	return dealt(compound.Rules{Misere: words[0] == "misere"}, game, s, []int{stones*wide + chips})
}

// plan reads a graph: a line "N M", then a line for each of the M edges. It returns where each edge leads, once.
func plan(lines []string) (options [][]int, rest []string, err error) {
	size, err := integers(lines[0], 2)
	if err != nil {
		return nil, nil, err
	}
	if size[0] > mostPlaces || size[1] > mostArrows {
		return nil, nil, fmt.Errorf("a graph of %d vertices and %d edges is too large for a board", size[0], size[1])
	}
	if len(lines) < 1+size[1] {
		return nil, nil, errors.New("an edge is missing")
	}
	options = make([][]int, size[0])
	for _, line := range lines[1 : 1+size[1]] {
		ends, err := integers(line, 2)
		if err != nil {
			return nil, nil, err
		}
		if min(ends[0], ends[1]) < 1 || max(ends[0], ends[1]) > size[0] {
			return nil, nil, fmt.Errorf("%s is not an edge", line)
		}
		if u, v := ends[0]-1, ends[1]-1; !slices.Contains(options[u], v) {
			options[u] = append(options[u], v)
		}
	}
	return options, lines[1+size[1]:], nil
}

// onGraph deals tokens on a graph; places are the vertices, counted from 1.
func onGraph(rules compound.Rules, options [][]int, places []int, s *shape) (*tokens, error) {
	game, err := compound.New(options)
	if err != nil {
		return nil, err
	}
	if len(places) > mostTokens {
		return nil, fmt.Errorf("%s are too many for a board", terminal.Count(len(places), "token"))
	}
	position := make([]int, len(places))
	for i, v := range places {
		if v < 1 || v > len(options) {
			return nil, fmt.Errorf("there is no vertex %d", v)
		}
		position[i] = v - 1
	}
	return dealt(rules, game, s, position)
}

// dagSum is a graph, then the tokens.
func dagSum(lines []string) (*tokens, error) {
	options, rest, err := plan(lines)
	if err != nil {
		return nil, err
	}
	if len(rest) != 2 {
		return nil, errors.New("the tokens are missing")
	}
	places, err := integers(rest[1], len(strings.Fields(rest[1])))
	if err != nil {
		return nil, err
	}
	return onGraph(compound.Rules{}, options, places, graphOf(options, "token", "One token moves along an arrow", "no token can move"))
}

// compoundDAG is a graph, then one question: the words of a compound, the number of tokens, and their places.
func compoundDAG(lines []string) (*tokens, error) {
	options, rest, err := plan(lines)
	if err != nil {
		return nil, err
	}
	words := strings.Fields(rest[len(rest)-1])
	if len(words) < 5 {
		return nil, errors.New("a question has the three words of a compound and its tokens")
	}
	rules, err := compound.ParseRules(words[0], words[1], words[2])
	if err != nil {
		return nil, err
	}
	places, err := integers(strings.Join(words[4:], " "), len(words)-4)
	if err != nil {
		return nil, err
	}
	return onGraph(rules, options, places, graphOf(options, "token", "", ""))
}

// remoteness is a graph; a token stands where the longest way begins.
func remoteness(lines []string) (*tokens, error) {
	options, _, err := plan(lines)
	if err != nil {
		return nil, err
	}
	game, err := compound.New(options)
	if err != nil {
		return nil, err
	}
	farthest := 0
	for v := range options {
		if game.Values(v).Suspense > game.Values(farthest).Suspense {
			farthest = v
		}
	}
	return onGraph(compound.Rules{}, options, []int{farthest + 1}, graphOf(options, "token", "The token moves along an arrow", "it stands on a dead end"))
}

// fireRobot is a map of roads. A robot that flees from the fire always goes to a city that burns a day later.
func fireRobot(lines []string) (*tokens, error) {
	roads, _, err := plan(lines)
	if err != nil {
		return nil, err
	}
	next := make([][]int, len(roads))
	for u, others := range roads {
		for _, v := range others {
			next[u], next[v] = append(next[u], v), append(next[v], u)
		}
	}
	day := map[int]int{0: 1}
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		for _, v := range next[queue[0]] {
			if day[v] == 0 {
				day[v], queue = day[queue[0]]+1, append(queue, v)
			}
		}
	}
	flights := make([][]int, len(roads))
	for _, u := range slices.Sorted(maps.Keys(day)) {
		for _, v := range next[u] {
			if day[v] > day[u] {
				flights[u] = append(flights[u], v)
			}
		}
	}
	s := graphOf(flights, "robot", "The robot goes along a road to a city that does not burn yet", "it has no such way")
	return onGraph(compound.Rules{}, flights, []int{1}, s)
}

// endlessKnights is a number of knights, and their squares on a board without end.
func endlessKnights(lines []string) (*tokens, error) {
	var squares [][]int
	side := 3
	for _, line := range lines[2:] {
		square, err := integers(line, 2)
		if err != nil {
			return nil, err
		}
		if square[0]+square[1] >= endlessSide || min(square[0], square[1]) < 0 {
			return nil, fmt.Errorf("%s is too far away for a board", line)
		}
		side = max(side, square[0]+square[1]+1) // every ride makes the sum smaller
		squares = append(squares, square)
	}
	if len(squares) == 0 || len(squares) > mostTokens {
		return nil, fmt.Errorf("%s: want 1 to %d on a board", terminal.Count(len(squares), "knight"), mostTokens)
	}
	options := make([][]int, side*side)
	for v := range options {
		for _, d := range [][2]int{{1, -2}, {-1, -2}, {-2, -1}, {-2, 1}} {
			if u, err := squareOf(side, v/side+d[0], v%side+d[1]); err == nil {
				options[v] = append(options[v], u)
			}
		}
	}
	game, err := compound.New(options)
	if err != nil {
		return nil, err
	}
	var position []int
	for _, square := range squares {
		position = append(position, square[0]*side+square[1])
	}
	return dealt(compound.Rules{}, game, knightsOn(side, game), position)
}
