// The judge's side of the duel: it shows the path, lets the program choose its side, checks the program's moves and plays
// perfectly itself. A game ends by itself, since every turn takes an edge. The answer file, which names the winning side, is
// for people.
package main

import (
	"fmt"

	"grundy/checker/games/spiders"
	"grundy/checker/testlib"
)

func main() { testlib.Interact(play) }

// duel is the game as it stands.
type duel struct {
	*testlib.Interactor
	path   *spiders.Path
	search *spiders.PathSearch
	// whims are a function of the path, so that a duel can be repeated.
	whims   *testlib.Rand
	flies   bool // the program is on the flies' side
	mistake string
}

func play(i *testlib.Interactor) {
	text := i.Input.Word("path")
	path, err := spiders.ParsePath(text)
	if err != nil {
		panic(err) // the input validator looks at every input
	}
	i.Send("%s", text)
	d := &duel{Interactor: i, path: path, search: &spiders.PathSearch{}, whims: testlib.NewRand(text)}
	side := i.Output.OneOf("side", "FLIES", "SPIDERS")
	d.flies = side == "FLIES"
	if d.flies != d.search.FliesWin(path.Threats()) {
		d.mistake = "to choose " + side
	}
	for turn := 1; !path.Safe(); turn++ {
		d.cut(turn)
		if path.Safe() {
			break
		}
		d.move(turn)
		if path.Caught() {
			d.end(false, "a spider has reached a fly")
			return
		}
	}
	d.end(true, "no spider is connected to a fly")
}

// cut is player 1's half of a turn.
func (d *duel) cut(turn int) {
	if !d.flies {
		e := d.chooseCut()
		d.path.Cut[e] = true
		d.Send("%d", e+1)
		return
	}
	e := d.Output.Int(fmt.Sprintf("cut of turn %d", turn), 1, len(d.path.Cut))
	if err := d.path.CutEdge(e - 1); err != nil {
		d.Reject("turn %d: %v", turn, err)
	}
	if d.mistake == "" && !d.search.Hold(d.path.Threats()) {
		d.mistake = fmt.Sprintf("to cut edge %d in turn %d", e, turn)
	}
}

// move is the spiders' half of a turn.
func (d *duel) move(turn int) {
	if d.flies {
		steps := d.chooseMove()
		if err := d.path.Move(steps); err != nil {
			panic(err) // a fault of the judge
		}
		d.Send("%s", steps)
		return
	}
	steps := d.Output.Word(fmt.Sprintf("steps of turn %d", turn))
	if err := d.path.Move(steps); err != nil {
		d.Reject("turn %d: %v", turn, err)
	}
	if d.mistake == "" && !d.path.Caught() && d.search.FliesWin(d.path.Threats()) {
		d.mistake = fmt.Sprintf("to move %s in turn %d", steps, turn)
	}
}

func (d *duel) end(fliesWin bool, why string) {
	if d.flies != fliesWin {
		d.Reject("lost: %s; the first mistake was %s", why, d.mistake)
	}
}

// manyLone is how many lone spiders make a lost position so hopeless for the flies that any cut will do.
const manyLone = 4

// chooseCut wins if possible. Otherwise it leaves the spiders as few winning moves as possible.
func (d *duel) chooseCut() int {
	if winning := d.search.WinningCuts(d.path); len(winning) > 0 {
		return testlib.Choose(d.whims, winning...)
	}
	var cuts []int
	fewest := 0
	for e, gone := range d.path.Cut {
		if gone {
			continue
		}
		answers := 0
		if len(d.path.Threats().Dual) <= manyLone {
			after := d.path.Clone()
			after.Cut[e] = true
			answers = len(d.search.WinningMoves(after))
		}
		if len(cuts) == 0 || answers < fewest {
			cuts, fewest = nil, answers
		}
		if answers == fewest {
			cuts = append(cuts, e)
		}
	}
	return testlib.Choose(d.whims, cuts...)
}

// chooseMove wins if possible. Otherwise it leaves player 1 as few winning cuts as possible.
func (d *duel) chooseMove() string {
	if winning := d.search.WinningMoves(d.path); len(winning) > 0 {
		return testlib.Choose(d.whims, winning...)
	}
	var moves []string
	fewest := 0
	for _, move := range d.path.Moves() {
		after := d.path.Clone()
		if err := after.Move(move); err != nil {
			panic(err) // a fault of the judge
		}
		answers := len(d.search.WinningCuts(after))
		if len(moves) == 0 || answers < fewest {
			moves, fewest = nil, answers
		}
		if answers == fewest {
			moves = append(moves, move)
		}
	}
	return testlib.Choose(d.whims, moves...)
}
