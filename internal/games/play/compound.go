package play

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grundy/checker/games/compound"
	"grundy/internal/ui/terminal"
)

// compoundTable is the table of problem compoundduel: the words of a compound, knights, a side, then moves "COUNT
// KNIGHT ROW COLUMN …".
type compoundTable struct {
	game     *compound.Game
	rules    compound.Rules
	ruled    bool // whether the judge has named the rules
	count    int  // number of knights; 0 until the judge has named it
	position []int
	order
}

func newCompound() Table { return &compoundTable{game: compound.Knights()} }

func (t *compoundTable) Hear(line string) error {
	switch {
	case !t.ruled:
		words := strings.Fields(line)
		if len(words) != 3 {
			return fmt.Errorf("want the three words of a compound, got %q", line)
		}
		rules, err := compound.ParseRules(words[0], words[1], words[2])
		t.rules, t.ruled = rules, err == nil
		return err
	case t.count == 0:
		count, err := strconv.Atoi(line)
		t.count = count
		return err
	case len(t.position) < t.count:
		square, err := integers(line, 2)
		if err != nil {
			return err
		}
		if !onBoard(square[0], square[1]) {
			return fmt.Errorf("%s is not a square", line)
		}
		t.position = append(t.position, compound.Square(square[0], square[1]))
		return nil
	}
	return t.move(line)
}

func (t *compoundTable) Say(line string) error {
	if !t.chosen {
		return t.choose(line)
	}
	return t.move(line)
}

func onBoard(row, column int) bool {
	return min(row, column) >= 0 && max(row, column) < compound.Side
}

// parse reads a move, with or without the number of knights before it, and checks it against the
// rules.
func (t *compoundTable) parse(text string) (compound.Move, error) {
	words := strings.Fields(strings.ReplaceAll(text, ",", " "))
	numbers, err := integers(strings.Join(words, " "), len(words))
	if err != nil {
		return nil, fmt.Errorf("a move is, for each knight that moves, its number, the row and the column: %w", err)
	}
	if len(numbers)%3 == 1 {
		if numbers[0] != len(numbers)/3 {
			return nil, fmt.Errorf("%s announced, but %d there", terminal.Count(numbers[0], "knight"), len(numbers)/3)
		}
		numbers = numbers[1:]
	}
	if len(numbers)%3 != 0 || len(numbers) == 0 {
		return nil, errors.New("a move is, for each knight that moves, its number, the row and the column")
	}
	var move compound.Move
	for step := range slices.Chunk(numbers, 3) {
		if !onBoard(step[1], step[2]) {
			return nil, fmt.Errorf("%d %d is not a square: rows and columns are numbered from 0 to 7", step[1], step[2])
		}
		move = append(move, compound.Step{Component: step[0] - 1, To: compound.Square(step[1], step[2])})
	}
	return move, t.game.Check(t.rules, t.position, move)
}

func (t *compoundTable) move(line string) error {
	move, err := t.parse(line)
	if err != nil {
		return err
	}
	t.position = move.After(t.position)
	t.moves++
	return nil
}

func (t *compoundTable) Read(text string) (string, error) {
	if !t.chosen {
		return side(text, "FIRST", "SECOND")
	}
	move, err := t.parse(text)
	if err != nil {
		return "", err
	}
	return knightWords(move), nil
}

// knightWords writes a move in the words of the protocol.
func knightWords(move compound.Move) string {
	text := fmt.Sprint(len(move))
	for _, step := range move {
		text += fmt.Sprintf(" %d %s", step.Component+1, square(step.To))
	}
	return text
}

func square(v int) string { return fmt.Sprintf("%d %d", v/compound.Side, v%compound.Side) }

// Tell says which knights go where.
func (t *compoundTable) Tell(line string) string {
	move, err := t.parse(line)
	if !t.chosen || err != nil {
		return sideInWords(line)
	}
	var words []string
	for _, step := range move {
		words = append(words, knightGoes(step))
	}
	return strings.Join(words, "; ")
}

func knightGoes(step compound.Step) string {
	return fmt.Sprintf("knight %d to row %d, column %d", step.Component+1, step.To/compound.Side, step.To%compound.Side)
}

// Parts returns the squares that knights move to.
func (t *compoundTable) Parts(line string) []string {
	move, err := t.parse(line)
	if err != nil {
		return nil
	}
	var parts []string
	for _, step := range move {
		parts = append(parts, fmt.Sprintf("%d %s", step.Component+1, square(step.To)))
	}
	return parts
}

// Won reports whether the player has won: when the game is over, the side to move wins in misère play, and the other
// side in normal play.
func (t *compoundTable) Won() bool { return t.players() == t.rules.Misere }

func (t *compoundTable) Next() Speaker {
	switch {
	case t.count == 0 || len(t.position) < t.count:
		return Judge
	case !t.chosen:
		return Player
	case t.game.Over(t.rules, t.position):
		return Nobody
	case t.players():
		return Player
	}
	return Judge
}

func (t *compoundTable) Ask() string {
	switch {
	case !t.chosen:
		return "FIRST or SECOND"
	case t.rules.Style == compound.Disjunctive:
		return "your move: KNIGHT ROW COLUMN"
	}
	return "your move: KNIGHT ROW COLUMN KNIGHT ROW COLUMN …"
}

func (t *compoundTable) Draw(columns int) string {
	at := map[int][]string{}
	for i, v := range t.position {
		at[v] = append(at[v], strconv.Itoa(i+1))
	}
	var lines []string
	lines = append(lines, t.describe(), "     0  1  2  3  4  5  6  7")
	for r := range compound.Side {
		line := fmt.Sprintf("  %d", r)
		for c := range compound.Side {
			v := compound.Square(r, c)
			mark := "·"
			switch {
			case len(at[v]) == 1:
				mark = at[v][0]
			case len(at[v]) > 1:
				mark = "+" // the list below names them
			case t.game.Finished(v):
				mark = "×"
			}
			line += fmt.Sprintf("%3s", mark)
		}
		lines = append(lines, line)
	}
	for i, v := range t.position {
		goes := "is finished"
		if !t.game.Finished(v) {
			var squares []string
			for _, u := range t.game.Options(v) {
				squares = append(squares, square(u))
			}
			goes = "goes to " + strings.Join(squares, ", ")
		}
		lines = append(lines, fmt.Sprintf("knight %d on %s %s", i+1, square(v), goes))
	}
	return folded(strings.Join(lines, "\n"), columns)
}

// describe says what is played.
func (t *compoundTable) describe() string {
	moves := map[compound.Style]string{
		compound.Disjunctive: "one knight moves",
		compound.Selective:   "one or more knights move",
		compound.Conjunctive: "all knights move that can",
		compound.NotAll:      "one or more knights move, not all",
	}[t.rules.Style]
	end, word := "no knight can move", "lost"
	if t.rules.Short {
		end = "one knight cannot move"
	}
	if t.rules.Misere {
		word = "won"
	}
	return fmt.Sprintf("%v: %s.\nIt ends when %s; who is to move then has %s.", t.rules, moves, end, word)
}

func (t *compoundTable) Hint() string {
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
	return knightWords(move)
}

func (t *compoundTable) Why() string {
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
		fmt.Fprintf(&text, "knight %d on %s: %s\n", i+1, square(v), number(t.game.Values(v)))
	}
	fmt.Fprintf(&text, "%s\nWho is to move %s.", reason, word)
	return text.String()
}

// theory explains a knight's number in this compound, and how the numbers decide, for a game that is not
// over.
func (t *compoundTable) theory() (number func(compound.Values) string, reason string) {
	switch t.rules.Style {
	case compound.Selective:
		return t.selective()
	case compound.Conjunctive:
		return t.conjunctive()
	case compound.NotAll:
		return grundyOf, "Who makes all Grundy values equal wins: the other one must move some knights and " +
			"leave some, so they are different again. Bring all down to the least one."
	case compound.Disjunctive:
	}
	if t.rules.Short {
		return t.diminished()
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

func (t *compoundTable) selective() (number func(compound.Values) string, reason string) {
	live := 0
	for _, v := range t.position {
		if !t.game.Finished(v) {
			live++
		}
	}
	switch {
	case !t.rules.Misere:
		return grundyOf, "A knight alone is lost at 0. Who can win with some knights moves just these."
	case t.rules.Short:
		return misereGrundyOf, "A knight alone is lost at 0. Who can win with some knights moves just these."
	case live == 1:
		return misereGrundyOf, "Only one knight can move: it is played alone, and lost at 0."
	}
	return grundyOf, "With two or more knights that can move, all at 0 is lost, as in normal play. " +
		"Leave such a position, or a single knight that is lost alone in misère play."
}

func (t *compoundTable) conjunctive() (number func(compound.Values) string, reason string) {
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

func (t *compoundTable) diminished() (number func(compound.Values) string, reason string) {
	number = func(v compound.Values) string {
		if t.rules.Misere {
			return fmt.Sprintf("w-number %v in misère play", v.MisereW)
		}
		return fmt.Sprintf("w-number %v", v.W)
	}
	sw, sum := t.game.WSum(t.rules.Misere, t.position)
	if sw {
		return number, "SW: this knight can be finished at once, which ends the game."
	}
	return number, fmt.Sprintf("Nobody wants to leave SW. The nim-sum of the numbers is %v; 0 loses.", sum)
}
