// The judge's side of the duel: it shows the maze and plays the mouse, which always runs where the hunter needs the most
// moves. The answer file, which holds the number of moves, is for people.
package main

import (
	"fmt"

	"grundy/checker/games/mousetrap"
	"grundy/checker/testlib"
)

// patience bounds the number of rounds by that of the rooms. Less than three times the rooms are needed: the mouse runs
// through each passage once, and once more after each cleaning; all other rounds but idle ones are the hunter's moves.
const patience = 4

func main() { testlib.Interact(play) }

func play(i *testlib.Interactor) {
	game := begin(i)
	moves := game.Analyse().Moves
	i.Send("%d %d %d %d", game.Rooms(), game.Trap+1, game.Mouse+1, moves)
	for _, ends := range game.Passages {
		i.Send("%d %d", ends[0]+1, ends[1]+1)
	}
	// The mouse's whims are a function of the maze, so that a duel can be repeated.
	whims := testlib.NewRand(fmt.Sprint(game.Trap, game.Mouse, game.Passages))
	var mistake string // the program's first one
	left := moves
	for round := 1; !game.Over(); round++ {
		if round > patience*game.Rooms() {
			i.Reject("lost: the mouse is free after %d rounds%s", round-1, mistake)
		}
		action := readAction(i, game, round)
		said := game.Describe(action)
		if action.Moves() > left {
			i.Reject("lost: %s in round %d is one move more than the %d allowed%s", said, round, moves, mistake)
		}
		if err := game.Do(action); err != nil {
			i.Reject("round %d, %s: %v", round, said, err)
		}
		left -= action.Moves()
		if runs := game.Flights(); len(runs) > 0 {
			game.Run(testlib.Choose(whims, runs...))
		}
		if needed := game.Analyse().Moves; mistake == "" && needed > left {
			mistake = fmt.Sprintf("; the first mistake was %s in round %d: %s", said, round, lack(needed, left))
		}
		i.Send("%d", game.Mouse+1)
	}
}

// begin reads the maze from the judge's own file.
func begin(i *testlib.Interactor) *mousetrap.Position {
	n := i.Input.Int("n", 1, 1000)
	trap := i.Input.Int("trap", 1, n) - 1
	mouse := i.Input.Int("mouse", 1, n) - 1
	passages := make([][2]int, n-1)
	for e := range passages {
		passages[e] = [2]int{i.Input.Int("u", 1, n) - 1, i.Input.Int("v", 1, n) - 1}
	}
	maze, err := mousetrap.NewMaze(n, trap, passages)
	if err != nil {
		i.Fail("%v", err)
	}
	return mousetrap.NewPosition(maze, mouse)
}

// readAction reads what the program does in a round and rejects what is no action at all.
func readAction(i *testlib.Interactor, game *mousetrap.Position, round int) mousetrap.Action {
	kinds := map[string]mousetrap.Kind{"pass": mousetrap.Pass, "block": mousetrap.Block, "clean": mousetrap.Clean}
	word := i.Output.OneOf(fmt.Sprintf("action of round %d", round), "block", "clean", "pass")
	if word == "pass" {
		return mousetrap.Action{Kind: mousetrap.Pass}
	}
	u := i.Output.Int(fmt.Sprintf("first room of round %d", round), 1, game.Rooms())
	v := i.Output.Int(fmt.Sprintf("second room of round %d", round), 1, game.Rooms())
	passage := game.Passage(u-1, v-1)
	if passage < 0 {
		i.Reject("round %d, %s %d %d: there is no passage between %d and %d", round, word, u, v, u, v)
	}
	return mousetrap.Action{Kind: kinds[word], Passage: passage}
}

// lack says what a mistake has cost.
func lack(needed, left int) string {
	if needed == mousetrap.Never {
		return "no number of moves was enough from then on"
	}
	return fmt.Sprintf("from then on %d more were needed, with %d left", needed, left)
}
