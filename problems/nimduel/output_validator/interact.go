// The judge's side of the duel: it shows the heaps, lets the program choose its side, checks the program's moves and
// plays perfectly itself. The answer file, which names the winning side, is for people.
package main

import (
	"fmt"
	"strings"

	"grundy/checker/games/nim"
	"grundy/checker/testlib"
)

// patience is how many moves the judge plays on after the program's first mistake. Without it a lost program could take
// single stones from huge heaps for ever.
const patience = 500

func main() { testlib.Interact(play) }

func play(i *testlib.Interactor) {
	n := i.Input.Int("n", 1, 100)
	heaps := i.Input.Ints("heap", n, 0, 1e18)
	i.Send("%d", n)
	i.Send("%s", strings.Trim(fmt.Sprint(heaps), "[]"))

	side := i.Output.OneOf("side", "FIRST", "SECOND")
	programsTurn := side == "FIRST"
	var mistake string // the program's first one, made in move mistaken
	mistaken := 0
	if programsTurn != (nim.Sum(heaps) != 0) {
		mistake = "to choose " + side
	}
	// The judge's whims are a function of the heaps, so that a duel can be repeated.
	whims := testlib.NewRand(fmt.Sprint(heaps))
	for move := 1; !nim.Over(heaps); move++ {
		if mistake != "" && move > mistaken+patience {
			i.Reject("lost: the judge wins however long the game goes on; the first mistake was %s", mistake)
		}
		if programsTurn {
			taken := readMove(i, move, heaps)
			heaps[taken.Heap] -= taken.Stones
			if mistake == "" && nim.Sum(heaps) != 0 {
				mistake = fmt.Sprintf("move %d, %d from heap %d", move, taken.Stones, taken.Heap+1)
				mistaken = move
			}
		} else {
			move := chooseMove(whims, heaps)
			heaps[move.Heap] -= move.Stones
			i.Send("%d %d", move.Heap+1, move.Stones)
		}
		programsTurn = !programsTurn
	}
	if programsTurn {
		i.Reject("lost: no stone is left to take; the first mistake was %s", mistake)
	}
}

// readMove reads a move of the program and rejects what the rules forbid.
func readMove(i *testlib.Interactor, move int, heaps []int) nim.Move {
	heap := i.Output.Int(fmt.Sprintf("heap of move %d", move), 1, len(heaps)) - 1
	if heaps[heap] == 0 {
		i.Reject("move %d: heap %d is empty", move, heap+1)
	}
	stones := i.Output.Int(fmt.Sprintf("stones of move %d from heap %d", move, heap+1), 1, heaps[heap])
	return nim.Move{Heap: heap, Stones: stones}
}

// chooseMove wins if possible, else it is a nuisance: one stone, a whole heap, or any number.
func chooseMove(whims *testlib.Rand, heaps []int) nim.Move {
	if winning := nim.Winning(heaps); len(winning) > 0 {
		return testlib.Choose(whims, winning...)
	}
	var filled []int
	for i, heap := range heaps {
		if heap > 0 {
			filled = append(filled, i)
		}
	}
	heap := testlib.Choose(whims, filled...)
	return nim.Move{Heap: heap, Stones: testlib.Choose(whims, 1, heaps[heap], whims.Int(1, heaps[heap]))}
}
