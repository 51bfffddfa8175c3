// The judge's side of the duel: it shows the heaps, lets the program choose its side, checks the program's moves and
// plays perfectly itself. The answer file, which names the winning side, is for people.
package main

import (
	"fmt"
	"strings"

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
	if programsTurn != (nimSum(heaps) != 0) {
		mistake = "to choose " + side
	}
	// The judge's whims are a function of the heaps, so that a duel can be repeated.
	whims := testlib.NewRand(fmt.Sprint(heaps))
	for move := 1; !empty(heaps); move++ {
		if mistake != "" && move > mistaken+patience {
			i.Reject("lost: the judge wins however long the game goes on; the first mistake was %s", mistake)
		}
		if programsTurn {
			heap, stones := readMove(i, move, heaps)
			heaps[heap] -= stones
			if mistake == "" && nimSum(heaps) != 0 {
				mistake = fmt.Sprintf("move %d, %d from heap %d", move, stones, heap+1)
				mistaken = move
			}
		} else {
			heap, stones := chooseMove(whims, heaps)
			heaps[heap] -= stones
			i.Send("%d %d", heap+1, stones)
		}
		programsTurn = !programsTurn
	}
	if programsTurn {
		i.Reject("lost: no stone is left to take; the first mistake was %s", mistake)
	}
}

// readMove reads a move of the program and rejects what the rules forbid.
func readMove(i *testlib.Interactor, move int, heaps []int) (heap, stones int) {
	heap = i.Output.Int(fmt.Sprintf("heap of move %d", move), 1, len(heaps)) - 1
	if heaps[heap] == 0 {
		i.Reject("move %d: heap %d is empty", move, heap+1)
	}
	return heap, i.Output.Int(fmt.Sprintf("stones of move %d from heap %d", move, heap+1), 1, heaps[heap])
}

// chooseMove wins if possible, else it is a nuisance: one stone, a whole heap, or any number.
func chooseMove(whims *testlib.Rand, heaps []int) (heap, stones int) {
	sum := nimSum(heaps)
	var winning, filled []int
	for i, heap := range heaps {
		if heap^sum < heap {
			winning = append(winning, i)
		}
		if heap > 0 {
			filled = append(filled, i)
		}
	}
	if len(winning) > 0 {
		heap = testlib.Choose(whims, winning...)
		left := heaps[heap] ^ sum
		return heap, heaps[heap] - left
	}
	heap = testlib.Choose(whims, filled...)
	return heap, testlib.Choose(whims, 1, heaps[heap], whims.Int(1, heaps[heap]))
}

func nimSum(heaps []int) int {
	sum := 0
	for _, heap := range heaps {
		sum ^= heap
	}
	return sum
}

func empty(heaps []int) bool {
	for _, heap := range heaps {
		if heap > 0 {
			return false
		}
	}
	return true
}
