package play

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grundy/checker/drawing"
	"grundy/checker/games/compound"
	"grundy/internal/ui/terminal"
)

// tokens is the table of a compound of games that the theory of compounds knows: knights, tokens on a graph, heaps. A
// shape says what its components are called and how they look.
type tokens struct {
	game     *compound.Game
	rules    compound.Rules
	position []int
	shape    *shape
	order
}

// shape is how the components of a compound look. A step is one component's part of a move.
type shape struct {
	piece string // what a component is called: "heap"
	ask   string // the numbers that name a step: "HEAP STONES"
	isa   string // what they are: "a move is …"
	// moves says what a move is, and ends when there is none, where the words of compounds say it badly; "" elsewhere.
	moves, ends string
	press       string // how a step is made on the board
	// step reads the numbers of a step, and words writes it.
	step  func(position, numbers []int) (compound.Step, error)
	words func(position []int, s compound.Step) string
	tell  func(position []int, s compound.Step) string // in words that need no rules
	name  func(component, v int) string                // "heap 1 of 5 stones"
	board func(position []int) drawing.Board           // its parts have the words of steps as moves
	draw  func(position []int, columns int) string
}

// size is how many numbers name a step.
func (s *shape) size() int { return len(strings.Fields(s.ask)) }

// Hear takes a move of the judge: the position is known from the beginning.
func (t *tokens) Hear(line string) error { return t.move(line) }

func (t *tokens) Say(line string) error {
	if !t.chosen {
		return t.choose(line)
	}
	return t.move(line)
}

// parse reads a move, with or without the number of its steps before it, and checks it against the rules.
func (t *tokens) parse(text string) (compound.Move, error) {
	size, words := t.shape.size(), strings.Fields(strings.ReplaceAll(text, ",", " "))
	numbers, err := integers(strings.Join(words, " "), len(words))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.shape.isa, err)
	}
	if size > 1 && len(numbers)%size == 1 {
		if numbers[0] != len(numbers)/size {
			return nil, fmt.Errorf("%s announced, but %d there", terminal.Count(numbers[0], t.shape.piece), len(numbers)/size)
		}
		numbers = numbers[1:]
	}
	if len(numbers)%size != 0 || len(numbers) == 0 {
		return nil, errors.New(t.shape.isa)
	}
	var move compound.Move
	for numbers := range slices.Chunk(numbers, size) {
		step, err := t.shape.step(t.position, numbers)
		if err != nil {
			return nil, err
		}
		move = append(move, step)
	}
	return move, t.game.Check(t.rules, t.position, move)
}

func (t *tokens) move(line string) error {
	move, err := t.parse(line)
	if err != nil {
		return err
	}
	t.position = move.After(t.position)
	t.moves++
	return nil
}

func (t *tokens) Read(text string) (string, error) {
	if !t.chosen {
		return side(text, "FIRST", "SECOND")
	}
	move, err := t.parse(text)
	if err != nil {
		return "", err
	}
	return t.write(move), nil
}

// write writes a move: the number of steps, where there may be several, then the steps.
func (t *tokens) write(move compound.Move) string {
	var words []string
	if t.shape.size() > 1 {
		words = append(words, strconv.Itoa(len(move)))
	}
	return strings.Join(append(words, t.steps(move)...), " ")
}

// steps writes the steps of a move.
func (t *tokens) steps(move compound.Move) []string {
	var steps []string
	for _, step := range move {
		steps = append(steps, t.shape.words(t.position, step))
	}
	return steps
}

// Tell says what each step does.
func (t *tokens) Tell(line string) string {
	move, err := t.parse(line)
	if !t.chosen || err != nil {
		return sideInWords(line)
	}
	var words []string
	for _, step := range move {
		words = append(words, t.shape.tell(t.position, step))
	}
	return strings.Join(words, "; ")
}

// Parts returns the parts of the board that make the steps.
func (t *tokens) Parts(line string) []string {
	move, err := t.parse(line)
	if err != nil {
		return nil
	}
	return t.steps(move)
}

// Won reports whether the player has won: when the game is over, the side to move wins in misère play, and the other
// side in normal play.
func (t *tokens) Won() bool { return t.players() == t.rules.Misere }

func (t *tokens) Next() Speaker {
	switch {
	case !t.chosen:
		return Player
	case t.game.Over(t.rules, t.position):
		return NoSpeaker
	case t.players():
		return Player
	}
	return Judge
}

func (t *tokens) Ask() string {
	switch {
	case !t.chosen:
		return "FIRST or SECOND"
	case t.rules.Style == compound.Disjunctive:
		return "your move: " + t.shape.ask
	}
	return "your move: " + t.shape.ask + " " + t.shape.ask + " …"
}

// HowTo says what is played, and how to move on the board.
func (t *tokens) HowTo() string {
	press := t.shape.press
	if t.rules.Style != compound.Disjunctive {
		press += " Do so for all that shall move, then press Move."
	}
	return strings.ReplaceAll(t.describe(), "\n", " ") + " " + press
}

func (t *tokens) Draw(columns int) string {
	return folded(t.describe(), columns) + "\n" + t.shape.draw(t.position, columns)
}

// describe says what is played, in two lines.
func (t *tokens) describe() string {
	piece := t.shape.piece
	moves := map[compound.Style]string{
		compound.Disjunctive: "One " + piece + " moves",
		compound.Selective:   "One or more " + piece + "s move",
		compound.Conjunctive: "All " + piece + "s move that can",
		compound.NotAll:      "One or more " + piece + "s move, not all",
	}[t.rules.Style]
	end, word := "no "+piece+" can move", "lost"
	if t.rules.Short {
		end = "one " + piece + " cannot move"
	}
	if t.rules.Misere {
		word = "won"
	}
	if t.shape.moves != "" {
		moves = t.shape.moves
	}
	if t.shape.ends != "" {
		end = t.shape.ends
	}
	return fmt.Sprintf("%s.\nThe game ends when %s; who is to move then has %s.", moves, end, word)
}

// Board shows the components. Pressing a part makes a step.
func (t *tokens) Board() drawing.Board {
	turn := t.chosen && t.Next() == Player
	b := t.shape.board(t.position)
	b.Joined = turn && t.rules.Style != compound.Disjunctive
	if !t.chosen {
		b.Choices = sides("FIRST", "SECOND")
	}
	b.Press(turn, func(move string) string {
		numbers, _ := integers(move, t.shape.size()) // the board made it itself
		step, _ := t.shape.step(t.position, numbers)
		return t.shape.tell(t.position, step)
	})
	return b
}

func (t *tokens) Hint() string {
	wins, err := t.game.Wins(t.rules, t.position)
	if err != nil {
		return err.Error()
	}
	if !t.chosen {
		if wins {
			return "choose FIRST"
		}
		return "choose SECOND"
	}
	// Finding a winning move was possible just before.
	move, err := t.game.Winning(t.rules, t.position)
	switch {
	case err != nil:
		return err.Error()
	case move == nil:
		return noMoveWins
	}
	return t.write(move)
}

// reply is the move of a judge who plays perfectly: one that wins, or else the first one, which is small.
func (t *tokens) reply() string {
	move, err := t.game.Winning(t.rules, t.position)
	if err != nil || move == nil {
		move = t.game.Whim(t.rules, t.position, func(int) int { return 0 })
	}
	return t.write(move)
}

func (t *tokens) Why() string {
	if t.game.Over(t.rules, t.position) {
		word := "lost"
		if t.rules.Misere {
			word = "won"
		}
		return "The game is over: who is to move has " + word + "."
	}
	wins, err := t.game.Wins(t.rules, t.position)
	if err != nil {
		return err.Error()
	}
	word := "loses"
	if wins {
		word = "wins"
	}
	var text strings.Builder
	number, reason := t.theory()
	for i, v := range t.position {
		fmt.Fprintf(&text, "%s: %s\n", t.shape.name(i, v), number(t.game.Values(v)))
	}
	fmt.Fprintf(&text, "%s\nWho is to move %s.", reason, word)
	return text.String()
}

// theory explains a component's number in this compound, and how the numbers decide, for a game that is not
// over.
func (t *tokens) theory() (number func(compound.Values) string, reason string) {
	switch t.rules.Style {
	case compound.Selective:
		return t.selective()
	case compound.Conjunctive:
		return t.conjunctive()
	case compound.NotAll:
		if t.rules.Misere {
			return misereGrundyOf, "No theory is known here: all that can follow was searched."
		}
		return grundyOf, "Who makes all Grundy values equal wins: the other one must move some knights and " +
			"leave some, so they are different again. Bring all down to the least one."
	case compound.Disjunctive:
	}
	if t.rules.Short {
		return t.diminished()
	}
	if !t.rules.Misere && len(t.position) == 1 {
		return grundyOf, "That of a position is the least number that none of its moves leads to; 0 loses, and from anything else a move leads to 0."
	}
	if !t.rules.Misere {
		return grundyOf, fmt.Sprintf("Their nim-sum is %d; 0 loses, and anything else can be made 0.", t.game.NimSum(t.position))
	}
	number = func(v compound.Values) string {
		kind := "tame"
		if !v.Tame {
			kind = "wild"
		}
		return fmt.Sprintf("Grundy value %d, in misère play %d: %s", v.Grundy, v.MisereGrundy, kind)
	}
	switch sum := t.game.NimSum(t.position); {
	case !t.game.Tame(t.position):
		reason = "No theory helps with wild components in misère play: all that can follow was searched."
	case t.game.Firm(t.position):
		reason = fmt.Sprintf("All are tame, and some have the same number in both: the nim-sum decides as in normal play. It is %d; 0 loses.", sum)
	default:
		reason = fmt.Sprintf("All are 0 1 or 1 0, like single stones: the nim-sum decides the other way round. It is %d; 1 loses.", sum)
	}
	return number, reason
}

func grundyOf(v compound.Values) string { return fmt.Sprintf("Grundy value %d", v.Grundy) }

func misereGrundyOf(v compound.Values) string {
	return fmt.Sprintf("Grundy value %d in misère play", v.MisereGrundy)
}

func (t *tokens) selective() (number func(compound.Values) string, reason string) {
	live := 0
	for _, v := range t.position {
		if !t.game.Finished(v) {
			live++
		}
	}
	switch {
	case !t.rules.Misere:
		return grundyOf, "A single one is lost at 0. Who can win with some moves just these."
	case t.rules.Short:
		return misereGrundyOf, "A single one is lost at 0. Who can win with some moves just these."
	case live == 1:
		return misereGrundyOf, "Only one can move: it is played alone, and lost at 0."
	}
	return grundyOf, "With two or more that can move, all at 0 is lost, as in normal play. " +
		"Leave such a position, or a single one that is lost alone in misère play."
}

func (t *tokens) conjunctive() (number func(compound.Values) string, reason string) {
	name, which, parity := "suspense", "greatest", "odd"
	if t.rules.Short {
		name, which = "remoteness", "least"
	}
	if t.rules.Misere {
		parity = "even"
	}
	number = func(v compound.Values) string {
		length := v.Suspense
		switch {
		case t.rules.Short && t.rules.Misere:
			length = v.MisereRemoteness
		case t.rules.Short:
			length = v.Remoteness
		case t.rules.Misere:
			length = v.MisereSuspense
		}
		return fmt.Sprintf("%s %d", name, length)
	}
	return number, fmt.Sprintf("The %s %s, %d, is how long the game lasts; %s wins.", which, name, t.game.Length(t.rules, t.position), parity)
}

func (t *tokens) diminished() (number func(compound.Values) string, reason string) {
	number = func(v compound.Values) string {
		if t.rules.Misere {
			return fmt.Sprintf("w-number %v in misère play", v.MisereW)
		}
		return fmt.Sprintf("w-number %v", v.W)
	}
	sw, sum := t.game.WSum(t.rules.Misere, t.position)
	if sw {
		return number, "SW: one can be finished at once, which ends the game."
	}
	return number, fmt.Sprintf("No player wants to leave SW. The nim-sum of the numbers is %v; 0 loses.", sum)
}
