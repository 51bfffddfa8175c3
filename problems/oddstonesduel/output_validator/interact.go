// The judge's side of the duel: it shows the pile, lets the program choose its side, checks the program's moves and plays
// perfectly itself. The answer file, which names the winning side, is for people.
package main

import (
	"fmt"

	"grundy/checker/games/oddstones"
	"grundy/checker/testlib"
)

// patience is how many moves the judge plays on after the program's first mistake: a lost program need not be watched for
// thousands of them.
const patience = 500

func main() { testlib.Interact(play) }

func play(i *testlib.Interactor) {
	p := oddstones.Position{Stones: i.Input.Int("n", 1, 1e12-1), Most: i.Input.Int("K", 1, 1e9)}
	word := i.Input.OneOf("totals that win", "even", "odd")
	p.EvenWins = word == "even"
	i.Send("%d %d %s", p.Stones, p.Most, word)

	side := i.Output.OneOf("side", "FIRST", "SECOND")
	programsTurn := side == "FIRST"
	var mistake string // the program's first one, made in move mistaken
	mistaken := 0
	if programsTurn != p.Won() {
		mistake = "to choose " + side
	}
	// The judge's whims are a function of the game, so that a duel can be repeated.
	whims := testlib.NewRand(fmt.Sprint(p))
	for move := 1; !p.Over(); move++ {
		if mistake != "" && move > mistaken+patience {
			i.Reject("lost: the judge wins however the game goes on; the first mistake was %s", mistake)
		}
		if programsTurn {
			take := i.Output.Int(fmt.Sprintf("stones of move %d", move), -1e18, 1e18)
			if err := p.Check(take); err != nil {
				i.Reject("move %d %v", move, err)
			}
			p = p.After(take)
			if mistake == "" && p.Won() {
				mistake = fmt.Sprintf("move %d, to take %d", move, take)
				mistaken = move
			}
		} else {
			take := chooseMove(whims, p)
			p = p.After(take)
			i.Send("%d", take)
		}
		programsTurn = !programsTurn
	}
	if programsTurn != p.Good() {
		i.Reject("lost: the judge's total is %s; the first mistake was %s", word, mistake)
	}
}

// chooseMove wins if possible, else it is a nuisance: one stone, as many as it can, or any number.
func chooseMove(whims *testlib.Rand, p oddstones.Position) int {
	if winning := p.Winning(); len(winning) > 0 {
		return testlib.Choose(whims, winning...)
	}
	most := min(p.Most, p.Stones)
	return testlib.Choose(whims, 1, most, whims.Int(1, most))
}
