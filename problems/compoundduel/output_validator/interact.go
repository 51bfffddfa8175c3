// The judge's side of the duel: it shows the compound and the knights, lets the program choose its side, checks the
// program's moves and plays perfectly itself. The answer file, which names the winning side, is for people.
package main

import (
	"fmt"
	"strings"

	"grundy/checker/games/compound"
	"grundy/checker/testlib"
)

func main() { testlib.Interact(play) }

type duel struct {
	*testlib.Interactor
	game     *compound.Game
	rules    compound.Rules
	position []int
}

func play(i *testlib.Interactor) {
	d := &duel{Interactor: i, game: compound.Knights()}
	d.begin()
	side := i.Output.OneOf("side", "FIRST", "SECOND")
	programsTurn := side == "FIRST"
	var mistake string // the program's first one
	if programsTurn != d.moverWins() {
		mistake = "to choose " + side
	}
	// The judge's whims are a function of the position, so that a duel can be repeated.
	whims := testlib.NewRand(d.rules.String(), fmt.Sprint(d.position))
	// With every move a knight comes nearer to the corner: there are at most 14 moves a knight.
	for move := 1; !d.game.Over(d.rules, d.position); move++ {
		if programsTurn {
			chosen := d.readMove(move)
			d.position = chosen.After(d.position)
			if mistake == "" && d.moverWins() {
				mistake = fmt.Sprintf("move %d, %s", move, words(chosen))
			}
		} else {
			chosen := d.chooseMove(whims)
			d.position = chosen.After(d.position)
			i.Send("%s", words(chosen))
		}
		programsTurn = !programsTurn
	}
	if programsTurn != d.rules.Misere {
		i.Reject("lost: the game is over; the first mistake was %s", mistake)
	}
}

// begin reads the position and sends it.
func (d *duel) begin() {
	style, end, play := d.Input.Word("style"), d.Input.Word("end"), d.Input.Word("play")
	rules, err := compound.ParseRules(style, end, play)
	if err != nil {
		d.Fail("%v", err)
	}
	d.rules = rules
	n := d.Input.Int("k", 1, 10)
	d.Send("%v", rules)
	d.Send("%d", n)
	for range n {
		row, column := d.Input.Int("row", 0, 7), d.Input.Int("column", 0, 7)
		d.position = append(d.position, compound.Square(row, column))
		d.Send("%d %d", row, column)
	}
}

// moverWins tells whether who is to move wins.
func (d *duel) moverWins() bool {
	wins, err := d.game.Wins(d.rules, d.position)
	if err != nil {
		d.Fail("%v", err)
	}
	return wins
}

// readMove reads a move of the program and rejects what the rules forbid.
func (d *duel) readMove(move int) compound.Move {
	var chosen compound.Move
	for range d.Output.Int(fmt.Sprintf("number of knights in move %d", move), 1, len(d.position)) {
		knight := d.Output.Int(fmt.Sprintf("knight in move %d", move), 1, len(d.position))
		row := d.Output.Int(fmt.Sprintf("row of knight %d in move %d", knight, move), 0, 7)
		column := d.Output.Int(fmt.Sprintf("column of knight %d in move %d", knight, move), 0, 7)
		chosen = append(chosen, compound.Step{Component: knight - 1, To: compound.Square(row, column)})
	}
	if err := d.game.Check(d.rules, d.position, chosen); err != nil {
		d.Reject("move %d, %s: %v", move, words(chosen), err)
	}
	return chosen
}

// chooseMove wins if possible, else it is a nuisance.
func (d *duel) chooseMove(whims *testlib.Rand) compound.Move {
	move, err := d.game.Winning(d.rules, d.position)
	if err != nil {
		d.Fail("%v", err)
	}
	if move == nil {
		move = d.game.Whim(d.rules, d.position, func(n int) int { return whims.Int(0, n-1) })
	}
	return move
}

// words is a move as the protocol has it.
func words(move compound.Move) string {
	text := []string{fmt.Sprint(len(move))}
	for _, step := range move {
		text = append(text, fmt.Sprint(step.Component+1, step.To/compound.Side, step.To%compound.Side))
	}
	return strings.Join(text, " ")
}
